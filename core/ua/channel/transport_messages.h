// SPDX-License-Identifier: MIT
// The connection protocol (Part 6 §7.1): Hello, Acknowledge, Error, ReverseHello, and what both
// sides agree on with them.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "ua/channel/frame_header.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ua {

/// What one side announces. MaxMessageSize and MaxChunkCount 0 mean no limit (field case T01).
struct TransportLimits
{
    std::uint32_t receiveBufferSize = 65'535;
    std::uint32_t sendBufferSize = 65'535;
    std::uint32_t maxMessageSize = 0;
    std::uint32_t maxChunkCount = 0;

    friend bool operator==(const TransportLimits&, const TransportLimits&) = default;
};

/// Our own bounds where the announced limits have none: nobody fills our memory.
struct SafetyCaps
{
    std::uint32_t maxMessageSize = 64U << 20;
    std::uint32_t maxChunkCount = 16'384;
};

struct Hello
{
    std::uint32_t protocolVersion = 0;
    TransportLimits limits;
    std::string endpointUrl;
};
struct Acknowledge
{
    std::uint32_t protocolVersion = 0;
    TransportLimits limits;
};
struct ErrorMessage
{
    base::StatusCode error;
    std::string reason;
};
struct ReverseHello
{
    std::string serverUri;
    std::string endpointUrl;
};

void append(base::Bytes& out, const Hello& hello);
void append(base::Bytes& out, const Acknowledge& acknowledge);
/// The reason is cut at 4096 bytes.
void append(base::Bytes& out, const ErrorMessage& error);
void append(base::Bytes& out, const ReverseHello& hello);

/// Each takes a whole message with its frame header.
base::Result<Hello> parseHello(base::BytesView message);
base::Result<Acknowledge> parseAcknowledge(base::BytesView message);
base::Result<ErrorMessage> parseError(base::BytesView message);
base::Result<ReverseHello> parseReverseHello(base::BytesView message);

/// The sizes a channel works with after Hello and Acknowledge.
struct ChannelSizes
{
    std::uint32_t sendChunk = minBufferSize;
    std::uint32_t receiveChunk = minBufferSize;
    /// The peer's limits on what we send; 0 = none.
    std::uint32_t sendMessage = 0;
    std::uint32_t sendChunkCount = 0;
    /// What we take at most; never 0.
    std::uint32_t receiveMessage = 0;
    std::uint32_t receiveChunkCount = 0;
};

/// Server side: the answer to a Hello. Bad_ProtocolVersionUnsupported, Bad_TcpEndpointUrlInvalid or
/// Bad_ConnectionRejected otherwise.
base::Result<Acknowledge> negotiate(const Hello& hello, const TransportLimits& own);
ChannelSizes serverSizes(const Hello& hello, const Acknowledge& answer, const SafetyCaps& caps);
/// Client side: what follows from the server's answer to our Hello.
base::Result<ChannelSizes> clientSizes(const TransportLimits& own, const Acknowledge& answer,
                                       const SafetyCaps& caps);

} // namespace ua
