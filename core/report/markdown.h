// SPDX-License-Identifier: MIT
// The report as Markdown, for tickets and pull requests.
#pragma once

#include "results/verdict.h"

#include <string>

namespace report {

std::string markdownReport(const results::RunModel& model, const results::RunJudgement& judgement);

} // namespace report
