// SPDX-License-Identifier: MIT
// The structures agree with the schema of core model 1.05.03: names, order, types, encoding ids.
#include "ua/codec/structure.h"
#include "ua/types/services/all_structures.h"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <QFile>
#include <QObject>
#include <QTest>

namespace {

template <typename T>
struct IsArray : std::false_type
{};
template <typename T>
struct IsArray<ua::Array<T>> : std::true_type
{};

/// The schema's name of a member's type; arrays end in [].
template <typename T>
std::string schemaType()
{
    if constexpr (std::is_enum_v<T>) {
        return "enum";
    } else if constexpr (ua::Structure<T>) {
        return std::string(T::typeName);
    } else if constexpr (IsArray<T>::value) {
        return schemaType<typename T::value_type>() + "[]";
    } else {
        std::string name;
        [&name]<std::size_t... I>(std::index_sequence<I...>) {
            ((std::is_same_v<T, typename std::variant_alternative_t<
                                    I + 1, ua::VariantArray::Elements>::value_type>
                  ? (name = ua::nameOf(static_cast<ua::BuiltinType>(I + 1)), 0)
                  : 0),
             ...);
        }(std::make_index_sequence<25>{});
        return name;
    }
}

} // namespace

class SchemaTest : public QObject
{
    Q_OBJECT

private slots:
    void structuresAgreeWithTheSchema()
    {
        QFile file(QStringLiteral(UASURGE_SOURCE_DIR "/tests/vectors/schema.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto schema = boost::json::parse(file.readAll().toStdString()).as_object();
        int checked = 0;
        ua::forEachStructure([&]<typename T>() {
            const std::string name(T::typeName);
            QVERIFY2(schema.contains(name), name.c_str());
            const auto& entry = schema.at(name).as_object();
            QCOMPARE(entry.at("id").to_number<std::uint32_t>(), T::binaryEncodingId);
            std::vector<std::string> ours;
            const T value{};
            value.fields([&ours](const char* field, const auto& member) {
                ours.push_back(std::string(field) + " " +
                               schemaType<std::remove_cvref_t<decltype(member)>>());
            });
            std::vector<std::string> theirs;
            for (const auto& field : entry.at("fields").as_array()) {
                theirs.emplace_back(field.as_string());
            }
            if (ours != theirs) {
                for (std::size_t i = 0; i < std::max(ours.size(), theirs.size()); ++i) {
                    qWarning() << name.c_str() << (i < ours.size() ? ours[i].c_str() : "-")
                               << (i < theirs.size() ? theirs[i].c_str() : "-");
                }
            }
            QCOMPARE(ours.size(), theirs.size());
            QVERIFY(ours == theirs);
            ++checked;
        });
        qInfo() << "checked" << checked << "structures against the schema";
        QCOMPARE(checked, 165);
    }
};

QTEST_GUILESS_MAIN(SchemaTest)
#include "test_schema.moc"
