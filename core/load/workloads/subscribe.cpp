// SPDX-License-Identifier: MIT
#include "load/workloads/subscribe.h"

#include "load/load_shard.h"
#include "ua/types/status_names.h"

#include <algorithm>

namespace load {

namespace {

constexpr std::uint32_t overflowBits = 0x480;
/// Items of one CreateMonitoredItems when the server names no limit.
constexpr std::uint32_t itemsPerCall = 1'000;

double milliseconds(base::Duration d)
{
    return std::chrono::duration<double, std::milli>(d).count();
}

} // namespace

SubscribeSession::SubscribeSession(LoadShard& shard, const scenario::Workload& workload,
                                   std::uint32_t number, std::uint64_t index)
    : LoadSession(shard, workload, number, index)
    , m_subscribe(std::get<scenario::SubscribeWorkload>(workload.work))
{}

ua::Awaitable<base::Result<void>> SubscribeSession::prepare()
{
    m_statusSeen.clear(); // counts of the session before this one
    m_starvedSeen = 0;
    // After a reconnect the tracks go on: what was missed meanwhile is a gap.
    m_items.resize(std::size_t{m_subscribe.subscriptions} * m_subscribe.items);
    for (auto& item : m_items) {
        item.initial = true;
    }
    for (std::uint32_t s = 0; s < m_subscribe.subscriptions; ++s) {
        ua::CreateSubscriptionRequest request;
        request.requestedPublishingInterval = milliseconds(m_subscribe.publishingInterval);
        request.requestedLifetimeCount = m_subscribe.lifetimeCount;
        request.requestedMaxKeepAliveCount = m_subscribe.keepAliveCount;
        request.maxNotificationsPerPublish = m_subscribe.maxNotificationsPerPublish;
        request.publishingEnabled = true;
        request.priority = static_cast<std::uint8_t>(m_subscribe.priority);
        auto id = co_await session()->createSubscription(request, *this);
        if (!id) {
            co_return std::unexpected(id.error());
        }
        m_revisedInterval = session()->publishing().find(*id)->publishingInterval;
        auto created = co_await createItems(*id, s);
        if (!created) {
            co_return created;
        }
    }
    const double revised = std::max(m_revisedSampling, 0.0) + 2 * m_revisedInterval;
    m_deadline = std::chrono::microseconds(static_cast<std::int64_t>(revised * 1000));
    co_return base::Result<void>{};
}

ua::Awaitable<base::Result<void>> SubscribeSession::createItems(std::uint32_t subscriptionId,
                                                                std::uint64_t subscription)
{
    const std::uint32_t limit = shard().setup().maxMonitoredItemsPerCall;
    std::uint32_t perCall = limit == 0 ? itemsPerCall : std::min(limit, itemsPerCall);
    std::uint32_t done = 0;
    base::Result<void> outcome;
    while (done < m_subscribe.items) {
        const std::uint32_t count = std::min(perCall, m_subscribe.items - done);
        ua::CreateMonitoredItemsRequest request;
        request.subscriptionId = subscriptionId;
        request.timestampsToReturn = ua::TimestampsToReturn::Source;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint64_t item = done + i;
            const auto handle = static_cast<std::uint32_t>(subscription * m_subscribe.items + item);
            m_items[handle].variable =
                scenario::subscribedVariable(m_subscribe, index(), subscription, item);
            ua::MonitoredItemCreateRequest one;
            one.itemToMonitor.nodeId = shard().setup().node(m_items[handle].variable);
            one.itemToMonitor.attributeId = ua::attribute::Value;
            one.monitoringMode = ua::MonitoringMode::Reporting;
            one.requestedParameters.clientHandle = handle;
            one.requestedParameters.samplingInterval =
                m_subscribe.samplingInterval ? milliseconds(*m_subscribe.samplingInterval) : -1;
            one.requestedParameters.queueSize = m_subscribe.queueSize;
            one.requestedParameters.discardOldest = m_subscribe.discardOldest;
            request.itemsToCreate.push_back(std::move(one));
        }
        auto response = co_await session()->call<ua::CreateMonitoredItemsResponse>(request);
        if (!response && response.error().status == ua::status::BadTooManyOperations &&
            perCall > 1) {
            perCall = (perCall + 1) / 2; // the server takes fewer than it said (case P13)
            continue;
        }
        if (!response) {
            co_return std::unexpected(response.error());
        }
        // Each item has its own status: what does not exist is not counted as created.
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto handle =
                static_cast<std::uint32_t>(subscription * m_subscribe.items + done + i);
            const bool answered = i < response->results.size();
            const auto status =
                answered ? response->results[i].statusCode : ua::status::BadUnknownResponse;
            m_items[handle].created = status.isGood();
            if (status.isGood()) {
                ++metrics().counters["itemsCreated"];
                m_revisedSampling = response->results[i].revisedSamplingInterval;
                m_revisedQueue = response->results[i].revisedQueueSize;
            } else {
                ++metrics().counters["itemsFailed"];
                note(status);
                const base::Error error{status,
                                        "CreateMonitoredItems: " +
                                            request.itemsToCreate[i].itemToMonitor.nodeId.text() +
                                            ": " + ua::statusText(status)};
                shard().firstError(error);
                outcome = std::unexpected(error);
            }
        }
        done += count;
    }
    // Some items failed: the session goes on with the others.
    static_cast<void>(outcome);
    co_return base::Result<void>{};
}

