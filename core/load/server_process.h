// SPDX-License-Identifier: MIT
// The embedded server as a child process: `--serve --control`, JSON lines on its standard input
// and output. It ends when its standard input ends or its parent dies.
#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "ua/transport/asio_types.h"

#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace load {

struct ServerReady
{
    std::string url;
    std::uint16_t port = 0;
};

/// What the server counted since it was last asked.
struct ServerSample
{
    std::map<std::string, std::int64_t> counters;
    std::map<std::string, double> gauges;
    /// Encoded; one for each of the server's own samples.
    std::map<std::string, std::vector<std::string>> histograms;
};

class ServerProcess
{
public:
    explicit ServerProcess(ua::Executor executor);
    ~ServerProcess();
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    /// Starts the executable and hands it the first line (the scenario and what goes with it).
    base::Result<void> start(const std::string& executable, const std::string& firstLine);
    bool isReady() const { return m_ready.has_value(); }
    const std::optional<ServerReady>& ready() const { return m_ready; }
    /// Why it said it cannot start.
    const std::string& failure() const { return m_failure; }
    void send(std::string_view line);
    ServerSample takeSample();
    /// Last value of the counter that the server's own driver writes, at each mark, in order.
    const std::vector<std::uint64_t>& marks() const { return m_marks; }

    pid_t pid() const { return m_pid; }
    /// Reaps the child if it has ended: "killed by signal 9 (Killed)" with the last lines of its
    /// error output. Nothing while it runs.
    std::optional<std::string> ended();
    /// Asks it to end, then closes its input; after the grace period kills it.
    void stop(base::Duration grace);

private:
    using Pipe = boost::asio::posix::basic_stream_descriptor<ua::Executor>;

    void readOutput();
    void readErrors();
    void takeLine(std::string_view line);

    ua::Executor m_executor;
    pid_t m_pid = -1;
    int m_input = -1;
    std::optional<Pipe> m_output;
    std::optional<Pipe> m_errors;
    std::string m_pending;
    std::string m_errorTail;
    std::array<char, 65'536> m_outputBuffer{};
    std::array<char, 4'096> m_errorBuffer{};
    std::optional<ServerReady> m_ready;
    std::string m_failure;
    std::optional<std::string> m_ended;
    ServerSample m_sample;
    std::vector<std::uint64_t> m_marks;
};

} // namespace load
