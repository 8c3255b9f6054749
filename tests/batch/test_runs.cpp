// SPDX-License-Identifier: MIT
// Whole runs against the embedded server: pass, fail, limits, interrupts, killed processes.
#include "batch/program.h"

#include <QObject>
#include <QTest>

#include <csignal>

class RunsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    QString dir(const char* name) { return m_directory.filePath(name); }

private slots:
    void aRunPassesAndIsComplete()
    {
        // Non-ASCII path and C locale (case R02).
        const QString directory = m_directory.filePath(QString::fromUtf8("Prüfstand Größe/测试"));
        QDir().mkpath(QFileInfo(directory).path());
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LC_ALL", "C");
        process.setProcessEnvironment(environment);
        process.start(batch::executable(), batch::quick("quick-start", directory, "3s",
                                                        {"--set", "/workloads/0/sessions=20"}));
        const auto outcome = batch::finish(process);
        // The machine may be busy with other tests: then the run says so itself.
        QVERIFY2(outcome.exitCode == 0 || outcome.exitCode == 4,
                 qPrintable(outcome.out + outcome.err));
        QCOMPARE(batch::counterOf(directory, "sessions.established"), 26.0);
        const double expected = batch::counterOf(directory, "subscribe.expected");
        QVERIFY(expected > 0);
        QCOMPARE(batch::counterOf(directory, "subscribe.received"), expected);
        QCOMPARE(batch::counterOf(directory, "subscribe.drops"), 0.0);
        QCOMPARE(batch::counterOf(directory, "subscribe.sessionsMissing"), 0.0);
        QCOMPARE(batch::counterOf(directory, "read.failed"), 0.0);
        for (const char* gauge : {"server.rss", "load.rss", "server.cpu", "server.descriptors"}) {
            QVERIFY(batch::metricsOf(directory)[gauge].toObject()["last"].toDouble() > 0);
        }
        QFile report(directory + "/report.html");
        QVERIFY(report.open(QIODevice::ReadOnly));
        const auto html = report.readAll();
        QVERIFY(html.contains("quick-start") && html.contains("<svg"));
        QVERIFY(!html.contains("http://") || !html.contains("src=\"http"));
        // The private keys of this run belong to their owner only.
        const QFileInfo key(directory + "/pki/own/private/server.pem");
        QVERIFY(key.exists());
        QCOMPARE(key.permissions() &
                     (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
                 QFile::Permissions());
        // The log tells the same as the result.
        const auto model = results::readRunLog(directory.toStdString());
        QVERIFY(model);
        const auto judgement = results::judge(*model);
        QCOMPARE(QString::fromUtf8(results::verdictStateName(judgement.verdict.state).data()),
                 batch::resultOf(directory)["verdict"].toObject()["state"].toString());
        // The same folder is not written twice.
        QCOMPARE(batch::run(batch::quick("quick-start", directory, "1s")).exitCode, 104);
    }

    void aFailedThresholdIsExitCode99()
    {
        const auto outcome = batch::run(batch::quick("read-closed-loop", dir("fail"), "1s",
                                                     {"--threshold", "read.completed:count<1"}));
        QVERIFY2(outcome.exitCode == 99 || outcome.exitCode == 4, qPrintable(outcome.out));
        bool failed = false;
        for (const auto& value : batch::resultOf(dir("fail"))["cells"]
                                     .toArray()
                                     .at(0)
                                     .toObject()["criteria"]
                                     .toArray()) {
            const auto criterion = value.toObject();
            failed = failed || (criterion["expression"].toString().startsWith("read.completed") &&
                                criterion["state"].toString() == "fail");
        }
        QVERIFY(failed);
    }

    void s01SessionsOverTheLimitAreCounted()
    {
        const auto outcome = batch::run(batch::quick(
            "session-scalability", dir("limit"), "2s",
            {"--set", "/target/server/maxSessions=11", "--set", "/workloads/0/sessions=12", "--set",
             "/phases/ramp/attempts=2", "--set", "/phases/ramp/retryDelay=10ms", "--set",
             "/phases/ramp/concurrencyPerCore=1"}));
        QVERIFY2(outcome.exitCode == 99 || outcome.exitCode == 4, qPrintable(outcome.err));
        // 12 subscribers and one writer want a session, 11 get one.
        QCOMPARE(batch::counterOf(dir("limit"), "sessions.established"), 11.0);
        const auto codes = batch::resultOf(dir("limit"))["cells"]
                               .toArray()
                               .at(0)
                               .toObject()["statusCodes"]
                               .toObject();
        QCOMPARE(codes["BadTooManySessions"].toInt(), 4); // two sessions, two attempts each
    }

    void interruptedRunsKeepTheirResult()
    {
        QProcess process;
        process.start(batch::executable(), batch::quick("read-open-loop", dir("interrupt"), "60s"));
        QVERIFY(batch::waitForPhase(dir("interrupt"), "steady"));
        QThread::msleep(1'500);
        process.terminate();
        const auto outcome = batch::finish(process, 20'000);
        QCOMPARE(outcome.exitCode, 105);
        QCOMPARE(batch::resultOf(dir("interrupt"))["verdict"].toObject()["state"].toString(),
                 QString("interrupted"));
        QVERIFY(batch::counterOf(dir("interrupt"), "read.completed") > 0);
        QVERIFY(QFile::exists(dir("interrupt") + "/report.html"));
        QVERIFY(batch::servers().isEmpty());
    }

    void aKilledRunnerLeavesNoOrphanAndAReadableLog()
    {
        QProcess process;
        process.start(batch::executable(), batch::quick("quick-start", dir("killed"), "60s",
                                                        {"--set", "/workloads/0/sessions=10"}));
        QVERIFY(batch::waitForPhase(dir("killed"), "steady"));
        QThread::msleep(4'000);
        QVERIFY(!batch::servers().isEmpty());
        process.kill();
        process.waitForFinished();
        for (int i = 0; i < 100 && !batch::servers().isEmpty(); ++i) {
            QThread::msleep(20);
        }
        QVERIFY(batch::servers().isEmpty());
        const auto model = results::readRunLog(dir("killed").toStdString());
        QVERIFY(model);
        const auto window = model->phaseWindow(0, results::Phase::Steady);
        QVERIFY(window);
        // Up to the last two seconds before the kill.
        QVERIFY(window->seconds() >= 2);
        QVERIFY(model->counter("subscribe.received", *window).value_or(0) > 0);
        const auto judgement = results::judge(*model);
        QCOMPARE(int(judgement.verdict.state), int(results::VerdictState::Interrupted));
        // The stored log still gives a report.
        QCOMPARE(batch::run({"--report", dir("killed")}).exitCode, 0);
        QVERIFY(QFile::exists(dir("killed") + "/report.html"));
    }

    void controlTakesTheScenarioAndStops()
    {
        QProcess process;
        process.start(batch::executable(),
                      {"--batch", "--control", "--quiet", "--output-dir", dir("control")});
        QFile scenario(
            QStringLiteral(UASURGE_SOURCE_DIR "/resources/scenarios/read-open-loop.json"));
        QVERIFY(scenario.open(QIODevice::ReadOnly));
        const QJsonObject line{{"scenario", QJsonDocument::fromJson(scenario.readAll()).object()}};
        process.write(QJsonDocument(line).toJson(QJsonDocument::Compact) + "\n");
        QVERIFY(process.waitForBytesWritten());
        QVERIFY(batch::waitForPhase(dir("control"), "steady"));
        process.write("{\"mark\":\"here\"}\n");
        QVERIFY(process.waitForBytesWritten());
        QThread::msleep(1'500);
        process.write("{\"stop\":true}\n");
        QVERIFY(process.waitForBytesWritten());
        const auto outcome = batch::finish(process, 30'000);
        QCOMPARE(outcome.exitCode, 105);
        const auto model = results::readRunLog(dir("control").toStdString());
        QVERIFY(model);
        bool marked = false;
        for (const auto& event : model->events()) {
            marked = marked || (event.kind == "mark" && event.text == "here");
        }
        QVERIFY(marked);
    }

    void aDyingServerIsNamed()
    {
        QProcess process;
        process.start(batch::executable(), batch::quick("read-open-loop", dir("dead"), "60s"));
        QVERIFY(batch::waitForPhase(dir("dead"), "steady"));
        QCOMPARE(batch::servers().size(), 1);
        ::kill(static_cast<pid_t>(batch::servers().first()), SIGKILL);
        const auto outcome = batch::finish(process, 30'000);
        QCOMPARE(outcome.exitCode, 105);
        QFile result(dir("dead") + "/result.json");
        QVERIFY(result.open(QIODevice::ReadOnly));
        QVERIFY(result.readAll().contains("signal 9"));
    }

    void preflightFailureIsExitCode3()
    {
        const auto outcome =
            batch::run(batch::quick("read-open-loop", dir("nobody"), "1s",
                                    {"--set",
                                     "/target={\"kind\":\"external\",\"url\":\"opc.tcp://"
                                     "127.0.0.1:1\",\"nodes\":[\"i=2258\"]}",
                                     "--set", "/workloads/0/nodesPerRead=1"}));
        QCOMPARE(outcome.exitCode, 3);
        QVERIFY2(outcome.err.contains("127.0.0.1:1"), qPrintable(outcome.err));
    }

    void l05FewDescriptorsAreWarnedOfAndTheResultIsWritten()
    {
        QProcess process;
        const QStringList arguments = batch::quick(
            "session-scalability", dir("few"), "2s",
            {"--set", "/workloads/0/sessions=100", "--set", "/phases/ramp/attempts=1"});
        process.start("/bin/bash",
                      QStringList{"-c", "ulimit -n 64; exec \"$0\" \"$@\"", batch::executable()} +
                          arguments);
        const auto outcome = batch::finish(process, 120'000);
        QVERIFY(!outcome.crashed);
        QVERIFY2(outcome.err.contains("ulimit -n"), qPrintable(outcome.err));
        QCOMPARE(outcome.exitCode, 4); // our own lack, not the server's failure
        const double established = batch::counterOf(dir("few"), "sessions.established");
        QVERIFY2(established > 10 && established < 100, qPrintable(QString::number(established)));
        QVERIFY(QFile::exists(dir("few") + "/report.html"));
        // Those that were established go on being served.
        QVERIFY(batch::counterOf(dir("few"), "subscribe.received") > 0);
    }
};

QTEST_GUILESS_MAIN(RunsTest)
#include "test_runs.moc"
