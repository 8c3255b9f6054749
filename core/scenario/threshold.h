// SPDX-License-Identifier: MIT
// One criterion over a metric, in k6's grammar: `subscribe.latency:p(99)<250ms`. The text is parsed
// here; results/verdict evaluates it against what was measured.
#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace scenario {

enum class Aggregation { Percentile, Min, Max, Mean, Count, Rate, Last, Slope };
enum class Comparison { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };
/// The dimension the limit was written in. Durations are held in nanoseconds, sizes in bytes,
/// ratios ("95%") as fractions; None is a plain number in the metric's own unit.
enum class LimitUnit { None, Duration, Bytes, Ratio };
/// What a metric is, as named by "kind" in result.json.
enum class MetricKind { Histogram, Counter, Gauge, Rate };

struct Threshold
{
    /// As written, without surrounding blanks: the name of the criterion in every report.
    std::string expression;
    std::string metric;
    Aggregation aggregation = Aggregation::Percentile;
    /// In (0, 100]; only for Aggregation::Percentile.
    double percentile = 0;
    Comparison comparison = Comparison::Less;
    double limit = 0;
    LimitUnit unit = LimitUnit::None;
    /// Judged over each window of this length instead of the whole steady phase.
    std::optional<base::Duration> window;
    /// End the run as soon as the threshold is known to fail.
    bool abortOnFail = false;
    /// Not measured is then no reason to call the run invalid.
    bool optional = false;

    bool holds(double measured) const;
    /// Limit ÷ measured where smaller is better, measured ÷ limit where larger is better: above 1
    /// is room to spare. Nothing for == and !=, or when a side is not positive.
    std::optional<double> margin(double measured) const;

    friend bool operator==(const Threshold&, const Threshold&) = default;
};

/// Reads an expression; `abortOnFail` and `optional` stand beside it in a scenario.
base::Result<Threshold> parseThreshold(std::string_view expression);

/// "p(99)", "max", …
std::string aggregationText(const Threshold& threshold);
std::string_view comparisonText(Comparison comparison);
/// Whether a threshold on this kind of metric may use the aggregation: histogram p(n), min, max,
/// mean, count; counter count, rate; gauge last, min, max, mean, slope (per minute); rate rate.
bool allows(MetricKind kind, Aggregation aggregation);
/// The names allows() accepts, for error texts: "p(n), min, max, mean, count".
std::string_view allowedAggregations(MetricKind kind);

} // namespace scenario
