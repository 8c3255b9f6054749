// SPDX-License-Identifier: MIT
#include "load/server_process.h"

#include "ua/types/status_codes.h"

#include <boost/asio/buffer.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace load {

namespace {

constexpr std::size_t maxErrorTail = 4'096;
constexpr std::size_t maxLine = 16U << 20;

struct PipePair
{
    int read = -1;
    int write = -1;
};

base::Result<PipePair> makePipe()
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        return base::fail(ua::status::BadResourceUnavailable,
                          fmt::format("cannot make a pipe: {}", std::strerror(errno)));
    }
    return PipePair{ends[0], ends[1]};
}

void closeBoth(PipePair pipe)
{
    ::close(pipe.read);
    ::close(pipe.write);
}

} // namespace

ServerProcess::ServerProcess(ua::Executor executor)
    : m_executor(std::move(executor))
{}

ServerProcess::~ServerProcess()
{
    stop(std::chrono::seconds(2));
}

base::Result<void> ServerProcess::start(const std::string& executable, const std::string& firstLine)
{
    UA_TRY_ASSIGN(const PipePair input, makePipe());
    UA_TRY_ASSIGN(const PipePair output, makePipe());
    UA_TRY_ASSIGN(const PipePair errors, makePipe());
    const std::array<const char*, 4> arguments{executable.c_str(), "--serve", "--control", nullptr};
    const pid_t child = fork();
    if (child < 0) {
        closeBoth(input);
        closeBoth(output);
        closeBoth(errors);
        return base::fail(ua::status::BadResourceUnavailable,
                          fmt::format("cannot start the server: {}", std::strerror(errno)));
    }
    if (child == 0) {
        dup2(input.read, STDIN_FILENO);
        dup2(output.write, STDOUT_FILENO);
        dup2(errors.write, STDERR_FILENO);
        setpgid(0, 0); // Ctrl+C goes to the runner, which ends the server in order
        execv(executable.c_str(), const_cast<char* const*>(arguments.data()));
        _exit(127);
    }
    m_pid = child;
    ::close(input.read);
    ::close(output.write);
    ::close(errors.write);
    m_input = input.write;
    fcntl(m_input, F_SETFL, O_NONBLOCK);
    m_output.emplace(m_executor, output.read);
    m_errors.emplace(m_executor, errors.read);
    send(firstLine);
    readOutput();
    readErrors();
    return {};
}

void ServerProcess::send(std::string_view line)
{
    if (m_input < 0) {
        return;
    }
    const std::string text = std::string(line) + "\n";
    std::size_t sent = 0;
    for (int tries = 0; sent < text.size() && tries < 1'000; ++tries) {
        const auto n = ::write(m_input, text.data() + sent, text.size() - sent);
        if (n > 0) {
            sent += static_cast<std::size_t>(n);
        } else if (errno == EAGAIN) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1)); // the child starts up
        } else if (errno != EINTR) {
            return; // it has gone: ended() tells
        }
    }
}

void ServerProcess::readOutput()
{
    m_output->async_read_some(boost::asio::buffer(m_outputBuffer),
                              [this](const boost::system::error_code& error, std::size_t size) {
                                  if (error) {
                                      return;
                                  }
                                  m_pending.append(m_outputBuffer.data(), size);
                                  std::size_t begin = 0;
                                  for (auto end = m_pending.find('\n'); end != std::string::npos;
                                       end = m_pending.find('\n', begin)) {
                                      takeLine(
                                          std::string_view(m_pending).substr(begin, end - begin));
                                      begin = end + 1;
                                  }
                                  m_pending.erase(0, begin);
                                  if (m_pending.size() > maxLine) {
                                      m_pending.clear();
                                  }
                                  readOutput();
                              });
}

void ServerProcess::readErrors()
{
    m_errors->async_read_some(boost::asio::buffer(m_errorBuffer),
                              [this](const boost::system::error_code& error, std::size_t size) {
                                  if (error) {
                                      return;
                                  }
                                  m_errorTail.append(m_errorBuffer.data(), size);
                                  if (m_errorTail.size() > maxErrorTail) {
                                      m_errorTail.erase(0, m_errorTail.size() - maxErrorTail);
                                  }
                                  readErrors();
                              });
}

void ServerProcess::takeLine(std::string_view line)
{
    boost::system::error_code error;
    const auto value = boost::json::parse(line, error);
    if (error || !value.is_object()) {
        return;
    }
    const auto& object = value.as_object();
    if (const auto* ready = object.if_contains("ready"); ready != nullptr && ready->is_object()) {
        ServerReady r;
        if (const auto* url = ready->as_object().if_contains("url"); url && url->is_string()) {
            r.url = url->as_string();
        }
        if (const auto* port = ready->as_object().if_contains("port"); port && port->is_int64()) {
            r.port = static_cast<std::uint16_t>(port->as_int64());
        }
        m_ready = std::move(r);
    }
    if (const auto* failure = object.if_contains("failure"); failure && failure->is_string()) {
        m_failure = failure->as_string();
    }
    if (const auto* mark = object.if_contains("mark"); mark != nullptr && mark->is_int64()) {
        m_marks.push_back(static_cast<std::uint64_t>(mark->as_int64()));
    }
    const auto* sample = object.if_contains("sample");
    if (sample == nullptr || !sample->is_object()) {
        return;
    }
    for (const auto& [kind, members] : sample->as_object()) {
        if (!members.is_object()) {
            continue;
        }
        for (const auto& [name, member] : members.as_object()) {
            if (kind == "counters" && member.is_int64()) {
                m_sample.counters[std::string(name)] += member.as_int64();
            } else if (kind == "gauges" && member.is_number()) {
                m_sample.gauges[std::string(name)] = member.to_number<double>();
            } else if (kind == "histograms" && member.is_string()) {
                m_sample.histograms[std::string(name)].emplace_back(member.as_string());
            }
        }
    }
}

ServerSample ServerProcess::takeSample()
{
    return std::exchange(m_sample, {});
}

std::optional<std::string> ServerProcess::ended()
{
    if (m_ended || m_pid <= 0) {
        return m_ended;
    }
    int status = 0;
    if (waitpid(m_pid, &status, WNOHANG) != m_pid) {
        return std::nullopt;
    }
    std::string how =
        WIFSIGNALED(status)
            ? fmt::format("killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)))
            : fmt::format("exit code {}", WEXITSTATUS(status));
    if (!m_errorTail.empty()) {
        how += fmt::format("; its last words: {}", m_errorTail);
    }
    m_ended = how;
    return m_ended;
}

void ServerProcess::stop(base::Duration grace)
{
    if (m_pid <= 0) {
        return;
    }
    send(R"({"stop":true})");
    if (m_input >= 0) {
        ::close(m_input);
        m_input = -1;
    }
    const auto deadline = std::chrono::steady_clock::now() + grace;
    while (!ended() && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (!ended()) {
        kill(m_pid, SIGKILL);
        int status = 0;
        waitpid(m_pid, &status, 0);
        m_ended = "killed after it did not end in time";
    }
    m_pid = -1;
    boost::system::error_code ignored;
    if (m_output) {
        m_output->close(ignored);
        m_errors->close(ignored);
    }
}

} // namespace load
