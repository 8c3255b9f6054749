// SPDX-License-Identifier: MIT
#include "base/clock.h"

#include <QObject>
#include <QTest>

using namespace std::chrono_literals;

class TestClock : public QObject
{
    Q_OBJECT

private slots:
    void manualClockMovesOnlyWhenTold();
    void aStepOfTheWallClockChangesNoDuration();
    void anchoredClocksOfOneBaseAgree();
};

void TestClock::manualClockMovesOnlyWhenTold()
{
    base::ManualClock clock;
    const auto begin = clock.monotonic();
    QVERIFY(clock.monotonic() == begin);
    clock.advance(1500ms);
    QVERIFY(clock.monotonic() - begin == 1500ms);
    QVERIFY(begin + 1500ms == clock.monotonic());
}

void TestClock::aStepOfTheWallClockChangesNoDuration()
{
    base::ManualClock clock;
    const auto begin = clock.monotonic();
    const auto wall = clock.wall();
    clock.stepWall(-1h);
    QVERIFY(clock.monotonic() == begin);
    QVERIFY(clock.wall() - wall == -1h);
}

void TestClock::anchoredClocksOfOneBaseAgree()
{
    const auto anchor = base::AnchoredClock::now();
    const base::AnchoredClock other(anchor.base());
    const auto first = anchor.wall();
    const auto second = other.wall();
    const auto third = anchor.wall();
    QVERIFY(first <= second && second <= third);
    // Its wall time is the base plus the monotonic clock, whatever the system's wall clock does.
    const base::AnchoredClock shifted(base::WallTime{1'000});
    const auto before = shifted.monotonic();
    const auto wall = shifted.wall();
    const auto after = shifted.monotonic();
    QVERIFY(wall.ns - 1'000 >= before.ns && wall.ns - 1'000 <= after.ns);
}

QTEST_GUILESS_MAIN(TestClock)
#include "test_clock.moc"
