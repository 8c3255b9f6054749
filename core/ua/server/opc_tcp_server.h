// SPDX-License-Identifier: MIT
// The server on opc.tcp: accepts connections on one shard and feeds the server core.
#pragma once

#include "base/result.h"
#include "ua/channel/server_channel.h"
#include "ua/server/server.h"
#include "ua/transport/connection.h"
#include "ua/transport/shard.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

namespace ua {

struct ListenerConfig
{
    std::string address = "127.0.0.1";
    std::uint16_t port = 0; ///< 0: any free port
    std::uint32_t backlog = 4'096;
    /// HEL and OPN have to arrive within it.
    base::Duration handshakeTimeout = std::chrono::seconds(10);
    std::uint32_t maxConnections = 100'000;
};

struct TransportCounters
{
    std::uint64_t accepted = 0;
    std::uint64_t acceptFailures = 0;
    std::uint64_t handshakeTimeouts = 0;
    std::uint64_t channelErrors = 0;
    std::uint64_t renewals = 0;
};

class ServerConnection;

class OpcTcpServer
{
public:
    using LogLine = std::function<void(std::string_view)>;

    OpcTcpServer(Shard& shard, Server& server, ServerChannelConfig channelConfig,
                 ListenerConfig config, LogLine log);
    ~OpcTcpServer();
    OpcTcpServer(const OpcTcpServer&) = delete;
    OpcTcpServer& operator=(const OpcTcpServer&) = delete;

    /// Binds and starts accepting.
    base::Result<void> listen();
    std::uint16_t port() const { return m_port; }
    /// Stops accepting and closes every connection.
    void close();

    const TransportCounters& counters() const { return m_counters; }
    std::size_t connectionCount() const { return m_connections.size(); }

private:
    friend class ServerConnection;

    void accept();
    void accepted(TcpSocket socket);
    void armTick();
    void armSweep();
    void sweep();
    /// Removes it after the current event, as it may be on the stack.
    void remove(ServerConnection& connection);

    Shard& m_shard;
    Server& m_server;
    std::shared_ptr<const ServerChannelConfig> m_channelConfig;
    ListenerConfig m_config;
    LogLine m_log;
    CertificateCache m_certificates;
    TcpAcceptor m_acceptor;
    Timer m_tickTimer;
    Timer m_sweepTimer;
    Timer m_acceptRetry;
    base::MonotonicTime m_armedFor{INT64_MAX};
    std::unordered_map<std::uint32_t, std::shared_ptr<ServerConnection>> m_connections;
    std::uint32_t m_lastChannelId;
    std::uint16_t m_port = 0;
    TransportCounters m_counters;
    bool m_acceptFailureLogged = false;
    bool m_closing = false;
};

} // namespace ua
