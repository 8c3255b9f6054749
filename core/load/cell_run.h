// SPDX-License-Identifier: MIT
// One cell of a run: a fresh embedded server (or the external one), the sessions, the phases.
#pragma once

#include "load/load_shard.h"
#include "load/preflight.h"
#include "load/run_writer.h"
#include "load/server_process.h"
#include "measure/clock_watch.h"
#include "measure/process_sampler.h"
#include "scenario/matrix.h"
#include "scenario/plan.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace load {

enum class CellEnd : std::uint8_t { Finished, Interrupted, PreflightFailed };

/// As session records name it.
std::string_view sessionStateName(SessionState state);

class CellRun
{
public:
    CellRun(const scenario::Cell& cell, std::uint32_t number, RunWriter& writer,
            const base::AnchoredClock& clock, const std::atomic<int>& interrupts,
            std::string executable, std::filesystem::path pki, std::uint32_t cores,
            std::function<std::vector<std::string>()> takeMarks);
    ~CellRun();
    CellRun(const CellRun&) = delete;
    CellRun& operator=(const CellRun&) = delete;

    /// Runs the coordinator's loop until the cell is over.
    CellEnd run(const std::vector<ua::ApplicationIdentity>& identities);
    const std::string& message() const { return m_message; }

private:
    ua::Awaitable<CellEnd> story(const std::vector<ua::ApplicationIdentity>& identities);
    ua::Awaitable<base::Result<std::string>> startServer();
    /// Waits, sampling meanwhile, until `done` or the deadline; false when it was cut short.
    ua::Awaitable<bool> waitUntil(base::MonotonicTime deadline, std::function<bool()> done);
    ua::Awaitable<bool> waitFor(base::Duration duration);
    /// Neither samples nor looks whether the run was cut short.
    ua::Awaitable<void> pause(base::Duration duration);
    ua::Awaitable<bool> ramp();
    ua::Awaitable<bool> measured();
    ua::Awaitable<void> finish();
    void judge();
    void beginPhase(results::Phase phase);
    void endPhase();
    void takeSample();
    void sampleProcesses(results::SampleRecord& record, base::MonotonicTime now);
    void takeSessionChanges();
    bool isCutShort();
    void checkServer();
    void abortOnFailedThresholds();
    void markServer();
    void watchForStandstill(base::Duration expected);

    const scenario::Scenario& m_scenario;
    std::uint32_t m_number;
    RunWriter& m_writer;
    const base::AnchoredClock& m_clock;
    const std::atomic<int>& m_interrupts;
    std::string m_executable;
    std::filesystem::path m_pki;
    std::function<std::vector<std::string>()> m_takeMarks;
    scenario::Plan m_plan;
    ua::Shard m_coordinator;
    std::unique_ptr<ServerProcess> m_server;
    std::vector<std::unique_ptr<LoadShard>> m_shards;
    results::Phase m_phase = results::Phase::Ramp;
    base::MonotonicTime m_lastSample{};
    base::MonotonicTime m_nextSample{};
    measure::ClockWatch m_clockWatch;
    /// What the next sample carries besides.
    std::map<std::string, std::int64_t> m_nextCounters;
    std::map<std::string, double> m_nextGauges;
    SteadyWindow m_window;
    measure::ProcessCpu m_loadCpu;
    measure::ProcessCpu m_serverCpu;
    measure::MachineSampler m_machine;
    std::mutex m_eventsLock; // session changes cross threads, outside the hot path
    std::vector<SessionChange> m_changes;
    std::vector<base::Error> m_errors;
    std::atomic<std::uint32_t> m_rampsDone{0};
    std::atomic<std::uint32_t> m_closesDone{0};
    base::MonotonicTime m_workBegan{};
    std::string m_message;
    bool m_aborted = false;
    bool m_serverDied = false;
};

} // namespace load
