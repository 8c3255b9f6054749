// SPDX-License-Identifier: MIT
// The server role: under a runner (--control) or of its own until a signal.
#include "app/roles.h"
#include "app/server_settings.h"
#include "load/affinity.h"
#include "load/preflight.h"
#include "load/serve_request.h"
#include "measure/histogram_codec.h"
#include "scenario/built_in.h"
#include "scenario/scenario_reader.h"
#include "ua/server/opc_tcp_server.h"
#include "ua/types/status_codes.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace app {

namespace {

namespace asio = boost::asio;
using Pipe = asio::posix::basic_stream_descriptor<ua::Executor>;

/// Lines to the runner; never blocks the server, and drops samples rather than pile them up.
class Speaker
{
public:
    Speaker() { fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK); }
    /// False when the runner does not keep up; nothing was queued then.
    bool say(const boost::json::object& line)
    {
        flush();
        if (!m_pending.empty()) {
            return false;
        }
        m_pending = boost::json::serialize(line) + "\n";
        flush();
        return true;
    }

private:
    void flush()
    {
        while (!m_pending.empty()) {
            const auto n = ::write(STDOUT_FILENO, m_pending.data(), m_pending.size());
            if (n <= 0) {
                return;
            }
            m_pending.erase(0, static_cast<std::size_t>(n));
        }
    }
    std::string m_pending;
};

void raiseDescriptorLimit()
{
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

/// Everything a serving process owns.
class Serving
{
public:
    Serving(ServerSettings settings, const base::Clock& clock, ua::OpcTcpServer::LogLine log)
        : m_shard(clock)
        , m_core(settings.server, settings.identity, clock)
        , m_listener(m_shard, m_core, std::move(settings.channel), settings.listener,
                     std::move(log))
    {}

    ua::Shard& shard() { return m_shard; }
    ua::Server& core() { return m_core; }
    ua::OpcTcpServer& listener() { return m_listener; }

private:
    ua::Shard m_shard;
    ua::Server m_core;
    ua::OpcTcpServer m_listener;
};

/// Follows the runner's commands and sends samples.
class Controlled
{
public:
    Controlled(Serving& serving, Speaker& speaker, base::Duration interval)
        : m_serving(serving)
        , m_speaker(speaker)
        , m_interval(interval)
        , m_input(serving.shard().executor(), dup(STDIN_FILENO))
        , m_timer(serving.shard().executor())
    {}

    void start()
    {
        boost::json::object ready{{"url", m_serving.core().config().endpointUrl},
                                  {"port", m_serving.listener().port()}};
        m_speaker.say({{"ready", std::move(ready)}});
        read();
        armSample();
    }

private:
    void read()
    {
        m_input.async_read_some(asio::buffer(m_buffer),
                                [this](const boost::system::error_code& e, std::size_t size) {
                                    if (e) { // the runner has gone or closed our input
                                        m_serving.shard().stop();
                                        return;
                                    }
                                    m_pending.append(m_buffer.data(), size);
                                    for (auto end = m_pending.find('\n'); end != std::string::npos;
                                         end = m_pending.find('\n')) {
                                        take(std::string_view(m_pending).substr(0, end));
                                        m_pending.erase(0, end + 1);
                                    }
                                    if (m_pending.size() > 1U << 20) {
                                        m_pending.clear();
                                    }
                                    read();
                                });
    }
    void take(std::string_view line)
    {
        boost::system::error_code error;
        const auto value = boost::json::parse(line, error);
        if (error || !value.is_object()) {
            return;
        }
        if (value.as_object().contains("mark")) {
            m_speaker.say({{"mark", static_cast<std::int64_t>(m_serving.core().updateCounter())}});
        }
        if (value.as_object().contains("stop")) {
            sample();
            m_serving.shard().stop();
        }
    }
    void armSample()
    {
        m_timer.expires_after(m_interval);
        m_timer.async_wait([this](const boost::system::error_code& error) {
            if (!error) {
                sample();
                armSample();
            }
        });
    }
    void sample()
    {
        m_lateness.merge(m_serving.core().takePublishLateness());
        if (m_lateness.empty()) {
            return;
        }
        boost::json::object histograms{
            {"server.publishLateness", measure::encodeHistogram(m_lateness)}};
        if (m_speaker.say(
                {{"sample", boost::json::object{{"histograms", std::move(histograms)}}}})) {
            m_lateness.clear();
        }
    }

    Serving& m_serving;
    Speaker& m_speaker;
    base::Duration m_interval;
    Pipe m_input;
    ua::Timer m_timer;
    std::array<char, 4'096> m_buffer{};
    std::string m_pending;
    measure::Histogram m_lateness;
};

ExitCode serveControlled()
{
    // A killed runner leaves no orphan; it may have died before this call.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == 1) {
        return ExitCode::Interrupted;
    }
    Speaker speaker;
    const auto refuse = [&speaker](const std::string& why) {
        speaker.say({{"failure", why}});
        fmt::print(stderr, "{}\n", why);
        return ExitCode::InternalError;
    };
    std::string first;
    for (char c = 0; ::read(STDIN_FILENO, &c, 1) == 1 && c != '\n' && first.size() < (8U << 20);) {
        first += c;
    }
    const auto request = load::parseServeRequest(first);
    if (!request) {
        return refuse(request.error().context);
    }
    if (const auto* embedded = request->scenario.target.embedded()) {
        if (const auto pinned = load::pinToCores(embedded->cores); !pinned) {
            return refuse("target.cores: " + pinned.error().context);
        }
    }
    const base::AnchoredClock clock{base::WallTime{request->clockBaseNs}};
    auto settings = serverSettings(request->scenario, request->pki, clock);
    if (!settings) {
        return refuse(settings.error().context);
    }
    Serving serving(std::move(*settings), clock,
                    [](std::string_view text) { fmt::print(stderr, "{}\n", text); });
    if (const auto listening = serving.listener().listen(); !listening) {
        return refuse(listening.error().context);
    }
    std::signal(SIGINT, SIG_IGN); // the runner ends us
    Controlled controlled(serving, speaker, request->scenario.sampleInterval);
    controlled.start();
    serving.shard().run();
    serving.listener().close();
    return ExitCode::Pass;
}

