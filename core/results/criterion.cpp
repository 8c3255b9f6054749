// SPDX-License-Identifier: MIT
#include "base/text.h"
#include "results/statistics.h"
#include "results/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace results {

namespace {

using scenario::Aggregation;
using scenario::Comparison;
using scenario::MetricKind;
using scenario::Threshold;

struct Measured
{
    std::optional<double> value;
    std::string note;
    bool caveat = false;
};

Measured ofHistogram(const Threshold& threshold, const measure::Histogram& histogram)
{
    if (threshold.aggregation == Aggregation::Count) {
        return {static_cast<double>(histogram.count()), {}};
    }
    if (histogram.empty()) {
        return {std::nullopt, "no values in the time it is judged over"};
    }
    switch (threshold.aggregation) {
    case Aggregation::Min:
        return {static_cast<double>(histogram.min()), {}};
    case Aggregation::Max:
        return {static_cast<double>(histogram.max()), {}};
    case Aggregation::Mean:
        return {histogram.mean(), {}};
    default:
        break;
    }
    Measured measured{static_cast<double>(histogram.valueAtPercentile(threshold.percentile)), {}};
    if (threshold.percentile > 50 && histogram.count() < minimumForTail) {
        measured.caveat = true;
        measured.note = fmt::format("from {} values only: a tail needs at least {}",
                                    histogram.count(), minimumForTail);
    }
    return measured;
}

Measured ofGauge(const Threshold& threshold, const std::vector<Point>& points)
{
    if (points.empty()) {
        return {std::nullopt, "no samples in the time it is judged over"};
    }
    const auto byValue = [](const Point& a, const Point& b) { return a.value < b.value; };
    switch (threshold.aggregation) {
    case Aggregation::Min:
        return {std::min_element(points.begin(), points.end(), byValue)->value, {}};
    case Aggregation::Max:
        return {std::max_element(points.begin(), points.end(), byValue)->value, {}};
    case Aggregation::Mean:
        return {std::accumulate(points.begin(), points.end(), 0.0,
                                [](double sum, const Point& point) { return sum + point.value; }) /
                    static_cast<double>(points.size()),
                {}};
    case Aggregation::Slope: {
        const auto slope = slopePerMinute(points);
        return {slope, slope ? "" : "a slope needs at least three samples"};
    }
    default:
        return {points.back().value, {}};
    }
}

Measured measuredIn(const Threshold& threshold, MetricKind kind, const RunModel& model,
                    Window window, double seconds)
{
    switch (kind) {
    case MetricKind::Histogram:
        return ofHistogram(threshold, model.histogram(threshold.metric, window));
    case MetricKind::Counter: {
        const auto sum = static_cast<double>(model.counter(threshold.metric, window).value_or(0));
        if (threshold.aggregation != Aggregation::Rate) {
            return {sum, {}};
        }
        return seconds > 0 ? Measured{sum / seconds, {}}
                           : Measured{std::nullopt, "no time has passed in the steady phase"};
    }
    default:
        return ofGauge(threshold, model.series(threshold.metric, window));
    }
}

/// Whether `a` is nearer to breaking the threshold than `b`.
bool isWorse(const Threshold& threshold, double a, double b)
{
    switch (threshold.comparison) {
    case Comparison::Less:
    case Comparison::LessEqual:
        return a > b;
    case Comparison::Greater:
    case Comparison::GreaterEqual:
        return a < b;
    default:
        return threshold.holds(b) && !threshold.holds(a);
    }
}

/// The worst of the windows of the threshold's length that fit into the judged time.
Measured worstWindow(const Threshold& threshold, MetricKind kind, const RunModel& model,
                     Window judged)
{
    const std::int64_t length = threshold.window->count();
    Measured worst{std::nullopt, fmt::format("the steady phase holds no whole window of {}",
                                             base::formatDuration(*threshold.window))};
    // Windows shorter than this are not what anyone means, and would never end.
    constexpr std::int64_t mostWindows = 20'000;
    if ((judged.toNs - judged.fromNs) / length > mostWindows) {
        worst.note = fmt::format("a window of {} is too short: the steady phase holds more than {}",
                                 base::formatDuration(*threshold.window), mostWindows);
        return worst;
    }
    for (std::int64_t from = judged.fromNs; judged.toNs - from >= length; from += length) {
        auto measured = measuredIn(threshold, kind, model, {from, from + length},
                                   static_cast<double>(length) / 1e9);
        if (measured.value && (!worst.value || isWorse(threshold, *measured.value, *worst.value))) {
            measured.note = fmt::format("worst {} window, {:.1f} s into the phase{}{}",
                                        base::formatDuration(*threshold.window),
                                        static_cast<double>(from - judged.fromNs) / 1e9,
                                        measured.note.empty() ? "" : "; ", measured.note);
            worst = std::move(measured);
        }
    }
    return worst;
}

std::string unitOf(const Threshold& threshold, const MetricDescription& metric)
{
    switch (threshold.aggregation) {
    case Aggregation::Count:
        return "";
    case Aggregation::Rate:
        return "1/s";
    case Aggregation::Slope:
        return metric.unit + "/min";
    default:
        return metric.unit;
    }
}

/// The first caveat found in the cell, as a note.
std::string caveatOf(const RunModel& model, std::uint32_t cell)
{
    for (const auto& finding : model.findings()) {
        if (finding.cell == cell && finding.severity == Severity::Caveat) {
            return finding.text;
        }
    }
    return {};
}

} // namespace

