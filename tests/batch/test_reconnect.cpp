// SPDX-License-Identifier: MIT
// Connections reset under load (case S03): sessions move to new connections, and what the server
// kept meanwhile is fetched, so that nothing is lost or counted twice.
#include "batch/program.h"

#include <QObject>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <sys/socket.h>

namespace {

/// Passes bytes between clients and a server, and cuts them off on demand.
class Proxy : public QObject
{
public:
    explicit Proxy(quint16 target)
        : m_target(target)
    {
        connect(&m_server, &QTcpServer::newConnection, this, &Proxy::accept);
        m_server.listen(QHostAddress::LocalHost, 0);
    }
    quint16 port() const { return m_server.serverPort(); }
    int resetAll()
    {
        const auto pairs = m_pairs;
        m_pairs.clear();
        for (const auto& [near, far] : pairs) {
            for (auto* socket : {near, far}) {
                socket->disconnect();
                linger now{1, 0};
                setsockopt(int(socket->socketDescriptor()), SOL_SOCKET, SO_LINGER, &now,
                           sizeof(now));
                socket->abort();
                socket->deleteLater();
            }
        }
        return int(pairs.size());
    }

private:
    void accept()
    {
        while (auto* near = m_server.nextPendingConnection()) {
            auto* far = new QTcpSocket(this);
            far->connectToHost(QHostAddress::LocalHost, m_target);
            connect(near, &QTcpSocket::readyRead, far,
                    [near, far] { far->write(near->readAll()); });
            connect(far, &QTcpSocket::readyRead, near,
                    [near, far] { near->write(far->readAll()); });
            connect(near, &QTcpSocket::disconnected, far, &QTcpSocket::disconnectFromHost);
            connect(far, &QTcpSocket::disconnected, near, &QTcpSocket::disconnectFromHost);
            m_pairs.append(std::pair<QTcpSocket*, QTcpSocket*>(near, far));
        }
    }

    quint16 m_target;
    QTcpServer m_server;
    QList<std::pair<QTcpSocket*, QTcpSocket*>> m_pairs;
};

} // namespace

