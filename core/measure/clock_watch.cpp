// SPDX-License-Identifier: MIT
#include "measure/clock_watch.h"

#include <utility>

namespace measure {

std::optional<base::Duration> ClockWatch::step(base::WallTime wall, base::MonotonicTime monotonic)
{
    const auto before = std::exchange(m_wall, wall);
    const auto beforeMonotonic = std::exchange(m_monotonic, monotonic);
    if (!before) {
        return std::nullopt;
    }
    const base::Duration moved = (wall - *before) - (monotonic - beforeMonotonic);
    return moved > tolerance || moved < -tolerance ? std::optional(moved) : std::nullopt;
}

std::optional<base::Duration> ClockWatch::standstill(base::MonotonicTime now,
                                                     base::Duration expected)
{
    const auto before = std::exchange(m_lastSeen, now);
    if (!before) {
        return std::nullopt;
    }
    const base::Duration excess = now - *before - expected;
    return excess > tolerance ? std::optional(excess) : std::nullopt;
}

} // namespace measure
