// SPDX-License-Identifier: MIT
#include "results/statistics.h"

#include <algorithm>

namespace results {

namespace {

/// All pairs of so many points are 80 000 slopes: milliseconds.
constexpr std::size_t maxPoints = 400;

std::vector<Point> reduced(const std::vector<Point>& points)
{
    if (points.size() <= maxPoints) {
        return points;
    }
    std::vector<Point> parts;
    for (std::size_t i = 0; i < maxPoints; ++i) {
        const std::size_t begin = i * points.size() / maxPoints;
        const std::size_t end = (i + 1) * points.size() / maxPoints;
        std::vector<double> values;
        for (std::size_t k = begin; k < end; ++k) {
            values.push_back(points[k].value);
        }
        parts.push_back({points[(begin + end - 1) / 2].atNs, median(std::move(values))});
    }
    return parts;
}

} // namespace

double median(std::vector<double> values)
{
    if (values.empty()) {
        return 0;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) {
        return *middle;
    }
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

std::optional<double> slopePerMinute(const std::vector<Point>& points)
{
    if (points.size() < 3) {
        return std::nullopt;
    }
    const auto parts = reduced(points);
    std::vector<double> slopes;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (std::size_t k = i + 1; k < parts.size(); ++k) {
            if (parts[k].atNs > parts[i].atNs) {
                slopes.push_back((parts[k].value - parts[i].value) * 60e9 /
                                 static_cast<double>(parts[k].atNs - parts[i].atNs));
            }
        }
    }
    return slopes.empty() ? std::nullopt : std::optional(median(std::move(slopes)));
}

} // namespace results
