// SPDX-License-Identifier: MIT
// Publishing cycles against Part 4 §5.14.1 and field cases P01, P03 and P05 (server side).
#include "bench.h"

#include <QObject>
#include <QTest>

#include <set>

using namespace std::chrono_literals;

namespace {

std::vector<std::uint64_t> numbersOf(const std::vector<ua::MonitoredItemNotification>& values)
{
    std::vector<std::uint64_t> numbers;
    for (const auto& value : values) {
        numbers.push_back(*value.value.value->getIf<std::uint64_t>());
    }
    return numbers;
}

} // namespace

class PublishingTest : public QObject
{
    Q_OBJECT

private slots:
    /// Case P03: a keep-alive names the next number, is not kept and cannot be acknowledged.
    void keepAliveNumbers()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100, 10, 100);
        QCOMPARE(b.client.monitor(id, {.node = bench::counter(1)}).statusCode.value, 0U);
        ua::Array<ua::SubscriptionAcknowledgement> acknowledge;
        std::vector<std::uint32_t> waiting{b.client.publish(), b.client.publish()};
        std::vector<std::uint32_t> dataNumbers;
        int keepAlives = 0;
        std::uint64_t written = 0;
        for (int ms = 50; ms <= 60'000; ms += 50) {
            b.pass(50ms);
            if (ms % 7'000 == 50 && ms > 7'000) {
                QVERIFY(b.client.write(bench::counter(1), ua::Variant(++written)).isGood());
            }
            while (const auto answer = b.client.published(waiting.front())) {
                waiting.erase(waiting.begin());
                QVERIFY(*answer);
                const auto& response = *answer->response;
                for (const auto result : response.results) {
                    QCOMPARE(result.value, 0U); // no keep-alive was acknowledged
                }
                const auto& message = response.notificationMessage;
                const std::set<std::uint32_t> available(response.availableSequenceNumbers.begin(),
                                                        response.availableSequenceNumbers.end());
                const auto next = static_cast<std::uint32_t>(dataNumbers.size()) + 1;
                QCOMPARE(message.sequenceNumber, next);
                if (message.notificationData.empty()) {
                    ++keepAlives;
                    QVERIFY(!available.contains(message.sequenceNumber));
                    waiting.push_back(b.client.publish());
                } else {
                    QVERIFY(available.contains(message.sequenceNumber));
                    dataNumbers.push_back(message.sequenceNumber);
                    waiting.push_back(b.client.publish({{id, message.sequenceNumber}}));
                }
            }
        }
        // The first value in the first cycle (0.1 s) and one for each write at 7.05, 14.05 … s;
        // between two of them 6 keep-alives (6.1 s lie within 7 s), after the last three.
        QCOMPARE(dataNumbers.size(), std::size_t(9));
        QCOMPARE(keepAlives, 8 * 6 + 3);
    }

    void firstMessageComesAfterTheFirstCycle()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        b.client.subscribe(100);
        const auto publish = b.client.publish();
        b.pass(99ms);
        QVERIFY(!b.client.published(publish));
        b.pass(1ms);
        const auto answer = b.client.published(publish);
        QVERIFY(answer && *answer);
        QCOMPARE((*answer)->notificationMessage.sequenceNumber, 1U);
        QVERIFY((*answer)->notificationMessage.notificationData.empty());
        QVERIFY((*answer)->availableSequenceNumbers.empty());
    }

    void sequenceNumbersWrapToOne()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100);
        b.client.monitor(id, {.node = bench::counter(1)});
        b.server.findSubscription(id)->setNextSequenceNumber(4'294'967'295U);
        const auto first = b.client.publish();
        b.pass(100ms);
        QCOMPARE((*b.client.published(first))->notificationMessage.sequenceNumber, 4'294'967'295U);
        b.client.write(bench::counter(1), ua::Variant(std::uint64_t{1}));
        const auto second = b.client.publish({{id, 4'294'967'295U}});
        b.pass(100ms);
        const auto answer = b.client.published(second);
        QCOMPARE((*answer)->notificationMessage.sequenceNumber, 1U);
        QCOMPARE((*answer)->results.at(0).value, 0U);
    }

    /// Case P01: over the limit the oldest request is answered.
    void tooManyPublishRequests()
    {
        ua::ServerConfig config;
        config.limits.maxPublishRequestsPerSession = 3;
        bench::Bench b(config);
        QVERIFY(b.client.establish().isGood());
        b.client.subscribe(100);
        std::vector<std::uint32_t> ids;
        for (int i = 0; i < 5; ++i) {
            ids.push_back(b.client.publish());
        }
        for (std::size_t i = 0; i < 2; ++i) {
            const auto answer = b.client.published(ids[i]);
            QVERIFY(answer && !*answer);
            QCOMPARE(answer->status.value, 0x80780000U);
        }
        for (std::size_t i = 2; i < 5; ++i) {
            QVERIFY(!b.client.published(ids[i]));
        }
        b.pass(100ms);
        QVERIFY(*b.client.published(ids[2])); // first in, first out
        QVERIFY(!b.client.published(ids[3]));
    }

    void timeoutHints()
    {
        bench::Bench b;
        QVERIFY(b.client.establish(3'600'000).isGood());
        b.client.subscribe(100, 1'000, 3'000);
        const auto first = b.client.publish();
        b.pass(100ms);
        QVERIFY(b.client.published(first)); // the first keep-alive
        const auto patient = b.client.publish({}, 0);
        const auto hasty = b.client.publish({}, 1);
        b.pass(100ms);
        const auto timedOut = b.client.published(hasty);
        QVERIFY(timedOut && !*timedOut);
        QCOMPARE(timedOut->status.value, 0x800A0000U);
        b.pass(60s);
        QVERIFY(!b.client.published(patient)); // 0 is no timeout at all
        b.pass(40s);
        QVERIFY(*b.client.published(patient)); // the keep-alive 1000 cycles after the first
    }

    void publishWithoutSubscription()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto refused = b.client.published(b.client.publish());
        QCOMPARE(refused->status.value, 0x80790000U); // BadNoSubscription
        // Those waiting when the last subscription goes are answered the same way.
        const auto id = b.client.subscribe(100);
        const auto waiting = b.client.publish();
        ua::DeleteSubscriptionsRequest request;
        request.subscriptionIds = {id};
        b.client.call<ua::DeleteSubscriptionsResponse>(request);
        QCOMPARE(b.client.published(waiting)->status.value, 0x80790000U);
    }

    void prioritiesDecideWhoIsLate()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto low = b.client.subscribe(100, 10, 100, 0, 1);
        const auto high = b.client.subscribe(100, 10, 100, 0, 200);
        const auto middle = b.client.subscribe(100, 10, 100, 0, 50);
        b.pass(100ms); // all three late
        std::vector<std::uint32_t> order;
        for (int i = 0; i < 3; ++i) {
            const auto answer = b.client.published(b.client.publish());
            QVERIFY(answer);
            order.push_back((*answer)->subscriptionId);
        }
        QCOMPARE(order, (std::vector<std::uint32_t>{high, middle, low}));
    }

    void moreNotifications()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100, 10, 100, 2);
        b.client.monitor(id, {.node = bench::counter(1)});
        for (std::uint64_t i = 1; i <= 4; ++i) {
            b.client.write(bench::counter(1), ua::Variant(i));
        }
        const std::vector<std::uint32_t> waiting{b.client.publish(), b.client.publish()};
        b.pass(100ms);
        const auto first = b.client.published(waiting[0]);
        QCOMPARE(numbersOf(bench::valuesOf((*first)->notificationMessage)),
                 (std::vector<std::uint64_t>{0, 1}));
        QVERIFY((*first)->moreNotifications);
        const auto second = b.client.published(waiting[1]);
        QCOMPARE(numbersOf(bench::valuesOf((*second)->notificationMessage)),
                 (std::vector<std::uint64_t>{2, 3}));
        QVERIFY((*second)->moreNotifications);
        // The rest does not wait for a cycle, only for a request.
        const auto third = b.client.published(b.client.publish());
        QCOMPARE(numbersOf(bench::valuesOf((*third)->notificationMessage)),
                 (std::vector<std::uint64_t>{4}));
        QVERIFY(!(*third)->moreNotifications);
        QCOMPARE((*third)->notificationMessage.sequenceNumber, 3U);
    }

    void publishingDisabled()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100, 3, 30);
        b.client.monitor(id, {.node = bench::counter(1)});
        ua::SetPublishingModeRequest mode;
        mode.subscriptionIds = {id, 999};
        mode.publishingEnabled = false;
        const auto results = b.client.call<ua::SetPublishingModeResponse>(mode);
        QCOMPARE(results->results.at(0).value, 0U);
        QCOMPARE(results->results.at(1).value, 0x80280000U); // BadSubscriptionIdInvalid
        QVERIFY(b.cycle(400ms).empty());                     // a keep-alive, but no value
        mode.publishingEnabled = true;
        mode.subscriptionIds = {id};
        b.client.call<ua::SetPublishingModeResponse>(mode);
        QCOMPARE(numbersOf(b.cycle(100ms)), (std::vector<std::uint64_t>{0}));
    }

    /// Part 4 §5.14.2: cycles without a Publish request count, whatever else happens.
    void lifetimeExpires()
    {
        bench::Bench b;
        QVERIFY(b.client.establish(3'600'000).isGood());
        b.client.subscribe(100, 5, 15);
        b.pass(1'499ms);
        QCOMPARE(b.server.subscriptionCount(), std::size_t(1));
        b.pass(1ms);
        QCOMPARE(b.server.subscriptionCount(), std::size_t(0));
        QCOMPARE(b.client.published(b.client.publish())->status.value, 0x80790000U);
        // Asked for less, three times the keep-alive count is granted.
        ua::CreateSubscriptionRequest request;
        request.requestedPublishingInterval = 100;
        request.requestedMaxKeepAliveCount = 20;
        request.requestedLifetimeCount = 5;
        QCOMPARE(b.client.call<ua::CreateSubscriptionResponse>(request)->revisedLifetimeCount, 60U);
    }

    void lifetimeIsResetByServices()
    {
        bench::Bench b;
        QVERIFY(b.client.establish(3'600'000).isGood());
        const auto id = b.client.subscribe(100, 5, 15);
        for (int i = 0; i < 5; ++i) {
            b.pass(1s);
            ua::SetPublishingModeRequest mode;
            mode.subscriptionIds = {id};
            mode.publishingEnabled = true;
            b.client.call<ua::SetPublishingModeResponse>(mode);
        }
        QCOMPARE(b.server.subscriptionCount(), std::size_t(1));
        b.pass(1'500ms);
        QCOMPARE(b.server.subscriptionCount(), std::size_t(0));
    }

    /// Case P05, server side.
    void acknowledgeAndRepublish()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100);
        b.client.monitor(id, {.node = bench::counter(1)});
        const auto publish = b.client.publish();
        b.pass(100ms);
        const auto original = b.client.published(publish);
        QCOMPARE((*original)->availableSequenceNumbers, (ua::Array<std::uint32_t>{1}));

        const auto republish = [&](std::uint32_t subscription, std::uint32_t number) {
            ua::RepublishRequest request;
            request.subscriptionId = subscription;
            request.retransmitSequenceNumber = number;
            return b.client.call<ua::RepublishResponse>(request);
        };
        const auto again = republish(id, 1);
        QVERIFY(again);
        QCOMPARE(ua::encodeMessage(again->notificationMessage),
                 ua::encodeMessage((*original)->notificationMessage));
        QCOMPARE(republish(id, 2).status.value, 0x807B0000U);  // BadMessageNotAvailable
        QCOMPARE(republish(999, 1).status.value, 0x80280000U); // BadSubscriptionIdInvalid

        b.client.write(bench::counter(1), ua::Variant(std::uint64_t{1}));
        const auto next = b.client.publish({{id, 1}, {id, 77}, {999, 1}});
        b.pass(100ms);
        const auto answer = b.client.published(next);
        QCOMPARE((*answer)->results.size(), std::size_t(3));
        QCOMPARE((*answer)->results[0].value, 0U);
        QCOMPARE((*answer)->results[1].value, 0x807A0000U); // BadSequenceNumberUnknown
        QCOMPARE((*answer)->results[2].value, 0x80280000U);
        QCOMPARE((*answer)->availableSequenceNumbers, (ua::Array<std::uint32_t>{2}));
        QCOMPARE(republish(id, 1).status.value, 0x807B0000U); // acknowledged: gone
    }

    void retainedMessagesAreBounded()
    {
        ua::ServerConfig config;
        config.limits.maxRetainedMessages = 3;
        bench::Bench b(config);
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100);
        b.client.monitor(id, {.node = bench::counter(1)});
        ua::Array<std::uint32_t> available;
        for (std::uint64_t i = 1; i <= 5; ++i) {
            const auto publish = b.client.publish();
            b.pass(100ms);
            available = (*b.client.published(publish))->availableSequenceNumbers;
            b.client.write(bench::counter(1), ua::Variant(i));
        }
        QCOMPARE(available, (ua::Array<std::uint32_t>{3, 4, 5}));
    }

    void modifySubscription()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100);
        const auto first = b.client.publish();
        b.pass(100ms);
        QVERIFY(b.client.published(first));
        ua::ModifySubscriptionRequest modify;
        modify.subscriptionId = id;
        modify.requestedPublishingInterval = 1'000;
        modify.requestedMaxKeepAliveCount = 2;
        modify.requestedLifetimeCount = 6;
        const auto modified = b.client.call<ua::ModifySubscriptionResponse>(modify);
        QCOMPARE(modified->revisedPublishingInterval, 1'000.0);
        QCOMPARE(modified->revisedMaxKeepAliveCount, 2U);
        const auto publish = b.client.publish();
        b.pass(1'099ms); // the cycle under way ends after 100 ms, the next one 1 s later
        QVERIFY(!b.client.published(publish));
        b.pass(1ms);
        QVERIFY(b.client.published(publish));
    }

    /// Part 4 §5.14.7; case P11: the new session's numbers have no gap, the old one is told.
    void transfer()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100);
        b.client.monitor(id, {.node = bench::counter(1), .handle = 5});
        const auto publish = b.client.publish();
        b.pass(100ms);
        QVERIFY(b.client.published(publish));
        const auto farewell = b.client.publish();

        bench::Client other(b.server, 2);
        QVERIFY(other.establish().isGood());
        const auto early = other.publish();
        QCOMPARE(other.published(early)->status.value, 0x80790000U);
        ua::TransferSubscriptionsRequest request;
        request.subscriptionIds = {id, 999};
        request.sendInitialValues = true;
        const auto moved = other.call<ua::TransferSubscriptionsResponse>(request);
        QCOMPARE(moved->results.at(0).statusCode.value, 0U);
        QCOMPARE(moved->results.at(0).availableSequenceNumbers, (ua::Array<std::uint32_t>{1}));
        QCOMPARE(moved->results.at(1).statusCode.value, 0x80280000U);
        const auto told = b.client.published(farewell);
        QVERIFY(told && *told);
        const auto change = ua::fromExtensionObject<ua::StatusChangeNotification>(
            (*told)->notificationMessage.notificationData.at(0), ua::Limits{});
        QCOMPARE(change->status.value, 0x002D0000U);
        // A second transfer to the same session has nothing to do.
        request.subscriptionIds = {id};
        QCOMPARE(
            other.call<ua::TransferSubscriptionsResponse>(request)->results.at(0).statusCode.value,
            0x800F0000U);

        const auto next = other.publish();
        b.pass(100ms);
        const auto answer = other.published(next);
        QCOMPARE((*answer)->notificationMessage.sequenceNumber, 2U);
        const auto values = bench::valuesOf((*answer)->notificationMessage);
        QCOMPARE(values.size(), std::size_t(1));
        QCOMPARE(values[0].clientHandle, 5U);
        QCOMPARE(b.client.published(b.client.publish())->status.value, 0x80790000U);
    }

    /// A session's end leaves its subscriptions until somebody with the same right takes them.
    void transferAfterTheSessionsEnd()
    {
        ua::ServerConfig config;
        config.users = {{"peter", "x"}};
        bench::Bench b(config);
        QVERIFY(b.client.establish(1'000).isGood());
        const auto id = b.client.subscribe(100, 10, 1'000);
        b.client.monitor(id, {.node = bench::counter(1)});
        b.pass(1s);
        QCOMPARE(b.server.sessionCount(), std::size_t(0));
        QCOMPARE(b.server.subscriptionCount(), std::size_t(1));
        QCOMPARE(b.server.summary().sessionTimeoutCount, 1U);
        bench::Client other(b.server, 2);
        QVERIFY(other.establish().isGood());
        b.server.findSubscription(id)->ownerUser = "peter";
        ua::TransferSubscriptionsRequest request;
        request.subscriptionIds = {id};
        QCOMPARE(
            other.call<ua::TransferSubscriptionsResponse>(request)->results.at(0).statusCode.value,
            0x801F0000U); // BadUserAccessDenied
        b.server.findSubscription(id)->ownerUser.clear();
        QCOMPARE(
            other.call<ua::TransferSubscriptionsResponse>(request)->results.at(0).statusCode.value,
            0U);
        // What became due while nobody was there comes with the next request.
        const auto answer = other.published(other.publish());
        QVERIFY(answer && *answer);
        QCOMPARE(bench::valuesOf((*answer)->notificationMessage).size(), std::size_t(1));
    }

    void setTriggering()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100);
        const auto trigger = b.client.monitor(id, {.node = bench::counter(1), .handle = 1});
        const auto linked = b.client.monitor(
            id, {.node = bench::counter(2), .handle = 2, .mode = ua::MonitoringMode::Sampling});
        ua::SetTriggeringRequest request;
        request.subscriptionId = id;
        request.triggeringItemId = trigger.monitoredItemId;
        request.linksToAdd = {linked.monitoredItemId, 999};
        request.linksToRemove = {998};
        const auto links = b.client.call<ua::SetTriggeringResponse>(request);
        QCOMPARE(links->addResults.at(0).value, 0U);
        QCOMPARE(links->addResults.at(1).value, 0x80420000U); // BadMonitoredItemIdInvalid
        QCOMPARE(links->removeResults.at(0).value, 0x80420000U);

        QCOMPARE(b.cycle(100ms).size(), std::size_t(1)); // the trigger's first value alone: its
                                                         // link came after it was queued
        b.client.write(bench::counter(2), ua::Variant(std::uint64_t{5}));
        QVERIFY(b.cycle(100ms).empty());
        b.client.write(bench::counter(1), ua::Variant(std::uint64_t{1}));
        const auto values = b.cycle(100ms);
        QCOMPARE(numbersOf(values), (std::vector<std::uint64_t>{1, 0, 5}));
        // Once reported it samples silently again.
        b.client.write(bench::counter(2), ua::Variant(std::uint64_t{6}));
        QVERIFY(b.cycle(100ms).empty());
        request.linksToAdd = {};
        request.linksToRemove = {linked.monitoredItemId};
        QCOMPARE(b.client.call<ua::SetTriggeringResponse>(request)->removeResults.at(0).value, 0U);
        b.client.write(bench::counter(1), ua::Variant(std::uint64_t{2}));
        QCOMPARE(numbersOf(b.cycle(100ms)), (std::vector<std::uint64_t>{2}));
    }

    void monitoringModes()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100);
        const auto item = b.client.monitor(id, {.node = bench::counter(1)});
        const auto set = [&](ua::MonitoringMode mode) {
            ua::SetMonitoringModeRequest request;
            request.subscriptionId = id;
            request.monitoringMode = mode;
            request.monitoredItemIds = {item.monitoredItemId, 999};
            return b.client.call<ua::SetMonitoringModeResponse>(request);
        };
        // A value that was queued for reporting stays back when the mode changes before the cycle.
        const auto sampling = set(ua::MonitoringMode::Sampling);
        QCOMPARE(sampling->results.at(0).value, 0U);
        QCOMPARE(sampling->results.at(1).value, 0x80420000U);
        QVERIFY(b.cycle(100ms).empty());
        b.client.write(bench::counter(1), ua::Variant(std::uint64_t{1}));
        QVERIFY(b.cycle(100ms).empty());
        set(ua::MonitoringMode::Reporting);
        QCOMPARE(numbersOf(b.cycle(100ms)), (std::vector<std::uint64_t>{0, 1}));
        b.client.write(bench::counter(1), ua::Variant(std::uint64_t{2}));
        set(ua::MonitoringMode::Disabled); // what is queued is dropped
        b.client.write(bench::counter(1), ua::Variant(std::uint64_t{3}));
        QVERIFY(b.cycle(100ms).empty());
        QCOMPARE(b.server.findSubscription(id)->hasNotifications(), false);
        set(ua::MonitoringMode::Reporting);
        QCOMPARE(numbersOf(b.cycle(100ms)), (std::vector<std::uint64_t>{3})); // the first value
        QCOMPARE(set(static_cast<ua::MonitoringMode>(7)).status.value, 0x80410000U);
    }

    void cancelledPublishRequests()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        b.client.subscribe(100);
        const auto publish = b.client.publish();
        QCOMPARE(b.client.call<ua::CancelResponse>(bench::Bench::cancelOf(publish))->cancelCount,
                 1U);
        QCOMPARE(b.client.published(publish)->status.value, 0x802C0000U);
        QCOMPARE(b.client.call<ua::CancelResponse>(bench::Bench::cancelOf(publish))->cancelCount,
                 0U);
    }

    /// A server that was held up does not catch up with a burst of cycles (case L07).
    void oversleptCyclesAreSkipped()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100, 1, 100);
        std::vector<std::uint32_t> waiting;
        for (int i = 0; i < 20; ++i) {
            waiting.push_back(b.client.publish());
        }
        b.clock.advance(1'050ms); // nobody ticked meanwhile
        b.server.tick();
        std::size_t answered = 0;
        for (const auto request : waiting) {
            answered += b.client.published(request) ? 1 : 0;
        }
        QCOMPARE(answered, std::size_t(1));
        QCOMPARE((b.server.findSubscription(id)->nextCycle() - b.clock.monotonic()).count(),
                 base::Duration(50ms).count()); // the cycles keep their phase
    }
};

QTEST_GUILESS_MAIN(PublishingTest)
#include "test_publishing.moc"