void SubscribeSession::onValue(const ua::MessageInfo& info, std::uint32_t clientHandle,
                               const ua::DataValue& value)
{
    if (clientHandle >= m_items.size()) {
        ++metrics().counters["unknownHandles"];
        return;
    }
    Item& item = m_items[clientHandle];
    const auto status = value.statusOrGood();
    if (!status.isGood()) {
        note(status);
    }
    const auto* counter = value.value ? value.value->getIf<std::uint64_t>() : nullptr;
    const bool initial = std::exchange(item.initial, false);
    if (counter != nullptr && initial) {
        if (!item.track.started()) {
            item.track.start(*counter);
        } else if (*counter > item.track.last()) {
            std::uint64_t skipped = 0; // its source timestamp is old: no latency
            item.track.take(*counter, skipped);
        }
        return;
    }
    if (initial) {
        return;
    }
    count(info, item, counter == nullptr ? 0 : *counter, value);
}

void SubscribeSession::count(const ua::MessageInfo& info, Item& item, std::uint64_t counter,
                             const ua::DataValue& value)
{
    const auto& window = shard().window();
    const base::WallTime source =
        value.sourceTimestamp ? value.sourceTimestamp->wall() : info.publishTime;
    auto& m = metrics();
    std::uint64_t skipped = 0;
    if (counter != 0) {
        if (item.track.take(counter, skipped) == CounterTrack::Seen::Duplicate) {
            ++m.counters["duplicates"];
            return;
        }
    }
    if (!window.counts(source)) {
        return; // written before or after the steady phase
    }
    m_receivedInWindow += window.contains(source) ? 1 : 0;
    if ((value.statusOrGood().value & overflowBits) == overflowBits) {
        ++m.counters["drops.overflow"];
    }
    ++m_received;
    ++m.counters["received"];
    m_longestSilenceNs = m_lastReceivedNs == 0
                             ? 0
                             : std::max(m_longestSilenceNs, info.received.ns - m_lastReceivedNs);
    m_lastReceivedNs = info.received.ns;
    if (info.republished) {
        return;
    }
    const std::int64_t latency = (info.received - source).count();
    m.latency.record(latency);
    m.delivery.record((info.received - info.publishTime).count());
    if (window.contains(source)) {
        m_latency.record(latency);
    }
    if (base::Duration(latency) > m_deadline) {
        ++m.counters["late"];
    }
}

void SubscribeSession::onLost(std::uint32_t, std::uint64_t messages)
{
    metrics().counters["drops.gap"] += static_cast<std::int64_t>(messages);
}

void SubscribeSession::onStatusChange(std::uint32_t, ua::StatusCode status)
{
    note(status);
    shard().firstError({status, "the server ended a subscription: " + ua::statusText(status)});
}

