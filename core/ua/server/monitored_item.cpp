// SPDX-License-Identifier: MIT
#include "ua/server/monitored_item.h"

#include <algorithm>
#include <utility>

namespace ua {

void SampleQueue::push(Entry entry)
{
    if (m_count == m_entries.size()) {
        std::vector<Entry> larger(std::max<std::size_t>(1, m_entries.size() * 2));
        for (std::size_t i = 0; i < m_count; ++i) {
            larger[i] = std::move(m_entries[(m_head + i) % m_entries.size()]);
        }
        m_entries = std::move(larger);
        m_head = 0;
    }
    m_entries[(m_head + m_count) % m_entries.size()] = std::move(entry);
    ++m_count;
}

SampleQueue::Entry SampleQueue::pop()
{
    Entry entry = std::exchange(m_entries[m_head], {});
    m_head = (m_head + 1) % m_entries.size();
    --m_count;
    return entry;
}

void SampleQueue::clear()
{
    m_entries = {};
    m_head = 0;
    m_count = 0;
}

MonitoredItem::MonitoredItem(std::uint32_t id, Subscription& subscription, Node& node,
                             const ReadValueId& what, IndexRange range)
    : m_id(id)
    , m_subscription(&subscription)
    , m_node(&node)
    , m_attributeId(what.attributeId)
    , m_range(std::move(range))
{}

bool MonitoredItem::offer(const SamplePtr& sample)
{
    if (mode == MonitoringMode::Disabled) {
        return false;
    }
    if (m_last && !isChange(rule, m_last->value(), sample->value())) {
        return false;
    }
    enqueue(sample);
    return mode == MonitoringMode::Reporting || triggered;
}

void MonitoredItem::force(const SamplePtr& sample)
{
    if (mode != MonitoringMode::Disabled) {
        enqueue(sample);
    }
}

void MonitoredItem::enqueue(const SamplePtr& sample)
{
    m_last = sample;
    if (queue.size() < m_queueSize) {
        queue.push({sample, false});
        return;
    }
    ++m_overflows;
    if (m_queueSize == 1) {
        queue.front() = {sample, false}; // Part 4 §5.13.1.5: a queue of one never flags
    } else if (m_discardOldest) {
        queue.pop();
        queue.front().overflow = true; // the value that is now the oldest
        queue.push({sample, false});
    } else {
        queue.back() = {sample, true};
    }
}

void MonitoredItem::setQueueSize(std::uint32_t size, bool discardOldest)
{
    m_queueSize = std::max<std::uint32_t>(1, size);
    m_discardOldest = discardOldest;
    if (queue.size() <= m_queueSize) {
        return;
    }
    std::vector<SampleQueue::Entry> kept;
    while (!queue.empty()) {
        kept.push_back(queue.pop());
    }
    const auto excess = kept.size() - m_queueSize;
    m_overflows += static_cast<std::uint32_t>(excess);
    if (discardOldest) {
        kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(excess));
        kept.front().overflow = m_queueSize > 1;
    } else {
        const auto newest = kept.back().sample;
        kept.resize(m_queueSize);
        kept.back() = {newest, m_queueSize > 1};
    }
    for (auto& entry : kept) {
        queue.push(std::move(entry));
    }
}

void MonitoredItem::setMode(MonitoringMode newMode)
{
    mode = newMode;
    if (mode == MonitoringMode::Disabled) {
        queue.clear();
        m_last.reset();
        triggered = false;
    }
}

} // namespace ua
