// SPDX-License-Identifier: MIT
#include "report/figures.h"

#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace report {

namespace {

using results::CellJudgement;
using results::MetricSummary;
using results::RunModel;

double valueOf(const CellJudgement& cell, const std::string& name)
{
    const auto* metric = cell.metric(name);
    return metric == nullptr ? 0 : metric->value;
}

double steadySeconds(const RunModel& model, const CellJudgement& cell)
{
    const auto window = model.phaseWindow(cell.cell, results::Phase::Steady);
    return window ? window->seconds() : 0;
}

void addSessions(const RunModel& model, const CellJudgement& cell, std::vector<Figure>& figures)
{
    if (const auto* established = cell.metric("sessions.established")) {
        const auto* requested = cell.metric("sessions.requested");
        figures.push_back({"Sessions established",
                           requested == nullptr ? countText(established->value)
                                                : countText(established->value) + " of " +
                                                      countText(requested->value),
                           ""});
        if (const auto* rate = cell.metric("sessions.rate")) {
            figures.back().detail = valueText(rate->value, "1/s");
        } else if (const auto ramp = model.phaseWindow(cell.cell, results::Phase::Ramp);
                   ramp && ramp->seconds() > 0) {
            figures.back().detail =
                valueText(established->value / ramp->seconds(), "1/s") + " in the ramp";
        }
        const double retries = valueOf(cell, "sessions.retries");
        if (retries > 0) {
            figures.back().detail += ", " + countText(retries) + " retries";
        }
    }
}

void addLatency(const CellJudgement& cell, const std::string& workload,
                std::vector<Figure>& figures)
{
    const auto* metric = cell.metric(workload + ".latency");
    if (metric == nullptr || metric->histogram.empty()) {
        return;
    }
    const auto& histogram = metric->histogram;
    const auto at = [&](double p) {
        return valueText(static_cast<double>(histogram.valueAtPercentile(p)), "ns");
    };
    const bool hasTail = histogram.count() >= results::minimumForTail;
    figures.push_back({workload + ": latency P50", at(50),
                       countText(static_cast<double>(histogram.count())) + " values"});
    if (hasTail) {
        figures.push_back({workload + ": latency P99", at(99), "P99.9 " + at(99.9)});
    }
    figures.push_back({workload + ": latency max",
                       valueText(static_cast<double>(histogram.max()), "ns"),
                       hasTail ? "" : "too few values for a P99"});
}

void addRates(const RunModel& model, const CellJudgement& cell, const std::string& workload,
              std::vector<Figure>& figures)
{
    const double seconds = steadySeconds(model, cell);
    const auto perSecond = [&](double count) {
        return seconds > 0 ? valueText(count / seconds, "1/s") : std::string();
    };
    if (const auto* received = cell.metric(workload + ".received")) {
        const auto* expected = cell.metric(workload + ".expected");
        figures.push_back({workload + ": values received", perSecond(received->value),
                           countText(received->value) +
                               (expected == nullptr ? "" : " of " + countText(expected->value))});
    }
    if (const auto* drops = cell.metric(workload + ".drops")) {
        const double sessions = valueOf(cell, workload + ".sessionsMissing");
        figures.push_back({workload + ": values lost", countText(drops->value),
                           sessions > 0 ? "at " + countText(sessions) + " sessions" : ""});
    }
    if (const auto* completed = cell.metric(workload + ".completed")) {
        const double failed = valueOf(cell, workload + ".failed");
        figures.push_back(
            {workload + ": operations", perSecond(completed->value),
             countText(completed->value) + " completed, " + countText(failed) + " failed"});
    }
}

void addProcess(const RunModel& model, const CellJudgement& cell, const std::string& process,
                const std::string& label, std::vector<Figure>& figures)
{
    if (const auto* rss = cell.metric(process + ".rss"); rss != nullptr && rss->count > 0) {
        Figure figure{label + " memory (RSS)", valueText(rss->max, "bytes"), ""};
        const double sessions = valueOf(cell, "sessions.established");
        const auto whole = model.cellWindow(cell.cell);
        const auto series =
            whole ? model.series(process + ".rss", *whole) : std::vector<results::Point>();
        if (process == "server" && sessions > 0 && !series.empty() &&
            rss->mean > series.front().value) {
            // The first sample lies after the first connects: a little is missing, never too much.
            figure.detail =
                valueText((rss->mean - series.front().value) / sessions, "bytes") + " per session";
        }
        figures.push_back(figure);
    }
    if (const auto* cpu = cell.metric(process + ".cpu"); cpu != nullptr && cpu->count > 0) {
        figures.push_back({label + " CPU, mean", valueText(cpu->mean, "cores"),
                           "at most " + valueText(cpu->max, "cores")});
    }
}

} // namespace

