// SPDX-License-Identifier: MIT
// Writing the report of a run, just ended or stored.
#pragma once

#include "app/command_line.h"
#include "results/run_model.h"

#include <filesystem>

namespace app {

/// report.html in the run's folder; returns its path.
base::Result<std::filesystem::path> writeReport(const results::RunModel& model,
                                                const std::filesystem::path& directory);
/// report.html beside the log, or in `directory`.
ExitCode writeStoredReport(const std::string& run, const std::string& directory);

} // namespace app
