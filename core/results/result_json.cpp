// SPDX-License-Identifier: MIT
#include "results/result_json.h"

#include "measure/histogram_codec.h"
#include "scenario/json_text.h"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace results {

namespace {

namespace json = boost::json;
using scenario::MetricKind;

json::string_view view(std::string_view text)
{
    return {text.data(), text.size()};
}

/// Whole numbers without a fraction, as counters and times are.
json::value numberJson(double number)
{
    if (!std::isfinite(number)) {
        return nullptr;
    }
    constexpr double exact = 9'007'199'254'740'992.0;
    if (number == std::floor(number) && std::abs(number) <= exact) {
        return static_cast<std::int64_t>(number);
    }
    return number;
}

void addHistogram(json::object& object, const measure::Histogram& histogram)
{
    object["count"] = histogram.count();
    object["min"] = histogram.min();
    object["max"] = histogram.max();
    object["mean"] = numberJson(histogram.mean());
    object["p50"] = histogram.valueAtPercentile(50);
    if (histogram.count() >= minimumForTail) {
        object["p95"] = histogram.valueAtPercentile(95);
        object["p99"] = histogram.valueAtPercentile(99);
        object["p99.9"] = histogram.valueAtPercentile(99.9);
    }
    object["hdr"] = measure::encodeHistogram(histogram);
}

json::object metricJson(const MetricSummary& metric)
{
    json::object object{{"kind", view(metricKindName(metric.kind))}};
    if (!metric.unit.empty()) {
        object["unit"] = metric.unit;
    }
    switch (metric.kind) {
    case MetricKind::Histogram:
        addHistogram(object, metric.histogram);
        break;
    case MetricKind::Counter:
    case MetricKind::Rate:
        object["value"] = numberJson(metric.value);
        break;
    case MetricKind::Gauge:
        object["samples"] = metric.count;
        object["first"] = numberJson(metric.first);
        object["last"] = numberJson(metric.last);
        object["min"] = numberJson(metric.min);
        object["max"] = numberJson(metric.max);
        object["mean"] = numberJson(metric.mean);
        if (metric.slopePerMinute) {
            object["slope_per_minute"] = numberJson(*metric.slopePerMinute);
        }
        break;
    }
    return object;
}

json::object verdictJson(const Verdict& verdict)
{
    return {{"state", view(verdictStateName(verdict.state))},
            {"reasons", json::array(verdict.reasons.begin(), verdict.reasons.end())}};
}

json::object criterionJson(const Criterion& criterion)
{
    json::object object{{"expression", criterion.expression}};
    if (criterion.measured) {
        object["measured"] = numberJson(*criterion.measured);
    }
    if (!criterion.unit.empty()) {
        object["unit"] = criterion.unit;
    }
    if (criterion.margin) {
        object["margin"] = numberJson(*criterion.margin);
    }
    object["state"] = view(criterionStateName(criterion.state));
    if (!criterion.note.empty()) {
        object["note"] = criterion.note;
    }
    if (criterion.optional) {
        object["optional"] = true;
    }
    return object;
}

/// A record as a member of the result: without its kind.
json::object recordJson(const Record& record)
{
    json::error_code ignored;
    auto value = json::parse(encodeRecord(record), ignored);
    auto& object = value.as_object();
    object.erase("record");
    return object;
}

} // namespace

json::object cellResultJson(const RunModel& model, const CellJudgement& judgement)
{
    json::object object;
    for (const auto& cell : model.cells()) {
        if (cell.record.cell == judgement.cell) {
            object["parameters"] = cell.record.parameters;
            object["repetition"] = cell.record.repetition;
        }
    }
    object["verdict"] = verdictJson(judgement.verdict);
    json::object metrics;
    for (const auto& metric : judgement.metrics) {
        metrics[metric.name] = metricJson(metric);
    }
    object["metrics"] = std::move(metrics);
    json::array criteria;
    for (const auto& criterion : judgement.criteria) {
        criteria.push_back(criterionJson(criterion));
    }
    object["criteria"] = std::move(criteria);
    json::object codes;
    for (const auto& [name, count] : judgement.statusCodes) {
        codes[name] = count;
    }
    object["statusCodes"] = std::move(codes);
    json::array findings;
    for (const auto& finding : model.findings()) {
        if (finding.cell == judgement.cell) {
            findings.push_back(recordJson(finding));
        }
    }
    if (!findings.empty()) {
        object["findings"] = std::move(findings);
    }
    return object;
}

json::object resultJson(const RunModel& model, const RunJudgement& judgement)
{
    json::object object{{"schema", view(resultSchema)}};
    object["verdict"] = verdictJson(judgement.verdict);
    json::array ceilings;
    for (const auto& ceiling : model.ceilings()) {
        ceilings.push_back(recordJson(ceiling));
    }
    object["ceilings"] = std::move(ceilings);
    json::array cells;
    for (const auto& cell : judgement.cells) {
        cells.push_back(cellResultJson(model, cell));
    }
    object["cells"] = std::move(cells);
    return object;
}

std::string resultDocument(const RunModel& model, const RunJudgement& judgement)
{
    json::object document{{"schema", view(resultSchema)}};
    document["run"] = recordJson(model.run());
    for (auto& [key, value] : resultJson(model, judgement)) {
        document[key] = value;
    }
    return scenario::prettyJson(document);
}

base::Result<void> writeTextFile(const std::filesystem::path& file, std::string_view text)
{
    const auto failed = [&](std::string_view doing) {
        return base::fail(
            base::StatusCode{0x80020000}, // Bad_InternalError
            fmt::format("cannot {} {}: {}", doing, file.string(), std::strerror(errno)));
    };
    const auto beside = file.string() + ".part";
    const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (descriptor < 0) {
        return failed("create");
    }
    bool written = true;
    while (written && !text.empty()) {
        const auto count = ::write(descriptor, text.data(), text.size());
        if (count < 0) {
            written = errno == EINTR;
            continue;
        }
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    const int why = errno;
    const bool closed = ::close(descriptor) == 0;
    if (!written || !closed || std::rename(beside.c_str(), file.c_str()) != 0) {
        errno = written ? errno : why;
        const auto failure = failed("write");
        ::unlink(beside.c_str());
        return failure;
    }
    return {};
}

} // namespace results
