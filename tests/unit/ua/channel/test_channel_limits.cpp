// SPDX-License-Identifier: MIT
// Hostile and broken peers: lying lengths, wrong order, endless chunks, numbering (field cases T01,
// T03, T05, T07), limits when sending, truncated and flipped bytes.
#include "ua/types/status_codes.h"
#include "unit/ua/channel/loopback.h"

#include <QObject>
#include <QTest>

#include <optional>

using loopback::Pair;

class TestChannelLimits : public QObject
{
    Q_OBJECT

    static base::Bytes hex(const char* text) { return base::fromHex(text).value(); }

    /// What the server answers, and its status if that is an ERR.
    static std::optional<base::StatusCode> errorOf(const base::Bytes& answer)
    {
        const auto error = ua::parseError(answer);
        return !answer.empty() && answer[0] == 'E' && error ? std::optional(error->error)
                                                            : std::nullopt;
    }

    static base::Bytes chunk(char kind, std::uint32_t sequence, std::uint32_t requestId,
                             std::size_t size, std::uint32_t channel = 77, std::uint32_t token = 1)
    {
        ua::SymmetricKeys none;
        base::Bytes bytes(ua::symmetricChunkSize(size, none));
        const auto written =
            ua::writeSymmetricChunk(bytes,
                                    {ua::MessageType::Message, static_cast<ua::ChunkKind>(kind),
                                     channel, token, sequence, requestId},
                                    base::Bytes(size), none);
        return written ? bytes : base::Bytes();
    }

