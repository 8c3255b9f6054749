// SPDX-License-Identifier: MIT
#include "ua/client/client_connection.h"

#include "ua/types/status_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace ua {

namespace {
constexpr std::size_t maxTombstones = 4'096;
} // namespace

base::Error serviceError(StatusCode status, std::string_view request)
{
    return {status, fmt::format("{}: {}", request, statusText(status))};
}

ClientConnection::ClientConnection(Shard& shard, std::shared_ptr<const ClientChannelConfig> config)
    : m_shard(shard)
    , m_config(std::move(config))
    , m_channel(m_config)
    , m_deadlineTimer(shard.executor())
    , m_renewalTimer(shard.executor())
{}

ClientConnection::~ClientConnection()
{
    if (m_connection) {
        m_connection->close();
    }
}

std::uint32_t ClientConnection::newRequestId()
{
    do {
        ++m_lastRequestId;
    } while (m_lastRequestId == 0 || m_pending.contains(m_lastRequestId));
    return m_lastRequestId;
}

Awaitable<base::Result<void>> ClientConnection::waitForStep()
{
    auto initiate = [this](auto handler) {
        m_step = [this, handler = std::move(handler)](base::Result<void> result) mutable {
            asio::post(m_shard.io(),
                       [handler = std::move(handler), result = std::move(result)]() mutable {
                           std::move(handler)(std::move(result));
                       });
        };
    };
    auto result = co_await asio::async_initiate<const asio::use_awaitable_t<Executor>&,
                                                void(base::Result<void>)>(initiate, useAwaitable);
    co_return result;
}

void ClientConnection::finishStep(base::Result<void> result)
{
    if (m_step) {
        auto step = std::exchange(m_step, nullptr);
        step(std::move(result));
    }
}

Awaitable<base::Result<ConnectTimes>> ClientConnection::connect(const ConnectTarget& target)
{
    const auto alive = shared_from_this();
    ConnectTimes times;
    const base::MonotonicTime start = m_shard.clock().monotonic();
    m_connectDeadline = start + target.timeout;
    armDeadline(m_connectDeadline);

    TcpSocket socket(m_shard.executor());
    boost::system::error_code error;
    socket.open(target.address.protocol(), error);
    if (!error && !target.localAddress.is_unspecified()) {
        socket.bind({target.localAddress, 0}, error);
    }
    if (error) {
        co_return base::fail(status::BadTcpNotEnoughResources,
                             fmt::format("cannot open a socket: {}", error.message()));
    }
    // The socket moves into the connection first so that the deadline can close it.
    m_connection = std::make_shared<Connection>(m_shard, std::move(socket));
    auto connecting = [this, &target](auto handler) {
        m_step = [this, handler = std::move(handler)](base::Result<void> result) mutable {
            asio::post(m_shard.io(),
                       [handler = std::move(handler), result = std::move(result)]() mutable {
                           std::move(handler)(std::move(result));
                       });
        };
        m_connection->socket().async_connect(
            target.address,
            [self = shared_from_this(), url = target.url](const boost::system::error_code& failed) {
                if (failed) {
                    self->finishStep(
                        base::fail(status::BadConnectionRejected,
                                   fmt::format("connecting to {}: {}", url, failed.message())));
                } else {
                    self->finishStep({});
                }
            });
    };
    auto connected =
        co_await asio::async_initiate<const asio::use_awaitable_t<Executor>&,
                                      void(base::Result<void>)>(connecting, useAwaitable);
    if (!connected) {
        co_return std::unexpected(connected.error());
    }
    const base::MonotonicTime tcpDone = m_shard.clock().monotonic();
    times.tcp = tcpDone - start;

    m_connection->start(*this);
    auto greeted = m_channel.hello(target.url, m_connection->out());
    if (!greeted) {
        co_return std::unexpected(greeted.error());
    }
    m_connection->send();
    auto acknowledged = co_await waitForStep();
    if (!acknowledged) {
        co_return std::unexpected(acknowledged.error());
    }
    const base::MonotonicTime helloDone = m_shard.clock().monotonic();
    times.hello = helloDone - tcpDone;

    auto asked =
        m_channel.open(SecurityTokenRequestType::Issue, newRequestId(), now(), m_connection->out());
    if (!asked) {
        co_return std::unexpected(asked.error());
    }
    m_connection->send();
    auto opened = co_await waitForStep();
    if (!opened) {
        co_return std::unexpected(opened.error());
    }
    times.open = m_shard.clock().monotonic() - helloDone;
    m_connectDeadline = {INT64_MAX};
    co_return times;
}

void ClientConnection::send(base::BytesView message, base::Duration timeout, Completion done)
{
    const Limits noLimits;
    Decoder nothing({}, noLimits);
    if (!m_open) {
        done(base::fail(status::BadSecureChannelClosed, "the connection is closed"), {}, nothing);
        return;
    }
    const std::uint32_t id = newRequestId();
    const auto sent = m_channel.send(id, message, now(), m_connection->out());
    if (!sent) {
        done(sent, {}, nothing);
        return;
    }
    const auto deadline = m_shard.clock().monotonic() + timeout;
    m_pending.emplace(id, Pending{std::move(done), deadline});
    armDeadline(deadline);
    m_connection->send();
}

void ClientConnection::onBytes(std::span<std::uint8_t> bytes)
{
    const auto alive = shared_from_this();
    const auto result = m_channel.receive(bytes, now(), *this, m_connection->out());
    settle(result);
}

void ClientConnection::settle(const base::Result<void>& result)
{
    if (m_closed) {
        return;
    }
    m_connection->send();
    if (!result) {
        fail(result.error());
    }
}

void ClientConnection::onAcknowledged()
{
    finishStep({});
}

