// SPDX-License-Identifier: MIT
#include "scenario/built_in.h"
#include "scenario/scenario_reader.h"

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTest>

#include <string>
#include <variant>

using namespace scenario;
using namespace std::chrono_literals;

class TestBuiltIn : public QObject
{
    Q_OBJECT

private slots:
    void everyFileIsEmbeddedUnchanged();
    void everyOneReadsAndHasItsFilesName();
    void sessionScalabilityFollowsThePublishedProtocol();
    void suggestsTheNearest();
};

void TestBuiltIn::everyFileIsEmbeddedUnchanged()
{
    const QDir folder(UASURGE_SOURCE_DIR "/resources/scenarios");
    const auto files = folder.entryList({"*.json"}, QDir::Files, QDir::Name);
    QVERIFY(files.contains("quick-start.json"));
    QCOMPARE(static_cast<std::size_t>(files.size()), listBuiltIns().size());
    for (const auto& name : files) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto found = builtIn(name.chopped(5).toStdString());
        QVERIFY2(found, qPrintable(name));
        QVERIFY2(file.readAll().toStdString() == found->json, qPrintable(name));
    }
}

void TestBuiltIn::everyOneReadsAndHasItsFilesName()
{
    for (const auto& file : listBuiltIns()) {
        const auto scenario = readScenario(file.json);
        QVERIFY2(scenario, scenario ? "" : toError(scenario.error()).context.c_str());
        QCOMPARE(scenario->name, std::string(file.name));
        QVERIFY(!scenario->description.empty());
        QVERIFY(!scenario->thresholds.empty());
    }
}

void TestBuiltIn::sessionScalabilityFollowsThePublishedProtocol()
{
    const auto scenario = readScenario(builtIn("session-scalability")->json);
    QVERIFY(scenario);
    QVERIFY(scenario->matrix.empty());
    QVERIFY(scenario->security.policy == Policy::Basic256Sha256);
    QVERIFY(scenario->security.mode == Mode::SignAndEncrypt);
    QVERIFY(scenario->phases.steady == 60s);
    QCOMPARE(scenario->phases.ramp.concurrencyPerCore, 8U);
    QCOMPARE(scenario->phases.ramp.attempts, 5U);
    QVERIFY(scenario->phases.ramp.retryDelay == 250ms);
    QCOMPARE(scenario->workloads.size(), 2U);
    QCOMPARE(scenario->workloads[0].sessions, 500U);
    const auto& subscribe = std::get<SubscribeWorkload>(scenario->workloads[0].work);
    QVERIFY(subscribe.publishingInterval == 1s);
    QCOMPARE(subscribe.queueSize, 10U);
    QCOMPARE(subscribe.items, 1U);
    QVERIFY(subscribe.variables == Variables::Shared);
    const auto& write = std::get<WriteWorkload>(scenario->workloads[1].work);
    QVERIFY(std::get<Bursts>(write.arrival.model).every == 500ms);
    QCOMPARE(scenario->workloads[1].sessions, 1U);
}

void TestBuiltIn::suggestsTheNearest()
{
    QVERIFY(!builtIn("quickstart"));
    QVERIFY(nearestBuiltIn("quickstart") == std::optional<std::string_view>("quick-start"));
    QVERIFY(!nearestBuiltIn("something else"));
}

QTEST_GUILESS_MAIN(TestBuiltIn)
#include "test_built_in.moc"
