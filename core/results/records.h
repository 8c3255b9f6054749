// SPDX-License-Identifier: MIT
// The records of a run log as values, one kind a structure, and their JSON. A record, once written,
// never changes its meaning: keys are added, never reused. Instants are RFC 3339 UTC texts,
// `at_ns` is monotonic time since the start of the run.
#pragma once

#include "base/result.h"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace results {

constexpr std::string_view runLogSchema = "uasurge-runlog/1.0";
constexpr std::string_view resultSchema = "uasurge-result/1.0";

enum class Phase { Ramp, Settle, Steady, Drain };
std::string_view phaseName(Phase phase);

struct Tool
{
    std::string version;
    std::string commit;
    bool dirty = false;
    std::string buildType;
    std::string compiler;
    std::map<std::string, std::string> libraries;

    friend bool operator==(const Tool&, const Tool&) = default;
};

/// The first record. The scenario is inline, with references in the place of secrets.
struct RunRecord
{
    std::string schema{runLogSchema};
    std::string runId;
    std::string startedAt;
    Tool tool;
    std::vector<std::string> arguments;
    boost::json::value scenario;
    std::string scenarioSha256;
    std::uint64_t seed = 0;
    std::int64_t sampleIntervalNs = 1'000'000'000;
    /// As environmentJson() in environment_json.h makes it; the load side may add members.
    boost::json::object environment;

    friend bool operator==(const RunRecord&, const RunRecord&) = default;
};

/// What this machine can do at most, measured in this run.
struct CeilingRecord
{
    std::int64_t atNs = 0;
    std::string operation;
    double perSecond = 0;
    double perCore = 0;
    /// "1/s" unless it is something else ("bytes/s").
    std::string unit = "1/s";

    friend bool operator==(const CeilingRecord&, const CeilingRecord&) = default;
};

/// A cell begins. A run without a matrix has one, without parameters.
struct CellRecord
{
    std::int64_t atNs = 0;
    std::uint32_t cell = 0;
    std::uint32_t repetition = 0;
    /// JSON pointer → value.
    boost::json::object parameters;

    friend bool operator==(const CellRecord&, const CellRecord&) = default;
};

struct PhaseRecord
{
    std::int64_t atNs = 0;
    std::uint32_t cell = 0;
    Phase phase = Phase::Ramp;
    bool begins = true;

    friend bool operator==(const PhaseRecord&, const PhaseRecord&) = default;
};

/// Everything since the last sample. One is also taken at each change of phase, so that a sample
/// belongs to one phase. In drain the workloads count only what began in steady.
struct SampleRecord
{
    std::int64_t atNs = 0;
    /// How long the sample covers.
    std::int64_t intervalNs = 0;
    std::uint32_t cell = 0;
    Phase phase = Phase::Ramp;
    /// Increments; those of 0 may be left out.
    std::map<std::string, std::int64_t> counters;
    std::map<std::string, double> gauges;
    /// Texts of measure::encodeHistogram(); empty histograms are left out. Negative values of
    /// histogram x go into the counter "x.negative".
    std::map<std::string, std::string> histograms;
    /// Answers by the name of their status code.
    std::map<std::string, std::int64_t> statusCodes;

    friend bool operator==(const SampleRecord&, const SampleRecord&) = default;
};

struct SessionRecord
{
    std::int64_t atNs = 0;
    std::uint32_t cell = 0;
    std::uint32_t session = 0;
    std::string workload;
    /// connecting, active, publishing-late, reconnecting, closed
    std::string state;
    std::string statusCode;

    friend bool operator==(const SessionRecord&, const SessionRecord&) = default;
};

/// One per session at a cell's end.
struct SessionSummaryRecord
{
    std::int64_t atNs = 0;
    std::uint32_t cell = 0;
    std::uint32_t session = 0;
    std::string workload;
    std::string state;
    std::string statusCode;
    /// e.g. "received", "missing", "longestSilence_ns", "latency.p50_ns".
    std::map<std::string, double> values;
    /// Names of revised parameters → {requested, revised}.
    std::map<std::string, std::pair<double, double>> revised;

    friend bool operator==(const SessionSummaryRecord&, const SessionSummaryRecord&) = default;
};

/// Kinds with a meaning for the verdict: "interrupted" (stopped before its end, the server died)
/// and "clock-step".
struct EventRecord
{
    std::int64_t atNs = 0;
    std::uint32_t cell = 0;
    std::string kind;
    std::string text;
    std::string statusCode;
    boost::json::object details;

    friend bool operator==(const EventRecord&, const EventRecord&) = default;
};

enum class Severity { Info, Caveat, Invalid };
/// A conclusion with its evidence. Caveat turns a passing criterion into a pass with caveat,
/// Invalid makes the cell's verdict invalid.
struct FindingRecord
{
    std::int64_t atNs = 0;
    std::uint32_t cell = 0;
    std::string kind;
    Severity severity = Severity::Info;
    std::string text;
    std::string evidence;

    friend bool operator==(const FindingRecord&, const FindingRecord&) = default;
};

/// Metrics, criteria and verdict as result_json.h makes them; readers compute them anew.
struct CellResultRecord
{
    std::int64_t atNs = 0;
    std::uint32_t cell = 0;
    boost::json::object result;

    friend bool operator==(const CellResultRecord&, const CellResultRecord&) = default;
};

/// The last record: a log without one is that of an interrupted run.
struct ResultRecord
{
    std::int64_t atNs = 0;
    std::string endedAt;
    boost::json::object result;

    friend bool operator==(const ResultRecord&, const ResultRecord&) = default;
};

/// CPU time, calls, bytes and allocations by stage of the stack, per process.
struct StagesRecord
{
    std::int64_t atNs = 0;
    std::uint32_t cell = 0;
    std::string process;
    boost::json::object stages;

    friend bool operator==(const StagesRecord&, const StagesRecord&) = default;
};

/// A kind this version does not know, kept as it was.
struct UnknownRecord
{
    std::string kind;
    boost::json::object members;

    friend bool operator==(const UnknownRecord&, const UnknownRecord&) = default;
};

using Record = std::variant<RunRecord, CeilingRecord, CellRecord, PhaseRecord, SampleRecord,
                            SessionRecord, SessionSummaryRecord, EventRecord, FindingRecord,
                            CellResultRecord, ResultRecord, StagesRecord, UnknownRecord>;

/// A line of the log that could not be read.
struct LogError
{
    std::uint64_t line = 0;
    std::string text;

    friend bool operator==(const LogError&, const LogError&) = default;
};

/// Twelve significant digits: what is kept of a number, so that a value in memory and the same
/// value read from a log are equal to the last bit, whatever the JSON parser's rounding.
double storedPrecision(double value);

/// One line of JSON, without the line feed.
std::string encodeRecord(const Record& record);
/// Unknown keys are ignored; a missing or wrong member is an error that names it. A run record of a
/// newer schema is an error that says so.
base::Result<Record> decodeRecord(std::string_view line);

/// Fails with "written by a newer UaSurge (schema 1.7; this one reads up to 1.0)".
base::Result<void> checkSchema(std::string_view found, std::string_view supported);

} // namespace results
