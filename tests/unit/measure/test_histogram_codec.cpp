// SPDX-License-Identifier: MIT
// HdrHistogram's compressed V2 text against an independent implementation and against damage.
#include "base/bytes.h"
#include "base/random.h"
#include "measure/histogram_codec.h"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <QFile>
#include <QObject>
#include <QTest>

using measure::Histogram;

namespace {

boost::json::value vectors()
{
    QFile file(UASURGE_SOURCE_DIR "/tests/vectors/histogram/hdr_histogram_js.json");
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return boost::json::parse(file.readAll().toStdString());
}

Histogram recorded(const boost::json::array& values)
{
    Histogram histogram;
    for (const auto& pair : values) {
        histogram.record(pair.as_array()[0].to_number<std::int64_t>(),
                         pair.as_array()[1].to_number<std::uint64_t>());
    }
    return histogram;
}

} // namespace

class TestHistogramCodec : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatAnotherImplementationWrote()
    {
        const auto all = vectors();
        QVERIFY(all.is_object());
        int checked = 0;
        for (const auto& entry : all.at("histograms").as_array()) {
            const std::string text(entry.at("encoded").as_string());
            const auto decoded = measure::decodeHistogram(text);
            QVERIFY2(decoded.has_value(), decoded ? "" : decoded.error().context.c_str());
            const auto own = recorded(entry.at("values").as_array());
            QVERIFY(*decoded == own);
            QCOMPARE(decoded->count(), entry.at("total").to_number<std::uint64_t>());
            for (const auto& [percentile, value] : entry.at("percentiles").as_object()) {
                QCOMPARE(decoded->valueAtPercentile(std::stod(std::string(percentile))),
                         value.to_number<std::int64_t>());
            }
            ++checked;
        }
        QCOMPARE(checked, 4);
    }

    void readsAHandMadeText()
    {
        // Written out by hand from the format: cookie, length of the counts, offset, digits,
        // lowest, highest, ratio; counts: 1 for value 0, three zeros (-3 as ZigZag 5), 300 (0xD8
        // 0x04) for 4.
        const auto plain = base::fromHex("1c849313"
                                         "00000004"
                                         "00000000"
                                         "00000003"
                                         "0000000000000001"
                                         "00000000000007ff"
                                         "3ff0000000000000"
                                         "02"
                                         "05"
                                         "d804");
        QVERIFY(plain.has_value());
        // A stored (uncompressed) deflate block: 78 01, 01, length and its complement, data,
        // Adler-32, which RFC 1950 defines as two sums modulo 65521.
        base::Bytes zlib = base::fromHex("780101").value();
        const auto size = unsigned(plain->size());
        for (const unsigned part :
             {size & 0xFFU, size >> 8U, ~size & 0xFFU, (~size >> 8U) & 0xFFU}) {
            zlib.push_back(static_cast<std::uint8_t>(part));
        }
        std::uint32_t a = 1;
        std::uint32_t b = 0;
        for (const auto byte : *plain) {
            zlib.push_back(byte);
            a = (a + byte) % 65521;
            b = (b + a) % 65521;
        }
        for (const unsigned part : {b >> 8U, b & 0xFFU, a >> 8U, a & 0xFFU}) {
            zlib.push_back(static_cast<std::uint8_t>(part));
        }
        base::Bytes text = base::fromHex("1c849314000000").value();
        text.push_back(static_cast<std::uint8_t>(zlib.size()));
        text.insert(text.end(), zlib.begin(), zlib.end());

        const auto histogram = measure::decodeHistogram(base::toBase64(text));
        QVERIFY2(histogram.has_value(), histogram ? "" : histogram.error().context.c_str());
        QCOMPARE(histogram->count(), 301U);
        QCOMPARE(histogram->countAtOrBelow(3), 1U);
        QCOMPARE(histogram->max(), 4);
        QCOMPARE(histogram->mean(), 1200.0 / 301.0);
    }

    void roundTrips()
    {
        base::Random random(3);
        for (int round = 0; round < 200; ++round) {
            Histogram histogram;
            const auto values = random.below(300);
            for (std::uint64_t i = 0; i < values; ++i) {
                histogram.record(std::int64_t(random.next() >> (1 + random.below(60))),
                                 1 + random.below(1ULL << random.below(40)));
            }
            const auto text = measure::encodeHistogram(histogram);
            QVERIFY(text.starts_with("HISTF"));
            const auto back = measure::decodeHistogram(text);
            QVERIFY2(back.has_value(), back ? "" : back.error().context.c_str());
            QVERIFY(*back == histogram);
            QCOMPARE(measure::encodeHistogram(*back), text);
        }
    }

    void refusesDamage_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("empty") << QByteArray() << QByteArray("HISTF");
        QTest::newRow("not base64") << QByteArray("HIST!") << QByteArray("histogram");
        QTest::newRow("another cookie")
            << QByteArray("AAAAAAAAAAAAAAAA") << QByteArray("compressed V2");
        QTest::newRow("too long") << QByteArray(2 << 20, 'A') << QByteArray("at most");
        QTest::newRow("length beyond the text")
            << QByteArray("HISTFAAAB/94nJNpmSzMwMDAxMDAwMjAwMDMAAGMUJoJzmcCADSnAVM=")
            << QByteArray("announced");
        // The zlib stream's check sum changed by one.
        QTest::newRow("check sum")
            << QByteArray("HISTFAAAACF4nJNpmSzMwMDAxMDAwMjAwMDMAAGMUJoJzmcCADSnAVQ=")
            << QByteArray("damaged");
    }
    void refusesDamage()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const auto result = measure::decodeHistogram({text.constData(), std::size_t(text.size())});
        QVERIFY(!result.has_value());
        QVERIFY2(result.error().context.find(says.constData()) != std::string::npos,
                 result.error().context.c_str());
    }

    void anyDamageEndsInAResult()
    {
        Histogram histogram;
        for (int i = 1; i < 400; ++i) {
            histogram.record(std::int64_t(i) * i * 1000);
        }
        const auto good = base::fromBase64(measure::encodeHistogram(histogram)).value();
        base::Random random(11);
        int refused = 0;
        for (int round = 0; round < 3000; ++round) {
            auto bytes = good;
            bytes[random.below(bytes.size())] ^= static_cast<std::uint8_t>(1U << random.below(8));
            bytes.resize(random.below(4) == 0 ? random.below(bytes.size()) : bytes.size());
            const auto result = measure::decodeHistogram(base::toBase64(bytes));
            refused += result.has_value() ? 0 : 1;
        }
        // Adler-32 and the two lengths catch all of these.
        QVERIFY(refused >= 2990);
    }
};

QTEST_GUILESS_MAIN(TestHistogramCodec)
#include "test_histogram_codec.moc"
