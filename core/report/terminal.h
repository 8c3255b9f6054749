// SPDX-License-Identifier: MIT
// What the headless runner prints: a line a second while running, the verdict with figures and
// criteria at the end.
#pragma once

#include "results/verdict.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace report {

struct TerminalOptions
{
    bool hasColour = false;
    /// Where the report lies; nothing is said about an empty one.
    std::string reportPath;
};

std::string terminalReport(const results::RunModel& model, const results::RunJudgement& judgement,
                           const TerminalOptions& options = {});
/// "steady 12.0 s | 500 sessions | subscribe 3750/s, P50 14.2 ms, max 31.0 ms | server 218 MB, 0.47
/// cores": the last sample of the cell, without line feed.
std::string progressLine(const results::RunModel& model, std::uint32_t cell);

} // namespace report
