// SPDX-License-Identifier: MIT
// The line between runner and server: back to the same values, and clear refusals.
#include "load/preflight.h"
#include "load/serve_request.h"
#include "scenario/built_in.h"
#include "scenario/scenario_reader.h"
#include "scenario/scenario_writer.h"

#include <QObject>
#include <QTest>

class ServeRequestTest : public QObject
{
    Q_OBJECT

private slots:
    void comesBackTheSame()
    {
        load::ServeRequest request;
        request.scenario = *scenario::readScenario(scenario::builtIn("quick-start")->json);
        request.clockBaseNs = 1'796'000'000'123'456'789;
        request.pki = "some/pki";
        const auto line = load::serveRequestLine(request);
        QVERIFY(line.find('\n') == std::string::npos);
        const auto back = load::parseServeRequest(line);
        QVERIFY2(back, back ? "" : back.error().context.c_str());
        QCOMPARE(back->clockBaseNs, request.clockBaseNs);
        QVERIFY(back->pki == request.pki);
        QCOMPARE(scenario::toJson(back->scenario), scenario::toJson(request.scenario));
    }
    void refusesWhatIsNotOne()
    {
        for (const char* line : {"", "x", "[]", "{}", R"({"scenario":1,"clockBaseNs":2,"pki":"p"})",
                                 R"({"scenario":"{}","clockBaseNs":2,"pki":"p"})"}) {
            const auto request = load::parseServeRequest(line);
            QVERIFY(!request);
            QVERIFY(!request.error().context.empty());
        }
    }
    void secretsAreResolvedByReferenceOnly()
    {
        qputenv("UASURGE_TEST_SECRET", "open sesame");
        scenario::Secret secret;
        secret.env = "UASURGE_TEST_SECRET";
        QCOMPARE(*load::resolveSecret(secret), std::string("open sesame"));
        secret.env = "UASURGE_TEST_ABSENT";
        const auto absent = load::resolveSecret(secret);
        QVERIFY(!absent);
        QVERIFY(absent.error().context.find("UASURGE_TEST_ABSENT") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(ServeRequestTest)
#include "test_serve_request.moc"
