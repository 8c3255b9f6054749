// SPDX-License-Identifier: MIT
#include "scenario/threshold.h"

#include <QObject>
#include <QTest>

#include <cmath>

using namespace scenario;
using namespace std::chrono_literals;

class TestThreshold : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryPart();
    void readsEveryForm_data();
    void readsEveryForm();
    void refusesWithAPlaceAndAnExpectation_data();
    void refusesWithAPlaceAndAnExpectation();
    void comparesAtTheLimit_data();
    void comparesAtTheLimit();
    void marginIsRoomToSpare();
    void aggregationsFollowTheMetricsKind();
};

void TestThreshold::readsEveryPart()
{
    const auto threshold = parseThreshold("  subscribe.latency:p(99.9) <= 1.5s over 30s ");
    QVERIFY(threshold);
    QCOMPARE(threshold->expression, "subscribe.latency:p(99.9) <= 1.5s over 30s");
    QCOMPARE(threshold->metric, "subscribe.latency");
    QVERIFY(threshold->aggregation == Aggregation::Percentile);
    QCOMPARE(threshold->percentile, 99.9);
    QVERIFY(threshold->comparison == Comparison::LessEqual);
    QCOMPARE(threshold->limit, 1.5e9);
    QVERIFY(threshold->unit == LimitUnit::Duration);
    QVERIFY(threshold->window == base::Duration(30s));
    QCOMPARE(aggregationText(*threshold), "p(99.9)");
    QCOMPARE(QByteArray(comparisonText(threshold->comparison).data(), 2), "<=");
}

void TestThreshold::readsEveryForm_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("aggregation");
    QTest::addColumn<int>("comparison");
    QTest::addColumn<double>("limit");
    const auto row = [](const char* text, Aggregation aggregation, Comparison comparison,
                        double limit) {
        QTest::addRow("%s", text) << QByteArray(text) << static_cast<int>(aggregation)
                                  << static_cast<int>(comparison) << limit;
    };
    row("subscribe.latency:p(99)<250ms", Aggregation::Percentile, Comparison::Less, 250e6);
    row("subscribe.drops:count==0", Aggregation::Count, Comparison::Equal, 0);
    row("a.b:min!=-3", Aggregation::Min, Comparison::NotEqual, -3);
    row("a.b:max>7us", Aggregation::Max, Comparison::Greater, 7e3);
    row("a.b:mean>=2h", Aggregation::Mean, Comparison::GreaterEqual, 7200e9);
    row("sessions.rate:rate>=150/s", Aggregation::Rate, Comparison::GreaterEqual, 150);
    row("server.rss:last<1.5GB", Aggregation::Last, Comparison::Less, 1.5e9);
    row("server.rss:last<2KiB", Aggregation::Last, Comparison::Less, 2048);
    row("server.rss:slope<20MB/min", Aggregation::Slope, Comparison::Less, 20e6);
    row("read.offeredRatio:last>=95%", Aggregation::Last, Comparison::GreaterEqual, 0.95);
    row("my-load.drops.gap:count<1e3", Aggregation::Count, Comparison::Less, 1000);
}

void TestThreshold::readsEveryForm()
{
    QFETCH(QByteArray, text);
    QFETCH(int, aggregation);
    QFETCH(int, comparison);
    QFETCH(double, limit);
    const auto threshold = parseThreshold(text.toStdString());
    QVERIFY2(threshold, threshold ? "" : threshold.error().context.c_str());
    QCOMPARE(static_cast<int>(threshold->aggregation), aggregation);
    QCOMPARE(static_cast<int>(threshold->comparison), comparison);
    QCOMPARE(threshold->limit, limit);
}

