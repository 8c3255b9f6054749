// SPDX-License-Identifier: MIT
// Binary encoding of structures and messages through their one description, fields()
// (Part 6 §5.2.6, §5.2.9).
#pragma once

#include "ua/codec/builtin.h"

#include <concepts>
#include <string_view>

namespace ua {

/// A structure names itself and its Default Binary encoding and lists its members in wire order.
template <typename T>
concept Structure = requires {
    { T::typeName } -> std::convertible_to<std::string_view>;
    { T::binaryEncodingId } -> std::convertible_to<std::uint32_t>;
};

template <Structure T>
void encode(Encoder& encoder, const T& value)
{
    value.fields([&encoder](const char*, const auto& member) { encode(encoder, member); });
}
template <Structure T>
void decode(Decoder& decoder, T& value)
{
    value.fields([&decoder](const char* name, auto& member) {
        const Decoder::Field field(decoder, name);
        decode(decoder, member);
    });
}

/// A whole message: the encoding's NodeId, then the structure.
template <Structure T>
void encodeMessage(Encoder& encoder, const T& message)
{
    encode(encoder, NodeId(T::binaryEncodingId));
    encode(encoder, message);
}
template <Structure T>
base::Bytes encodeMessage(const T& message)
{
    base::Bytes bytes;
    Encoder encoder(bytes);
    encodeMessage(encoder, message);
    return bytes;
}
/// The structure of a message whose type id was already read.
template <Structure T>
base::Result<T> decodeBody(Decoder& decoder)
{
    T value;
    const Decoder::Field field(decoder, T::typeName.data());
    decode(decoder, value);
    UA_TRY(decoder.result());
    return value;
}

template <Structure T>
ExtensionObject toExtensionObject(const T& value)
{
    base::Bytes body;
    Encoder encoder(body);
    encode(encoder, value);
    return {NodeId(T::binaryEncodingId), ExtensionObject::Encoding::Binary,
            ByteString(std::move(body))};
}
template <Structure T>
bool holds(const ExtensionObject& object)
{
    return object.encoding == ExtensionObject::Encoding::Binary &&
           object.typeId.standardId() == T::binaryEncodingId;
}
/// Bytes after the structure are skipped: newer peers may append fields (Part 6 §5.2.2.15).
template <Structure T>
base::Result<T> fromExtensionObject(const ExtensionObject& object, const Limits& limits)
{
    if (!holds<T>(object)) {
        return base::fail(StatusCode{0x80070000U},
                          std::string("expected an extension object of type ") +
                              std::string(T::typeName) + ", got " + object.typeId.text());
    }
    Decoder decoder(object.body.view(), limits);
    return decodeBody<T>(decoder);
}

} // namespace ua