void ClientConnection::onOpenPending()
{
    m_shard.queueHeavyWork([self = shared_from_this()] {
        if (!self->m_closed) {
            const auto result =
                self->m_channel.processOpen(self->now(), *self, self->m_connection->out());
            self->settle(result);
        }
    });
}

void ClientConnection::onOpened(const TokenInfo& token)
{
    m_open = true;
    m_counters.renewals += token.renewed ? 1 : 0;
    armRenewal(token.renewAt);
    if (!token.renewed) {
        finishStep({});
    }
}

void ClientConnection::onMessage(std::uint32_t requestId, base::BytesView body)
{
    const auto found = m_pending.find(requestId);
    if (found == m_pending.end()) {
        const auto late = std::ranges::find(m_timedOut, requestId);
        if (late != m_timedOut.end()) {
            m_timedOut.erase(late);
            ++m_counters.lateResponses;
        } else {
            ++m_counters.unknownResponses;
        }
        return;
    }
    Completion done = std::move(found->second.done);
    m_pending.erase(found);
    const Limits limits;
    Decoder decoder(body, limits);
    NodeId typeId;
    decode(decoder, typeId);
    done(decoder.result(), typeId, decoder);
}

void ClientConnection::complete(std::uint32_t requestId, const base::Error& error)
{
    const auto found = m_pending.find(requestId);
    if (found == m_pending.end()) {
        return;
    }
    Completion done = std::move(found->second.done);
    m_pending.erase(found);
    const Limits limits;
    Decoder nothing({}, limits);
    done(std::unexpected(error), {}, nothing);
}

void ClientConnection::onAborted(std::uint32_t requestId, base::StatusCode status,
                                 std::string_view reason)
{
    complete(requestId, {status, fmt::format("the server aborted the response: {} {}",
                                             statusText(status), reason)});
}

void ClientConnection::onDisconnected(const base::Error& why)
{
    fail(why);
}

void ClientConnection::fail(const base::Error& error)
{
    if (m_closed) {
        return;
    }
    const auto alive = shared_from_this();
    const bool wasOpen = std::exchange(m_open, false);
    m_closed = true;
    m_deadlineTimer.cancel();
    m_renewalTimer.cancel();
    if (m_connection) {
        m_connection->close();
    }
    finishStep(std::unexpected(error));
    answerPending(error);
    if (wasOpen && onLost) {
        onLost(error);
    }
}

void ClientConnection::close()
{
    if (m_closed) {
        return;
    }
    const auto alive = shared_from_this();
    if (m_open && m_connection) {
        static_cast<void>(m_channel.close(newRequestId(), now(), m_connection->out()));
        m_connection->send();
        m_connection->closeAfterSending();
    }
    onLost = nullptr;
    const bool flushing = std::exchange(m_open, false);
    m_closed = true;
    m_deadlineTimer.cancel();
    m_renewalTimer.cancel();
    if (!flushing && m_connection) {
        m_connection->close();
    }
    const base::Error closed{status::BadConnectionClosed, "the connection was closed"};
    finishStep(std::unexpected(closed));
    answerPending(closed);
}

void ClientConnection::answerPending(const base::Error& error)
{
    const Limits limits;
    auto pending = std::exchange(m_pending, {}); // a completion may send again
    for (auto& [id, request] : pending) {
        Decoder nothing({}, limits);
        request.done(std::unexpected(error), {}, nothing);
    }
}

void ClientConnection::reset()
{
    if (m_connection && m_connection->isOpen()) {
        m_connection->reset();
    }
    fail({status::BadConnectionClosed, "the connection was reset"});
}

void ClientConnection::armDeadline(base::MonotonicTime deadline)
{
    if (deadline >= m_armedDeadline) {
        return;
    }
    m_armedDeadline = deadline;
    m_deadlineTimer.expires_at(
        std::chrono::steady_clock::time_point(std::chrono::nanoseconds(deadline.ns)));
    m_deadlineTimer.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
        const auto self = weak.lock();
        if (!error && self && !self->m_closed) {
            self->expire();
        }
    });
}

void ClientConnection::expire()
{
    m_armedDeadline = {INT64_MAX};
    const auto now = m_shard.clock().monotonic();
    if (m_connectDeadline <= now) {
        fail({status::BadTimeout, "the server did not answer while connecting"});
        return;
    }
    std::vector<std::uint32_t> expired;
    base::MonotonicTime next = m_connectDeadline;
    for (const auto& [id, request] : m_pending) {
        if (request.deadline <= now) {
            expired.push_back(id);
        } else {
            next = std::min(next, request.deadline);
        }
    }
    for (const auto id : expired) {
        ++m_counters.timeouts;
        m_timedOut.push_back(id);
        if (m_timedOut.size() > maxTombstones) {
            m_timedOut.pop_front();
        }
        complete(id, {status::BadTimeout, "no response in time"});
        if (m_closed) {
            return;
        }
    }
    if (next.ns != INT64_MAX) {
        armDeadline(next);
    }
}

void ClientConnection::armRenewal(base::MonotonicTime at)
{
    m_renewalTimer.expires_at(
        std::chrono::steady_clock::time_point(std::chrono::nanoseconds(at.ns)));
    m_renewalTimer.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
        const auto self = weak.lock();
        if (!error && self) {
            self->renewToken();
        }
    });
}

void ClientConnection::renewToken()
{
    if (!m_open || m_channel.isRenewing()) {
        return;
    }
    m_shard.queueHeavyWork([self = shared_from_this()] {
        if (!self->m_open || self->m_channel.isRenewing()) {
            return;
        }
        const auto asked =
            self->m_channel.open(SecurityTokenRequestType::Renew, self->newRequestId(), self->now(),
                                 self->m_connection->out());
        self->settle(asked);
    });
}

} // namespace ua
