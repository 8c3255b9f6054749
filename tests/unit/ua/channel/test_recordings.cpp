// SPDX-License-Identifier: MIT
// Recorded conversations replayed through both ends of the channel. The recorded nonces are put in,
// so the keys are the recorded ones: every message must decrypt, and what our ends send for the
// same bodies must be the recorded bytes.
#include "ua/types/status_codes.h"
#include "unit/ua/channel/loopback.h"

#include <QObject>
#include <QTest>

#include <deque>
#include <map>

namespace {

struct Replay
{
    /// Fills the nonces of both ends from the OPN responses of the recording.
    explicit Replay(const QJsonObject& recorded)
        : connection(recorded)
    {
        for (const auto& entry : connection.value("messages").toArray()) {
            const auto message = entry.toObject();
            if (message.contains("serverNonce")) {
                clientNonces.push_back(vectors::bytes(message, "clientNonce"));
                serverNonces.push_back(vectors::bytes(message, "serverNonce"));
            }
            if (vectors::text(message, "kind") == "OPNF" && message.value("dir") == "s2c") {
                channelId = vectors::number(message, "channelId");
            }
        }
    }

    ua::ClientChannelConfig clientConfig()
    {
        const auto policy = vectors::text(connection, "securityPolicy");
        auto config = loopback::clientConfig(
            policy.c_str(),
            static_cast<ua::MessageSecurityMode>(vectors::number(connection, "securityMode")));
        config.limits = {655'360, 655'360, 0, 0};
        config.drawNonce = [this](std::size_t) { return take(clientNonces); };
        return config;
    }
    ua::ServerChannelConfig serverConfig()
    {
        auto config = loopback::serverConfig();
        config.limits = {524'288, 524'288, 16U << 20, 256};
        config.drawNonce = [this](std::size_t) { return take(serverNonces); };
        return config;
    }
    static base::Result<base::Bytes> take(std::deque<base::Bytes>& nonces)
    {
        if (nonces.empty()) {
            return base::fail(ua::status::BadInternalError, "no nonce recorded");
        }
        auto nonce = nonces.front();
        nonces.pop_front();
        return nonce;
    }

    const QJsonObject connection;
    std::deque<base::Bytes> clientNonces;
    std::deque<base::Bytes> serverNonces;
    std::uint32_t channelId = 0;
};

base::Bytes bodyOf(const QJsonObject& message, const base::Bytes& raw)
{
    return message.contains("body") ? vectors::bytes(message, "body")
                                    : base::Bytes(raw.begin() + 24, raw.end());
}

} // namespace

class TestRecordings : public QObject
{
    Q_OBJECT

    std::map<std::string, int> m_counts;

    static bool isOpenRequest(const QJsonObject& message)
    {
        return vectors::text(message, "typeName") == "OpenSecureChannelRequest";
    }

