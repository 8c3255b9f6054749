// SPDX-License-Identifier: MIT
#include "measure/histogram.h"

#include <algorithm>
#include <cmath>

namespace measure {

namespace {

constexpr std::size_t halfCount = 1024;

/// Power of two by which the values of a bucket are wider than one.
unsigned shiftOf(std::size_t index)
{
    return index < 2 * halfCount ? 0U : static_cast<unsigned>(index / halfCount - 1);
}

} // namespace

Histogram::Histogram(std::int64_t expectedMax)
{
    grow(indexOf(std::max<std::int64_t>(expectedMax, 0)));
}

std::int64_t Histogram::lowestOf(std::size_t index)
{
    const unsigned shift = shiftOf(index);
    return static_cast<std::int64_t>((index - shift * halfCount) << shift);
}

std::int64_t Histogram::highestOf(std::size_t index)
{
    return lowestOf(index) + static_cast<std::int64_t>((std::uint64_t{1} << shiftOf(index)) - 1);
}

void Histogram::grow(std::size_t index)
{
    // Whole powers of two at a time: growth is rare and the size depends on the range only.
    m_counts.resize(std::min(maxBuckets, (index / halfCount + 1) * halfCount));
}

void Histogram::merge(const Histogram& other)
{
    m_negative += other.m_negative;
    if (other.m_count == 0) {
        return;
    }
    const std::size_t end = other.usedEnd();
    if (end > m_counts.size()) {
        grow(end - 1);
    }
    for (std::size_t i = other.usedBegin(); i < end; ++i) {
        m_counts[i] += other.m_counts[i];
    }
    m_count += other.m_count;
    m_sum += other.m_sum;
    m_min = std::min(m_min, other.m_min);
    m_max = std::max(m_max, other.m_max);
}

void Histogram::clear()
{
    std::fill(m_counts.begin() + static_cast<std::ptrdiff_t>(usedBegin()),
              m_counts.begin() + static_cast<std::ptrdiff_t>(usedEnd()), 0);
    m_count = 0;
    m_negative = 0;
    m_sum = 0;
    m_min = std::numeric_limits<std::int64_t>::max();
    m_max = 0;
}

double Histogram::mean() const
{
    return m_count == 0 ? 0.0 : static_cast<double>(m_sum) / static_cast<double>(m_count);
}

std::int64_t Histogram::valueAtPercentile(double percentile) const
{
    if (m_count == 0) {
        return 0;
    }
    // One step below the percentile asked for: 99.9 % of 1000 is 999 and must not round up to 1000.
    const double wanted = std::nextafter(std::clamp(percentile, 0.0, 100.0), -1.0) / 100.0 *
                          static_cast<double>(m_count);
    const auto rank = std::max<std::uint64_t>(
        1, std::min(m_count, static_cast<std::uint64_t>(std::ceil(std::max(wanted, 0.0)))));
    std::uint64_t seen = 0;
    for (std::size_t i = usedBegin(), end = usedEnd(); i < end; ++i) {
        seen += m_counts[i];
        if (seen >= rank) {
            return std::min(percentile <= 0 ? lowestOf(i) : highestOf(i), m_max);
        }
    }
    return m_max;
}

std::uint64_t Histogram::countAtOrBelow(std::int64_t value) const
{
    if (value < 0 || m_count == 0) {
        return 0;
    }
    const std::size_t end = std::min(usedEnd(), indexOf(value) + 1);
    std::uint64_t total = 0;
    for (std::size_t i = usedBegin(); i < end; ++i) {
        total += m_counts[i];
    }
    return total;
}

void Histogram::addToBucket(std::size_t index, std::uint64_t count)
{
    if (count == 0 || index >= maxBuckets) {
        return;
    }
    if (index >= m_counts.size()) {
        grow(index);
    }
    const std::int64_t low = lowestOf(index);
    const std::int64_t high = highestOf(index);
    m_counts[index] += count;
    m_count += count;
    m_sum += static_cast<Wide>(low + (high - low + 1) / 2) * count;
    m_min = std::min(m_min, low);
    m_max = std::max(m_max, high);
}

bool Histogram::sameCounts(const Histogram& other) const
{
    if (m_count != other.m_count || m_negative != other.m_negative ||
        usedEnd() != other.usedEnd()) {
        return false;
    }
    const auto end = static_cast<std::ptrdiff_t>(usedEnd());
    return std::equal(m_counts.begin(), m_counts.begin() + end, other.m_counts.begin());
}

} // namespace measure
