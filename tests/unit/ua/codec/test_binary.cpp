// SPDX-License-Identifier: MIT
// Corners of the binary encoding met in the field: cases E02, E04, E06, E08 and E10.
#include "ua/codec/structure.h"
#include "ua/types/services/attribute.h"
#include "ua/types/status_codes.h"

#include <QObject>
#include <QTest>

#include <pthread.h>
#include <thread>

namespace {

template <typename T>
base::Result<T> decoded(const char* hex, const ua::Limits& limits = {})
{
    const auto bytes = base::fromHex(hex).value();
    ua::Decoder decoder(bytes, limits);
    T value{};
    ua::decode(decoder, value);
    UA_TRY(decoder.result());
    return value;
}

template <typename T>
std::string encoded(const T& value)
{
    base::Bytes bytes;
    ua::Encoder encoder(bytes);
    ua::encode(encoder, value);
    return base::toHex(bytes);
}

std::string repeated(const std::string& text, std::size_t times)
{
    std::string all;
    for (std::size_t i = 0; i < times; ++i) {
        all += text;
    }
    return all;
}

/// Runs on a thread with a small stack, as an embedded host might.
template <typename F>
void onSmallStack(F&& f)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
    pthread_attr_setstacksize(&attributes, 1024 * 1024); // red zones widen every frame
#else
    pthread_attr_setstacksize(&attributes, 256 * 1024);
#endif
    pthread_t thread{};
    const auto entry = [](void* context) -> void* {
        (*static_cast<std::remove_reference_t<F>*>(context))();
        return nullptr;
    };
    QCOMPARE(pthread_create(&thread, &attributes, entry, &f), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

} // namespace

class BinaryTest : public QObject
{
    Q_OBJECT

private slots:
    void e02DateTimeClamps_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<qint64>("ticks");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << QByteArray("0d0000000000000000") << qint64(0)
                              << "0001-01-01T00:00:00Z";
        QTest::newRow("max") << QByteArray("0dffffffffffffff7f") << qint64(INT64_MAX)
                             << "9999-12-31T23:59:59Z";
        QTest::newRow("min") << QByteArray("0d0000000000000080") << qint64(0)
                             << "0001-01-01T00:00:00Z";
        QTest::newRow("minus one")
            << QByteArray("0dffffffffffffffff") << qint64(0) << "0001-01-01T00:00:00Z";
        QTest::newRow("past ns in int64")
            << QByteArray("0dafc71f50f35fe502") << qint64(0x02E55FF3501FC7AF)
            << "2262-04-11T23:47:16.8547759Z";
        QTest::newRow("last second") << QByteArray("0d80a927d15e5ac824")
                                     << qint64(2'650'467'743'990'000'000) << "9999-12-31T23:59:59Z";
    }
    void e02DateTimeClamps()
    {
        QFETCH(QByteArray, hex);
        QFETCH(qint64, ticks);
        QFETCH(QString, text);
        const auto value = decoded<ua::Variant>(hex.constData());
        QVERIFY(value);
        const auto* time = value->getIf<ua::DateTime>();
        QVERIFY(time != nullptr);
        QCOMPARE(qint64(time->ticks), ticks);
        QCOMPARE(QString::fromStdString(time->text()), text);
        QVERIFY(time->wall().ns <= INT64_MAX && encoded(*time).size() == 16);
    }
    void e02EncoderClamps()
    {
        QCOMPARE(encoded(ua::DateTime{-5}), std::string("0000000000000000"));
        QCOMPARE(encoded(ua::DateTime{2'650'467'743'990'000'001}), std::string("ffffffffffffff7f"));
        QCOMPARE(ua::DateTime::from(base::WallTime{0}).ticks, 116'444'736'000'000'000);
    }

    void e04NestedVariants_data()
    {
        QTest::addColumn<int>("levels");
        QTest::addColumn<bool>("accepted");
        QTest::newRow("1") << 1 << true;
        QTest::newRow("99") << 99 << true;
        QTest::newRow("100") << 100 << true;
        QTest::newRow("2000") << 2000 << false;
    }
    void e04NestedVariants()
    {
        QFETCH(int, levels);
        QFETCH(bool, accepted);
        const auto hex = repeated("9801000000", std::size_t(levels)) + "0601000000";
        onSmallStack([&] {
            const auto value = decoded<ua::Variant>(hex.c_str());
            QCOMPARE(value.has_value(), accepted);
            if (!accepted) {
                QCOMPARE(value.error().status.value, ua::status::BadEncodingLimitsExceeded.value);
            } else {
                QCOMPARE(encoded(*value), hex);
            }
        });
    }
    void e04NestedDiagnosticInfo()
    {
        QVERIFY(decoded<ua::DiagnosticInfo>((repeated("40", 100) + "00").c_str()));
        onSmallStack([&] {
            const auto deep = decoded<ua::DiagnosticInfo>((repeated("40", 50'000) + "00").c_str());
            QVERIFY(!deep);
            QCOMPARE(deep.error().status.value, ua::status::BadEncodingLimitsExceeded.value);
        });
    }
    void e04FlatItemsDoNotCountAsDepth()
    {
        const auto value =
            decoded<ua::Array<ua::DiagnosticInfo>>(("96000000" + repeated("00", 150)).c_str());
        QVERIFY(value);
        QCOMPARE(value->size(), std::size_t(150));
    }
    void e04VariantInVariant()
    {
        const auto value = decoded<ua::Variant>("180607000000");
        QVERIFY(!value);
        QCOMPARE(value.error().status.value, ua::status::BadDecodingError.value);
        const auto mixed = decoded<ua::Variant>("980200000006070000000c0100000078");
        QVERIFY(mixed);
        const auto* elements = ua::arrayIf<ua::Variant>(*mixed);
        QVERIFY(elements != nullptr && elements->size() == 2);
        QCOMPARE(*(*elements)[0].getIf<std::int32_t>(), 7);
        QCOMPARE((*elements)[1].getIf<ua::String>()->text(), std::string("x"));
        const auto values = decoded<ua::Variant>("970200000001060700000003060800000000009240");
        QVERIFY(values);
        const auto* dataValues = ua::arrayIf<ua::DataValue>(*values);
        QVERIFY(dataValues != nullptr && dataValues->size() == 2);
        QCOMPARE((*dataValues)[1].status->value, 0x40920000U);
    }

    void e06ExtensionObjectForms_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<int>("encoding");
        QTest::addColumn<int>("size");
        QTest::newRow("no body") << QByteArray("01030f2700") << 0 << 0;
        QTest::newRow("unknown type") << QByteArray("01030f27010400000001020304") << 1 << 4;
        QTest::newRow("xml") << QByteArray("01030f2702040000003c612f3e") << 2 << 4;
        QTest::newRow("empty body") << QByteArray("01030f270100000000") << 1 << 0;
    }
    void e06ExtensionObjectForms()
    {
        QFETCH(QByteArray, hex);
        QFETCH(int, encoding);
        QFETCH(int, size);
        // Put before a second value: that one must decode too.
        const auto both = decoded<ua::Array<ua::DataValue>>(("02000000"
                                                             "0116" +
                                                             hex.toStdString() + "010607000000")
                                                                .c_str());
        QVERIFY2(both, both ? "" : both.error().context.c_str());
        const auto& object = **(*both)[0].value->getIf<ua::Box<ua::ExtensionObject>>();
        QCOMPARE(int(object.encoding), encoding);
        QCOMPARE(int(object.body.size()), size);
        QCOMPARE(*(*both)[1].value->getIf<std::int32_t>(), 7);
        QCOMPARE(encoded(object), hex.toStdString());
    }
    void e06LengthMinusOne()
    {
        const auto known = decoded<ua::ExtensionObject>("01002b0301ffffffff");
        QVERIFY(known);
        QVERIFY(known->body.isNull());
        const auto array = decoded<ua::Variant>("960200000001030f270102000000010201030f2700");
        QVERIFY(array);
        QCOMPARE(ua::arrayIf<ua::ExtensionObject>(*array)->size(), std::size_t(2));
        QVERIFY(!decoded<ua::ExtensionObject>("01030f2703"));
    }

    void e08DataValueOrder()
    {
        const char* hex = "3f060700000000009240008087b09de2d401e015018087b09de2d401a816";
        const auto value = decoded<ua::DataValue>(hex);
        QVERIFY(value);
        QCOMPARE(*value->value->getIf<std::int32_t>(), 7);
        QCOMPARE(value->status->value, 0x40920000U);
        QCOMPARE(QString::fromStdString(value->sourceTimestamp->text()),
                 QString("2019-03-25T00:00:00Z"));
        QCOMPARE(int(*value->sourcePicoseconds), 5600);
        QCOMPARE(value->serverTimestamp->ticks, value->sourceTimestamp->ticks + 1);
        QCOMPARE(int(*value->serverPicoseconds), 5800);
        QCOMPARE(encoded(*value), std::string(hex));
        const auto two =
            decoded<ua::Array<ua::DataValue>>((std::string("02000000") + hex + hex).c_str());
        QVERIFY(two && (*two)[0] == (*two)[1]);
        QCOMPARE(
            int(*decoded<ua::DataValue>("150607000000008087b09de2d4011027")->sourcePicoseconds),
            9999);
    }
    void e08DiagnosticInfoAndLocalizedText()
    {
        const auto info = decoded<ua::DiagnosticInfo>("0c0300000004000000");
        QVERIFY(info);
        QCOMPARE(*info->locale, 3);
        QCOMPARE(*info->localizedText, 4);
        QVERIFY(decoded<ua::LocalizedText>("00")->text.isNull());
        QCOMPARE(decoded<ua::LocalizedText>("020100000074")->text.text(), std::string("t"));
        const auto full = decoded<ua::LocalizedText>("030200000064650100000074");
        QCOMPARE(full->locale.text(), std::string("de"));
        QCOMPARE(full->text.text(), std::string("t"));
    }

    void e10LengthsAreCheckedBeforeAllocating_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::newRow("Int32 array") << QByteArray("86ffffff7f");
        QTest::newRow("String array") << QByteArray("8cffffff7f");
        QTest::newRow("ByteString") << QByteArray("0fffffff7f");
        QTest::newRow("Variant array") << QByteArray("98ffffff7f"
                                                     "00000000");
    }
    void e10LengthsAreCheckedBeforeAllocating()
    {
        QFETCH(QByteArray, hex);
        const auto value = decoded<ua::Variant>(hex.constData());
        QVERIFY(!value);
        QVERIFY(value.error().status == ua::status::BadDecodingError ||
                value.error().status == ua::status::BadEncodingLimitsExceeded);
    }
    void e10ReadRequestWithHugeCount()
    {
        ua::ReadRequest request;
        request.nodesToRead = {ua::ReadValueId{}};
        auto bytes = ua::encodeMessage(request);
        const auto count = bytes.size() - 2 - 4 - 4 - 6 - 4;
        QCOMPARE(int(bytes[count]), 1);
        bytes[count + 3] = 0x7F;
        const ua::Limits limits;
        ua::Decoder decoder(bytes, limits);
        ua::NodeId id;
        ua::decode(decoder, id);
        const auto result = ua::decodeBody<ua::ReadRequest>(decoder);
        QVERIFY(!result);
        QVERIFY2(result.error().context.find("NodesToRead") != std::string::npos,
                 result.error().context.c_str());
    }
    void e10ExactLimit()
    {
        ua::Limits limits;
        limits.maxArrayLength = 100;
        QVERIFY(decoded<ua::Variant>(("8164000000" + repeated("01", 100)).c_str(), limits));
        const auto over =
            decoded<ua::Variant>(("8165000000" + repeated("01", 101)).c_str(), limits);
        QVERIFY(!over);
        QCOMPARE(over.error().status.value, ua::status::BadEncodingLimitsExceeded.value);
    }
    void e10ManySmallElementsStayInsideTheBudget()
    {
        // A Variant takes one byte on the wire and dozens on the heap.
        ua::Limits limits;
        limits.maxTotalArrayBytes = 1 << 20;
        const auto big =
            decoded<ua::Variant>(("98a0860100" + repeated("00", 100'000)).c_str(), limits);
        QVERIFY(!big);
        QCOMPARE(big.error().status.value, ua::status::BadEncodingLimitsExceeded.value);
    }

    void everyPrefixOfAMessageIsRefused()
    {
        ua::ReadResponse response;
        response.results = {
            ua::DataValue{ua::Variant(1.5), ua::StatusCode{1}, ua::DateTime{5}, {}, {}, {}},
            ua::DataValue{ua::Variant(ua::String("abc")), {}, {}, {}, {}, {}}};
        response.diagnosticInfos = ua::Array<ua::DiagnosticInfo>::emptyArray();
        const auto bytes = ua::encodeMessage(response);
        for (std::size_t size = 4; size < bytes.size(); ++size) {
            const ua::Limits limits;
            ua::Decoder decoder(base::BytesView(bytes).first(size), limits);
            ua::NodeId id;
            ua::decode(decoder, id);
            QVERIFY(!ua::decodeBody<ua::ReadResponse>(decoder));
        }
    }
    void nanIsWrittenQuiet()
    {
        QCOMPARE(encoded(std::numeric_limits<float>::signaling_NaN()), std::string("0000c07f"));
        QCOMPARE(encoded(-std::numeric_limits<double>::quiet_NaN()),
                 std::string("000000000000f87f"));
    }
    void reservedVariantTypeStaysOpaque()
    {
        const auto value = decoded<ua::Variant>("1a02000000abcd");
        QVERIFY(value);
        QCOMPARE(encoded(*value), std::string("1a02000000abcd"));
    }
};

QTEST_GUILESS_MAIN(BinaryTest)
#include "test_binary.moc"
