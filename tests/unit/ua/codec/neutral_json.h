// SPDX-License-Identifier: MIT
// The golden vectors' neutral JSON notation (tests/vectors/README.md) to and from our types.
#pragma once

#include "ua/codec/structure.h"
#include "ua/types/services/all_structures.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace neutral {

using boost::json::array;
using boost::json::object;
using boost::json::value;
using namespace ua; // the notation is that of the types

[[noreturn]] inline void bad(const std::string& what)
{
    throw std::runtime_error(what);
}

inline std::string textOf(const value& v)
{
    return std::string(v.as_string());
}
inline std::int64_t signedOf(const value& v)
{
    if (v.is_string()) {
        return std::stoll(textOf(v));
    }
    return v.is_uint64() ? static_cast<std::int64_t>(v.as_uint64()) : v.as_int64();
}
inline std::uint64_t unsignedOf(const value& v)
{
    if (v.is_string()) {
        return std::stoull(textOf(v));
    }
    return v.is_int64() ? static_cast<std::uint64_t>(v.as_int64()) : v.as_uint64();
}
inline double doubleOf(const value& v)
{
    if (v.is_string()) {
        const auto text = textOf(v);
        if (text == "NaN") {
            return std::numeric_limits<double>::quiet_NaN();
        }
        if (text == "Infinity" || text == "-Infinity") {
            return text[0] == '-' ? -INFINITY : INFINITY;
        }
        if (text == "-0") {
            return -0.0;
        }
        bad("not a double: " + text);
    }
    return v.to_number<double>();
}
inline value jsonOf(double d)
{
    if (std::isnan(d)) {
        return "NaN";
    }
    if (std::isinf(d)) {
        return d < 0 ? "-Infinity" : "Infinity";
    }
    if (d == 0 && std::signbit(d)) {
        return "-0";
    }
    return d;
}

template <typename T>
void read(const value& v, T& out);
template <typename T>
value write(const T& in);

template <typename T>
void readArray(const value& v, Array<T>& out)
{
    out = {};
    if (v.is_null()) {
        return;
    }
    out = Array<T>::withSize(v.as_array().size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        T element{};
        read(v.as_array()[i], element);
        out[i] = std::move(element);
    }
}
template <typename T>
value writeArray(const Array<T>& in)
{
    if (in.isNull()) {
        return nullptr;
    }
    array out;
    for (const auto& element : in) {
        out.push_back(write(static_cast<const T&>(element)));
    }
    return out;
}

inline BuiltinType builtinNamed(const std::string& name)
{
    for (int i = 0; i <= 25; ++i) {
        if (nameOf(static_cast<BuiltinType>(i)) == name) {
            return static_cast<BuiltinType>(i);
        }
    }
    bad("unknown built-in type " + name);
}

template <std::size_t... I, typename F>
void withScalarIndex(std::size_t index, std::index_sequence<I...>, F&& f)
{
    static_cast<void>(((index == I ? (f.template operator()<I>(), true) : false) || ...));
}
template <typename T>
struct Unboxed
{
    using Type = T;
    static T& get(T& v) { return v; }
    static const T& get(const T& v) { return v; }
};
template <typename T>
struct Unboxed<Box<T>>
{
    using Type = T;
    static T& get(Box<T>& v) { return *v; }
    static const T& get(const Box<T>& v) { return *v; }
};

