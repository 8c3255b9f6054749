// SPDX-License-Identifier: MIT
#include "views/models/run_snapshot.h"

#include "report/figures.h"
#include "report/svg_chart.h"
#include "report/text.h"
#include "scenario/scenario_reader.h"

#include <boost/json/serialize.hpp>

#include <QCoreApplication>

#include <algorithm>

namespace views {

namespace {

using results::Point;
using results::RunModel;
using results::Window;

/// Two points a column: what Qt Charts redraws in a millisecond.
constexpr std::size_t columns = 600;

QString text(const std::string& value)
{
    return QString::fromStdString(value);
}

QString tr(const char* source)
{
    return QCoreApplication::translate("views::RunSnapshot", source);
}

QString value(double number, std::string_view unit)
{
    return text(report::valueText(number, unit));
}

std::string member(const boost::json::value& json, const char* pointer)
{
    boost::system::error_code error;
    const auto* found = json.find_pointer(pointer, error);
    return found != nullptr && found->is_string() ? std::string(found->get_string())
                                                  : std::string();
}

/// Parts between gaps, each reduced to its extremes per column.
std::vector<std::vector<Point>> parted(const std::vector<Point>& points, Window window,
                                       std::int64_t longestNs)
{
    std::vector<std::vector<Point>> parts;
    for (const auto& point : report::decimated(points, window, columns)) {
        if (parts.empty() || point.atNs - parts.back().back().atNs > longestNs) {
            parts.emplace_back();
        }
        parts.back().push_back(point);
    }
    return parts;
}

class Builder
{
public:
    Builder(const RunModel& model, RunSnapshot& out)
        : m_model(model)
        , m_out(out)
        , m_window(out.shown)
        , m_workloads(model.workloads())
    {
        const auto interval = std::max<std::int64_t>(model.run().sampleIntervalNs, 100'000'000);
        // A sample may come a little late; after a longer silence nothing is known.
        const auto perColumn = (m_window.toNs - m_window.fromNs) / std::int64_t(columns);
        m_longestNs = std::max(interval * 5 / 2, perColumn * 3);
    }

    void latency(const std::string& wanted)
    {
        for (const auto& workload : m_workloads) {
            for (const char* metric : {".latency", ".service"}) {
                if (m_model.metric(workload + metric)) {
                    m_out.latencyMetrics << text(workload + metric);
                }
            }
        }
        auto& chart = m_out.latency;
        chart.unit = QStringLiteral("ns");
        chart.isLogarithmic = true;
        if (m_out.latencyMetrics.isEmpty()) {
            chart.note = tr("No latency measured yet");
            return;
        }
        m_out.latencyMetric = m_out.latencyMetrics.contains(text(wanted))
                                  ? text(wanted)
                                  : m_out.latencyMetrics.first();
        const auto metric = m_out.latencyMetric.toStdString();
        const auto quantiles = m_model.quantiles(metric, m_window);
        const auto merged = m_model.histogram(metric, m_window);
        if (quantiles.empty() || merged.empty()) {
            chart.note = tr("No value in this window");
            return;
        }
        const auto add = [&](const QString& label, double figure, auto pick) {
            std::vector<Point> points;
            points.reserve(quantiles.size());
            for (const auto& point : quantiles) {
                if (point.count > 0) {
                    points.push_back({point.atNs, static_cast<double>(pick(point))});
                }
            }
            chart.lines.push_back(
                {label, value(figure, "ns"), parted(points, m_window, m_longestNs)});
        };
        using results::Quantiles;
        add(tr("P50"), static_cast<double>(merged.valueAtPercentile(50)),
            [](const Quantiles& q) { return q.p50; });
        // A P99 of a handful of values is their maximum under another name.
        if (merged.count() >= results::minimumForTail) {
            add(tr("P99"), static_cast<double>(merged.valueAtPercentile(99)),
                [](const Quantiles& q) { return q.p99; });
        }
        add(tr("max"), static_cast<double>(merged.max()), [](const Quantiles& q) { return q.max; });
    }

    void memory()
    {
        auto& chart = m_out.memory;
        chart.unit = QStringLiteral("bytes");
        for (const auto& [metric, label] :
             {std::pair("server.rss", tr("server")), std::pair("load.rss", tr("load side"))}) {
            const auto points = m_model.series(metric, m_window);
            if (!points.empty()) {
                chart.lines.push_back({label, value(points.back().value, "bytes"),
                                       parted(points, m_window, m_longestNs)});
            }
        }
        if (chart.lines.empty()) {
            chart.note = tr("No process sampled yet");
        }
    }

