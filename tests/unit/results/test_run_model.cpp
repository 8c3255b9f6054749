// SPDX-License-Identifier: MIT
// The model against a plain recomputation from the same records.
#include "results/run_model.h"
#include "results/statistics.h"
#include "unit/results/synthetic_run.h"

#include <QObject>
#include <QTest>

using namespace results;
using synthetic::second;

namespace {

/// Merges the samples for which use(sample) holds, one after another, without any pyramid.
template <typename Use>
measure::Histogram mergedDirectly(const std::vector<Record>& records, const char* metric, Use&& use)
{
    measure::Histogram sum;
    for (const auto& record : records) {
        const auto* sample = std::get_if<SampleRecord>(&record);
        if (sample != nullptr && sample->histograms.contains(metric) && use(*sample)) {
            sum.merge(measure::decodeHistogram(sample->histograms.at(metric)).value());
        }
    }
    return sum;
}

RunModel modelOf(std::vector<Record> records)
{
    RunModel model;
    for (auto& record : records) {
        model.append(std::move(record));
    }
    return model;
}

} // namespace

class TestRunModel : public QObject
{
    Q_OBJECT

private slots:
    void knowsTheRun()
    {
        const auto model = synthetic::model();
        QCOMPARE(model.title(), std::string("target-scale-smoke"));
        QCOMPARE(model.workloads(), (std::vector<std::string>{"subscribe", "read"}));
        QCOMPARE(model.thresholds().size(), 5U);
        QVERIFY(model.thresholds()[4].optional);
        QVERIFY(!model.thresholds()[0].optional);
        QCOMPARE(model.cells().size(), 1U);
        QCOMPARE(model.ceilings().size(), 1U);
        QCOMPARE(model.lastNs(), synthetic::seconds * second);
        QVERIFY(model.cellEnded(0));
        QVERIFY(!model.cellEnded(1));
    }

    void phasesHoldTheirSamples()
    {
        const auto model = synthetic::model();
        QCOMPARE(model.phaseWindow(0, Phase::Ramp).value(), (Window{0, 8 * second}));
        QCOMPARE(model.phaseWindow(0, Phase::Steady).value(), (Window{10 * second, 50 * second}));
        QCOMPARE(model.cellWindow(0).value(), (Window{0, 53 * second}));
        QCOMPARE(model.judgedWindow(0, "load.lag").value(), (Window{10 * second, 50 * second}));
        QCOMPARE(model.judgedWindow(0, "read.latency").value(), (Window{10 * second, 53 * second}));
        QCOMPARE(model.judgedWindow(0, "connect.open").value(), (Window{0, 53 * second}));
        QVERIFY(!model.phaseWindow(1, Phase::Ramp).has_value());
    }

    /// A sample cut a little after the phase's end record belongs to the phase it is labelled with.
    void labelsWinOverTimes()
    {
        RunModel model;
        model.append(CellRecord{0, 0, 0, {}});
        model.append(PhaseRecord{0, 0, Phase::Ramp, true});
        model.append(PhaseRecord{1 * second, 0, Phase::Ramp, false});
        model.append(PhaseRecord{1 * second, 0, Phase::Steady, true});
        model.append(SampleRecord{
            second + 5, second, 0, Phase::Ramp, {{"read.completed", 1000}}, {}, {}, {}});
        model.append(PhaseRecord{2 * second, 0, Phase::Steady, false});
        model.append(SampleRecord{
            2 * second + 5, second, 0, Phase::Steady, {{"read.completed", 7}}, {}, {}, {}});
        const auto steady = model.phaseWindow(0, Phase::Steady).value();
        QCOMPARE(steady, (Window{second + 5, 2 * second + 5}));
        QCOMPARE(model.counter("read.completed", steady).value(), 7);
    }