ExitCode serveAlone(const CommandLine& line)
{
    const auto refuse = [](const std::string& why, ExitCode code) {
        fmt::print(stderr, "uasurge: {}\n", why);
        return code;
    };
    const auto text =
        scenarioText(line.operands.empty() ? "quick-start" : line.operands.front(), line);
    if (!text) {
        return refuse(text.error().context, ExitCode::BadArguments);
    }
    const auto scenario = scenario::readScenario(*text);
    if (!scenario) {
        return refuse(scenario::toError(scenario.error()).context, ExitCode::BadArguments);
    }
    const auto clock = base::AnchoredClock::now();
    const std::filesystem::path pki =
        line.pki.empty() ? std::filesystem::path("uasurge-pki") : std::filesystem::path(line.pki);
    auto settings = serverSettings(*scenario, pki, clock);
    if (!settings) {
        return refuse(settings.error().context, ExitCode::InternalError);
    }
    settings->listener.address = line.address;
    settings->listener.port = line.port;
    offerEveryEndpoint(*settings);
    Serving serving(std::move(*settings), clock,
                    [](std::string_view message) { fmt::print(stderr, "{}\n", message); });
    if (const auto listening = serving.listener().listen(); !listening) {
        return refuse(listening.error().context, ExitCode::PreflightFailed);
    }
    fmt::print("serving {} variables at {} (Ctrl+C ends it)\n",
               serving.core().config().simulatedVariables, serving.core().config().endpointUrl);
    std::fflush(stdout);
    asio::signal_set signals(serving.shard().io(), SIGINT, SIGTERM);
    signals.async_wait(
        [&serving](const boost::system::error_code&, int) { serving.shard().stop(); });
    serving.shard().run();
    serving.listener().close();
    return ExitCode::Pass;
}

} // namespace

ExitCode runServer(const CommandLine& line)
{
    raiseDescriptorLimit();
    return line.control ? serveControlled() : serveAlone(line);
}

} // namespace app
