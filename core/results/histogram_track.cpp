// SPDX-License-Identifier: MIT
#include "results/histogram_track.h"

#include "measure/histogram_codec.h"

#include <algorithm>

namespace results {

void HistogramTrack::append(std::uint32_t sample, std::string encoded)
{
    m_entries.emplace_back(sample, std::move(encoded));
}

std::pair<std::size_t, std::size_t> HistogramTrack::entriesOf(std::uint32_t from,
                                                              std::uint32_t to) const
{
    const auto before = [](const auto& entry, std::uint32_t sample) {
        return entry.first < sample;
    };
    const auto begin = std::lower_bound(m_entries.begin(), m_entries.end(), from, before);
    const auto end = std::lower_bound(begin, m_entries.end(), std::max(from, to), before);
    return {static_cast<std::size_t>(begin - m_entries.begin()),
            static_cast<std::size_t>(end - m_entries.begin())};
}

measure::Histogram HistogramTrack::leaf(std::size_t entry) const
{
    auto decoded = measure::decodeHistogram(m_entries[entry].second);
    if (!decoded) {
        m_damaged.insert(entry);
        return {};
    }
    return std::move(*decoded);
}

measure::Histogram HistogramTrack::block(std::size_t level, std::size_t index) const
{
    if (const auto known = m_blocks[level].find(index); known != m_blocks[level].end()) {
        // Our own text: it was encoded below.
        return measure::decodeHistogram(known->second).value_or(measure::Histogram());
    }
    measure::Histogram sum;
    if (level == 0) {
        for (std::size_t i = index * blockSizes[0]; i < (index + 1) * blockSizes[0]; ++i) {
            sum.merge(leaf(i));
        }
    } else {
        const std::size_t parts = blockSizes[level] / blockSizes[level - 1];
        for (std::size_t i = index * parts; i < (index + 1) * parts; ++i) {
            sum.merge(block(level - 1, i));
        }
    }
    m_blocks[level].emplace(index, measure::encodeHistogram(sum));
    return sum;
}

measure::Histogram HistogramTrack::merged(std::size_t begin, std::size_t end) const
{
    measure::Histogram sum;
    end = std::min(end, m_entries.size());
    for (std::size_t i = begin; i < end;) {
        std::size_t level = blockSizes.size();
        while (level > 0 && (i % blockSizes[level - 1] != 0 || i + blockSizes[level - 1] > end)) {
            --level;
        }
        if (level == 0) {
            sum.merge(leaf(i));
            ++i;
        } else {
            sum.merge(block(level - 1, i / blockSizes[level - 1]));
            i += blockSizes[level - 1];
        }
    }
    return sum;
}

const IntervalFigures& HistogramTrack::figures(std::size_t entry) const
{
    m_figures.resize(m_entries.size());
    auto& figures = m_figures[entry];
    if (!figures) {
        const auto histogram = leaf(entry);
        figures = IntervalFigures{histogram.count(),
                                  histogram.min(),
                                  histogram.max(),
                                  histogram.mean(),
                                  histogram.valueAtPercentile(50),
                                  histogram.valueAtPercentile(95),
                                  histogram.valueAtPercentile(99),
                                  histogram.valueAtPercentile(99.9)};
    }
    return *figures;
}

} // namespace results
