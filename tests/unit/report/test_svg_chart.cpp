// SPDX-License-Identifier: MIT
#include "report/svg_chart.h"

#include <QObject>
#include <QTest>
#include <QXmlStreamReader>

#include <limits>

using namespace report;
using results::Point;

namespace {

constexpr std::int64_t second = 1'000'000'000;

Chart chartOf(std::vector<Point> points, bool isLogarithmic = false)
{
    Chart chart;
    chart.title = "A <b> & \"c\"";
    chart.unit = "ns";
    chart.isLogarithmic = isLogarithmic;
    chart.window = {0, 100 * second};
    chart.series.push_back({"first", std::move(points), false});
    return chart;
}

int countOf(const std::string& text, const char* part)
{
    return int(QByteArray::fromStdString(text).count(part));
}

} // namespace

class TestSvgChart : public QObject
{
    Q_OBJECT

private slots:
    void ticksAreRound()
    {
        QCOMPARE(linearTicks(0, 10, 6), (std::vector<double>{0, 2, 4, 6, 8, 10}));
        QCOMPARE(linearTicks(0, 37'500, 6), (std::vector<double>{0, 10'000, 20'000, 30'000}));
        QCOMPARE(linearTicks(-3, 3, 4), (std::vector<double>{-2, 0, 2}));
        QVERIFY(linearTicks(5, 5, 6).empty());
        QVERIFY(linearTicks(0, std::numeric_limits<double>::infinity(), 6).empty());
        QCOMPARE(logarithmicTicks(8e5, 3e7), (std::vector<double>{1e6, 2e6, 5e6, 1e7, 2e7}));
        QCOMPARE(logarithmicTicks(1, 1e6),
                 (std::vector<double>{1, 10, 100, 1000, 10'000, 100'000, 1e6}));
        QVERIFY(logarithmicTicks(0, 5).empty());
    }

    /// A spike of a single sample among 100 000 is still there (field case R04).
    void noSpikeIsLost()
    {
        std::vector<Point> points;
        for (std::int64_t i = 0; i < 100'000; ++i) {
            points.push_back({i * second / 1000, 5});
        }
        points[77'777].value = 900;
        points[33'333].value = -3;
        const auto kept = decimated(points, {0, 100 * second}, 340);
        QVERIFY(kept.size() <= 2 * 341);
        QCOMPARE(
            std::count_if(kept.begin(), kept.end(), [](const Point& p) { return p.value == 900; }),
            1);
        QCOMPARE(
            std::count_if(kept.begin(), kept.end(), [](const Point& p) { return p.value == -3; }),
            1);
        QVERIFY(std::is_sorted(kept.begin(), kept.end(),
                               [](const Point& a, const Point& b) { return a.atNs < b.atNs; }));
        QCOMPARE(decimated({{1, 2}}, {0, 5}, 340).size(), 1U);
    }

    void valuesLieWhereTheAxisSaysSo()
    {
        // From 0 to 106 (six per cent of room) between y = 186 and y = 26.
        const auto svg = svgChart(chartOf({{0, 0}, {50 * second, 100}, {100 * second, 50}}));
        QVERIFY2(svg.find("M66.0 186.0L288.0 35.1L510.0 110.5") != std::string::npos, svg.c_str());
        // Decades are equally far apart.
        const auto log =
            svgChart(chartOf({{0, 1e3}, {50 * second, 1e5}, {100 * second, 1e7}}, true));
        const auto at = log.find("class=\"line series-1\" d=\"M66.0 ");
        QVERIFY(at != std::string::npos);
        double y[3] = {};
        QCOMPARE(std::sscanf(log.c_str() + at,
                             "class=\"line series-1\" d=\"M66.0 %lfL288.0 %lfL510.0 %lf", &y[0],
                             &y[1], &y[2]),
                 3);
        QVERIFY(std::abs((y[0] - y[1]) - (y[1] - y[2])) < 0.21);
        QVERIFY(y[0] > y[1] && y[0] < 186 && y[2] > 26);
    }

    void isWellFormedAndEscaped()
    {
        auto chart = chartOf({{0, 1}, {second, 2}}, true);
        chart.bands = {{"ramp <1>", {0, 50 * second}}, {"steady", {50 * second, 100 * second}}};
        chart.marks = {{5 * second, "first & last"}};
        chart.series.push_back({"<script>", {{0, 3}, {second, 0}, {2 * second, -5}}, true});
        const auto svg = svgChart(chart);
        QXmlStreamReader xml(QString::fromStdString(svg));
        while (!xml.atEnd()) {
            xml.readNext();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(countOf(svg, "<script>"), 0);
        QVERIFY(svg == svgChart(chart));
    }

    void oddValuesAreLeftOut()
    {
        QVERIFY(svgChart(chartOf({})).find("No values.") != std::string::npos);
        const auto nan = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(svgChart(chartOf({{0, nan}, {second, nan}})).find("No values.") !=
                std::string::npos);
        const auto some = svgChart(chartOf({{0, nan}, {second, 5}, {2 * second, 7}}));
        QCOMPARE(countOf(some, "nan"), 0);
        QVERIFY(svgChart(chartOf({{second, 5}})).find("<circle") != std::string::npos);
        // All equal, all zero, and larger than any duration.
        for (const double value : {0.0, 7.0, 1e300}) {
            const auto svg = svgChart(chartOf({{0, value}, {second, value}}));
            QCOMPARE(countOf(svg, "nan") + countOf(svg, "inf"), 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestSvgChart)
#include "test_svg_chart.moc"
