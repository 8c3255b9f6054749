// SPDX-License-Identifier: MIT
// Certificates made, read back and kept in the pki folder.
#include "ua/security/certificate_builder.h"
#include "ua/security/certificate_store.h"
#include "ua/types/status_codes.h"
#include "unit/ua/security/vector_file.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sys/stat.h>

class TestCertificate : public QObject
{
    Q_OBJECT

    static constexpr base::WallTime newYear{1'767'225'600'000'000'000}; // 2026-01-01T00:00Z

    static ua::CertificateRequest request()
    {
        return {.commonName = "Prüfstand",
                .applicationUri = "urn:host:uasurge,with:odd/chars",
                .hostNames = {"localhost", "127.0.0.1", "::1"},
                .notBefore = newYear,
                .validity = std::chrono::days(10)};
    }

private slots:
    void builtCertificateReadsBack()
    {
        const auto made = ua::makeSelfSigned(request()).value();
        const auto read = ua::Certificate::fromDer(made.certificate.der()).value();
        QCOMPARE(read.applicationUri(), std::string("urn:host:uasurge,with:odd/chars"));
        QCOMPARE(read.commonName(), std::string("Prüfstand"));
        QVERIFY(read.subject().find("CN=Prüfstand") != std::string::npos);
        QCOMPARE(read.hostNames(),
                 (std::vector<std::string>{"localhost", "127.0.0.1",
                                           "0000:0000:0000:0000:0000:0000:0000:0001"}));
        QCOMPARE(read.notBefore().ns, newYear.ns);
        QCOMPARE(read.notAfter().ns, (newYear + std::chrono::days(10)).ns);
        QCOMPARE(read.keyBits(), 2048U);
        QVERIFY(read.isSelfSigned());
        QVERIFY(read.belongsTo(made.key));
        QVERIFY(!read.belongsTo(vectors::key("client2048")));
        QCOMPARE(read, ua::Certificate::parse(base::bytesOf(read.toPem())).value());
        const auto key = ua::PrivateKey::parse(made.key.toPem().value()).value();
        QVERIFY(read.belongsTo(key));
    }

    void builderNamesWhatIsWrong()
    {
        auto bad = request();
        bad.applicationUri = "urn:grün";
        QVERIFY(!ua::makeSelfSigned(bad, vectors::key("client2048")));
        bad = request();
        bad.commonName = std::string(65, 'x');
        QVERIFY(!ua::makeSelfSigned(bad, vectors::key("client2048")));
        QVERIFY(!ua::makeSelfSigned(request(), ua::PrivateKey()));
        bad.keyBits = 512;
        QVERIFY(!ua::makeSelfSigned(bad));
    }

    /// Values as printed by an independent reader of the same file.
    void foreignCertificate()
    {
        const auto certificate = vectors::certificate("server2048");
        QCOMPARE(certificate.applicationUri(), std::string("urn:ref:server2048"));
        QCOMPARE(certificate.keyBits(), 2048U);
        QCOMPARE(vectors::certificate("client4096").keySize(), std::size_t{512});
    }

    void leafOfChain()
    {
        const auto leaf = vectors::certificate("client2048");
        const auto issuer = vectors::certificate("server2048");
        base::Bytes blob(leaf.der().begin(), leaf.der().end());
        blob.insert(blob.end(), issuer.der().begin(), issuer.der().end());
        const auto read = ua::Certificate::fromDer(blob).value();
        QCOMPARE(read, leaf);
        QCOMPARE(read.thumbprint(), leaf.thumbprint());
        QCOMPARE(read.chain().size(), blob.size());
        QCOMPARE(read.der().size(), leaf.der().size());
    }

