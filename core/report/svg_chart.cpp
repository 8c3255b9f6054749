// SPDX-License-Identifier: MIT
#include "report/svg_chart.h"

#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace report {

namespace {

using results::Point;
using results::Window;

constexpr double width = 520;
constexpr double height = 212;
constexpr double left = 66;
constexpr double right = 510;
constexpr double top = 26;
constexpr double bottom = 186;
constexpr std::size_t columns = 222;

/// Values to pixels.
class Axis
{
public:
    Axis(double low, double high, bool isLogarithmic)
        : m_low(isLogarithmic ? std::log10(low) : low)
        , m_high(isLogarithmic ? std::log10(high) : high)
        , m_isLogarithmic(isLogarithmic)
    {}
    double y(double value) const
    {
        const double at = m_isLogarithmic ? std::log10(value) : value;
        return bottom - (at - m_low) / (m_high - m_low) * (bottom - top);
    }

private:
    double m_low;
    double m_high;
    bool m_isLogarithmic;
};

struct Range
{
    double low = 0;
    double high = 0;
    bool any = false;
};

Range rangeOf(const Chart& chart)
{
    Range range;
    for (const auto& series : chart.series) {
        for (const auto& point : series.points) {
            if (!std::isfinite(point.value) || (chart.isLogarithmic && point.value <= 0)) {
                continue;
            }
            range.low = range.any ? std::min(range.low, point.value) : point.value;
            range.high = range.any ? std::max(range.high, point.value) : point.value;
            range.any = true;
        }
    }
    if (chart.isLogarithmic) {
        // To the next 1, 2 or 5, so that lines keep off the frame.
        range.low = std::max(range.low, 1.0);
        range.high = std::max(range.high, range.low * 2);
        range.low *= 0.8;
        range.high *= 1.25;
    } else {
        range.low = std::min(range.low, 0.0);
        range.high =
            range.high > range.low ? range.high + (range.high - range.low) * 0.06 : range.low + 1;
    }
    return range;
}

double xOf(std::int64_t at, Window window)
{
    const double span = std::max<double>(1, static_cast<double>(window.toNs - window.fromNs));
    return left +
           std::clamp(static_cast<double>(at - window.fromNs) / span, 0.0, 1.0) * (right - left);
}

/// "20.0 ms" is "20 ms" on an axis.
std::string tickText(double value, std::string_view unit)
{
    std::string text = unit == "cores" ? fmt::format("{:.4g}", value) : valueText(value, unit);
    for (const std::string_view zeros : {".00", ".0"}) {
        const std::size_t at = text.find(zeros);
        if (at != std::string::npos &&
            (at + zeros.size() == text.size() || text[at + zeros.size()] == ' ')) {
            text.erase(at, zeros.size());
        }
    }
    return text;
}

std::string timeText(double seconds)
{
    if (seconds >= 7200) {
        return fmt::format("{:.4g} h", seconds / 3600);
    }
    return seconds >= 300 ? fmt::format("{:.4g} min", seconds / 60)
                          : fmt::format("{:.4g} s", seconds);
}

std::string frame(const Chart& chart, const Axis& axis, const std::vector<double>& ticks)
{
    std::string out;
    for (std::size_t i = 0; i < chart.bands.size(); ++i) {
        const double from = xOf(chart.bands[i].window.fromNs, chart.window);
        const double to = xOf(chart.bands[i].window.toNs, chart.window);
        out += fmt::format(
            "<rect class=\"band{}\" x=\"{:.1f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"{:.0f}\"/>",
            i % 2, from, top, std::max(0.0, to - from), bottom - top);
        if (to - from > 8.0 * static_cast<double>(textWidth(chart.bands[i].label))) {
            out += fmt::format("<text class=\"phase\" x=\"{:.1f}\" y=\"{:.0f}\">{}</text>",
                               from + 1, top - 6, escapeHtml(chart.bands[i].label));
        }
    }
    for (const double tick : ticks) {
        out += fmt::format(
            "<path class=\"grid\" d=\"M{:.0f} {:.1f}H{:.0f}\"/>"
            "<text class=\"tick\" text-anchor=\"end\" x=\"{:.0f}\" y=\"{:.1f}\">{}</text>",
            left, axis.y(tick), right, left - 6, axis.y(tick) + 4,
            escapeHtml(tickText(tick, chart.unit)));
    }
    const double seconds = chart.window.seconds();
    for (const double tick : linearTicks(0, std::max(seconds, 1e-9), 7)) {
        const auto at = chart.window.fromNs + static_cast<std::int64_t>(tick * 1e9);
        out += fmt::format(
            "<text class=\"tick\" text-anchor=\"middle\" x=\"{:.1f}\" y=\"{:.0f}\">{}</text>",
            xOf(at, chart.window), bottom + 17, timeText(tick));
    }
    out += fmt::format("<path class=\"axis\" d=\"M{:.0f} {:.0f}V{:.0f}H{:.0f}\"/>", left, top,
                       bottom, right);
    return out;
}

std::string line(const Chart& chart, const Axis& axis, std::size_t index)
{
    const auto& series = chart.series[index];
    std::string path;
    std::size_t count = 0;
    Point last;
    for (const auto& point : decimated(series.points, chart.window, columns)) {
        if (!std::isfinite(point.value) || (chart.isLogarithmic && point.value <= 0)) {
            continue;
        }
        path += fmt::format("{}{:.1f} {:.1f}", count == 0 ? "M" : "L",
                            xOf(point.atNs, chart.window), axis.y(point.value));
        last = point;
        ++count;
    }
    const auto kind = fmt::format("series-{}{}", index % 6 + 1, series.isFaint ? " faint" : "");
    if (count == 1) {
        return fmt::format("<circle class=\"dot {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", kind,
                           xOf(last.atNs, chart.window), axis.y(last.value));
    }
    return count == 0 ? "" : fmt::format("<path class=\"line {}\" d=\"{}\"/>", kind, path);
}

std::string legend(const Chart& chart)
{
    std::string out = "<p class=\"legend\">";
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        out += fmt::format(
            "<span class=\"key series-{}{}\"><svg width=\"18\" height=\"8\" aria-hidden=\"true\">"
            "<path class=\"line series-{}{}\" d=\"M1 4H17\"/></svg> {}</span>",
            i % 6 + 1, chart.series[i].isFaint ? " faint" : "", i % 6 + 1,
            chart.series[i].isFaint ? " faint" : "", escapeHtml(chart.series[i].label));
    }
    return out + "</p>";
}

} // namespace