inline void readVariant(const value& v, Variant& out)
{
    const auto& o = v.as_object();
    const auto type = static_cast<std::size_t>(builtinNamed(textOf(o.at("type"))));
    out = {};
    if (o.contains("array")) {
        VariantArray elements;
        withScalarIndex(type, std::make_index_sequence<26>{}, [&]<std::size_t I>() {
            using E = std::variant_alternative_t<I, VariantArray::Elements>;
            if constexpr (I > 0) {
                readArray(o.at("array"), elements.elements.template emplace<E>());
            }
        });
        if (o.contains("dims")) {
            readArray(o.at("dims"), elements.dimensions);
        }
        out.value = Box<VariantArray>(std::move(elements));
        return;
    }
    withScalarIndex(type, std::make_index_sequence<26>{}, [&]<std::size_t I>() {
        using T = std::variant_alternative_t<I, Variant::Storage>;
        if constexpr (I > 0 && !std::is_same_v<T, Variant::NoScalar>) {
            read(o.at("value"), Unboxed<T>::get(out.value.template emplace<I>()));
        }
    });
}
inline value writeVariant(const Variant& in)
{
    object o;
    o["type"] = std::string(nameOf(in.type()));
    if (in.isArray()) {
        const auto& elements = *std::get<Variant::arrayIndex>(in.value);
        std::visit(
            [&o](const auto& a) {
                if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(a)>, std::monostate>) {
                    o["array"] = writeArray(a);
                }
            },
            elements.elements);
        if (!elements.dimensions.empty()) {
            o["dims"] = writeArray(elements.dimensions);
        }
        return o;
    }
    std::visit(
        [&o](const auto& s) {
            using T = std::remove_cvref_t<decltype(s)>;
            if constexpr (!std::is_same_v<T, std::monostate> &&
                          !std::is_same_v<T, Variant::NoScalar> &&
                          !std::is_same_v<T, Box<VariantArray>>) {
                o["value"] = write(Unboxed<T>::get(s));
            }
        },
        in.value);
    return o;
}

inline void readNodeId(const object& o, NodeId& out)
{
    const auto ns = static_cast<std::uint16_t>(unsignedOf(o.at("ns")));
    if (o.contains("i")) {
        out = NodeId(ns, static_cast<std::uint32_t>(unsignedOf(o.at("i"))));
    } else if (o.contains("s")) {
        String s;
        read(o.at("s"), s);
        out = NodeId(ns, std::move(s));
    } else if (o.contains("g")) {
        Guid g;
        read(o.at("g"), g);
        out = NodeId(ns, g);
    } else {
        ByteString b;
        read(o.at("b"), b);
        out = NodeId(ns, std::move(b));
    }
}
inline object writeNodeId(const NodeId& in)
{
    object o;
    o["ns"] = in.namespaceIndex;
    constexpr const char* keys[] = {"i", "s", "g", "b"};
    std::visit([&](const auto& id) { o[keys[in.identifier.index()]] = write(id); }, in.identifier);
    return o;
}

inline void readExtensionObject(const value& v, ExtensionObject& out)
{
    const auto& o = v.as_object();
    out = {};
    readNodeId(o.at("typeId").as_object(), out.typeId);
    const auto encoding = textOf(o.at("encoding"));
    if (encoding == "none") {
        return;
    }
    out.encoding =
        encoding == "xml" ? ExtensionObject::Encoding::Xml : ExtensionObject::Encoding::Binary;
    if (o.contains("xml")) {
        out.body = ByteString(base::bytesOf(textOf(o.at("xml"))));
    } else if (o.contains("bodyHex")) {
        out.body = ByteString(base::fromHex(textOf(o.at("bodyHex"))).value());
    } else {
        const auto name = textOf(o.at("typeName"));
        bool known = false;
        forEachStructure([&]<typename T>() {
            if (T::typeName == name) {
                known = true;
                T structure;
                read(o.at("body"), structure);
                const auto typeId = out.typeId;
                out = toExtensionObject(structure);
                if (out.typeId != typeId) {
                    bad("encoding id of " + name + " differs");
                }
            }
        });
        if (!known) {
            bad("unknown structure " + name);
        }
    }
}
inline value writeExtensionObject(const ExtensionObject& in)
{
    object o;
    o["typeId"] = writeNodeId(in.typeId);
    if (in.encoding == ExtensionObject::Encoding::None) {
        o["encoding"] = "none";
        return o;
    }
    if (in.encoding == ExtensionObject::Encoding::Xml) {
        o["encoding"] = "xml";
        o["xml"] = std::string(base::textOf(in.body.view()));
        return o;
    }
    o["encoding"] = "binary";
    bool known = false;
    forEachStructure([&]<typename T>() {
        if (holds<T>(in)) {
            known = true;
            const auto structure = fromExtensionObject<T>(in, Limits{});
            if (!structure) {
                bad(structure.error().context);
            }
            o["typeName"] = std::string(T::typeName);
            o["body"] = write(*structure);
        }
    });
    if (!known) {
        o["bodyHex"] = base::toHex(in.body.view());
    }
    return o;
}

