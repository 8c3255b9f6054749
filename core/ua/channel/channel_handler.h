// SPDX-License-Identifier: MIT
// What a channel reports while it takes bytes. A handler may send on the same channel from inside a
// callback, but neither destroy it nor feed it.
#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "base/status_code.h"
#include "ua/channel/transport_messages.h"

#include <cstdint>
#include <string_view>

namespace ua {

/// Monotonic time for deadlines, wall time for certificates and timestamps; passed in with every
/// call, as a channel reads no clock.
struct ChannelTime
{
    base::MonotonicTime monotonic;
    base::WallTime wall;

    static ChannelTime of(const base::Clock& clock) { return {clock.monotonic(), clock.wall()}; }
};

struct TokenInfo
{
    std::uint32_t channelId = 0;
    std::uint32_t tokenId = 0;
    std::uint32_t lifetimeMs = 0;
    bool renewed = false;
    /// Client: when to call open(Renew).
    base::MonotonicTime renewAt;
    /// Server: when the channel is lost without a renewal.
    base::MonotonicTime expiresAt;
};

class ChannelHandler
{
public:
    virtual ~ChannelHandler() = default;

    /// Issued or renewed.
    virtual void onOpened(const TokenInfo& token) = 0;
    /// A complete message; the bytes are valid during the call.
    virtual void onMessage(std::uint32_t requestId, base::BytesView body) = 0;
    /// The sender gave up on a message.
    virtual void onAborted(std::uint32_t requestId, base::StatusCode status,
                           std::string_view reason) = 0;
    /// The peer closed the channel in order.
    virtual void onClosed() = 0;
    /// An OPN waits for processOpen(): RSA work, to be queued.
    virtual void onOpenPending() {}
    /// Server: a Hello was answered.
    virtual void onHello(const Hello&) {}
    /// Client: the server answered our Hello; now open().
    virtual void onAcknowledged() {}
};

} // namespace ua
