// SPDX-License-Identifier: MIT
#include "load/counter_track.h"

#include <algorithm>

namespace load {

void CounterTrack::start(std::uint64_t counter)
{
    m_first = counter;
    m_last = counter;
    m_started = true;
}

CounterTrack::Seen CounterTrack::take(std::uint64_t counter, std::uint64_t& skipped)
{
    skipped = 0;
    if (!m_started) {
        start(counter);
        return Seen::New;
    }
    if (counter > m_last) {
        if (counter > m_last + 1) {
            skipped = counter - m_last - 1;
            m_gaps.push_back({m_last + 1, counter - 1});
        }
        m_last = counter;
        return Seen::New;
    }
    const auto gap = std::ranges::find_if(
        m_gaps, [counter](const Gap& g) { return g.first <= counter && counter <= g.last; });
    if (gap == m_gaps.end()) {
        ++m_duplicates;
        return Seen::Duplicate;
    }
    const Gap whole = *gap;
    if (whole.first == counter && whole.last == counter) {
        m_gaps.erase(gap);
    } else if (whole.first == counter) {
        ++gap->first;
    } else if (whole.last == counter) {
        --gap->last;
    } else {
        gap->last = counter - 1;
        m_gaps.insert(gap + 1, {counter + 1, whole.last});
    }
    return Seen::New;
}

std::uint64_t CounterTrack::missing(std::uint64_t first, std::uint64_t last) const
{
    if (last < first) {
        return 0;
    }
    if (!m_started || m_last < first) {
        return last - first + 1;
    }
    std::uint64_t count = last > m_last ? last - m_last : 0;
    // Before the first value received, nothing came either.
    if (first < m_first) {
        count += std::min(m_first - 1, last) - first + 1;
    }
    for (const auto& gap : m_gaps) {
        const std::uint64_t low = std::max(first, gap.first);
        const std::uint64_t high = std::min(last, gap.last);
        count += low <= high ? high - low + 1 : 0;
    }
    return count;
}

} // namespace load
