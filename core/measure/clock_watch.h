// SPDX-License-Identifier: MIT
// Notices what spoils a measurement from outside: the wall clock was stepped, or this process stood
// still (suspended, stopped, starved) (field case L07).
#pragma once

#include "base/clock.h"

#include <optional>

namespace measure {

class ClockWatch
{
public:
    static constexpr base::Duration tolerance = std::chrono::seconds(1);

    /// How far the wall clock was moved against the monotonic one since the last call, when more
    /// than the tolerance.
    std::optional<base::Duration> step(base::WallTime wall, base::MonotonicTime monotonic);
    /// How much longer than `expected` it took to be called again, when more than the tolerance.
    std::optional<base::Duration> standstill(base::MonotonicTime now, base::Duration expected);

private:
    std::optional<base::WallTime> m_wall;
    base::MonotonicTime m_monotonic;
    std::optional<base::MonotonicTime> m_lastSeen;
};

} // namespace measure
