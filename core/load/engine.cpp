// SPDX-License-Identifier: MIT
#include "load/engine.h"

#include "base/text.h"
#include "load/ceilings.h"
#include "load/cell_run.h"
#include "load/preflight.h"
#include "load/run_writer.h"
#include "measure/environment.h"
#include "results/environment_json.h"
#include "results/result_json.h"
#include "scenario/matrix.h"
#include "ua/security/digest.h"
#include "ua/types/status_codes.h"

#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <cmath>
#include <mutex>

namespace load {

namespace {
/// How long each machine ceiling is measured.
constexpr auto ceilingTime = std::chrono::milliseconds(150);
} // namespace

struct Engine::State
{
    RunRequest request;
    const base::AnchoredClock& clock;
    RunObserver observer;
    std::optional<RunWriter> writer;
    results::RunModel empty;
    std::atomic<int> interrupts{0};
    std::mutex marksLock;
    std::vector<std::string> marks;
};

Engine::Engine(RunRequest request, const base::AnchoredClock& clock, RunObserver observer)
    : m_state(new State{std::move(request), clock, std::move(observer), {}, {}, {}, {}, {}})
{}
Engine::~Engine() = default;

void Engine::interrupt()
{
    ++m_state->interrupts;
}

void Engine::mark(std::string text)
{
    const std::lock_guard lock(m_state->marksLock);
    m_state->marks.push_back(std::move(text));
}

const results::RunModel& Engine::model() const
{
    return m_state->writer ? m_state->writer->model() : m_state->empty;
}

RunOutcome Engine::run()
{
    State& s = *m_state;
    RunOutcome outcome;
    auto log = results::RunLogWriter::create(s.request.outputDirectory, s.clock);
    if (!log) {
        outcome.end = RunEnd::CannotWrite;
        outcome.message = log.error().context;
        return outcome;
    }
    const auto cells = scenario::expandMatrix(s.request.scenario);
    if (!cells) {
        outcome.end = RunEnd::PreflightFailed;
        outcome.message = scenario::toError(cells.error()).context;
        return outcome;
    }
    s.writer.emplace(std::move(*log), s.clock, s.observer);
    RunWriter& writer = *s.writer;

    const measure::Environment environment = measure::readEnvironment();
    results::RunRecord run;
    const auto hash = ua::sha256(base::bytesOf(s.request.scenarioJson));
    const auto idBytes = ua::randomBytes(8);
    run.runId = idBytes ? base::toHex(*idBytes) : base::toHex(base::BytesView(hash).first(8));
    run.startedAt = base::formatInstant(s.clock.wall());
    run.tool = s.request.tool;
    run.arguments = s.request.arguments;
    boost::system::error_code ignored;
    run.scenario = boost::json::parse(s.request.scenarioJson, ignored);
    run.scenarioSha256 = base::toHex(hash);
    run.seed = s.request.scenario.seed;
    run.sampleIntervalNs = s.request.scenario.sampleInterval.count();
    run.environment = results::environmentJson(environment);
    writer.append(std::move(run));

    auto identities =
        clientIdentities(s.request.scenario.security, s.request.outputDirectory / "pki", s.clock);
    if (!identities) {
        outcome.end = RunEnd::PreflightFailed;
        outcome.message = identities.error().context;
        writer.event(0, "interrupted", outcome.message);
    } else {
        const auto cores =
            std::max(1U, static_cast<std::uint32_t>(std::lround(environment.cores())));
        for (auto& ceiling : measureCeilings(policyOf(s.request.scenario.security),
                                             identities->front(), cores, ceilingTime, s.clock)) {
            ceiling.atNs = writer.atNs();
            writer.append(std::move(ceiling));
        }
        std::uint32_t number = 0;
        bool goOn = true;
        for (std::uint32_t repetition = 0; repetition < s.request.scenario.repetitions && goOn;
             ++repetition) {
            for (const auto& cell : *cells) {
                results::CellRecord record;
                record.atNs = writer.atNs();
                record.cell = number;
                record.repetition = repetition;
                for (const auto& [pointer, value] : cell.parameters) {
                    record.parameters[pointer] = boost::json::parse(value, ignored);
                }
                writer.append(std::move(record));
                CellRun cellRun(cell, number, writer, s.clock, s.interrupts, s.request.executable,
                                s.request.outputDirectory / "pki", cores, [&s] {
                                    const std::lock_guard lock(s.marksLock);
                                    return std::exchange(s.marks, {});
                                });
                const CellEnd end = cellRun.run(*identities);
                if (end == CellEnd::PreflightFailed) {
                    outcome.end = RunEnd::PreflightFailed;
                    outcome.message = cellRun.message();
                    writer.event(number, "interrupted", outcome.message);
                } else if (end == CellEnd::Interrupted) {
                    outcome.end = RunEnd::Interrupted;
                    outcome.message = cellRun.message();
                }
                const auto judgement =
                    results::judgeCell(writer.model(), number, results::OpenEnd::Running);
                results::CellResultRecord result;
                result.atNs = writer.atNs();
                result.cell = number;
                result.result = results::cellResultJson(writer.model(), judgement);
                writer.append(std::move(result));
                ++number;
                goOn = end == CellEnd::Finished;
                if (!goOn) {
                    break;
                }
            }
        }
    }
    outcome.judgement = results::judge(writer.model(), results::OpenEnd::Running);
    results::ResultRecord result;
    result.atNs = writer.atNs();
    result.endedAt = base::formatInstant(s.clock.wall());
    result.result = results::resultJson(writer.model(), outcome.judgement);
    writer.append(std::move(result));
    writer.flush();
    if (!writer.writeError().empty()) {
        outcome.end = RunEnd::CannotWrite;
        outcome.message = writer.writeError();
    }
    const auto document = results::resultDocument(writer.model(), outcome.judgement);
    const auto written =
        results::writeTextFile(s.request.outputDirectory / "result.json", document);
    if (!written && outcome.message.empty()) {
        outcome.end = RunEnd::CannotWrite;
        outcome.message = written.error().context;
    }
    return outcome;
}

} // namespace load
