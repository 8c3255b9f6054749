// SPDX-License-Identifier: MIT
// Items sampled at one interval. Variables that tell of their changes cost nothing while they do
// not change: only dirty items are looked at on a tick.
#pragma once

#include "base/clock.h"

#include <cstdint>
#include <vector>

namespace ua {

class MonitoredItem;

class SamplingGroup
{
public:
    explicit SamplingGroup(base::Duration interval)
        : m_interval(interval)
    {}

    base::Duration interval() const { return m_interval; }
    /// The end of the interval that `now` lies in; ticks are aligned so that items share them.
    base::MonotonicTime nextTick(base::MonotonicTime now) const
    {
        const auto size = m_interval.count();
        return {(now.ns / size + 1) * size};
    }

    /// Changed since the last tick.
    std::vector<MonitoredItem*> dirty;
    /// Values that only reading them can tell of.
    std::vector<MonitoredItem*> polled;
    bool scheduled = false;

private:
    base::Duration m_interval;
};

} // namespace ua
