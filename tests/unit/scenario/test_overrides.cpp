// SPDX-License-Identifier: MIT
#include "scenario/built_in.h"
#include "scenario/json_text.h"
#include "scenario/overrides.h"
#include "scenario/scenario_reader.h"

#include <QObject>
#include <QTest>

#include <string>
#include <variant>

using namespace scenario;
using namespace std::chrono_literals;

namespace {

std::string document(const std::string& members)
{
    return R"({"schema": "uasurge-scenario/1.0", "name": "t", "workloads": [)"
           R"({"name": "w", "kind": "subscribe"}])" +
           members + "}";
}

} // namespace

class TestOverrides : public QObject
{
    Q_OBJECT

private slots:
    void changesNumbersTextsDurationsAndObjects();
    void makesOptionalObjectsOnTheWay();
    void unknownKeysAreTheReadersToRefuse();
    void refusesAPointerThatLeadsNowhere_data();
    void refusesAPointerThatLeadsNowhere();
    void takesAVariedParameterOutOfTheMatrix_data();
    void takesAVariedParameterOutOfTheMatrix();
};

void TestOverrides::changesNumbersTextsDurationsAndObjects()
{
    std::string text(builtIn("session-scalability")->json);
    for (const char* assignment :
         {"/workloads/0/sessions=750", "/workloads/0/publishingInterval=250ms",
          "/security/policy=None", "/security/mode=\"None\"",
          R"(/workloads/1/arrival={"model": "open", "rate": 4})", "/description=a=b"}) {
        auto changed = applyOverride(text, assignment);
        QVERIFY2(changed, changed ? "" : changed.error().context.c_str());
        text = *changed;
    }
    const auto scenario = readScenario(text);
    QVERIFY2(scenario, scenario ? "" : toError(scenario.error()).context.c_str());
    QCOMPARE(scenario->workloads[0].sessions, 750U);
    QVERIFY(std::get<SubscribeWorkload>(scenario->workloads[0].work).publishingInterval == 250ms);
    QVERIFY(scenario->security.policy == Policy::None);
    QVERIFY(scenario->security.mode == Mode::None);
    const auto& write = std::get<WriteWorkload>(scenario->workloads[1].work);
    QCOMPARE(std::get<OpenLoop>(write.arrival.model).rate, 4.0);
    QCOMPARE(scenario->description, "a=b");
}

void TestOverrides::makesOptionalObjectsOnTheWay()
{
    const auto changed = applyOverride(document(""), "/phases/ramp/attempts=2");
    QVERIFY(changed);
    const auto scenario = readScenario(*changed);
    QVERIFY(scenario);
    QCOMPARE(scenario->phases.ramp.attempts, 2U);
}

void TestOverrides::unknownKeysAreTheReadersToRefuse()
{
    const auto changed = applyOverride(document(""), "/workloads/0/sesions=5");
    QVERIFY(changed);
    const auto scenario = readScenario(*changed);
    QVERIFY(!scenario);
    QCOMPARE(scenario.error()[0].text(), "/workloads/0/sesions: expected a known key, found "
                                         "'sesions'; did you mean sessions?");
}

void TestOverrides::refusesAPointerThatLeadsNowhere_data()
{
    QTest::addColumn<QByteArray>("assignment");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* assignment, const char* message) {
        QTest::addRow("%s", assignment) << QByteArray(assignment) << QByteArray(message);
    };
    row("workloads/0/sessions=5", "expected /pointer=value");
    row("/workloads/0/sessions", "expected /pointer=value");
    row("/workloads/1/sessions=5", "expected an index below 1 in /workloads, found '1'");
    row("/workloads/-/sessions=5", "expected an index below 1");
    row("/workloads/00/sessions=5", "expected an index below 1");
    row("/workloads/0/name/x=5", "nothing can be inside /workloads/0/name, which is \"w\"");
    row("/a~2b=5", "expected a JSON pointer");
}

void TestOverrides::refusesAPointerThatLeadsNowhere()
{
    QFETCH(QByteArray, assignment);
    QFETCH(QByteArray, message);
    const auto changed = applyOverride(document(""), assignment.toStdString());
    QVERIFY(!changed);
    QVERIFY2(changed.error().context.find(message.toStdString()) != std::string::npos,
             changed.error().context.c_str());
}

void TestOverrides::takesAVariedParameterOutOfTheMatrix_data()
{
    QTest::addColumn<QByteArray>("assignment");
    QTest::addColumn<QByteArray>("left");
    const auto row = [](const char* assignment, const char* left) {
        QTest::addRow("%s", assignment) << QByteArray(assignment) << QByteArray(left);
    };
    row("/workloads/0/sessions=7", "/security");
    row("/security/mode=Sign", "/workloads/0/sessions");
    row("/workloads/0/sessionTimeout=7s", "/workloads/0/sessions /security");
    row(R"(/workloads/0={"name": "w", "kind": "subscribe"})", "/security");
    row("/matrix=null", "");
}

void TestOverrides::takesAVariedParameterOutOfTheMatrix()
{
    QFETCH(QByteArray, assignment);
    QFETCH(QByteArray, left);
    const auto changed = applyOverride(document(R"(, "matrix": {"/workloads/0/sessions": [1, 2],
            "/security": [{"policy": "None", "mode": "None"}]})"),
                                       assignment.toStdString());
    QVERIFY(changed);
    const auto scenario = readScenario(*changed);
    QVERIFY2(scenario, scenario ? "" : toError(scenario.error()).context.c_str());
    std::string axes;
    for (const auto& axis : scenario->matrix) {
        axes += (axes.empty() ? "" : " ") + axis.pointer;
    }
    QCOMPARE(axes, left.toStdString());
}

QTEST_GUILESS_MAIN(TestOverrides)
#include "test_overrides.moc"
