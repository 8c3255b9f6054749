// SPDX-License-Identifier: MIT
// What the executable answers without running anything; exit codes of bad input (case R08).
#include "batch/program.h"

#include <QObject>
#include <QTest>

class CommandLineTest : public QObject
{
    Q_OBJECT

private slots:
    void wrongArguments_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown option")
            << QStringList{"--bach", "quick-start"} << "did you mean --batch";
        QTest::newRow("unknown scenario")
            << QStringList{"--batch", "quick-strat"} << "did you mean quick-start";
        QTest::newRow("no scenario") << QStringList{"--batch"} << "takes one scenario";
        QTest::newRow("missing value")
            << QStringList{"--batch", "quick-start", "--set"} << "needs a value";
        QTest::newRow("unknown key")
            << QStringList{"--batch", "quick-start", "--set", "/workloads/0/sesions=5"}
            << "sessions";
        QTest::newRow("out of range")
            << QStringList{"--batch", "quick-start", "--set", "/workloads/0/sessions=0"}
            << "/workloads/0/sessions";
        QTest::newRow("bad threshold")
            << QStringList{"--batch", "quick-start", "--threshold", "subscribe.latency:p(99)<"}
            << "threshold";
        QTest::newRow("unknown metric")
            << QStringList{"--batch", "quick-start", "--threshold", "subscribe.latencyy:p(99)<1s"}
            << "latency";
        QTest::newRow("literal password")
            << QStringList{"--validate", "quick-start", "--set",
                           R"(/security/identity={"kind":"userName","user":"u","password":"hunter2"})"}
            << "/security/identity/password";
        QTest::newRow("port") << QStringList{"--serve", "--port", "99999"} << "65535";
    }
    void wrongArguments()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const auto outcome = batch::run(arguments);
        QCOMPARE(outcome.exitCode, 104);
        QVERIFY2(outcome.err.contains(says, Qt::CaseInsensitive), qPrintable(outcome.err));
        QVERIFY2(!outcome.err.contains("hunter2"), "a literal secret was repeated");
    }

    void informationRoles()
    {
        const auto list = batch::run({"--list-scenarios"});
        QCOMPARE(list.exitCode, 0);
        for (const char* name : {"quick-start", "session-scalability", "read-open-loop"}) {
            QVERIFY(list.out.contains(name));
        }
        const auto schema = batch::run({"--scenario-schema"});
        QCOMPARE(schema.exitCode, 0);
        QVERIFY(QJsonDocument::fromJson(schema.out.toUtf8()).isObject());
        QCOMPARE(batch::run({"--validate", "session-scalability"}).exitCode, 0);
        const auto plan =
            batch::run({"--dry-run", "session-scalability", "--set", "/workloads/0/sessions=321"});
        QCOMPARE(plan.exitCode, 0);
        QVERIFY2(plan.out.contains("321"), qPrintable(plan.out));
        QVERIFY(batch::run({"--version"}).out.startsWith("uasurge "));
    }

    void withoutDisplayOrHome()
    {
        QProcessEnvironment bare;
        bare.insert("PATH", qEnvironmentVariable("PATH"));
        for (const auto& arguments :
             {QStringList{"--help"}, QStringList{"--version"}, QStringList{"--list-scenarios"}}) {
            QProcess process;
            process.setProcessEnvironment(bare);
            process.start(batch::executable(), arguments);
            const auto outcome = batch::finish(process);
            QCOMPARE(outcome.exitCode, 0);
            QVERIFY(!outcome.out.isEmpty());
        }
        QProcess window;
        window.setProcessEnvironment(bare);
        window.start(batch::executable(), QStringList());
        const auto outcome = batch::finish(window);
        QVERIFY(!outcome.crashed);
        QVERIFY(outcome.exitCode != 0);
        QVERIFY2(outcome.err.contains("--batch"), qPrintable(outcome.err));
    }
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "test_command_line.moc"
