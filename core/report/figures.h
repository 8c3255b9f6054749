// SPDX-License-Identifier: MIT
// The few figures a reader looks for first, the same in every report.
#pragma once

#include "results/verdict.h"

#include <string>
#include <vector>

namespace report {

struct Figure
{
    std::string label;
    std::string value;
    /// A second line: a share, a per-second rate, the sample count.
    std::string detail;
};

std::vector<Figure> keyFigures(const results::RunModel& model, const results::CellJudgement& cell);

/// Mean latency of a workload's notifications, split by who caused it.
struct LatencySplit
{
    std::string workload;
    double latencyNs = 0;
    /// What is left: the value lay in its queue until the publishing interval ended.
    double waitingNs = 0;
    double serverLateNs = 0;
    double wireAndClientNs = 0;
    std::int64_t serverLateP99Ns = 0;
    std::int64_t deliveryP99Ns = 0;
    bool hasTail = false;
};
/// Workloads that measured latency and delivery; without the server's own lateness (an external
/// server) that part is 0 and belongs to waiting.
std::vector<LatencySplit> latencySplits(const results::RunModel& model,
                                        const results::CellJudgement& cell);

struct LossRow
{
    std::string workload;
    double expected = 0;
    double received = 0;
    double overflow = 0;
    double gap = 0;
    double missing = 0;
    double late = 0;
    double duplicates = 0;
    double sessionsMissing = 0;
};
std::vector<LossRow> lossRows(const results::RunModel& model, const results::CellJudgement& cell);

/// "passed", "passed with caveats", "failed", "invalid", "interrupted".
std::string verdictText(const results::Verdict& verdict);
std::string criterionMark(results::CriterionState state);

} // namespace report
