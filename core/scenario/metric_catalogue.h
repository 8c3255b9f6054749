// SPDX-License-Identifier: MIT
// The metrics a run can have, by name: what kind each is, its unit and its meaning. Thresholds are
// checked against it before a run, so that a misspelt metric is an error and not a missing row.
#pragma once

#include "scenario/scenario.h"
#include "scenario/threshold.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace scenario {

struct MetricInfo
{
    /// Full name ("server.rss"), or what follows the workload's name ("latency").
    std::string_view name;
    MetricKind kind;
    /// "ns", "bytes", "1/s", "cores", or empty for a plain number.
    std::string_view unit;
    std::string_view meaning;
};

/// Metrics every run has.
std::span<const MetricInfo> runMetrics();
/// Metrics of a workload, after "<workload>.".
std::span<const MetricInfo> workloadMetrics();

/// The entry for a full name in this scenario; nothing when there is no such metric.
std::optional<MetricInfo> findMetric(const Scenario& scenario, std::string_view name);
/// The nearest known name, if it looks like a typing error.
std::optional<std::string> nearestMetric(const Scenario& scenario, std::string_view name);
/// First parts of metric names that no workload may have as its name.
bool isReservedName(std::string_view workload);

} // namespace scenario