    void anUnfinishedPhaseReachesToNow()
    {
        RunModel model;
        model.append(CellRecord{0, 0, 0, {}});
        model.append(PhaseRecord{0, 0, Phase::Ramp, true});
        model.append(EventRecord{3 * second, 0, "mark", "", "", {}});
        QCOMPARE(model.phaseWindow(0, Phase::Ramp).value(), (Window{0, 3 * second}));
        QVERIFY(!model.judgedWindow(0, "read.latency").has_value());
    }

    void histogramsOfAnyWindowAreExact()
    {
        // Long enough for every level of the pyramid, with gaps where nothing was recorded.
        base::Random random(9);
        std::vector<Record> records;
        for (int at = 0; at < 1500; ++at) {
            SampleRecord sample{(at + 1) * second, second, 0, Phase::Steady, {}, {}, {}, {}};
            if (random.below(10) != 0) {
                measure::Histogram histogram;
                for (int i = 0; i < 5; ++i) {
                    histogram.record(std::int64_t(random.below(50'000'000)));
                }
                sample.histograms["read.latency"] = measure::encodeHistogram(histogram);
            }
            records.push_back(sample);
        }
        const auto model = modelOf(records);
        for (int round = 0; round < 60; ++round) {
            const auto from = std::int64_t(random.below(1500)) * second;
            const auto to = from + std::int64_t(random.below(1500)) * second;
            const auto expected =
                mergedDirectly(records, "read.latency", [&](const SampleRecord& sample) {
                    return sample.atNs > from && sample.atNs <= to;
                });
            const auto found = model.histogram("read.latency", {from, to});
            QVERIFY(found == expected);
            QCOMPARE(found.mean(), expected.mean());
            QCOMPARE(found.max(), expected.max());
        }
        QVERIFY(model.histogram("read.latency", {5 * second, 5 * second}).empty());
        QVERIFY(model.histogram("no.such", {0, 1500 * second}).empty());
    }

    /// Asking while the run goes on must not freeze half a block.
    void growsWhileItIsAsked()
    {
        RunModel model;
        measure::Histogram expected;
        for (int at = 0; at < 75; ++at) {
            measure::Histogram one;
            one.record(at + 1);
            expected.merge(one);
            model.append(SampleRecord{(at + 1) * second,
                                      second,
                                      0,
                                      Phase::Steady,
                                      {},
                                      {},
                                      {{"read.latency", measure::encodeHistogram(one)}},
                                      {}});
            QVERIFY(model.histogram("read.latency", {0, 1000 * second}) == expected);
            QCOMPARE(model.quantiles("read.latency", {0, 1000 * second}).size(),
                     std::size_t(at + 1));
        }
    }

    void quantilesAreThoseOfEachSample()
    {
        const auto records = synthetic::records();
        const auto model = modelOf(records);
        const auto window = model.phaseWindow(0, Phase::Steady).value();
        const auto quantiles = model.quantiles("subscribe.latency", window);
        QCOMPARE(quantiles.size(), std::size_t(synthetic::steadySeconds));
        for (const auto& point : quantiles) {
            const auto one =
                mergedDirectly(records, "subscribe.latency", [&](const SampleRecord& sample) {
                    return sample.atNs == point.atNs;
                });
            QCOMPARE(point.count, one.count());
            QCOMPARE(point.p50, one.valueAtPercentile(50));
            QCOMPARE(point.p99, one.valueAtPercentile(99));
            QCOMPARE(point.p999, one.valueAtPercentile(99.9));
            QCOMPARE(point.max, one.max());
        }
    }

    void countersBecomeRates()
    {
        RunModel model;
        model.append(
            SampleRecord{second, second, 0, Phase::Steady, {{"read.completed", 100}}, {}, {}, {}});
        model.append(SampleRecord{
            3 * second, 2 * second, 0, Phase::Steady, {{"read.completed", 50}}, {}, {}, {}});
        model.append(SampleRecord{4 * second, 0, 0, Phase::Steady, {}, {}, {}, {}});
        const auto series = model.series("read.completed", {0, 10 * second});
        QCOMPARE(series, (std::vector<Point>{{second, 100}, {3 * second, 25}, {4 * second, 0}}));
        QCOMPARE(model.counter("read.completed", {second, 10 * second}).value(), 50);
        // Never named is not the same as zero.
        QVERIFY(!model.counter("read.failed", {0, 10 * second}).has_value());
        QCOMPARE(model.counter("read.completed", {8 * second, 9 * second}).value(), 0);
    }

