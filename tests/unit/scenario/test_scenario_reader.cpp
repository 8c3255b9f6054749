// SPDX-License-Identifier: MIT
#include "scenario/scenario_reader.h"
#include "scenario/scenario_writer.h"

#include <QObject>
#include <QTest>

#include <string>
#include <variant>

using namespace scenario;
using namespace std::chrono_literals;

namespace {

/// The smallest scenario, with more members of the document and of its workload.
std::string document(const std::string& members = {}, const std::string& inWorkload = {})
{
    return R"({"schema": "uasurge-scenario/1.0", "name": "t", "workloads": [)"
           R"({"name": "w", "kind": "subscribe")" +
           inWorkload + "}]" + members + "}";
}

std::string problemsOf(const std::string& json)
{
    const auto scenario = readScenario(json);
    return scenario ? std::string() : toError(scenario.error()).context;
}

} // namespace

class TestScenarioReader : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryField();
    void leavesDefaultsWhereNothingIsSaid();
    void saysWhatIsWrongAndWhere_data();
    void saysWhatIsWrongAndWhere();
    void collectsAllProblems();
    void bounds_data();
    void bounds();
    void neverRepeatsASecret();
    void boundsTheNumberOfProblems();
    void canonicalTextReadsBackToTheSameScenario();
    void contradictions_data();
    void contradictions();
};

void TestScenarioReader::readsEveryField()
{
    const auto scenario = readScenario(R"({
      "schema": "uasurge-scenario/1.7", "name": "all", "description": "d",
      "target": {"kind": "embedded", "cores": [0, 2], "shards": 3, "server": {"variables": 7,
        "updatePeriod": "10ms", "maxSessions": 9, "maxQueueSize": 20, "diagnostics": false,
        "operationLimits": {"maxNodesPerRead": 5}}},
      "load": {"cores": [1], "shards": 2},
      "security": {"policy": "Basic256Sha256", "mode": "Sign", "keyBits": 4096, "certificates": 3,
        "tokenLifetime": "10s",
        "identity": {"kind": "userName", "user": "u", "password": {"env": "PW"}}},
      "workloads": [
        {"name": "s", "kind": "subscribe", "sessions": 2, "subscriptions": 1, "items": 3,
         "variables": "own", "publishingInterval": "100ms", "samplingInterval": "0s",
         "queueSize": 20, "discardOldest": false, "keepAliveCount": 5, "lifetimeCount": 15,
         "maxNotificationsPerPublish": 4, "priority": 255},
        {"name": "r", "kind": "read", "arrival": {"model": "open", "rate": 12.5}, "nodesPerRead": 5,
         "timeout": "3s", "maxAge": "1s", "start": "1s", "stop": "2s"},
        {"name": "x", "kind": "write", "arrival": {"model": "burst", "count": 3, "every": "2s"}}],
      "phases": {"ramp": {"concurrencyPerCore": 4, "rate": 50, "attempts": 2, "retryDelay": "1s"},
        "settle": "0s", "steady": "3s", "drain": "1s"},
      "thresholds": ["s.drops:count==0",
        {"expression": "r.latency:p(99)<1s", "abortOnFail": true, "optional": true}],
      "seed": 42, "repetitions": 2, "sampleInterval": "500ms"})");
    QVERIFY2(scenario, scenario ? "" : toError(scenario.error()).context.c_str());
    QCOMPARE(scenario->name, "all");
    const auto* target = scenario->target.embedded();
    QVERIFY(target != nullptr);
    QCOMPARE(target->cores, (std::vector<std::uint32_t>{0, 2}));
    QCOMPARE(target->shards, std::optional(3U));
    QCOMPARE(target->server.variables, 7U);
    QVERIFY(target->server.updatePeriod == 10ms);
    QCOMPARE(target->server.maxSessions, 9U);
    QCOMPARE(target->server.diagnostics, false);
    QCOMPARE(target->server.operationLimits.maxNodesPerRead, 5U);
    QCOMPARE(scenario->load.shards, std::optional(2U));
    QVERIFY(scenario->security.mode == Mode::Sign);
    QCOMPARE(scenario->security.keyBits, 4096U);
    const auto& identity = std::get<UserNameIdentity>(scenario->security.identity.who);
    QCOMPARE(identity.user, "u");
    QCOMPARE(identity.password.env, "PW");
    const auto& subscribe = std::get<SubscribeWorkload>(scenario->workloads[0].work);
    QVERIFY(subscribe.variables == Variables::Own);
    QVERIFY(subscribe.samplingInterval == std::optional<base::Duration>(0s));
    QCOMPARE(subscribe.discardOldest, false);
    QCOMPARE(subscribe.priority, 255U);
    QVERIFY(scenario->workloads[1].stop == std::optional<base::Duration>(2s));
    const auto& read = std::get<ReadWorkload>(scenario->workloads[1].work);
    QCOMPARE(std::get<OpenLoop>(read.arrival.model).rate, 12.5);
    QVERIFY(scenario->workloads[1].timeout == 3s);
    const auto& write = std::get<WriteWorkload>(scenario->workloads[2].work);
    QVERIFY(std::get<Bursts>(write.arrival.model).every == 2s);
    QCOMPARE(scenario->phases.ramp.rate, std::optional(50.0));
    QCOMPARE(scenario->thresholds.size(), 2U);
    QVERIFY(scenario->thresholds[1].abortOnFail && scenario->thresholds[1].optional);
    QVERIFY(!scenario->thresholds[0].abortOnFail);
    QCOMPARE(scenario->seed, 42U);
    QVERIFY(scenario->sampleInterval == 500ms);
    QCOMPARE(totalSessions(*scenario), 4U);
}