template <typename T>
void readOptional(const object& o, const char* key, std::optional<T>& out)
{
    out.reset();
    if (o.contains(key)) {
        T element{};
        read(o.at(key), element);
        out = std::move(element);
    }
}
template <typename T>
void writeOptional(object& o, const char* key, const std::optional<T>& in)
{
    if (in) {
        o[key] = write(*in);
    }
}
template <typename Self, typename F>
void dataValueFields(Self& self, F&& f)
{
    f("Value", self.value);
    f("StatusCode", self.status);
    f("SourceTimestamp", self.sourceTimestamp);
    f("SourcePicoseconds", self.sourcePicoseconds);
    f("ServerTimestamp", self.serverTimestamp);
    f("ServerPicoseconds", self.serverPicoseconds);
}
template <typename Self, typename F>
void diagnosticInfoFields(Self& self, F&& f)
{
    f("SymbolicId", self.symbolicId);
    f("NamespaceUri", self.namespaceUri);
    f("Locale", self.locale);
    f("LocalizedText", self.localizedText);
    f("AdditionalInfo", self.additionalInfo);
    f("InnerStatusCode", self.innerStatusCode);
    f("InnerDiagnosticInfo", self.innerDiagnosticInfo);
}

template <typename T>
struct ArrayElement
{
    static constexpr bool isArray = false;
};
template <typename T>
struct ArrayElement<Array<T>>
{
    static constexpr bool isArray = true;
};

template <typename T>
void read(const value& v, T& out)
{
    if constexpr (std::is_same_v<T, bool>) {
        out = v.as_bool();
    } else if constexpr (std::is_floating_point_v<T>) {
        out = static_cast<T>(doubleOf(v));
    } else if constexpr (std::is_enum_v<T> || std::is_signed_v<T>) {
        out = static_cast<T>(signedOf(v));
    } else if constexpr (std::is_unsigned_v<T>) {
        out = static_cast<T>(unsignedOf(v));
    } else if constexpr (std::is_same_v<T, String>) {
        out = v.is_null() ? String() : String(textOf(v));
    } else if constexpr (std::is_same_v<T, XmlElement>) {
        read(v, out.text);
    } else if constexpr (std::is_same_v<T, ByteString>) {
        out = v.is_null() ? ByteString() : ByteString(base::fromHex(textOf(v)).value());
    } else if constexpr (std::is_same_v<T, DateTime>) {
        out.ticks = signedOf(v);
    } else if constexpr (std::is_same_v<T, Guid>) {
        out = std::get<Guid>(NodeId::parse("g=" + textOf(v)).value().identifier);
    } else if constexpr (std::is_same_v<T, NodeId>) {
        readNodeId(v.as_object(), out);
    } else if constexpr (std::is_same_v<T, ExpandedNodeId>) {
        const auto& o = v.as_object();
        readNodeId(o, out.nodeId);
        if (o.contains("nsu")) {
            read(o.at("nsu"), out.namespaceUri);
        }
        if (o.contains("svr")) {
            read(o.at("svr"), out.serverIndex);
        }
    } else if constexpr (std::is_same_v<T, StatusCode>) {
        read(v, out.value);
    } else if constexpr (std::is_same_v<T, QualifiedName>) {
        read(v.as_object().at("ns"), out.namespaceIndex);
        read(v.as_object().at("name"), out.name);
    } else if constexpr (std::is_same_v<T, LocalizedText>) {
        const auto& o = v.as_object();
        if (o.contains("locale")) {
            read(o.at("locale"), out.locale);
        }
        if (o.contains("text")) {
            read(o.at("text"), out.text);
        }
    } else if constexpr (std::is_same_v<T, ExtensionObject>) {
        readExtensionObject(v, out);
    } else if constexpr (std::is_same_v<T, Variant>) {
        readVariant(v, out);
    } else if constexpr (std::is_same_v<T, DataValue>) {
        dataValueFields(
            out, [&v](const char* key, auto& member) { readOptional(v.as_object(), key, member); });
    } else if constexpr (std::is_same_v<T, DiagnosticInfo>) {
        diagnosticInfoFields(
            out, [&v](const char* key, auto& member) { readOptional(v.as_object(), key, member); });
    } else if constexpr (std::is_same_v<T, Box<DiagnosticInfo>>) {
        read(v, *out);
    } else if constexpr (ArrayElement<T>::isArray) {
        readArray(v, out);
    } else {
        std::size_t count = 0;
        out.fields([&](const char* name, auto& member) {
            ++count;
            if (!v.as_object().contains(name)) {
                bad(std::string("no field ") + name);
            }
            read(v.as_object().at(name), member);
        });
        if (count != v.as_object().size()) {
            bad("the vector has other fields than " + std::string(T::typeName));
        }
    }
}

