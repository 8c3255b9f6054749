// SPDX-License-Identifier: MIT
// A monitored item: what it watches, its filter and its queue (Part 4 §5.13).
#pragma once

#include "base/clock.h"
#include "ua/server/data_change_filter.h"
#include "ua/server/index_range.h"
#include "ua/server/node.h"
#include "ua/server/sample.h"
#include "ua/types/services/attribute.h"
#include "ua/types/services/monitored_item.h"

#include <cstdint>
#include <vector>

namespace ua {

class Subscription;
class SamplingGroup;

/// Ring of queued samples; holds no memory while empty.
class SampleQueue
{
public:
    struct Entry
    {
        SamplePtr sample;
        bool overflow = false;
    };
    std::size_t size() const { return m_count; }
    bool empty() const { return m_count == 0; }
    Entry& front() { return m_entries[m_head]; }
    Entry& back() { return m_entries[(m_head + m_count - 1) % m_entries.size()]; }
    void push(Entry entry);
    Entry pop();
    void clear();

private:
    std::vector<Entry> m_entries;
    std::size_t m_head = 0;
    std::size_t m_count = 0;
};

class MonitoredItem
{
public:
    MonitoredItem(std::uint32_t id, Subscription& subscription, Node& node, const ReadValueId& what,
                  IndexRange range);

    std::uint32_t id() const { return m_id; }
    Node& node() const { return *m_node; }
    std::uint32_t attributeId() const { return m_attributeId; }
    const IndexRange& range() const { return m_range; }
    Subscription& subscription() const { return *m_subscription; }
    void moveTo(Subscription& subscription) { m_subscription = &subscription; }

    /// Offers a sample; queues it if the mode and the filter say so. True when something waits to
    /// be reported.
    bool offer(const SamplePtr& sample);
    /// The current value, queued whatever the filter says (first value, ResendData).
    void force(const SamplePtr& sample);
    /// Shrinks or grows the queue by the discard policy.
    void setQueueSize(std::uint32_t size, bool discardOldest);
    void setMode(MonitoringMode mode);

    MonitoringMode mode = MonitoringMode::Reporting;
    TimestampsToReturn timestamps = TimestampsToReturn::Both;
    std::uint32_t clientHandle = 0;
    base::Duration samplingInterval{0};
    ChangeRule rule;
    SampleQueue queue;
    /// Items whose queued values go out when this one reports (SetTriggering).
    std::vector<std::uint32_t> triggeredItems;
    /// Set by a trigger: report what is queued although the mode is Sampling.
    bool triggered = false;
    /// In the subscription's list of items with something to report.
    bool listed = false;
    /// Waiting for its sampling group's next tick.
    bool dirty = false;
    SamplingGroup* group = nullptr;

    std::uint32_t queueSize() const { return m_queueSize; }
    bool discardOldest() const { return m_discardOldest; }
    std::uint32_t overflows() const { return m_overflows; }

private:
    void enqueue(const SamplePtr& sample);

    std::uint32_t m_id;
    Subscription* m_subscription;
    Node* m_node;
    std::uint32_t m_attributeId;
    IndexRange m_range;
    std::uint32_t m_queueSize = 1;
    bool m_discardOldest = true;
    std::uint32_t m_overflows = 0;
    /// Last value queued: what the filter compares with.
    SamplePtr m_last;
};

} // namespace ua
