// SPDX-License-Identifier: MIT
// Our client's subscriptions against servers that limit, drop, reorder and refuse: field cases
// P01, P05 and P11.
#include "fake_server.h"
#include "ua/server/simulation.h"
#include "ua/types/services/attribute.h"

#include <QObject>
#include <QTest>

#include <functional>
#include <map>
#include <set>
#include <vector>

using namespace std::chrono_literals;

namespace {

/// Every value by item, and in which message it came.
struct Received final : ua::SubscriptionHandler
{
    void onValue(const ua::MessageInfo& info, std::uint32_t handle,
                 const ua::DataValue& value) override
    {
        const auto* number = value.value ? value.value->getIf<std::uint64_t>() : nullptr;
        values[{info.subscriptionId, handle}].push_back(number == nullptr ? UINT64_MAX : *number);
        messages.push_back(info.sequenceNumber);
        republished += info.republished ? 1 : 0;
        ++count;
    }
    void onLost(std::uint32_t, std::uint64_t lostMessages) override { lost += lostMessages; }
    void onStatusChange(std::uint32_t, ua::StatusCode status) override
    {
        statusChanges.push_back(status.value);
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint64_t>> values;
    std::vector<std::uint32_t> messages;
    std::vector<std::uint32_t> statusChanges;
    std::size_t count = 0;
    std::size_t republished = 0;
    std::uint64_t lost = 0;
};

ua::CreateSubscriptionRequest every(double interval)
{
    ua::CreateSubscriptionRequest create;
    create.requestedPublishingInterval = interval;
    create.requestedLifetimeCount = 1'000;
    create.requestedMaxKeepAliveCount = 5;
    create.publishingEnabled = true;
    return create;
}

/// Items 1 to `count` with their number as client handle; the statuses in their order.
ua::Awaitable<std::vector<std::uint32_t>> monitor(ua::ClientSession& session,
                                                  std::uint32_t subscription, std::uint32_t count)
{
    ua::CreateMonitoredItemsRequest request;
    request.subscriptionId = subscription;
    request.timestampsToReturn = ua::TimestampsToReturn::Both;
    for (std::uint32_t i = 1; i <= count; ++i) {
        ua::MonitoredItemCreateRequest item;
        item.itemToMonitor.nodeId = ua::NodeId(2, i);
        item.itemToMonitor.attributeId = ua::attribute::Value;
        item.monitoringMode = ua::MonitoringMode::Reporting;
        item.requestedParameters.clientHandle = i;
        item.requestedParameters.queueSize = 1'000;
        item.requestedParameters.discardOldest = true;
        request.itemsToCreate.push_back(item);
    }
    auto response = co_await session.call<ua::CreateMonitoredItemsResponse>(request);
    std::vector<std::uint32_t> statuses;
    for (const auto& result : live::orThrow(response).results) {
        statuses.push_back(result.statusCode.value);
    }
    co_return statuses;
}

void setCounters(ua::Server& server, std::uint32_t count, std::uint64_t value)
{
    for (std::uint32_t i = 1; i <= count; ++i) {
        ua::DataValue data;
        data.value = ua::Variant(value);
        server.setValue(*server.space().find(ua::NodeId(2, i)), std::move(data));
    }
}

std::vector<std::uint64_t> upTo(std::uint64_t last)
{
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t n = 0; n <= last; ++n) {
        numbers.push_back(n);
    }
    return numbers;
}

} // namespace

