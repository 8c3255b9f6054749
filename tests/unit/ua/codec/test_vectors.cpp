// SPDX-License-Identifier: MIT
// Every golden vector behaves as its mode says: made by an independent stack, never by our encoder.
#include "neutral_json.h"

#include <boost/json/serialize.hpp>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QTest>

#include <functional>
#include <map>

namespace {

struct Codec
{
    /// Decodes and returns the value as neutral JSON; throws on what a vector may not contain.
    std::function<base::Result<boost::json::value>(base::BytesView)> decode;
    std::function<base::Bytes(const boost::json::value&)> encode;
};

template <typename T>
Codec codecOf(bool message)
{
    const auto decode = [message](base::BytesView bytes) -> base::Result<boost::json::value> {
        const ua::Limits limits;
        ua::Decoder decoder(bytes, limits);
        if (message) {
            ua::NodeId id;
            ua::decode(decoder, id);
            if constexpr (ua::Structure<T>) {
                if (id != ua::NodeId(T::binaryEncodingId)) {
                    return base::fail({}, "type id " + id.text());
                }
            }
        }
        T value{};
        ua::decode(decoder, value);
        UA_TRY(decoder.result());
        if (decoder.remaining() != 0) {
            return base::fail({}, "bytes left over");
        }
        return neutral::write(value);
    };
    const auto encode = [message](const boost::json::value& json) {
        static_cast<void>(message); // built-in types have no message form
        T value{};
        neutral::read(json, value);
        base::Bytes bytes;
        ua::Encoder encoder(bytes);
        if constexpr (ua::Structure<T>) {
            if (message) {
                ua::encodeMessage(encoder, value);
                return bytes;
            }
        }
        ua::encode(encoder, value);
        return bytes;
    };
    return {decode, encode};
}

std::map<std::string, Codec> builtinCodecs()
{
    std::map<std::string, Codec> codecs;
    const auto add = [&codecs]<std::size_t... I>(std::index_sequence<I...>) {
        ((codecs[std::string(ua::nameOf(static_cast<ua::BuiltinType>(I + 1)))] = codecOf<
              typename std::variant_alternative_t<I + 1, ua::VariantArray::Elements>::value_type>(
              false)),
         ...);
    };
    add(std::make_index_sequence<25>{});
    return codecs;
}

std::map<std::string, Codec> structureCodecs(bool message)
{
    std::map<std::string, Codec> codecs;
    ua::forEachStructure([&codecs, message]<typename T>() {
        codecs[std::string(T::typeName)] = codecOf<T>(message);
    });
    return codecs;
}

/// Qt parses doubles exactly, which the vectors need.
boost::json::value exactJson(const QJsonValue& json)
{
    if (json.isArray()) {
        boost::json::array array;
        for (const auto& element : json.toArray()) {
            array.push_back(exactJson(element));
        }
        return array;
    }
    if (json.isObject()) {
        boost::json::object object;
        const auto members = json.toObject();
        for (auto it = members.begin(); it != members.end(); ++it) {
            object[it.key().toStdString()] = exactJson(it.value());
        }
        return object;
    }
    if (json.isString()) {
        return boost::json::value(json.toString().toStdString());
    }
    if (json.isBool()) {
        return json.toBool();
    }
    if (json.isDouble()) {
        const bool integral = json.toVariant().typeId() == QMetaType::LongLong;
        return integral ? boost::json::value(std::int64_t{json.toInteger()})
                        : boost::json::value(json.toDouble());
    }
    return nullptr;
}

boost::json::value load(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return nullptr;
    }
    return exactJson(QJsonDocument::fromJson(file.readAll()).object());
}

class VectorRunner
{
public:
    VectorRunner()
        : m_codecs{{"builtin", builtinCodecs()},
                   {"struct", structureCodecs(false)},
                   {"message", structureCodecs(true)}}
    {}

