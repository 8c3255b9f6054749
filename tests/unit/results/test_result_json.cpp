// SPDX-License-Identifier: MIT
// result.json says what the model says, and live and stored runs give the same bytes.
#include "results/result_json.h"
#include "results/run_log_reader.h"
#include "results/run_log_writer.h"
#include "unit/results/synthetic_run.h"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

using namespace results;
namespace json = boost::json;

namespace {

json::value document(const RunModel& model)
{
    return json::parse(resultDocument(model, judge(model)));
}

/// A JSON Schema of the small dialect used in docs/: type, required, properties, items, enum,
/// const, additionalProperties as a schema, anyOf. Returns the first problem with its pointer.
std::string violation(const json::value& schema, const json::value& value,
                      const std::string& at = "");

bool hasType(const json::value& value, std::string_view type)
{
    return type == "object"    ? value.is_object()
           : type == "array"   ? value.is_array()
           : type == "string"  ? value.is_string()
           : type == "boolean" ? value.is_bool()
           : type == "integer" ? value.is_int64() || value.is_uint64()
           : type == "number"  ? value.is_number()
                               : value.is_null();
}

std::string violationOfObject(const json::object& rules, const json::object& object,
                              const std::string& at)
{
    if (const auto* required = rules.if_contains("required")) {
        for (const auto& key : required->as_array()) {
            if (!object.contains(key.as_string())) {
                return at + ": lacks " + std::string(key.as_string());
            }
        }
    }
    const auto* properties = rules.if_contains("properties");
    const auto* others = rules.if_contains("additionalProperties");
    for (const auto& [key, member] : object) {
        const auto* rule =
            properties == nullptr ? nullptr : properties->as_object().if_contains(key);
        rule = rule == nullptr ? others : rule;
        const auto place = at + "/" + std::string(key);
        if (rule != nullptr && rule->is_bool()) {
            if (!rule->as_bool()) {
                return place + ": not described";
            }
        } else if (rule != nullptr) {
            if (auto problem = violation(*rule, member, place); !problem.empty()) {
                return problem;
            }
        }
    }
    return {};
}

std::string violation(const json::value& schema, const json::value& value, const std::string& at)
{
    const auto& rules = schema.as_object();
    if (const auto* type = rules.if_contains("type")) {
        bool fits = false;
        const auto types = type->is_array() ? type->as_array() : json::array{*type};
        for (const auto& one : types) {
            fits = fits ||
                   hasType(value, std::string_view(one.as_string().data(), one.as_string().size()));
        }
        if (!fits) {
            return at + ": wrong type";
        }
    }
    if (const auto* one = rules.if_contains("const"); one != nullptr && *one != value) {
        return at + ": not the constant";
    }
    if (const auto* all = rules.if_contains("enum")) {
        const auto& list = all->as_array();
        if (std::find(list.begin(), list.end(), value) == list.end()) {
            return at + ": not one of the values";
        }
    }
    if (const auto* choices = rules.if_contains("anyOf")) {
        std::string first;
        bool fits = false;
        for (const auto& choice : choices->as_array()) {
            const auto problem = violation(choice, value, at);
            fits = fits || problem.empty();
            // The alternative of the same record kind tells most.
            first =
                problem.find("/record:") == std::string::npos && !problem.empty() ? problem : first;
        }
        if (!fits) {
            return at + ": fits none: " + first;
        }
    }
    if (const auto* items = rules.if_contains("items"); items != nullptr && value.is_array()) {
        for (std::size_t i = 0; i < value.as_array().size(); ++i) {
            if (auto problem = violation(*items, value.as_array()[i], at + "/" + std::to_string(i));
                !problem.empty()) {
                return problem;
            }
        }
    }
    return value.is_object() ? violationOfObject(rules, value.as_object(), at) : std::string();
}

json::value schemaFile(const char* name)
{
    QFile file(QString(UASURGE_SOURCE_DIR "/docs/") + name);
    return file.open(QIODevice::ReadOnly) ? json::parse(file.readAll().toStdString())
                                          : json::value();
}

} // namespace

