// SPDX-License-Identifier: MIT
// Sessions with subscriptions: what arrives, how late, and what is lost.
#pragma once

#include "load/counter_track.h"
#include "load/latency_sketch.h"
#include "load/workload_run.h"
#include "ua/client/client_subscription.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace load {

class SubscribeSession final : public LoadSession, public ua::SubscriptionHandler
{
public:
    SubscribeSession(LoadShard& shard, const scenario::Workload& workload, std::uint32_t number,
                     std::uint64_t index);

    void onValue(const ua::MessageInfo& info, std::uint32_t clientHandle,
                 const ua::DataValue& value) override;
    void onLost(std::uint32_t subscriptionId, std::uint64_t messages) override;
    void onStatusChange(std::uint32_t subscriptionId, ua::StatusCode status) override;

    /// Counts what never came; true when something is missing.
    bool judge(const WrittenRanges& written);
    /// publishStarved and the like, since the last sample.
    void collect();
    void summarise(results::SessionSummaryRecord& record) const;

protected:
    ua::Awaitable<base::Result<void>> prepare() override;

private:
    struct Item
    {
        std::uint64_t variable = 0;
        CounterTrack track;
        bool created = false;
        /// The next value is the initial one: its source timestamp is old.
        bool initial = true;
    };

    ua::Awaitable<base::Result<void>> createItems(std::uint32_t subscriptionId,
                                                  std::uint64_t subscription);
    void count(const ua::MessageInfo& info, Item& item, std::uint64_t counter,
               const ua::DataValue& value);

    const scenario::SubscribeWorkload& m_subscribe;
    std::vector<Item> m_items; // by client handle
    base::Duration m_deadline{};
    double m_revisedInterval = 0;
    double m_revisedSampling = 0;
    std::uint32_t m_revisedQueue = 0;
    std::uint64_t m_received = 0;
    /// Counted since the window was set; judge() brings it into line with what was expected.
    std::int64_t m_receivedInWindow = 0;
    std::uint64_t m_missing = 0;
    std::uint64_t m_starvedSeen = 0;
    std::map<std::uint32_t, std::uint64_t> m_statusSeen;
    std::int64_t m_lastReceivedNs = 0;
    std::int64_t m_longestSilenceNs = 0;
    LatencySketch m_latency;
};

class SubscribeRun final : public WorkloadRun
{
public:
    SubscribeRun(LoadShard& shard, std::size_t workload, std::uint32_t firstSession);

    std::vector<LoadSession*> sessions() override;
    void begin(base::MonotonicTime) override {}
    void stop() override {}
    void beforeSample() override;
    void judge(const WrittenRanges& written) override;
    void summarise(LoadSession& session, results::SessionSummaryRecord& record) const override;

private:
    std::vector<std::unique_ptr<SubscribeSession>> m_sessions;
};

} // namespace load
