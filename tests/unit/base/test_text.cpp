// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <QDateTime>
#include <QObject>
#include <QTest>

#include <string>

using namespace std::chrono_literals;

class TestText : public QObject
{
    Q_OBJECT

private slots:
    void instantsAreRfc3339_data();
    void instantsAreRfc3339();
    void durationsRead_data();
    void durationsRead();
    void durationsRefuse_data();
    void durationsRefuse();
    void durationsWriteTheShortestForm();
    void forPeople();
    void nearestFindsTypingErrors();
    void utf8_data();
    void utf8();
};

void TestText::instantsAreRfc3339_data()
{
    QTest::addColumn<qint64>("ms");
    // Leap day, year's end, before the epoch, the far ends of the clock.
    for (const qint64 ms : {0LL, 951'827'696'789LL, 1'767'225'599'999LL, -1LL, -62'135'596'800LL,
                            9'223'372'036'854LL, -9'223'372'036'854LL}) {
        QTest::addRow("%lld", static_cast<long long>(ms)) << ms;
    }
}

void TestText::instantsAreRfc3339()
{
    QFETCH(qint64, ms);
    const auto expected =
        QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString("yyyy-MM-ddTHH:mm:ss.zzz'Z'");
    QCOMPARE(base::formatInstant({ms * 1'000'000}), expected.toStdString());
}

void TestText::durationsRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("ns");
    QTest::addRow("ns") << QByteArray("5ns") << qint64(5);
    QTest::addRow("us") << QByteArray("100us") << qint64(100'000);
    QTest::addRow("ms") << QByteArray("250ms") << qint64(250'000'000);
    QTest::addRow("s") << QByteArray("10s") << qint64(10'000'000'000);
    QTest::addRow("min") << QByteArray("1.5min") << qint64(90'000'000'000);
    QTest::addRow("h") << QByteArray("2h") << qint64(7'200'000'000'000);
    QTest::addRow("zero") << QByteArray("0s") << qint64(0);
    QTest::addRow("fraction") << QByteArray("0.1ms") << qint64(100'000);
}

void TestText::durationsRead()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, ns);
    const auto duration = base::parseDuration(text.toStdString());
    QVERIFY(duration);
    QCOMPARE(duration->count(), ns);
}

void TestText::durationsRefuse_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"", "s", "5", "5 s", "-5s", "5sec", "5S", "infs", "nans", "1e30h",
                             " 5s", "5s ", "5ms3us"}) {
        QTest::addRow("'%s'", text) << QByteArray(text);
    }
}

void TestText::durationsRefuse()
{
    QFETCH(QByteArray, text);
    QVERIFY(!base::parseDuration(text.toStdString()));
}

void TestText::durationsWriteTheShortestForm()
{
    QCOMPARE(base::formatDuration(250ms), "250ms");
    QCOMPARE(base::formatDuration(1500ms), "1500ms");
    QCOMPARE(base::formatDuration(60s), "1min");
    QCOMPARE(base::formatDuration(90s), "90s");
    QCOMPARE(base::formatDuration(7200s), "2h");
    QCOMPARE(base::formatDuration(0s), "0s");
    for (std::int64_t ns = 1; ns < 4'000'000'000'000'000; ns = ns * 7 + 3) {
        QVERIFY(base::parseDuration(base::formatDuration(base::Duration(ns))) ==
                base::Duration(ns));
    }
}

void TestText::forPeople()
{
    QCOMPARE(base::humanDuration(340ns), "340 ns");
    QCOMPARE(base::humanDuration(18'200us), "18.2 ms");
    QCOMPARE(base::humanDuration(1200ms), "1.20 s");
    QCOMPARE(base::humanBytes(3.4e6), "3.40 MB");
    QCOMPARE(base::humanBytes(999), "999 B");
}

void TestText::nearestFindsTypingErrors()
{
    const std::vector<std::string_view> keys{"sessions", "security", "seed"};
    QVERIFY(base::nearest("sesions", keys) == "sessions");
    QVERIFY(base::nearest("sead", keys) == "seed");
    QVERIFY(!base::nearest("workloads", keys));
    QVERIFY(!base::nearest(std::string(1'000'000, 'a'), keys));
}

void TestText::utf8_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("valid");
    QTest::addRow("ascii") << QByteArray("abc") << true;
    QTest::addRow("two") << QByteArray("\xC3\xA4") << true;
    QTest::addRow("three") << QByteArray("\xE2\x82\xAC") << true;
    QTest::addRow("four") << QByteArray("\xF0\x9F\x98\x80") << true;
    QTest::addRow("last") << QByteArray("\xF4\x8F\xBF\xBF") << true;
    QTest::addRow("beyond") << QByteArray("\xF4\x90\x80\x80") << false;
    QTest::addRow("overlong 2") << QByteArray("\xC0\x80") << false;
    QTest::addRow("overlong 3") << QByteArray("\xE0\x80\x80") << false;
    QTest::addRow("overlong 4") << QByteArray("\xF0\x80\x80\x80") << false;
    QTest::addRow("surrogate") << QByteArray("\xED\xA0\x80") << false;
    QTest::addRow("cut") << QByteArray("\xE2\x82") << false;
    QTest::addRow("alone") << QByteArray("\x80") << false;
}

void TestText::utf8()
{
    QFETCH(QByteArray, bytes);
    QTEST(base::isUtf8(bytes.toStdString()), "valid");
}

QTEST_GUILESS_MAIN(TestText)
#include "test_text.moc"