std::vector<Point> decimated(const std::vector<Point>& points, Window window,
                             std::size_t columnCount)
{
    if (points.size() <= 2 * columnCount || columnCount == 0) {
        return points;
    }
    const double span = std::max<double>(1, static_cast<double>(window.toNs - window.fromNs));
    const auto columnOf = [&](const Point& point) {
        const double share = static_cast<double>(point.atNs - window.fromNs) / span;
        return static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) *
                                        static_cast<double>(columnCount));
    };
    std::vector<Point> kept;
    for (std::size_t i = 0; i < points.size();) {
        std::size_t lowest = i;
        std::size_t highest = i;
        const std::size_t column = columnOf(points[i]);
        for (; i < points.size() && columnOf(points[i]) == column; ++i) {
            lowest = points[i].value < points[lowest].value ? i : lowest;
            highest = points[i].value > points[highest].value ? i : highest;
        }
        kept.push_back(points[std::min(lowest, highest)]);
        if (lowest != highest) {
            kept.push_back(points[std::max(lowest, highest)]);
        }
    }
    return kept;
}

std::vector<double> linearTicks(double low, double high, std::size_t most)
{
    std::vector<double> ticks;
    if (!(high > low) || !std::isfinite(high - low) || most < 2) {
        return ticks;
    }
    const double raw = (high - low) / static_cast<double>(most - 1);
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    double step = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        step = power * factor;
        if (step >= raw * (1 - 1e-9)) {
            break;
        }
    }
    const auto first = static_cast<std::int64_t>(std::ceil(low / step - 1e-9));
    for (std::int64_t i = first;
         static_cast<double>(i) * step <= high * (1 + 1e-12) && ticks.size() < most + 1; ++i) {
        ticks.push_back(static_cast<double>(i) * step);
    }
    return ticks;
}

std::vector<double> logarithmicTicks(double low, double high)
{
    std::vector<double> ticks;
    if (!(low > 0) || !(high > low)) {
        return ticks;
    }
    const bool isNarrow = std::log10(high / low) < 2.5;
    for (int power = static_cast<int>(std::floor(std::log10(low)));
         power <= static_cast<int>(std::ceil(std::log10(high))); ++power) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double tick = factor * std::pow(10.0, power);
            if ((isNarrow || factor == 1.0) && tick >= low && tick <= high) {
                ticks.push_back(tick);
            }
        }
    }
    return ticks;
}

std::string svgChart(const Chart& chart)
{
    const Range range = rangeOf(chart);
    std::string out =
        fmt::format("<figure class=\"chart\"><figcaption>{}</figcaption>", escapeHtml(chart.title));
    if (!range.any) {
        return out + "<p class=\"none\">No values.</p></figure>";
    }
    const Axis axis(range.low, range.high, chart.isLogarithmic);
    const auto ticks = chart.isLogarithmic ? logarithmicTicks(range.low, range.high)
                                           : linearTicks(range.low, range.high, 6);
    out += fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\"><title>{}</title>", width,
                       height, escapeHtml(chart.title));
    out += frame(chart, axis, ticks);
    for (const auto& mark : chart.marks) {
        out +=
            fmt::format("<path class=\"mark\" d=\"M{:.1f} {:.0f}V{:.0f}\"><title>{}</title></path>",
                        xOf(mark.atNs, chart.window), top, bottom, escapeHtml(mark.label));
    }
    // Faint lines first: what matters lies on top.
    for (const bool isFaint : {true, false}) {
        for (std::size_t i = 0; i < chart.series.size(); ++i) {
            if (chart.series[i].isFaint == isFaint) {
                out += line(chart, axis, i);
            }
        }
    }
    return out + "</svg>" + legend(chart) + "</figure>";
}

} // namespace report