bool SubscribeSession::judge(const WrittenRanges& written)
{
    std::uint64_t expected = 0;
    std::uint64_t missing = 0;
    for (const auto& item : m_items) {
        const auto range = written.find(item.variable);
        if (range == written.end() || range->second.last < range->second.first) {
            continue;
        }
        expected += range->second.last - range->second.first + 1;
        missing += item.track.missing(range->second.first, range->second.last);
    }
    m_missing = missing;
    auto& counters = metrics().counters;
    counters["expected"] += static_cast<std::int64_t>(expected);
    counters["drops"] += static_cast<std::int64_t>(missing);
    // A write may lie inside the window by its completion and outside by its source timestamp.
    if (expected > 0) {
        counters["received"] += static_cast<std::int64_t>(expected - missing) - m_receivedInWindow;
    }
    return missing > 0;
}

void SubscribeSession::collect()
{
    if (session() == nullptr) {
        return;
    }
    // Faults of Publish and Republish come outside any call of ours.
    for (const auto& [code, count] : session()->statusCounts()) {
        auto& seen = m_statusSeen[code];
        shard().note(ua::StatusCode{code},
                     static_cast<std::int64_t>(count - std::min(seen, count)));
        seen = count;
    }
    const auto starved = session()->publishing().counters().starved;
    if (starved > m_starvedSeen) {
        metrics().counters["publishStarved"] += static_cast<std::int64_t>(starved - m_starvedSeen);
        m_starvedSeen = starved;
    }
}

void SubscribeSession::summarise(results::SessionSummaryRecord& record) const
{
    record.values["received"] = static_cast<double>(m_received);
    record.values["missing"] = static_cast<double>(m_missing);
    record.values["longestSilence_ns"] = static_cast<double>(m_longestSilenceNs);
    if (!m_latency.empty()) {
        record.values["latency.p50_ns"] = static_cast<double>(m_latency.valueAtPercentile(50));
        record.values["latency.p95_ns"] = static_cast<double>(m_latency.valueAtPercentile(95));
        record.values["latency.max_ns"] = static_cast<double>(m_latency.max());
    }
    record.revised["publishingInterval_ms"] = {milliseconds(m_subscribe.publishingInterval),
                                               m_revisedInterval};
    record.revised["samplingInterval_ms"] = {
        m_subscribe.samplingInterval ? milliseconds(*m_subscribe.samplingInterval) : -1,
        m_revisedSampling};
    record.revised["queueSize"] = {static_cast<double>(m_subscribe.queueSize),
                                   static_cast<double>(m_revisedQueue)};
}

SubscribeRun::SubscribeRun(LoadShard& shard, std::size_t workload, std::uint32_t firstSession)
    : WorkloadRun(shard, shard.scenario().workloads[workload])
{
    for (std::uint32_t i = 0; i < m_workload.sessions; ++i) {
        if (scenario::shardOf(shard.scenario(), workload, i, shard.shardCount()) == shard.index()) {
            m_sessions.push_back(
                std::make_unique<SubscribeSession>(shard, m_workload, firstSession + i, i));
        }
    }
}

std::vector<LoadSession*> SubscribeRun::sessions()
{
    std::vector<LoadSession*> all;
    for (auto& session : m_sessions) {
        all.push_back(session.get());
    }
    return all;
}

void SubscribeRun::beforeSample()
{
    for (auto& session : m_sessions) {
        session->collect();
    }
}

void SubscribeRun::judge(const WrittenRanges& written)
{
    std::int64_t withMissing = 0;
    for (auto& session : m_sessions) {
        withMissing += session->judge(written) ? 1 : 0;
    }
    auto& counters = m_shard.metrics(name()).counters;
    counters["sessionsMissing"] += withMissing;
}

void SubscribeRun::summarise(LoadSession& session, results::SessionSummaryRecord& record) const
{
    for (const auto& own : m_sessions) {
        if (own.get() == &session) {
            own->summarise(record);
        }
    }
}

} // namespace load
