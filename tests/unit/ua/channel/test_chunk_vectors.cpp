// SPDX-License-Identifier: MIT
// Chunks against golden vectors, produced and consumed, and the padding of OPN chunks.
#include "ua/channel/asymmetric_chunk.h"
#include "ua/channel/symmetric_chunk.h"
#include "unit/ua/security/vector_file.h"

#include <QObject>
#include <QTest>

#include <map>
#include <optional>

namespace {

ua::SymmetricKeys keysOf(const QJsonObject& vector, const ua::SecurityPolicy& policy, bool sending)
{
    ua::DerivedKeys keys;
    if (policy.isSecured()) {
        keys.signingKey = vectors::bytes(vector, "signingKey");
        keys.encryptingKey = vectors::bytes(vector, "encryptingKey");
        keys.iv = vectors::bytes(vector, "iv");
    }
    using enum ua::SymmetricKeys::Use;
    const bool encrypted = vectors::number(vector, "securityMode") == 3;
    return ua::SymmetricKeys::create(policy, keys,
                                     !encrypted ? SignOnly
                                     : sending  ? Encrypt
                                                : Decrypt)
        .value();
}

} // namespace

class TestChunkVectors : public QObject
{
    Q_OBJECT

    static void checkSymmetric(const QJsonObject& vector, const ua::SecurityPolicy& policy)
    {
        auto sending = keysOf(vector, policy, true);
        auto receiving = keysOf(vector, policy, false);
        const auto body = vectors::bytes(vector, "body");
        const auto chunks = vector.value("chunks").toArray();
        auto number = vectors::number(vector, "sequenceNumber");
        ua::ChunkHeader header{vectors::text(vector, "msgType") == "CLO" ? ua::MessageType::Close
                                                                         : ua::MessageType::Message,
                               ua::ChunkKind::Final,
                               vectors::number(vector, "channelId"),
                               vectors::number(vector, "tokenId"),
                               0,
                               vectors::number(vector, "requestId")};
        base::BytesView rest = body;
        base::Bytes joined;
        for (qsizetype i = 0; i < chunks.size(); ++i) {
            const auto expected = base::fromHex(chunks[i].toString().toStdString()).value();
            const bool last = i + 1 == chunks.size();
            const auto part = last ? rest : rest.first(ua::maxChunkBody(expected.size(), sending));
            rest = rest.subspan(part.size());
            header.kind = last ? ua::ChunkKind::Final : ua::ChunkKind::Intermediate;
            header.sequenceNumber = number++;
            base::Bytes made(ua::symmetricChunkSize(part.size(), sending));
            QVERIFY(ua::writeSymmetricChunk(made, header, part, sending));
            QCOMPARE(base::toHex(made), base::toHex(expected));

            auto received = expected;
            const auto opened = ua::openSymmetricChunk(received, receiving);
            QVERIFY(opened);
            QCOMPARE(opened->sequenceNumber, header.sequenceNumber);
            QCOMPARE(opened->requestId, header.requestId);
            joined.insert(joined.end(), opened->body.begin(), opened->body.end());

            if (policy.isSecured()) {
                auto damaged = expected;
                damaged[damaged.size() / 2] ^= 1;
                QVERIFY(!ua::openSymmetricChunk(damaged, receiving));
            }
        }
        QVERIFY(rest.empty());
        QCOMPARE(joined, body);
    }

