// SPDX-License-Identifier: MIT
// What one monitored item received of a strictly increasing counter: exact about gaps, duplicates
// and late values whatever the order, in memory that grows only with the number of gaps.
#pragma once

#include <cstdint>
#include <vector>

namespace load {

class CounterTrack
{
public:
    enum class Seen : std::uint8_t { New, Duplicate };

    /// The initial value after creation: counting starts behind it.
    void start(std::uint64_t counter);
    bool started() const { return m_started; }
    /// A value was received. `skipped` is set to how many values before it have not been seen.
    Seen take(std::uint64_t counter, std::uint64_t& skipped);

    /// Of the counters first…last, how many never came. Nothing is expected when last < first.
    std::uint64_t missing(std::uint64_t first, std::uint64_t last) const;
    std::uint64_t last() const { return m_last; }
    std::uint64_t duplicates() const { return m_duplicates; }

private:
    struct Gap
    {
        std::uint64_t first;
        std::uint64_t last;
    };
    std::vector<Gap> m_gaps; // ascending
    std::uint64_t m_first = 0;
    std::uint64_t m_last = 0;
    std::uint64_t m_duplicates = 0;
    bool m_started = false;
};

} // namespace load
