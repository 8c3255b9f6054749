// SPDX-License-Identifier: MIT
// What a client does with the numbers of notification messages (Part 4 §5.14.1; cases P03, P05).
#include "ua/client/sequence_tracker.h"

#include <QObject>
#include <QTest>

#include <vector>

using ua::SequenceTracker;
using Verdict = SequenceTracker::Verdict;

namespace {

/// What a receiver delivers: feeds numbers, fills gaps with what `republish` says of each.
class Receiver
{
public:
    explicit Receiver(std::vector<std::uint32_t> unavailable = {})
        : m_unavailable(std::move(unavailable))
    {}
    void message(std::uint32_t number)
    {
        switch (tracker.onNotification(number)) {
        case Verdict::Deliver:
            delivered.push_back(number);
            drain();
            break;
        case Verdict::Duplicate:
            break;
        case Verdict::Hold:
            tracker.hold({number, {}, 0});
            break;
        }
    }
    /// Answers one Republish.
    void republish()
    {
        const std::uint32_t missing = tracker.missing();
        republished.push_back(missing);
        const bool lost = std::ranges::find(m_unavailable, missing) != m_unavailable.end();
        tracker.advancePastMissing(lost);
        if (!lost) {
            delivered.push_back(missing);
        }
        drain();
    }
    void republishAll()
    {
        while (tracker.missing() != 0) {
            republish();
        }
    }

    SequenceTracker tracker;
    std::vector<std::uint32_t> delivered;
    std::vector<std::uint32_t> republished;

private:
    void drain()
    {
        SequenceTracker::Held held;
        while (tracker.takeHeld(held)) {
            delivered.push_back(held.sequenceNumber);
        }
    }
    std::vector<std::uint32_t> m_unavailable;
};

using Numbers = std::vector<std::uint32_t>;

} // namespace

class SequenceTrackerTest : public QObject
{
    Q_OBJECT

private slots:
    void inOrder()
    {
        Receiver r;
        for (std::uint32_t n = 1; n <= 5; ++n) {
            r.message(n);
        }
        QCOMPARE(r.delivered, (Numbers{1, 2, 3, 4, 5}));
        QCOMPARE(r.tracker.missing(), 0U);
        QCOMPARE(r.tracker.expected(), 6U);
    }
    void keepAlivesConsumeNothing()
    {
        Receiver r;
        r.message(1);
        for (int i = 0; i < 10; ++i) {
            QCOMPARE(r.tracker.onKeepAlive(2), 0U);
        }
        QCOMPARE(r.tracker.missing(), 0U);
        r.message(2);
        QCOMPARE(r.delivered, (Numbers{1, 2}));
    }
    void keepAliveTellsOfALoss()
    {
        Receiver r;
        r.message(1);
        QCOMPARE(r.tracker.onKeepAlive(4), 2U); // 2 and 3 never came
        QCOMPARE(r.tracker.missing(), 2U);
        r.republishAll();
        QCOMPARE(r.republished, (Numbers{2, 3}));
        QCOMPARE(r.delivered, (Numbers{1, 2, 3}));
        QCOMPARE(r.tracker.onKeepAlive(4), 0U);
    }
    void oneGap()
    {
        Receiver r;
        r.message(1);
        r.message(3);
        r.message(4);
        QCOMPARE(r.delivered, (Numbers{1}));
        QCOMPARE(r.tracker.missing(), 2U);
        QCOMPARE(r.tracker.heldCount(), std::size_t(2));
        r.republishAll();
        QCOMPARE(r.republished, (Numbers{2}));
        QCOMPARE(r.delivered, (Numbers{1, 2, 3, 4}));
        QCOMPARE(r.tracker.lostMessages(), std::uint64_t(0));
        QCOMPARE(r.tracker.heldCount(), std::size_t(0));
    }
    void unavailableMessageIsOneLoss()
    {
        Receiver r({7});
        for (const std::uint32_t n : {1U, 2U, 3U, 4U, 5U, 6U, 8U, 9U}) {
            r.message(n);
        }
        r.republishAll();
        r.message(10);
        QCOMPARE(r.republished, (Numbers{7}));
        QCOMPARE(r.delivered, (Numbers{1, 2, 3, 4, 5, 6, 8, 9, 10}));
        QCOMPARE(r.tracker.lostMessages(), std::uint64_t(1));
    }
    void severalGaps()
    {
        Receiver r({5});
        r.message(3);
        r.message(6);
        r.republishAll();
        QCOMPARE(r.republished, (Numbers{1, 2, 4, 5}));
        QCOMPARE(r.delivered, (Numbers{1, 2, 3, 4, 6}));
        QCOMPARE(r.tracker.lostMessages(), std::uint64_t(1));
    }
    void eightBeforeSeven()
    {
        Receiver r;
        for (std::uint32_t n = 1; n <= 6; ++n) {
            r.message(n);
        }
        r.message(8);
        QCOMPARE(r.tracker.missing(), 7U);
        r.message(7); // came by itself
        QCOMPARE(r.tracker.missing(), 0U);
        QCOMPARE(r.delivered, (Numbers{1, 2, 3, 4, 5, 6, 7, 8}));
        QCOMPARE(r.tracker.lostMessages(), std::uint64_t(0));
    }
    void reversed()
    {
        Receiver r;
        for (std::uint32_t n = 20; n >= 1; --n) {
            r.message(n);
        }
        Numbers all;
        for (std::uint32_t n = 1; n <= 20; ++n) {
            all.push_back(n);
        }
        QCOMPARE(r.delivered, all);
        QCOMPARE(r.tracker.missing(), 0U);
    }
    void duplicatesAreDropped()
    {
        Receiver r;
        r.message(1);
        r.message(1);
        r.message(3);
        r.message(3);
        r.message(2);
        r.message(2);
        QCOMPARE(r.delivered, (Numbers{1, 2, 3}));
        QCOMPARE(r.tracker.duplicates(), std::uint64_t(3));
    }
    void wrap()
    {
        Receiver r;
        r.tracker.startAt(4'294'967'294U);
        r.message(4'294'967'294U);
        r.message(4'294'967'295U);
        r.message(1);
        r.message(2);
        QCOMPARE(r.delivered, (Numbers{4'294'967'294U, 4'294'967'295U, 1, 2}));
        QCOMPARE(r.tracker.missing(), 0U);
    }
    void gapAcrossTheWrap()
    {
        Receiver r;
        r.tracker.startAt(4'294'967'294U);
        r.message(4'294'967'294U);
        QCOMPARE(r.tracker.onKeepAlive(2), 2U); // 4294967295 and 1; there is no 0
        r.message(2);
        r.republishAll();
        QCOMPARE(r.republished, (Numbers{4'294'967'295U, 1}));
        QCOMPARE(r.delivered, (Numbers{4'294'967'294U, 4'294'967'295U, 1, 2}));
        QCOMPARE(r.tracker.lostMessages(), std::uint64_t(0));
    }
    void laterMessagesDuringRepublish()
    {
        Receiver r;
        r.message(1);
        r.message(3);
        r.message(4);
        r.message(6);
        r.republish(); // 2
        QCOMPARE(r.delivered, (Numbers{1, 2, 3, 4}));
        QCOMPARE(r.tracker.missing(), 5U);
        r.message(7);
        r.republish();
        QCOMPARE(r.delivered, (Numbers{1, 2, 3, 4, 5, 6, 7}));
    }
};

QTEST_GUILESS_MAIN(SequenceTrackerTest)
#include "test_sequence_tracker.moc"
