// SPDX-License-Identifier: MIT
// Escapes of each target (field case R02) and figures that no locale changes.
#include "report/text.h"

#include <QObject>
#include <QTest>

#include <clocale>

using namespace report;

class TestText : public QObject
{
    Q_OBJECT

private slots:
    void htmlIsEscaped()
    {
        QCOMPARE(
            escapeHtml("<script>alert('x')</script> & \"y\""),
            std::string("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;y&quot;"));
        QCOMPARE(escapeHtml("Größe 测试 🚀\n"), std::string("Größe 测试 🚀\n"));
        QCOMPARE(escapeHtml(std::string_view("a\0b\x1b", 4)), std::string("a\xEF\xBF\xBD"
                                                                          "b\xEF\xBF\xBD"));
    }

    void spreadsheetsGetNoFormulas_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("formula") << QByteArray("=1+1") << QByteArray("'=1+1");
        QTest::newRow("command") << QByteArray("@SUM(A1)") << QByteArray("'@SUM(A1)");
        QTest::newRow("minus") << QByteArray("-2+3") << QByteArray("'-2+3");
        QTest::newRow("plus") << QByteArray("+1") << QByteArray("'+1");
        QTest::newRow("tab") << QByteArray("\t=1") << QByteArray("'\t=1");
        QTest::newRow("quotes") << QByteArray("a \"b\", c") << QByteArray("\"a \"\"b\"\", c\"");
        QTest::newRow("line feed") << QByteArray("a\nb") << QByteArray("\"a\nb\"");
        QTest::newRow("both") << QByteArray("=A,\"") << QByteArray("\"'=A,\"\"\"");
        QTest::newRow("plain") << QByteArray("a.b") << QByteArray("a.b");
        QTest::newRow("empty") << QByteArray() << QByteArray();
    }
    void spreadsheetsGetNoFormulas()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, field);
        QCOMPARE(QByteArray::fromStdString(csvText(text.toStdString())), field);
    }

    void terminalsAreNotSteered()
    {
        QCOMPARE(plainText("a\x1b[2Jb\nc\xC2\x9B"
                           "d"),
                 std::string("a\xEF\xBF\xBD[2Jb c\xEF\xBF\xBD"
                             "d"));
        QCOMPARE(plainText("\xC2"), std::string("\xC2"));
        QCOMPARE(plainText("Größe"), std::string("Größe"));
    }

    void markdownIsNoMarkup()
    {
        QCOMPARE(escapeMarkdown("a|b <x> *c* [d](e)"),
                 std::string("a\\|b \\<x\\> \\*c\\* \\[d\\]\\(e\\)"));
        QCOMPARE(escapeMarkdown("a\nb"), std::string("a b"));
    }

    void shellCommandsCanBePasted()
    {
        QCOMPARE(shellCommand({"uasurge", "--set", "/a=1", "it's", "", "a b", "$(x)"}),
                 std::string("uasurge --set /a=1 'it'\\''s' '' 'a b' '$(x)'"));
    }

    void figuresArePlain()
    {
        QCOMPARE(valueText(14'200'000, "ns"), std::string("14.2 ms"));
        QCOMPARE(valueText(0, "ns"), std::string("0"));
        QCOMPARE(valueText(218e6, "bytes"), std::string("218 MB"));
        QCOMPARE(valueText(1.8e6, "bytes/min"), std::string("1.80 MB/min"));
        QCOMPARE(valueText(0.4712, "cores"), std::string("0.47 cores"));
        QCOMPARE(valueText(37518, "1/s"), std::string("37\xE2\x80\xAF"
                                                      "518/s"));
        QCOMPARE(countText(-1234567), std::string("-1\xE2\x80\xAF"
                                                  "234\xE2\x80\xAF"
                                                  "567"));
        QCOMPARE(countText(0.12345), std::string("0.1235"));
        QCOMPARE(countText(999), std::string("999"));
        QCOMPARE(percentText(0.155), std::string("15.5 %"));
        QCOMPARE(textWidth("Größe"), std::size_t(5));
    }

    void noLocaleMatters()
    {
        for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) {
            std::setlocale(LC_ALL, locale);
            QCOMPARE(countText(0.5), std::string("0.5"));
            QCOMPARE(valueText(1.5e6, "bytes"), std::string("1.50 MB"));
        }
        std::setlocale(LC_ALL, "C");
    }
};

QTEST_GUILESS_MAIN(TestText)
#include "test_text.moc"
