// SPDX-License-Identifier: MIT
// The recursive built-in types: Variant, DataValue, ExtensionObject, DiagnosticInfo
// (Part 6 §5.2.2.12 to §5.2.2.17) and the small names QualifiedName and LocalizedText.
#pragma once

#include "ua/types/array.h"
#include "ua/types/box.h"
#include "ua/types/builtin_type.h"
#include "ua/types/node_id.h"
#include "ua/types/scalars.h"

#include <cstdint>
#include <optional>
#include <variant>

namespace ua {

struct QualifiedName
{
    std::uint16_t namespaceIndex = 0;
    String name;

    QualifiedName() = default;
    QualifiedName(std::uint16_t ns, String n)
        : namespaceIndex(ns)
        , name(std::move(n))
    {}
    friend bool operator==(const QualifiedName&, const QualifiedName&) = default;
};

/// A null locale or text is absent on the wire.
struct LocalizedText
{
    String locale;
    String text;

    LocalizedText() = default;
    LocalizedText(String t)
        : text(std::move(t))
    {}
    LocalizedText(const char* t)
        : text(t)
    {}
    LocalizedText(String l, String t)
        : locale(std::move(l))
        , text(std::move(t))
    {}
    friend bool operator==(const LocalizedText&, const LocalizedText&) = default;
};

/// The body stays bytes; codec/structure.h decodes it when its type is known.
struct ExtensionObject
{
    enum class Encoding : std::uint8_t { None = 0, Binary = 1, Xml = 2 };

    NodeId typeId; ///< the DataTypeEncoding node, not the DataType
    Encoding encoding = Encoding::None;
    ByteString body; ///< binary body, or the UTF-8 of an XML body

    friend bool operator==(const ExtensionObject&, const ExtensionObject&) = default;
};

struct DataValue;
struct DiagnosticInfo;
struct VariantArray;

/// Null, a scalar of any built-in type but Variant, or an array (also of Variants).
/// The alternative's index is the built-in type id; index 26 is an array.
struct Variant
{
    struct NoScalar
    {
        friend bool operator==(NoScalar, NoScalar) = default;
    };
    using Storage =
        std::variant<std::monostate, bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                     std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double,
                     String, DateTime, Guid, ByteString, XmlElement, NodeId, Box<ExpandedNodeId>,
                     StatusCode, QualifiedName, Box<LocalizedText>, Box<ExtensionObject>,
                     Box<DataValue>, NoScalar, Box<DiagnosticInfo>, Box<VariantArray>>;
    static constexpr std::size_t arrayIndex = 26;

    Storage value;
    /// Set to 26..31 when a reserved type id was received; the value is then a ByteString.
    std::uint8_t reservedType = 0;

    Variant() = default;
    template <typename T>
        requires(!std::is_same_v<std::remove_cvref_t<T>, Variant> &&
                 std::is_constructible_v<Storage, T &&>)
    Variant(T&& v)
        : value(std::forward<T>(v))
    {}

    bool isNull() const { return value.index() == 0; }
    bool isArray() const { return value.index() == arrayIndex; }
    /// Element type for arrays.
    BuiltinType type() const;
    template <typename T>
    const T* getIf() const
    {
        return std::get_if<T>(&value);
    }
    /// Any numeric or Boolean scalar as double; nothing otherwise.
    std::optional<double> number() const;

    friend bool operator==(const Variant&, const Variant&);
};

/// Mask bits clear = member empty (Part 6 §5.2.2.17). Picoseconds count in 10 ps, 0 to 9999.
struct DataValue
{
    std::optional<Variant> value;
    std::optional<StatusCode> status;
    std::optional<DateTime> sourceTimestamp;
    std::optional<std::uint16_t> sourcePicoseconds;
    std::optional<DateTime> serverTimestamp;
    std::optional<std::uint16_t> serverPicoseconds;

    StatusCode statusOrGood() const { return status.value_or(StatusCode{}); }
    friend bool operator==(const DataValue&, const DataValue&) = default;
};

struct DiagnosticInfo
{
    std::optional<std::int32_t> symbolicId;
    std::optional<std::int32_t> namespaceUri;
    std::optional<std::int32_t> localizedText;
    std::optional<std::int32_t> locale;
    std::optional<String> additionalInfo;
    std::optional<StatusCode> innerStatusCode;
    std::optional<Box<DiagnosticInfo>> innerDiagnosticInfo;

    friend bool operator==(const DiagnosticInfo&, const DiagnosticInfo&) = default;
};

/// Elements in row-major order. The alternative's index is the element's built-in type id.
struct VariantArray
{
    using Elements =
        std::variant<std::monostate, Array<bool>, Array<std::int8_t>, Array<std::uint8_t>,
                     Array<std::int16_t>, Array<std::uint16_t>, Array<std::int32_t>,
                     Array<std::uint32_t>, Array<std::int64_t>, Array<std::uint64_t>, Array<float>,
                     Array<double>, Array<String>, Array<DateTime>, Array<Guid>, Array<ByteString>,
                     Array<XmlElement>, Array<NodeId>, Array<ExpandedNodeId>, Array<StatusCode>,
                     Array<QualifiedName>, Array<LocalizedText>, Array<ExtensionObject>,
                     Array<DataValue>, Array<Variant>, Array<DiagnosticInfo>>;
    Elements elements;
    /// Empty unless the rank is two or more.
    Array<std::int32_t> dimensions;

    std::size_t size() const;
    friend bool operator==(const VariantArray&, const VariantArray&) = default;
};

template <typename T>
Variant variantOf(Array<T> array)
{
    return Variant(Box<VariantArray>(VariantArray{std::move(array), {}}));
}
/// The elements if the variant holds a (one- or more-dimensional) array of T.
template <typename T>
const Array<T>* arrayIf(const Variant& variant)
{
    const auto* box = variant.getIf<Box<VariantArray>>();
    return box == nullptr ? nullptr : std::get_if<Array<T>>(&(*box)->elements);
}

} // namespace ua
