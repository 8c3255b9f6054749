// SPDX-License-Identifier: MIT
// One client's connection: its channel on one side, the server core on the other.
#pragma once

#include "ua/channel/server_channel.h"
#include "ua/server/opc_tcp_server.h"

#include <memory>

namespace ua {

class ServerConnection final : public ServerPeer,
                               public ConnectionHandler,
                               public ChannelHandler,
                               public std::enable_shared_from_this<ServerConnection>
{
public:
    ServerConnection(OpcTcpServer& owner, std::shared_ptr<Connection> connection,
                     std::uint32_t channelId, base::MonotonicTime handshakeDeadline);

    void start();
    /// Closes and tells the owner.
    void end();
    /// Closes without telling anybody: the owner is going.
    void abandon();
    std::uint32_t channelId() const { return m_security.channelId; }
    /// Until when the handshake, then the next renewal has to be done.
    base::MonotonicTime deadline() const { return m_deadline; }

    void respond(std::uint32_t requestId, base::BytesView body) override;
    const ChannelSecurity& security() const override { return m_security; }

    void onBytes(std::span<std::uint8_t> bytes) override;
    void onDisconnected(const base::Error& why) override;

    void onOpened(const TokenInfo& token) override;
    void onMessage(std::uint32_t requestId, base::BytesView body) override;
    void onAborted(std::uint32_t, base::StatusCode, std::string_view) override {}
    void onClosed() override { m_ended = true; }
    void onOpenPending() override;

private:
    ChannelTime now() const;
    void settle(const base::Result<void>& result);

    OpcTcpServer& m_owner;
    std::shared_ptr<Connection> m_connection;
    ServerChannel m_channel;
    ChannelSecurity m_security;
    base::MonotonicTime m_deadline;
    bool m_ended = false;
    bool m_removed = false;
};

} // namespace ua