std::vector<Figure> keyFigures(const RunModel& model, const CellJudgement& cell)
{
    std::vector<Figure> figures;
    addSessions(model, cell, figures);
    for (const auto& workload : model.workloads()) {
        addLatency(cell, workload, figures);
        addRates(model, cell, workload, figures);
    }
    addProcess(model, cell, "server", "Server", figures);
    addProcess(model, cell, "load", "Load side", figures);
    return figures;
}

std::vector<LatencySplit> latencySplits(const RunModel& model, const CellJudgement& cell)
{
    std::vector<LatencySplit> splits;
    const auto* late = cell.metric("server.publishLateness");
    for (const auto& workload : model.workloads()) {
        const auto* latency = cell.metric(workload + ".latency");
        const auto* delivery = cell.metric(workload + ".delivery");
        if (latency == nullptr || delivery == nullptr || latency->histogram.empty() ||
            delivery->histogram.empty()) {
            continue;
        }
        LatencySplit split;
        split.workload = workload;
        split.latencyNs = latency->mean;
        split.wireAndClientNs = std::min(delivery->mean, split.latencyNs);
        split.deliveryP99Ns = delivery->histogram.valueAtPercentile(99);
        split.hasTail = delivery->histogram.count() >= results::minimumForTail;
        if (late != nullptr && !late->histogram.empty()) {
            split.serverLateNs = std::min(late->mean, split.latencyNs - split.wireAndClientNs);
            split.serverLateP99Ns = late->histogram.valueAtPercentile(99);
        }
        split.waitingNs = split.latencyNs - split.wireAndClientNs - split.serverLateNs;
        splits.push_back(split);
    }
    return splits;
}

std::vector<LossRow> lossRows(const RunModel& model, const CellJudgement& cell)
{
    std::vector<LossRow> rows;
    for (const auto& workload : model.workloads()) {
        if (cell.metric(workload + ".expected") == nullptr &&
            cell.metric(workload + ".drops") == nullptr) {
            continue;
        }
        const auto value = [&](const char* name) { return valueOf(cell, workload + "." + name); };
        rows.push_back({workload, value("expected"), value("received"), value("drops.overflow"),
                        value("drops.gap"), value("drops.missing"), value("late"),
                        value("duplicates"), value("sessionsMissing")});
    }
    return rows;
}

std::string verdictText(const results::Verdict& verdict)
{
    switch (verdict.state) {
    case results::VerdictState::Interrupted:
        return "interrupted";
    case results::VerdictState::Invalid:
        return "invalid";
    case results::VerdictState::Fail:
        return "failed";
    case results::VerdictState::Pass:
        break;
    }
    return verdict.reasons.empty() ? "passed" : "passed with caveats";
}

std::string criterionMark(results::CriterionState state)
{
    switch (state) {
    case results::CriterionState::Pass:
        return "pass";
    case results::CriterionState::Caveat:
        return "pass, with caveat";
    case results::CriterionState::Fail:
        return "fail";
    case results::CriterionState::NotMeasured:
        break;
    }
    return "not measured";
}

} // namespace report
