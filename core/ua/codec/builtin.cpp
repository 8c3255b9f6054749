// SPDX-License-Identifier: MIT
#include "ua/codec/builtin.h"

#include "ua/types/status_codes.h"

#include <algorithm>

namespace ua {

namespace {

constexpr std::uint8_t namespaceUriFlag = 0x80;
constexpr std::uint8_t serverIndexFlag = 0x40;
constexpr std::size_t maxIdentifierLength = 4096; // Part 3 §8.2.4

void encodeNodeId(Encoder& encoder, const NodeId& id, std::uint8_t flags)
{
    const std::uint16_t ns = id.namespaceIndex;
    switch (id.identifier.index()) {
    case 0: {
        const std::uint32_t number = std::get<0>(id.identifier);
        if (flags == 0 && ns == 0 && number <= 0xFF) {
            encoder.number(std::uint8_t{0});
            encoder.number(static_cast<std::uint8_t>(number));
        } else if (flags == 0 && ns <= 0xFF && number <= 0xFFFF) {
            encoder.number(std::uint8_t{1});
            encoder.number(static_cast<std::uint8_t>(ns));
            encoder.number(static_cast<std::uint16_t>(number));
        } else {
            // With flags the widest form is what every peer reads.
            encoder.number(static_cast<std::uint8_t>(2 | flags));
            encoder.number(ns);
            encoder.number(number);
        }
        break;
    }
    case 1:
        encoder.number(static_cast<std::uint8_t>(3 | flags));
        encoder.number(ns);
        encode(encoder, std::get<1>(id.identifier));
        break;
    case 2:
        encoder.number(static_cast<std::uint8_t>(4 | flags));
        encoder.number(ns);
        encode(encoder, std::get<2>(id.identifier));
        break;
    default:
        encoder.number(static_cast<std::uint8_t>(5 | flags));
        encoder.number(ns);
        encode(encoder, std::get<3>(id.identifier));
    }
}

void decodeIdentifier(Decoder& decoder, NodeId& id, std::uint8_t form)
{
    switch (form) {
    case 0:
        id.namespaceIndex = 0;
        id.identifier = std::uint32_t{decoder.number<std::uint8_t>()};
        break;
    case 1:
        id.namespaceIndex = decoder.number<std::uint8_t>();
        id.identifier = std::uint32_t{decoder.number<std::uint16_t>()};
        break;
    case 2:
        id.namespaceIndex = decoder.number<std::uint16_t>();
        id.identifier = decoder.number<std::uint32_t>();
        break;
    case 3: {
        id.namespaceIndex = decoder.number<std::uint16_t>();
        const auto text = decoder.lengthPrefixed(decoder.limits().maxStringLength, "string");
        if (text.bytes.size() > maxIdentifierLength * 4) {
            decoder.fail(status::BadEncodingLimitsExceeded,
                         "string identifier over 4096 characters");
        }
        id.identifier = text.null ? String() : String(base::textOf(text.bytes));
        break;
    }
    case 4: {
        id.namespaceIndex = decoder.number<std::uint16_t>();
        Guid guid;
        decode(decoder, guid);
        id.identifier = guid;
        break;
    }
    case 5: {
        id.namespaceIndex = decoder.number<std::uint16_t>();
        ByteString bytes;
        decode(decoder, bytes);
        id.identifier = std::move(bytes);
        break;
    }
    default:
        decoder.failDecoding("undefined NodeId encoding");
    }
}

} // namespace

void encode(Encoder& encoder, const String& value)
{
    if (value.isNull()) {
        encoder.nullLength();
    } else {
        encoder.lengthPrefixed(base::bytesOf(value));
    }
}
void decode(Decoder& decoder, String& value)
{
    const auto text = decoder.lengthPrefixed(decoder.limits().maxStringLength, "string");
    value = text.null ? String() : String(base::textOf(text.bytes));
}

void encode(Encoder& encoder, const XmlElement& value)
{
    encode(encoder, value.text);
}
void decode(Decoder& decoder, XmlElement& value)
{
    decode(decoder, value.text);
}

void encode(Encoder& encoder, const ByteString& value)
{
    if (value.isNull()) {
        encoder.nullLength();
    } else {
        encoder.lengthPrefixed(value.view());
    }
}
void decode(Decoder& decoder, ByteString& value)
{
    const auto bytes = decoder.lengthPrefixed(decoder.limits().maxByteStringLength, "byte string");
    value = bytes.null ? ByteString() : ByteString(bytes.bytes);
}

void encode(Encoder& encoder, DateTime value)
{
    // Part 6 §5.2.2.5: clamp at both ends. The last second itself stays: peers send it as it is.
    const std::int64_t ticks = value.ticks <= 0                   ? 0
                               : value.ticks > DateTime::maxTicks ? INT64_MAX
                                                                  : value.ticks;
    encoder.number(ticks);
}
void decode(Decoder& decoder, DateTime& value)
{
    const auto ticks = decoder.number<std::int64_t>();
    value.ticks = ticks < 0 ? 0 : ticks > DateTime::maxTicks ? INT64_MAX : ticks;
}

void encode(Encoder& encoder, const Guid& value)
{
    encoder.number(value.data1);
    encoder.number(value.data2);
    encoder.number(value.data3);
    encoder.raw(value.data4);
}
void decode(Decoder& decoder, Guid& value)
{
    value.data1 = decoder.number<std::uint32_t>();
    value.data2 = decoder.number<std::uint16_t>();
    value.data3 = decoder.number<std::uint16_t>();
    const auto rest = decoder.raw(value.data4.size());
    std::ranges::copy(rest, value.data4.begin());
}

void encode(Encoder& encoder, const NodeId& value)
{
    encodeNodeId(encoder, value, 0);
}
void decode(Decoder& decoder, NodeId& value)
{
    decodeIdentifier(decoder, value, decoder.number<std::uint8_t>());
}

void encode(Encoder& encoder, const ExpandedNodeId& value)
{
    std::uint8_t flags = value.namespaceUri.isNull() ? 0 : namespaceUriFlag;
    flags |= value.serverIndex == 0 ? 0 : serverIndexFlag;
    encodeNodeId(encoder, value.nodeId, flags);
    if (!value.namespaceUri.isNull()) {
        encode(encoder, value.namespaceUri);
    }
    if (value.serverIndex != 0) {
        encoder.number(value.serverIndex);
    }
}
void decode(Decoder& decoder, ExpandedNodeId& value)
{
    const auto first = decoder.number<std::uint8_t>();
    decodeIdentifier(decoder, value.nodeId, first & 0x3F);
    value.namespaceUri = {};
    value.serverIndex = 0;
    if ((first & namespaceUriFlag) != 0) {
        decode(decoder, value.namespaceUri);
    }
    if ((first & serverIndexFlag) != 0) {
        value.serverIndex = decoder.number<std::uint32_t>();
    }
}

void encode(Encoder& encoder, const QualifiedName& value)
{
    encoder.number(value.namespaceIndex);
    encode(encoder, value.name);
}
void decode(Decoder& decoder, QualifiedName& value)
{
    value.namespaceIndex = decoder.number<std::uint16_t>();
    decode(decoder, value.name);
}

void encode(Encoder& encoder, const LocalizedText& value)
{
    std::uint8_t mask = value.locale.isNull() ? 0 : 1;
    mask |= value.text.isNull() ? 0 : 2;
    encoder.number(mask);
    if (!value.locale.isNull()) {
        encode(encoder, value.locale);
    }
    if (!value.text.isNull()) {
        encode(encoder, value.text);
    }
}
void decode(Decoder& decoder, LocalizedText& value)
{
    const auto mask = decoder.number<std::uint8_t>();
    value = {};
    if ((mask & 1) != 0) {
        decode(decoder, value.locale);
    }
    if ((mask & 2) != 0) {
        decode(decoder, value.text);
    }
}

void encode(Encoder& encoder, const ExtensionObject& value)
{
    encode(encoder, value.typeId);
    encoder.number(static_cast<std::uint8_t>(value.encoding));
    if (value.encoding != ExtensionObject::Encoding::None) {
        encoder.lengthPrefixed(value.body.view());
    }
}
void decode(Decoder& decoder, ExtensionObject& value)
{
    const Decoder::Level level(decoder);
    decode(decoder, value.typeId);
    const auto encoding = decoder.number<std::uint8_t>();
    if (encoding > 2) {
        decoder.failDecoding("undefined ExtensionObject encoding");
    }
    value.encoding = static_cast<ExtensionObject::Encoding>(encoding);
    value.body = {};
    if (value.encoding != ExtensionObject::Encoding::None) {
        decode(decoder, value.body);
    }
}

void encode(Encoder& encoder, const DataValue& value)
{
    std::uint8_t mask = 0;
    mask |= value.value ? 0x01 : 0;
    mask |= value.status ? 0x02 : 0;
    mask |= value.sourceTimestamp ? 0x04 : 0;
    mask |= value.serverTimestamp ? 0x08 : 0;
    mask |= value.sourcePicoseconds ? 0x10 : 0;
    mask |= value.serverPicoseconds ? 0x20 : 0;
    encoder.number(mask);
    if (value.value) {
        encode(encoder, *value.value);
    }
    if (value.status) {
        encode(encoder, *value.status);
    }
    if (value.sourceTimestamp) {
        encode(encoder, *value.sourceTimestamp);
    }
    if (value.sourcePicoseconds) {
        encoder.number(*value.sourcePicoseconds);
    }
    if (value.serverTimestamp) {
        encode(encoder, *value.serverTimestamp);
    }
    if (value.serverPicoseconds) {
        encoder.number(*value.serverPicoseconds);
    }
}
void decode(Decoder& decoder, DataValue& value)
{
    const Decoder::Level level(decoder);
    value = {};
    const auto mask = decoder.number<std::uint8_t>();
    // Part 6 §5.2.2.17: above 9999 counts as 9999.
    const auto picoseconds = [&decoder] {
        return std::min<std::uint16_t>(decoder.number<std::uint16_t>(), 9999);
    };
    if ((mask & 0x01) != 0) {
        decode(decoder, value.value.emplace());
    }
    if ((mask & 0x02) != 0) {
        decode(decoder, value.status.emplace());
    }
    if ((mask & 0x04) != 0) {
        decode(decoder, value.sourceTimestamp.emplace());
    }
    if ((mask & 0x10) != 0) {
        value.sourcePicoseconds = picoseconds();
    }
    if ((mask & 0x08) != 0) {
        decode(decoder, value.serverTimestamp.emplace());
    }
    if ((mask & 0x20) != 0) {
        value.serverPicoseconds = picoseconds();
    }
}

void encode(Encoder& encoder, const DiagnosticInfo& value)
{
    std::uint8_t mask = 0;
    mask |= value.symbolicId ? 0x01 : 0;
    mask |= value.namespaceUri ? 0x02 : 0;
    mask |= value.localizedText ? 0x04 : 0;
    mask |= value.locale ? 0x08 : 0;
    mask |= value.additionalInfo ? 0x10 : 0;
    mask |= value.innerStatusCode ? 0x20 : 0;
    mask |= value.innerDiagnosticInfo ? 0x40 : 0;
    encoder.number(mask);
    // Part 6 §5.2.2.12: Locale precedes LocalizedText although its bit is higher.
    for (const auto* index :
         {&value.symbolicId, &value.namespaceUri, &value.locale, &value.localizedText}) {
        if (*index) {
            encoder.number(**index);
        }
    }
    if (value.additionalInfo) {
        encode(encoder, *value.additionalInfo);
    }
    if (value.innerStatusCode) {
        encode(encoder, *value.innerStatusCode);
    }
    if (value.innerDiagnosticInfo) {
        encode(encoder, **value.innerDiagnosticInfo);
    }
}
void decode(Decoder& decoder, DiagnosticInfo& value)
{
    const Decoder::Level level(decoder);
    value = {};
    const auto mask = decoder.number<std::uint8_t>();
    if (decoder.failed()) {
        return;
    }
    if ((mask & 0x01) != 0) {
        value.symbolicId = decoder.number<std::int32_t>();
    }
    if ((mask & 0x02) != 0) {
        value.namespaceUri = decoder.number<std::int32_t>();
    }
    if ((mask & 0x08) != 0) {
        value.locale = decoder.number<std::int32_t>();
    }
    if ((mask & 0x04) != 0) {
        value.localizedText = decoder.number<std::int32_t>();
    }
    if ((mask & 0x10) != 0) {
        decode(decoder, value.additionalInfo.emplace());
    }
    if ((mask & 0x20) != 0) {
        decode(decoder, value.innerStatusCode.emplace());
    }
    if ((mask & 0x40) != 0 && !decoder.failed()) {
        decode(decoder, *value.innerDiagnosticInfo.emplace());
    }
}

} // namespace ua
