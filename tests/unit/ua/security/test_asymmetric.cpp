// SPDX-License-Identifier: MIT
// RSA operations, session signatures and legacy secrets against golden vectors.
#include "ua/security/asymmetric.h"
#include "ua/security/legacy_secret.h"
#include "ua/security/session_signature.h"
#include "ua/types/status_codes.h"
#include "unit/ua/security/vector_file.h"

#include <QObject>
#include <QTest>

#include <map>

class TestAsymmetric : public QObject
{
    Q_OBJECT

    static void checkSignature(const QJsonObject& vector, const ua::SecurityPolicy& policy)
    {
        const auto signer = vectors::text(vector, "signer");
        const auto own = vectors::certificate(vectors::text(vector, "dataCertificate"));
        const auto nonce = vectors::bytes(vector, "dataNonce");
        auto signature = vectors::bytes(vector, "signature");
        QCOMPARE(std::string(policy.signatureAlgorithmUri()), vectors::text(vector, "algorithm"));
        const auto certificate = vectors::certificate(signer);
        QVERIFY(ua::verifySessionSignature(policy, certificate, own, nonce,
                                           policy.signatureAlgorithmUri(), signature));
        const auto made =
            ua::createSessionSignature(policy, vectors::key(signer), own.der(), nonce).value();
        if (vector.value("deterministic").toBool()) {
            QCOMPARE(made, signature);
        } else {
            QVERIFY(ua::verifySessionSignature(policy, certificate, own, nonce,
                                               policy.signatureAlgorithmUri(), made));
        }
        signature[10] ^= 1;
        const auto bad = ua::verifySessionSignature(policy, certificate, own, nonce,
                                                    policy.signatureAlgorithmUri(), signature);
        QVERIFY(!bad);
        QCOMPARE(bad.error().status, ua::status::BadApplicationSignatureInvalid);
        QVERIFY(!ua::verifySessionSignature(policy, certificate, own, nonce, "urn:other", made));
    }

    static void checkPassword(const QJsonObject& vector, const ua::SecurityPolicy& policy)
    {
        const auto receiver = vectors::text(vector, "receiver");
        const auto nonce = vectors::bytes(vector, "serverNonce");
        const auto password = vectors::text(vector, "password");
        const auto encrypted = vectors::bytes(vector, "encrypted");
        const auto key = vectors::key(receiver);
        QCOMPARE(std::string(policy.encryptionAlgorithmUri()),
                 vectors::text(vector, "encryptionAlgorithm"));
        base::Bytes plain;
        QVERIFY(key.decrypt(policy.asymmetricEncryption, encrypted, plain));
        QCOMPARE(plain, vectors::bytes(vector, "plaintext"));
        const auto secret = ua::decryptLegacySecret(policy, key, encrypted, nonce);
        QVERIFY(secret);
        QCOMPARE(std::string(base::textOf(*secret)), password);
        const auto again = ua::encryptLegacySecret(policy, vectors::certificate(receiver),
                                                   base::bytesOf(password), nonce);
        QVERIFY(again);
        QCOMPARE(again->size(), encrypted.size());
        QCOMPARE(ua::decryptLegacySecret(policy, key, *again, nonce).value(), *secret);
    }

private slots:
    void vectorsOfFile()
    {
        std::map<std::string, int> checked;
        for (const auto& entry : vectors::read("asymmetric.json")) {
            const auto vector = entry.toObject();
            const auto type = vectors::text(vector, "type");
            const auto* policy = ua::findPolicy(vectors::text(vector, "policy"));
            ++checked[type];
            if (type == "thumbprint") {
                const auto certificate = vectors::certificate(vectors::text(vector, "certificate"));
                QCOMPARE(base::toHex(certificate.thumbprint()), vectors::text(vector, "sha1"));
                continue;
            }
            QVERIFY(policy != nullptr);
            if (type == "sessionSignature") {
                checkSignature(vector, *policy);
            } else if (type == "legacyPassword") {
                checkPassword(vector, *policy);
            } else {
                // Whole chunks are the channel's: unit/ua/channel/test_chunk_vectors.
                QCOMPARE(type, std::string("asymmetricChunk"));
            }
        }
        QCOMPARE(checked["sessionSignature"], 15);
        QCOMPARE(checked["legacyPassword"], 30);
        QCOMPARE(checked["thumbprint"], 4);
        QCOMPARE(checked["asymmetricChunk"], 15);
        qInfo("asymmetric.json: %d checked here, %d in the channel's test",
              checked["sessionSignature"] + checked["legacyPassword"] + checked["thumbprint"],
              checked["asymmetricChunk"]);
    }