template <typename T>
value write(const T& in)
{
    if constexpr (std::is_same_v<T, bool>) {
        return in;
    } else if constexpr (std::is_floating_point_v<T>) {
        return jsonOf(static_cast<double>(in));
    } else if constexpr (std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint64_t>) {
        return value(std::to_string(in));
    } else if constexpr (std::is_enum_v<T>) {
        return static_cast<std::int64_t>(in);
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<std::int64_t>(in);
    } else if constexpr (std::is_same_v<T, String>) {
        return in.isNull() ? value(nullptr) : value(in.text());
    } else if constexpr (std::is_same_v<T, XmlElement>) {
        return write(in.text);
    } else if constexpr (std::is_same_v<T, ByteString>) {
        return in.isNull() ? value(nullptr) : value(base::toHex(in.view()));
    } else if constexpr (std::is_same_v<T, DateTime>) {
        return value(std::to_string(in.ticks));
    } else if constexpr (std::is_same_v<T, Guid>) {
        return value(in.text());
    } else if constexpr (std::is_same_v<T, NodeId>) {
        return writeNodeId(in);
    } else if constexpr (std::is_same_v<T, ExpandedNodeId>) {
        object o = writeNodeId(in.nodeId);
        if (!in.namespaceUri.isNull()) {
            o["nsu"] = in.namespaceUri.text();
        }
        if (in.serverIndex != 0) {
            o["svr"] = in.serverIndex;
        }
        return o;
    } else if constexpr (std::is_same_v<T, StatusCode>) {
        return in.value;
    } else if constexpr (std::is_same_v<T, QualifiedName>) {
        return object{{"ns", in.namespaceIndex}, {"name", write(in.name)}};
    } else if constexpr (std::is_same_v<T, LocalizedText>) {
        object o;
        if (!in.locale.isNull()) {
            o["locale"] = in.locale.text();
        }
        if (!in.text.isNull()) {
            o["text"] = in.text.text();
        }
        return o;
    } else if constexpr (std::is_same_v<T, ExtensionObject>) {
        return writeExtensionObject(in);
    } else if constexpr (std::is_same_v<T, Variant>) {
        return writeVariant(in);
    } else if constexpr (std::is_same_v<T, DataValue>) {
        object o;
        dataValueFields(
            in, [&o](const char* key, const auto& member) { writeOptional(o, key, member); });
        return o;
    } else if constexpr (std::is_same_v<T, DiagnosticInfo>) {
        object o;
        diagnosticInfoFields(
            in, [&o](const char* key, const auto& member) { writeOptional(o, key, member); });
        return o;
    } else if constexpr (std::is_same_v<T, Box<DiagnosticInfo>>) {
        return write(*in);
    } else if constexpr (ArrayElement<T>::isArray) {
        return writeArray(in);
    } else {
        object o;
        in.fields([&o](const char* name, const auto& member) { o[name] = write(member); });
        return o;
    }
}

/// Equal as the notation means it: numbers by value, whatever their JSON representation.
inline bool same(const value& a, const value& b)
{
    if (a.is_number() && b.is_number()) {
        return a.to_number<double>() == b.to_number<double>();
    }
    if (a.is_object() && b.is_object()) {
        if (a.as_object().size() != b.as_object().size()) {
            return false;
        }
        for (const auto& [key, member] : a.as_object()) {
            if (!b.as_object().contains(key) || !same(member, b.as_object().at(key))) {
                return false;
            }
        }
        return true;
    }
    if (a.is_array() && b.is_array()) {
        if (a.as_array().size() != b.as_array().size()) {
            return false;
        }
        for (std::size_t i = 0; i < a.as_array().size(); ++i) {
            if (!same(a.as_array()[i], b.as_array()[i])) {
                return false;
            }
        }
        return true;
    }
    return a == b;
}

} // namespace neutral
