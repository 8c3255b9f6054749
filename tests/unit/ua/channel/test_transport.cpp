// SPDX-License-Identifier: MIT
// Connection protocol messages, negotiation, framing, sequence numbers and token lifetimes.
#include "ua/channel/frame_splitter.h"
#include "ua/channel/sequence_numbers.h"
#include "ua/channel/token_lifetime.h"
#include "ua/channel/transport_messages.h"
#include "ua/types/status_codes.h"

#include <QObject>
#include <QTest>

#include <limits>
#include <string>

using ua::MessageType;

class TestTransport : public QObject
{
    Q_OBJECT

    static base::Bytes hex(const char* text) { return base::fromHex(text).value(); }

private slots:
    /// The HEL of field case T01 and a recorded ACK.
    void messagesOnTheWire()
    {
        const auto bytes =
            hex("48454C463800000000000000FFFF0000FFFF00000000000000000000180000006F70632E7463703A2F"
                "2F6C6F63616C686F73743A34383430");
        const auto hello = ua::parseHello(bytes).value();
        QCOMPARE(hello.endpointUrl, std::string("opc.tcp://localhost:4840"));
        QVERIFY((hello.limits == ua::TransportLimits{65535, 65535, 0, 0}));
        base::Bytes again;
        ua::append(again, hello);
        QCOMPARE(again, bytes);

        const auto ack = hex("41434b461c0000000000000000000800000008000000000100010000");
        const auto parsed = ua::parseAcknowledge(ack).value();
        QVERIFY((parsed.limits == ua::TransportLimits{524288, 524288, 16777216, 256}));
        again.clear();
        ua::append(again, parsed);
        QCOMPARE(again, ack);

        base::Bytes error;
        ua::append(error,
                   ua::ErrorMessage{ua::status::BadTcpServerTooBusy, std::string(5000, 'x')});
        QCOMPARE(error.size(), std::size_t{8 + 4 + 4 + 4096});
        QCOMPARE(ua::parseError(error).value().reason, std::string(4096, 'x'));
        QCOMPARE(ua::parseError(hex("455252461000000000007D80FFFFFFFF")).value().error.value,
                 0x807D0000U);

        base::Bytes reverse;
        ua::append(reverse, ua::ReverseHello{"urn:server", "opc.tcp://a:1"});
        const auto hi = ua::parseReverseHello(reverse).value();
        QCOMPARE(hi.serverUri + " " + hi.endpointUrl, std::string("urn:server opc.tcp://a:1"));
    }

    void truncatedMessagesFail()
    {
        base::Bytes hello;
        ua::append(hello, ua::Hello{0, {}, "opc.tcp://localhost:4840"});
        base::Bytes error;
        ua::append(error, ua::ErrorMessage{ua::status::BadTimeout, "late"});
        for (std::size_t cut = 0; cut < hello.size(); ++cut) {
            QVERIFY(!ua::parseHello(base::BytesView(hello).first(cut)));
        }
        for (std::size_t cut = 0; cut < error.size(); ++cut) {
            QVERIFY(!ua::parseError(base::BytesView(error).first(cut)));
        }
        QVERIFY(!ua::parseAcknowledge(base::BytesView(hello).first(27)));
    }

    void serverNegotiates()
    {
        const ua::TransportLimits own{65535, 65535, 1 << 20, 32};
        const auto answerTo = [&](ua::TransportLimits limits, std::size_t urlSize = 10) {
            return ua::negotiate({0, limits, std::string(urlSize, 'u')}, own);
        };
        QVERIFY((answerTo({10000, 20000, 0, 0})->limits ==
                 ua::TransportLimits{20000, 10000, 1 << 20, 32}));
        QVERIFY((answerTo({1 << 30, 1 << 30, 0, 0})->limits ==
                 ua::TransportLimits{65535, 65535, 1 << 20, 32}));
        QVERIFY(answerTo({8192, 8192, 0, 0}));
        QCOMPARE(answerTo({8191, 8192, 0, 0}).error().status, ua::status::BadConnectionRejected);
        QCOMPARE(answerTo({8192, 0, 0, 0}).error().status, ua::status::BadConnectionRejected);
        QVERIFY(answerTo({8192, 8192, 0, 0}, 4095));
        QCOMPARE(answerTo({8192, 8192, 0, 0}, 4096).error().status,
                 ua::status::BadTcpEndpointUrlInvalid);

        // Zero on either side is no limit; our cap is our own (field case T01).
        const ua::Hello hello{0, {10000, 20000, 0, 0}, ""};
        const auto sizes = ua::serverSizes(hello, {0, {20000, 10000, 0, 0}}, {5000, 7});
        QCOMPARE(sizes.sendMessage, 0U);
        QCOMPARE(sizes.sendChunkCount, 0U);
        QCOMPARE(sizes.receiveMessage, 5000U);
        QCOMPARE(sizes.receiveChunkCount, 7U);
        QCOMPARE(sizes.sendChunk, 10000U);
        QCOMPARE(sizes.receiveChunk, 20000U);
    }

