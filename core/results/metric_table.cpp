// SPDX-License-Identifier: MIT
#include "results/metric_table.h"

#include "scenario/metric_catalogue.h"

#include <algorithm>

namespace results {

namespace {

std::optional<MetricDescription> findIn(std::span<const scenario::MetricInfo> table,
                                        std::string_view key, std::string_view name)
{
    const auto at = std::find_if(table.begin(), table.end(),
                                 [&](const auto& metric) { return metric.name == key; });
    if (at == table.end()) {
        return std::nullopt;
    }
    return MetricDescription{std::string(name), at->kind, std::string(at->unit),
                             std::string(at->meaning)};
}

} // namespace

std::optional<MetricDescription> describeMetric(std::string_view name)
{
    if (const auto known = findIn(scenario::runMetrics(), name, name)) {
        return known;
    }
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) {
        return std::nullopt;
    }
    const auto first = name.substr(0, dot);
    const auto rest = name.substr(dot + 1);
    if (first == "window") {
        auto same = findIn(scenario::runMetrics(), "load." + std::string(rest), name);
        if (same) {
            same->meaning = "the same of the window";
        }
        return same;
    }
    if (name.ends_with(".negative")) {
        const auto of = describeMetric(name.substr(0, name.size() - 9));
        if (of && of->kind == scenario::MetricKind::Histogram) {
            return MetricDescription{std::string(name), scenario::MetricKind::Counter, "",
                                     "values of " + of->name + " below zero"};
        }
    }
    if (scenario::isReservedName(first)) {
        return std::nullopt;
    }
    if (const auto known = findIn(scenario::workloadMetrics(), rest, name)) {
        return known;
    }
    return rest.starts_with("sessions.") ? findIn(scenario::runMetrics(), rest, name)
                                         : std::nullopt;
}

std::string_view metricKindName(scenario::MetricKind kind)
{
    switch (kind) {
    case scenario::MetricKind::Histogram:
        return "histogram";
    case scenario::MetricKind::Counter:
        return "counter";
    case scenario::MetricKind::Gauge:
        return "gauge";
    case scenario::MetricKind::Rate:
        return "rate";
    }
    return "gauge";
}

Scope scopeOf(std::string_view metric)
{
    const auto first = metric.substr(0, metric.find('.'));
    if (first == "sessions" || first == "connect" ||
        metric.substr(first.size()).starts_with(".sessions.") ||
        metric.substr(first.size()).starts_with(".items")) {
        return Scope::Cell;
    }
    return scenario::isReservedName(first) ? Scope::Steady : Scope::SteadyAndDrain;
}

} // namespace results
