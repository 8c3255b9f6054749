// SPDX-License-Identifier: MIT
#include "results/run_model.h"

#include "results/histogram_track.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace results {

namespace {

namespace json = boost::json;

struct Sample
{
    std::int64_t atNs = 0;
    std::int64_t intervalNs = 0;
};

/// Increments or values by sample; samples without one are left out.
template <typename T>
using Track = std::vector<std::pair<std::uint32_t, T>>;

template <typename T>
auto firstFrom(const Track<T>& track, std::uint32_t sample)
{
    return std::lower_bound(
        track.begin(), track.end(), sample,
        [](const auto& entry, std::uint32_t wanted) { return entry.first < wanted; });
}

/// The samples that carry a phase's label in one cell.
struct Labelled
{
    std::int64_t fromNs = 0;
    std::int64_t toNs = 0;
    bool any = false;
};

std::string_view textOf(const json::value* value)
{
    const auto* text = value == nullptr ? nullptr : value->if_string();
    return text == nullptr ? std::string_view() : std::string_view(text->data(), text->size());
}

std::vector<scenario::Threshold> thresholdsOf(const json::value& document)
{
    std::vector<scenario::Threshold> thresholds;
    const auto* object = document.if_object();
    const auto* list = object == nullptr ? nullptr : object->if_contains("thresholds");
    if (list == nullptr || !list->is_array()) {
        return thresholds;
    }
    for (const auto& entry : list->get_array()) {
        const auto* parts = entry.if_object();
        auto threshold = scenario::parseThreshold(
            textOf(parts == nullptr ? &entry : parts->if_contains("expression")));
        if (!threshold) {
            continue;
        }
        const auto flag = [&](json::string_view key) {
            const auto* value = parts == nullptr ? nullptr : parts->if_contains(key);
            return value != nullptr && value->is_bool() && value->get_bool();
        };
        threshold->abortOnFail = flag("abortOnFail");
        threshold->optional = flag("optional");
        thresholds.push_back(std::move(*threshold));
    }
    return thresholds;
}

} // namespace

struct RunModel::State
{
    RunRecord run;
    bool hasRun = false;
    std::vector<CeilingRecord> ceilings;
    std::vector<Cell> cells;
    std::vector<std::array<Labelled, 4>> labelled; // as cells
    std::vector<EventRecord> events;
    std::vector<FindingRecord> findings;
    std::vector<SessionRecord> sessions;
    std::vector<SessionSummaryRecord> summaries;
    std::vector<StagesRecord> stages;
    std::optional<ResultRecord> result;
    std::set<std::uint32_t> endedCells;
    std::vector<scenario::Threshold> thresholds;
    std::vector<Sample> samples;
    std::map<std::string, Track<std::int64_t>, std::less<>> counters;
    std::map<std::string, Track<double>, std::less<>> gauges;
    std::map<std::string, HistogramTrack, std::less<>> histograms;
    std::map<std::string, Track<std::int64_t>, std::less<>> statusCodes;
    std::vector<LogError> logErrors;
    std::uint64_t logErrorCount = 0;
    std::int64_t lastNs = 0;

    void take(RunRecord&& record)
    {
        if (!std::exchange(hasRun, true)) {
            run = std::move(record);
            thresholds = thresholdsOf(run.scenario);
        }
    }
    void take(CeilingRecord&& record) { ceilings.push_back(std::move(record)); }
    void take(CellRecord&& record)
    {
        if (cellAt(record.cell) == nullptr) {
            cells.push_back({std::move(record), {}});
            labelled.emplace_back();
        }
    }
    void take(PhaseRecord&& record)
    {
        auto* cell = cellAt(record.cell);
        if (cell == nullptr) {
            take(CellRecord{record.atNs, record.cell, 0, {}});
            cell = &cells.back();
        }
        const auto known =
            std::find_if(cell->phases.begin(), cell->phases.end(),
                         [&](const auto& span) { return span.phase == record.phase; });
        if (known == cell->phases.end()) {
            cell->phases.push_back({record.phase, record.atNs,
                                    record.begins ? std::nullopt : std::optional(record.atNs)});
        } else if (!record.begins) {
            known->endNs = std::max(record.atNs, known->beginNs);
        }
    }
    void take(SampleRecord&& record);
    void take(SessionRecord&& record) { sessions.push_back(std::move(record)); }
    void take(SessionSummaryRecord&& record) { summaries.push_back(std::move(record)); }
    void take(EventRecord&& record) { events.push_back(std::move(record)); }
    void take(FindingRecord&& record) { findings.push_back(std::move(record)); }
    // Its figures are computed anew from the samples.
    void take(CellResultRecord&& record) { endedCells.insert(record.cell); }
    void take(ResultRecord&& record) { result = std::move(record); }
    void take(StagesRecord&& record) { stages.push_back(std::move(record)); }
    void take(UnknownRecord&&) {}

