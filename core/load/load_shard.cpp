// SPDX-License-Identifier: MIT
#include "load/load_shard.h"

#include "load/affinity.h"
#include "load/workload_run.h"
#include "ua/types/status_names.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>

#include <algorithm>

namespace load {

namespace asio = boost::asio;

namespace {
constexpr auto lagProbeInterval = std::chrono::milliseconds(10);
}

LoadShard::LoadShard(const scenario::Scenario& scenario, const scenario::Plan& plan,
                     std::uint32_t index, SessionSetup setup, const base::Clock& clock,
                     ShardEvents events)
    : m_scenario(scenario)
    , m_index(index)
    , m_shardCount(plan.loadShards)
    , m_setup(std::move(setup))
    , m_events(std::move(events))
    , m_shard(clock)
{
    std::uint32_t first = 0;
    for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
        m_workloads.push_back(makeWorkloadRun(*this, w, first));
        first += scenario.workloads[w].sessions;
    }
}

LoadShard::~LoadShard()
{
    join();
}

void LoadShard::start()
{
    asio::co_spawn(m_shard.io(), probeLag(), asio::detached);
    m_thread = std::thread([this] {
        if (const auto pinned = pinToCores(m_scenario.load.cores); !pinned) {
            m_events.firstError(pinned.error());
        }
        const auto keepAlive = asio::make_work_guard(m_shard.io());
        m_shard.run();
    });
}

void LoadShard::join()
{
    if (m_thread.joinable()) {
        stopThread();
        m_thread.join();
    }
}

void LoadShard::stopThread()
{
    m_shard.stop();
}

ua::Awaitable<void> LoadShard::pause(base::Duration duration)
{
    ua::Timer timer(m_shard.executor());
    timer.expires_after(duration);
    co_await timer.async_wait(ua::useAwaitable);
}

void LoadShard::recordLag(base::MonotonicTime due)
{
    m_sample.lag.record((m_shard.clock().monotonic() - due).count());
}

ua::Awaitable<void> LoadShard::probeLag()
{
    ua::Timer timer(m_shard.executor());
    base::MonotonicTime due = m_shard.clock().monotonic();
    for (;;) {
        due = due + lagProbeInterval;
        const auto now = m_shard.clock().monotonic();
        if (due < now) { // a long stall is one sample, not a burst of them
            due = now + lagProbeInterval;
        }
        timer.expires_at(std::chrono::steady_clock::time_point(std::chrono::nanoseconds(due.ns)));
        co_await timer.async_wait(ua::useAwaitable);
        recordLag(due);
    }
}

void LoadShard::note(ua::StatusCode status, std::int64_t count)
{
    if (count > 0) {
        m_sample.statusCodes[ua::statusKey(status)] += count;
    }
}

void LoadShard::firstError(const base::Error& error)
{
    if (m_seenErrors[error.status.value]++ == 0) {
        m_events.firstError(error);
    }
}

void LoadShard::report(SessionChange change)
{
    m_events.sessionChanged(std::move(change));
}

ShardSample LoadShard::takeSample()
{
    return ask<ShardSample>([this] {
        for (auto& workload : m_workloads) {
            workload->beforeSample();
        }
        return std::exchange(m_sample, {});
    });
}

std::vector<LoadSession*> LoadShard::allSessions()
{
    std::vector<LoadSession*> all;
    for (auto& workload : m_workloads) {
        std::ranges::copy(workload->sessions(), std::back_inserter(all));
    }
    // Few writers and readers first: without them thousands of subscribers receive nothing. Then
    // in the plan's order.
    std::ranges::sort(all, {}, [this](const LoadSession* session) {
        const auto& workloads = m_scenario.workloads;
        const auto own =
            std::ranges::find(workloads, session->workload(), &scenario::Workload::name);
        return std::pair(own->sessions, session->number());
    });
    return all;
}

void LoadShard::ramp(std::uint32_t concurrency, double ratePerSecond, std::function<void()> done)
{
    m_shard.post([this, concurrency, ratePerSecond, done = std::move(done)]() mutable {
        m_toEstablish = allSessions();
        m_nextToEstablish = 0;
        m_rampDone = std::move(done);
        m_firstConnect = m_shard.clock().monotonic();
        m_nextConnect = m_firstConnect;
        m_connectSpacing = ratePerSecond > 0
                               ? base::Duration(static_cast<std::int64_t>(1e9 / ratePerSecond))
                               : base::Duration(0);
        if (m_toEstablish.empty()) {
            m_rampDone();
            return;
        }
        m_establishing =
            std::min<std::uint32_t>(concurrency, static_cast<std::uint32_t>(m_toEstablish.size()));
        for (std::uint32_t i = 0, n = m_establishing; i < n; ++i) {
            asio::co_spawn(m_shard.io(), establishNext(), asio::detached);
        }
    });
}

ua::Awaitable<void> LoadShard::establishNext()
{
    while (m_nextToEstablish < m_toEstablish.size() && !m_stopping) {
        LoadSession& session = *m_toEstablish[m_nextToEstablish++];
        if (m_connectSpacing > base::Duration(0)) {
            const auto at = m_nextConnect;
            m_nextConnect = m_nextConnect + m_connectSpacing;
            const auto now = m_shard.clock().monotonic();
            if (at > now) {
                co_await pause(at - now);
            }
        }
        co_await session.establish();
    }
    if (--m_establishing == 0 && m_rampDone) {
        auto done = std::exchange(m_rampDone, nullptr);
        done();
    }
}

void LoadShard::beginWork(base::MonotonicTime t)
{
    m_shard.post([this, t] {
        for (auto& workload : m_workloads) {
            workload->begin(t);
        }
    });
}

void LoadShard::setWindow(const SteadyWindow& window)
{
    m_shard.post([this, window] { m_window = window; });
}

void LoadShard::stopWork()
{
    m_shard.post([this] {
        m_stopping = true;
        for (auto& workload : m_workloads) {
            workload->stop();
        }
    });
}

void LoadShard::closeSessions(std::function<void()> done)
{
    m_shard.post([this, done = std::move(done)] {
        const auto left = std::make_shared<std::size_t>(allSessions().size());
        if (*left == 0) {
            done();
            return;
        }
        for (auto* session : allSessions()) {
            asio::co_spawn(m_shard.io(), session->close(), [left, done](std::exception_ptr) {
                if (--*left == 0) {
                    done();
                }
            });
        }
    });
}

} // namespace load
