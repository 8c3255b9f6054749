// SPDX-License-Identifier: MIT
#include "app/control_input.h"

#include "ua/types/status_codes.h"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <poll.h>
#include <unistd.h>

namespace app {

namespace {
constexpr std::size_t maxLine = 8U << 20;
}

ControlInput::~ControlInput()
{
    m_stop = true;
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

bool ControlInput::readLine(std::string& line)
{
    std::array<char, 4'096> buffer{};
    for (;;) {
        if (const auto end = m_pending.find('\n'); end != std::string::npos) {
            line = m_pending.substr(0, end);
            m_pending.erase(0, end + 1);
            return true;
        }
        pollfd input{STDIN_FILENO, POLLIN, 0};
        const int ready = poll(&input, 1, 100);
        if (m_stop) {
            return false;
        }
        if (ready <= 0) {
            continue;
        }
        const auto size = read(STDIN_FILENO, buffer.data(), buffer.size());
        if (size <= 0 || m_pending.size() > maxLine) {
            return false;
        }
        m_pending.append(buffer.data(), static_cast<std::size_t>(size));
    }
}

base::Result<std::string> ControlInput::waitForScenario()
{
    std::string line;
    while (readLine(line)) {
        boost::system::error_code error;
        const auto value = boost::json::parse(line, error);
        if (error || !value.is_object()) {
            return base::fail(ua::status::BadInvalidArgument,
                              "standard input: expected a JSON object a line");
        }
        if (const auto* scenario = value.as_object().if_contains("scenario")) {
            return boost::json::serialize(*scenario);
        }
    }
    return base::fail(ua::status::BadInvalidArgument,
                      "standard input ended before it named a scenario");
}

void ControlInput::follow(load::Engine& engine)
{
    m_thread = std::thread([this, &engine] {
        std::string line;
        while (readLine(line)) {
            boost::system::error_code error;
            const auto value = boost::json::parse(line, error);
            if (error || !value.is_object()) {
                continue;
            }
            const auto& command = value.as_object();
            if (command.contains("stop")) {
                engine.interrupt();
            } else if (command.contains("abort")) {
                engine.interrupt();
                engine.interrupt();
            } else if (const auto* mark = command.if_contains("mark")) {
                engine.mark(mark->is_string() ? std::string(mark->as_string()) : "mark");
            }
        }
    });
}

} // namespace app