void TestScenarioReader::leavesDefaultsWhereNothingIsSaid()
{
    const auto scenario = readScenario(document());
    QVERIFY(scenario);
    Scenario expected;
    expected.name = "t";
    expected.workloads.emplace_back().name = "w";
    QVERIFY(*scenario == expected);
    QVERIFY(scenario->target.embedded() != nullptr);
    QCOMPARE(scenario->phases.ramp.attempts, 5U);
    QVERIFY(scenario->phases.ramp.retryDelay == 250ms);
}

void TestScenarioReader::saysWhatIsWrongAndWhere_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("problem");
    const auto row = [](const char* name, const std::string& json, const char* problem) {
        QTest::addRow("%s", name) << QByteArray::fromStdString(json) << QByteArray(problem);
    };
    row("misspelt key", document({}, R"(, "sesions": 5)"),
        "/workloads/0/sesions: expected a known key, found 'sesions'; did you mean sessions?");
    row("misspelt top key", document(R"(, "phase": {})"),
        "/phase: expected a known key, found 'phase'; did you mean phases?");
    row("key of another kind", document({}, R"(, "nodesPerRead": 5)"),
        "/workloads/0/nodesPerRead: expected only keys that go with kind subscribe, found one of "
        "another kind");
    row("wrong type", document({}, R"(, "sessions": "500")"),
        "/workloads/0/sessions: expected a whole number between 1 and 100000, found the text "
        "\"500\"");
    row("fraction", document({}, R"(, "sessions": 1.5)"), "found the value 1.5");
    row("negative", document({}, R"(, "sessions": -1)"), "found the value -1");
    row("huge", document({}, R"(, "sessions": 18446744073709551615)"),
        "expected a whole number between 1 and 100000");
    row("duration without unit", document(R"(, "phases": {"steady": 60})"),
        "/phases/steady: expected a duration with its unit between 100ms and 168h, as in "
        "\"250ms\", found the value 60");
    row("duration with a wrong unit", document(R"(, "phases": {"steady": "60sec"})"),
        "/phases/steady: expected a duration");
    row("boolean as text", document({}, R"(, "discardOldest": "true")"),
        "/workloads/0/discardOldest: expected true or false, found the text \"true\"");
    row("unknown enumerator", document(R"(, "security": {"policy": "Basic256Sha265"})"),
        "/security/policy: expected one of None, Basic256Sha256, found the text "
        "\"Basic256Sha265\"; did you mean Basic256Sha256?");
    row("unknown kind",
        R"({"schema": "uasurge-scenario/1.0", "name": "t", "workloads": [)"
        R"({"name": "w", "kind": "subscribes"}]})",
        "/workloads/0/kind: expected one of subscribe, read, write, found the text "
        "\"subscribes\"; did you mean subscribe?");
    row("missing", R"({"schema": "uasurge-scenario/1.0", "name": "t"})",
        "/workloads: expected a value, found none");
    row("no workload", R"({"schema": "uasurge-scenario/1.0", "name": "t", "workloads": []})",
        "/workloads: expected a list of 1 to 64 elements, found a list of 0");
    row("future format", R"({"schema": "uasurge-scenario/2.0", "name": "t", "workloads": []})",
        "/schema: expected a text like ^uasurge-scenario/1");
    row("object expected", document(R"(, "phases": [])"),
        "/phases: expected an object, found a list of 0");
    row("null", document({}, R"(, "stop": null)"), "/workloads/0/stop: expected a duration");
    row("duplicate", document({}, R"(, "sessions": 1, "sessions": 2)"),
        "/workloads/0/sessions: expected each key once");
    row("name with a blank",
        R"({"schema": "uasurge-scenario/1.0", "name": "a b", "workloads": []})",
        "/name: expected a text like");
    row("threshold", document(R"x(, "thresholds": ["w.latency:p(99)"])x"),
        "/thresholds/0: expected a threshold, found the text \"w.latency:p(99)\"; threshold "
        "'w.latency:p(99)', column 16: expected one of <");
    row("threshold object", document(R"(, "thresholds": [{"expresion": "w.drops:count==0"}])"),
        "/thresholds/0/expresion: expected a known key");
    row("no object", "[1]", "the document: expected an object, found a list of 1");
    row("no JSON", "{", "the document: expected a JSON document, found something else; line 1");
}

