// SPDX-License-Identifier: MIT
#include "results/verdict.h"

#include "results/statistics.h"
#include "results/validity.h"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace results {

namespace {

using scenario::MetricKind;

void summarizeGauge(const RunModel& model, MetricSummary& summary)
{
    const auto points = model.series(summary.name, summary.window);
    summary.count = points.size();
    if (points.empty()) {
        return;
    }
    summary.first = points.front().value;
    summary.last = points.back().value;
    summary.value = summary.last;
    summary.min = summary.max = points.front().value;
    double sum = 0;
    for (const auto& point : points) {
        summary.min = std::min(summary.min, point.value);
        summary.max = std::max(summary.max, point.value);
        sum += point.value;
    }
    summary.mean = sum / static_cast<double>(points.size());
    summary.slopePerMinute = slopePerMinute(points);
}

std::vector<MetricSummary> summarize(const RunModel& model, std::uint32_t cell)
{
    std::vector<MetricSummary> all;
    for (const auto& metric : model.metrics()) {
        const auto window = model.judgedWindow(cell, metric.name);
        if (!window) {
            continue;
        }
        MetricSummary summary;
        summary.name = metric.name;
        summary.kind = metric.kind;
        summary.unit = metric.unit;
        summary.window = *window;
        if (metric.kind == MetricKind::Histogram) {
            summary.histogram = model.histogram(metric.name, *window);
            summary.count = summary.histogram.count();
            summary.min = static_cast<double>(summary.histogram.min());
            summary.max = static_cast<double>(summary.histogram.max());
            summary.mean = summary.histogram.mean();
        } else if (metric.kind == MetricKind::Counter) {
            summary.value = static_cast<double>(model.counter(metric.name, *window).value_or(0));
        } else {
            summarizeGauge(model, summary);
        }
        all.push_back(std::move(summary));
    }
    return all;
}

std::vector<std::string> interruptions(const RunModel& model, std::optional<std::uint32_t> cell,
                                       OpenEnd openEnd)
{
    std::vector<std::string> reasons;
    for (const auto& event : model.events()) {
        if (event.kind == "interrupted" && (!cell || event.cell == *cell)) {
            reasons.push_back(event.text.empty() ? "the run was stopped before its end"
                                                 : event.text);
        }
    }
    const bool isOpen = cell ? !model.cellEnded(*cell) : true;
    if (reasons.empty() && !model.result() && isOpen && openEnd == OpenEnd::Interrupted) {
        reasons.emplace_back(
            "the run log ends without a result: the run was killed, or is still going");
    }
    return reasons;
}

std::string criterionText(const Criterion& criterion)
{
    return criterion.note.empty() ? criterion.expression
                                  : criterion.expression + ": " + criterion.note;
}

std::string cellName(const RunModel& model, std::uint32_t cell)
{
    for (const auto& known : model.cells()) {
        if (known.record.cell == cell) {
            return cellTitle(known);
        }
    }
    return fmt::format("cell {}", cell);
}

} // namespace

std::string_view verdictStateName(VerdictState state)
{
    constexpr std::string_view names[] = {"interrupted", "invalid", "fail", "pass"};
    return names[static_cast<std::size_t>(state)];
}

std::string cellTitle(const Cell& cell)
{
    std::string text;
    for (const auto& [pointer, value] : cell.record.parameters) {
        text += text.empty() ? "" : ", ";
        text += std::string_view(pointer.data(), pointer.size());
        text += " = " + boost::json::serialize(value);
    }
    if (text.empty()) {
        text = fmt::format("cell {}", cell.record.cell + 1);
    }
    return cell.record.repetition == 0
               ? text
               : fmt::format("{}, repetition {}", text, cell.record.repetition + 1);
}

const MetricSummary* CellJudgement::metric(std::string_view name) const
{
    const auto at = std::find_if(metrics.begin(), metrics.end(),
                                 [&](const MetricSummary& known) { return known.name == name; });
    return at == metrics.end() ? nullptr : &*at;
}