    static void checkAsymmetric(const QJsonObject& vector, const ua::SecurityPolicy& policy)
    {
        const auto chunk = vectors::bytes(vector, "chunk");
        const auto sender = vectors::text(vector, "sender");
        const auto receiver = vectors::text(vector, "receiver");
        const auto header = ua::parseAsymmetricHeader(chunk).value();
        QCOMPARE(header.size, std::size_t{vectors::number(vector, "headerLength")});
        QCOMPARE(header.channelId, vectors::number(vector, "channelId"));
        QCOMPARE(header.policyUri, policy.uri);
        const auto certificate = ua::Certificate::fromDer(header.senderCertificate).value();
        QCOMPARE(certificate, vectors::certificate(sender));
        const auto receiverCertificate = vectors::certificate(receiver);
        QVERIFY(std::ranges::equal(header.receiverThumbprint, receiverCertificate.thumbprint()));
        const auto key = vectors::key(receiver);
        const auto opened =
            ua::openAsymmetricChunk(chunk, header, policy, certificate, key).value();
        QCOMPARE(base::Bytes(opened.plain.begin() + static_cast<std::ptrdiff_t>(header.size),
                             opened.plain.end()),
                 vectors::bytes(vector, "plaintextAfterDecrypt"));
        const auto body = vectors::bytes(vector, "body");
        QVERIFY(std::ranges::equal(opened.body(), body));
        QCOMPARE(opened.sequenceNumber, vectors::number(vector, "sequenceNumber"));
        QCOMPARE(opened.requestId, vectors::number(vector, "requestId"));

        // Our own chunk of the same content has the same size, and opens again.
        base::Bytes made;
        QVERIFY(ua::appendAsymmetricChunk(
            made, {policy, header.channelId, opened.sequenceNumber, opened.requestId, body},
            certificate, vectors::key(sender), receiverCertificate, 65535));
        QCOMPARE(made.size(), chunk.size());
        QVERIFY(std::ranges::equal(base::BytesView(made).first(header.size),
                                   base::BytesView(chunk).first(header.size)));
        const auto again = ua::openAsymmetricChunk(made, ua::parseAsymmetricHeader(made).value(),
                                                   policy, certificate, key);
        QVERIFY(again);
        QVERIFY(std::ranges::equal(again->body(), body));

        auto damaged = chunk;
        damaged[frameSizeByte] ^= 1; // signed, not encrypted
        QVERIFY(!ua::openAsymmetricChunk(damaged, header, policy, certificate, key));
    }
    static constexpr std::size_t frameSizeByte = 5;

private slots:
    void symmetricChunks()
    {
        std::map<bool, int> checked;
        for (const auto& entry : vectors::read("chunks.json")) {
            const auto vector = entry.toObject();
            QCOMPARE(vectors::text(vector, "type"), std::string("symmetricChunk"));
            const auto* policy = ua::findPolicy(vectors::text(vector, "policy"));
            ++checked[policy != nullptr];
            if (policy != nullptr) {
                checkSymmetric(vector, *policy);
            } else {
                // ECC only: no policy of the table may be skipped.
                QVERIFY(vectors::text(vector, "policy").find("#ECC_") != std::string::npos);
            }
        }
        QCOMPARE(checked[true], 69);
        QCOMPARE(checked[false], 20);
        qInfo("chunks.json: %d checked, %d of policies not in the table", checked[true],
              checked[false]);
    }

    void asymmetricChunks()
    {
        int checked = 0;
        for (const auto& entry : vectors::read("asymmetric.json")) {
            const auto vector = entry.toObject();
            if (vectors::text(vector, "type") == "asymmetricChunk") {
                checkAsymmetric(vector, *ua::findPolicy(vectors::text(vector, "policy")));
                ++checked;
            }
        }
        QCOMPARE(checked, 15);
        qInfo("asymmetric.json: %d chunks checked", checked);
    }

    /// Field case C06: an OPN request body of 85 bytes under OAEP-SHA1.
    void paddingOfKeyPairs_data()
    {
        QTest::addColumn<int>("sender");
        QTest::addColumn<int>("receiver");
        QTest::addColumn<int>("blocks");
        QTest::addColumn<int>("padding");
        QTest::newRow("2048/2048") << 2048 << 2048 << 2 << 0x4E;
        QTest::newRow("2048/3072") << 2048 << 3072 << 2 << 0x14D;
        QTest::newRow("2048/4096") << 2048 << 4096 << 1 << 0x077;
        QTest::newRow("3072/4096") << 3072 << 4096 << 2 << 0x1CD;
        QTest::newRow("4096/2048") << 4096 << 2048 << 3 << 0x24;
        QTest::newRow("4096/4096") << 4096 << 4096 << 2 << 0x14D;
    }
    void paddingOfKeyPairs()
    {
        QFETCH(int, sender);
        QFETCH(int, receiver);
        QFETCH(int, blocks);
        QFETCH(int, padding);
        const auto layout = ua::asymmetricLayout(*ua::findPolicyByName("Basic256Sha256"),
                                                 static_cast<std::size_t>(sender) / 8,
                                                 static_cast<std::size_t>(receiver) / 8, 85);
        QCOMPARE(layout.blocks, static_cast<std::size_t>(blocks));
        QCOMPARE(layout.padding, static_cast<std::size_t>(padding));
        QCOMPARE(layout.extraPaddingByte, receiver > 2048);
    }

