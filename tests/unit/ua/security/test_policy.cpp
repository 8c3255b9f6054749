// SPDX-License-Identifier: MIT
// The policy table against the lengths the algorithms themselves have.
#include "ua/security/security_policy.h"

#include <QObject>
#include <QTest>

#include <set>
#include <string>

class TestPolicy : public QObject
{
    Q_OBJECT

private slots:
    void namesAndUrisAgree()
    {
        std::set<std::string_view> uris;
        for (const auto& policy : ua::securityPolicies()) {
            QCOMPARE(std::string(policy.uri),
                     "http://opcfoundation.org/UA/SecurityPolicy#" + std::string(policy.name));
            QVERIFY(uris.insert(policy.uri).second);
            QCOMPARE(ua::findPolicy(policy.uri), &policy);
            QCOMPARE(ua::findPolicyByName(policy.name), &policy);
        }
        QCOMPARE(uris.size(), std::size_t{6});
        QVERIFY(ua::findPolicy("http://opcfoundation.org/UA/SecurityPolicy#Basic512") == nullptr);
        QVERIFY(ua::findPolicyByName("") == nullptr);
        QVERIFY(!ua::nonePolicy().isSecured());
    }

    void lengthsFollowFromAlgorithms()
    {
        for (const auto& policy : ua::securityPolicies()) {
            QCOMPARE(int(policy.signatureLength),
                     policy.authentication == ua::SymmetricAuthentication::HmacSha256 ? 32
                     : policy.authentication == ua::SymmetricAuthentication::HmacSha1 ? 20
                                                                                      : 0);
            QCOMPARE(int(policy.encryptingKeyLength),
                     policy.cipher == ua::SymmetricCipher::Aes256Cbc   ? 32
                     : policy.cipher == ua::SymmetricCipher::Aes128Cbc ? 16
                                                                       : 0);
            QCOMPARE(policy.signatureAlgorithmUri().empty(), !policy.isSecured());
            QCOMPARE(policy.encryptionAlgorithmUri().empty(), !policy.isSecured());
            QVERIFY(policy.minKeyBits <= policy.maxKeyBits);
        }
    }
};

QTEST_GUILESS_MAIN(TestPolicy)
#include "test_policy.moc"