    void gaugesStayAsTheyAre()
    {
        RunModel model;
        for (int at = 1; at <= 3; ++at) {
            model.append(SampleRecord{
                at * second, second, 0, Phase::Steady, {}, {{"server.rss", at * 1e6}}, {}, {}});
        }
        QCOMPARE(model.series("server.rss", {second, 3 * second}),
                 (std::vector<Point>{{2 * second, 2e6}, {3 * second, 3e6}}));
    }

    void statusCodesAddUp()
    {
        const auto codes = synthetic::model().statusCodes({0, 100 * second});
        QCOMPARE(codes.at("Good"), 500 * 4 + synthetic::steadySeconds * 3770);
        QCOMPARE(codes.at("BadTooManySessions"), 4);
        QCOMPARE(codes.size(), 2U);
    }

    void metricsAreListedWithKindAndUnit()
    {
        const auto model = synthetic::model();
        QCOMPARE(model.metric("subscribe.latency")->unit, std::string("ns"));
        QCOMPARE(model.metric("server.rss")->unit, std::string("bytes"));
        QCOMPARE(model.metric("load.cpu")->unit, std::string("cores"));
        QVERIFY(model.metric("sessions.established")->kind == scenario::MetricKind::Counter);
        QVERIFY(!model.metric("write.latency").has_value());
        const auto all = model.metrics();
        QVERIFY(std::is_sorted(all.begin(), all.end(),
                               [](const auto& a, const auto& b) { return a.name < b.name; }));
    }

    void damageIsLeftOutAndCounted()
    {
        RunModel model;
        measure::Histogram one;
        one.record(5);
        const auto good = measure::encodeHistogram(one);
        model.append(
            SampleRecord{second, second, 0, Phase::Steady, {}, {}, {{"a.latency", good}}, {}});
        model.append(SampleRecord{
            2 * second, second, 0, Phase::Steady, {}, {}, {{"a.latency", "HISTFx"}}, {}});
        QCOMPARE(model.histogram("a.latency", {0, 5 * second}).count(), 1U);
        QCOMPARE(model.histogram("a.latency", {0, 5 * second}).count(), 1U);
        QCOMPARE(model.damagedHistograms(), 1U);
    }

    void timeDoesNotGoBack()
    {
        RunModel model;
        model.append(SampleRecord{9 * second, second, 0, Phase::Steady, {}, {{"a.b", 1}}, {}, {}});
        model.append(SampleRecord{2 * second, second, 0, Phase::Steady, {}, {{"a.b", 2}}, {}, {}});
        QCOMPARE(model.series("a.b", {0, 20 * second}),
                 (std::vector<Point>{{9 * second, 1}, {9 * second, 2}}));
    }

    void slopesIgnoreOutliers()
    {
        std::vector<Point> points;
        for (int at = 0; at < 1000; ++at) {
            points.push_back({at * second, 100.0 + 3.0 * at});
        }
        points[500].value = 1e9;
        QVERIFY(std::abs(slopePerMinute(points).value() - 180.0) < 1e-6);
        // A sawtooth that returns to its start has no slope to speak of (field case L11).
        for (int at = 0; at < 1000; ++at) {
            points[std::size_t(at)].value = 1e6 + 1e3 * (at % 10);
        }
        QVERIFY(std::abs(slopePerMinute(points).value()) < 100);
        QVERIFY(!slopePerMinute({{0, 1}, {second, 2}}).has_value());
        QVERIFY(!slopePerMinute({{0, 1}, {0, 2}, {0, 3}}).has_value());
        QCOMPARE(median({4, 1, 3, 2}), 2.5);
    }
};

QTEST_GUILESS_MAIN(TestRunModel)
#include "test_run_model.moc"