class ReconnectTest : public QObject
{
    Q_OBJECT

private slots:
    void resetConnectionsLoseNothing()
    {
        QTemporaryDir directory;
        QProcess server;
        server.start(batch::executable(),
                     {"--serve", "--port", "0", "--pki", directory.filePath("pki")});
        QVERIFY(server.waitForReadyRead(20'000));
        const QString announced = QString::fromUtf8(server.readLine());
        const auto match =
            QRegularExpression("opc[.]tcp:[/][/]127[.]0[.]0[.]1:([0-9]+)").match(announced);
        QVERIFY2(match.hasMatch(), qPrintable(announced));
        Proxy proxy(quint16(match.captured(1).toUInt()));

        const QString scenario = directory.filePath("scenario.json");
        QFile file(scenario);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QString url =
            QString("opc.tcp:") + "/" + "/127.0.0.1:" + QString::number(proxy.port());
        const QJsonArray nodes{"ns=2;i=1"};
        const QJsonObject document{
            {"schema", "uasurge-scenario/1.0"},
            {"name", "reconnect"},
            {"target", QJsonObject{{"kind", "external"},
                                   {"url", url},
                                   {"nodes", nodes},
                                   {"writableNodes", nodes},
                                   {"acceptUntrusted", true}}},
            {"workloads", QJsonArray{QJsonObject{{"name", "subscribe"},
                                                 {"kind", "subscribe"},
                                                 {"sessions", 5},
                                                 {"publishingInterval", "50ms"},
                                                 {"samplingInterval", "0s"},
                                                 {"queueSize", 100},
                                                 {"lifetimeCount", 1000}},
                                     QJsonObject{{"name", "write"},
                                                 {"kind", "write"},
                                                 {"arrival", QJsonObject{{"model", "burst"},
                                                                         {"count", 1},
                                                                         {"every", "100ms"}}}}}},
            {"phases", QJsonObject{{"settle", "500ms"}, {"steady", "6s"}, {"drain", "2s"}}},
            {"thresholds", QJsonArray{"subscribe.drops:count==0"}}};
        file.write(QJsonDocument(document).toJson());
        file.close();

        const QString run = directory.filePath("run");
        QProcess process;
        process.start(batch::executable(), {"--batch", scenario, "--quiet", "--output-dir", run});
        // The proxy lives in this thread: its events must run while we wait.
        QTRY_VERIFY_WITH_TIMEOUT(process.state() == QProcess::NotRunning ||
                                     batch::waitForPhase(run, "steady", 20),
                                 30'000);
        QCOMPARE(process.state(), QProcess::Running);
        QTest::qWait(1'500);
        QVERIFY(proxy.resetAll() >= 6); // with those already closed
        QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 30'000);
        const auto outcome = batch::finish(process);
        QVERIFY2(outcome.exitCode == 0 || outcome.exitCode == 4 || outcome.exitCode == 99,
                 qPrintable(outcome.out + outcome.err));
        const auto codes =
            batch::resultOf(run)["cells"].toArray().at(0).toObject()["statusCodes"].toObject();
        QVERIFY(codes["BadConnectionClosed"].toInt() >= 6);
        QVERIFY2(!codes.contains("BadSessionIdInvalid"), "the sessions should have been kept");
        const double expected = batch::counterOf(run, "subscribe.expected");
        QVERIFY(expected >= 5 * 40);
        // Every value that was written arrived, by Republish where the connection was down.
        QCOMPARE(batch::counterOf(run, "subscribe.drops"), 0.0);
        QCOMPARE(batch::counterOf(run, "subscribe.received"), expected);
        server.terminate();
        QVERIFY(server.waitForFinished());
    }
    void t07RenewalsUnderTrafficLoseNoSequenceNumber()
    {
        QTemporaryDir directory;
        const QString run = directory.filePath("run");
        const auto outcome = batch::run(batch::quick("quick-start", run, "6s",
                                                     {"--set", "/workloads/0/sessions=4", "--set",
                                                      "/workloads/2/arrival/rate=2000", "--set",
                                                      "/security/tokenLifetime=1s"}));
        QVERIFY2(outcome.exitCode == 0 || outcome.exitCode == 4,
                 qPrintable(outcome.out + outcome.err));
        // Ten channels renewed about eight times each: one error would have closed a channel.
        QCOMPARE(batch::counterOf(run, "read.failed"), 0.0);
        QCOMPARE(batch::counterOf(run, "read.completed"), 12'000.0);
        QCOMPARE(batch::counterOf(run, "subscribe.drops"), 0.0);
        const auto model = results::readRunLog(run.toStdString());
        QVERIFY(model);
        for (const auto& change : model->sessionChanges()) {
            QVERIFY2(change.state != "reconnecting", change.statusCode.c_str());
        }
    }

    void s01AKilledToolDoesNotBlockTheNextRun()
    {
        QTemporaryDir directory;
        QProcess server;
        server.start(batch::executable(),
                     {"--serve", "--port", "0", "--pki", directory.filePath("pki"), "--set",
                      "/target/server/maxSessions=10"});
        QVERIFY(server.waitForReadyRead(20'000));
        const QString announced = QString::fromUtf8(server.readLine());
        const auto match =
            QRegularExpression("opc[.]tcp:[/][/]127[.]0[.]0[.]1:([0-9]+)").match(announced);
        QVERIFY2(match.hasMatch(), qPrintable(announced));
        const auto arguments = [&](const QString& run, const QString& steady) {
            const QString target = QString("/target={\"kind\":\"external\",\"url\":\"opc.tcp:") +
                                   "/" + "/127.0.0.1:" + match.captured(1) +
                                   "\",\"nodes\":[\"ns=2;i=1\"]}";
            return batch::quick("read-open-loop", run, steady,
                                {"--set", target, "--set", "/workloads/0/nodesPerRead=1", "--set",
                                 "/workloads/0/sessionTimeout=2s", "--set",
                                 "/phases/ramp/attempts=8"});
        };
        QProcess first;
        first.start(batch::executable(), arguments(directory.filePath("first"), "60s"));
        QVERIFY(batch::waitForPhase(directory.filePath("first"), "steady"));
        first.kill();
        first.waitForFinished();
        // At once again: the ten sessions left behind end by their own timeout.
        QThread::msleep(2'500);
        const auto outcome = batch::run(arguments(directory.filePath("second"), "1s"));
        QVERIFY2(outcome.exitCode == 0 || outcome.exitCode == 4,
                 qPrintable(outcome.out + outcome.err));
        QCOMPARE(batch::counterOf(directory.filePath("second"), "sessions.established"), 10.0);
        server.terminate();
        QVERIFY(server.waitForFinished());
    }
};

QTEST_GUILESS_MAIN(ReconnectTest)
#include "test_reconnect.moc"
