// SPDX-License-Identifier: MIT
// The histogram against the sorted samples themselves.
#include "base/random.h"
#include "measure/histogram.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

using measure::Histogram;

namespace {

Histogram of(const std::vector<std::int64_t>& values)
{
    Histogram histogram;
    for (const auto value : values) {
        histogram.record(value);
    }
    return histogram;
}

/// The smallest sample that at least p per cent of the samples do not exceed; per mille of a per
/// cent as integers, so that the definition itself cannot round.
std::int64_t exactPercentile(std::vector<std::int64_t> values, std::uint64_t thousandths)
{
    std::sort(values.begin(), values.end());
    const std::uint64_t rank = (thousandths * values.size() + 99'999) / 100'000;
    return values[std::max<std::uint64_t>(rank, 1) - 1];
}

void compareWithSamples(const std::vector<std::int64_t>& values)
{
    const auto histogram = of(values);
    QCOMPARE(histogram.count(), values.size());
    QCOMPARE(histogram.min(), *std::min_element(values.begin(), values.end()));
    QCOMPARE(histogram.max(), *std::max_element(values.begin(), values.end()));
    const double sum = std::accumulate(values.begin(), values.end(), 0.0,
                                       [](double a, std::int64_t b) { return a + double(b); });
    QVERIFY(std::abs(histogram.mean() * double(values.size()) - sum) <= sum * 1e-12);
    for (const std::uint64_t p : {1'000U, 25'000U, 50'000U, 75'000U, 90'000U, 95'000U, 99'000U,
                                  99'900U, 99'990U, 99'999U, 100'000U}) {
        const auto exact = exactPercentile(values, p);
        const auto shown = histogram.valueAtPercentile(double(p) / 1000.0);
        QVERIFY2(shown >= exact && double(shown) <= double(exact) * 1.001 + 0.5,
                 qPrintable(QString("p %1: %2, exact %3").arg(p).arg(shown).arg(exact)));
    }
}

} // namespace

class TestHistogram : public QObject
{
    Q_OBJECT

private slots:
    void isEmptyAtFirst()
    {
        const Histogram histogram;
        QCOMPARE(histogram.count(), 0U);
        QCOMPARE(histogram.min(), 0);
        QCOMPARE(histogram.max(), 0);
        QCOMPARE(histogram.mean(), 0.0);
        QCOMPARE(histogram.valueAtPercentile(99), 0);
    }

    void bucketsAreContiguous()
    {
        // Every bucket begins where the one before ends, from 0 to the largest value.
        std::int64_t expected = 0;
        for (std::size_t i = 0; i < Histogram::maxBuckets; ++i) {
            QCOMPARE(Histogram::lowestOf(i), expected);
            QCOMPARE(Histogram::indexOf(Histogram::lowestOf(i)), i);
            QCOMPARE(Histogram::indexOf(Histogram::highestOf(i)), i);
            const auto width = Histogram::highestOf(i) - Histogram::lowestOf(i);
            QVERIFY(double(width) <= double(Histogram::lowestOf(i)) / 1000.0);
            if (i + 1 == Histogram::maxBuckets) {
                QCOMPARE(Histogram::highestOf(i), std::numeric_limits<std::int64_t>::max());
            } else {
                expected = Histogram::highestOf(i) + 1;
            }
        }
    }