    void clientNegotiates()
    {
        const ua::TransportLimits own{60000, 50000, 0, 9};
        const auto sizes = ua::clientSizes(own, {0, {40000, 60000, 0, 3}}, {}).value();
        QCOMPARE(sizes.sendChunk, 40000U);
        QCOMPARE(sizes.receiveChunk, 60000U);
        QCOMPARE(sizes.sendMessage, 0U);
        QCOMPARE(sizes.sendChunkCount, 3U);
        QCOMPARE(sizes.receiveChunkCount, 9U);
        QVERIFY(!ua::clientSizes(own, {0, {40000, 60001, 0, 0}}, {}));
        QVERIFY(!ua::clientSizes(own, {0, {8191, 60000, 0, 0}}, {}));
        QCOMPARE(ua::clientSizes(own, {1, {40000, 60000, 0, 0}}, {}).error().status,
                 ua::status::BadProtocolVersionUnsupported);
    }

    void splitterCutsAnyPieces()
    {
        base::Bytes stream;
        for (const auto size : {0, 1, 100, 3000}) {
            ua::append(stream,
                       ua::ErrorMessage{{1}, std::string(static_cast<std::size_t>(size), 'r')});
        }
        const ua::FrameRules rules(8192, {MessageType::Error});
        for (const std::size_t step : {1UL, 2UL, 7UL, 8UL, 9UL, 20UL, 21UL, 5000UL}) {
            ua::FrameSplitter splitter;
            auto bytes = stream;
            std::span rest(bytes);
            std::string sizes;
            while (!rest.empty()) {
                auto part = rest.first(std::min(step, rest.size()));
                rest = rest.subspan(part.size());
                while (true) {
                    const auto frame = splitter.next(part, rules).value();
                    if (frame.empty()) {
                        break;
                    }
                    sizes += std::to_string(ua::parseError(frame).value().reason.size()) + " ";
                }
                QVERIFY(part.empty());
            }
            QCOMPARE(sizes, std::string("0 1 100 3000 "));
            QCOMPARE(splitter.memory(), std::size_t{0});
        }
    }

    void splitterDoesNotCopyWholeFrames()
    {
        base::Bytes stream;
        ua::append(stream, ua::ErrorMessage{{1}, "reason"});
        ua::FrameSplitter splitter;
        std::span input(stream);
        const auto frame = splitter.next(input, {8192, {MessageType::Error}}).value();
        QCOMPARE(frame.data(), stream.data());
        QCOMPARE(splitter.memory(), std::size_t{0});
    }

