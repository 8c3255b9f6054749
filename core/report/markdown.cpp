// SPDX-License-Identifier: MIT
#include "report/markdown.h"

#include "report/figures.h"
#include "report/text.h"

#include <fmt/format.h>

namespace report {

namespace {

std::string cellText(const results::RunModel& model, const results::CellJudgement& cell)
{
    std::string out = "| figure | value | |\n| --- | ---: | --- |\n";
    for (const auto& figure : keyFigures(model, cell)) {
        out += "| " + escapeMarkdown(figure.label) + " | " + escapeMarkdown(figure.value) + " | " +
               escapeMarkdown(figure.detail) + " |\n";
    }
    if (cell.criteria.empty()) {
        return out;
    }
    out += "\n| criterion | measured | margin | state |\n| --- | ---: | ---: | --- |\n";
    for (const auto& criterion : cell.criteria) {
        out += "| " + escapeMarkdown(criterion.expression) + " | " +
               (criterion.measured ? escapeMarkdown(valueText(*criterion.measured, criterion.unit))
                                   : "–") +
               " | " + (criterion.margin ? fmt::format("× {:.3g}", *criterion.margin) : "–") +
               " | " + criterionMark(criterion.state) +
               (criterion.note.empty() ? "" : ": " + escapeMarkdown(criterion.note)) + " |\n";
    }
    return out;
}

} // namespace

std::string markdownReport(const results::RunModel& model, const results::RunJudgement& judgement)
{
    std::string out =
        "# " + escapeMarkdown(model.title()) + ": " + verdictText(judgement.verdict) + "\n\n";
    for (const auto& reason : judgement.verdict.reasons) {
        out += "- " + escapeMarkdown(reason) + "\n";
    }
    out += judgement.verdict.reasons.empty() ? "" : "\n";
    for (const auto& cell : judgement.cells) {
        if (judgement.cells.size() > 1) {
            for (const auto& known : model.cells()) {
                if (known.record.cell == cell.cell) {
                    out += "## " + escapeMarkdown(results::cellTitle(known)) + ": " +
                           verdictText(cell.verdict) + "\n\n";
                }
            }
        }
        out += cellText(model, cell) + "\n";
    }
    const auto& run = model.run();
    out += "UaSurge " + escapeMarkdown(run.tool.version) + ", started " +
           escapeMarkdown(run.startedAt) + ". Repeat with:\n\n";
    // An indented block takes any text but a line break.
    return out + "    " + plainText(shellCommand(run.arguments)) + "\n";
}

} // namespace report