    /// Empty when the vector behaves as its mode says.
    QString check(const boost::json::object& vector)
    {
        const auto kind = m_codecs.find(neutral::textOf(vector.at("kind")));
        if (kind == m_codecs.end()) {
            return "unknown kind";
        }
        const auto codec = kind->second.find(neutral::textOf(vector.at("type")));
        if (codec == kind->second.end()) {
            return "unknown type " + QString::fromStdString(neutral::textOf(vector.at("type")));
        }
        const auto bytes = base::fromHex(neutral::textOf(vector.at("hex"))).value();
        const auto mode = neutral::textOf(vector.at("mode"));
        const auto decoded = codec->second.decode(bytes);
        if (mode == "reject") {
            const bool refused = !decoded && (decoded.error().status.value == 0x80070000U ||
                                              decoded.error().status.value == 0x80080000U);
            return refused ? QString() : QString("not refused as undecodable");
        }
        if (mode != "roundtrip" && mode != "decode") {
            return "unknown mode";
        }
        if (!decoded) {
            return "decoding failed: " + QString::fromStdString(decoded.error().context);
        }
        if (mode == "roundtrip" && !neutral::same(*decoded, vector.at("value"))) {
            return "decoded to " + QString::fromStdString(boost::json::serialize(*decoded));
        }
        if (mode == "decode" && !equivalent(*decoded, vector)) {
            return "decoded to " + QString::fromStdString(boost::json::serialize(*decoded));
        }
        if (mode == "roundtrip" && codec->second.encode(vector.at("value")) != bytes) {
            return "encoded to " +
                   QString::fromStdString(base::toHex(codec->second.encode(vector.at("value"))));
        }
        return {};
    }

private:
    /// Two non-canonical forms may be kept instead of normalised, as the vectors' notes allow.
    static bool equivalent(const boost::json::value& decoded, const boost::json::object& vector)
    {
        if (neutral::same(decoded, vector.at("value"))) {
            return true;
        }
        const auto name = neutral::textOf(vector.at("name"));
        if (name == "ExtensionObject/none-with-typeid") {
            return decoded.as_object().at("encoding") == "none" &&
                   decoded.as_object().at("typeId").as_object().at("i").to_number<int>() == 886;
        }
        if (name == "DataValue/explicit-null-variant") {
            return decoded.as_object().size() == 1 &&
                   decoded.as_object().at("Value").as_object().at("type") == "Null";
        }
        return false;
    }

    std::map<std::string, std::map<std::string, Codec>> m_codecs;
};

} // namespace

class VectorTest : public QObject
{
    Q_OBJECT

    VectorRunner m_runner;
    int m_failures = 0;

    int checkFile(const QString& path, int& checked)
    {
        const auto document = load(path);
        if (!document.is_object()) {
            return -1;
        }
        for (const auto& entry : document.as_object().at("vectors").as_array()) {
            const auto& vector = entry.as_object();
            if (!vector.contains("kind") || !vector.contains("hex")) {
                continue; // another topic's file (kdf, chunks, …)
            }
            QString problem;
            try {
                problem = m_runner.check(vector);
            } catch (const std::exception& e) {
                problem = e.what();
            }
            ++checked;
            if (!problem.isEmpty()) {
                ++m_failures;
                qWarning().noquote()
                    << QFileInfo(path).fileName()
                    << QString::fromStdString(neutral::textOf(vector.at("name"))) << problem;
            }
        }
        return 0;
    }

private slots:
    void everyGoldenVector_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("count");
        QTest::newRow("builtin") << "builtin.json" << 250;
        QTest::newRow("structs") << "structs.json" << 14;
        QTest::newRow("messages") << "messages.json" << 223;
        QTest::newRow("reject") << "reject.json" << 10;
    }
    void everyGoldenVector()
    {
        QFETCH(QString, file);
        QFETCH(int, count);
        m_failures = 0;
        int checked = 0;
        QCOMPARE(checkFile(QStringLiteral(UASURGE_SOURCE_DIR "/tests/vectors/") + file, checked),
                 0);
        qInfo() << "checked" << checked << "vectors of" << file;
        QCOMPARE(checked, count);
        QCOMPARE(m_failures, 0);
    }

    void unknownTypeOrKindFails()
    {
        const boost::json::object unknownType{{"name", "x"},
                                              {"kind", "builtin"},
                                              {"type", "Quaternion"},
                                              {"mode", "decode"},
                                              {"hex", "00"}};
        QVERIFY(m_runner.check(unknownType).startsWith("unknown type"));
        const boost::json::object unknownKind{{"name", "x"},
                                              {"kind", "picture"},
                                              {"type", "Boolean"},
                                              {"mode", "decode"},
                                              {"hex", "00"}};
        QCOMPARE(m_runner.check(unknownKind), QString("unknown kind"));
    }

    void extraVectorFolder()
    {
        const auto folder = qEnvironmentVariable("UASURGE_EXTRA_VECTORS");
        if (folder.isEmpty()) {
            return; // nothing asked for
        }
        m_failures = 0;
        int checked = 0;
        for (const auto& file : QDir(folder).entryInfoList({"*.json"}, QDir::Files)) {
            QCOMPARE(checkFile(file.filePath(), checked), 0);
        }
        qInfo() << "checked" << checked << "extra vectors";
        QVERIFY2(checked > 0, "UASURGE_EXTRA_VECTORS names a folder without vectors");
        QCOMPARE(m_failures, 0);
    }
};

QTEST_GUILESS_MAIN(VectorTest)
#include "test_vectors.moc"