    /// The bytes of the padding as they travel, for all nine pairs.
    void paddingBytesOfAllPairs()
    {
        const auto& policy = *ua::findPolicyByName("Basic256Sha256");
        const base::Bytes body(85, 0x42);
        for (const std::string sender : {"client2048", "client3072", "client4096"}) {
            for (const std::string receiver : {"server2048", "server3072", "server4096"}) {
                const auto senderCertificate = vectors::certificate(sender);
                const auto receiverCertificate = vectors::certificate(receiver);
                base::Bytes chunk;
                QVERIFY(ua::appendAsymmetricChunk(chunk, {policy, 0, 1, 1, body}, senderCertificate,
                                                  vectors::key(sender), receiverCertificate,
                                                  65535));
                const auto header = ua::parseAsymmetricHeader(chunk).value();
                const auto opened = ua::openAsymmetricChunk(
                    chunk, header, policy, senderCertificate, vectors::key(receiver));
                QVERIFY(opened);
                QVERIFY(std::ranges::equal(opened->body(), body));
                const auto layout = ua::asymmetricLayout(policy, senderCertificate.keySize(),
                                                         receiverCertificate.keySize(), 85);
                const auto* at = opened->plain.data() + opened->bodyStart + body.size();
                for (std::size_t i = 0; i <= layout.padding; ++i) {
                    QCOMPARE(int(at[i]), int(layout.padding & 0xFF));
                }
                if (layout.extraPaddingByte) {
                    QCOMPARE(int(at[layout.padding + 1]), int(layout.padding >> 8));
                }
            }
        }
    }

    void chainIsDroppedWhenItDoesNotFit()
    {
        const auto& policy = *ua::findPolicyByName("Basic256Sha256");
        const auto leaf = vectors::certificate("client2048");
        const auto issuer = vectors::certificate("client4096");
        base::Bytes blob(leaf.der().begin(), leaf.der().end());
        blob.insert(blob.end(), issuer.der().begin(), issuer.der().end());
        const auto chain = ua::Certificate::fromDer(blob).value();
        const auto receiver = vectors::certificate("server2048");
        const base::Bytes body(85, 1);
        const auto certificateIn = [&](std::size_t room) -> std::optional<std::size_t> {
            base::Bytes chunk;
            if (!ua::appendAsymmetricChunk(chunk, {policy, 0, 1, 1, body}, chain,
                                           vectors::key("client2048"), receiver, room)) {
                return chunk.empty() ? std::nullopt : std::optional<std::size_t>(0);
            }
            return ua::parseAsymmetricHeader(chunk).value().senderCertificate.size();
        };
        QCOMPARE(certificateIn(8192).value(), blob.size());
        QCOMPARE(certificateIn(2500).value(), leaf.der().size());
        QVERIFY(!certificateIn(1000));
    }

    void malformedAsymmetricHeaders()
    {
        for (const auto& entry : vectors::read("asymmetric.json")) {
            const auto object = entry.toObject();
            if (vectors::text(object, "type") != "asymmetricChunk") {
                continue;
            }
            const auto chunk = vectors::bytes(object, "chunk");
            const auto size = vectors::number(object, "headerLength");
            for (std::size_t cut = 0; cut < size; ++cut) {
                QVERIFY(!ua::parseAsymmetricHeader(base::BytesView(chunk).first(cut)));
            }
            auto lying = chunk;
            lying[15] = 0x7F; // length of the policy URI
            QVERIFY(!ua::parseAsymmetricHeader(lying));
            lying[15] = 0xFE; // negative but not null
            QVERIFY(!ua::parseAsymmetricHeader(lying));
            break;
        }
    }
};

QTEST_GUILESS_MAIN(TestChunkVectors)
#include "test_chunk_vectors.moc"