    void agreesWithSortedSamples_data()
    {
        QTest::addColumn<QList<qint64>>("values");
        base::Random random(42);
        QList<qint64> uniform;
        QList<qint64> twoPeaks;
        QList<qint64> outlier;
        QList<qint64> gaps;
        QList<qint64> tail;
        for (int i = 0; i < 20'000; ++i) {
            uniform.append(qint64(random.below(5'000'000)));
            twoPeaks.append(i % 10 == 0 ? 900'000'000 + qint64(random.below(1'000'000))
                                        : 1'000'000 + qint64(random.below(100'000)));
            gaps.append(qint64(1) << random.below(40));
            tail.append(qint64(1e5 / std::pow(1.0 - random.unit(), 2)));
        }
        outlier = uniform.mid(0, 999);
        outlier.append(3'600'000'000'000);
        QTest::newRow("uniform") << uniform;
        QTest::newRow("two peaks") << twoPeaks;
        QTest::newRow("one outlier of an hour in 1000") << outlier;
        QTest::newRow("powers of two") << gaps;
        QTest::newRow("heavy tail") << tail;
        QTest::newRow("one value") << QList<qint64>{123'456'789};
        QTest::newRow("zeros") << QList<qint64>{0, 0, 0};
    }
    void agreesWithSortedSamples()
    {
        QFETCH(QList<qint64>, values);
        compareWithSamples(std::vector<std::int64_t>(values.begin(), values.end()));
    }

    void percentileOfAWholeRankIsNotTheNextRank()
    {
        // 999 values of 1 and one of 1000: exactly 99.9 % are at most 1.
        Histogram histogram;
        histogram.record(1, 999);
        histogram.record(1000);
        QCOMPARE(histogram.valueAtPercentile(99.9), 1);
        QCOMPARE(histogram.valueAtPercentile(99.91), 1000);
    }

    /// Field case L01: with latencies from the intended start, a freeze of one second in ten shows
    /// as the arithmetic says: of 10 000 requests, 1000 wait 1000, 999, … 1 ms.
    void aFreezeShowsInTheTail()
    {
        Histogram histogram;
        histogram.record(1'000'000, 9'000);
        for (int i = 0; i < 1000; ++i) {
            histogram.record(1'000'000 + std::int64_t(i) * 1'000'000);
        }
        QCOMPARE(histogram.valueAtPercentile(50) / 1'000'000, 1);
        const auto near = [&](double percentile, double seconds) {
            const double value = double(histogram.valueAtPercentile(percentile)) / 1e9;
            return std::abs(value - seconds) < 0.002;
        };
        QVERIFY(near(95, 0.5));
        QVERIFY(near(99, 0.9));
        QVERIFY(near(100, 1.0));
    }

    /// Field case L07: a clock step between two machines must not become a latency of zero.
    void negativeValuesAreCountedApart()
    {
        Histogram histogram;
        histogram.record(-1);
        histogram.record(std::numeric_limits<std::int64_t>::min(), 4);
        histogram.record(10);
        QCOMPARE(histogram.negativeCount(), 5U);
        QCOMPARE(histogram.count(), 1U);
        QCOMPARE(histogram.min(), 10);
        QCOMPARE(histogram.mean(), 10.0);
        Histogram other;
        other.record(-7);
        other.merge(histogram);
        QCOMPARE(other.negativeCount(), 6U);
        other.clear();
        QCOMPARE(other.negativeCount(), 0U);
    }

    void mergingEqualsRecordingTogether()
    {
        base::Random random(7);
        Histogram together;
        std::vector<Histogram> parts(5);
        for (int i = 0; i < 50'000; ++i) {
            const auto value = std::int64_t(random.next() >> (random.below(50) + 2));
            together.record(value);
            parts[random.below(parts.size())].record(value);
        }
        Histogram merged;
        for (const auto& part : parts) {
            merged.merge(part);
        }
        QVERIFY(merged == together);
        QCOMPARE(merged.mean(), together.mean());
        QCOMPARE(merged.min(), together.min());
        QCOMPARE(merged.max(), together.max());
        merged.record(1);
        QVERIFY(!(merged == together));
    }

    void sumIsExactBeyondSixtyFourBits()
    {
        Histogram histogram;
        const auto hour = std::int64_t(3'600'000'000'000);
        histogram.record(hour, 1'000'000'000);
        histogram.record(0, 1'000'000'000);
        QCOMPARE(histogram.mean(), double(hour) / 2);
    }

    void reservedRoomChangesNothing()
    {
        Histogram reserved(60'000'000'000);
        Histogram grown;
        for (const std::int64_t value : {0LL, 1LL, 5'000LL, 70'000'000'000LL}) {
            reserved.record(value);
            grown.record(value);
        }
        QVERIFY(reserved == grown);
        reserved.clear();
        QVERIFY(reserved == Histogram());
        reserved.record(5);
        QCOMPARE(reserved.valueAtPercentile(100), 5);
    }

    void bucketsAddUp()
    {
        const auto histogram = of({3, 3, 5'000, 70'001});
        std::uint64_t total = 0;
        std::int64_t before = -1;
        histogram.forEach([&](std::int64_t low, std::int64_t high, std::uint64_t count) {
            QVERIFY(low > before && high >= low);
            before = high;
            total += count;
        });
        QCOMPARE(total, 4U);
        QCOMPARE(histogram.countAtOrBelow(2), 0U);
        QCOMPARE(histogram.countAtOrBelow(3), 2U);
        QCOMPARE(histogram.countAtOrBelow(60'000), 3U);
        QCOMPARE(histogram.countAtOrBelow(std::numeric_limits<std::int64_t>::max()), 4U);
    }
};

QTEST_GUILESS_MAIN(TestHistogram)
#include "test_histogram.moc"
