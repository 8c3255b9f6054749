// SPDX-License-Identifier: MIT
// The schema against the reader: what the reader knows the schema must allow, and the other way
// round, checked with a small validator of the schema's own keywords.
#include "scenario/built_in.h"
#include "scenario/json_text.h"
#include "scenario/scenario_reader.h"
#include "scenario/scenario_writer.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <QFile>
#include <QObject>
#include <QRegularExpression>
#include <QTest>

#include <string>

namespace json = boost::json;
using namespace scenario;

namespace {

QString toQt(const json::string& text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

bool hasType(const json::value& value, std::string_view type)
{
    return type == "object"    ? value.is_object()
           : type == "array"   ? value.is_array()
           : type == "string"  ? value.is_string()
           : type == "boolean" ? value.is_bool()
           : type == "integer" ? value.is_int64() || value.is_uint64()
           : type == "number"  ? value.is_number()
                               : false;
}

/// True when `value` is valid under `schema`, by the keywords scenarioSchema() uses.
bool validates(const json::value& value, const json::object& schema)
{
    for (const auto& [keyword, argument] : schema) {
        if (keyword == "type" && !hasType(value, std::string_view(argument.as_string()))) {
            return false;
        }
        if (keyword == "const" && value != argument) {
            return false;
        }
        if (keyword == "enum" && std::find(argument.as_array().begin(), argument.as_array().end(),
                                           value) == argument.as_array().end()) {
            return false;
        }
        if (keyword == "minimum" && value.to_number<double>() < argument.to_number<double>()) {
            return false;
        }
        if (keyword == "maximum" && value.to_number<double>() > argument.to_number<double>()) {
            return false;
        }
        if (keyword == "pattern" && !QRegularExpression(toQt(argument.as_string()))
                                         .match(toQt(value.as_string()))
                                         .hasMatch()) {
            return false;
        }
        if (keyword == "minItems" && value.as_array().size() < argument.to_number<std::size_t>()) {
            return false;
        }
        if (keyword == "items") {
            for (const auto& element : value.as_array()) {
                if (!validates(element, argument.as_object())) {
                    return false;
                }
            }
        }
        if (keyword == "required") {
            for (const auto& key : argument.as_array()) {
                if (!value.as_object().contains(key.as_string())) {
                    return false;
                }
            }
        }
        if (keyword == "properties") {
            const bool closed = schema.contains("additionalProperties");
            for (const auto& [key, member] : value.as_object()) {
                const auto* known = argument.as_object().if_contains(key);
                if (known == nullptr ? closed : !validates(member, known->as_object())) {
                    return false;
                }
            }
        }
        if (keyword == "oneOf") {
            int matching = 0;
            for (const auto& alternative : argument.as_array()) {
                matching += validates(value, alternative.as_object()) ? 1 : 0;
            }
            if (matching != 1) {
                return false;
            }
        }
    }
    return true;
}

json::object schema()
{
    return parseJson(scenarioSchema())->as_object();
}

} // namespace

class TestScenarioSchema : public QObject
{
    Q_OBJECT

private slots:
    void fileInDocsIsTheSchema();
    void everyBuiltInAndItsCanonicalTextValidate();
    void readerAndSchemaRefuseTheSame_data();
    void readerAndSchemaRefuseTheSame();
    void everyPropertyIsExplained();
};

void TestScenarioSchema::fileInDocsIsTheSchema()
{
    QFile file(UASURGE_SOURCE_DIR "/docs/scenario.schema.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY2(file.readAll().toStdString() == scenarioSchema(),
             "docs/scenario.schema.json is old: write it again with uasurge --scenario-schema");
}

void TestScenarioSchema::everyBuiltInAndItsCanonicalTextValidate()
{
    const auto rules = schema();
    QVERIFY(listBuiltIns().size() >= 4);
    for (const auto& file : listBuiltIns()) {
        const auto document = parseJson(file.json);
        QVERIFY(document);
        QVERIFY2(validates(*document, rules), std::string(file.name).c_str());
        const auto scenario = readScenario(file.json);
        QVERIFY(scenario);
        QVERIFY2(validates(*parseJson(toJson(*scenario)), rules), std::string(file.name).c_str());
    }
}

void TestScenarioSchema::readerAndSchemaRefuseTheSame_data()
{
    QTest::addColumn<QByteArray>("member");
    QTest::addColumn<bool>("fits");
    const auto row = [](const char* member, bool fits) {
        QTest::addRow("%s", member) << QByteArray(member) << fits;
    };
    row(R"("sessions": 1)", true);
    row(R"("sessions": 0)", false);
    row(R"("sessions": 100001)", false);
    row(R"("sessions": "1")", false);
    row(R"("sesions": 1)", false);
    row(R"("publishingInterval": "1.5s")", true);
    row(R"("publishingInterval": "1.5")", false);
    row(R"("variables": "own")", true);
    row(R"("variables": "mine")", false);
    row(R"("discardOldest": 1)", false);
    row(R"("arrival": {"model": "closed"})", false);
}

void TestScenarioSchema::readerAndSchemaRefuseTheSame()
{
    QFETCH(QByteArray, member);
    QFETCH(bool, fits);
    const std::string text = R"({"schema": "uasurge-scenario/1.0", "name": "t", "workloads": [)"
                             R"({"name": "w", "kind": "subscribe", )" +
                             member.toStdString() + "}]}";
    QCOMPARE(readScenario(text).has_value(), fits);
    QCOMPARE(validates(*parseJson(text), schema()), fits);
}

void TestScenarioSchema::everyPropertyIsExplained()
{
    int explained = 0;
    const auto walk = [&](const auto& self, const json::value& value) -> void {
        if (const auto* list = value.if_array()) {
            for (const auto& element : *list) {
                self(self, element);
            }
        } else if (const auto* object = value.if_object()) {
            const auto* properties = object->if_contains("properties");
            const bool isReference = properties != nullptr && !object->contains("description") &&
                                     object->contains("required") &&
                                     properties->as_object().size() == 1;
            if (properties != nullptr && !isReference &&
                !properties->as_object().contains("expression")) {
                for (const auto& [key, member] : properties->as_object()) {
                    const auto* text = member.as_object().if_contains("description");
                    QVERIFY2(text != nullptr && text->as_string().ends_with('.'),
                             std::string(key).c_str());
                    ++explained;
                }
            }
            for (const auto& [key, member] : *object) {
                self(self, member);
            }
        }
    };
    walk(walk, *parseJson(scenarioSchema()));
    QVERIFY(explained > 100);
}

QTEST_GUILESS_MAIN(TestScenarioSchema)
#include "test_scenario_schema.moc"