    Cell* cellAt(std::uint32_t cell)
    {
        const auto at = std::find_if(cells.begin(), cells.end(),
                                     [&](const Cell& known) { return known.record.cell == cell; });
        return at == cells.end() ? nullptr : &*at;
    }
    std::optional<std::size_t> positionOf(std::uint32_t cell) const
    {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i].record.cell == cell) {
                return i;
            }
        }
        return std::nullopt;
    }
    /// Samples with from < at <= to.
    std::pair<std::uint32_t, std::uint32_t> samplesOf(Window window) const
    {
        const auto after = [](std::int64_t at, const Sample& sample) { return at < sample.atNs; };
        const auto begin = std::upper_bound(samples.begin(), samples.end(), window.fromNs, after);
        const auto end = std::upper_bound(begin, samples.end(), window.toNs, after);
        return {static_cast<std::uint32_t>(begin - samples.begin()),
                static_cast<std::uint32_t>(end - samples.begin())};
    }
    std::int64_t sum(const Track<std::int64_t>& track, Window window) const
    {
        const auto [from, to] = samplesOf(window);
        std::int64_t total = 0;
        for (auto at = firstFrom(track, from); at != track.end() && at->first < to; ++at) {
            // A hostile log may hold anything: wrap instead of undefined behaviour.
            total = static_cast<std::int64_t>(static_cast<std::uint64_t>(total) +
                                              static_cast<std::uint64_t>(at->second));
        }
        return total;
    }
    template <typename ValueOf>
    std::vector<Point> rates(Window window, ValueOf&& valueOf) const
    {
        std::vector<Point> points;
        const auto [from, to] = samplesOf(window);
        for (std::uint32_t i = from; i < to; ++i) {
            if (samples[i].intervalNs > 0) {
                points.push_back({samples[i].atNs, static_cast<double>(valueOf(i)) * 1e9 /
                                                       static_cast<double>(samples[i].intervalNs)});
            }
        }
        return points;
    }
};

void RunModel::State::take(SampleRecord&& record)
{
    if (cellAt(record.cell) == nullptr) {
        take(
            CellRecord{record.atNs - std::min(record.atNs, record.intervalNs), record.cell, 0, {}});
    }
    const auto index = static_cast<std::uint32_t>(samples.size());
    const std::int64_t before = samples.empty()
                                    ? std::max<std::int64_t>(0, record.atNs - record.intervalNs)
                                    : samples.back().atNs;
    // Monotonic time does not go back; a log that says so is not believed.
    const std::int64_t at = std::max(record.atNs, before);
    // Without an interval a sample reaches back to the one before it.
    samples.push_back({at, record.intervalNs > 0 ? record.intervalNs : at - before});

    auto& label = labelled[*positionOf(record.cell)][static_cast<std::size_t>(record.phase)];
    if (!std::exchange(label.any, true)) {
        label.fromNs = std::max(before, at - samples.back().intervalNs);
    }
    label.toNs = at;

    for (auto& [name, value] : record.counters) {
        counters[name].emplace_back(index, value);
    }
    for (auto& [name, value] : record.gauges) {
        if (std::isfinite(value)) {
            gauges[name].emplace_back(index, storedPrecision(value));
        }
    }
    for (auto& [name, text] : record.histograms) {
        histograms[name].append(index, std::move(text));
    }
    for (auto& [name, value] : record.statusCodes) {
        statusCodes[name].emplace_back(index, value);
    }
}

RunModel::RunModel()
    : m_state(std::make_unique<State>())
{}
RunModel::~RunModel() = default;
RunModel::RunModel(RunModel&&) noexcept = default;
RunModel& RunModel::operator=(RunModel&&) noexcept = default;

void RunModel::append(Record record)
{
    std::visit(
        [&](auto& value) {
            if constexpr (requires { value.atNs; }) {
                m_state->lastNs = std::max(m_state->lastNs, value.atNs);
            }
            m_state->take(std::move(value));
        },
        record);
}

