// SPDX-License-Identifier: MIT
// Coordinated omission (case L01): a server stopped for one second must show in the latency from
// the intended start. An injected delay with wide bounds is the one timing a test may assert.
#include "batch/program.h"

#include <QObject>
#include <QTest>

#include <csignal>

class StallTest : public QObject
{
    Q_OBJECT

private slots:
    void aStallOfOneSecondShowsFromTheIntendedStart()
    {
        QTemporaryDir directory;
        const QString run = directory.filePath("run");
        QProcess process;
        process.start(batch::executable(),
                      batch::quick("read-open-loop", run, "10s",
                                   {"--set", "/workloads/0/arrival/maxInFlight=1", "--set",
                                    "/workloads/0/arrival/rate=1000"}));
        QVERIFY(batch::waitForPhase(run, "steady"));
        QThread::msleep(4'000);
        QCOMPARE(batch::servers().size(), 1);
        const auto server = static_cast<pid_t>(batch::servers().first());
        ::kill(server, SIGSTOP);
        QThread::msleep(1'000);
        ::kill(server, SIGCONT);
        const auto outcome = batch::finish(process);
        QVERIFY2(outcome.exitCode == 99 || outcome.exitCode == 4, qPrintable(outcome.err));
        const auto metrics = batch::metricsOf(run);
        const auto latency = metrics["read.latency"].toObject();
        const auto service = metrics["read.service"].toObject();
        qInfo() << "latency p95" << latency["p95"].toDouble() / 1e9 << "p99"
                << latency["p99"].toDouble() / 1e9 << "service p99"
                << service["p99"].toDouble() / 1e9;
        QVERIFY(latency["p95"].toDouble() > 0.35e9 && latency["p95"].toDouble() < 0.7e9);
        QVERIFY(latency["p99"].toDouble() > 0.75e9 && latency["p99"].toDouble() < 1.1e9);
        // Ten of ten thousand requests were under way; the others were served as ever.
        QVERIFY(service["p99"].toDouble() < 0.2e9);
        QCOMPARE(batch::counterOf(run, "read.notStarted"), 0.0);
        QCOMPARE(batch::counterOf(run, "read.completed"), batch::counterOf(run, "read.offered"));
    }
};

QTEST_GUILESS_MAIN(StallTest)
#include "test_stall.moc"
