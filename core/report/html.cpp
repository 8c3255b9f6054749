// SPDX-License-Identifier: MIT
#include "report/html.h"

#include "report/cell_charts.h"
#include "report/figures.h"
#include "report/html_style.h"
#include "report/text.h"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace report {

namespace {

using results::CellJudgement;
using results::RunJudgement;
using results::RunModel;

constexpr std::size_t mostOpenCells = 3;

std::string bdi(std::string_view text)
{
    // A name may run from right to left without turning the text around it.
    return "<bdi>" + escapeHtml(text) + "</bdi>";
}

std::string verdictBox(const results::Verdict& verdict)
{
    std::string out =
        fmt::format("<section class=\"verdict v-{}\"><strong>{}</strong>",
                    results::verdictStateName(verdict.state), escapeHtml(verdictText(verdict)));
    if (!verdict.reasons.empty()) {
        out += "<ul>";
        for (const auto& reason : verdict.reasons) {
            out += "<li>" + escapeHtml(reason) + "</li>";
        }
        out += "</ul>";
    }
    return out + "</section>\n";
}

std::string figureGrid(const RunModel& model, const CellJudgement& cell)
{
    std::string out = "<dl class=\"figures\">";
    for (const auto& figure : keyFigures(model, cell)) {
        out += "<div><dt>" + escapeHtml(figure.label) + "</dt><dd>" + escapeHtml(figure.value);
        out += figure.detail.empty() ? "" : "<small>" + escapeHtml(figure.detail) + "</small>";
        out += "</dd></div>";
    }
    return out + "</dl>\n";
}

std::string criteriaTable(const CellJudgement& cell)
{
    if (cell.criteria.empty()) {
        return "<p class=\"note\">The scenario states no criteria.</p>\n";
    }
    std::string out =
        "<div class=\"scroll\"><table><thead><tr><th>Criterion</th><th class=\"n\">Measured</th>"
        "<th class=\"n\">Margin</th><th>State</th></tr></thead><tbody>\n";
    for (const auto& criterion : cell.criteria) {
        out += fmt::format(
            "<tr><td><code>{}</code>{}{}</td><td class=\"n\">{}</td><td "
            "class=\"n\">{}</td><td><span class=\"tag "
            "t-{}\">{}</span></td></tr>\n",
            escapeHtml(criterion.expression),
            criterion.optional ? " <span class=\"note\">optional</span>" : "",
            criterion.note.empty()
                ? ""
                : "<br><span class=\"note\">" + escapeHtml(criterion.note) + "</span>",
            criterion.measured ? escapeHtml(valueText(*criterion.measured, criterion.unit)) : "–",
            criterion.margin ? fmt::format("× {:.3g}", *criterion.margin) : "–",
            results::criterionStateName(criterion.state),
            escapeHtml(criterionMark(criterion.state)));
    }
    return out + "</tbody></table></div>\n";
}

std::string splitSection(const RunModel& model, const CellJudgement& cell)
{
    const auto splits = latencySplits(model, cell);
    if (splits.empty()) {
        return {};
    }
    std::string out = "<h3>Where notifications spent their time</h3>\n";
    for (const auto& split : splits) {
        const double whole = std::max(split.latencyNs, 1.0);
        const auto part = [&](const char* css, double ns) {
            return fmt::format("<span class=\"{}\" style=\"width:{:.2f}%\"></span>", css,
                               ns / whole * 100);
        };
        out += "<p>" + bdi(split.workload) + ": " + escapeHtml(valueText(split.latencyNs, "ns")) +
               " in the mean</p>";
        out += "<div class=\"split\" role=\"img\" aria-label=\"parts as in the table below\">" +
               part("w1", split.waitingNs) + part("w2", split.serverLateNs) +
               part("w3", split.wireAndClientNs) + "</div>\n";
        const auto row = [&](const char* css, const char* label, double ns,
                             const std::string& tail) {
            return fmt::format(
                "<tr><td><span class=\"swatch {}\"></span>{}</td><td class=\"n\">{}</td><td "
                "class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
                css, label, escapeHtml(valueText(ns, "ns")), percentText(ns / whole),
                escapeHtml(tail));
        };
        const auto tailOf = [&](std::int64_t ns) {
            return split.hasTail ? valueText(static_cast<double>(ns), "ns") : std::string("–");
        };
        out += "<div class=\"scroll\"><table><thead><tr><th>Part</th><th class=\"n\">Mean</th><th "
               "class=\"n\">Share</th>"
               "<th class=\"n\">P99</th></tr></thead><tbody>\n";
        out += row("w1", "waiting for the publishing interval to end", split.waitingNs, "–");
        out += row("w2", "server late", split.serverLateNs, tailOf(split.serverLateP99Ns));
        out += row("w3", "wire and client", split.wireAndClientNs, tailOf(split.deliveryP99Ns));
        out += "</tbody></table></div>\n";
    }
    return out;
}

std::string lossSection(const RunModel& model, const CellJudgement& cell)
{
    const auto rows = lossRows(model, cell);
    if (rows.empty()) {
        return {};
    }
    std::string out = "<h3>Values expected and received</h3><div "
                      "class=\"scroll\"><table><thead><tr><th>Workload</th>";
    for (const char* head : {"Expected", "Received", "Overflow", "Gap", "Missing", "Late",
                             "Doubled", "Sessions hit"}) {
        out += fmt::format("<th class=\"n\">{}</th>", head);
    }
    out += "</tr></thead><tbody>\n";
    for (const auto& row : rows) {
        out += "<tr><td>" + bdi(row.workload) + "</td>";
        for (const double value : {row.expected, row.received, row.overflow, row.gap, row.missing,
                                   row.late, row.duplicates, row.sessionsMissing}) {
            out += "<td class=\"n\">" + escapeHtml(countText(value)) + "</td>";
        }
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

std::string statusSection(const CellJudgement& cell)
{
    if (cell.statusCodes.empty()) {
        return {};
    }
    std::vector<std::pair<std::string, std::int64_t>> codes(cell.statusCodes.begin(),
                                                            cell.statusCodes.end());
    std::sort(codes.begin(), codes.end(), [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    std::string out =
        "<h3>Answers by status code</h3><div class=\"scroll\"><table><thead><tr><th>Status</th>"
        "<th class=\"n\">Count</th></tr></thead><tbody>\n";
    for (const auto& [name, count] : codes) {
        out += "<tr><td>" + escapeHtml(name) + "</td><td class=\"n\">" +
               escapeHtml(countText(static_cast<double>(count))) + "</td></tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

std::string findingSection(const RunModel& model, const CellJudgement& cell)
{
    std::string items;
    for (const auto& finding : model.findings()) {
        if (finding.cell == cell.cell) {
            items += "<li>" + escapeHtml(finding.text);
            items += finding.evidence.empty()
                         ? ""
                         : " <span class=\"note\">" + escapeHtml(finding.evidence) + "</span>";
            items += "</li>\n";
        }
    }
    return items.empty() ? "" : "<h3>Findings</h3><ul>" + items + "</ul>\n";
}

std::string metricTable(const CellJudgement& cell)
{
    std::string out = "<details><summary>All metrics</summary><div "
                      "class=\"scroll\"><table><thead><tr><th>Metric</th>"
                      "<th class=\"n\">Count or value</th><th class=\"n\">Min</th><th "
                      "class=\"n\">P50 or mean</th>"
                      "<th class=\"n\">P99</th><th class=\"n\">Max</th></tr></thead><tbody>\n";
    for (const auto& metric : cell.metrics) {
        const auto text = [&](double value) { return escapeHtml(valueText(value, metric.unit)); };
        std::string first = "–";
        std::string low = "–";
        std::string middle = "–";
        std::string tail = "–";
        std::string high = "–";
        if (metric.kind == scenario::MetricKind::Histogram) {
            first = escapeHtml(countText(static_cast<double>(metric.count)));
            if (metric.count > 0) {
                low = text(metric.min);
                middle = text(static_cast<double>(metric.histogram.valueAtPercentile(50)));
                high = text(metric.max);
            }
            if (metric.count >= results::minimumForTail) {
                tail = text(static_cast<double>(metric.histogram.valueAtPercentile(99)));
            }
        } else {
            first = text(metric.value);
            if (metric.kind == scenario::MetricKind::Gauge && metric.count > 0) {
                low = text(metric.min);
                middle = text(metric.mean);
                high = text(metric.max);
            }
        }
        out += "<tr><td>" + bdi(metric.name) + "</td>";
        for (const auto& field : {first, low, middle, tail, high}) {
            out += "<td class=\"n\">" + field + "</td>";
        }
        out += "</tr>\n";
    }
    return out + "</tbody></table></div></details>\n";
}

std::string cellSection(const RunModel& model, const CellJudgement& cell, const std::string& title,
                        bool isOnly)
{
    std::string out;
    if (!isOnly) {
        out += "<h2>" + bdi(title) + "</h2>\n" + verdictBox(cell.verdict);
    }
    out += (isOnly ? "<h2>Key figures</h2>\n" : "<h3>Key figures</h3>\n") + figureGrid(model, cell);
    out += (isOnly ? "<h2>Criteria</h2>\n" : "<h3>Criteria</h3>\n") + criteriaTable(cell);
    out += splitSection(model, cell) + lossSection(model, cell) + findingSection(model, cell);
    out += (isOnly ? "<h2>Over time</h2>\n" : "<h3>Over time</h3>\n") +
           std::string("<div class=\"charts\">");
    for (const auto& chart : cellCharts(model, cell)) {
        out += svgChart(chart) + "\n";
    }
    return out + "</div>\n" + statusSection(cell) + metricTable(cell);
}

std::string titleOf(const RunModel& model, std::uint32_t cell)
{
    for (const auto& known : model.cells()) {
        if (known.record.cell == cell) {
            return results::cellTitle(known);
        }
    }
    return fmt::format("cell {}", cell + 1);
}

std::string overview(const RunModel& model, const RunJudgement& judgement)
{
    std::string out = "<h2>Cells</h2><div "
                      "class=\"scroll\"><table><thead><tr><th>Cell</th><th>Verdict</th><th>Key "
                      "figures</th></tr></thead><tbody>\n";
    for (const auto& cell : judgement.cells) {
        out += fmt::format("<tr><td><a href=\"#cell-{}\">{}</a></td><td><span class=\"tag "
                           "t-{}\">{}</span></td><td>",
                           cell.cell, bdi(titleOf(model, cell.cell)),
                           results::verdictStateName(cell.verdict.state),
                           escapeHtml(verdictText(cell.verdict)));
        const auto figures = keyFigures(model, cell);
        for (std::size_t i = 0; i < std::min<std::size_t>(figures.size(), 5); ++i) {
            out += (i > 0 ? " · " : "") + escapeHtml(figures[i].label) + " " +
                   escapeHtml(figures[i].value);
        }
        out += "</td></tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

std::string row(std::string_view label, const std::string& value)
{
    return value.empty()
               ? ""
               : "<tr><td>" + escapeHtml(label) + "</td><td>" + escapeHtml(value) + "</td></tr>\n";
}

std::string environmentSection(const RunModel& model)
{
    const auto& run = model.run();
    std::string out =
        "<h2>How to repeat it</h2><pre>" + escapeHtml(shellCommand(run.arguments)) + "</pre>\n";
    out += "<h2>Environment</h2><div class=\"scroll\"><table><tbody>\n";
    out += row("started", run.startedAt) + row("run", run.runId);
    out += row("UaSurge", run.tool.version +
                              (run.tool.commit.empty() ? "" : ", commit " + run.tool.commit) +
                              (run.tool.dirty ? " with local changes" : "") +
                              (run.tool.buildType.empty() ? "" : ", " + run.tool.buildType));
    out += row("compiler", run.tool.compiler);
    for (const auto& [name, version] : run.tool.libraries) {
        out += row(name, version);
    }
    out += row("scenario SHA-256", run.scenarioSha256) + row("seed", std::to_string(run.seed));
    for (const auto& [key, value] : run.environment) {
        const std::string_view name(key.data(), key.size());
        const auto* text = value.if_string();
        boost::json::error_code failure;
        const double number = value.is_number() ? value.to_number<double>(failure) : 0;
        const bool isBytes = name.ends_with("_bytes");
        out += row(isBytes ? name.substr(0, name.size() - 6) : name,
                   text != nullptr     ? std::string(text->data(), text->size())
                   : value.is_number() ? valueText(number, isBytes ? "bytes" : "")
                                       : boost::json::serialize(value));
    }
    for (const auto& ceiling : model.ceilings()) {
        out += row("ceiling: " + ceiling.operation,
                   valueText(ceiling.perSecond, ceiling.unit == "bytes/s" ? "bytes" : "1/s") +
                       (ceiling.unit == "bytes/s" ? "/s" : ""));
    }
    return out + "</tbody></table></div>\n";
}

std::string eventSection(const RunModel& model)
{
    constexpr std::size_t most = 100;
    const auto& events = model.events();
    if (events.empty()) {
        return {};
    }
    std::string out = "<h2>Events</h2><div class=\"scroll\"><table><thead><tr><th "
                      "class=\"n\">At</th><th>Kind</th><th>What"
                      "</th><th>Status</th></tr></thead><tbody>\n";
    for (std::size_t i = 0; i < std::min(events.size(), most); ++i) {
        out +=
            fmt::format("<tr><td class=\"n\">{:.1f} s</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                        static_cast<double>(events[i].atNs) / 1e9, escapeHtml(events[i].kind),
                        escapeHtml(events[i].text), escapeHtml(events[i].statusCode));
    }
    out += "</tbody></table></div>\n";
    return events.size() > most
               ? out + fmt::format("<p class=\"note\">{} more in the run log.</p>\n",
                                   events.size() - most)
               : out;
}

std::string logSection(const RunModel& model)
{
    std::string out;
    if (model.logErrorCount() > 0) {
        out += fmt::format(
            "<h2>Damage to the run log</h2><p>{} lines could not be read; what they held is "
            "missing above.</p><ul>",
            model.logErrorCount());
        for (std::size_t i = 0; i < std::min<std::size_t>(model.logErrors().size(), 10); ++i) {
            const auto& error = model.logErrors()[i];
            out += fmt::format("<li>line {}: {}</li>", error.line, escapeHtml(error.text));
        }
        out += "</ul>\n";
    }
    if (model.damagedHistograms() > 0) {
        out +=
            fmt::format("<p>{} histograms could not be read; their values are missing above.</p>\n",
                        model.damagedHistograms());
    }
    return out;
}

} // namespace

std::string htmlReport(const RunModel& model, const RunJudgement& judgement)
{
    const auto title = model.title();
    std::string out =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        // Nothing may be fetched, whatever a name in the run contains.
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\"><title>";
    out +=
        escapeHtml(title) + ": " + escapeHtml(verdictText(judgement.verdict)) + "</title><style>";
    out += std::string(htmlStyle()) + "</style></head><body><main>\n";
    out += "<h1>" + bdi(title) + "</h1>\n<p class=\"sub\">" + escapeHtml(model.run().startedAt) +
           " · UaSurge " + escapeHtml(model.run().tool.version) + " · run " +
           bdi(model.run().runId) + "</p>\n";
    out += verdictBox(judgement.verdict);
    const bool isOnly = judgement.cells.size() == 1;
    if (judgement.cells.size() > 1) {
        out += overview(model, judgement);
    }
    for (const auto& cell : judgement.cells) {
        const auto section = cellSection(model, cell, titleOf(model, cell.cell), isOnly);
        const auto id = fmt::format("cell-{}", cell.cell);
        if (judgement.cells.size() <= mostOpenCells) {
            out += "<section id=\"" + id + "\">" + section + "</section>\n";
        } else {
            out += "<details id=\"" + id + "\"><summary>" + bdi(titleOf(model, cell.cell)) +
                   "</summary>" + section + "</details>\n";
        }
    }
    out += eventSection(model) + logSection(model) + environmentSection(model);
    return out + "</main></body></html>\n";
}

} // namespace report
