// SPDX-License-Identifier: MIT
// A run as it stands in its log: built record by record, live and from a file alike, so that both
// show the same. Histograms stay encoded; merging over a window decodes them through a pyramid of
// partial merges. Not for use from two threads at once.
#pragma once

#include "base/result.h"
#include "measure/histogram.h"
#include "results/metric_table.h"
#include "results/records.h"
#include "scenario/threshold.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace results {

/// Nanoseconds since the start of the run; samples with from < at <= to belong to it.
struct Window
{
    std::int64_t fromNs = 0;
    std::int64_t toNs = 0;

    double seconds() const { return static_cast<double>(toNs - fromNs) / 1e9; }
    friend bool operator==(const Window&, const Window&) = default;
};

struct PhaseSpan
{
    Phase phase = Phase::Ramp;
    std::int64_t beginNs = 0;
    /// Nothing while it lasts.
    std::optional<std::int64_t> endNs;
};

struct Cell
{
    CellRecord record;
    std::vector<PhaseSpan> phases;
};

struct Point
{
    std::int64_t atNs = 0;
    double value = 0;

    friend bool operator==(const Point&, const Point&) = default;
};

/// What a chart shows of one sample of a histogram.
struct Quantiles
{
    std::int64_t atNs = 0;
    std::uint64_t count = 0;
    std::int64_t min = 0;
    std::int64_t max = 0;
    double mean = 0;
    std::int64_t p50 = 0;
    std::int64_t p95 = 0;
    std::int64_t p99 = 0;
    std::int64_t p999 = 0;
};

class RunModel
{
public:
    RunModel();
    ~RunModel();
    RunModel(RunModel&&) noexcept;
    RunModel& operator=(RunModel&&) noexcept;

    void append(Record record);
    /// What a reader could not make sense of: kept with the run, so that every report says so.
    void setLogErrors(const std::vector<LogError>& errors, std::uint64_t count);
    const std::vector<LogError>& logErrors() const;
    std::uint64_t logErrorCount() const;

    /// An empty record before the log's first line was read.
    const RunRecord& run() const;
    bool hasRun() const;
    /// Name of the scenario, or the run id.
    std::string title() const;
    const std::vector<CeilingRecord>& ceilings() const;
    const std::vector<Cell>& cells() const;
    const std::vector<EventRecord>& events() const;
    const std::vector<FindingRecord>& findings() const;
    const std::vector<SessionRecord>& sessionChanges() const;
    const std::vector<SessionSummaryRecord>& sessionSummaries() const;
    const std::vector<StagesRecord>& stages() const;
    /// The last record, when the run has ended in order.
    const std::optional<ResultRecord>& result() const;
    /// Whether the cell's result was written, that is, it ran to its end.
    bool cellEnded(std::uint32_t cell) const;
    /// The time of the last record.
    std::int64_t lastNs() const;
    /// Criteria of the run's scenario; a text that is none is left out.
    const std::vector<scenario::Threshold>& thresholds() const;
    /// Names of the scenario's workloads, in its order; those seen in samples when it has none.
    std::vector<std::string> workloads() const;

    /// Metrics seen in any sample, sorted by name.
    std::vector<MetricDescription> metrics() const;
    std::optional<MetricDescription> metric(std::string_view name) const;

    /// The span of a phase of a cell, such that it holds exactly the samples labelled with it; an
    /// unfinished one ends at the last record.
    std::optional<Window> phaseWindow(std::uint32_t cell, Phase phase) const;
    /// From a cell's begin to its last phase's end (or the last record).
    std::optional<Window> cellWindow(std::uint32_t cell) const;
    /// The window a metric is judged over; nothing when that part has not begun.
    std::optional<Window> judgedWindow(std::uint32_t cell, std::string_view metric) const;

    /// A counter as rate per second of each sample, a gauge as it is, a histogram's count as rate.
    std::vector<Point> series(std::string_view metric, Window window) const;
    std::vector<Quantiles> quantiles(std::string_view metric, Window window) const;
    /// Merged; undecodable samples are left out and counted in damagedHistograms().
    measure::Histogram histogram(std::string_view metric, Window window) const;
    /// Sum of the increments; nothing when no sample ever named the counter.
    std::optional<std::int64_t> counter(std::string_view metric, Window window) const;
    std::map<std::string, std::int64_t> statusCodes(Window window) const;
    std::size_t sampleCount() const;
    std::size_t damagedHistograms() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace results
