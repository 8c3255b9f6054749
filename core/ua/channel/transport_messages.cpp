// SPDX-License-Identifier: MIT
#include "ua/channel/transport_messages.h"

#include "ua/codec/decoder.h"
#include "ua/codec/encoder.h"
#include "ua/types/status_codes.h"

#include <algorithm>

namespace ua {

namespace {

constexpr std::size_t maxText = 4096;
constexpr Limits decodingLimits;

/// Begins a frame; the destructor fills in its size.
class Frame
{
public:
    Frame(base::Bytes& out, MessageType type)
        : m_out(out)
        , m_start(out.size())
        , m_type(type)
    {
        out.resize(out.size() + frameHeaderSize);
    }
    ~Frame()
    {
        writeFrameHeader(
            m_out.data() + m_start,
            {m_type, ChunkKind::Final, static_cast<std::uint32_t>(m_out.size() - m_start)});
    }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

private:
    base::Bytes& m_out;
    std::size_t m_start;
    MessageType m_type;
};

void encodeLimits(Encoder& encoder, std::uint32_t version, const TransportLimits& limits)
{
    encoder.number(version);
    encoder.number(limits.receiveBufferSize);
    encoder.number(limits.sendBufferSize);
    encoder.number(limits.maxMessageSize);
    encoder.number(limits.maxChunkCount);
}

std::uint32_t decodeLimits(Decoder& decoder, TransportLimits& limits)
{
    const auto version = decoder.number<std::uint32_t>();
    limits.receiveBufferSize = decoder.number<std::uint32_t>();
    limits.sendBufferSize = decoder.number<std::uint32_t>();
    limits.maxMessageSize = decoder.number<std::uint32_t>();
    limits.maxChunkCount = decoder.number<std::uint32_t>();
    return version;
}

/// -1 is the only negative length (field case T03).
std::string decodeText(Decoder& decoder, const char* field)
{
    const auto length = decoder.number<std::int32_t>();
    if (length == -1) {
        return {};
    }
    if (length < 0 || static_cast<std::size_t>(length) > decoder.remaining()) {
        decoder.failDecoding(std::string(field) + " has length " + std::to_string(length) +
                             " with " + std::to_string(decoder.remaining()) + " bytes left");
        return {};
    }
    return std::string(base::textOf(decoder.raw(static_cast<std::size_t>(length))));
}

Decoder decoderOf(base::BytesView message)
{
    return {message.subspan(std::min(frameHeaderSize, message.size())), decodingLimits};
}

std::uint32_t effectiveLimit(std::uint32_t announced, std::uint32_t cap)
{
    return announced == 0 ? cap : std::min(announced, cap);
}

std::unexpected<base::Error> failTooSmall(base::StatusCode status, std::string_view field,
                                          std::uint32_t value)
{
    return base::fail(status, std::string(field) + " is " + std::to_string(value) +
                                  ", the smallest allowed is 8192");
}

} // namespace

void append(base::Bytes& out, const Hello& hello)
{
    const Frame frame(out, MessageType::Hello);
    Encoder encoder(out);
    encodeLimits(encoder, hello.protocolVersion, hello.limits);
    encoder.lengthPrefixed(base::bytesOf(hello.endpointUrl));
}

void append(base::Bytes& out, const Acknowledge& acknowledge)
{
    const Frame frame(out, MessageType::Acknowledge);
    Encoder encoder(out);
    encodeLimits(encoder, acknowledge.protocolVersion, acknowledge.limits);
}

void append(base::Bytes& out, const ErrorMessage& error)
{
    const Frame frame(out, MessageType::Error);
    Encoder encoder(out);
    encoder.number(error.error.value);
    encoder.lengthPrefixed(base::bytesOf(std::string_view(error.reason).substr(0, maxText)));
}

void append(base::Bytes& out, const ReverseHello& hello)
{
    const Frame frame(out, MessageType::ReverseHello);
    Encoder encoder(out);
    encoder.lengthPrefixed(base::bytesOf(hello.serverUri));
    encoder.lengthPrefixed(base::bytesOf(hello.endpointUrl));
}

base::Result<Hello> parseHello(base::BytesView message)
{
    Hello hello;
    auto decoder = decoderOf(message);
    hello.protocolVersion = decodeLimits(decoder, hello.limits);
    hello.endpointUrl = decodeText(decoder, "EndpointUrl");
    UA_TRY(decoder.result());
    return hello;
}

base::Result<Acknowledge> parseAcknowledge(base::BytesView message)
{
    Acknowledge acknowledge;
    auto decoder = decoderOf(message);
    acknowledge.protocolVersion = decodeLimits(decoder, acknowledge.limits);
    UA_TRY(decoder.result());
    return acknowledge;
}

base::Result<ErrorMessage> parseError(base::BytesView message)
{
    ErrorMessage error;
    auto decoder = decoderOf(message);
    error.error = {decoder.number<std::uint32_t>()};
    error.reason = decodeText(decoder, "Reason").substr(0, maxText);
    UA_TRY(decoder.result());
    return error;
}

base::Result<ReverseHello> parseReverseHello(base::BytesView message)
{
    ReverseHello hello;
    auto decoder = decoderOf(message);
    hello.serverUri = decodeText(decoder, "ServerUri");
    hello.endpointUrl = decodeText(decoder, "EndpointUrl");
    UA_TRY(decoder.result());
    if (hello.serverUri.size() >= maxText || hello.endpointUrl.size() >= maxText) {
        return base::fail(status::BadTcpEndpointUrlInvalid,
                          "ServerUri or EndpointUrl of the reverse hello has 4096 bytes or more");
    }
    return hello;
}

base::Result<Acknowledge> negotiate(const Hello& hello, const TransportLimits& own)
{
    // Version 0 is the only one there is; a client that also knows newer ones gets 0.
    if (hello.endpointUrl.size() >= maxText) {
        return base::fail(status::BadTcpEndpointUrlInvalid,
                          "EndpointUrl has " + std::to_string(hello.endpointUrl.size()) +
                              " bytes, expected fewer than 4096");
    }
    if (hello.limits.receiveBufferSize < minBufferSize) {
        return failTooSmall(status::BadConnectionRejected, "ReceiveBufferSize of the Hello",
                            hello.limits.receiveBufferSize);
    }
    if (hello.limits.sendBufferSize < minBufferSize) {
        return failTooSmall(status::BadConnectionRejected, "SendBufferSize of the Hello",
                            hello.limits.sendBufferSize);
    }
    Acknowledge answer{0, own};
    answer.limits.receiveBufferSize =
        std::min(std::max(own.receiveBufferSize, minBufferSize), hello.limits.sendBufferSize);
    answer.limits.sendBufferSize =
        std::min(std::max(own.sendBufferSize, minBufferSize), hello.limits.receiveBufferSize);
    return answer;
}

ChannelSizes serverSizes(const Hello& hello, const Acknowledge& answer, const SafetyCaps& caps)
{
    return {.sendChunk = answer.limits.sendBufferSize,
            .receiveChunk = answer.limits.receiveBufferSize,
            .sendMessage = hello.limits.maxMessageSize,
            .sendChunkCount = hello.limits.maxChunkCount,
            .receiveMessage = effectiveLimit(answer.limits.maxMessageSize, caps.maxMessageSize),
            .receiveChunkCount = effectiveLimit(answer.limits.maxChunkCount, caps.maxChunkCount)};
}

base::Result<ChannelSizes> clientSizes(const TransportLimits& own, const Acknowledge& answer,
                                       const SafetyCaps& caps)
{
    if (answer.protocolVersion != 0) {
        return base::fail(status::BadProtocolVersionUnsupported,
                          "server answered with protocol version " +
                              std::to_string(answer.protocolVersion) + ", we asked for 0");
    }
    if (answer.limits.receiveBufferSize < minBufferSize) {
        return failTooSmall(status::BadConnectionRejected,
                            "ReceiveBufferSize of the server's Acknowledge",
                            answer.limits.receiveBufferSize);
    }
    if (answer.limits.sendBufferSize > own.receiveBufferSize) {
        return base::fail(
            status::BadConnectionRejected,
            "server wants to send chunks of " + std::to_string(answer.limits.sendBufferSize) +
                " bytes although we receive at most " + std::to_string(own.receiveBufferSize));
    }
    return ChannelSizes{.sendChunk = std::min(own.sendBufferSize, answer.limits.receiveBufferSize),
                        .receiveChunk = own.receiveBufferSize,
                        .sendMessage = answer.limits.maxMessageSize,
                        .sendChunkCount = answer.limits.maxChunkCount,
                        .receiveMessage = effectiveLimit(own.maxMessageSize, caps.maxMessageSize),
                        .receiveChunkCount = effectiveLimit(own.maxChunkCount, caps.maxChunkCount)};
}

} // namespace ua
