// SPDX-License-Identifier: MIT
// What a run proves: each criterion with what was measured, the verdict of a cell and of the run.
// A pure function of the run log.
#pragma once

#include "results/run_model.h"
#include "scenario/threshold.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace results {

enum class CriterionState { Pass, Caveat, Fail, NotMeasured };
std::string_view criterionStateName(CriterionState state);

struct Criterion
{
    std::string expression;
    std::optional<double> measured;
    std::string unit;
    /// Above 1 is room to spare; nothing where a ratio makes no sense.
    std::optional<double> margin;
    CriterionState state = CriterionState::NotMeasured;
    /// Why it is a caveat or not measured.
    std::string note;
    bool optional = false;
};

/// In order of precedence.
enum class VerdictState { Interrupted, Invalid, Fail, Pass };
std::string_view verdictStateName(VerdictState state);

struct Verdict
{
    VerdictState state = VerdictState::Pass;
    std::vector<std::string> reasons;
};

/// One metric over the window it is judged over.
struct MetricSummary
{
    std::string name;
    scenario::MetricKind kind = scenario::MetricKind::Gauge;
    std::string unit;
    Window window;
    /// Counter: the sum; rate: the value; gauge: the last value.
    double value = 0;
    double first = 0;
    double last = 0;
    double min = 0;
    double max = 0;
    double mean = 0;
    /// Gauge: Theil-Sen slope per minute; nothing below three samples.
    std::optional<double> slopePerMinute;
    std::uint64_t count = 0;
    measure::Histogram histogram;
};

/// No P99 is shown below this many values: only the median and the maximum.
constexpr std::uint64_t minimumForTail = 1000;

struct CellJudgement
{
    std::uint32_t cell = 0;
    std::vector<MetricSummary> metrics;
    std::vector<Criterion> criteria;
    std::map<std::string, std::int64_t> statusCodes;
    Verdict verdict;

    const MetricSummary* metric(std::string_view name) const;
};

/// For people: "/workloads/0/sessions = 500, repetition 2", or "cell 1" without parameters.
std::string cellTitle(const Cell& cell);

struct RunJudgement
{
    std::vector<CellJudgement> cells;
    Verdict verdict;
};

/// Whether a log without result record is a run still going (no verdict of "interrupted" yet, as
/// just before the result is written) or one that was killed.
enum class OpenEnd { Running, Interrupted };

RunJudgement judge(const RunModel& model, OpenEnd openEnd = OpenEnd::Interrupted);
CellJudgement judgeCell(const RunModel& model, std::uint32_t cell,
                        OpenEnd openEnd = OpenEnd::Interrupted);
/// One threshold on one cell; used while running for abortOnFail as well.
Criterion evaluate(const scenario::Threshold& threshold, const RunModel& model, std::uint32_t cell);

} // namespace results