void TestScenarioReader::saysWhatIsWrongAndWhere()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, problem);
    const auto problems = problemsOf(json.toStdString());
    QVERIFY2(problems.find(problem.toStdString()) != std::string::npos, problems.c_str());
}

void TestScenarioReader::collectsAllProblems()
{
    const auto scenario =
        readScenario(document(R"(, "sead": 1, "repetitions": 0, "load": {"shards": 0})",
                              R"(, "sessions": 0, "items": "x")"));
    QVERIFY(!scenario);
    std::vector<std::string> pointers;
    for (const auto& problem : scenario.error()) {
        pointers.push_back(problem.pointer);
    }
    const std::vector<std::string> expected{"/load/shards", "/workloads/0/items",
                                            "/workloads/0/sessions", "/repetitions", "/sead"};
    QCOMPARE(pointers, expected);
}

void TestScenarioReader::bounds_data()
{
    QTest::addColumn<QByteArray>("member");
    QTest::addColumn<bool>("fits");
    const auto row = [](const char* member, bool fits) {
        QTest::addRow("%s", member) << QByteArray(member) << fits;
    };
    row(R"("seed": 0)", true);
    row(R"("seed": 9007199254740991)", true);
    row(R"("seed": 9007199254740992)", false);
    row(R"("repetitions": 1000)", true);
    row(R"("repetitions": 1001)", false);
    row(R"("sampleInterval": "100ms")", true);
    row(R"("sampleInterval": "99ms")", false);
    row(R"("phases": {"ramp": {"rate": 0.1}})", true);
    row(R"("phases": {"ramp": {"rate": 0.09}})", false);
    row(R"("load": {"cores": [1023]})", true);
    row(R"("load": {"cores": [1024]})", false);
}

void TestScenarioReader::bounds()
{
    QFETCH(QByteArray, member);
    QFETCH(bool, fits);
    QCOMPARE(problemsOf(document(", " + member.toStdString())).empty(), fits);
}

void TestScenarioReader::neverRepeatsASecret()
{
    for (const std::string password : {R"("hunter2")", R"({"env": "A", "file": "hunter2"})",
                                       R"({"value": "hunter2"})", R"(["hunter2"])"}) {
        const auto problems = problemsOf(document(
            R"(, "security": {"identity": {"kind": "userName", "user": "u", "password": )" +
            password + "}}"));
        QVERIFY2(problems.starts_with("/security/identity/password: expected a reference"),
                 problems.c_str());
        QVERIFY2(problems.find("hunter2") == std::string::npos, problems.c_str());
    }
}

void TestScenarioReader::boundsTheNumberOfProblems()
{
    std::string many;
    for (int i = 0; i < 5'000; ++i) {
        many += ", \"k" + std::to_string(i) + "\": 1";
    }
    const auto scenario = readScenario(document(many));
    QVERIFY(!scenario);
    QCOMPARE(scenario.error().size(), maxProblems);
}

void TestScenarioReader::canonicalTextReadsBackToTheSameScenario()
{
    const auto scenario = readScenario(
        document(R"(, "thresholds": [{"expression": "w.drops:count==0", "optional": true}],
                     "security": {"policy": "None", "mode": "None",
                       "identity": {"kind": "userName", "user": "ü\"", "password": {"file": "p"}}},
                     "phases": {"ramp": {"rate": 0.3}, "steady": "1.5s"},
                     "matrix": {"/workloads/0/sessions": [1, 2], "/seed": [3]})",
                 R"(, "samplingInterval": "0s")"));
    QVERIFY2(scenario, scenario ? "" : toError(scenario.error()).context.c_str());
    const auto text = toJson(*scenario);
    const auto again = readScenario(text);
    QVERIFY2(again, again ? "" : toError(again.error()).context.c_str());
    QVERIFY(*again == *scenario);
    QCOMPARE(toJson(*again), text);
    QVERIFY(text.find(R"("steady": "1500ms")") != std::string::npos);
}

