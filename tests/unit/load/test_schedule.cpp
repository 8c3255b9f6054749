// SPDX-License-Identifier: MIT
// Intended starts are a pure function of the arrival model.
#include "load/schedule.h"

#include <QObject>
#include <QTest>

using namespace std::chrono_literals;

class ScheduleTest : public QObject
{
    Q_OBJECT

private slots:
    void openLoopIsEvenlySpaced()
    {
        const load::Schedule schedule({scenario::OpenLoop{.rate = 1'000, .maxInFlight = 3}}, 0, 1);
        QVERIFY(!schedule.isClosedLoop());
        QCOMPARE(schedule.maxInFlight(), 3U);
        QVERIFY(schedule.startOf(0) == 0ns);
        QVERIFY(schedule.startOf(2'500) == 2'500ms);
        QCOMPARE(schedule.plannedWithin(10s), 10'000.0);
    }
    void longSchedulesDoNotDrift()
    {
        const load::Schedule schedule({scenario::OpenLoop{.rate = 3, .maxInFlight = 1}}, 0, 1);
        QVERIFY(schedule.startOf(3'000'000) == 1'000'000s);
    }
    void shardsShareTheArrivals()
    {
        const scenario::Arrival arrival{scenario::OpenLoop{.rate = 100, .maxInFlight = 1}};
        std::vector<std::int64_t> all;
        for (std::uint32_t shard = 0; shard < 3; ++shard) {
            const load::Schedule schedule(arrival, shard, 3);
            for (std::uint64_t n = 0; n < 10; ++n) {
                all.push_back(schedule.startOf(n).count());
            }
        }
        std::ranges::sort(all);
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(all[i], std::int64_t(i) * 10'000'000);
        }
    }
    void bursts()
    {
        const load::Schedule schedule(
            {scenario::Bursts{.count = 4, .every = 100ms, .maxInFlight = 9}}, 0, 1);
        QVERIFY(schedule.startOf(3) == 0ms);
        QVERIFY(schedule.startOf(4) == 100ms);
        QVERIFY(schedule.startOf(11) == 200ms);
        QCOMPARE(schedule.plannedWithin(1s), 40.0);
        QCOMPARE(schedule.plannedWithin(50ms), 4.0);
    }
    void closedLoopPlansNothing()
    {
        const load::Schedule schedule({scenario::ClosedLoop{.inFlight = 2}}, 0, 1);
        QVERIFY(schedule.isClosedLoop());
        QCOMPARE(schedule.inFlight(), 2U);
        QCOMPARE(schedule.plannedWithin(1s), 0.0);
    }
};

QTEST_GUILESS_MAIN(ScheduleTest)
#include "test_schedule.moc"