std::string_view criterionStateName(CriterionState state)
{
    constexpr std::string_view names[] = {"pass", "caveat", "fail", "not-measured"};
    return names[static_cast<std::size_t>(state)];
}

namespace {

/// "No drops" proves nothing when nothing was due.
std::string nothingExpected(std::string_view metric, const RunModel& model, Window judged)
{
    const auto dot = metric.find('.');
    const auto rest = dot == std::string_view::npos ? std::string_view{} : metric.substr(dot);
    if (rest == ".failed" || rest == ".notStarted") {
        const auto offered = model.counter(std::string(metric.substr(0, dot)) + ".offered", judged);
        return offered && *offered == 0 ? "no operation was offered in the steady phase"
                                        : std::string();
    }
    if (!rest.starts_with(".drops") && rest != ".sessionsMissing") {
        return {};
    }
    const auto expected = model.counter(std::string(metric.substr(0, dot)) + ".expected", judged);
    return expected && *expected == 0
               ? "no value was expected: nothing was written in the steady phase"
               : std::string();
}

} // namespace

Criterion evaluate(const Threshold& threshold, const RunModel& model, std::uint32_t cell)
{
    Criterion criterion;
    criterion.expression = threshold.expression;
    criterion.optional = threshold.optional;
    const auto metric = model.metric(threshold.metric);
    if (!metric) {
        criterion.note = "the run never reported " + threshold.metric;
        return criterion;
    }
    criterion.unit = unitOf(threshold, *metric);
    if (!scenario::allows(metric->kind, threshold.aggregation)) {
        criterion.note =
            fmt::format("{} is a {}, which allows {}", threshold.metric,
                        metricKindName(metric->kind), scenario::allowedAggregations(metric->kind));
        return criterion;
    }
    const auto judged = model.judgedWindow(cell, threshold.metric);
    if (!judged) {
        criterion.note = "the steady phase never began";
        return criterion;
    }
    if (const auto nothing = nothingExpected(threshold.metric, model, *judged); !nothing.empty()) {
        criterion.note = nothing;
        return criterion;
    }
    // A rate is over the time in which things were begun, not over the drain.
    const auto steady =
        scopeOf(threshold.metric) == Scope::Cell ? judged : model.phaseWindow(cell, Phase::Steady);
    auto measured = threshold.window
                        ? worstWindow(threshold, metric->kind, model, steady.value_or(*judged))
                        : measuredIn(threshold, metric->kind, model, *judged,
                                     steady.value_or(*judged).seconds());
    criterion.note = std::move(measured.note);
    if (!measured.value) {
        return criterion;
    }
    criterion.measured = measured.value;
    criterion.margin = threshold.margin(*measured.value);
    criterion.state = !threshold.holds(*measured.value) ? CriterionState::Fail
                      : measured.caveat                 ? CriterionState::Caveat
                                                        : CriterionState::Pass;
    if (criterion.state == CriterionState::Pass) {
        if (auto caveat = caveatOf(model, cell); !caveat.empty()) {
            criterion.state = CriterionState::Caveat;
            criterion.note += (criterion.note.empty() ? "" : "; ") + caveat;
        }
    }
    return criterion;
}

} // namespace results
