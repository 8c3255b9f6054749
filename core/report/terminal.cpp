// SPDX-License-Identifier: MIT
#include "report/terminal.h"

#include "report/figures.h"
#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace report {

namespace {

using results::CellJudgement;
using results::RunModel;

std::string padded(const std::string& text, std::size_t width, bool isRight = false)
{
    const std::string blanks(width - std::min(width, textWidth(text)), ' ');
    return isRight ? blanks + text : text + blanks;
}

std::string coloured(const std::string& text, const char* code, bool hasColour)
{
    return hasColour ? fmt::format("\x1B[{}m{}\x1B[0m", code, text) : text;
}

const char* colourOf(results::VerdictState state)
{
    switch (state) {
    case results::VerdictState::Pass:
        return "1;32";
    case results::VerdictState::Fail:
        return "1;31";
    default:
        return "1;33";
    }
}

std::string figureLines(const RunModel& model, const CellJudgement& cell)
{
    const auto figures = keyFigures(model, cell);
    std::size_t labelWidth = 0;
    std::size_t valueWidth = 0;
    for (const auto& figure : figures) {
        labelWidth = std::max(labelWidth, textWidth(plainText(figure.label)));
        valueWidth = std::max(valueWidth, textWidth(figure.value));
    }
    std::string out;
    for (const auto& figure : figures) {
        out += "  " + padded(plainText(figure.label), labelWidth) + "  " +
               padded(figure.value, valueWidth, true);
        out += figure.detail.empty() ? "\n" : "  " + figure.detail + "\n";
    }
    return out;
}

std::string criterionLines(const CellJudgement& cell, bool hasColour)
{
    std::size_t width = 0;
    for (const auto& criterion : cell.criteria) {
        width = std::max(width, textWidth(plainText(criterion.expression)));
    }
    std::string out;
    for (const auto& criterion : cell.criteria) {
        const char* code = criterion.state == results::CriterionState::Pass   ? "32"
                           : criterion.state == results::CriterionState::Fail ? "31"
                                                                              : "33";
        const auto measured =
            criterion.measured ? valueText(*criterion.measured, criterion.unit) : std::string("-");
        out += "  " + padded(plainText(criterion.expression), width) + "  " +
               padded(measured, 12, true) + "  " +
               coloured(criterionMark(criterion.state), code, hasColour);
        out += criterion.note.empty() ? "\n" : " (" + plainText(criterion.note) + ")\n";
    }
    return out;
}

void addPart(std::string& line, const std::string& part)
{
    if (!part.empty()) {
        line += (line.empty() ? "" : " | ") + part;
    }
}

std::string workloadPart(const RunModel& model, const std::string& workload, results::Window last)
{
    std::string part;
    for (const char* metric : {".received", ".completed"}) {
        if (const auto points = model.series(workload + metric, last); !points.empty()) {
            part += " " + valueText(points.back().value, "1/s");
            break;
        }
    }
    if (const auto figures = model.quantiles(workload + ".latency", last); !figures.empty()) {
        part += (part.empty() ? " " : ", ") + std::string("P50 ") +
                valueText(static_cast<double>(figures.back().p50), "ns") + ", max " +
                valueText(static_cast<double>(figures.back().max), "ns");
    }
    return part.empty() ? part : plainText(workload) + part;
}

} // namespace

std::string terminalReport(const RunModel& model, const results::RunJudgement& judgement,
                           const TerminalOptions& options)
{
    std::string out = plainText(model.title()) + ": " +
                      coloured(verdictText(judgement.verdict), colourOf(judgement.verdict.state),
                               options.hasColour) +
                      "\n";
    for (const auto& reason : judgement.verdict.reasons) {
        out += "  - " + plainText(reason) + "\n";
    }
    for (const auto& cell : judgement.cells) {
        if (judgement.cells.size() > 1) {
            for (const auto& known : model.cells()) {
                if (known.record.cell == cell.cell) {
                    out += "\n" + plainText(results::cellTitle(known)) + ": " +
                           coloured(verdictText(cell.verdict), colourOf(cell.verdict.state),
                                    options.hasColour) +
                           "\n";
                }
            }
        }
        if (const auto figures = figureLines(model, cell); !figures.empty()) {
            out += "\nKey figures\n" + figures;
        }
        if (!cell.criteria.empty()) {
            out += "\nCriteria\n" + criterionLines(cell, options.hasColour);
        }
    }
    if (model.logErrorCount() > 0) {
        out += fmt::format("\n{} lines of the run log could not be read.\n", model.logErrorCount());
    }
    if (!options.reportPath.empty()) {
        out += "\nReport: " + plainText(options.reportPath) + "\n";
    }
    return out;
}

std::string progressLine(const RunModel& model, std::uint32_t cell)
{
    const auto whole = model.cellWindow(cell);
    if (!whole) {
        return "waiting for the first sample";
    }
    std::string line;
    for (const auto phase : {results::Phase::Drain, results::Phase::Steady, results::Phase::Settle,
                             results::Phase::Ramp}) {
        if (const auto window = model.phaseWindow(cell, phase)) {
            addPart(line, fmt::format("{} {:.1f} s", results::phaseName(phase), window->seconds()));
            break;
        }
    }
    if (const auto sessions = model.counter("sessions.established", *whole)) {
        addPart(line, countText(static_cast<double>(*sessions)) + " sessions");
    }
    // The last sample alone: one nanosecond before its end is enough to select it.
    const results::Window last{whole->toNs - 1, whole->toNs};
    for (const auto& workload : model.workloads()) {
        addPart(line, workloadPart(model, workload, last));
    }
    const auto rss = model.series("server.rss", last);
    const auto cpu = model.series("server.cpu", last);
    if (!rss.empty()) {
        addPart(line, "server " + valueText(rss.back().value, "bytes") +
                          (cpu.empty() ? "" : ", " + valueText(cpu.back().value, "cores")));
    }
    return line;
}

} // namespace report
