// SPDX-License-Identifier: MIT
// Token renewal under traffic, and the two tokens' overlap (Part 4 §5.6.2, Part 6 §6.7.4).
#include "ua/types/status_codes.h"
#include "unit/ua/channel/loopback.h"

#include <QObject>
#include <QTest>

using loopback::Pair;
using ua::MessageSecurityMode;
using ua::SecurityTokenRequestType;
using namespace std::chrono_literals;

class TestRenewal : public QObject
{
    Q_OBJECT

    static ua::ClientChannelConfig shortLived()
    {
        auto config = loopback::clientConfig("Basic256Sha256", MessageSecurityMode::SignAndEncrypt);
        config.requestedLifetimeMs = 4000;
        return config;
    }
    static std::uint32_t tokenOf(const base::Bytes& chunk) { return ua::readU32(&chunk[12]); }
    static std::uint32_t sequenceOfOpenChunk(const base::Bytes& bytes)
    {
        return ua::readU32(&bytes[16]);
    }

private slots:
    void overlap()
    {
        Pair pair(shortLived());
        QVERIFY(pair.connect());
        QCOMPARE(pair.clientEvents.token.lifetimeMs, 4000U);
        QCOMPARE((pair.clientEvents.token.renewAt - pair.now().monotonic).count(),
                 base::Duration(3s).count());
        pair.clock.advance(3s);
        QVERIFY(pair.open(SecurityTokenRequestType::Renew));
        QCOMPARE(pair.clientEvents.kinds(), std::string("acknowledged opened renewed"));
        QCOMPARE(pair.client.tokenId(), 2U);
        QCOMPARE(pair.client.channelId(), 77U);

        // The server goes on with the old token until it sees the new one.
        QVERIFY(pair.server.send(1, {}, pair.now(), pair.serverOut));
        QCOMPARE(tokenOf(pair.serverOut), 1U);
        QVERIFY(pair.toClient());
        QVERIFY(pair.client.send(2, {}, pair.now(), pair.clientOut));
        QCOMPARE(tokenOf(pair.clientOut), 2U);
        QVERIFY(pair.toServer());
        QVERIFY(pair.server.send(2, {}, pair.now(), pair.serverOut));
        QCOMPARE(tokenOf(pair.serverOut), 2U);
        QVERIFY(pair.toClient());
    }

    void serverSwitchesWhenTheOldTokenExpires()
    {
        Pair pair(shortLived());
        QVERIFY(pair.connect());
        pair.clock.advance(3s);
        QVERIFY(pair.open(SecurityTokenRequestType::Renew));
        pair.clock.advance(1s); // exactly the old token's end: still valid
        QVERIFY(pair.server.send(1, {}, pair.now(), pair.serverOut));
        QCOMPARE(tokenOf(pair.serverOut), 1U);
        pair.serverOut.clear();
        pair.clock.advance(1ns);
        QVERIFY(pair.server.send(1, {}, pair.now(), pair.serverOut));
        QCOMPARE(tokenOf(pair.serverOut), 2U);
    }

    void clientTakesTheOldTokenAQuarterLonger()
    {
        for (const auto [late, good] : {std::pair(1s, true), std::pair(2s, false)}) {
            Pair pair(shortLived());
            QVERIFY(pair.connect());
            pair.clock.advance(3s);
            QVERIFY(pair.open(SecurityTokenRequestType::Renew));
            QVERIFY(pair.server.send(1, {}, pair.now(), pair.serverOut)); // old token
            pair.clock.advance(1s + late);
            const auto result = pair.toClient();
            QCOMPARE(bool(result), good);
            QVERIFY(result || result.error().status == ua::status::BadSecureChannelTokenUnknown);
        }
    }

    void serverRefusesExpiredToken()
    {
        Pair pair(shortLived());
        QVERIFY(pair.connect());
        pair.clock.advance(4s);
        QVERIFY(pair.client.send(1, {}, pair.now(), pair.clientOut));
        QVERIFY(pair.toServer());
        pair.clock.advance(1ns);
        QVERIFY(pair.client.send(2, {}, pair.now(), pair.clientOut));
        const auto result = pair.toServer();
        QVERIFY(!result);
        QCOMPARE(result.error().status, ua::status::BadSecureChannelTokenUnknown);
        QCOMPARE(ua::parseError(pair.serverOut)->error, ua::status::BadSecureChannelTokenUnknown);
    }

