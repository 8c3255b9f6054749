// SPDX-License-Identifier: MIT
// Key derivation and symmetric primitives against golden vectors and published test vectors.
#include "ua/security/digest.h"
#include "ua/security/keyed_hash.h"
#include "ua/security/symmetric_keys.h"
#include "unit/ua/security/vector_file.h"

#include <QObject>
#include <QTest>

#include <map>

class TestSymmetric : public QObject
{
    Q_OBJECT

    static void compareKeys(const ua::DerivedKeys& keys, const QJsonObject& expected)
    {
        QCOMPARE(keys.signingKey, vectors::bytes(expected, "signingKey"));
        QCOMPARE(keys.encryptingKey, vectors::bytes(expected, "encryptingKey"));
        QCOMPARE(keys.iv, vectors::bytes(expected, "iv"));
    }

private slots:
    void keyDerivationVectors()
    {
        std::map<std::string, int> checked;
        for (const auto& entry : vectors::read("kdf.json")) {
            const auto vector = entry.toObject();
            const auto type = vectors::text(vector, "type");
            ++checked[type];
            if (type == "P_SHA1" || type == "P_SHA256") {
                base::Bytes out(vectors::number(vector, "length"));
                ua::pHash(type == "P_SHA1" ? ua::KeyDerivation::PSha1 : ua::KeyDerivation::PSha256,
                          vectors::bytes(vector, "secret"), vectors::bytes(vector, "seed"), out);
                QCOMPARE(out, vectors::bytes(vector, "hex"));
            } else if (type == "derivedKeys") {
                const auto* policy = ua::findPolicy(vectors::text(vector, "policy"));
                QVERIFY(policy != nullptr);
                const auto client = vectors::bytes(vector, "clientNonce");
                const auto server = vectors::bytes(vector, "serverNonce");
                compareKeys(ua::deriveKeys(*policy, server, client),
                            vector.value("client").toObject());
                compareKeys(ua::deriveKeys(*policy, client, server),
                            vector.value("server").toObject());
            } else {
                // ECC is not in the policy table: such a vector must name a policy we do not claim.
                QCOMPARE(type, std::string("hkdf"));
                QVERIFY(ua::findPolicy(vectors::text(vector, "policy")) == nullptr);
            }
        }
        QCOMPARE(checked["P_SHA1"], 6);
        QCOMPARE(checked["P_SHA256"], 7);
        QCOMPARE(checked["derivedKeys"], 14);
        QCOMPARE(checked["hkdf"], 32);
        qInfo("kdf.json: %d checked, %d of policies not in the table",
              checked["P_SHA1"] + checked["P_SHA256"] + checked["derivedKeys"], checked["hkdf"]);
    }

    /// RFC 4231 cases 1, 2 and 6 (key longer than a block), RFC 2202 case 1 and 2.
    void publishedMacs()
    {
        const auto mac = [](ua::SymmetricAuthentication algorithm, base::Bytes key,
                            std::string_view data) {
            const ua::KeyedHash hash(algorithm, key);
            base::Bytes out(hash.size());
            // Split at an odd place: both parts must be hashed.
            hash.compute(base::bytesOf(data.substr(0, 3)), base::bytesOf(data.substr(3)), out);
            return base::toHex(out);
        };
        using enum ua::SymmetricAuthentication;
        const auto jefe = base::bytesOf("Jefe");
        QCOMPARE(mac(HmacSha256, base::Bytes(20, 0x0B), "Hi There"),
                 std::string("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"));
        QCOMPARE(mac(HmacSha256, {jefe.begin(), jefe.end()}, "what do ya want for nothing?"),
                 std::string("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
        QCOMPARE(mac(HmacSha256, base::Bytes(131, 0xAA),
                     "Test Using Larger Than Block-Size Key - Hash Key First"),
                 std::string("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"));
        QCOMPARE(mac(HmacSha1, base::Bytes(20, 0x0B), "Hi There"),
                 std::string("b617318655057264e28bc0b6fb378c8ef146be00"));
        QCOMPARE(mac(HmacSha1, {jefe.begin(), jefe.end()}, "what do ya want for nothing?"),
                 std::string("effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"));
    }

    void publishedDigests()
    {
        QCOMPARE(base::toHex(ua::sha1(base::bytesOf("abc"))),
                 std::string("a9993e364706816aba3e25717850c26c9cd0d89d"));
        QCOMPARE(base::toHex(ua::sha256(base::bytesOf("abc"))),
                 std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }

    /// NIST SP 800-38A F.2.1 and F.2.5: AES-CBC, repeated to see that each chunk starts from the
    /// IV.
    void publishedCipher_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("cipher");
        QTest::newRow("aes128")
            << "Aes128_Sha256_RsaOaep"
            << "2b7e151628aed2a6abf7158809cf4f3c"
            << "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2";
        QTest::newRow("aes256")
            << "Basic256Sha256"
            << "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"
            << "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d";
    }
    void publishedCipher()
    {
        QFETCH(QString, policy);
        QFETCH(QString, key);
        QFETCH(QString, cipher);
        ua::DerivedKeys keys;
        keys.signingKey.assign(32, 1);
        keys.encryptingKey = base::fromHex(key.toStdString()).value();
        keys.iv = base::fromHex("000102030405060708090a0b0c0d0e0f").value();
        const auto plain =
            base::fromHex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")
                .value();
        const auto& row = *ua::findPolicyByName(policy.toStdString());
        auto encrypting =
            ua::SymmetricKeys::create(row, keys, ua::SymmetricKeys::Use::Encrypt).value();
        auto decrypting =
            ua::SymmetricKeys::create(row, keys, ua::SymmetricKeys::Use::Decrypt).value();
        for (int i = 0; i < 3; ++i) {
            auto data = plain;
            QVERIFY(encrypting.transform(data));
            QCOMPARE(base::toHex(data), cipher.toStdString());
            QVERIFY(decrypting.transform(data));
            QCOMPARE(data, plain);
        }
        auto partial = base::Bytes(17);
        QVERIFY(!decrypting.transform(partial));
        keys.iv.pop_back();
        QVERIFY(!ua::SymmetricKeys::create(row, keys, ua::SymmetricKeys::Use::Encrypt));
    }

    void signatureNoticesEveryBit()
    {
        const auto& policy = *ua::findPolicyByName("Basic256Sha256");
        const auto keys = ua::deriveKeys(policy, base::Bytes(32, 1), base::Bytes(32, 2));
        const auto signing =
            ua::SymmetricKeys::create(policy, keys, ua::SymmetricKeys::Use::SignOnly).value();
        base::Bytes data(40, 7);
        base::Bytes signature(signing.signatureSize());
        signing.sign(data, signature);
        QVERIFY(signing.verify(data, signature));
        for (std::size_t bit = 0; bit < data.size() * 8; ++bit) {
            data[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
            QVERIFY(!signing.verify(data, signature));
            data[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
        }
        QVERIFY(!signing.verify(data, base::BytesView(signature).first(31)));
        QVERIFY(!signing.verify(data, {}));
    }

    void randomBytesDiffer()
    {
        QVERIFY(ua::randomBytes(32).value() != ua::randomBytes(32).value());
        QCOMPARE(ua::randomBytes(0).value().size(), std::size_t{0});
    }
};

QTEST_GUILESS_MAIN(TestSymmetric)
#include "test_symmetric.moc"
