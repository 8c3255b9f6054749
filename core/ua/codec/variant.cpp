// SPDX-License-Identifier: MIT
// Variant (Part 6 §5.2.2.16), by far the widest of the built-in types.
#include "ua/codec/builtin.h"

#include <type_traits>
#include <utility>

namespace ua {

namespace {

constexpr std::uint8_t arrayBit = 0x80;
constexpr std::uint8_t dimensionsBit = 0x40;
constexpr std::uint8_t firstReserved = 26;

template <typename T>
struct IsBox : std::false_type
{};
template <typename T>
struct IsBox<Box<T>> : std::true_type
{};

void encodeArray(Encoder& encoder, const VariantArray& array)
{
    const bool matrix = !array.dimensions.empty();
    encoder.number(static_cast<std::uint8_t>(array.elements.index() | arrayBit |
                                             (matrix ? dimensionsBit : 0)));
    std::visit(
        [&encoder](const auto& elements) {
            if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(elements)>,
                                          std::monostate>) {
                encode(encoder, elements);
            } else {
                encoder.nullLength();
            }
        },
        array.elements);
    if (matrix) {
        encode(encoder, array.dimensions);
    }
}

template <std::size_t I>
void decodeScalar(Decoder& decoder, Variant::Storage& storage)
{
    using T = std::variant_alternative_t<I, Variant::Storage>;
    if constexpr (std::is_same_v<T, std::monostate>) {
        storage.template emplace<I>();
    } else if constexpr (std::is_same_v<T, Variant::NoScalar>) {
        decoder.failDecoding("a Variant may not hold a single Variant");
    } else if constexpr (IsBox<T>::value) {
        decode(decoder, *storage.template emplace<I>());
    } else {
        decode(decoder, storage.template emplace<I>());
    }
}

template <std::size_t... I>
void decodeScalarOf(Decoder& decoder, Variant::Storage& storage, std::size_t type,
                    std::index_sequence<I...>)
{
    static_cast<void>(((type == I ? (decodeScalar<I>(decoder, storage), true) : false) || ...));
}

template <std::size_t... I>
void decodeElementsOf(Decoder& decoder, VariantArray::Elements& elements, std::size_t type,
                      std::index_sequence<I...>)
{
    // Index 0 is Null: an array of nothing, handled by the caller.
    static_cast<void>(
        ((type == I + 1 ? (decode(decoder, elements.template emplace<I + 1>()), true) : false) ||
         ...));
}

void checkDimensions(Decoder& decoder, const VariantArray& array)
{
    std::uint64_t product = 1;
    for (const auto dimension : array.dimensions) {
        if (dimension < 0 || (product *= static_cast<std::uint32_t>(dimension)) > UINT32_MAX) {
            decoder.failDecoding("ArrayDimensions out of range");
            return;
        }
    }
    if (product != array.size()) {
        decoder.failDecoding("ArrayDimensions do not multiply to the number of elements");
    }
}

void decodeArray(Decoder& decoder, Variant& value, std::uint8_t type, bool matrix)
{
    auto& array = *value.value.emplace<Variant::arrayIndex>();
    if (type == 0) {
        if (decoder.number<std::int32_t>() > 0) {
            decoder.failDecoding("array of Null");
        }
    } else {
        decodeElementsOf(decoder, array.elements, type, std::make_index_sequence<25>{});
    }
    if (matrix) {
        decode(decoder, array.dimensions);
        if (!array.dimensions.empty()) {
            checkDimensions(decoder, array);
        }
    }
}

} // namespace

void encode(Encoder& encoder, const Variant& variant)
{
    if (variant.isArray()) {
        const auto& array = *std::get<Variant::arrayIndex>(variant.value);
        const std::size_t start = encoder.size();
        encodeArray(encoder, array);
        if (variant.reservedType != 0) {
            auto& first = encoder.out()[start];
            first = static_cast<std::uint8_t>((first & 0xC0) | variant.reservedType);
        }
        return;
    }
    encoder.number(variant.reservedType != 0 ? variant.reservedType
                                             : static_cast<std::uint8_t>(variant.value.index()));
    std::visit(
        [&encoder](const auto& v) {
            using T = std::remove_cvref_t<decltype(v)>;
            if constexpr (std::is_same_v<T, std::monostate> ||
                          std::is_same_v<T, Variant::NoScalar>) {
                // nothing follows
            } else if constexpr (std::is_same_v<T, Box<VariantArray>>) {
                // handled above
            } else if constexpr (IsBox<T>::value) {
                encode(encoder, *v);
            } else {
                encode(encoder, v);
            }
        },
        variant.value);
}

void decode(Decoder& decoder, Variant& variant)
{
    const Decoder::Level level(decoder);
    variant = {};
    const auto first = decoder.number<std::uint8_t>();
    if (decoder.failed()) {
        return;
    }
    auto type = static_cast<std::uint8_t>(first & 0x3F);
    if (type > 31) {
        decoder.failDecoding("undefined Variant type");
        return;
    }
    if (type >= firstReserved) {
        variant.reservedType = type;
        type = static_cast<std::uint8_t>(BuiltinType::ByteString);
    }
    const bool matrix = (first & dimensionsBit) != 0;
    if ((first & arrayBit) != 0) {
        decodeArray(decoder, variant, type, matrix);
    } else if (matrix) {
        decoder.failDecoding("ArrayDimensions on a scalar");
    } else {
        decodeScalarOf(decoder, variant.value, type, std::make_index_sequence<26>{});
    }
}

} // namespace ua
