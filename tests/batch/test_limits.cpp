// SPDX-License-Identifier: MIT
// Server limits met by whole runs: publish requests (case P01), monitored items (P13), operations
// per request (B02).
#include "batch/program.h"

#include <QObject>
#include <QTest>

class LimitsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    QString dir(const QString& name) { return m_directory.filePath(name); }

    static int statusCount(const QString& directory, const QString& name)
    {
        return batch::resultOf(directory)["cells"]
            .toArray()
            .at(0)
            .toObject()["statusCodes"]
            .toObject()[name]
            .toInt();
    }

private slots:
    void p01PublishRequestsOverTheLimitAreLearned()
    {
        const QString run = dir("publish");
        const auto outcome = batch::run(batch::quick(
            "quick-start", run, "3s",
            {"--set", "/target/server/maxPublishRequestsPerSession=20", "--set",
             "/target/server/variables=1000", "--set", "/workloads/0/sessions=1", "--set",
             "/workloads/0/subscriptions=50", "--set", "/workloads/0/items=20", "--set",
             "/workloads/0/publishingInterval=100ms", "--set", "/workloads/1/nodesPerWrite=20"}));
        QVERIFY2(outcome.exitCode == 0 || outcome.exitCode == 4,
                 qPrintable(outcome.out + outcome.err));
        // 51 requests wanted, 20 kept: each of the others is answered once, then never again.
        const int faults = statusCount(run, "BadTooManyPublishRequests");
        QVERIFY2(faults >= 1 && faults <= 31, qPrintable(QString::number(faults)));
        QVERIFY(batch::counterOf(run, "subscribe.expected") > 0);
        QCOMPARE(batch::counterOf(run, "subscribe.received"),
                 batch::counterOf(run, "subscribe.expected"));
        QCOMPARE(batch::counterOf(run, "subscribe.drops"), 0.0);
    }

    void p13ItemsOverTheLimitsAreCounted()
    {
        const QString run = dir("items");
        const auto outcome = batch::run(
            batch::quick("quick-start", run, "2s",
                         {"--set", "/target/server/variables=1000", "--set",
                          "/target/server/maxMonitoredItems=4000", "--set",
                          "/target/server/maxMonitoredItemsPerSubscription=1000", "--set",
                          "/target/server/operationLimits/maxMonitoredItemsPerCall=100", "--set",
                          "/workloads/0/sessions=5", "--set", "/workloads/0/items=976"}));
        QVERIFY2(outcome.exitCode == 0 || outcome.exitCode == 99 || outcome.exitCode == 4,
                 qPrintable(outcome.err));
        QCOMPARE(batch::counterOf(run, "subscribe.itemsCreated"), 4000.0);
        QCOMPARE(batch::counterOf(run, "subscribe.itemsFailed"), 880.0);
        QCOMPARE(statusCount(run, "BadTooManyMonitoredItems"), 880);
    }

    void b02OperationsAreSplit_data()
    {
        QTest::addColumn<int>("limit");
        QTest::addColumn<int>("nodes");
        QTest::newRow("one over") << 20 << 21;
        QTest::newRow("exactly") << 20 << 20;
        QTest::newRow("several parts") << 20 << 101;
        QTest::newRow("one at a time") << 1 << 5;
        QTest::newRow("no limit") << 0 << 101;
    }
    void b02OperationsAreSplit()
    {
        QFETCH(int, limit);
        QFETCH(int, nodes);
        const QString run = dir(QString("split-%1-%2").arg(limit).arg(nodes));
        const auto outcome = batch::run(batch::quick(
            "read-open-loop", run, "1s",
            {"--set", QString("/target/server/operationLimits/maxNodesPerRead=%1").arg(limit),
             "--set", QString("/workloads/0/nodesPerRead=%1").arg(nodes), "--set",
             "/workloads/0/arrival/rate=50"}));
        QVERIFY2(outcome.exitCode == 0 || outcome.exitCode == 4,
                 qPrintable(outcome.out + outcome.err));
        QCOMPARE(statusCount(run, "BadTooManyOperations"), 0);
        QCOMPARE(batch::counterOf(run, "read.failed"), 0.0);
        const double completed = batch::counterOf(run, "read.completed");
        QCOMPARE(completed, 50.0);
        // Every part was answered and counted: settle, steady and drain together.
        const int parts = limit == 0 ? 1 : (nodes + limit - 1) / limit;
        QVERIFY(statusCount(run, "Good") >= completed * parts);
    }
};

QTEST_GUILESS_MAIN(LimitsTest)
#include "test_limits.moc"
