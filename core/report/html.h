// SPDX-License-Identifier: MIT
// The report as one HTML file: no script, nothing fetched, readable from the verdict downwards.
#pragma once

#include "results/verdict.h"

#include <string>

namespace report {

std::string htmlReport(const results::RunModel& model, const results::RunJudgement& judgement);

} // namespace report
