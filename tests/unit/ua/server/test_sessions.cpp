// SPDX-License-Identifier: MIT
// Sessions without sockets: limits, timeouts, what channel may use them, diagnostics (field cases
// S01 and S03, Part 4 §5.7, Part 5 §6.3).
#include "bench.h"
#include "ua/types/services/view.h"

#include <QObject>
#include <QTest>

#include <memory>

using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t tooManySessions = 0x80560000U;
constexpr std::uint32_t sessionIdInvalid = 0x80250000U;
constexpr std::uint32_t channelIdInvalid = 0x80220000U;
constexpr std::uint32_t notActivated = 0x80270000U;

ua::ServerConfig withSessions(std::uint32_t limit)
{
    ua::ServerConfig config;
    config.limits.maxSessions = limit;
    return config;
}

ua::StatusCode closeSession(bench::Client& client, bool deleteSubscriptions = true)
{
    ua::CloseSessionRequest request;
    request.deleteSubscriptions = deleteSubscriptions;
    return client.call<ua::CloseSessionResponse>(request).status;
}

template <typename T>
T structureAt(bench::Client& client, std::uint32_t id)
{
    const auto value = client.read(ua::NodeId(id));
    const auto* object = value.value->getIf<ua::Box<ua::ExtensionObject>>();
    return ua::fromExtensionObject<T>(**object, ua::Limits{}).value();
}

} // namespace

class SessionsTest : public QObject
{
    Q_OBJECT

private slots:
    /// Case S01: ten of twelve, and the other two are told why.
    void tenOfTwelve()
    {
        bench::Bench b(withSessions(10));
        std::vector<std::unique_ptr<bench::Client>> clients;
        int refused = 0;
        for (std::uint32_t i = 0; i < 12; ++i) {
            auto client = std::make_unique<bench::Client>(b.server, 10 + i);
            const auto status = client->establish();
            if (status.isBad()) {
                QCOMPARE(status.value, tooManySessions);
                ++refused;
            } else {
                clients.push_back(std::move(client));
            }
        }
        QCOMPARE(clients.size(), std::size_t(10));
        QCOMPARE(refused, 2);
        QCOMPARE(b.server.summary().rejectedSessionCount, 2U);
        QCOMPARE(b.server.summary().currentSessionCount, 10U);
        QCOMPARE(b.server.summary().cumulatedSessionCount, 10U);
        for (auto& client : clients) {
            QVERIFY(client->read(ua::NodeId(2258)).statusOrGood().isGood());
        }
    }
    void aHundredAndOneCycles()
    {
        bench::Bench b(withSessions(100));
        for (std::uint32_t i = 0; i < 101; ++i) {
            bench::Client client(b.server, 10 + i);
            QCOMPARE(client.establish().value, 0U);
            const auto id = client.subscribe(100);
            client.monitor(id, {.node = bench::counter(1)});
            QCOMPARE(closeSession(client).value, 0U);
        }
        QCOMPARE(b.server.sessionCount(), std::size_t(0));
        QCOMPARE(b.server.subscriptionCount(), std::size_t(0));
        QCOMPARE(b.server.monitoredItemCount(), std::size_t(0));
    }
    /// Part 4 §5.7.2: sessions that were never activated give way, the oldest first.
    void unactivatedSessionsGiveWay()
    {
        bench::Bench b(withSessions(3));
        bench::Client active(b.server, 10);
        QVERIFY(active.establish().isGood());
        bench::Client older(b.server, 11);
        QVERIFY(older.create().isGood());
        b.pass(10ms);
        bench::Client newer(b.server, 12);
        QVERIFY(newer.create().isGood());
        bench::Client third(b.server, 13);
        QVERIFY(third.establish().isGood());
        QCOMPARE(older.activate().value, sessionIdInvalid);
        QVERIFY(newer.activate().isGood());
        QVERIFY(active.read(ua::NodeId(2258)).statusOrGood().isGood());
        bench::Client fourth(b.server, 14);
        QCOMPARE(fourth.establish().value, tooManySessions);
    }