    void malformedInputFails()
    {
        const auto der = vectors::certificate("client2048").der();
        for (std::size_t size = 0; size < der.size(); ++size) {
            QVERIFY(!ua::Certificate::fromDer(der.first(size)));
        }
        QVERIFY(!ua::Certificate::fromDer(base::Bytes(200 * 1024, 0x30)));
        QVERIFY(!ua::Certificate::parse(base::bytesOf("-----BEGIN CERTIFICATE-----\nxx")));
        QVERIFY(!ua::PrivateKey::parse(base::bytesOf("-----BEGIN PRIVATE KEY-----\nxx")));
        QVERIFY(!ua::PrivateKey::parse({}));
        const auto ecc = vectors::pathOf("keys/ecc/client_nistP256_key.pem").toStdString();
        const auto result = ua::PrivateKey::load(ecc);
        QVERIFY(!result);
        QVERIFY(result.error().context.find("RSA") != std::string::npos);
        const ua::Certificate none;
        QVERIFY(none.isNull() && none.der().empty() && none.keySize() == 0);
    }

    void keySizesOfPolicies()
    {
        const auto big = vectors::certificate("client4096");
        QVERIFY(ua::checkKeySize(*ua::findPolicyByName("Basic256Sha256"), big));
        const auto result = ua::checkKeySize(*ua::findPolicyByName("Basic128Rsa15"), big);
        QVERIFY(!result);
        QCOMPARE(result.error().status, ua::status::BadCertificatePolicyCheckFailed);
        QVERIFY(ua::checkKeySize(ua::nonePolicy(), big));
    }

    /// Field case R02: the folder has a name outside ASCII.
    void storeMakesAndKeepsIdentity()
    {
        const QTemporaryDir folder;
        const auto root = std::filesystem::path(folder.path().toStdString()) /
                          std::filesystem::path(u8"Prüfstand Größe/测试/é");
        const ua::CertificateStore store(root);
        const auto made = store.loadOrCreate("uasurge", request()).value();
        struct stat info{};
        const auto keyFile = root / "own/private/uasurge.pem";
        QCOMPARE(::stat(keyFile.c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0600U);
        QCOMPARE(::stat((root / "own/private").c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0700U);
        const auto again = store.loadOrCreate("uasurge", request()).value();
        QCOMPARE(again.certificate, made.certificate);
        QVERIFY(again.certificate.belongsTo(again.key));

        auto other = request();
        other.applicationUri = "urn:other";
        const auto mismatch = store.loadOrCreate("uasurge", other);
        QVERIFY(!mismatch);
        QCOMPARE(mismatch.error().status, ua::status::BadCertificateUriInvalid);
        std::filesystem::remove(keyFile);
        const auto missing = store.loadOrCreate("uasurge", request());
        QVERIFY(!missing);
        QVERIFY(missing.error().context.find("uasurge.pem is missing") != std::string::npos);
    }

    void trustList()
    {
        const QTemporaryDir folder;
        const ua::CertificateStore store(folder.path().toStdString());
        QVERIFY(store.createFolders());
        const auto identity = ua::makeSelfSigned(request()).value();
        const auto stranger = vectors::certificate("client2048");
        QVERIFY(store.trust(identity.certificate));
        std::ofstream(store.root() / "trusted/certs/broken.der") << "no certificate";
        const auto list = store.loadTrustList(ua::TrustMode::TrustList).value();
        QCOMPARE(list.size(), std::size_t{1});
        QVERIFY(list.check(identity.certificate, newYear + std::chrono::days(1)));
        const auto late = list.check(identity.certificate, newYear + std::chrono::days(11));
        QVERIFY(!late);
        QCOMPARE(late.error().status, ua::status::BadCertificateTimeInvalid);
        const auto unknown = list.check(stranger, newYear);
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().status, ua::status::BadCertificateUntrusted);
        QVERIFY(ua::TrustList(ua::TrustMode::AcceptAll).check(stranger, newYear));
    }

    void rejectedStaysBounded()
    {
        const QTemporaryDir folder;
        const ua::CertificateStore store(folder.path().toStdString());
        const auto key = vectors::key("client2048");
        for (int i = 0; i < 103; ++i) {
            QVERIFY(store.reject(ua::makeSelfSigned(request(), key).value()));
        }
        const std::filesystem::directory_iterator files(store.root() / "rejected/certs");
        QCOMPARE(std::distance(begin(files), end(files)), 100);
    }
};

QTEST_GUILESS_MAIN(TestCertificate)
#include "test_certificate.moc"
