// SPDX-License-Identifier: MIT
// What the executable can be; main() decides which.
#pragma once

#include "app/command_line.h"

namespace app {

ExitCode runBatch(const CommandLine& line, const std::vector<std::string>& arguments,
                  const std::string& executable);
ExitCode runServer(const CommandLine& line);
/// Lists, schema, validation, plans, stored runs.
ExitCode inspect(const CommandLine& line);
int runWindow(int argc, char** argv, const CommandLine& line, const std::string& executable);

/// The text of a scenario named on the command line, with --set and --threshold applied.
base::Result<std::string> scenarioText(const std::string& nameOrFile, const CommandLine& line);

} // namespace app