class TestResultJson : public QObject
{
    Q_OBJECT

private slots:
    void figuresAreTheModels()
    {
        const auto model = synthetic::model({.dropsAtHiccup = 12});
        const auto result = document(model);
        QCOMPARE(std::string(result.at("schema").as_string()), std::string("uasurge-result/1.0"));
        QCOMPARE(std::string(result.at("verdict").at("state").as_string()), std::string("fail"));
        QCOMPARE(std::string(result.at("run").at("runId").as_string()), std::string("01JSYNTH"));
        const auto& cell = result.at("cells").as_array().at(0);
        const auto& latency = cell.at("metrics").at("subscribe.latency");
        const auto window = model.judgedWindow(0, "subscribe.latency").value();
        const auto histogram = model.histogram("subscribe.latency", window);
        QCOMPARE(latency.at("p99").to_number<std::int64_t>(), histogram.valueAtPercentile(99));
        QCOMPARE(latency.at("count").to_number<std::uint64_t>(), histogram.count());
        const auto hdr = latency.at("hdr").as_string();
        QVERIFY(measure::decodeHistogram({hdr.data(), hdr.size()}).value() == histogram);
        QCOMPARE(
            cell.at("metrics").at("sessions.established").at("value").to_number<std::int64_t>(),
            500);
        QCOMPARE(cell.at("criteria").as_array().size(), 5U);
        QCOMPARE(cell.at("criteria").as_array()[1].at("measured").to_number<std::int64_t>(), 12);
        QCOMPARE(cell.at("statusCodes").at("BadTooManySessions").to_number<std::int64_t>(), 4);
    }

    void noTailBelowAThousandValues()
    {
        const auto result = document(synthetic::model());
        const auto& reads =
            result.at("cells").as_array().at(0).at("metrics").at("read.latency").as_object();
        QVERIFY(reads.contains("p50") && reads.contains("max"));
        QVERIFY(!reads.contains("p99") && !reads.contains("p95") && !reads.contains("p99.9"));
    }

    void liveAndStoredRunsGiveTheSameBytes()
    {
        QTemporaryDir root;
        base::ManualClock clock;
        RunModel live;
        {
            auto writer = RunLogWriter::create(root.path().toStdString(), clock);
            QVERIFY(writer.has_value());
            for (auto& record : synthetic::records()) {
                QVERIFY(writer->append(record).has_value());
                live.append(std::move(record));
            }
        }
        const auto stored = readRunLog(root.path().toStdString());
        QVERIFY(stored.has_value());
        QVERIFY(resultDocument(live, judge(live)) == resultDocument(*stored, judge(*stored)));
    }

    void keepsToItsSchema()
    {
        const auto schema = schemaFile("result.schema.json");
        QVERIFY(schema.is_object());
        auto result = document(synthetic::model({.dropsAtHiccup = 3}));
        QCOMPARE(violation(schema, result), std::string());
        // The check itself finds what is wrong.
        auto broken = result;
        broken.as_object()["verdict"].as_object()["state"] = "perhaps";
        QCOMPARE(violation(schema, broken), std::string("/verdict/state: not one of the values"));
        result.as_object().erase("cells");
        QCOMPARE(violation(schema, result), std::string(": lacks cells"));
    }

    void recordsKeepToTheirSchema()
    {
        const auto schema = schemaFile("run-log.schema.json");
        QVERIFY(schema.is_object());
        auto all = synthetic::records();
        all.push_back(SessionRecord{5, 1, 7, "subscribe", "reconnecting", "BadConnectionClosed"});
        all.push_back(SessionSummaryRecord{5,
                                           1,
                                           7,
                                           "subscribe",
                                           "active",
                                           "Good",
                                           {{"received", 100}},
                                           {{"publishingInterval_ms", {10, 50}}}});
        all.push_back(StagesRecord{9, 0, "server", {{"codec", {{"cpu_ns", 5}}}}});
        for (const auto& record : all) {
            const auto line = encodeRecord(record);
            const auto problem = violation(schema, json::parse(line));
            QVERIFY2(problem.empty(), (problem + " in " + line).c_str());
        }
        for (const char* line :
             {R"({"record":"cell"})", R"({"record":"phase","at_ns":1,"phase":"x"})",
              R"({"record":"sample","at_ns":1,"phase":"ramp","counters":{"a":"b"}})"}) {
            QVERIFY2(!violation(schema, json::parse(line)).empty(), line);
        }
    }

    void filesAppearWhole()
    {
        QTemporaryDir root;
        const auto file = std::filesystem::path(root.path().toStdString()) / "Größe.json";
        QVERIFY(writeTextFile(file, "first").has_value());
        QVERIFY(writeTextFile(file, "second").has_value());
        QFile written(QString::fromStdString(file.string()));
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), QByteArray("second"));
        QVERIFY(!std::filesystem::exists(file.string() + ".part"));
        const auto failed = writeTextFile("/dev/null/x", "text");
        QVERIFY(!failed.has_value());
        QVERIFY(failed.error().context.find("/dev/null/x") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestResultJson)
#include "test_result_json.moc"