namespace {

/// A run that did not establish what it was asked for proves nothing about the rest, so every run
/// has this criterion unless its scenario has one of its own.
std::optional<scenario::Threshold> establishedCriterion(const RunModel& model, std::uint32_t cell)
{
    for (const auto& threshold : model.thresholds()) {
        if (threshold.metric == "sessions.established") {
            return std::nullopt;
        }
    }
    const auto window = model.cellWindow(cell);
    const auto requested = window ? model.counter("sessions.requested", *window) : std::nullopt;
    if (!requested || *requested <= 0) {
        return std::nullopt;
    }
    auto threshold =
        scenario::parseThreshold(fmt::format("sessions.established:count>={}", *requested));
    return threshold ? std::optional(*threshold) : std::nullopt;
}

} // namespace

CellJudgement judgeCell(const RunModel& model, std::uint32_t cell, OpenEnd openEnd)
{
    CellJudgement judgement;
    judgement.cell = cell;
    judgement.metrics = summarize(model, cell);
    if (const auto window = model.cellWindow(cell)) {
        judgement.statusCodes = model.statusCodes(*window);
    }
    std::vector<std::string> failed;
    std::vector<std::string> caveats;
    auto invalid = invalidReasons(model, cell);
    auto thresholds = model.thresholds();
    if (auto established = establishedCriterion(model, cell)) {
        thresholds.push_back(std::move(*established));
    }
    for (const auto& threshold : thresholds) {
        auto criterion = evaluate(threshold, model, cell);
        if (criterion.state == CriterionState::Fail) {
            failed.push_back("criterion not met: " + criterionText(criterion));
        } else if (criterion.state == CriterionState::Caveat) {
            caveats.push_back("passed with caveat: " + criterionText(criterion));
        } else if (criterion.state == CriterionState::NotMeasured && !criterion.optional) {
            invalid.push_back("criterion not measured: " + criterionText(criterion));
        }
        judgement.criteria.push_back(std::move(criterion));
    }
    auto& verdict = judgement.verdict;
    if (auto stopped = interruptions(model, cell, openEnd); !stopped.empty()) {
        verdict = {VerdictState::Interrupted, std::move(stopped)};
    } else if (!invalid.empty()) {
        verdict = {VerdictState::Invalid, std::move(invalid)};
    } else if (!failed.empty()) {
        verdict = {VerdictState::Fail, {}};
    } else {
        verdict = {VerdictState::Pass, std::move(caveats)};
    }
    // What failed is worth knowing whatever stands above it.
    verdict.reasons.insert(verdict.reasons.end(), failed.begin(), failed.end());
    return judgement;
}

RunJudgement judge(const RunModel& model, OpenEnd openEnd)
{
    RunJudgement judgement;
    auto& verdict = judgement.verdict;
    for (const auto& cell : model.cells()) {
        judgement.cells.push_back(judgeCell(model, cell.record.cell, openEnd));
        verdict.state = std::min(verdict.state, judgement.cells.back().verdict.state);
    }
    auto stopped = interruptions(model, std::nullopt, openEnd);
    if (judgement.cells.empty() && stopped.empty() && openEnd == OpenEnd::Interrupted) {
        stopped.emplace_back("the run ended before anything was measured");
    }
    if (!stopped.empty()) {
        verdict = {VerdictState::Interrupted, std::move(stopped)};
    }
    for (const auto& cell : judgement.cells) {
        for (const auto& reason : cell.verdict.reasons) {
            auto text =
                judgement.cells.size() > 1 ? cellName(model, cell.cell) + ": " + reason : reason;
            if (std::find(verdict.reasons.begin(), verdict.reasons.end(), text) ==
                    verdict.reasons.end() &&
                std::find(verdict.reasons.begin(), verdict.reasons.end(), reason) ==
                    verdict.reasons.end()) {
                verdict.reasons.push_back(std::move(text));
            }
        }
    }
    return judgement;
}

} // namespace results