void RunModel::setLogErrors(const std::vector<LogError>& errors, std::uint64_t count)
{
    if (m_state->logErrorCount != count) {
        m_state->logErrors = errors;
        m_state->logErrorCount = count;
    }
}
const std::vector<LogError>& RunModel::logErrors() const
{
    return m_state->logErrors;
}
std::uint64_t RunModel::logErrorCount() const
{
    return m_state->logErrorCount;
}
const RunRecord& RunModel::run() const
{
    return m_state->run;
}
bool RunModel::hasRun() const
{
    return m_state->hasRun;
}
const std::vector<CeilingRecord>& RunModel::ceilings() const
{
    return m_state->ceilings;
}
const std::vector<Cell>& RunModel::cells() const
{
    return m_state->cells;
}
const std::vector<EventRecord>& RunModel::events() const
{
    return m_state->events;
}
const std::vector<FindingRecord>& RunModel::findings() const
{
    return m_state->findings;
}
const std::vector<SessionRecord>& RunModel::sessionChanges() const
{
    return m_state->sessions;
}
const std::vector<SessionSummaryRecord>& RunModel::sessionSummaries() const
{
    return m_state->summaries;
}
const std::vector<StagesRecord>& RunModel::stages() const
{
    return m_state->stages;
}
const std::optional<ResultRecord>& RunModel::result() const
{
    return m_state->result;
}
bool RunModel::cellEnded(std::uint32_t cell) const
{
    return m_state->endedCells.contains(cell);
}
std::int64_t RunModel::lastNs() const
{
    return m_state->lastNs;
}
const std::vector<scenario::Threshold>& RunModel::thresholds() const
{
    return m_state->thresholds;
}
std::size_t RunModel::sampleCount() const
{
    return m_state->samples.size();
}

std::string RunModel::title() const
{
    const auto* object = m_state->run.scenario.if_object();
    const auto name = textOf(object == nullptr ? nullptr : object->if_contains("name"));
    return name.empty() ? m_state->run.runId : std::string(name);
}

std::vector<std::string> RunModel::workloads() const
{
    std::vector<std::string> names;
    const auto* object = m_state->run.scenario.if_object();
    const auto* list = object == nullptr ? nullptr : object->if_contains("workloads");
    if (list != nullptr && list->is_array()) {
        for (const auto& workload : list->get_array()) {
            const auto* parts = workload.if_object();
            const auto name = textOf(parts == nullptr ? nullptr : parts->if_contains("name"));
            if (!name.empty()) {
                names.emplace_back(name);
            }
        }
    }
    if (names.empty()) {
        std::set<std::string> seen;
        for (const auto& metric : metrics()) {
            if (scopeOf(metric.name) == Scope::SteadyAndDrain) {
                seen.insert(metric.name.substr(0, metric.name.find('.')));
            }
        }
        names.assign(seen.begin(), seen.end());
    }
    return names;
}

std::optional<MetricDescription> RunModel::metric(std::string_view name) const
{
    using enum scenario::MetricKind;
    const auto known = describeMetric(name);
    MetricDescription found{std::string(name), Gauge, known ? known->unit : "",
                            known ? known->meaning : ""};
    if (m_state->histograms.contains(name)) {
        found.kind = Histogram;
        found.unit = known ? found.unit : "ns";
    } else if (m_state->counters.contains(name)) {
        found.kind = Counter;
    } else if (m_state->gauges.contains(name)) {
        found.kind = known && known->kind == Rate ? Rate : Gauge;
    } else {
        return std::nullopt;
    }
    return found;
}

std::vector<MetricDescription> RunModel::metrics() const
{
    std::set<std::string> names;
    const auto addAll = [&](const auto& tracks) {
        for (const auto& entry : tracks) {
            names.insert(entry.first);
        }
    };
    addAll(m_state->histograms);
    addAll(m_state->counters);
    addAll(m_state->gauges);
    std::vector<MetricDescription> all;
    for (const auto& name : names) {
        all.push_back(*metric(name));
    }
    return all;
}

std::optional<Window> RunModel::phaseWindow(std::uint32_t cell, Phase phase) const
{
    const auto position = m_state->positionOf(cell);
    if (!position) {
        return std::nullopt;
    }
    const auto& label = m_state->labelled[*position][static_cast<std::size_t>(phase)];
    if (label.any) {
        return Window{label.fromNs, label.toNs};
    }
    for (const auto& span : m_state->cells[*position].phases) {
        if (span.phase == phase) {
            return Window{span.beginNs,
                          span.endNs.value_or(std::max(span.beginNs, m_state->lastNs))};
        }
    }
    return std::nullopt;
}

