// SPDX-License-Identifier: MIT
// A small sparse histogram for one session: thousands of these must fit where one HDR histogram of
// three digits takes 170 KB. Values are known to about 6 %, the largest exactly.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace load {

class LatencySketch
{
public:
    void record(std::int64_t value)
    {
        const auto bucket = bucketOf(value);
        const auto at = std::ranges::lower_bound(m_buckets, bucket, {},
                                                 &std::pair<std::uint16_t, std::uint32_t>::first);
        if (at != m_buckets.end() && at->first == bucket) {
            ++at->second;
        } else {
            m_buckets.insert(at, {bucket, 1});
        }
        ++m_count;
        m_max = std::max(m_max, value);
    }
    bool empty() const { return m_count == 0; }
    std::uint64_t count() const { return m_count; }
    std::int64_t max() const { return m_max; }
    /// Upper edge of the bucket that holds the percentile, never above max().
    std::int64_t valueAtPercentile(double percentile) const
    {
        const double wanted = percentile / 100 * static_cast<double>(m_count);
        std::uint64_t seen = 0;
        for (const auto& [bucket, count] : m_buckets) {
            seen += count;
            if (static_cast<double>(seen) >= wanted) {
                return std::min(upperEdge(bucket), m_max);
            }
        }
        return m_max;
    }

private:
    static constexpr unsigned subBits = 4;

    static std::uint16_t bucketOf(std::int64_t value)
    {
        const auto v = static_cast<std::uint64_t>(std::max<std::int64_t>(0, value));
        if (v < (1U << subBits)) {
            return static_cast<std::uint16_t>(v);
        }
        const auto shift = static_cast<unsigned>(std::bit_width(v)) - subBits - 1;
        return static_cast<std::uint16_t>(((shift + 1) << subBits) + (v >> shift) -
                                          (1U << subBits));
    }
    static std::int64_t upperEdge(std::uint16_t bucket)
    {
        if (bucket < (1U << subBits)) {
            return bucket;
        }
        const unsigned shift = (bucket >> subBits) - 1U;
        const std::uint64_t low = (bucket & ((1U << subBits) - 1)) + (1U << subBits);
        return static_cast<std::int64_t>(((low + 1) << shift) - 1);
    }

    std::vector<std::pair<std::uint16_t, std::uint32_t>> m_buckets;
    std::uint64_t m_count = 0;
    std::int64_t m_max = 0;
};

} // namespace load