    /// What a killed client leaves behind goes with its timeout.
    void timeouts()
    {
        bench::Bench b(withSessions(1));
        QVERIFY(b.client.establish(10'000).isGood());
        QCOMPARE(b.client.revisedTimeout, 10'000.0);
        b.pass(9s);
        QVERIFY(b.client.read(ua::NodeId(2258)).statusOrGood().isGood()); // starts it again
        b.pass(9s);
        QCOMPARE(b.server.sessionCount(), std::size_t(1));
        bench::Client other(b.server, 2);
        QCOMPARE(other.establish().value, tooManySessions);
        b.pass(1s);
        QCOMPARE(b.server.sessionCount(), std::size_t(0));
        QCOMPARE(b.server.summary().sessionTimeoutCount, 1U);
        QVERIFY(other.establish().isGood());
        ua::ReadRequest read;
        read.nodesToRead.resize(1);
        QCOMPARE(b.client.call<ua::ReadResponse>(read).status.value, sessionIdInvalid);
    }
    void timeoutsAreRevised()
    {
        bench::Bench b;
        const auto revised = [&](double asked) {
            bench::Client client(b.server, 50);
            client.create(asked);
            return client.revisedTimeout;
        };
        QCOMPARE(revised(0), 3'600'000.0);
        QCOMPARE(revised(1), 1'000.0);
        QCOMPARE(revised(1e12), 3'600'000.0);
        QCOMPARE(revised(-5), 3'600'000.0);
        QCOMPARE(revised(std::numeric_limits<double>::quiet_NaN()), 3'600'000.0);
        QCOMPARE(revised(12'345), 12'345.0);
    }
    /// Publish requests waiting when the session ends are answered, not forgotten.
    void waitingPublishAtTheEnd()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        b.client.subscribe(1'000);
        const auto waiting = b.client.publish();
        QVERIFY(closeSession(b.client).isGood());
        QCOMPARE(b.client.published(waiting)->status.value, 0x80260000U); // BadSessionClosed
    }
    void closingMayLeaveSubscriptions()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        b.client.subscribe(100, 5, 15);
        QVERIFY(closeSession(b.client, false).isGood());
        QCOMPARE(b.server.subscriptionCount(), std::size_t(1));
        b.pass(1'500ms); // its lifetime
        QCOMPARE(b.server.subscriptionCount(), std::size_t(0));
    }

    /// Case S03: a token is good on its own channel only, until it is activated on another.
    void tokensBelongToChannels()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100);
        b.client.monitor(id, {.node = bench::counter(1)});
        bench::Client other(b.server, 2);
        other.token = b.client.token;
        ua::ReadRequest read;
        ua::ReadValueId what;
        what.nodeId = ua::NodeId(2258);
        what.attributeId = ua::attribute::Value;
        read.nodesToRead = {what};
        QCOMPARE(other.call<ua::ReadResponse>(read).status.value, channelIdInvalid);
        ua::CloseSessionRequest close;
        QCOMPARE(other.call<ua::CloseSessionResponse>(close).status.value, channelIdInvalid);
        QCOMPARE(b.server.sessionCount(), std::size_t(1));

        QVERIFY(other.activate().isGood());
        QVERIFY(other.call<ua::ReadResponse>(read));
        QCOMPARE(b.client.call<ua::ReadResponse>(read).status.value, channelIdInvalid);
        const auto publish = other.publish();
        b.pass(100ms);
        QCOMPARE((*other.published(publish))->subscriptionId, id);
    }
    void activationComesFirst()
    {
        bench::Bench b;
        QVERIFY(b.client.create().isGood());
        bench::Client other(b.server, 2);
        other.token = b.client.token;
        QCOMPARE(other.activate().value, channelIdInvalid); // first on the channel it came from
        ua::BrowseRequest browse;
        browse.nodesToBrowse.resize(1);
        QCOMPARE(b.client.call<ua::BrowseResponse>(browse).status.value, notActivated);
        QCOMPARE(b.server.sessionCount(), std::size_t(0)); // Part 4 §5.7.3: it is closed
    }
    void lostConnections()
    {
        bench::Bench b;
        QVERIFY(b.client.establish(5'000).isGood());
        const auto id = b.client.subscribe(100);
        b.client.monitor(id, {.node = bench::counter(1)});
        const auto lost = b.client.publish();
        b.server.peerClosed(b.client.peer);
        b.pass(1s);
        QVERIFY(!b.client.published(lost)); // nobody to answer
        bench::Client again(b.server, 2);
        again.token = b.client.token;
        QVERIFY(again.activate().isGood());
        const auto answer = again.published(again.publish());
        QVERIFY(answer && *answer);
        QCOMPARE((*answer)->subscriptionId, id);
        QCOMPARE((*answer)->notificationMessage.sequenceNumber, 1U);
    }

    void identities()
    {
        ua::ServerConfig config;
        config.allowAnonymous = false;
        config.users = {{"peter", "peter123"}};
        bench::Bench b(config);
        QVERIFY(b.client.create().isGood());
        QCOMPARE(b.client.activate().value, 0x80210000U); // BadIdentityTokenRejected
        ua::ActivateSessionRequest activate;
        ua::UserNameIdentityToken token;
        token.policyId = "username";
        token.userName = "peter";
        token.password = ua::ByteString(base::bytesOf("peter123"));
        activate.userIdentityToken = ua::toExtensionObject(token);
        // In clear text although the endpoint asks for encryption.
        QCOMPARE(b.client.call<ua::ActivateSessionResponse>(activate).status.value, 0x80200000U);
        activate.userIdentityToken = ua::toExtensionObject(ua::X509IdentityToken{});
        QCOMPARE(b.client.call<ua::ActivateSessionResponse>(activate).status.value, 0x80200000U);
        QCOMPARE(b.server.summary().securityRejectedRequestsCount, 3U);
    }

    /// Part 5 §6.3.3 and §6.3.5: read back through the address space.
    void diagnostics()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(100, 7, 70, 3, 9);
        b.client.monitor(id, {.node = bench::counter(1)});
        b.client.monitor(id, {.node = bench::counter(2), .mode = ua::MonitoringMode::Disabled});
        bench::Client other(b.server, 2);
        QVERIFY(other.establish().isGood());
        const auto publish = b.client.publish();
        b.pass(100ms);
        QVERIFY(b.client.published(publish));
        ua::ReadRequest wrong;
        QVERIFY(b.client.call<ua::ReadResponse>(wrong).status.isBad());

        const auto summary = structureAt<ua::ServerDiagnosticsSummaryDataType>(b.client, 2275);
        QCOMPARE(summary.currentSessionCount, 2U);
        QCOMPARE(summary.cumulatedSessionCount, 2U);
        QCOMPARE(summary.currentSubscriptionCount, 1U);
        QCOMPARE(summary.cumulatedSubscriptionCount, 1U);
        QCOMPARE(summary.rejectedRequestsCount, 1U);
        QCOMPARE(summary.rejectedSessionCount, 0U);

        const auto subscriptions = b.client.read(ua::NodeId(2290));
        const auto* array = ua::arrayIf<ua::ExtensionObject>(*subscriptions.value);
        QVERIFY(array != nullptr && array->size() == 1);
        const auto one = ua::fromExtensionObject<ua::SubscriptionDiagnosticsDataType>(
                             array->front(), ua::Limits{})
                             .value();
        QCOMPARE(one.sessionId, b.client.sessionId);
        QCOMPARE(one.subscriptionId, id);
        QCOMPARE(int(one.priority), 9);
        QCOMPARE(one.publishingInterval, 100.0);
        QCOMPARE(one.maxKeepAliveCount, 7U);
        QCOMPARE(one.maxLifetimeCount, 70U);
        QCOMPARE(one.maxNotificationsPerPublish, 3U);
        QCOMPARE(one.monitoredItemCount, 2U);
        QCOMPARE(one.disabledMonitoredItemCount, 1U);
        QCOMPARE(one.dataChangeNotificationsCount, 1U);
        QCOMPARE(one.unacknowledgedMessageCount, 1U);
        QCOMPARE(one.nextSequenceNumber, 2U);

        const auto sessions = b.client.read(ua::NodeId(3707));
        const auto* all = ua::arrayIf<ua::ExtensionObject>(*sessions.value);
        QVERIFY(all != nullptr && all->size() == 2);
        bool found = false;
        for (const auto& object : *all) {
            const auto session =
                ua::fromExtensionObject<ua::SessionDiagnosticsDataType>(object, ua::Limits{})
                    .value();
            if (session.sessionId == b.client.sessionId) {
                found = true;
                QCOMPARE(session.currentSubscriptionsCount, 1U);
                QCOMPARE(session.currentMonitoredItemsCount, 2U);
                QCOMPARE(session.createMonitoredItemsCount.totalCount, 2U);
                QCOMPARE(session.publishCount.totalCount, 1U);
                QCOMPARE(session.readCount.errorCount, 1U);
                QCOMPARE(session.clientDescription.applicationUri.text(),
                         std::string("urn:test:client"));
            }
        }
        QVERIFY(found);
    }

    void unknownAndBrokenRequests()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        // A service we do not have: the fault carries the request's handle.
        base::Bytes bytes;
        ua::Encoder encoder(bytes);
        encode(encoder, ua::NodeId(664)); // HistoryReadRequest
        ua::RequestHeader header;
        header.authenticationToken = b.client.token;
        header.requestHandle = 4711;
        encode(encoder, header);
        b.server.onRequest(b.client.peer, 900, bytes);
        const auto raw = b.client.peer.take(900);
        QVERIFY(raw);
        const ua::Limits limits;
        ua::Decoder decoder(*raw, limits);
        ua::NodeId type;
        decode(decoder, type);
        QCOMPARE(type.standardId(), 397U);
        const auto fault = ua::decodeBody<ua::ServiceFault>(decoder).value();
        QCOMPARE(fault.responseHeader.serviceResult.value, 0x800B0000U); // BadServiceUnsupported
        QCOMPARE(fault.responseHeader.requestHandle, 4711U);
        // Cut off anywhere, every request is answered, none is carried out.
        ua::WriteRequest write;
        ua::WriteValue what;
        what.nodeId = bench::counter(1);
        what.attributeId = ua::attribute::Value;
        what.value.value = ua::Variant(std::uint64_t{77});
        write.nodesToWrite = {what};
        write.requestHeader.authenticationToken = b.client.token;
        const auto whole = ua::encodeMessage(write);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto id = 1'000 + static_cast<std::uint32_t>(size);
            b.server.onRequest(b.client.peer, id, base::BytesView(whole).first(size));
            const auto answer = b.client.take<ua::WriteResponse>(id);
            QVERIFY(answer && !*answer);
            QCOMPARE(answer->status.value, 0x80070000U); // BadDecodingError
        }
        QCOMPARE(*b.client.read(bench::counter(1)).value->getIf<std::uint64_t>(), std::uint64_t(0));
    }
};

QTEST_GUILESS_MAIN(SessionsTest)
#include "test_sessions.moc"
