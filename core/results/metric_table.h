// SPDX-License-Identifier: MIT
// What is known of a metric by its name alone, as a reader of run logs sees it: kind, unit, meaning
// and the part of a cell it is judged over. The names are those of scenario/metric_catalogue.h.
#pragma once

#include "scenario/threshold.h"

#include <optional>
#include <string>
#include <string_view>

namespace results {

struct MetricDescription
{
    std::string name;
    scenario::MetricKind kind = scenario::MetricKind::Gauge;
    /// "ns", "bytes", "1/s", "cores" or empty.
    std::string unit;
    std::string meaning;

    friend bool operator==(const MetricDescription&, const MetricDescription&) = default;
};

/// Nothing for a name no run has. Whatever stands before the first dot is taken for a workload
/// unless it is a reserved word.
std::optional<MetricDescription> describeMetric(std::string_view name);
/// "histogram", "counter", "gauge", "rate".
std::string_view metricKindName(scenario::MetricKind kind);

/// Which part of a cell a metric is judged over.
enum class Scope {
    /// Establishment: sessions.*, connect.*, <workload>.itemsCreated and itemsFailed.
    Cell,
    /// Processes and machine, load.lag, server.*: the steady phase.
    Steady,
    /// Workloads: steady and drain, since drain counts only what began in steady.
    SteadyAndDrain,
};
Scope scopeOf(std::string_view metric);

} // namespace results
