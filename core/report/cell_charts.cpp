// SPDX-License-Identifier: MIT
#include "report/cell_charts.h"

#include <algorithm>

namespace report {

namespace {

using results::Point;
using results::RunModel;
using results::Window;

std::vector<ChartBand> bandsOf(const RunModel& model, std::uint32_t cell)
{
    using results::Phase;
    std::vector<ChartBand> bands;
    for (const Phase phase : {Phase::Ramp, Phase::Settle, Phase::Steady, Phase::Drain}) {
        if (const auto window = model.phaseWindow(cell, phase)) {
            bands.push_back({std::string(results::phaseName(phase)), *window});
        }
    }
    return bands;
}

class Charts
{
public:
    Charts(const RunModel& model, std::uint32_t cell, Window window)
        : m_model(model)
        , m_window(window)
        , m_bands(bandsOf(model, cell))
    {
        constexpr std::size_t most = 40;
        for (const auto& event : model.events()) {
            if (event.cell == cell && m_marks.size() < most) {
                m_marks.push_back({event.atNs, event.kind + ": " + event.text});
            }
        }
    }

    void addLatency(const std::string& metric, const std::string& title)
    {
        const auto quantiles = m_model.quantiles(metric, m_window);
        if (quantiles.empty()) {
            return;
        }
        std::uint64_t count = 0;
        for (const auto& point : quantiles) {
            count += point.count;
        }
        const auto seriesOf = [&](const char* label, auto member, bool isFaint) {
            ChartSeries series{label, {}, isFaint};
            for (const auto& point : quantiles) {
                series.points.push_back({point.atNs, static_cast<double>(point.*member)});
            }
            return series;
        };
        using results::Quantiles;
        auto chart = begin(title, "ns");
        chart.isLogarithmic = true;
        chart.series.push_back(seriesOf("P50", &Quantiles::p50, false));
        // A P99 of a handful of values is their maximum under another name.
        if (count / quantiles.size() >= results::minimumForTail) {
            chart.series.push_back(seriesOf("P95", &Quantiles::p95, false));
            chart.series.push_back(seriesOf("P99", &Quantiles::p99, false));
        }
        chart.series.push_back(seriesOf("max", &Quantiles::max, true));
        m_charts.push_back(std::move(chart));
    }

    void addSeries(const std::string& title, const std::string& unit,
                   const std::vector<std::pair<std::string, std::string>>& metrics,
                   bool isSum = false)
    {
        auto chart = begin(title, unit);
        for (const auto& [metric, label] : metrics) {
            auto points = m_model.series(metric, m_window);
            if (isSum) {
                points = summed(metric, points);
            }
            if (!points.empty()) {
                chart.series.push_back({label, std::move(points), false});
            }
        }
        if (!chart.series.empty()) {
            m_charts.push_back(std::move(chart));
        }
    }

    std::vector<Chart> take() { return std::move(m_charts); }

private:
    Chart begin(const std::string& title, const std::string& unit) const
    {
        Chart chart;
        chart.title = title;
        chart.unit = unit;
        chart.window = m_window;
        chart.bands = m_bands;
        chart.marks = m_marks;
        return chart;
    }
    /// How many there were by the time of each sample.
    std::vector<Point> summed(const std::string& metric, const std::vector<Point>& rates) const
    {
        std::vector<Point> totals;
        double total = 0;
        std::int64_t before = m_window.fromNs;
        for (const auto& point : rates) {
            total += static_cast<double>(m_model.counter(metric, {before, point.atNs}).value_or(0));
            before = point.atNs;
            totals.push_back({point.atNs, total});
        }
        return totals;
    }

    const RunModel& m_model;
    Window m_window;
    std::vector<ChartBand> m_bands;
    std::vector<ChartMark> m_marks;
    std::vector<Chart> m_charts;
};

} // namespace

std::vector<Chart> cellCharts(const RunModel& model, const results::CellJudgement& cell)
{
    const auto window = model.cellWindow(cell.cell);
    if (!window || window->toNs <= window->fromNs) {
        return {};
    }
    Charts charts(model, cell.cell, *window);
    const auto workloads = model.workloads();
    for (const auto& workload : workloads) {
        charts.addLatency(workload + ".latency", workload + ": latency");
        charts.addLatency(workload + ".service", workload + ": service time");
    }
    charts.addSeries("Sessions established", "", {{"sessions.established", "sessions"}}, true);
    std::vector<std::pair<std::string, std::string>> rates;
    std::vector<std::pair<std::string, std::string>> losses;
    for (const auto& workload : workloads) {
        rates.emplace_back(workload + ".received", workload + ": values");
        rates.emplace_back(workload + ".completed", workload + ": operations");
        const auto* drops = cell.metric(workload + ".drops");
        if (drops != nullptr && drops->value > 0) {
            losses.emplace_back(workload + ".drops.overflow", workload + ": queue overflow");
            losses.emplace_back(workload + ".drops.gap", workload + ": sequence gap");
            losses.emplace_back(workload + ".drops.missing", workload + ": missing");
        }
    }
    charts.addSeries("Throughput", "1/s", rates);
    if (!losses.empty()) {
        charts.addSeries("Values lost, by cause", "1/s", losses);
    }
    charts.addSeries("Memory (RSS)", "bytes",
                     {{"server.rss", "server"}, {"load.rss", "load side"}});
    charts.addSeries(
        "CPU, in cores", "cores",
        {{"server.cpu", "server"}, {"load.cpu", "load side"}, {"machine.cpu", "everything else"}});
    charts.addLatency("connect.total", "Connecting, all stages");
    charts.addLatency("load.lag", "How late the load side's own timers were");
    return charts.take();
}

} // namespace report
