// SPDX-License-Identifier: MIT
// Any bytes as any type. Input: "message\n" and a message body, or "<type name>\n" and a value; an
// unknown name picks a type by its hash. What is decoded is encoded, decoded and encoded again: the
// second text must equal the first, so that nothing is lost or invented on the way.
#include "ua/codec/builtin.h"
#include "ua/codec/decoder.h"
#include "ua/codec/encoder.h"
#include "ua/codec/structure.h"
#include "ua/types/builtin_type.h"
#include "ua/types/services/all_structures.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace {

void require(bool condition)
{
    if (!condition) {
        std::abort();
    }
}

ua::Limits limits()
{
    ua::Limits limits;
    limits.maxTotalArrayBytes = 64U << 20U; // the fuzzer's memory is limited too
    return limits;
}

template <typename T>
base::Bytes encoded(const T& value)
{
    base::Bytes bytes;
    ua::Encoder encoder(bytes);
    ua::encode(encoder, value);
    return bytes;
}

template <typename T>
void decodeOne(base::BytesView bytes)
{
    const ua::Limits bounds = limits();
    ua::Decoder decoder(bytes, bounds);
    T value{};
    ua::decode(decoder, value);
    if (!decoder.result()) {
        // Bad_DecodingError or Bad_EncodingLimitsExceeded, and a sentence.
        const auto status = decoder.error().status.value;
        require(status == 0x80070000U || status == 0x80080000U);
        require(!decoder.error().context.empty());
        return;
    }
    const auto first = encoded(value);
    ua::Decoder again(first, bounds);
    T copy{};
    ua::decode(again, copy);
    require(again.result().has_value() && again.remaining() == 0);
    require(encoded(copy) == first);
}

using Decode = void (*)(base::BytesView);

template <std::size_t... I>
void addBuiltins(std::map<std::string, Decode, std::less<>>& table, std::index_sequence<I...>)
{
    ((table[std::string(ua::nameOf(static_cast<ua::BuiltinType>(I + 1)))] =
          &decodeOne<
              typename std::variant_alternative_t<I + 1, ua::VariantArray::Elements>::value_type>),
     ...);
}

const std::map<std::string, Decode, std::less<>>& decoders()
{
    static const auto table = [] {
        std::map<std::string, Decode, std::less<>> all;
        addBuiltins(all, std::make_index_sequence<25>{});
        ua::forEachStructure(
            [&all]<typename T>() { all[std::string(T::typeName)] = &decodeOne<T>; });
        return all;
    }();
    return table;
}

const std::vector<std::pair<ua::NodeId, Decode>>& messages()
{
    static const auto table = [] {
        std::vector<std::pair<ua::NodeId, Decode>> all;
        ua::forEachStructure([&all]<typename T>() {
            all.emplace_back(ua::NodeId(T::binaryEncodingId), &decodeOne<T>);
        });
        return all;
    }();
    return table;
}

void decodeMessage(base::BytesView bytes)
{
    const ua::Limits bounds = limits();
    ua::Decoder decoder(bytes, bounds);
    ua::NodeId id;
    ua::decode(decoder, id);
    if (decoder.failed()) {
        return;
    }
    for (const auto& [known, decode] : messages()) {
        if (known == id) {
            decode(bytes.subspan(decoder.position()));
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto end = input.find('\n');
    if (end == std::string_view::npos) {
        return 0;
    }
    const auto name = input.substr(0, end);
    const auto bytes = base::bytesOf(input.substr(end + 1));
    if (name == "message") {
        decodeMessage(bytes);
        return 0;
    }
    auto found = decoders().find(name);
    if (found == decoders().end()) {
        std::size_t hash = 0;
        for (const char c : name) {
            hash = hash * 31 + static_cast<unsigned char>(c);
        }
        found =
            std::next(decoders().begin(), static_cast<std::ptrdiff_t>(hash % decoders().size()));
    }
    found->second(bytes);
    return 0;
}