void TestScenarioReader::contradictions_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("pointer");
    const auto row = [](const char* name, const std::string& json, const char* pointer) {
        QTest::addRow("%s", name) << QByteArray::fromStdString(json) << QByteArray(pointer);
    };
    row("policy without mode", document(R"(, "security": {"policy": "None"})"), "/security/mode");
    row("mode without policy", document(R"(, "security": {"mode": "None"})"), "/security/mode");
    row("key size", document(R"(, "security": {"keyBits": 2500})"), "/security/keyBits");
    row("certificate without key", document(R"(, "security": {"certificate": "c.der"})"),
        "/security/key");
    row("key without certificate", document(R"(, "security": {"key": {"file": "k"}})"),
        "/security/certificate");
    row("lifetime", document({}, R"(, "keepAliveCount": 10, "lifetimeCount": 29)"),
        "/workloads/0/lifetimeCount");
    const auto reading = [](const char* times) {
        return std::string(R"({"schema": "uasurge-scenario/1.0", "name": "t",
            "workloads": [{"name": "w", "kind": "read")") +
               times + "}]}";
    };
    row("stop before start", reading(R"(, "start": "2s", "stop": "1s")"), "/workloads/0/stop");
    row("start after the end", reading(R"(, "start": "1min")"), "/workloads/0/start");
    row("subscriptions have no start", document({}, R"(, "start": "1s")"), "/workloads/0/start");
    row("too few variables",
        document(R"(, "target": {"kind": "embedded", "server": {"variables": 9}})",
                 R"(, "sessions": 10, "variables": "own")"),
        "/workloads/0/items");
    row("queue above the limit",
        document(R"(, "target": {"kind": "embedded", "server": {"maxQueueSize": 9}})"),
        "/workloads/0/queueSize");
    row("interval below the limit", document({}, R"(, "publishingInterval": "9ms")"),
        "/workloads/0/publishingInterval");
    row("writing to a stranger",
        R"({"schema": "uasurge-scenario/1.0", "name": "t",
            "target": {"kind": "external", "url": "opc.tcp://127.0.0.1:4840"},
            "workloads": [{"name": "w", "kind": "write"}]})",
        "/workloads/0/nodesPerWrite");
    row("other protocol",
        R"({"schema": "uasurge-scenario/1.0", "name": "t",
            "target": {"kind": "external", "url": "http://127.0.0.1", "nodes": ["i=2258"]},
            "workloads": [{"name": "w", "kind": "read"}]})",
        "/target/url");
    row("same name twice",
        R"({"schema": "uasurge-scenario/1.0", "name": "t", "workloads": [
            {"name": "w", "kind": "read"}, {"name": "w", "kind": "read"}]})",
        "/workloads/1/name");
    row("reserved name",
        R"({"schema": "uasurge-scenario/1.0", "name": "t", "workloads": [
            {"name": "server", "kind": "read"}]})",
        "/workloads/0/name");
    row("unknown metric", document(R"(, "thresholds": ["w.latencyy:p(99)<1s"])"), "/thresholds/0");
    row("unknown workload", document(R"(, "thresholds": ["v.latency:p(99)<1s"])"), "/thresholds/0");
    row("aggregation of another kind", document(R"(, "thresholds": ["w.latency:rate<1s"])"),
        "/thresholds/0");
    row("no unit", document(R"(, "thresholds": ["w.latency:p(99)<250"])"), "/thresholds/0");
    row("unit of another kind", document(R"(, "thresholds": ["w.drops:count<1s"])"),
        "/thresholds/0");
    row("window longer than the phase", document(R"(, "thresholds": ["w.drops:count==0 over 1h"])"),
        "/thresholds/0");
    row("sample longer than the phase", document(R"(, "sampleInterval": "1min")"),
        "/sampleInterval");
    row("core twice", document(R"(, "load": {"cores": [1, 1]})"), "/load/cores");
}

void TestScenarioReader::contradictions()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, pointer);
    const auto scenario = readScenario(json.toStdString());
    QVERIFY(!scenario);
    QCOMPARE(scenario.error().size(), 1U);
    QCOMPARE(scenario.error()[0].pointer, pointer.toStdString());
    QVERIFY(!scenario.error()[0].expected.empty());
}

QTEST_GUILESS_MAIN(TestScenarioReader)
#include "test_scenario_reader.moc"
