// SPDX-License-Identifier: MIT
#include "load/cell_run.h"

#include "load/schedule.h"
#include "load/serve_request.h"
#include "load/workload_run.h"
#include "measure/histogram_codec.h"
#include "results/verdict.h"
#include "ua/types/status_names.h"

#include <boost/asio/co_spawn.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unistd.h>

namespace load {

namespace {

/// For waits that only time ends.
bool never()
{
    return false;
}

constexpr auto pollInterval = std::chrono::milliseconds(20);
/// From telling the shards of the window to its begin.
constexpr auto windowLead = std::chrono::milliseconds(20);
constexpr auto serverStartTimeout = std::chrono::seconds(20);
constexpr auto closeTimeout = std::chrono::seconds(15);

} // namespace

CellRun::CellRun(const scenario::Cell& cell, std::uint32_t number, RunWriter& writer,
                 const base::AnchoredClock& clock, const std::atomic<int>& interrupts,
                 std::string executable, std::filesystem::path pki, std::uint32_t cores,
                 std::function<std::vector<std::string>()> takeMarks)
    : m_scenario(cell.scenario)
    , m_number(number)
    , m_writer(writer)
    , m_clock(clock)
    , m_interrupts(interrupts)
    , m_executable(std::move(executable))
    , m_pki(std::move(pki))
    , m_takeMarks(std::move(takeMarks))
    , m_coordinator(clock)
{
    scenario::CoreCounts counts;
    // The embedded server needs a core of its own; against a foreign one all are ours.
    counts.load = m_scenario.target.embedded() != nullptr ? std::max(1U, cores - 1) : cores;
    counts.server = 1;
    m_plan = scenario::makePlan(m_scenario, counts);
}

CellRun::~CellRun()
{
    for (auto& shard : m_shards) {
        shard->join();
    }
}

CellEnd CellRun::run(const std::vector<ua::ApplicationIdentity>& identities)
{
    CellEnd end = CellEnd::Interrupted;
    ua::asio::co_spawn(m_coordinator.io(), story(identities),
                       [&](std::exception_ptr failure, CellEnd result) {
                           end = result;
                           if (failure) {
                               try {
                                   std::rethrow_exception(failure);
                               } catch (const std::exception& e) {
                                   m_message = e.what();
                               }
                           }
                           m_coordinator.stop();
                       });
    m_coordinator.run();
    if (m_server) {
        m_server->stop(std::chrono::seconds(3));
    }
    for (auto& shard : m_shards) {
        shard->join();
    }
    return end;
}

ua::Awaitable<base::Result<std::string>> CellRun::startServer()
{
    if (const auto* external = m_scenario.target.external()) {
        co_return external->url;
    }
    m_server = std::make_unique<ServerProcess>(m_coordinator.executor());
    ServeRequest request;
    request.scenario = m_scenario;
    request.clockBaseNs = m_clock.base().ns;
    request.pki = m_pki;
    auto started = m_server->start(m_executable, serveRequestLine(request));
    if (!started) {
        co_return std::unexpected(started.error());
    }
    const auto deadline = m_clock.monotonic() + serverStartTimeout;
    while (!m_server->isReady()) {
        co_await pause(std::chrono::milliseconds(5));
        if (!m_server->failure().empty()) {
            co_return base::fail(ua::status::BadConfigurationError, m_server->failure());
        }
        if (const auto how = m_server->ended()) {
            co_return base::fail(ua::status::BadUnexpectedError,
                                 fmt::format("the server ended before it was ready: {}", *how));
        }
        if (m_clock.monotonic() > deadline) {
            co_return base::fail(ua::status::BadTimeout, "the server did not become ready");
        }
    }
    co_return m_server->ready()->url;
}

ua::Awaitable<CellEnd> CellRun::story(const std::vector<ua::ApplicationIdentity>& identities)
{
    for (const auto& problem : checkLocalLimits(m_plan)) {
        m_writer.notice("warning: " + problem);
        results::FindingRecord finding;
        finding.atNs = m_writer.atNs();
        finding.cell = m_number;
        finding.kind = "local-limits";
        finding.severity = results::Severity::Caveat;
        finding.text = problem;
        m_writer.append(finding);
    }
    if (const auto* embedded = m_scenario.target.embedded();
        embedded != nullptr && embedded->shards.value_or(1) > 1) {
        results::FindingRecord finding;
        finding.atNs = m_writer.atNs();
        finding.cell = m_number;
        finding.kind = "server-shards";
        finding.severity = results::Severity::Caveat;
        finding.text = fmt::format("target.shards asks for {} threads, this version's server runs "
                                   "on one",
                                   *embedded->shards);
        m_writer.append(std::move(finding));
    }
    auto url = co_await startServer();
    if (!url) {
        m_message = "starting the server: " + url.error().context;
        co_return CellEnd::PreflightFailed;
    }
    auto setup = co_await prepareSessions(m_coordinator, m_scenario, *url, identities);
    if (!setup) {
        m_message = "preflight: " + setup.error().context;
        co_return CellEnd::PreflightFailed;
    }
    ShardEvents events;
    events.sessionChanged = [this](SessionChange change) {
        const std::lock_guard lock(m_eventsLock);
        m_changes.push_back(std::move(change));
    };
    events.firstError = [this](base::Error error) {
        const std::lock_guard lock(m_eventsLock);
        m_errors.push_back(std::move(error));
    };
    for (std::uint32_t i = 0; i < m_plan.loadShards; ++i) {
        SessionSetup own = *setup;
        m_shards.push_back(
            std::make_unique<LoadShard>(m_scenario, m_plan, i, std::move(own), m_clock, events));
    }
    for (auto& shard : m_shards) {
        shard->start();
    }
    m_lastSample = m_clock.monotonic();
    m_nextSample = m_lastSample + m_scenario.sampleInterval;
    const bool ramped = co_await ramp();
    bool whole = ramped;
    if (ramped) {
        whole = co_await measured();
    }
    co_await finish();
    if (!whole) {
        if (!m_serverDied) {
            m_writer.event(m_number, "interrupted",
                           m_message.empty() ? "the run was stopped before its end" : m_message);
        }
        co_return CellEnd::Interrupted;
    }
    co_return CellEnd::Finished;
}

ua::Awaitable<bool> CellRun::ramp()
{
    beginPhase(results::Phase::Ramp);
    // Written even when they stay 0: what no sample names was not measured.
    m_nextCounters = {{"sessions.requested", static_cast<std::int64_t>(m_plan.sessions)},
                      {"sessions.established", 0},
                      {"sessions.subscribed", 0},
                      {"sessions.retries", 0}};
    const auto& ramp = m_scenario.phases.ramp;
    const double rate = ramp.rate ? *ramp.rate / m_plan.loadShards : 0;
    for (auto& shard : m_shards) {
        shard->ramp(ramp.concurrencyPerCore, rate, [this] { ++m_rampsDone; });
    }
    const auto allRamped = [this] { return m_rampsDone == m_shards.size(); };
    const auto deadline = m_clock.monotonic() + ramp.timeout;
    const bool whole = co_await waitUntil(deadline, allRamped);
    if (whole && m_rampsDone < m_shards.size()) {
        m_writer.event(m_number, "ramp-timeout",
                       "not all sessions were established when the ramp's time was over");
    }
    std::int64_t established = 0;
    base::MonotonicTime first{INT64_MAX};
    base::MonotonicTime last{0};
    for (auto& shard : m_shards) {
        const auto times = shard->ask<std::pair<base::MonotonicTime, base::MonotonicTime>>(
            [&shard] { return std::pair(shard->firstConnect(), shard->lastEstablished()); });
        first = std::min(first, times.first);
        last = std::max(last, times.second);
    }
    takeSample();
    const auto window = m_writer.model().cellWindow(m_number);
    if (window) {
        established = m_writer.model().counter("sessions.established", *window).value_or(0);
    }
    const auto codes =
        window ? m_writer.model().statusCodes(*window) : std::map<std::string, std::int64_t>();
    if (const auto own = codes.find("BadTcpNotEnoughResources");
        own != codes.end() && established < static_cast<std::int64_t>(m_plan.sessions)) {
        // Ours, not the server's: the result says nothing about it.
        results::FindingRecord finding;
        finding.atNs = m_writer.atNs();
        finding.cell = m_number;
        finding.kind = "local-limits";
        finding.severity = results::Severity::Invalid;
        finding.text = fmt::format("only {} of {} sessions could be started: the load side ran out "
                                   "of file descriptors or ports",
                                   established, m_plan.sessions);
        finding.evidence = fmt::format("{} connects failed before they left", own->second);
        m_writer.append(std::move(finding));
    }
    if (established > 0 && last > first) {
        m_nextGauges["sessions.rate"] =
            static_cast<double>(established) / std::chrono::duration<double>(last - first).count();
    }
    endPhase();
    co_return whole;
}

ua::Awaitable<bool> CellRun::measured()
{
    beginPhase(results::Phase::Settle);
    m_workBegan = m_clock.monotonic() + std::chrono::milliseconds(20);
    for (auto& shard : m_shards) {
        shard->beginWork(m_workBegan);
    }
    const bool settled = co_await waitFor(m_scenario.phases.settle);
    if (!settled) {
        endPhase();
        co_return false;
    }
    // The shards know the window before the settle phase's last sample is cut: no value is counted
    // under the wrong phase.
    const auto begin = m_clock.monotonic() + windowLead;
    m_window.begin = begin;
    m_window.end = begin + m_scenario.phases.steady;
    m_window.beginWall = m_clock.wall() + windowLead;
    m_window.endWall = m_window.beginWall + m_scenario.phases.steady;
    for (auto& shard : m_shards) {
        shard->setWindow(m_window);
    }
    endPhase();
    markServer();
    beginPhase(results::Phase::Steady);
    const bool whole = co_await waitUntil(m_window.end, never);
    markServer();
    if (!whole) {
        // Cut short: what was measured so far is judged.
        m_window.end = std::min(m_window.end, m_clock.monotonic());
        m_window.endWall = std::min(m_window.endWall, m_clock.wall());
        for (auto& shard : m_shards) {
            shard->setWindow(m_window);
        }
    }
    for (auto& shard : m_shards) {
        shard->stopWork();
    }
    endPhase();
    beginPhase(results::Phase::Drain);
    // Draining has its deadline by itself; a second interrupt ends it.
    const auto drainEnd = m_clock.monotonic() + m_scenario.phases.drain;
    while (m_clock.monotonic() < drainEnd && m_interrupts < 2 && !m_serverDied) {
        co_await pause(pollInterval);
        if (m_clock.monotonic() >= m_nextSample) {
            takeSample();
        }
        checkServer();
    }
    judge();
    endPhase();
    co_return whole;
}

void CellRun::judge()
{
    WrittenRanges written;
    for (auto& shard : m_shards) {
        const auto own = shard->ask<WrittenRanges>([&shard] {
            WrittenRanges ranges;
            for (const auto& workload : shard->workloads()) {
                workload->addWritten(ranges);
            }
            return ranges;
        });
        written.insert(own.begin(), own.end());
    }
    if (m_server && m_server->marks().size() >= 2) {
        // The server's own driver wrote these, the same counter to every variable.
        const auto& marks = m_server->marks();
        const WrittenRange range{marks[marks.size() - 2] + 1, marks.back()};
        const auto* embedded = m_scenario.target.embedded();
        for (std::uint32_t v = 0; range.first <= range.last && v < embedded->server.variables;
             ++v) {
            written.emplace(v, range);
        }
    }
    for (auto& shard : m_shards) {
        shard->ask<void>([&] {
            for (auto& workload : shard->workloads()) {
                workload->judge(written);
            }
        });
    }
}

ua::Awaitable<void> CellRun::finish()
{
    for (auto& shard : m_shards) {
        const auto records = shard->ask<std::vector<results::SessionSummaryRecord>>([&shard] {
            std::vector<results::SessionSummaryRecord> all;
            for (auto& workload : shard->workloads()) {
                for (auto* session : workload->sessions()) {
                    results::SessionSummaryRecord record;
                    record.session = session->number();
                    record.workload = session->workload();
                    record.state = std::string(sessionStateName(session->state()));
                    record.statusCode = ua::statusKey(session->lastStatus());
                    workload->summarise(*session, record);
                    all.push_back(std::move(record));
                }
            }
            return all;
        });
        for (auto record : records) {
            record.atNs = m_writer.atNs();
            record.cell = m_number;
            m_writer.append(std::move(record));
        }
        shard->stopWork();
    }
    // Everything is given back, unless nobody is there or somebody is in a hurry.
    if (m_interrupts < 2 && !m_serverDied) {
        for (auto& shard : m_shards) {
            shard->closeSessions([this] { ++m_closesDone; });
        }
        const auto deadline = m_clock.monotonic() + closeTimeout;
        while (m_closesDone < m_shards.size() && m_clock.monotonic() < deadline &&
               m_interrupts < 2) {
            co_await pause(pollInterval);
        }
    }
    takeSessionChanges();
}

ua::Awaitable<void> CellRun::pause(base::Duration duration)
{
    ua::Timer timer(m_coordinator.executor());
    timer.expires_after(duration);
    co_await timer.async_wait(ua::useAwaitable);
}

ua::Awaitable<bool> CellRun::waitFor(base::Duration duration)
{
    const auto deadline = m_clock.monotonic() + duration;
    const bool whole = co_await waitUntil(deadline, never);
    co_return whole;
}

ua::Awaitable<bool> CellRun::waitUntil(base::MonotonicTime deadline, std::function<bool()> done)
{
    for (;;) {
        const auto now = m_clock.monotonic();
        if (now >= deadline || done()) {
            co_return !isCutShort();
        }
        if (isCutShort()) {
            co_return false;
        }
        if (now >= m_nextSample) {
            takeSample();
            abortOnFailedThresholds();
        }
        const auto wake = std::min({deadline, m_nextSample, m_clock.monotonic() + pollInterval});
        ua::Timer timer(m_coordinator.executor());
        timer.expires_at(std::chrono::steady_clock::time_point(std::chrono::nanoseconds(wake.ns)));
        co_await timer.async_wait(ua::useAwaitable);
        watchForStandstill(pollInterval);
        checkServer();
    }
}

void CellRun::watchForStandstill(base::Duration expected)
{
    const auto stood = m_clockWatch.standstill(m_clock.monotonic(), expected);
    if (!stood) {
        return;
    }
    results::FindingRecord finding;
    finding.atNs = m_writer.atNs();
    finding.cell = m_number;
    finding.kind = "standstill";
    // In the measured phase nothing was offered meanwhile: no figure about the server.
    finding.severity =
        m_phase == results::Phase::Steady ? results::Severity::Invalid : results::Severity::Info;
    finding.text = fmt::format("the load side itself stood still for {:.1f} s (suspended, stopped "
                               "or starved of CPU)",
                               std::chrono::duration<double>(*stood).count());
    m_writer.append(std::move(finding));
}

bool CellRun::isCutShort()
{
    return m_interrupts > 0 || m_serverDied || m_aborted;
}

void CellRun::checkServer()
{
    if (!m_server || m_serverDied) {
        return;
    }
    if (const auto how = m_server->ended()) {
        m_serverDied = true;
        m_message = "the server died: " + *how;
        m_writer.event(m_number, "interrupted", m_message);
        m_writer.notice(m_message);
    }
}

void CellRun::abortOnFailedThresholds()
{
    if (m_phase != results::Phase::Steady) {
        return;
    }
    for (const auto& threshold : m_scenario.thresholds) {
        if (threshold.abortOnFail &&
            results::evaluate(threshold, m_writer.model(), m_number).state ==
                results::CriterionState::Fail) {
            m_aborted = true;
            m_message = "stopped by abortOnFail: " + threshold.expression;
        }
    }
}

void CellRun::markServer()
{
    if (m_server) {
        m_server->send(R"({"mark":true})");
    }
}

void CellRun::beginPhase(results::Phase phase)
{
    m_phase = phase;
    results::PhaseRecord record;
    record.atNs = m_writer.atNs();
    record.cell = m_number;
    record.phase = phase;
    record.begins = true;
    m_writer.append(record);
}

void CellRun::endPhase()
{
    takeSample();
    results::PhaseRecord record;
    record.atNs = m_writer.atNs();
    record.cell = m_number;
    record.phase = m_phase;
    record.begins = false;
    m_writer.append(record);
}

} // namespace load
