// SPDX-License-Identifier: MIT
#include "measure/interval_recorder.h"

#include <QObject>
#include <QTest>

using measure::Histogram;
using measure::IntervalRecorder;

class TestIntervalRecorder : public QObject
{
    Q_OBJECT

private slots:
    void intervalsAddUpToTheTotal()
    {
        IntervalRecorder recorder;
        Histogram all;
        Histogram interval;
        Histogram sum;
        for (int i = 0; i < 10; ++i) {
            for (int k = 0; k < 100; ++k) {
                const std::int64_t value = std::int64_t(i) * 1'000'003 + k;
                recorder.record(value);
                all.record(value);
            }
            recorder.takeInterval(interval);
            QCOMPARE(interval.count(), 100U);
            QCOMPARE(interval.min(), std::int64_t(i) * 1'000'003);
            sum.merge(interval);
        }
        QVERIFY(sum == all);
        QVERIFY(recorder.total() == all);
        QVERIFY(recorder.current().empty());
    }

    void anIntervalLeavesNothingBehind()
    {
        IntervalRecorder recorder;
        recorder.record(5);
        recorder.record(-5);
        const auto first = recorder.takeInterval();
        QCOMPARE(first.count(), 1U);
        QCOMPARE(first.negativeCount(), 1U);
        const auto second = recorder.takeInterval();
        QCOMPARE(second.count(), 0U);
        QCOMPARE(second.negativeCount(), 0U);
        QCOMPARE(recorder.total().negativeCount(), 1U);
        recorder.resetTotal();
        QVERIFY(recorder.total().empty());
    }
};

QTEST_GUILESS_MAIN(TestIntervalRecorder)
#include "test_interval_recorder.moc"