    static base::Bytes helloBytes()
    {
        return hex(
            "48454C463800000000000000FFFF0000FFFF00000000000000000000180000006F70632E7463703A"
            "2F2F6C6F63616C686F73743A34383430");
    }

private slots:
    /// Field case T01, towards our server and towards our client.
    void zeroMeansNoLimit()
    {
        Pair pair;
        pair.clientOut = helloBytes();
        QVERIFY(pair.toServer());
        const auto ack = ua::parseAcknowledge(pair.serverOut);
        QVERIFY(ack);
        QCOMPARE(pair.serverOut.size(), std::size_t{28});

        Pair other;
        QVERIFY(other.client.hello("", other.clientOut));
        QVERIFY(other.toServer());
        other.serverOut.clear();
        ua::append(other.serverOut, ua::Acknowledge{0, {65535, 65535, 0, 0}});
        QVERIFY(other.toClient());
        QVERIFY(other.open(ua::SecurityTokenRequestType::Issue));
        QVERIFY(other.client.send(5, loopback::pattern(300'000), other.now(), other.clientOut));
        QVERIFY(other.toServer());
        QCOMPARE(other.serverEvents.events.back().body.size(), std::size_t{300'000});
    }

    /// Field case T03.
    void firstBytesThatLie_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<unsigned>("status");
        const auto row = [](const char* name, QByteArray text, base::StatusCode status) {
            QTest::newRow(name) << QByteArray::fromHex(text) << status.value;
        };
        using namespace ua::status;
        row("(a) size FFFFFFFF", "48454C46FFFFFFFF", BadTcpMessageTooLarge);
        row("(b) url length -2", "48454C462000000000000000FFFF0000FFFF00000000000000000000FEFFFFFF",
            BadDecodingError);
        row("(c) url length 7FFFFFFF",
            "48454C462000000000000000FFFF0000FFFF00000000000000000000FFFFFF7F", BadDecodingError);
        row("(d) OPN first", "4F504E4620000000" + QByteArray(48, '0'), BadTcpMessageTypeInvalid);
        row("MSG first", "4D53474620000000" + QByteArray(48, '0'), BadTcpMessageTypeInvalid);
        row("ACK to a server", "41434b461c0000000000000000000800000008000000000100010000",
            BadTcpMessageTypeInvalid);
        row("(e) HEL twice",
            helloBytes().empty() ? QByteArray()
                                 : QByteArray(base::toHex(helloBytes()).c_str()).repeated(2),
            BadTcpMessageTypeInvalid);
        row("buffer of 1024", "48454C4620000000000000000004000000040000000000000000000000000000",
            BadConnectionRejected);
    }
    void firstBytesThatLie()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(unsigned, status);
        for (const std::size_t step : {std::size_t{1}, std::size_t{1} << 20}) {
            Pair pair;
            pair.step = step;
            pair.clientOut.assign(bytes.begin(), bytes.end());
            const auto result = pair.toServer();
            QVERIFY(!result);
            QCOMPARE(result.error().status.value, status);
            QVERIFY(pair.server.isClosed());
            QCOMPARE(pair.server.bufferMemory(), std::size_t{0});
            if (pair.serverOut[0] == 'A') { // the first of two HEL was answered
                pair.serverOut.erase(pair.serverOut.begin(), pair.serverOut.begin() + 28);
            }
            QCOMPARE(errorOf(pair.serverOut).value().value, status);
        }
    }

    /// Field case T03 (f): HEL and OPN in one write, and byte by byte.
    void pipelinedHelloAndOpen()
    {
        for (const std::size_t step : {std::size_t{1}, std::size_t{1} << 20}) {
            Pair pair;
            pair.step = step;
            pair.clientOut = helloBytes();
            const auto open = hex(
                "4f504e4684000000000000002f000000687474703a2f2f6f7063666f756e646174696f6e2e6f72672f"
                "55412f5365637572697479506f6c696379234e6f6e65ffffffffffffffff0100000001000000"
                "0100be010000d0c742bb2281dd010100000000000000ffffffff983a00000000000000000000000000"
                "01000000ffffffffc0270900");
            QCOMPARE(open.size(), std::size_t{132});
            pair.clientOut.insert(pair.clientOut.end(), open.begin(), open.end());
            QVERIFY(pair.toServer());
            QCOMPARE(pair.serverEvents.kinds(), std::string("hello opened"));
            QCOMPARE(pair.serverEvents.token.lifetimeMs, 600'000U);
        }
    }

    /// Field case C02: the same request with lifetime 0 is granted the default.
    void lifetimeZeroIsNotGranted()
    {
        auto config = loopback::clientConfig();
        config.requestedLifetimeMs = 0;
        Pair pair(config);
        QVERIFY(pair.connect());
        QCOMPARE(pair.clientEvents.token.lifetimeMs, 3'600'000U);
    }

    /// Field case T05: chunks that never finish.
    void endlessChunks()
    {
        auto config = loopback::serverConfig();
        config.caps = {4096, 1000};
        Pair pair(loopback::clientConfig(), config);
        QVERIFY(pair.connect());
        std::uint32_t sent = 0;
        base::Result<void> result;
        while (result && sent < 100'000) {
            pair.clientOut = chunk('C', 2 + sent, 2, 16);
            result = pair.toServer();
            ++sent;
            QVERIFY(pair.server.bufferMemory() <= 16'384);
        }
        QVERIFY(!result);
        QCOMPARE(sent, 4096U / 16 + 1);
        QCOMPARE(result.error().status, ua::status::BadTcpMessageTooLarge);
        QCOMPARE(errorOf(pair.serverOut).value(), ua::status::BadTcpMessageTooLarge);
        QCOMPARE(pair.server.bufferMemory(), std::size_t{0});
    }

    void emptyChunksAreCountedToo()
    {
        auto config = loopback::serverConfig();
        config.caps = {4096, 1000};
        Pair pair(loopback::clientConfig(), config);
        QVERIFY(pair.connect());
        std::uint32_t sent = 0;
        base::Result<void> result;
        while (result && sent < 100'000) {
            pair.clientOut = chunk('C', 2 + sent, 2, 0);
            result = pair.toServer();
            ++sent;
        }
        QCOMPARE(sent, 1001U);
        QCOMPARE(result.error().status, ua::status::BadTcpMessageTooLarge);
    }

    void announcedLimitsHoldToo()
    {
        auto config = loopback::serverConfig();
        config.limits.maxMessageSize = 100;
        Pair pair(loopback::clientConfig(), config);
        QVERIFY(pair.connect());
        pair.clientOut = chunk('F', 2, 2, 100);
        QVERIFY(pair.toServer());
        pair.clientOut = chunk('F', 3, 3, 101);
        QCOMPARE(pair.toServer().error().status, ua::status::BadTcpMessageTooLarge);
    }

    void interleavedRequests()
    {
        for (const char second : {'C', 'F', 'A'}) {
            Pair pair;
            QVERIFY(pair.connect());
            pair.clientOut = chunk('C', 2, 2, 16);
            QVERIFY(pair.toServer());
            pair.clientOut = chunk(second, 3, 3, 16);
            const auto result = pair.toServer();
            QVERIFY(!result);
            QCOMPARE(result.error().status, ua::status::BadTcpMessageTypeInvalid);
        }
    }

    /// Field case T07: repeated and skipped numbers.
    void wrongNumbers()
    {
        for (const std::uint32_t wrong : {4U, 6U, 3U, 0U, 0xFFFFFFFFU}) {
            Pair pair;
            QVERIFY(pair.connect());
            for (const std::uint32_t number : {2U, 3U, 4U}) {
                pair.clientOut = chunk('F', number, number, 1);
                QVERIFY(pair.toServer());
            }
            pair.clientOut = chunk('F', wrong, 9, 1);
            const auto result = pair.toServer();
            QVERIFY(!result);
            QCOMPARE(result.error().status, ua::status::BadSequenceNumberInvalid);
            QCOMPARE(errorOf(pair.serverOut).value(), ua::status::BadSequenceNumberInvalid);
        }
    }

    void unknownChannelAndToken()
    {
        Pair pair;
        QVERIFY(pair.connect());
        pair.clientOut = chunk('F', 2, 2, 1, 78, 1);
        QCOMPARE(pair.toServer().error().status, ua::status::BadTcpSecureChannelUnknown);
        Pair other;
        QVERIFY(other.connect());
        other.clientOut = chunk('F', 2, 2, 1, 77, 9);
        QCOMPARE(other.toServer().error().status, ua::status::BadSecureChannelTokenUnknown);
        QCOMPARE(errorOf(other.serverOut).value(), ua::status::BadSecureChannelTokenUnknown);
    }

    /// Nothing is sent and no number is used for a message over the peer's limits.
    void sendingOverThePeersLimits()
    {
        auto client = loopback::clientConfig();
        client.limits = {8192, 8192, 20'000, 2};
        auto server = loopback::serverConfig();
        server.limits = {8192, 8192, 30'000, 3};
        Pair pair(client, server);
        QVERIFY(pair.connect());
        const std::size_t perChunk = 8192 - 24;
        const auto status = [](const base::Result<void>& result) {
            return result ? ua::status::Good : result.error().status;
        };
        QCOMPARE(status(pair.client.send(5, loopback::pattern(3 * perChunk + 1), pair.now(),
                                         pair.clientOut)),
                 ua::status::BadRequestTooLarge);
        QCOMPARE(status(pair.server.send(5, loopback::pattern(2 * perChunk + 1), pair.now(),
                                         pair.serverOut)),
                 ua::status::BadResponseTooLarge);
        QVERIFY(pair.clientOut.empty() && pair.serverOut.empty());
        QVERIFY(pair.client.send(6, loopback::pattern(3 * perChunk), pair.now(), pair.clientOut));
        QCOMPARE(pair.clientOut.size(), std::size_t{3 * 8192});
        QVERIFY(pair.toServer());
        QVERIFY(pair.server.send(6, loopback::pattern(2 * perChunk), pair.now(), pair.serverOut));
        QVERIFY(pair.toClient());
        QCOMPARE(pair.clientEvents.events.back().body, loopback::pattern(2 * perChunk));
    }

    /// A stream cut anywhere is only incomplete: no message, no error, no crash.
    void truncatedStream()
    {
        Pair source(
            loopback::clientConfig("Basic256Sha256", ua::MessageSecurityMode::SignAndEncrypt));
        QVERIFY(source.connect());
        QVERIFY(source.client.send(5, loopback::pattern(300), source.now(), source.clientOut));
        const auto stream = source.clientOut;
        for (std::size_t cut = 0; cut < stream.size(); ++cut) {
            Pair pair;
            QVERIFY(pair.connect());
            pair.clientOut.assign(stream.begin(),
                                  stream.begin() + static_cast<std::ptrdiff_t>(cut));
            const auto events = pair.serverEvents.events.size();
            QVERIFY(pair.toServer());
            QCOMPARE(pair.serverEvents.events.size(), events);
        }
    }

    /// Every flipped bit of a secured chunk is noticed.
    void flippedBits()
    {
        for (const auto mode :
             {ua::MessageSecurityMode::Sign, ua::MessageSecurityMode::SignAndEncrypt}) {
            const auto policy = ua::findPolicyByName("Aes128_Sha256_RsaOaep");
            const auto keys = ua::deriveKeys(*policy, base::Bytes(32, 1), base::Bytes(32, 2));
            const bool encrypt = mode == ua::MessageSecurityMode::SignAndEncrypt;
            using enum ua::SymmetricKeys::Use;
            auto sending =
                ua::SymmetricKeys::create(*policy, keys, encrypt ? Encrypt : SignOnly).value();
            auto receiving =
                ua::SymmetricKeys::create(*policy, keys, encrypt ? Decrypt : SignOnly).value();
            base::Bytes good(ua::symmetricChunkSize(20, sending));
            QVERIFY(ua::writeSymmetricChunk(good, {}, loopback::pattern(20), sending));
            auto copy = good;
            QVERIFY(ua::openSymmetricChunk(copy, receiving));
            for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
                copy = good;
                copy[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
                QVERIFY(!ua::openSymmetricChunk(copy, receiving));
            }
            for (std::size_t size = 0; size < good.size(); ++size) {
                copy = good;
                QVERIFY(!ua::openSymmetricChunk(std::span(copy).first(size), receiving));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestChannelLimits)
#include "test_channel_limits.moc"
