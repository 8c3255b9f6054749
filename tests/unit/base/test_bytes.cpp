// SPDX-License-Identifier: MIT
// Base64 rows are the test vectors of RFC 4648 §10.
#include "base/bytes.h"

#include <QObject>
#include <QTest>

#include <string>

class TestBytes : public QObject
{
    Q_OBJECT

private slots:
    void base64FollowsTheRfc_data();
    void base64FollowsTheRfc();
    void base64RefusesEverythingElse_data();
    void base64RefusesEverythingElse();
    void hexBothWays();
    void hexRefuses_data();
    void hexRefuses();
};

void TestBytes::base64FollowsTheRfc_data()
{
    QTest::addColumn<QByteArray>("plain");
    QTest::addColumn<QByteArray>("encoded");
    QTest::addRow("0") << QByteArray("") << QByteArray("");
    QTest::addRow("1") << QByteArray("f") << QByteArray("Zg==");
    QTest::addRow("2") << QByteArray("fo") << QByteArray("Zm8=");
    QTest::addRow("3") << QByteArray("foo") << QByteArray("Zm9v");
    QTest::addRow("4") << QByteArray("foob") << QByteArray("Zm9vYg==");
    QTest::addRow("5") << QByteArray("fooba") << QByteArray("Zm9vYmE=");
    QTest::addRow("6") << QByteArray("foobar") << QByteArray("Zm9vYmFy");
    QByteArray all;
    for (int i = 0; i < 256; ++i) {
        all.append(static_cast<char>(i));
    }
    QTest::addRow("all bytes") << all << all.toBase64();
}

void TestBytes::base64FollowsTheRfc()
{
    QFETCH(QByteArray, plain);
    QFETCH(QByteArray, encoded);
    QCOMPARE(base::toBase64(base::bytesOf(plain.toStdString())), encoded.toStdString());
    const auto decoded = base::fromBase64(encoded.toStdString());
    QVERIFY(decoded);
    QCOMPARE(std::string(base::textOf(*decoded)), plain.toStdString());
}

void TestBytes::base64RefusesEverythingElse_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"Zg=", "Zg", "Z", "Zm9v=", "====", "Zg==Zg==", "Zm9*", "Zm 9",
                             "Z===", "=Zm9", "Zm9-", "Zm9_"}) {
        QTest::addRow("%s", text) << QByteArray(text);
    }
}

void TestBytes::base64RefusesEverythingElse()
{
    QFETCH(QByteArray, text);
    QVERIFY(!base::fromBase64(text.toStdString()));
}

void TestBytes::hexBothWays()
{
    const base::Bytes bytes{0x00, 0x09, 0x1F, 0xA0, 0xFF};
    QCOMPARE(base::toHex(bytes), "00091fa0ff");
    QVERIFY(base::fromHex("00091FA0ff") == bytes);
    QVERIFY(base::fromHex("")->empty());
}

void TestBytes::hexRefuses_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"0", "0g", "g0", " 00", "0x00", "00:"}) {
        QTest::addRow("%s", text) << QByteArray(text);
    }
}

void TestBytes::hexRefuses()
{
    QFETCH(QByteArray, text);
    QVERIFY(!base::fromHex(text.toStdString()));
}

QTEST_GUILESS_MAIN(TestBytes)
#include "test_bytes.moc"
