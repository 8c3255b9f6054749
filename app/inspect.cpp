// SPDX-License-Identifier: MIT
#include "app/roles.h"
#include "app/stored_run.h"
#include "measure/environment.h"
#include "results/result_json.h"
#include "scenario/built_in.h"
#include "scenario/matrix.h"
#include "scenario/overrides.h"
#include "scenario/plan.h"
#include "scenario/scenario_reader.h"
#include "scenario/scenario_writer.h"
#include "ua/types/status_codes.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace app {

namespace {

constexpr std::uintmax_t maxScenarioFile = 4U << 20;

base::Result<std::string> readScenarioFile(const std::string& nameOrFile)
{
    std::error_code error;
    const std::filesystem::path path(nameOrFile);
    const auto size = std::filesystem::file_size(path, error);
    if (error) {
        std::string text = fmt::format(
            "\"{}\" is neither a built-in scenario nor a file that can be read", nameOrFile);
        if (const auto near = scenario::nearestBuiltIn(nameOrFile)) {
            text += fmt::format("; did you mean {}?", *near);
        } else {
            text += " (--list-scenarios shows the built-in ones)";
        }
        return base::fail(ua::status::BadConfigurationError, text);
    }
    if (size > maxScenarioFile) {
        return base::fail(ua::status::BadConfigurationError,
                          fmt::format("\"{}\" is larger than 4 MiB: no scenario", nameOrFile));
    }
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/// A criterion given on the command line joins those of the file.
base::Result<std::string> addThreshold(const std::string& json, const std::string& expression)
{
    boost::system::error_code error;
    auto document = boost::json::parse(json, error);
    if (error || !document.is_object()) {
        return json; // the strict reader says what is wrong
    }
    auto& thresholds = document.as_object()["thresholds"];
    if (!thresholds.is_array()) {
        thresholds = boost::json::array();
    }
    thresholds.as_array().emplace_back(expression);
    return boost::json::serialize(document);
}

} // namespace

base::Result<std::string> scenarioText(const std::string& nameOrFile, const CommandLine& line)
{
    std::string text;
    if (const auto builtIn = scenario::builtIn(nameOrFile)) {
        text = std::string(builtIn->json);
    } else {
        UA_TRY_ASSIGN(text, readScenarioFile(nameOrFile));
    }
    for (const auto& override : line.overrides) {
        UA_TRY_ASSIGN(text, scenario::applyOverride(text, override));
    }
    for (const auto& threshold : line.thresholds) {
        UA_TRY_ASSIGN(text, addThreshold(text, threshold));
    }
    return text;
}

ExitCode inspect(const CommandLine& line)
{
    switch (line.role) {
    case Role::Help:
        fmt::print("{}", helpText());
        return ExitCode::Pass;
    case Role::Version: {
        const auto tool = toolFacts();
        fmt::print("uasurge {} ({}{}, {}, {})\n", tool.version, tool.commit,
                   tool.dirty ? "+changes" : "", tool.buildType, tool.compiler);
        return ExitCode::Pass;
    }
    case Role::ListScenarios:
        for (const auto& builtIn : scenario::listBuiltIns()) {
            const auto scenario = scenario::readScenario(builtIn.json);
            fmt::print("{:24} {}\n", builtIn.name, scenario ? scenario->description : "");
        }
        return ExitCode::Pass;
    case Role::ScenarioSchema:
        fmt::print("{}\n", scenario::scenarioSchema());
        return ExitCode::Pass;
    case Role::Report:
        return writeStoredReport(line.operands.front(), line.outputDirectory);
    default:
        break;
    }
    const auto text = scenarioText(line.operands.front(), line);
    if (!text) {
        fmt::print(stderr, "uasurge: {}\n", text.error().context);
        return ExitCode::BadArguments;
    }
    const auto scenario = scenario::readScenario(*text);
    if (!scenario) {
        fmt::print(stderr, "uasurge: {}\n", scenario::toError(scenario.error()).context);
        return ExitCode::BadArguments;
    }
    if (line.role == Role::Validate) {
        fmt::print("{}: valid\n", scenario->name);
        return ExitCode::Pass;
    }
    const auto cells = scenario::expandMatrix(*scenario);
    const auto cores =
        std::max(1U, static_cast<std::uint32_t>(std::lround(measure::readEnvironment().cores())));
    for (const auto& cell : *cells) {
        scenario::CoreCounts counts;
        counts.load = cell.scenario.target.embedded() != nullptr ? std::max(1U, cores - 1) : cores;
        fmt::print("{}\n", scenario::planText(scenario::makePlan(cell.scenario, counts)));
    }
    return ExitCode::Pass;
}

} // namespace app
