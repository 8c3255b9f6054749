// SPDX-License-Identifier: MIT
// Long: eight secured channels hammered for a minute through several token renewals (case T07).
#include "batch/program.h"

#include <QObject>
#include <QTest>

class HammerTest : public QObject
{
    Q_OBJECT

private slots:
    void renewalsAtAHighRateLoseNoSequenceNumber()
    {
        QTemporaryDir directory;
        const QString run = directory.filePath("run");
        const auto outcome = batch::run(
            batch::quick("read-open-loop", run, "60s",
                         {"--set", "/workloads/0/sessions=8", "--set",
                          "/workloads/0/arrival/rate=40000", "--set", "/workloads/0/nodesPerRead=1",
                          "--set", "/security/policy=Basic256Sha256", "--set",
                          "/security/mode=SignAndEncrypt", "--set", "/security/tokenLifetime=12s"}),
            150'000);
        // The rate may be more than this machine bears beside other work; errors are what counts.
        QVERIFY2(outcome.exitCode == 0 || outcome.exitCode == 4 || outcome.exitCode == 99,
                 qPrintable(outcome.out + outcome.err));
        QCOMPARE(batch::counterOf(run, "read.failed"), 0.0);
        QVERIFY(batch::counterOf(run, "read.completed") > 100'000);
        const auto model = results::readRunLog(run.toStdString());
        QVERIFY(model);
        for (const auto& change : model->sessionChanges()) {
            QVERIFY2(change.state != "reconnecting", change.statusCode.c_str());
        }
        qInfo() << batch::counterOf(run, "read.completed") << "requests, none failed";
    }
};

QTEST_GUILESS_MAIN(HammerTest)
#include "test_hammer.moc"
