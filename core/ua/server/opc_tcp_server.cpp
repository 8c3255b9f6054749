// SPDX-License-Identifier: MIT
#include "ua/server/opc_tcp_server.h"

#include "ua/server/server_connection.h"
#include "ua/types/status_codes.h"

#include <boost/asio/ip/address.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace ua {

namespace {
constexpr auto sweepInterval = std::chrono::seconds(1);
constexpr auto acceptRetryDelay = std::chrono::milliseconds(100);
} // namespace

OpcTcpServer::OpcTcpServer(Shard& shard, Server& server, ServerChannelConfig channelConfig,
                           ListenerConfig config, LogLine log)
    : m_shard(shard)
    , m_server(server)
    , m_channelConfig(std::make_shared<const ServerChannelConfig>(std::move(channelConfig)))
    , m_config(std::move(config))
    , m_log(std::move(log))
    , m_acceptor(shard.executor())
    , m_tickTimer(shard.executor())
    , m_sweepTimer(shard.executor())
    , m_acceptRetry(shard.executor())
    ,
    // Part 6 §6.7.2.2: unlikely to repeat after a restart.
    m_lastChannelId(static_cast<std::uint32_t>(shard.clock().wall().ns / 1'000'000'000))
{}

OpcTcpServer::~OpcTcpServer()
{
    close();
}

base::Result<void> OpcTcpServer::listen()
{
    boost::system::error_code error;
    const auto address = asio::ip::make_address(m_config.address, error);
    if (error) {
        return base::fail(
            status::BadTcpEndpointUrlInvalid,
            fmt::format("\"{}\" is not an IP address to listen on", m_config.address));
    }
    const asio::ip::tcp::endpoint endpoint(address, m_config.port);
    const auto failed = [&] {
        return base::fail(status::BadTcpInternalError,
                          fmt::format("cannot listen on {}:{}: {}", m_config.address, m_config.port,
                                      error.message()));
    };
    if (m_acceptor.open(endpoint.protocol(), error)) {
        return failed();
    }
    m_acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (m_acceptor.bind(endpoint, error) ||
        m_acceptor.listen(static_cast<int>(m_config.backlog), error)) {
        return failed();
    }
    m_port = m_acceptor.local_endpoint(error).port();
    const std::string host =
        address.is_v6() ? fmt::format("[{}]", m_config.address) : m_config.address;
    m_server.setEndpointUrl(fmt::format("opc.tcp://{}:{}", host, m_port));
    accept();
    armTick();
    armSweep();
    return {};
}

void OpcTcpServer::accept()
{
    m_acceptor.async_accept([this](const boost::system::error_code& error, TcpSocket socket) {
        if (m_closing) {
            return;
        }
        if (!error) {
            m_acceptFailureLogged = false;
            accepted(std::move(socket));
            accept();
            return;
        }
        // Out of descriptors or memory: the listener stays readable, so wait instead of spinning.
        ++m_counters.acceptFailures;
        if (!m_acceptFailureLogged) {
            m_acceptFailureLogged = true;
            m_log(fmt::format("cannot accept connections: {}; existing ones go on (raise the limit "
                              "of open files)",
                              error.message()));
        }
        m_acceptRetry.expires_after(acceptRetryDelay);
        m_acceptRetry.async_wait([this](const boost::system::error_code& cancelled) {
            if (!cancelled && !m_closing) {
                accept();
            }
        });
    });
}

void OpcTcpServer::accepted(TcpSocket socket)
{
    ++m_counters.accepted;
    if (m_connections.size() >= m_config.maxConnections) {
        boost::system::error_code ignored;
        socket.close(ignored);
        return;
    }
    do {
        ++m_lastChannelId;
    } while (m_lastChannelId == 0 || m_connections.contains(m_lastChannelId));
    auto connection = std::make_shared<ServerConnection>(
        *this, std::make_shared<Connection>(m_shard, std::move(socket)), m_lastChannelId,
        m_shard.clock().monotonic() + m_config.handshakeTimeout);
    m_connections[m_lastChannelId] = connection;
    connection->start();
}

void OpcTcpServer::remove(ServerConnection& connection)
{
    m_server.peerClosed(connection);
    const std::uint32_t id = connection.channelId();
    m_shard.post([this, id, alive = connection.shared_from_this()] {
        if (!m_closing) {
            m_connections.erase(id);
        }
    });
}

void OpcTcpServer::armTick()
{
    const auto due = m_server.nextDue();
    if (m_closing || due == m_armedFor) {
        return;
    }
    m_armedFor = due;
    m_tickTimer.expires_at(std::chrono::steady_clock::time_point(std::chrono::nanoseconds(due.ns)));
    m_tickTimer.async_wait([this](const boost::system::error_code& error) {
        if (error || m_closing) {
            return;
        }
        m_armedFor = {INT64_MAX};
        m_server.tick();
        armTick();
    });
}

void OpcTcpServer::armSweep()
{
    m_sweepTimer.expires_after(sweepInterval);
    m_sweepTimer.async_wait([this](const boost::system::error_code& error) {
        if (!error && !m_closing) {
            sweep();
            armSweep();
        }
    });
}

void OpcTcpServer::sweep()
{
    const auto now = m_shard.clock().monotonic();
    std::vector<std::shared_ptr<ServerConnection>> expired;
    for (const auto& [id, connection] : m_connections) {
        if (connection->deadline() <= now) {
            expired.push_back(connection);
        }
    }
    for (const auto& connection : expired) {
        ++m_counters.handshakeTimeouts;
        connection->end();
    }
}

void OpcTcpServer::close()
{
    if (m_closing) {
        return;
    }
    m_closing = true;
    boost::system::error_code ignored;
    m_acceptor.close(ignored);
    m_tickTimer.cancel();
    m_sweepTimer.cancel();
    m_acceptRetry.cancel();
    for (const auto& [id, connection] : m_connections) {
        m_server.peerClosed(*connection);
        connection->abandon();
    }
    m_connections.clear();
}

} // namespace ua
