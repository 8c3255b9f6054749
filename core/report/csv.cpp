// SPDX-License-Identifier: MIT
#include "report/csv.h"

#include "report/text.h"

#include <fmt/format.h>

#include <cmath>

namespace report {

namespace {

using scenario::MetricKind;

std::string number(double value)
{
    return std::isfinite(value) ? fmt::format("{:.12g}", value) : std::string();
}

std::string figures(const results::MetricSummary& metric)
{
    std::string out;
    const auto add = [&](const std::string& field) { out += "," + field; };
    if (metric.kind == MetricKind::Histogram) {
        const auto& histogram = metric.histogram;
        add(std::to_string(metric.count));
        add("");
        if (metric.count == 0) {
            return out + ",,,,,,";
        }
        add(number(metric.min));
        add(number(metric.mean));
        add(std::to_string(histogram.valueAtPercentile(50)));
        const bool hasTail = metric.count >= results::minimumForTail;
        for (const double p : {95.0, 99.0}) {
            add(hasTail ? std::to_string(histogram.valueAtPercentile(p)) : std::string());
        }
        add(number(metric.max));
        return out;
    }
    add(metric.kind == MetricKind::Gauge ? std::to_string(metric.count) : std::string());
    add(number(metric.value));
    if (metric.kind != MetricKind::Gauge || metric.count == 0) {
        return out + ",,,,,,";
    }
    return out + "," + number(metric.min) + "," + number(metric.mean) + ",,,," + number(metric.max);
}

} // namespace

std::string csvMetrics(const results::RunModel& model, const results::RunJudgement& judgement)
{
    std::string out =
        "scenario,run,cell,verdict,metric,kind,unit,count,value,min,mean,p50,p95,p99,max\r\n";
    for (const auto& cell : judgement.cells) {
        std::string title;
        for (const auto& known : model.cells()) {
            title = known.record.cell == cell.cell ? results::cellTitle(known) : title;
        }
        for (const auto& metric : cell.metrics) {
            out += csvText(model.title()) + "," + csvText(model.run().runId) + "," +
                   csvText(title) + "," +
                   std::string(results::verdictStateName(cell.verdict.state)) + "," +
                   csvText(metric.name) + "," + std::string(results::metricKindName(metric.kind)) +
                   "," + csvText(metric.unit) + figures(metric) + "\r\n";
        }
    }
    return out;
}

std::string csvSeries(const results::RunModel& model)
{
    std::string out = "cell,metric,at_s,value,count,p50,p99,max\r\n";
    const auto metrics = model.metrics();
    for (const auto& cell : model.cells()) {
        const auto window = model.cellWindow(cell.record.cell);
        if (!window) {
            continue;
        }
        for (const auto& metric : metrics) {
            const auto begin = std::to_string(cell.record.cell) + "," + csvText(metric.name) + ",";
            if (metric.kind == MetricKind::Histogram) {
                for (const auto& point : model.quantiles(metric.name, *window)) {
                    out += begin + fmt::format("{:.12g},,{},{},{},{}\r\n",
                                               static_cast<double>(point.atNs) / 1e9, point.count,
                                               point.p50,
                                               point.count >= results::minimumForTail
                                                   ? std::to_string(point.p99)
                                                   : std::string(),
                                               point.max);
                }
                continue;
            }
            for (const auto& point : model.series(metric.name, *window)) {
                out += begin + number(static_cast<double>(point.atNs) / 1e9) + "," +
                       number(point.value) + ",,,,\r\n";
            }
        }
    }
    return out;
}

} // namespace report
