// SPDX-License-Identifier: MIT
// Binary encoding of the built-in types (Part 6 §5.2.2).
#pragma once

#include "ua/codec/decoder.h"
#include "ua/codec/encoder.h"
#include "ua/types/variant.h"

#include <type_traits>

namespace ua {

void encode(Encoder& encoder, const String& value);
void encode(Encoder& encoder, const XmlElement& value);
void encode(Encoder& encoder, const ByteString& value);
void encode(Encoder& encoder, DateTime value);
void encode(Encoder& encoder, const Guid& value);
void encode(Encoder& encoder, const NodeId& value);
void encode(Encoder& encoder, const ExpandedNodeId& value);
void encode(Encoder& encoder, const QualifiedName& value);
void encode(Encoder& encoder, const LocalizedText& value);
void encode(Encoder& encoder, const ExtensionObject& value);
void encode(Encoder& encoder, const DataValue& value);
void encode(Encoder& encoder, const Variant& value);
void encode(Encoder& encoder, const DiagnosticInfo& value);

void decode(Decoder& decoder, String& value);
void decode(Decoder& decoder, XmlElement& value);
void decode(Decoder& decoder, ByteString& value);
void decode(Decoder& decoder, DateTime& value);
void decode(Decoder& decoder, Guid& value);
void decode(Decoder& decoder, NodeId& value);
void decode(Decoder& decoder, ExpandedNodeId& value);
void decode(Decoder& decoder, QualifiedName& value);
void decode(Decoder& decoder, LocalizedText& value);
void decode(Decoder& decoder, ExtensionObject& value);
void decode(Decoder& decoder, DataValue& value);
void decode(Decoder& decoder, Variant& value);
void decode(Decoder& decoder, DiagnosticInfo& value);

inline void encode(Encoder& encoder, StatusCode value)
{
    encoder.number(value.value);
}
inline void decode(Decoder& decoder, StatusCode& value)
{
    value.value = decoder.number<std::uint32_t>();
}
template <typename T>
    requires std::is_arithmetic_v<T>
void encode(Encoder& encoder, T value)
{
    if constexpr (std::is_same_v<T, bool>) {
        encoder.number(static_cast<std::uint8_t>(value ? 1 : 0));
    } else if constexpr (std::is_same_v<T, float>) {
        // Part 6 §5.2.2.3: NaN is written as one quiet NaN.
        encoder.number(value == value ? std::bit_cast<std::uint32_t>(value) : 0x7FC00000U);
    } else if constexpr (std::is_same_v<T, double>) {
        encoder.number(value == value ? std::bit_cast<std::uint64_t>(value) : 0x7FF8000000000000U);
    } else {
        encoder.number(value);
    }
}
template <typename T>
    requires std::is_arithmetic_v<T>
void decode(Decoder& decoder, T& value)
{
    if constexpr (std::is_same_v<T, bool>) {
        value = decoder.number<std::uint8_t>() != 0;
    } else {
        value = decoder.number<T>();
    }
}
/// Enumerations travel as Int32; unknown values pass through (Part 6 §5.2.4).
template <typename T>
    requires std::is_enum_v<T>
void encode(Encoder& encoder, T value)
{
    encoder.number(static_cast<std::int32_t>(value));
}
template <typename T>
    requires std::is_enum_v<T>
void decode(Decoder& decoder, T& value)
{
    value = static_cast<T>(decoder.number<std::int32_t>());
}

/// The fewest bytes an element can take, for checking array lengths before allocating.
template <typename T>
constexpr std::size_t minimumEncodedSize()
{
    if constexpr (std::is_enum_v<T>) {
        return 4;
    } else if constexpr (std::is_arithmetic_v<T>) {
        return sizeof(T);
    } else if constexpr (std::is_same_v<T, String> || std::is_same_v<T, ByteString> ||
                         std::is_same_v<T, XmlElement> || std::is_same_v<T, StatusCode>) {
        return 4;
    } else if constexpr (std::is_same_v<T, DateTime>) {
        return 8;
    } else if constexpr (std::is_same_v<T, Guid>) {
        return 16;
    } else if constexpr (std::is_same_v<T, NodeId> || std::is_same_v<T, ExpandedNodeId>) {
        return 2;
    } else if constexpr (std::is_same_v<T, ExtensionObject>) {
        return 3;
    } else if constexpr (std::is_same_v<T, QualifiedName>) {
        return 6;
    } else {
        return 1;
    }
}

template <typename T>
void encode(Encoder& encoder, const Array<T>& array)
{
    if (array.isNull()) {
        encoder.nullLength();
        return;
    }
    encoder.number(static_cast<std::int32_t>(array.size()));
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        encoder.raw(
            {reinterpret_cast<const std::uint8_t*>(array.data()), array.size() * sizeof(T)});
    } else {
        for (const auto& element : array) {
            encode(encoder, static_cast<const T&>(element));
        }
    }
}
template <typename T>
void decode(Decoder& decoder, Array<T>& array)
{
    array = {};
    const std::int32_t length = decoder.arrayLength(minimumEncodedSize<T>(), sizeof(T));
    if (length < 0) {
        return;
    }
    array = Array<T>::withSize(static_cast<std::size_t>(length));
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
        const auto bytes = decoder.raw(array.size() * sizeof(T));
        if (!bytes.empty()) {
            std::memcpy(array.data(), bytes.data(), bytes.size());
        }
    } else {
        for (std::size_t i = 0; i < array.size() && !decoder.failed(); ++i) {
            if constexpr (std::is_same_v<T, bool>) {
                array[i] = decoder.number<std::uint8_t>() != 0;
            } else {
                decode(decoder, array[i]);
            }
        }
    }
}

} // namespace ua
