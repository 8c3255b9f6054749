// SPDX-License-Identifier: MIT
// Figures for spreadsheets: RFC 4180, UTF-8, decimal points, names that cannot become formulas.
#pragma once

#include "results/verdict.h"

#include <string>

namespace report {

/// One line per cell and metric.
std::string csvMetrics(const results::RunModel& model, const results::RunJudgement& judgement);
/// One line per sample and metric: counters as rates, gauges, P50, P99 and maximum of histograms.
std::string csvSeries(const results::RunModel& model);

} // namespace report
