// SPDX-License-Identifier: MIT
// Counts of values by size, in the layout of HdrHistogram with three significant digits and unit
// resolution one: a value is known to 0.1 %, whatever its size. Recording is a few shifts and an
// addition; merging adds counts, so that percentiles of a merged histogram are exact and nothing
// is ever averaged.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace measure {

class Histogram
{
public:
    static constexpr int significantDigits = 3;
    /// Values below this have a bucket of their own; above, buckets double in width at each power
    /// of two.
    static constexpr std::int64_t subBucketCount = 2048;
    static constexpr std::size_t maxBuckets = 54U * 1024U;

    Histogram() = default;
    /// Reserves room, so that record() allocates nothing for values up to `expectedMax`.
    explicit Histogram(std::int64_t expectedMax);

    /// Negative values (a clock step between two machines) are counted apart and have no bucket.
    void record(std::int64_t value, std::uint64_t count = 1)
    {
        if (value < 0) {
            m_negative += count;
            return;
        }
        const std::size_t index = indexOf(value);
        if (index >= m_counts.size()) {
            grow(index);
        }
        m_counts[index] += count;
        m_count += count;
        m_sum += static_cast<Wide>(value) * count;
        m_min = value < m_min ? value : m_min;
        m_max = value > m_max ? value : m_max;
    }
    void merge(const Histogram& other);
    /// Forgets all values, keeps the room.
    void clear();

    bool empty() const { return m_count == 0; }
    std::uint64_t count() const { return m_count; }
    std::uint64_t negativeCount() const { return m_negative; }
    /// The smallest and largest value as recorded; after decoding, the edge of its bucket. 0 if
    /// empty.
    std::int64_t min() const { return m_count == 0 ? 0 : m_min; }
    std::int64_t max() const { return m_max; }
    /// From the exact sum; 0 if empty.
    double mean() const;
    /// The smallest recorded value that at least `percentile` per cent of all values do not exceed,
    /// to the accuracy of a bucket (its upper edge) and never above max(). 0 if empty.
    std::int64_t valueAtPercentile(double percentile) const;
    /// How many values are at or below `value`, to the accuracy of a bucket.
    std::uint64_t countAtOrBelow(std::int64_t value) const;

    /// Calls visit(lowest, highest, count) for every bucket that is not empty, in ascending order.
    template <typename Visit>
    void forEach(Visit&& visit) const
    {
        for (std::size_t i = usedBegin(), end = usedEnd(); i < end; ++i) {
            if (m_counts[i] != 0) {
                visit(lowestOf(i), highestOf(i), m_counts[i]);
            }
        }
    }

    /// The count of a bucket by index, for encoders; 0 beyond the used ones.
    std::uint64_t countAt(std::size_t index) const
    {
        return index < m_counts.size() ? m_counts[index] : 0;
    }
    /// One past the last bucket that is not empty.
    std::size_t usedEnd() const { return m_count == 0 ? 0 : indexOf(m_max) + 1; }
    /// Adds values known by their bucket only: their sum is that of the bucket's middle.
    void addToBucket(std::size_t index, std::uint64_t count);

    static std::size_t indexOf(std::int64_t value)
    {
        const auto bits = static_cast<std::uint64_t>(value);
        const int bucket = 53 - std::countl_zero(bits | (subBucketCount - 1));
        return (static_cast<std::size_t>(bucket) << 10U) +
               static_cast<std::size_t>(bits >> static_cast<unsigned>(bucket));
    }
    static std::int64_t lowestOf(std::size_t index);
    static std::int64_t highestOf(std::size_t index);

    /// The same values to the accuracy of a bucket: counts alone are compared.
    friend bool operator==(const Histogram& a, const Histogram& b) { return a.sameCounts(b); }

private:
    __extension__ using Wide = unsigned __int128;

    void grow(std::size_t index);
    std::size_t usedBegin() const { return m_count == 0 ? 0 : indexOf(m_min); }
    bool sameCounts(const Histogram& other) const;

    std::vector<std::uint64_t> m_counts;
    std::uint64_t m_count = 0;
    std::uint64_t m_negative = 0;
    Wide m_sum = 0;
    std::int64_t m_min = std::numeric_limits<std::int64_t>::max();
    std::int64_t m_max = 0;
};

} // namespace measure