class SubscriptionsTest : public QObject
{
    Q_OBJECT

private slots:
    /// Case P01: 50 subscriptions against a server that bears 20 requests.
    void publishLimitIsLearned()
    {
        constexpr std::uint32_t subscriptions = 50;
        constexpr std::uint32_t items = 20;
        constexpr std::uint64_t rounds = 30;
        ua::ServerConfig config;
        config.limits.maxPublishRequestsPerSession = 20;
        live::Server server(config);
        const auto connection = server.connection(ua::MessageSecurityMode::None);
        const auto session = server.session(connection);
        Received received;
        std::uint64_t early = 0;
        std::uint64_t later = 0;
        const std::size_t expected = subscriptions * items * (rounds + 1);
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            auto connected = co_await connection->connect(target);
            live::orThrow(connected);
            auto established = co_await session->establish();
            live::orThrow(established);
            for (std::uint32_t s = 0; s < subscriptions; ++s) {
                auto id = co_await session->createSubscription(every(100), received);
                live::orThrow(id);
                const auto statuses = co_await monitor(*session, *id, items);
                for (const auto status : statuses) {
                    if (status != 0) {
                        throw std::runtime_error("an item was refused");
                    }
                }
            }
            for (std::uint64_t n = 1; n <= rounds; ++n) {
                setCounters(server.core(), items, n);
                co_await server.pause(40ms);
                if (n == rounds / 2) {
                    early = session->publishing().counters().tooManyRequests;
                }
            }
            while (received.count < expected) {
                co_await server.pause(20ms);
            }
            later = session->publishing().counters().tooManyRequests;
            auto closed = co_await session->close();
            live::orThrow(closed);
        };
        QVERIFY(server.run(story));
        QVERIFY2(early >= 1 && early <= 31, qPrintable(QString::number(early)));
        QCOMPARE(later, early); // then none
        QCOMPARE(session->publishing().learnedLimit(), 20U);
        QCOMPARE(received.count, expected);
        QCOMPARE(received.values.size(), std::size_t(subscriptions * items));
        for (const auto& [item, numbers] : received.values) {
            QCOMPARE(numbers, upTo(rounds));
        }
        QCOMPARE(received.lost, std::uint64_t(0));
        QCOMPARE(session->publishing().counters().duplicates, std::uint64_t(0));
    }

    /// Case P05 in its variants; message 7 is the one something happens to.
    void messageSeven_data()
    {
        QTest::addColumn<QString>("fate");
        QTest::newRow("dropped once") << "dropped";
        QTest::newRow("gone for good") << "unavailable";
        QTest::newRow("overtaken by 8") << "overtaken";
        QTest::newRow("Republish unsupported") << "unsupported";
    }
    void messageSeven()
    {
        QFETCH(QString, fate);
        constexpr std::uint64_t rounds = 30;
        live::FakeServer server;
        std::vector<std::uint32_t> republished;
        std::set<std::uint64_t> inSeven;
        std::set<std::uint32_t> acknowledged;
        std::set<std::uint32_t> badlyAcknowledged;
        base::Bytes heldBack;
        std::uint32_t heldId = 0;
        server.onRequest = [&](live::FakePeer& peer, const live::FakeMessage& message) {
            if (message.is<ua::PublishRequest>()) {
                for (const auto& a :
                     message.as<ua::PublishRequest>().subscriptionAcknowledgements) {
                    const bool fresh = acknowledged.insert(a.sequenceNumber).second;
                    if (!fresh) {
                        badlyAcknowledged.insert(a.sequenceNumber);
                    }
                }
            }
            if (!message.is<ua::RepublishRequest>()) {
                return false;
            }
            const auto request = message.as<ua::RepublishRequest>();
            republished.push_back(request.retransmitSequenceNumber);
            if (fate == "unavailable") {
                peer.fault(message.requestId, request.requestHeader,
                           ua::status::BadMessageNotAvailable);
                return true;
            }
            if (fate == "unsupported") {
                peer.fault(message.requestId, request.requestHeader,
                           ua::status::BadServiceUnsupported);
                return true;
            }
            return false;
        };
        server.onResponse = [&](live::FakePeer& peer, const live::FakeMessage& message,
                                base::Bytes& bytes) {
            if (!message.is<ua::PublishResponse>()) {
                return true;
            }
            const auto response = message.as<ua::PublishResponse>();
            const auto& notification = response.notificationMessage;
            if (notification.notificationData.empty()) {
                return true;
            }
            if (notification.sequenceNumber == 7) {
                const auto data = ua::fromExtensionObject<ua::DataChangeNotification>(
                                      notification.notificationData[0], ua::Limits{})
                                      .value();
                for (const auto& item : data.monitoredItems) {
                    inSeven.insert(*item.value.value->getIf<std::uint64_t>());
                }
                heldBack = bytes;
                heldId = message.requestId;
                return false;
            }
            if (notification.sequenceNumber == 8 && fate == "overtaken") {
                peer.sendRaw(message.requestId, bytes);
                peer.sendRaw(heldId, heldBack);
                return false;
            }
            return true;
        };
        const auto connection = server.connection();
        const auto session = server.session(connection);
        Received received;
        const bool loses = fate == "unavailable" || fate == "unsupported";
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            auto connected = co_await connection->connect(target);
            live::orThrow(connected);
            auto established = co_await session->establish();
            live::orThrow(established);
            session->publishing().setExtraRequests(3); // one request is never answered
            auto id = co_await session->createSubscription(every(20), received);
            live::orThrow(id);
            co_await monitor(*session, *id, 1);
            for (std::uint64_t n = 1; n <= rounds; ++n) {
                setCounters(server.core(), 1, n);
                co_await server.pause(30ms);
            }
            while (received.count + (loses ? inSeven.size() : 0) < rounds + 1) {
                co_await server.pause(10ms);
            }
            co_await server.pause(60ms);
            auto closed = co_await session->close();
            live::orThrow(closed);
        };
        QVERIFY(server.run(story, 20s));
        QVERIFY(!inSeven.empty());
        auto expected = upTo(rounds);
        if (loses) {
            std::erase_if(expected, [&](std::uint64_t n) { return inSeven.contains(n); });
        }
        QCOMPARE(received.values.size(), std::size_t(1));
        QCOMPARE(received.values.begin()->second, expected); // in order, each once
        QCOMPARE(received.lost, std::uint64_t(loses ? 1 : 0));
        QCOMPARE(republished, (std::vector<std::uint32_t>{7}));
        QCOMPARE(received.republished, fate == "dropped" ? inSeven.size() : std::size_t(0));
        QVERIFY(badlyAcknowledged.empty());
        QVERIFY(!acknowledged.contains(7) || !loses);
        QCOMPARE(session->publishing().subscriptions().begin()->second.tracker.lostMessages(),
                 std::uint64_t(loses ? 1 : 0));
        QCOMPARE(session->publishing().counters().badAcknowledgements, std::uint64_t(0));
    }

    /// Case P05: Bad results belong to earlier acknowledgements; the five values count.
    void badResultsAreNoLoss()
    {
        live::FakeServer server;
        bool altered = false;
        server.onResponse = [&](live::FakePeer&, const live::FakeMessage& message,
                                base::Bytes& bytes) {
            if (message.is<ua::PublishResponse>() && !altered) {
                auto response = message.as<ua::PublishResponse>();
                response.results = {ua::status::BadSequenceNumberUnknown};
                bytes = ua::encodeMessage(response);
                altered = !response.notificationMessage.notificationData.empty();
            }
            return true;
        };
        const auto connection = server.connection();
        const auto session = server.session(connection);
        Received received;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            auto connected = co_await connection->connect(target);
            live::orThrow(connected);
            auto established = co_await session->establish();
            live::orThrow(established);
            auto id = co_await session->createSubscription(every(200), received);
            live::orThrow(id);
            co_await monitor(*session, *id, 5);
            while (received.count < 5) {
                co_await server.pause(10ms);
            }
            auto closed = co_await session->close();
            live::orThrow(closed);
        };
        QVERIFY(server.run(story, 20s));
        QVERIFY(altered);
        QCOMPARE(received.count, std::size_t(5));
        QCOMPARE(received.lost, std::uint64_t(0));
        QCOMPARE(session->publishing().counters().badAcknowledgements, std::uint64_t(1));
        QCOMPARE(session->publishing().counters().republishes, std::uint64_t(0));
    }

    /// Case P11: a StatusChange for a live subscription is told and harms nothing; an answer for a
    /// subscription nobody has is counted, not delivered.
    void strayMessages()
    {
        live::FakeServer server;
        int seen = 0;
        server.onResponse = [&](live::FakePeer&, const live::FakeMessage& message,
                                base::Bytes& bytes) {
            if (!message.is<ua::PublishResponse>()) {
                return true;
            }
            auto response = message.as<ua::PublishResponse>();
            if (response.notificationMessage.notificationData.empty()) {
                return true;
            }
            ++seen;
            if (seen == 2) { // the transfer notice in front of the values
                ua::StatusChangeNotification change;
                change.status = ua::status::GoodSubscriptionTransferred;
                auto& data = response.notificationMessage.notificationData;
                data.insert(data.begin(), ua::toExtensionObject(change));
                bytes = ua::encodeMessage(response);
            }
            if (seen == 4) {
                response.subscriptionId = 4'711;
                bytes = ua::encodeMessage(response);
            }
            return true;
        };
        const auto connection = server.connection();
        const auto session = server.session(connection);
        Received received;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            auto connected = co_await connection->connect(target);
            live::orThrow(connected);
            auto established = co_await session->establish();
            live::orThrow(established);
            auto id = co_await session->createSubscription(every(20), received);
            live::orThrow(id);
            co_await monitor(*session, *id, 1);
            for (std::uint64_t n = 1; n <= 10; ++n) {
                setCounters(server.core(), 1, n);
                co_await server.pause(30ms);
            }
            while (received.count < 11) {
                co_await server.pause(10ms);
            }
            auto closed = co_await session->close();
            live::orThrow(closed);
        };
        QVERIFY(server.run(story, 20s));
        QCOMPARE(received.statusChanges, (std::vector<std::uint32_t>{0x002D0000U}));
        QCOMPARE(session->publishing().counters().unknownSubscription, std::uint64_t(1));
        QCOMPARE(received.values.begin()->second, upTo(10)); // the stray one was republished
        QCOMPARE(received.lost, std::uint64_t(0));
    }

    /// Case P11: the server comes back with one node less and the same subscription ids.
    void restartedServer()
    {
        constexpr std::uint32_t items = 100;
        Received received;
        std::vector<std::uint32_t> statuses;
        std::vector<std::uint32_t> ids;
        ua::StatusCode transfer;
        for (const std::uint32_t nodes : {items, items - 1}) {
            ua::ServerConfig config;
            config.simulatedVariables = nodes;
            live::Server server(config);
            const auto connection = server.connection(ua::MessageSecurityMode::None);
            const auto session = server.session(connection);
            received = {};
            const auto story = [&]() -> ua::Awaitable<void> {
                const auto target = server.target();
                auto connected = co_await connection->connect(target);
                live::orThrow(connected);
                auto established = co_await session->establish();
                live::orThrow(established);
                if (!ids.empty()) { // what the old server had is not known here
                    ua::TransferSubscriptionsRequest request;
                    request.subscriptionIds = {ids.back()};
                    auto moved = co_await session->call<ua::TransferSubscriptionsResponse>(request);
                    transfer = live::orThrow(moved).results.at(0).statusCode;
                }
                auto id = co_await session->createSubscription(every(50), received);
                ids.push_back(live::orThrow(id));
                statuses = co_await monitor(*session, *id, items);
                for (std::uint64_t n = 1; n <= 10; ++n) {
                    setCounters(server.core(), nodes, n);
                    co_await server.pause(20ms);
                }
                while (received.count < std::size_t(nodes) * 11) {
                    co_await server.pause(10ms);
                }
            };
            QVERIFY(server.run(story, 20s));
            server.listener().close(); // the first one dies with its session open
        }
        QCOMPARE(transfer.value, 0x80280000U); // BadSubscriptionIdInvalid
        QCOMPARE(ids[0], ids[1]);              // used again
        QCOMPARE(std::ranges::count(statuses, 0U), std::ptrdiff_t(99));
        QCOMPARE(std::ranges::count(statuses, 0x80340000U), std::ptrdiff_t(1));
        QCOMPARE(received.values.size(), std::size_t(99));
        for (const auto& [item, numbers] : received.values) {
            QCOMPARE(numbers, upTo(10));
        }
        QCOMPARE(received.lost, std::uint64_t(0));
    }
    /// A server without TransferSubscriptions: created again, the old one deleted, values once.
    void transferUnsupported()
    {
        live::FakeServer server;
        server.onRequest = [](live::FakePeer& peer, const live::FakeMessage& message) {
            if (!message.is<ua::TransferSubscriptionsRequest>()) {
                return false;
            }
            peer.fault(message.requestId,
                       message.as<ua::TransferSubscriptionsRequest>().requestHeader,
                       ua::status::BadServiceUnsupported);
            return true;
        };
        Received before;
        Received after;
        ua::StatusCode transfer;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            const auto first = server.connection();
            auto connected = co_await first->connect(target);
            live::orThrow(connected);
            const auto old = server.session(first);
            auto established = co_await old->establish();
            live::orThrow(established);
            auto id = co_await old->createSubscription(every(20), before);
            live::orThrow(id);
            co_await monitor(*old, *id, 3);
            while (before.count < 3) {
                co_await server.pause(10ms);
            }
            const auto second = server.connection();
            connected = co_await second->connect(target);
            live::orThrow(connected);
            const auto session = server.session(second);
            established = co_await session->establish();
            live::orThrow(established);
            ua::TransferSubscriptionsRequest request;
            request.subscriptionIds = {*id};
            auto moved = co_await session->call<ua::TransferSubscriptionsResponse>(request);
            transfer = moved ? ua::StatusCode{} : moved.error().status;
            auto again = co_await session->createSubscription(every(20), after);
            live::orThrow(again);
            auto closed = co_await old->close(); // takes the old subscription with it
            live::orThrow(closed);
            co_await monitor(*session, *again, 3);
            for (std::uint64_t n = 1; n <= 5; ++n) {
                setCounters(server.core(), 3, n);
                co_await server.pause(30ms);
            }
            while (after.count < 18) {
                co_await server.pause(10ms);
            }
            closed = co_await session->close();
            live::orThrow(closed);
        };
        QVERIFY(server.run(story, 20s));
        QCOMPARE(transfer.value, 0x800B0000U);
        QCOMPARE(before.count, std::size_t(3));
        QCOMPARE(after.values.size(), std::size_t(3));
        for (const auto& [item, numbers] : after.values) {
            QCOMPARE(numbers, upTo(5));
        }
        QCOMPARE(server.core().subscriptionCount(), std::size_t(0));
    }
};

QTEST_GUILESS_MAIN(SubscriptionsTest)
#include "test_subscriptions.moc"
