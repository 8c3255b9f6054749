// SPDX-License-Identifier: MIT
// The command line: one role and its options, or an error that says what was expected.
#pragma once

#include "base/result.h"
#include "results/records.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// As documented in the README; the first that applies, from the top.
enum class ExitCode : int {
    Pass = 0,
    InternalError = 1,
    PreflightFailed = 3,
    Invalid = 4,
    ThresholdFailed = 99,
    BadArguments = 104,
    Interrupted = 105,
};

enum class Role : std::uint8_t {
    Window,
    Batch,
    Serve,
    ListScenarios,
    ScenarioSchema,
    Validate,
    DryRun,
    Report,
    Help,
    Version,
};

struct CommandLine
{
    Role role = Role::Window;
    /// Scenario name or file, run folders, files to open: by role.
    std::vector<std::string> operands;
    std::vector<std::string> overrides;  ///< --set
    std::vector<std::string> thresholds; ///< --threshold
    std::string outputDirectory;
    bool control = false;
    bool quiet = false;
    // --serve of its own:
    std::string address = "127.0.0.1";
    std::uint16_t port = 4840;
    std::string pki;
};

base::Result<CommandLine> parseCommandLine(const std::vector<std::string>& arguments);
std::string helpText();
results::Tool toolFacts();

} // namespace app
