// SPDX-License-Identifier: MIT
// Ceilings are measured with the operations of the policy; figures themselves are not asserted.
#include "load/ceilings.h"

#include <QObject>
#include <QTest>

#include <set>

class CeilingsTest : public QObject
{
    Q_OBJECT

private slots:
    void everyOperationIsMeasured()
    {
        const base::SystemClock clock;
        ua::CertificateRequest request;
        request.applicationUri = "urn:test";
        request.notBefore = clock.wall();
        const auto identity = ua::makeSelfSigned(request);
        QVERIFY(identity);
        const auto ceilings =
            load::measureCeilings(*ua::findPolicyByName("Basic256Sha256"), *identity, 2,
                                  std::chrono::milliseconds(20), clock);
        std::set<std::string> names;
        double privates = 0;
        double publics = 0;
        for (const auto& ceiling : ceilings) {
            names.insert(ceiling.operation);
            QVERIFY(ceiling.perSecond > 0);
            privates = ceiling.operation == "rsa2048.private" ? ceiling.perSecond : privates;
            publics = ceiling.operation == "rsa2048.public" ? ceiling.perSecond : publics;
        }
        QVERIFY((names == std::set<std::string>{"rsa2048.private", "rsa2048.public",
                                                "loopback.roundTrip", "memory.copy"}));
        QVERIFY(publics > privates); // of the same key, by the size of the exponents
        const auto none =
            load::measureCeilings(ua::nonePolicy(), {}, 1, std::chrono::milliseconds(5), clock);
        QCOMPARE(none.size(), std::size_t(2));
    }
};

QTEST_GUILESS_MAIN(CeilingsTest)
#include "test_ceilings.moc"
