// SPDX-License-Identifier: MIT
// Statistics of time series that a few outliers cannot fool.
#pragma once

#include "results/run_model.h"

#include <optional>
#include <vector>

namespace results {

/// Theil-Sen: the median of the slopes between all pairs of points, per minute. Long series are
/// first reduced to the medians of equal parts. Nothing below three points or without any span.
std::optional<double> slopePerMinute(const std::vector<Point>& points);
/// Of an unsorted list; 0 when empty.
double median(std::vector<double> values);

} // namespace results