    void drops()
    {
        auto& chart = m_out.drops;
        bool isCounted = false;
        double all = 0;
        for (const auto& [cause, label] :
             {std::pair(".drops.overflow", tr("overflow")), std::pair(".drops.gap", tr("gap")),
              std::pair(".drops.missing", tr("missing")), std::pair(".late", tr("late"))}) {
            double total = 0;
            std::vector<Point> points;
            if (const auto names = counted(cause); !names.empty()) {
                isCounted = true;
                points = totals(names, total);
            }
            all += total;
            chart.lines.push_back(
                {label, text(report::countText(total)), parted(points, m_window, m_longestNs)});
        }
        if (!isCounted) {
            chart.lines.clear();
            chart.note =
                counted(".received").empty()
                    ? tr("Nothing subscribed yet, so nothing can be lost")
                    : tr("Losses are known when the last answers are in, at the end of the drain");
        } else if (all == 0) {
            chart.note = tr("Nothing lost, nothing late");
        }
    }

    void sessions()
    {
        auto& chart = m_out.sessions;
        chart.rightUnit = QStringLiteral("1/s");
        const std::vector<std::string> established{"sessions.established"};
        if (m_model.counter(established.front(), m_window)) {
            // Sessions stay: what was established before the window still counts.
            double total = sumOf(established, {-1, m_window.fromNs});
            auto points = totals(established, total);
            chart.lines.push_back({tr("sessions"), text(report::countText(total)),
                                   parted(points, m_window, m_longestNs)});
        }
        for (const auto& [metric, label] : {std::pair(".received", tr("notifications")),
                                            std::pair(".completed", tr("operations"))}) {
            const auto names = counted(metric);
            const auto points = names.empty() ? std::vector<Point>() : rates(names);
            if (!points.empty()) {
                chart.lines.push_back({label, value(rateOf(names, points), "1/s"),
                                       parted(points, m_window, m_longestNs), true});
            }
        }
        if (chart.lines.empty()) {
            chart.note = tr("No session yet");
        }
    }

private:
    /// A metric of every workload that ever counted it.
    std::vector<std::string> counted(const char* metric) const
    {
        std::vector<std::string> names;
        for (const auto& workload : m_workloads) {
            if (m_model.counter(workload + metric, m_window)) {
                names.push_back(workload + metric);
            }
        }
        return names;
    }

    double sumOf(const std::vector<std::string>& names, Window window) const
    {
        double sum = 0;
        for (const auto& name : names) {
            sum += static_cast<double>(m_model.counter(name, window).value_or(0));
        }
        return sum;
    }

    /// From the counters themselves: rates of samples of uneven length would not add up again.
    std::vector<Point> totals(const std::vector<std::string>& names, double& total) const
    {
        std::vector<Point> points;
        std::int64_t before = m_window.fromNs;
        for (const auto& sample : m_model.series(names.front(), m_window)) {
            total += sumOf(names, {before, sample.atNs});
            before = sample.atNs;
            points.push_back({sample.atNs, total});
        }
        return points;
    }

    /// A sample cut short by the change of a phase holds one burst or none: it is shown together
    /// with the one after it.
    std::vector<Point> rates(const std::vector<std::string>& names) const
    {
        const auto shortest = m_model.run().sampleIntervalNs / 2;
        std::vector<Point> points;
        std::int64_t before = m_window.fromNs;
        for (const auto& sample : m_model.series(names.front(), m_window)) {
            if (sample.atNs - before >= shortest) {
                const Window covered{before, sample.atNs};
                points.push_back({sample.atNs, sumOf(names, covered) / covered.seconds()});
                before = sample.atNs;
            }
        }
        return points;
    }

    /// While the run goes on, now; afterwards, the mean of what is shown of the steady phases.
    double rateOf(const std::vector<std::string>& names, const std::vector<Point>& points) const
    {
        double count = 0;
        double seconds = 0;
        for (const auto& phase : m_out.phases) {
            const Window shown{std::max(phase.window.fromNs, m_window.fromNs),
                               std::min(phase.window.toNs, m_window.toNs)};
            if (phase.phase != results::Phase::Steady || shown.toNs <= shown.fromNs) {
                continue;
            }
            seconds += shown.seconds();
            count += sumOf(names, shown);
        }
        const bool isOver = m_out.state == RunState::Ended && seconds > 0;
        return isOver ? count / seconds : points.back().value;
    }