    /// Field case T03: lying lengths and wrong types are noticed with the header.
    void splitterChecksBeforeStoring_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<unsigned>("status");
        const auto row = [](const char* name, const char* text, base::StatusCode status) {
            QTest::newRow(name) << QByteArray::fromHex(text) << status.value;
        };
        row("size FFFFFFFF", "48454C46FFFFFFFF", ua::status::BadTcpMessageTooLarge);
        row("size over buffer", "48454C4601200000", ua::status::BadTcpMessageTooLarge);
        row("size 0", "48454C4600000000", ua::status::BadTcpMessageTypeInvalid);
        row("size 7", "48454C4607000000", ua::status::BadTcpMessageTypeInvalid);
        row("http", "474554202F204854", ua::status::BadTcpMessageTypeInvalid);
        row("chunk type", "48454C5820000000", ua::status::BadTcpMessageTypeInvalid);
        row("HEL in chunks", "48454C4320000000", ua::status::BadTcpMessageTypeInvalid);
        row("type not expected", "4F504E4620000000", ua::status::BadTcpMessageTypeInvalid);
    }
    void splitterChecksBeforeStoring()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(unsigned, status);
        for (const qsizetype step : {qsizetype{1}, bytes.size()}) {
            ua::FrameSplitter splitter;
            base::Result<std::span<std::uint8_t>> result;
            for (qsizetype at = 0; at < bytes.size(); at += step) {
                auto part = base::Bytes(bytes.begin() + at, bytes.begin() + at + step);
                std::span input(part);
                result = splitter.next(input, {8192, {MessageType::Hello}});
            }
            QVERIFY(!result);
            QCOMPARE(result.error().status.value, status);
            QVERIFY(splitter.memory() <= 16);
        }
    }

    /// Part 6 §6.7.2.4.
    void sequenceNumbers()
    {
        ua::SendSequence legacy(true);
        QCOMPARE(legacy.take(), 1U);
        QCOMPARE(legacy.take(), 2U);
        legacy.set(4'294'966'271U);
        QCOMPARE(legacy.take(), 4'294'966'271U);
        QCOMPARE(legacy.take(), 4'294'966'272U);
        QVERIFY(legacy.take() < 1024);
        ua::SendSequence modern(false);
        QCOMPARE(modern.take(), 0U);
        modern.set(4'294'967'295U);
        QCOMPARE(modern.take(), 4'294'967'295U);
        QCOMPARE(modern.take(), 0U);

        const auto follows = [](bool isLegacy, std::uint32_t first, std::uint32_t second) {
            ua::ReceiveSequence sequence(isLegacy);
            for (std::uint32_t n = 0; !isLegacy && n < first && n < 2; ++n) {
                sequence.accept(n);
            }
            return sequence.accept(first) && sequence.accept(second);
        };
        QVERIFY(follows(true, 51, 52));
        QVERIFY(!follows(true, 4, 4));
        QVERIFY(!follows(true, 4, 6));
        QVERIFY(!follows(true, 4, 3));
        QVERIFY(!follows(true, 4'294'966'271U, 1));
        QVERIFY(follows(true, 4'294'966'272U, 1));
        QVERIFY(follows(true, 4'294'966'272U, 1023));
        QVERIFY(!follows(true, 4'294'966'272U, 1024));
        QVERIFY(follows(true, 4'294'967'295U, 0));
        QVERIFY(follows(false, 0, 1));
        QVERIFY(!follows(false, 1, 0));
        ua::ReceiveSequence startsAtZero(false);
        QVERIFY(!startsAtZero.accept(1));
        QVERIFY(startsAtZero.accept(0));
    }

    void reservedNumbers()
    {
        ua::ReceiveSequence sequence(true);
        QVERIFY(!sequence.reserve());
        QVERIFY(sequence.accept(10));
        QCOMPARE(sequence.reserve().value(), 11U);
        QVERIFY(!sequence.accept(11));
        QVERIFY(sequence.accept(12));
        ua::ReceiveSequence wrapping(true);
        QVERIFY(wrapping.accept(4'294'966'272U));
        QVERIFY(!wrapping.reserve());
        QVERIFY(wrapping.accept(1));
    }

    /// Field case C02.
    void lifetimes()
    {
        using namespace std::chrono_literals;
        const ua::LifetimeBounds bounds{10s, 1h, 30min};
        QCOMPARE(ua::reviseLifetime(0, bounds), 1'800'000U);
        QCOMPARE(ua::reviseLifetime(1, bounds), 10'000U);
        QCOMPARE(ua::reviseLifetime(60'000, bounds), 60'000U);
        QCOMPARE(ua::reviseLifetime(std::numeric_limits<std::uint32_t>::max(), bounds), 3'600'000U);
        QCOMPARE(ua::reviseLifetime(0, {0s, 0s, 0s}), 1U);
        QCOMPARE(ua::reviseLifetime(0xFFFFFFFF, {1s, 24h * 1000, 1h}), 0xFFFFFFFFU);

        QCOMPARE(ua::renewalDelay(0), base::Duration(100ms));
        QCOMPARE(ua::renewalDelay(1), base::Duration(100ms));
        QCOMPARE(ua::renewalDelay(100), base::Duration(100ms));
        QCOMPARE(ua::renewalDelay(4000), base::Duration(3s));
        QCOMPARE(ua::renewalDelay(0xFFFFFFFF).count(), 3'221'225'471'250'000LL);
        QCOMPARE(ua::acceptance(4000), base::Duration(5s));
        QCOMPARE(ua::acceptance(0), base::Duration(1s));
        QCOMPARE(ua::acceptance(0xFFFFFFFF).count(), 5'368'709'118'750'000LL);
    }
};

QTEST_GUILESS_MAIN(TestTransport)
#include "test_transport.moc"
