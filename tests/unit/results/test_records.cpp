// SPDX-License-Identifier: MIT
// Records as lines and back, lines written out here as other tools or versions would write them.
#include "results/environment_json.h"
#include "results/records.h"
#include "unit/results/synthetic_run.h"

#include <QObject>
#include <QTest>

#include <clocale>
#include <limits>

using namespace results;

namespace {

std::string errorOf(std::string_view line)
{
    const auto record = decodeRecord(line);
    return record ? std::string() : record.error().context;
}

} // namespace

class TestRecords : public QObject
{
    Q_OBJECT

private slots:
    void everyKindReadsBackEqual()
    {
        std::vector<Record> all = synthetic::records();
        all.push_back(SessionRecord{5, 1, 7, "subscribe", "reconnecting", "BadConnectionClosed"});
        all.push_back(SessionSummaryRecord{5,
                                           1,
                                           7,
                                           "subscribe",
                                           "active",
                                           "Good",
                                           {{"received", 100}, {"missing", 0.5}},
                                           {{"publishingInterval_ms", {10, 50}}}});
        all.push_back(StagesRecord{9, 0, "server", {{"codec", {{"cpu_ns", 5}}}}});
        all.push_back(FindingRecord{9, 0, "revised", Severity::Caveat, "text", "why"});
        all.push_back(EventRecord{9, 0, "mark", "Größe \"x\"\n<script>", "", {{"a", 1}}});
        all.push_back(UnknownRecord{"later-kind", {{"at_ns", 7}, {"x", "y"}}});
        for (auto& record : all) {
            if (auto* sample = std::get_if<SampleRecord>(&record)) {
                for (auto& [name, value] : sample->gauges) {
                    value = storedPrecision(value);
                }
            }
            const auto line = encodeRecord(record);
            QVERIFY(line.find('\n') == std::string::npos);
            const auto back = decodeRecord(line);
            QVERIFY2(back.has_value(), back ? "" : back.error().context.c_str());
            QVERIFY2(*back == record, line.c_str());
        }
    }

    void aSampleIsWrittenAsDescribed()
    {
        SampleRecord sample{
            2'000'000'000, 1'000'000'000, 3, Phase::Steady, {{"read.completed", 5}}, {}, {},
            {{"Good", 5}}};
        QCOMPARE(encodeRecord(sample),
                 std::string(R"({"record":"sample","at_ns":2000000000,"interval_ns":1000000000,)"
                             R"("cell":3,"phase":"steady","counters":{"read.completed":5},)"
                             R"("statusCodes":{"Good":5}})"));
    }

    void numbersOfOtherWritersAreTaken()
    {
        const auto record = decodeRecord(
            R"({"record":"sample","at_ns":1e9,"phase":"ramp","gauges":{"server.rss":5},"new":[1]})");
        QVERIFY(record.has_value());
        const auto& sample = std::get<SampleRecord>(*record);
        QCOMPARE(sample.atNs, 1'000'000'000);
        QCOMPARE(sample.cell, 0U);
        QCOMPARE(sample.gauges.at("server.rss"), 5.0);
    }

    void valuesThatAreNoNumbersAreLeftOut()
    {
        SampleRecord sample;
        sample.gauges = {{"a.b", std::numeric_limits<double>::quiet_NaN()},
                         {"c.d", std::numeric_limits<double>::infinity()},
                         {"e.f", 0.5}};
        const auto back = decodeRecord(encodeRecord(sample));
        QVERIFY(back.has_value());
        QCOMPARE(std::get<SampleRecord>(*back).gauges.size(), 1U);
    }

    void twelveDigitsAreKept()
    {
        QCOMPARE(storedPrecision(0.1234567890123456), 0.123456789012);
        QCOMPARE(storedPrecision(-1.5e300), -1.5e300);
        QCOMPARE(storedPrecision(0.0), 0.0);
        base::Random random(1);
        for (int i = 0; i < 10'000; ++i) {
            const double value = random.unit() * std::pow(10.0, double(random.below(30)) - 15);
            QVERIFY(std::abs(storedPrecision(value) - value) <= value * 1e-11);
            SampleRecord sample;
            sample.gauges["a.b"] = value;
            const auto back = decodeRecord(encodeRecord(sample));
            QCOMPARE(std::get<SampleRecord>(*back).gauges.at("a.b"), storedPrecision(value));
        }
    }

    void errorsNameTheMember_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("says");
        QTest::newRow("no JSON") << "{" << "not JSON";
        QTest::newRow("no object") << "[]" << "expected an object, found a list";
        QTest::newRow("no kind") << R"({"at_ns":1})" << "\"record\" expects a text, found nothing";
        QTest::newRow("no time") << R"({"record":"cell"})"
                                 << "\"at_ns\" expects an integer, found nothing";
        QTest::newRow("negative time")
            << R"({"record":"cell","at_ns":-5})" << "at least 0, found -5";
        QTest::newRow("fraction") << R"({"record":"cell","at_ns":1.5})"
                                  << "\"at_ns\" expects an integer";
        QTest::newRow("huge index") << R"({"record":"cell","at_ns":1,"cell":4294967296})"
                                    << "\"cell\" expects an integer below 4294967296";
        QTest::newRow("phase") << R"({"record":"phase","at_ns":1,"phase":"warp"})"
                               << "ramp, settle, steady or drain, found the text \"warp\"";
        QTest::newRow("counter")
            << R"({"record":"sample","at_ns":1,"phase":"ramp","counters":{"a.b":"5"}})"
            << "counters/a.b";
        QTest::newRow("severity") << R"({"record":"finding","at_ns":1,"kind":"x","severity":"bad"})"
                                  << "info, caveat or invalid";
        QTest::newRow("too deep") << QString(200, '[') << "not JSON";
    }
    void errorsNameTheMember()
    {
        QFETCH(QString, line);
        QFETCH(QString, says);
        const auto error = QString::fromStdString(errorOf(line.toStdString()));
        QVERIFY2(error.contains(says), qPrintable(error));
    }

    void newerSchemasAreNamed()
    {
        QCOMPARE(checkSchema("uasurge-runlog/1.7", "uasurge-runlog/1.0").error().context,
                 std::string("written by a newer UaSurge (schema 1.7; this one reads up to 1.0)"));
        QVERIFY(!checkSchema("uasurge-runlog/2.0", "uasurge-runlog/1.9").has_value());
        QVERIFY(checkSchema("uasurge-runlog/1.2", "uasurge-runlog/1.3").has_value());
        QVERIFY(!checkSchema("other/1.0", "uasurge-runlog/1.0").has_value());
        QVERIFY(!checkSchema("uasurge-runlog/1", "uasurge-runlog/1.0").has_value());
        QVERIFY(!checkSchema("uasurge-runlog/1.x", "uasurge-runlog/1.0").has_value());
    }

    void theEnvironmentHoldsNoHostName()
    {
        measure::Environment environment;
        environment.cpuModel = "Some CPU";
        environment.affinityCores = 4;
        environment.quotaCores = 1.5;
        const auto object = environmentJson(environment);
        QCOMPARE(object.at("cores").as_double(), 1.5);
        QVERIFY(object.if_contains("memoryLimit_bytes") == nullptr);
        QVERIFY(object.if_contains("clockSource") == nullptr);
        for (const auto& member : object) {
            QVERIFY(!QString::fromStdString(std::string(member.key())).contains("host"));
        }
    }
};

QTEST_GUILESS_MAIN(TestRecords)
#include "test_records.moc"
