// SPDX-License-Identifier: MIT
// Steps of the wall clock are told from the passing of time, in both directions (case L07).
#include "base/clock.h"
#include "measure/clock_watch.h"

#include <QObject>
#include <QTest>

using namespace std::chrono_literals;

class ClockWatchTest : public QObject
{
    Q_OBJECT

private slots:
    void timePassingIsNoStep()
    {
        base::ManualClock clock;
        measure::ClockWatch watch;
        for (int i = 0; i < 100; ++i) {
            QVERIFY(!watch.step(clock.wall(), clock.monotonic()));
            clock.advance(10min);
        }
    }
    void stepsAreSeenOnce()
    {
        base::ManualClock clock;
        measure::ClockWatch watch;
        QVERIFY(!watch.step(clock.wall(), clock.monotonic()));
        clock.advance(1s);
        clock.stepWall(1h);
        QVERIFY(watch.step(clock.wall(), clock.monotonic()) == base::Duration(1h));
        clock.advance(1s);
        QVERIFY(!watch.step(clock.wall(), clock.monotonic()));
        clock.stepWall(-2h);
        QVERIFY(watch.step(clock.wall(), clock.monotonic()) == base::Duration(-2h));
        clock.stepWall(900ms);
        QVERIFY(!watch.step(clock.wall(), clock.monotonic()));
    }
    void anAnchoredClockDoesNotSeeThem()
    {
        // Wall time from the monotonic clock and an agreed base: a step changes no difference.
        const base::AnchoredClock clock = base::AnchoredClock::now();
        const auto wall = clock.wall();
        const auto monotonic = clock.monotonic();
        const auto wallPassed = clock.wall() - wall;
        const auto monotonicPassed = clock.monotonic() - monotonic;
        QVERIFY(wallPassed >= 0ns && monotonicPassed >= 0ns);
        QVERIFY(clock.base().ns + monotonic.ns >= wall.ns);
    }
    void standstillsAreSeen()
    {
        base::ManualClock clock;
        measure::ClockWatch watch;
        QVERIFY(!watch.standstill(clock.monotonic(), 20ms));
        clock.advance(500ms);
        QVERIFY(!watch.standstill(clock.monotonic(), 20ms));
        clock.advance(20s);
        QVERIFY(watch.standstill(clock.monotonic(), 20ms) == base::Duration(19'980ms));
    }
};

QTEST_GUILESS_MAIN(ClockWatchTest)
#include "test_clock_watch.moc"
