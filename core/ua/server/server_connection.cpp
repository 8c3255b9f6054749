// SPDX-License-Identifier: MIT
#include "ua/server/server_connection.h"

#include "ua/codec/structure.h"
#include "ua/types/services/headers.h"
#include "ua/types/status_codes.h"

namespace ua {

namespace {
/// Grace after a token's end before the channel is closed (Part 4 §5.6.2.1).
constexpr auto tokenGrace = std::chrono::seconds(2);
} // namespace

ServerConnection::ServerConnection(OpcTcpServer& owner, std::shared_ptr<Connection> connection,
                                   std::uint32_t channelId, base::MonotonicTime handshakeDeadline)
    : m_owner(owner)
    , m_connection(std::move(connection))
    , m_channel(owner.m_channelConfig, channelId, owner.m_certificates)
    , m_deadline(handshakeDeadline)
{
    m_security.channelId = channelId;
    m_security.policy = &nonePolicy();
}

void ServerConnection::start()
{
    m_connection->start(*this);
}

ChannelTime ServerConnection::now() const
{
    return ChannelTime::of(m_owner.m_shard.clock());
}

void ServerConnection::onBytes(std::span<std::uint8_t> bytes)
{
    const auto alive = shared_from_this();
    const auto result = m_channel.receive(bytes, now(), *this, m_connection->out());
    settle(result);
}

void ServerConnection::settle(const base::Result<void>& result)
{
    if (m_removed) {
        return;
    }
    m_connection->send();
    if (!result) {
        ++m_owner.m_counters.channelErrors;
    }
    if (!result || m_ended || m_channel.isClosed()) {
        end();
        return;
    }
    m_owner.armTick();
}

void ServerConnection::onOpenPending()
{
    m_owner.m_shard.queueHeavyWork([self = shared_from_this()] {
        if (self->m_removed) {
            return;
        }
        const auto result =
            self->m_channel.processOpen(self->now(), *self, self->m_connection->out());
        self->settle(result);
    });
}

void ServerConnection::onOpened(const TokenInfo& token)
{
    m_owner.m_counters.renewals += token.renewed ? 1 : 0;
    m_security.policy = &m_channel.policy();
    m_security.mode = m_channel.mode();
    m_security.clientCertificate = m_channel.peerCertificate();
    m_security.discoveryOnly = m_channel.isDiscoveryOnly();
    m_deadline = token.expiresAt + tokenGrace;
}

void ServerConnection::onMessage(std::uint32_t requestId, base::BytesView body)
{
    m_owner.m_server.onRequest(*this, requestId, body);
}

void ServerConnection::respond(std::uint32_t requestId, base::BytesView body)
{
    if (m_removed) {
        return;
    }
    const auto sent = m_channel.send(requestId, body, now(), m_connection->out());
    if (!sent) {
        // Too large for the client: nothing was appended, so it can be told (Part 6 §6.7.3).
        const auto aborted = m_channel.abort(requestId, sent.error().status, sent.error().context,
                                             now(), m_connection->out());
        if (!aborted) {
            return;
        }
    }
    m_connection->send();
}

void ServerConnection::onDisconnected(const base::Error&)
{
    if (!m_removed) {
        m_removed = true;
        m_owner.remove(*this);
    }
}

void ServerConnection::end()
{
    if (m_removed) {
        return;
    }
    m_removed = true;
    m_connection->closeAfterSending();
    m_owner.remove(*this);
}

void ServerConnection::abandon()
{
    m_removed = true;
    m_connection->close();
}

} // namespace ua