    void replay(const QJsonObject& connection)
    {
        Replay recorded(connection);
        ua::CertificateCache cache;
        ua::ClientChannel client(
            std::make_shared<const ua::ClientChannelConfig>(recorded.clientConfig()));
        ua::ServerChannel server(
            std::make_shared<const ua::ServerChannelConfig>(recorded.serverConfig()),
            recorded.channelId, cache);
        loopback::Recorder atClient;
        loopback::Recorder atServer;
        for (const auto& entry : connection.value("messages").toArray()) {
            const auto message = entry.toObject();
            const auto raw = vectors::bytes(message, "hex");
            const auto kind = vectors::text(message, "kind");
            const bool toServer = vectors::text(message, "dir") == "c2s";
            const auto ms = vectors::number(message, "ms");
            const ua::ChannelTime now{{std::int64_t{ms} * 1'000'000},
                                      {1'767'225'600'000'000'000 + std::int64_t{ms} * 1'000'000}};
            base::Bytes ours;
            if (toServer && kind == "HELF") {
                QVERIFY(client.hello(ua::parseHello(raw).value().endpointUrl, ours));
                QCOMPARE(base::toHex(ours), base::toHex(raw));
            } else if (toServer && kind == "OPNF") {
                const auto type = client.isOpen() ? ua::SecurityTokenRequestType::Renew
                                                  : ua::SecurityTokenRequestType::Issue;
                const auto id = vectors::number(message, "requestId");
                QVERIFY(client.open(type, id, now, ours));
            } else if (toServer && kind == "MSGF") {
                QVERIFY(client.send(vectors::number(message, "requestId"), bodyOf(message, raw),
                                    now, ours));
                QCOMPARE(base::toHex(ours), base::toHex(raw));
                ++m_counts["sent by client"];
            } else if (!toServer && kind == "MSGF") {
                QVERIFY(server.send(vectors::number(message, "requestId"), bodyOf(message, raw),
                                    now, ours));
                // The recorded server sticks to the old token longer than ours.
                if (ua::readU32(ours.data() + 12) == vectors::number(message, "tokenId")) {
                    QCOMPARE(base::toHex(ours), base::toHex(raw));
                    ++m_counts["sent by server"];
                }
            }
            auto& events = toServer ? atServer.events : atClient.events;
            const auto before = events.size();
            auto received = raw;
            base::Bytes answer;
            const auto result = toServer ? server.receive(received, now, atServer, answer)
                                         : static_cast<ua::SecureChannel&>(client).receive(
                                               received, now, atClient, answer);
            QVERIFY2(result, result ? "" : result.error().context.c_str());
            QCOMPARE(events.size(), before + 1);
            const auto& event = events.back();
            ++m_counts[kind.substr(0, 3)];
            if (kind == "MSGF") {
                QCOMPARE(event.kind, std::string("message"));
                QCOMPARE(event.id, vectors::number(message, "requestId"));
                QCOMPARE(base::toHex(event.body), base::toHex(bodyOf(message, raw)));
            } else if (kind == "OPNF") {
                QVERIFY(event.kind == "opened" || event.kind == "renewed");
                m_counts[event.kind] += 1;
            } else if (kind == "HELF") {
                QCOMPARE(base::toHex(answer),
                         std::string("41434b461c0000000000000000000800000008000000000100010000"));
            } else if (kind == "CLOF") {
                QCOMPARE(event.kind, std::string("closed"));
            } else {
                QCOMPARE(kind, std::string("ACKF"));
            }
        }
    }

private slots:
    void init() { m_counts.clear(); }

    void replays_data()
    {
        QTest::addColumn<int>("messages");
        QTest::addColumn<int>("renewals");
        QTest::newRow("none") << 45 << 0;
        QTest::newRow("none-rules") << 109 << 0;
        QTest::newRow("b256s256-sign-anon") << 9 + 45 << 0;
        QTest::newRow("b256s256-signencrypt-user") << 9 + 45 << 0;
        QTest::newRow("b256s256-renew") << 9 + 117 << 2;
        QTest::newRow("aes128") << 9 + 45 << 0;
        QTest::newRow("aes256pss") << 9 + 45 << 0;
    }

    void replays()
    {
        QFETCH(int, messages);
        QFETCH(int, renewals);
        const auto name = QString::fromLatin1(QTest::currentDataTag());
        const auto recording = vectors::document("recordings/" + name + ".json");
        for (const auto& connection : recording.value("connections").toArray()) {
            replay(connection.toObject());
            if (QTest::currentTestFailed()) {
                return;
            }
        }
        QCOMPARE(m_counts["HEL"] + m_counts["ACK"] + m_counts["OPN"] + m_counts["MSG"] +
                     m_counts["CLO"],
                 messages);
        QCOMPARE(m_counts["renewed"], 2 * renewals); // at both ends
        QVERIFY(m_counts["sent by client"] > 0);
        const int both = m_counts["sent by client"] + m_counts["sent by server"];
        QVERIFY(renewals > 0 ? both > m_counts["MSG"] / 2 : both == m_counts["MSG"]);
        qInfo("%s: %d messages replayed, %d MSG reproduced byte for byte", qPrintable(name),
              messages, both);
    }
};

QTEST_GUILESS_MAIN(TestRecordings)
#include "test_recordings.moc"
