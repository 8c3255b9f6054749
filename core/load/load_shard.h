// SPDX-License-Identifier: MIT
// One thread of the load side with its sessions and recorders. Everything but the functions marked
// so belongs to that thread.
#pragma once

#include "base/random.h"
#include "load/load_session.h"
#include "load/session_setup.h"
#include "load/steady_window.h"
#include "load/workload_metrics.h"
#include "scenario/plan.h"
#include "ua/transport/shard.h"

#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace load {

class WorkloadRun;

struct SessionChange
{
    std::uint32_t session = 0;
    std::string workload;
    SessionState state = SessionState::Idle;
    ua::StatusCode status;
};

/// What the coordinator is told, from the shard's thread.
struct ShardEvents
{
    std::function<void(SessionChange)> sessionChanged;
    /// The first error of each status code, with its sentence.
    std::function<void(base::Error)> firstError;
};

class LoadShard
{
public:
    LoadShard(const scenario::Scenario& scenario, const scenario::Plan& plan, std::uint32_t index,
              SessionSetup setup, const base::Clock& clock, ShardEvents events);
    ~LoadShard();
    LoadShard(const LoadShard&) = delete;
    LoadShard& operator=(const LoadShard&) = delete;

    // From any thread:
    void start();
    void join();
    /// Runs `work` on the shard's thread and waits for it.
    template <typename T>
    T ask(std::function<T()> work);
    ShardSample takeSample();
    /// Establishes all sessions, `concurrency` at a time; `done` is called on the shard's thread.
    void ramp(std::uint32_t concurrency, double ratePerSecond, std::function<void()> done);
    /// Workloads begin at `t`, open loops count from it.
    void beginWork(base::MonotonicTime t);
    void setWindow(const SteadyWindow& window);
    /// No new operations.
    void stopWork();
    /// Closes every session; `done` when all are closed.
    void closeSessions(std::function<void()> done);
    void stopThread();

    // On the shard's thread:
    ua::Shard& shard() { return m_shard; }
    const SessionSetup& setup() const { return m_setup; }
    const scenario::Scenario& scenario() const { return m_scenario; }
    const SteadyWindow& window() const { return m_window; }
    std::uint32_t index() const { return m_index; }
    std::uint32_t shardCount() const { return m_shardCount; }
    WorkloadMetrics& metrics(const std::string& workload) { return m_sample.workloads[workload]; }
    std::map<std::string, std::int64_t>& counters() { return m_sample.counters; }
    void recordConnect(const char* stage, base::Duration duration)
    {
        m_sample.connect[stage].record(duration.count());
    }
    void note(ua::StatusCode status, std::int64_t count = 1);
    void noteEstablished() { m_lastEstablished = m_shard.clock().monotonic(); }
    void firstError(const base::Error& error);
    void report(SessionChange change);
    bool isStopping() const { return m_stopping; }
    ua::Awaitable<void> pause(base::Duration duration);
    /// A timer was due then: how late it fired.
    void recordLag(base::MonotonicTime due);
    std::vector<std::unique_ptr<WorkloadRun>>& workloads() { return m_workloads; }

    base::MonotonicTime firstConnect() const { return m_firstConnect; }
    base::MonotonicTime lastEstablished() const { return m_lastEstablished; }

private:
    ua::Awaitable<void> establishNext();
    ua::Awaitable<void> probeLag();
    std::vector<LoadSession*> allSessions();

    const scenario::Scenario& m_scenario;
    std::uint32_t m_index;
    std::uint32_t m_shardCount;
    SessionSetup m_setup;
    ShardEvents m_events;
    ua::Shard m_shard;
    std::thread m_thread;
    std::vector<std::unique_ptr<WorkloadRun>> m_workloads;
    ShardSample m_sample;
    SteadyWindow m_window;
    std::map<std::uint32_t, std::uint64_t> m_seenErrors;
    std::vector<LoadSession*> m_toEstablish;
    std::size_t m_nextToEstablish = 0;
    std::uint32_t m_establishing = 0;
    base::MonotonicTime m_nextConnect{0};
    base::Duration m_connectSpacing{0};
    std::function<void()> m_rampDone;
    base::MonotonicTime m_firstConnect{INT64_MAX};
    base::MonotonicTime m_lastEstablished{0};
    bool m_stopping = false;
};

template <typename T>
T LoadShard::ask(std::function<T()> work)
{
    std::promise<T> promise;
    auto future = promise.get_future();
    m_shard.post([&] {
        if constexpr (std::is_void_v<T>) {
            work();
            promise.set_value();
        } else {
            promise.set_value(work());
        }
    });
    return future.get();
}

} // namespace load
