// SPDX-License-Identifier: MIT
// One histogram metric over time: the encoded intervals and, made when first asked for, merges of
// 10, 60 and 600 neighbours, which are kept encoded too. An hour of samples then merges with a
// dozen decodes.
#pragma once

#include "measure/histogram.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace results {

struct IntervalFigures
{
    std::uint64_t count = 0;
    std::int64_t min = 0;
    std::int64_t max = 0;
    double mean = 0;
    std::int64_t p50 = 0;
    std::int64_t p95 = 0;
    std::int64_t p99 = 0;
    std::int64_t p999 = 0;
};

class HistogramTrack
{
public:
    void append(std::uint32_t sample, std::string encoded);
    std::size_t size() const { return m_entries.size(); }
    std::uint32_t sampleOf(std::size_t entry) const { return m_entries[entry].first; }
    /// Entries of the samples from ≤ index < to, as positions in this track.
    std::pair<std::size_t, std::size_t> entriesOf(std::uint32_t from, std::uint32_t to) const;
    /// Intervals that cannot be decoded count as empty.
    measure::Histogram merged(std::size_t begin, std::size_t end) const;
    const IntervalFigures& figures(std::size_t entry) const;
    /// Intervals found undecodable so far.
    std::size_t damaged() const { return m_damaged.size(); }

private:
    static constexpr std::array<std::size_t, 3> blockSizes{10, 60, 600};

    measure::Histogram leaf(std::size_t entry) const;
    measure::Histogram block(std::size_t level, std::size_t index) const;

    std::vector<std::pair<std::uint32_t, std::string>> m_entries;
    mutable std::array<std::map<std::size_t, std::string>, 3> m_blocks;
    mutable std::vector<std::optional<IntervalFigures>> m_figures;
    mutable std::set<std::size_t> m_damaged;
};

} // namespace results
