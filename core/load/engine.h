// SPDX-License-Identifier: MIT
// Carries out a run: server process, ceilings, preflight, ramp, settle, steady, drain, verdict. It
// alone writes the run log.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "results/records.h"
#include "results/run_log_writer.h"
#include "results/run_model.h"
#include "results/verdict.h"
#include "scenario/scenario.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace load {

struct RunRequest
{
    scenario::Scenario scenario;
    /// Canonical text, with references in the place of secrets.
    std::string scenarioJson;
    results::Tool tool;
    std::vector<std::string> arguments;
    std::filesystem::path outputDirectory;
    /// What to start as the embedded server: this executable.
    std::string executable;
};

enum class RunEnd : std::uint8_t {
    Finished,
    Interrupted,
    PreflightFailed,
    /// The output directory cannot be written, or another run writes there.
    CannotWrite,
};

struct RunOutcome
{
    RunEnd end = RunEnd::Finished;
    results::RunJudgement judgement;
    std::string message;
};

/// Called on the coordinating thread.
struct RunObserver
{
    std::function<void(const results::RunModel&, const results::SampleRecord&)> onSample;
    std::function<void(std::string_view)> onNotice;
};

class Engine
{
public:
    Engine(RunRequest request, const base::AnchoredClock& clock, RunObserver observer);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Blocks until the run has ended. Call once.
    RunOutcome run();
    const results::RunModel& model() const;

    // From any thread, and from signal handlers:
    /// First call: drain and keep the result. Second: abort.
    void interrupt();
    void mark(std::string text);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace load
