// SPDX-License-Identifier: MIT
// Line charts over time as inline SVG: own axes and labels, the same bytes for the same values.
// Colours come from CSS classes (series-1 …), so that the page decides light and dark.
#pragma once

#include "results/run_model.h"

#include <string>
#include <string_view>
#include <vector>

namespace report {

struct ChartSeries
{
    std::string label;
    std::vector<results::Point> points;
    /// Drawn thinner and lighter: extremes around the lines that matter.
    bool isFaint = false;
};

struct ChartBand
{
    std::string label;
    results::Window window;
};

struct ChartMark
{
    std::int64_t atNs = 0;
    std::string label;
};

struct Chart
{
    std::string title;
    /// "ns", "bytes", "cores", "1/s" or empty.
    std::string unit;
    bool isLogarithmic = false;
    results::Window window;
    std::vector<ChartSeries> series;
    std::vector<ChartBand> bands;
    std::vector<ChartMark> marks;
};

/// An <svg> element with a title for screen readers; a note in place of lines without any value.
std::string svgChart(const Chart& chart);
/// At most two points per column, its lowest and highest, in order of time: no spike is lost.
std::vector<results::Point> decimated(const std::vector<results::Point>& points,
                                      results::Window window, std::size_t columns);
/// Positions of axis labels in [low, high]: 1, 2 or 5 times a power of ten, at most `most` of them.
std::vector<double> linearTicks(double low, double high, std::size_t most);
std::vector<double> logarithmicTicks(double low, double high);

} // namespace report
