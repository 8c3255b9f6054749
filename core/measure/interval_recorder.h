// SPDX-License-Identifier: MIT
// Records into the histogram of the running interval and hands it over at the interval's end.
// Owned by one shard's thread: nothing here is locked.
#pragma once

#include "measure/histogram.h"

#include <utility>

namespace measure {

class IntervalRecorder
{
public:
    static constexpr std::int64_t oneMinute = 60'000'000'000;

    /// Values up to `expectedMax` are recorded without allocating.
    explicit IntervalRecorder(std::int64_t expectedMax = oneMinute)
        : m_current(expectedMax)
        , m_total(expectedMax)
    {}

    void record(std::int64_t value, std::uint64_t count = 1) { m_current.record(value, count); }

    /// Ends the interval. `interval` is given the values; what it held is forgotten, its room is
    /// used for the next interval. With the same object each time nothing is allocated.
    void takeInterval(Histogram& interval)
    {
        m_total.merge(m_current);
        interval.clear();
        std::swap(interval, m_current);
    }
    Histogram takeInterval()
    {
        Histogram interval;
        takeInterval(interval);
        return interval;
    }

    const Histogram& current() const { return m_current; }
    /// All intervals taken so far.
    const Histogram& total() const { return m_total; }
    /// A new phase begins: earlier intervals leave the total.
    void resetTotal() { m_total.clear(); }

private:
    Histogram m_current;
    Histogram m_total;
};

} // namespace measure
