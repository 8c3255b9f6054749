// SPDX-License-Identifier: MIT
#include "scenario/json_text.h"

#include <QObject>
#include <QTest>

#include <string>

using namespace scenario;

class TestJsonText : public QObject
{
    Q_OBJECT

private slots:
    void refusesWithAPlace_data();
    void refusesWithAPlace();
    void findsADuplicateKeyWhereverItIs();
    void refusesMoreThanFourMebibytes();
    void refusesTooManyLevels();
    void writesNumbersAsPeopleDo();
};

void TestJsonText::refusesWithAPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    QTest::addRow("empty") << QByteArray("") << QByteArray("line 1, column 1");
    QTest::addRow("cut") << QByteArray("{\n  \"a\": ") << QByteArray("line 2");
    QTest::addRow("comma") << QByteArray("{\n\"a\": 1,\n}") << QByteArray("line 3, column 1");
    QTest::addRow("comment") << QByteArray("{} // no") << QByteArray("line 1, column 4");
    QTest::addRow("two") << QByteArray("{}{}") << QByteArray("line 1, column 3");
    QTest::addRow("latin1") << QByteArray("{\"a\": \"\xE4\"}") << QByteArray("not JSON");
}

void TestJsonText::refusesWithAPlace()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    const auto value = parseJson(text.toStdString());
    QVERIFY(!value);
    QVERIFY2(value.error().context.find(message.toStdString()) != std::string::npos,
             value.error().context.c_str());
}

void TestJsonText::findsADuplicateKeyWhereverItIs()
{
    const auto inner = parseJson(R"({"a": [1, {"b": {}, "x/y": 1, "x/y": 2}]})");
    QVERIFY(!inner);
    QVERIFY2(inner.error().context.starts_with("/a/1/x~1y: "), inner.error().context.c_str());
    // Escapes are undone before keys are compared.
    QVERIFY(!parseJson(R"({"a": 1, "\u0061": 2})"));
    // The same key in another object is none.
    QVERIFY(parseJson(R"([{"a": 1}, {"a": 2, "b": {"a": 3}}])"));
}

void TestJsonText::refusesMoreThanFourMebibytes()
{
    const std::string atLimit = "\"" + std::string(maxDocumentBytes - 2, 'x') + "\"";
    QVERIFY(parseJson(atLimit));
    const auto above = parseJson(" " + atLimit);
    QVERIFY(!above);
    QVERIFY(above.error().context.find("4194305 bytes: expected at most 4194304") !=
            std::string::npos);
}

void TestJsonText::refusesTooManyLevels()
{
    const auto nested = [](std::size_t levels) {
        return std::string(levels, '[') + std::string(levels, ']');
    };
    QVERIFY(parseJson(nested(maxDocumentDepth)));
    const auto above = parseJson(nested(maxDocumentDepth + 1));
    QVERIFY(!above);
    QVERIFY2(above.error().context.find("at most 32 nested levels") != std::string::npos,
             above.error().context.c_str());
    QVERIFY(!parseJson(std::string(1'000'000, '[')));
}

void TestJsonText::writesNumbersAsPeopleDo()
{
    const auto value = parseJson("[200, 0.5, 1e3, -7, 18446744073709551615, true, null]");
    QVERIFY(value);
    QCOMPARE(prettyJson(*value), "[200, 0.5, 1000, -7, 18446744073709551615, true, null]\n");
}

QTEST_GUILESS_MAIN(TestJsonText)
#include "test_json_text.moc"