void TestThreshold::refusesWithAPlaceAndAnExpectation_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* text, const char* message) {
        QTest::addRow("%s", text) << QByteArray(text) << QByteArray(message);
    };
    row("subscribe.latency:p(99)250ms",
        "threshold 'subscribe.latency:p(99)250ms', column 24: expected one of <, <=, >, >=, ==, "
        "!=, found '250ms'");
    row("latency:p(99)<1s", "threshold 'latency:p(99)<1s', column 8: expected '.' and the rest of "
                            "the metric's name, as in subscribe.latency, found ':p(99)<1s'");
    row("a.b:p(0)<1s", "column 7: expected a percentile above 0 and up to 100");
    row("a.b:p(100.1)<1s", "expected a percentile above 0 and up to 100");
    row("a.b:p(99<1s", "expected ')' after the percentile");
    row("a.b:maxx<1s", "did you mean max?");
    row("a.b:max<", "expected a number, as in <250ms, found the end of the expression");
    row("a.b:max<1sec", "expected a unit");
    row("a.b:max<inf", "expected a number");
    row("a.b:max<1e400", "expected a number");
    row("a.b:max<1MB/min", "expected a unit");
    row("a.b:slope<1s/min", "expected a unit");
    row("a.b:max<1s over", "expected the end, or a window such as 'over 30s'");
    row("a.b:max<1s over 0s", "expected a duration above 0 with its unit");
    row("a.b:max<1s soon", "expected the end, or a window");
    row("a..b:max<1s", "expected a metric such as subscribe.latency");
    row("", "threshold is empty");
}

void TestThreshold::refusesWithAPlaceAndAnExpectation()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    const auto threshold = parseThreshold(text.toStdString());
    QVERIFY(!threshold);
    QVERIFY2(threshold.error().context.find(message.toStdString()) != std::string::npos,
             threshold.error().context.c_str());
    QVERIFY(!parseThreshold(std::string(100'000, 'a')));
}

void TestThreshold::comparesAtTheLimit_data()
{
    QTest::addColumn<QByteArray>("comparison");
    QTest::addColumn<bool>("below");
    QTest::addColumn<bool>("at");
    QTest::addColumn<bool>("above");
    QTest::addRow("<") << QByteArray("<") << true << false << false;
    QTest::addRow("<=") << QByteArray("<=") << true << true << false;
    QTest::addRow(">") << QByteArray(">") << false << false << true;
    QTest::addRow(">=") << QByteArray(">=") << false << true << true;
    QTest::addRow("==") << QByteArray("==") << false << true << false;
    QTest::addRow("!=") << QByteArray("!=") << true << false << true;
}

void TestThreshold::comparesAtTheLimit()
{
    QFETCH(QByteArray, comparison);
    const auto threshold = parseThreshold("a.b:max" + comparison.toStdString() + "5");
    QVERIFY(threshold);
    QTEST(threshold->holds(4), "below");
    QTEST(threshold->holds(5), "at");
    QTEST(threshold->holds(6), "above");
    QVERIFY(!parseThreshold("a.b:max<5")->holds(std::nan("")));
}

void TestThreshold::marginIsRoomToSpare()
{
    QCOMPARE(parseThreshold("a.b:max<250ms")->margin(50e6), std::optional(5.0));
    QCOMPARE(parseThreshold("a.b:rate>=150")->margin(300), std::optional(2.0));
    QVERIFY(!parseThreshold("a.b:count==0")->margin(1));
    QVERIFY(!parseThreshold("a.b:max<250ms")->margin(0));
}

void TestThreshold::aggregationsFollowTheMetricsKind()
{
    QVERIFY(allows(MetricKind::Histogram, Aggregation::Percentile));
    QVERIFY(!allows(MetricKind::Histogram, Aggregation::Rate));
    QVERIFY(allows(MetricKind::Counter, Aggregation::Rate));
    QVERIFY(!allows(MetricKind::Counter, Aggregation::Max));
    QVERIFY(allows(MetricKind::Gauge, Aggregation::Slope));
    QVERIFY(!allows(MetricKind::Gauge, Aggregation::Percentile));
    QVERIFY(allows(MetricKind::Rate, Aggregation::Rate));
    QVERIFY(!allows(MetricKind::Rate, Aggregation::Count));
}

QTEST_GUILESS_MAIN(TestThreshold)
#include "test_threshold.moc"
