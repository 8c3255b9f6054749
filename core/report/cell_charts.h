// SPDX-License-Identifier: MIT
// Which charts a cell's report shows, made from the run model.
#pragma once

#include "report/svg_chart.h"
#include "results/verdict.h"

#include <vector>

namespace report {

std::vector<Chart> cellCharts(const results::RunModel& model, const results::CellJudgement& cell);

} // namespace report
