// SPDX-License-Identifier: MIT
#include "results/records.h"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace results {

namespace {

namespace json = boost::json;

template <typename T>
json::object mapJson(const std::map<std::string, T>& values)
{
    json::object object;
    for (const auto& [name, value] : values) {
        if constexpr (std::is_same_v<T, double>) {
            if (!std::isfinite(value)) {
                continue; // JSON has no such number; a value that is none is left out
            }
            object[name] = storedPrecision(value);
            continue;
        }
        object[name] = value;
    }
    return object;
}

void put(json::object& object, json::string_view key, const std::string& text)
{
    if (!text.empty()) {
        object[key] = text;
    }
}

void put(json::object& object, json::string_view key, const json::object& members)
{
    if (!members.empty()) {
        object[key] = members;
    }
}

json::object members(const RunRecord& run)
{
    json::object object{{"schema", run.schema}, {"runId", run.runId}, {"startedAt", run.startedAt}};
    object["tool"] =
        json::object{{"version", run.tool.version},   {"commit", run.tool.commit},
                     {"dirty", run.tool.dirty},       {"buildType", run.tool.buildType},
                     {"compiler", run.tool.compiler}, {"libraries", mapJson(run.tool.libraries)}};
    object["arguments"] = json::array(run.arguments.begin(), run.arguments.end());
    object["scenario"] = run.scenario;
    object["scenarioSha256"] = run.scenarioSha256;
    object["seed"] = run.seed;
    object["sampleInterval_ns"] = run.sampleIntervalNs;
    object["environment"] = run.environment;
    return object;
}

json::object members(const CeilingRecord& ceiling)
{
    return {{"operation", ceiling.operation},
            {"perSecond", ceiling.perSecond},
            {"perCore", ceiling.perCore},
            {"unit", ceiling.unit}};
}

json::object members(const CellRecord& cell)
{
    return {{"cell", cell.cell}, {"repetition", cell.repetition}, {"parameters", cell.parameters}};
}

json::object members(const PhaseRecord& phase)
{
    const auto name = phaseName(phase.phase);
    return {{"cell", phase.cell},
            {"phase", json::string_view(name.data(), name.size())},
            {"begins", phase.begins}};
}

json::object members(const SampleRecord& sample)
{
    const auto name = phaseName(sample.phase);
    json::object object{{"interval_ns", sample.intervalNs},
                        {"cell", sample.cell},
                        {"phase", json::string_view(name.data(), name.size())}};
    put(object, "counters", mapJson(sample.counters));
    put(object, "gauges", mapJson(sample.gauges));
    put(object, "histograms", mapJson(sample.histograms));
    put(object, "statusCodes", mapJson(sample.statusCodes));
    return object;
}

json::object members(const SessionRecord& session)
{
    json::object object{{"cell", session.cell},
                        {"session", session.session},
                        {"workload", session.workload},
                        {"state", session.state}};
    put(object, "statusCode", session.statusCode);
    return object;
}

json::object members(const SessionSummaryRecord& session)
{
    json::object object{{"cell", session.cell},
                        {"session", session.session},
                        {"workload", session.workload},
                        {"state", session.state}};
    put(object, "statusCode", session.statusCode);
    put(object, "values", mapJson(session.values));
    json::object revised;
    for (const auto& [name, pair] : session.revised) {
        if (std::isfinite(pair.first) && std::isfinite(pair.second)) {
            revised[name] = json::array{pair.first, pair.second};
        }
    }
    put(object, "revised", revised);
    return object;
}

json::object members(const EventRecord& event)
{
    json::object object{{"cell", event.cell}, {"kind", event.kind}, {"text", event.text}};
    put(object, "statusCode", event.statusCode);
    put(object, "details", event.details);
    return object;
}

json::object members(const FindingRecord& finding)
{
    constexpr json::string_view names[] = {"info", "caveat", "invalid"};
    return {{"cell", finding.cell},
            {"kind", finding.kind},
            {"severity", names[static_cast<std::size_t>(finding.severity)]},
            {"text", finding.text},
            {"evidence", finding.evidence}};
}

json::object members(const CellResultRecord& result)
{
    return {{"cell", result.cell}, {"result", result.result}};
}

json::object members(const ResultRecord& result)
{
    return {{"endedAt", result.endedAt}, {"result", result.result}};
}

json::object members(const StagesRecord& stages)
{
    return {{"cell", stages.cell}, {"process", stages.process}, {"stages", stages.stages}};
}

std::string_view kindOf(const Record& record)
{
    constexpr std::string_view kinds[] = {
        "run",   "ceiling", "cell",        "phase",  "sample", "session", "session-summary",
        "event", "finding", "cell-result", "result", "stages"};
    if (const auto* unknown = std::get_if<UnknownRecord>(&record)) {
        return unknown->kind;
    }
    return kinds[record.index()];
}

} // namespace

std::string_view phaseName(Phase phase)
{
    constexpr std::string_view names[] = {"ramp", "settle", "steady", "drain"};
    return names[static_cast<std::size_t>(phase)];
}

double storedPrecision(double value)
{
    char text[32];
    const auto end = fmt::format_to_n(text, sizeof text, "{:.11e}", value).out;
    double stored = value;
    std::from_chars(text, end, stored);
    return stored;
}

std::string encodeRecord(const Record& record)
{
    const auto kind = kindOf(record);
    json::object line{{"record", json::string_view(kind.data(), kind.size())}};
    std::visit(
        [&](const auto& value) {
            using Kind = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Kind, UnknownRecord>) {
                line.insert(value.members.begin(), value.members.end());
            } else {
                if constexpr (!std::is_same_v<Kind, RunRecord>) {
                    line["at_ns"] = value.atNs;
                }
                const json::object all = members(value);
                line.insert(all.begin(), all.end());
            }
        },
        record);
    return json::serialize(line);
}

} // namespace results