std::optional<Window> RunModel::cellWindow(std::uint32_t cell) const
{
    const auto position = m_state->positionOf(cell);
    if (!position) {
        return std::nullopt;
    }
    Window window{m_state->cells[*position].record.atNs, m_state->cells[*position].record.atNs};
    for (const Phase phase : {Phase::Ramp, Phase::Settle, Phase::Steady, Phase::Drain}) {
        if (const auto part = phaseWindow(cell, phase)) {
            window.fromNs = std::min(window.fromNs, part->fromNs);
            window.toNs = std::max(window.toNs, part->toNs);
        }
    }
    return window;
}

std::optional<Window> RunModel::judgedWindow(std::uint32_t cell, std::string_view metric) const
{
    const Scope scope = scopeOf(metric);
    if (scope == Scope::Cell) {
        return cellWindow(cell);
    }
    auto window = phaseWindow(cell, Phase::Steady);
    if (window && scope == Scope::SteadyAndDrain) {
        if (const auto drain = phaseWindow(cell, Phase::Drain)) {
            window->toNs = std::max(window->toNs, drain->toNs);
        }
    }
    return window;
}

std::vector<Point> RunModel::series(std::string_view metric, Window window) const
{
    const auto [from, to] = m_state->samplesOf(window);
    if (const auto track = m_state->gauges.find(metric); track != m_state->gauges.end()) {
        std::vector<Point> points;
        const auto& values = track->second;
        for (auto at = firstFrom(values, from); at != values.end() && at->first < to; ++at) {
            points.push_back({m_state->samples[at->first].atNs, at->second});
        }
        return points;
    }
    if (const auto track = m_state->counters.find(metric); track != m_state->counters.end()) {
        const auto& values = track->second;
        auto at = firstFrom(values, from);
        return m_state->rates(window, [&](std::uint32_t sample) {
            while (at != values.end() && at->first < sample) {
                ++at;
            }
            return at != values.end() && at->first == sample ? at->second : 0;
        });
    }
    if (const auto track = m_state->histograms.find(metric); track != m_state->histograms.end()) {
        const auto& values = track->second;
        auto [at, end] = values.entriesOf(from, to);
        return m_state->rates(window, [&, entry = at, last = end](std::uint32_t sample) mutable {
            while (entry < last && values.sampleOf(entry) < sample) {
                ++entry;
            }
            return entry < last && values.sampleOf(entry) == sample ? values.figures(entry).count
                                                                    : 0;
        });
    }
    return {};
}

std::vector<Quantiles> RunModel::quantiles(std::string_view metric, Window window) const
{
    std::vector<Quantiles> all;
    const auto track = m_state->histograms.find(metric);
    if (track == m_state->histograms.end()) {
        return all;
    }
    const auto [from, to] = m_state->samplesOf(window);
    const auto [begin, end] = track->second.entriesOf(from, to);
    for (std::size_t i = begin; i < end; ++i) {
        const auto& figures = track->second.figures(i);
        if (figures.count > 0) {
            all.push_back({m_state->samples[track->second.sampleOf(i)].atNs, figures.count,
                           figures.min, figures.max, figures.mean, figures.p50, figures.p95,
                           figures.p99, figures.p999});
        }
    }
    return all;
}

measure::Histogram RunModel::histogram(std::string_view metric, Window window) const
{
    const auto track = m_state->histograms.find(metric);
    if (track == m_state->histograms.end()) {
        return {};
    }
    const auto [from, to] = m_state->samplesOf(window);
    const auto [begin, end] = track->second.entriesOf(from, to);
    return track->second.merged(begin, end);
}

std::optional<std::int64_t> RunModel::counter(std::string_view metric, Window window) const
{
    const auto track = m_state->counters.find(metric);
    return track == m_state->counters.end() ? std::nullopt
                                            : std::optional(m_state->sum(track->second, window));
}

std::map<std::string, std::int64_t> RunModel::statusCodes(Window window) const
{
    std::map<std::string, std::int64_t> all;
    for (const auto& [name, track] : m_state->statusCodes) {
        if (const auto count = m_state->sum(track, window); count != 0) {
            all.emplace(name, count);
        }
    }
    return all;
}

std::size_t RunModel::damagedHistograms() const
{
    std::size_t count = 0;
    for (const auto& [name, track] : m_state->histograms) {
        count += track.damaged();
    }
    return count;
}

} // namespace results
