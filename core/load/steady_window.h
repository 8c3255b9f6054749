// SPDX-License-Identifier: MIT
// The measured phase in both clocks, as shards see it.
#pragma once

#include "base/clock.h"

namespace load {

/// What counts: operations that start, and values whose source timestamp lies, in [begin, end).
struct SteadyWindow
{
    base::MonotonicTime begin{INT64_MAX};
    base::MonotonicTime end{INT64_MAX};
    base::WallTime beginWall{INT64_MAX};
    base::WallTime endWall{INT64_MAX};

    bool contains(base::MonotonicTime t) const { return begin <= t && t < end; }
    bool contains(base::WallTime t) const { return beginWall <= t && t < endWall; }
    /// Until the window is known everything is counted, each sample under its phase; from then on
    /// only what began in the window, also while draining.
    bool counts(base::MonotonicTime t) const { return begin.ns == INT64_MAX || contains(t); }
    bool counts(base::WallTime t) const { return beginWall.ns == INT64_MAX || contains(t); }
};

/// Counters whose writing completed inside the window, of one variable.
struct WrittenRange
{
    std::uint64_t first = 0;
    std::uint64_t last = 0; ///< below `first`: none
};

} // namespace load