    const RunModel& m_model;
    RunSnapshot& m_out;
    Window m_window;
    std::vector<std::string> m_workloads;
    std::int64_t m_longestNs = 0;
};

void addPhases(const RunModel& model, RunSnapshot& out)
{
    for (const auto& cell : model.cells()) {
        for (const auto& span : cell.phases) {
            const auto end = span.endNs.value_or(model.lastNs());
            out.phases.push_back({span.phase, cell.record.cell, {span.beginNs, end}});
            if (!span.endNs && !model.result()) {
                out.phase = text(std::string(results::phaseName(span.phase)));
            }
        }
    }
}

void addNotes(const RunModel& model, RunSnapshot& out)
{
    using results::Severity;
    for (const auto& finding : model.findings()) {
        out.notes.push_back({finding.atNs, finding.severity, text(finding.kind), text(finding.text),
                             text(finding.evidence)});
    }
    for (const auto& event : model.events()) {
        const bool isEnd = event.kind == "interrupted" || event.kind == "clock-step";
        out.notes.push_back({event.atNs, isEnd ? Severity::Caveat : Severity::Info,
                             text(event.kind), text(event.text), text(event.statusCode)});
    }
    std::sort(out.notes.begin(), out.notes.end(), [](const ShownNote& a, const ShownNote& b) {
        return a.atNs != b.atNs ? a.atNs < b.atNs : a.text < b.text;
    });
}

void addCriteria(const RunModel& model, RunSnapshot& out)
{
    for (const auto& cell : out.judgement.cells) {
        QString name;
        if (model.cells().size() > 1) {
            for (const auto& one : model.cells()) {
                if (one.record.cell == cell.cell) {
                    name = text(results::cellTitle(one));
                }
            }
        }
        for (const auto& criterion : cell.criteria) {
            RunSnapshot::Row row{name, criterion, {}};
            if (const auto parsed = scenario::parseThreshold(criterion.expression)) {
                row.limit = text(std::string(scenario::comparisonText(parsed->comparison)) + " ") +
                            value(parsed->limit, criterion.unit);
            }
            out.criteria.push_back(std::move(row));
        }
    }
}

void addScenario(const RunModel& model, RunSnapshot& out)
{
    const auto& json = model.run().scenario;
    const auto url = member(json, "/target/url");
    out.target = url.empty() ? tr("embedded server") : text(url);
    const auto policy = member(json, "/security/policy");
    const auto mode = member(json, "/security/mode");
    out.security = policy.empty()   ? QString()
                   : policy == mode ? text(policy)
                                    : text(policy + " " + mode);
    const auto read = scenario::readScenario(boost::json::serialize(json));
    if (!read || model.cells().size() > 1) {
        return;
    }
    std::int64_t rampEnd = 0;
    if (!model.cells().empty()) {
        for (const auto& span : model.cells().front().phases) {
            if (span.phase == results::Phase::Ramp) {
                rampEnd = span.endNs.value_or(model.lastNs());
            }
        }
    }
    const auto& phases = read->phases;
    out.plannedNs = rampEnd + (phases.settle + phases.steady + phases.drain).count();
}

void addFigures(const RunModel& model, RunSnapshot& out)
{
    if (out.judgement.cells.empty()) {
        return;
    }
    const auto& cell = out.judgement.cells.back();
    for (const auto& figure : report::keyFigures(model, cell)) {
        const auto has = [&](const char* part) {
            return figure.label.find(part) != std::string::npos;
        };
        // One line has room for: how many, how slow, how much lost, how much memory.
        if (has("established") || has("latency P99") || has("lost") || has("(RSS)")) {
            out.figures.emplace_back(text(figure.label), text(figure.value));
        }
    }
    for (const auto& split : report::latencySplits(model, cell)) {
        if (out.latencyMetric == text(split.workload + ".latency")) {
            out.latencySplit =
                tr("Mean %1 = waiting for the interval %2 + server late "
                   "%3 + wire, client %4")
                    .arg(value(split.latencyNs, "ns"), value(split.waitingNs, "ns"),
                         value(split.serverLateNs, "ns"), value(split.wireAndClientNs, "ns"));
        }
    }
}

} // namespace

RunSnapshot makeSnapshot(const RunModel& model, const SnapshotRequest& request)
{
    RunSnapshot out;
    const auto& run = model.run();
    out.title = text(model.title());
    out.runId = text(run.runId);
    out.startedAt = text(run.startedAt);
    out.tool = text(run.tool.version + " " + run.tool.commit);
    const bool isOpen = !model.result() && request.openEnd == results::OpenEnd::Running;
    out.state = isOpen ? RunState::Running : RunState::Ended;
    out.judgement = results::judge(model, request.openEnd);
    out.whole = {0, std::max<std::int64_t>(model.lastNs(), 1)};
    out.shown = request.window.value_or(out.whole);
    out.samples = model.sampleCount();
    out.logErrors = model.logErrorCount();
    if (!model.logErrors().empty()) {
        const auto& first = model.logErrors().front();
        out.firstLogError = tr("line %1: %2").arg(first.line).arg(text(first.text));
    }
    addPhases(model, out);
    addNotes(model, out);
    addCriteria(model, out);
    addScenario(model, out);
    Builder builder(model, out);
    builder.latency(request.latencyMetric);
    builder.memory();
    builder.drops();
    builder.sessions();
    addFigures(model, out);
    return out;
}

} // namespace views
