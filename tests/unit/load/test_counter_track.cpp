// SPDX-License-Identifier: MIT
// Gaps, duplicates and what is missing, against a plain set of what was received.
#include "base/random.h"
#include "load/counter_track.h"
#include "load/latency_sketch.h"

#include <QObject>
#include <QTest>

#include <set>

class CounterTrackTest : public QObject
{
    Q_OBJECT

private slots:
    void gapsAreCountedAndFilled()
    {
        load::CounterTrack track;
        track.start(10);
        std::uint64_t skipped = 0;
        QCOMPARE(track.take(11, skipped), load::CounterTrack::Seen::New);
        QCOMPARE(skipped, std::uint64_t(0));
        QCOMPARE(track.take(15, skipped), load::CounterTrack::Seen::New);
        QCOMPARE(skipped, std::uint64_t(3));
        QCOMPARE(track.missing(11, 15), std::uint64_t(3));
        QCOMPARE(track.take(13, skipped), load::CounterTrack::Seen::New);
        QCOMPARE(track.missing(11, 15), std::uint64_t(2));
        QCOMPARE(track.take(13, skipped), load::CounterTrack::Seen::Duplicate);
        QCOMPARE(track.missing(12, 12), std::uint64_t(1));
        QCOMPARE(track.missing(11, 20), std::uint64_t(2 + 5));
        QCOMPARE(track.duplicates(), std::uint64_t(1));
    }
    void nothingReceivedIsAllMissing()
    {
        load::CounterTrack track;
        QCOMPARE(track.missing(5, 9), std::uint64_t(5));
        QCOMPARE(track.missing(9, 5), std::uint64_t(0));
        track.start(4);
        QCOMPARE(track.missing(5, 9), std::uint64_t(5));
    }
    void lateStartersMissWhatCameBefore()
    {
        load::CounterTrack track;
        track.start(7); // the initial value: 7 itself was seen
        std::uint64_t skipped = 0;
        track.take(8, skipped);
        QCOMPARE(track.missing(5, 8), std::uint64_t(2));
    }
    void anyOrderAgreesWithASet()
    {
        base::Random random(42);
        for (int round = 0; round < 200; ++round) {
            load::CounterTrack track;
            track.start(100);
            std::set<std::uint64_t> seen{100};
            std::uint64_t duplicates = 0;
            for (int i = 0; i < 60; ++i) {
                const std::uint64_t counter = 101 + random.below(50);
                std::uint64_t skipped = 0;
                const bool fresh = seen.insert(counter).second;
                duplicates += fresh ? 0 : 1;
                QCOMPARE(track.take(counter, skipped) == load::CounterTrack::Seen::New, fresh);
            }
            QCOMPARE(track.duplicates(), duplicates);
            for (int i = 0; i < 20; ++i) {
                const std::uint64_t first = 101 + random.below(60);
                const std::uint64_t last = first + random.below(20);
                std::uint64_t missing = 0;
                for (std::uint64_t c = first; c <= last; ++c) {
                    missing += seen.contains(c) ? 0 : 1;
                }
                QCOMPARE(track.missing(first, last), missing);
            }
        }
    }
    void sketchKnowsPercentilesToSixPercent()
    {
        base::Random random(7);
        load::LatencySketch sketch;
        std::vector<std::int64_t> values;
        for (int i = 0; i < 5'000; ++i) {
            values.push_back(static_cast<std::int64_t>(random.below(2'000'000'000)) + 1);
            sketch.record(values.back());
        }
        std::ranges::sort(values);
        for (const double percentile : {1.0, 50.0, 95.0, 99.0}) {
            const auto exact =
                static_cast<double>(values[static_cast<std::size_t>(percentile / 100 * 5'000) - 1]);
            const auto found = static_cast<double>(sketch.valueAtPercentile(percentile));
            QVERIFY(found >= exact && found <= exact * 1.07);
        }
        QCOMPARE(sketch.max(), values.back());
        QCOMPARE(sketch.valueAtPercentile(100), values.back());
    }
};

QTEST_GUILESS_MAIN(CounterTrackTest)
#include "test_counter_track.moc"