    /// Field case C12: block counts, and one answer to whatever is wrong.
    void passwordsOfAnyLength()
    {
        const auto& policy = *ua::findPolicyByName("Basic256Sha256");
        const auto certificate = vectors::certificate("server2048");
        const auto key = vectors::key("server2048");
        const base::Bytes nonce(32, 0x5A);
        for (const auto [length, blocks] : std::map<std::size_t, std::size_t>{{0, 1},
                                                                              {1, 1},
                                                                              {64, 1},
                                                                              {65, 1},
                                                                              {178, 1},
                                                                              {179, 2},
                                                                              {200, 2},
                                                                              {300, 2},
                                                                              {1000, 5}}) {
            const base::Bytes secret(length, 'x');
            const auto encrypted =
                ua::encryptLegacySecret(policy, certificate, secret, nonce).value();
            QCOMPARE(encrypted.size(), blocks * 256);
            QCOMPARE(ua::decryptLegacySecret(policy, key, encrypted, nonce).value(), secret);
        }
    }

    void wrongSecretsGetOneAnswer()
    {
        const auto& policy = *ua::findPolicyByName("Basic256Sha256");
        const auto certificate = vectors::certificate("server2048");
        const auto key = vectors::key("server2048");
        const base::Bytes nonce(32, 0x5A);
        const auto good =
            ua::encryptLegacySecret(policy, certificate, base::bytesOf("secret"), nonce).value();
        QVERIFY(ua::decryptLegacySecret(policy, key, good, nonce));
        auto flipped = good;
        flipped[100] ^= 1;
        base::Bytes lying{0xFF, 0xFF, 0xFF, 0xFF};
        lying.insert(lying.end(), nonce.begin(), nonce.end());
        base::Bytes lyingEncrypted(256);
        QVERIFY(certificate.encrypt(policy.asymmetricEncryption, lying, lyingEncrypted));
        const auto wrong = [&](base::BytesView encrypted, base::BytesView expectedNonce) {
            const auto result = ua::decryptLegacySecret(policy, key, encrypted, expectedNonce);
            return result ? base::Error{} : result.error();
        };
        const auto first = wrong(base::BytesView(good).first(255), nonce);
        QCOMPARE(first.status, ua::status::BadIdentityTokenInvalid);
        QVERIFY(!first.context.empty());
        QCOMPARE(wrong(flipped, nonce), first);
        QCOMPARE(wrong(lyingEncrypted, nonce), first);
        QCOMPARE(wrong(good, base::Bytes(32, 1)), first);
        QCOMPARE(wrong(good, base::Bytes(300, 1)), first);
        QCOMPARE(wrong({}, nonce), first);
        QCOMPARE(wrong(base::Bytes(1 << 20, 1), nonce), first);
    }

    void blockSizes()
    {
        using enum ua::AsymmetricEncryption;
        QCOMPARE(ua::plainBlockSize(RsaPkcs1, 256), std::size_t{245});
        QCOMPARE(ua::plainBlockSize(RsaOaepSha1, 256), std::size_t{214});
        QCOMPARE(ua::plainBlockSize(RsaOaepSha256, 512), std::size_t{446});
        QCOMPARE(ua::plainBlockSize(RsaOaepSha256, 64), std::size_t{0});
        QCOMPARE(ua::plainBlockSize(None, 256), std::size_t{0});
        QCOMPARE(ua::encryptedSize(RsaOaepSha1, 256, 214), std::size_t{256});
        QCOMPARE(ua::encryptedSize(RsaOaepSha1, 256, 215), std::size_t{512});
    }

    /// Field case C04.
    void nonces()
    {
        const base::Bytes previous(32, 3);
        for (const auto [size, good] : std::map<std::size_t, bool>{
                 {0, false}, {1, false}, {31, false}, {32, true}, {33, true}, {64, true}}) {
            QCOMPARE(bool(ua::checkSessionNonce(base::Bytes(size, 9), previous)), good);
        }
        QVERIFY(!ua::checkSessionNonce(previous, previous));
        QVERIFY(!ua::checkSessionNonce(base::Bytes(32, 0), previous));
        const auto& basic256 = *ua::findPolicyByName("Basic256Sha256");
        const auto& basic128 = *ua::findPolicyByName("Basic128Rsa15");
        const auto tooShort = ua::checkChannelNonce(basic256, base::Bytes(16, 9), {});
        QVERIFY(!tooShort);
        QCOMPARE(tooShort.error().status, ua::status::BadNonceInvalid);
        QVERIFY(ua::checkChannelNonce(basic128, base::Bytes(16, 9), {}));
        QVERIFY(!ua::checkChannelNonce(basic128, base::Bytes(32, 9), {}));
        QVERIFY(!ua::checkChannelNonce(basic256, base::Bytes(32, 0), {}));
        QVERIFY(!ua::checkChannelNonce(basic256, previous, previous));
        QVERIFY(ua::checkChannelNonce(ua::nonePolicy(), {}, {}));
        QVERIFY(ua::checkChannelNonce(ua::nonePolicy(), base::Bytes(32, 9), {}));
    }
};

QTEST_GUILESS_MAIN(TestAsymmetric)
#include "test_asymmetric.moc"
