// SPDX-License-Identifier: MIT
// The headless runner: scenario in, run log, result, report and exit code out.
#include "app/control_input.h"
#include "app/roles.h"
#include "app/stored_run.h"
#include "app/terminal.h"
#include "base/text.h"
#include "load/engine.h"
#include "scenario/scenario_reader.h"
#include "scenario/scenario_writer.h"
#include "ua/types/status_codes.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <unistd.h>

namespace app {

namespace {

/// Signal handlers may only touch this.
load::Engine* volatile runningEngine = nullptr;

void onSignal(int)
{
    if (auto* engine = runningEngine; engine != nullptr) {
        engine->interrupt();
    }
}

void handleSignals()
{
    struct sigaction action{};
    action.sa_handler = onSignal;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

/// A folder of its own for every run that names none.
std::filesystem::path outputDirectory(const CommandLine& line, const std::string& scenario,
                                      base::WallTime now)
{
    if (!line.outputDirectory.empty()) {
        return std::filesystem::path(line.outputDirectory);
    }
    std::string stamp = base::formatInstant(now).substr(0, 19);
    std::erase_if(stamp, [](char c) { return c == ':' || c == '-'; });
    return std::filesystem::path("uasurge-runs") / fmt::format("{}-{}", scenario, stamp);
}

ExitCode exitCodeOf(const load::RunOutcome& outcome)
{
    switch (outcome.end) {
    case load::RunEnd::PreflightFailed:
        return ExitCode::PreflightFailed;
    case load::RunEnd::CannotWrite:
        return ExitCode::InternalError;
    case load::RunEnd::Interrupted:
    case load::RunEnd::Finished:
        break;
    }
    switch (outcome.judgement.verdict.state) {
    case results::VerdictState::Interrupted:
        return ExitCode::Interrupted;
    case results::VerdictState::Invalid:
        return ExitCode::Invalid;
    case results::VerdictState::Fail:
        return ExitCode::ThresholdFailed;
    case results::VerdictState::Pass:
        return outcome.end == load::RunEnd::Interrupted ? ExitCode::Interrupted : ExitCode::Pass;
    }
    return ExitCode::InternalError;
}

base::Result<std::string> textOfScenario(const CommandLine& line, ControlInput* control)
{
    if (!line.operands.empty()) {
        return scenarioText(line.operands.front(), line);
    }
    return control->waitForScenario();
}

} // namespace

ExitCode runBatch(const CommandLine& line, const std::vector<std::string>& arguments,
                  const std::string& executable)
{
    std::unique_ptr<ControlInput> control;
    if (line.control) {
        control = std::make_unique<ControlInput>();
    }
    const auto text = textOfScenario(line, control.get());
    if (!text) {
        fmt::print(stderr, "uasurge: {}\n", text.error().context);
        return ExitCode::BadArguments;
    }
    auto scenario = scenario::readScenario(*text);
    if (!scenario) {
        fmt::print(stderr, "uasurge: {}\n", scenario::toError(scenario.error()).context);
        return ExitCode::BadArguments;
    }
    const auto clock = base::AnchoredClock::now();
    load::RunRequest request;
    request.scenario = std::move(*scenario);
    request.scenarioJson = scenario::toJson(request.scenario);
    request.tool = toolFacts();
    request.arguments = arguments;
    request.outputDirectory = outputDirectory(line, request.scenario.name, clock.wall());
    request.executable = executable;
    const std::filesystem::path directory = request.outputDirectory;
    // Kept back so that the results can be written when descriptors run out (field case L05).
    int reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int reserve2 = open("/dev/null", O_RDONLY | O_CLOEXEC);

    Terminal terminal(line.quiet ? Terminal::Progress::Off : Terminal::Progress::On);
    terminal.started(request.scenario, directory);
    load::RunObserver observer;
    observer.onSample = [&terminal](const results::RunModel& model,
                                    const results::SampleRecord& sample) {
        terminal.sample(model, sample);
    };
    observer.onNotice = [&terminal](std::string_view notice) { terminal.notice(notice); };

    load::Engine engine(std::move(request), clock, std::move(observer));
    runningEngine = &engine;
    handleSignals();
    if (control) {
        control->follow(engine);
    }
    const load::RunOutcome outcome = engine.run();
    runningEngine = nullptr;
    control.reset();
    close(reserve);
    close(reserve2);

    // A folder that cannot be used is a wrong argument; a disk that fills up later is not.
    const bool neverBegan = outcome.end == load::RunEnd::CannotWrite && !engine.model().hasRun();
    const ExitCode code = neverBegan ? ExitCode::BadArguments : exitCodeOf(outcome);
    std::filesystem::path report;
    if (outcome.end != load::RunEnd::CannotWrite) {
        const auto written = writeReport(engine.model(), directory);
        if (written) {
            report = *written;
        } else {
            terminal.notice(written.error().context);
        }
    }
    terminal.finished(engine.model(), outcome, report);
    return code;
}

} // namespace app
