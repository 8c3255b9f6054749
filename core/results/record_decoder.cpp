// SPDX-License-Identifier: MIT
#include "results/record_members.h"
#include "results/records.h"

#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <array>
#include <charconv>

namespace results {

namespace {

namespace json = boost::json;
constexpr base::StatusCode decodingError{0x80070000}; // Bad_DecodingError
constexpr std::size_t maxDepth = 64;

struct Version
{
    std::string_view family;
    unsigned major = 0;
    unsigned minor = 0;
};

/// "uasurge-runlog/1.0"
std::optional<Version> parseVersion(std::string_view text)
{
    const std::size_t slash = text.find('/');
    const std::size_t dot = text.find('.', slash == std::string_view::npos ? 0 : slash);
    if (slash == std::string_view::npos || dot == std::string_view::npos) {
        return std::nullopt;
    }
    Version version{text.substr(0, slash)};
    const auto read = [](std::string_view digits, unsigned& number) {
        const auto [end, failure] =
            std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return failure == std::errc() && end == digits.data() + digits.size();
    };
    if (!read(text.substr(slash + 1, dot - slash - 1), version.major) ||
        !read(text.substr(dot + 1), version.minor)) {
        return std::nullopt;
    }
    return version;
}

Phase readPhase(RecordMembers& members)
{
    const auto text = members.text("phase");
    for (const Phase phase : {Phase::Ramp, Phase::Settle, Phase::Steady, Phase::Drain}) {
        if (text == phaseName(phase)) {
            return phase;
        }
    }
    const json::value found(text);
    members.reject("phase", "ramp, settle, steady or drain", &found);
    return Phase::Ramp;
}

void read(RecordMembers& members, const json::object& object, RunRecord& run)
{
    run.schema = members.text("schema");
    run.runId = members.text("runId", "");
    run.startedAt = members.text("startedAt", "");
    if (const auto* tool = object.if_contains("tool"); tool != nullptr && tool->is_object()) {
        RecordMembers inner(tool->get_object(), "record run, tool");
        run.tool.version = inner.text("version", "");
        run.tool.commit = inner.text("commit", "");
        run.tool.dirty = inner.boolean("dirty", false);
        run.tool.buildType = inner.text("buildType", "");
        run.tool.compiler = inner.text("compiler", "");
        run.tool.libraries = inner.textMap("libraries");
        if (inner.error()) {
            members.reject("tool", "texts by name", tool);
        }
    }
    run.arguments = members.texts("arguments");
    run.scenario = members.value("scenario");
    run.scenarioSha256 = members.text("scenarioSha256", "");
    run.seed = members.unsignedInteger("seed", 0);
    run.sampleIntervalNs = members.natural("sampleInterval_ns", 1'000'000'000);
    run.environment = members.object("environment");
}

void read(RecordMembers& members, const json::object&, CeilingRecord& ceiling)
{
    ceiling.operation = members.text("operation");
    ceiling.perSecond = members.number("perSecond");
    ceiling.perCore = members.number("perCore", 0.0);
    ceiling.unit = members.text("unit", "1/s");
}

void read(RecordMembers& members, const json::object&, CellRecord& cell)
{
    cell.repetition = members.index("repetition", 0);
    cell.parameters = members.object("parameters");
}

void read(RecordMembers& members, const json::object&, PhaseRecord& phase)
{
    phase.phase = readPhase(members);
    phase.begins = members.boolean("begins", true);
}

void read(RecordMembers& members, const json::object&, SampleRecord& sample)
{
    sample.intervalNs = members.natural("interval_ns", 0);
    sample.phase = readPhase(members);
    sample.counters = members.integers("counters");
    sample.gauges = members.numbers("gauges");
    sample.histograms = members.textMap("histograms");
    sample.statusCodes = members.integers("statusCodes");
}

void read(RecordMembers& members, const json::object&, SessionRecord& session)
{
    session.session = members.index("session");
    session.workload = members.text("workload", "");
    session.state = members.text("state");
    session.statusCode = members.text("statusCode", "");
}

void read(RecordMembers& members, const json::object&, SessionSummaryRecord& session)
{
    session.session = members.index("session");
    session.workload = members.text("workload", "");
    session.state = members.text("state", "");
    session.statusCode = members.text("statusCode", "");
    session.values = members.numbers("values");
    session.revised = members.pairs("revised");
}

void read(RecordMembers& members, const json::object&, EventRecord& event)
{
    event.kind = members.text("kind");
    event.text = members.text("text", "");
    event.statusCode = members.text("statusCode", "");
    event.details = members.object("details");
}

void read(RecordMembers& members, const json::object&, FindingRecord& finding)
{
    finding.kind = members.text("kind");
    const auto severity = members.text("severity", "info");
    if (severity == "caveat") {
        finding.severity = Severity::Caveat;
    } else if (severity == "invalid") {
        finding.severity = Severity::Invalid;
    } else if (severity != "info") {
        const json::value found(severity);
        members.reject("severity", "info, caveat or invalid", &found);
    }
    finding.text = members.text("text", "");
    finding.evidence = members.text("evidence", "");
}

void read(RecordMembers& members, const json::object&, CellResultRecord& result)
{
    result.result = members.object("result");
}

void read(RecordMembers& members, const json::object&, ResultRecord& result)
{
    result.endedAt = members.text("endedAt", "");
    result.result = members.object("result");
}

void read(RecordMembers& members, const json::object&, StagesRecord& stages)
{
    stages.process = members.text("process");
    stages.stages = members.object("stages");
}

template <typename Kind>
base::Result<Record> decodeAs(const json::object& object, const std::string& kind)
{
    RecordMembers members(object, "record " + kind);
    Kind record;
    if constexpr (!std::is_same_v<Kind, RunRecord>) {
        record.atNs = members.natural("at_ns");
    }
    if constexpr (requires { record.cell; }) {
        record.cell = members.index("cell", 0);
    }
    read(members, object, record);
    if (members.error()) {
        return std::unexpected(*members.error());
    }
    if constexpr (std::is_same_v<Kind, RunRecord>) {
        UA_TRY(checkSchema(record.schema, runLogSchema));
    }
    return Record(std::move(record));
}

using Decode = base::Result<Record> (*)(const json::object&, const std::string&);
struct NamedDecoder
{
    std::string_view kind;
    Decode decode;
};
constexpr std::array decoders{
    NamedDecoder{"sample", decodeAs<SampleRecord>},
    NamedDecoder{"session", decodeAs<SessionRecord>},
    NamedDecoder{"event", decodeAs<EventRecord>},
    NamedDecoder{"phase", decodeAs<PhaseRecord>},
    NamedDecoder{"run", decodeAs<RunRecord>},
    NamedDecoder{"ceiling", decodeAs<CeilingRecord>},
    NamedDecoder{"cell", decodeAs<CellRecord>},
    NamedDecoder{"session-summary", decodeAs<SessionSummaryRecord>},
    NamedDecoder{"stages", decodeAs<StagesRecord>},
    NamedDecoder{"finding", decodeAs<FindingRecord>},
    NamedDecoder{"cell-result", decodeAs<CellResultRecord>},
    NamedDecoder{"result", decodeAs<ResultRecord>},
};

} // namespace

base::Result<void> checkSchema(std::string_view found, std::string_view supported)
{
    const auto ours = parseVersion(supported);
    const auto theirs = parseVersion(found);
    if (!ours || !theirs || theirs->family != ours->family) {
        return base::fail(decodingError, fmt::format("schema: expected {}, found \"{}\"", supported,
                                                     found.substr(0, 60)));
    }
    if (theirs->major > ours->major ||
        (theirs->major == ours->major && theirs->minor > ours->minor)) {
        return base::fail(
            base::StatusCode{0x803D0000}, // Bad_NotSupported
            fmt::format("written by a newer UaSurge (schema {}.{}; this one reads up to "
                        "{}.{})",
                        theirs->major, theirs->minor, ours->major, ours->minor));
    }
    return {};
}

base::Result<Record> decodeRecord(std::string_view line)
{
    json::parse_options options;
    options.max_depth = maxDepth;
    json::error_code failure;
    json::value value =
        json::parse(json::string_view(line.data(), line.size()), failure, {}, options);
    if (failure) {
        return base::fail(decodingError, "not JSON: " + failure.message());
    }
    auto* object = value.if_object();
    if (object == nullptr) {
        return base::fail(decodingError, "expected an object, found " + describeJson(value));
    }
    RecordMembers members(*object, "record");
    const auto kind = members.text("record");
    if (members.error()) {
        return std::unexpected(*members.error());
    }
    for (const auto& known : decoders) {
        if (kind == known.kind) {
            return known.decode(*object, kind);
        }
    }
    UnknownRecord unknown{kind, *object};
    unknown.members.erase("record");
    return Record(std::move(unknown));
}

} // namespace results