    /// Messages that follow a renewal request are not held up by its RSA work.
    void trafficDuringDeferredRenewal()
    {
        auto server = loopback::serverConfig();
        auto client = shortLived();
        server.deferOpen = true;
        client.deferOpen = true;
        Pair pair(client, server);
        QVERIFY(pair.client.hello("", pair.clientOut));
        QVERIFY(pair.toServer() && pair.toClient());
        QVERIFY(pair.client.open(SecurityTokenRequestType::Issue, 1, pair.now(), pair.clientOut));
        QVERIFY(pair.toServer());
        QVERIFY(pair.server.processOpen(pair.now(), pair.serverEvents, pair.serverOut));
        QVERIFY(pair.toClient());
        QVERIFY(pair.client.processOpen(pair.now(), pair.clientEvents, pair.clientOut));
        for (std::uint32_t round = 0; round < 5; ++round) {
            const auto id = 100 + 10 * round;
            QVERIFY(pair.client.send(id, loopback::pattern(70'000), pair.now(), pair.clientOut));
            QVERIFY(pair.client.open(SecurityTokenRequestType::Renew, id + 1, pair.now(),
                                     pair.clientOut));
            QVERIFY(pair.client.isRenewing());
            QVERIFY(
                pair.client.send(id + 2, loopback::pattern(70'000), pair.now(), pair.clientOut));
            pair.serverEvents.events.clear();
            QVERIFY(pair.toServer());
            QCOMPARE(pair.serverEvents.kinds(), std::string("message pending message"));
            QVERIFY(pair.server.send(id, loopback::pattern(99), pair.now(), pair.serverOut));
            QVERIFY(pair.server.processOpen(pair.now(), pair.serverEvents, pair.serverOut));
            QVERIFY(pair.server.send(id + 2, loopback::pattern(99), pair.now(), pair.serverOut));
            pair.clientEvents.events.clear();
            QVERIFY(pair.toClient());
            QCOMPARE(pair.clientEvents.kinds(), std::string("message pending message"));
            QVERIFY(pair.client.processOpen(pair.now(), pair.clientEvents, pair.clientOut));
            QVERIFY(!pair.client.isRenewing());
            QCOMPARE(pair.client.tokenId(), round + 2);
            pair.clock.advance(3s);
        }
    }

    /// A server may use the new token at once, before the client looked at the response.
    void newTokenBeforeDeferredResponse()
    {
        auto client = shortLived();
        Pair pair(client);
        QVERIFY(pair.connect());
        client.deferOpen = true;
        Pair deferred(client);
        QVERIFY(deferred.client.hello("", deferred.clientOut));
        QVERIFY(deferred.toServer() && deferred.toClient());
        QVERIFY(deferred.client.open(SecurityTokenRequestType::Issue, 1, deferred.now(),
                                     deferred.clientOut));
        QVERIFY(deferred.toServer() && deferred.toClient());
        QVERIFY(
            deferred.client.processOpen(deferred.now(), deferred.clientEvents, deferred.clientOut));
        deferred.clock.advance(3s);
        QVERIFY(deferred.client.open(SecurityTokenRequestType::Renew, 2, deferred.now(),
                                     deferred.clientOut));
        QVERIFY(deferred.toServer());
        auto late = deferred.now();
        late.monotonic = late.monotonic + 2s; // the server finds the old token expired
        QVERIFY(deferred.server.send(3, loopback::pattern(5), late, deferred.serverOut));
        QVERIFY(deferred.toClient());
        QCOMPARE(deferred.clientEvents.kinds(),
                 std::string("acknowledged pending opened pending renewed message"));
    }

    void renewalByAnotherClientIsRefused()
    {
        Pair pair(shortLived());
        QVERIFY(pair.connect());
        Pair other(loopback::clientConfig("Basic256Sha256", MessageSecurityMode::SignAndEncrypt,
                                          "client3072"));
        QVERIFY(other.connect());
        QVERIFY(
            other.client.open(SecurityTokenRequestType::Renew, 5, other.now(), other.clientOut));
        pair.clientOut = other.clientOut;
        const auto result = pair.toServer();
        QVERIFY(!result);
        QCOMPARE(result.error().status, ua::status::BadSecurityChecksFailed);
    }

    /// Field case C02: 100 simulated seconds against a server that grants nothing.
    void tinyLifetimesDoNotSpin()
    {
        for (const std::uint32_t lifetime : {0U, 1U, 100U, 0xFFFFFFFFU}) {
            const auto delay = ua::renewalDelay(lifetime);
            QVERIFY(100s / delay <= 1000);
            QVERIFY(delay > 0s);
        }
        auto server = loopback::serverConfig();
        server.lifetime = {1ms, 1ms, 1ms};
        Pair pair(loopback::clientConfig(), server);
        QVERIFY(pair.connect());
        QCOMPARE(pair.clientEvents.token.lifetimeMs, 1U);
        // Late answers of such a server are still taken.
        QVERIFY(pair.server.send(1, {}, pair.now(), pair.serverOut));
        pair.clock.advance(500ms);
        QVERIFY(pair.toClient());
    }

    /// Field case T07: the counters go on over renewals.
    void sequenceNumbersGoOn()
    {
        Pair pair(loopback::clientConfig());
        QVERIFY(pair.connect());
        QVERIFY(pair.client.send(2, {}, pair.now(), pair.clientOut));
        QCOMPARE(sequenceOfOpenChunk(pair.clientOut), 2U);
        QVERIFY(pair.toServer());
        QVERIFY(pair.open(SecurityTokenRequestType::Renew)); // number 3
        QVERIFY(pair.client.send(3, {}, pair.now(), pair.clientOut));
        QCOMPARE(sequenceOfOpenChunk(pair.clientOut), 4U);
        QVERIFY(pair.toServer());
    }

    /// Field case T07: 200 requests across the legacy wrap, with a renewal in it.
    void wrapInBothDirections()
    {
        Pair pair(shortLived());
        pair.client.setNextSequenceNumber(4'294'966'260U);
        pair.server.setNextSequenceNumber(4'294'966'260U);
        QVERIFY(pair.connect());
        for (std::uint32_t i = 0; i < 200; ++i) {
            QVERIFY(pair.client.send(i, loopback::pattern(i), pair.now(), pair.clientOut));
            const auto atServer = pair.toServer();
            QVERIFY2(atServer, atServer ? "" : atServer.error().context.c_str());
            QVERIFY(pair.server.send(i, loopback::pattern(i), pair.now(), pair.serverOut));
            const auto atClient = pair.toClient();
            QVERIFY2(atClient, atClient ? "" : atClient.error().context.c_str());
            if (i % 10 == 0) {
                QVERIFY(pair.open(SecurityTokenRequestType::Renew));
            }
        }
        QCOMPARE(pair.client.tokenId(), 21U);
    }

    /// Where the wrap makes the OPN's number unforeseeable, it is processed at once.
    void deferredRenewalInTheWrapZone()
    {
        auto server = loopback::serverConfig();
        server.deferOpen = true;
        Pair pair(shortLived(), server);
        pair.client.setNextSequenceNumber(4'294'966'272U);
        QVERIFY(pair.client.hello("", pair.clientOut));
        QVERIFY(pair.toServer() && pair.toClient());
        QVERIFY(pair.client.open(SecurityTokenRequestType::Issue, 1, pair.now(), pair.clientOut));
        QVERIFY(pair.toServer());
        QVERIFY(pair.server.processOpen(pair.now(), pair.serverEvents, pair.serverOut));
        QVERIFY(pair.toClient());
        QVERIFY(pair.client.open(SecurityTokenRequestType::Renew, 2, pair.now(), pair.clientOut));
        QVERIFY(pair.toServer());
        QVERIFY(!pair.server.isOpenPending());
        QCOMPARE(pair.serverEvents.events.back().kind, std::string("renewed"));
    }
};

QTEST_GUILESS_MAIN(TestRenewal)
#include "test_renewal.moc"
