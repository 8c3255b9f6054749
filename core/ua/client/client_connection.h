// SPDX-License-Identifier: MIT
// A client's secure channel on a TCP connection: connects, renews tokens, matches responses to
// requests by RequestId and counts those that come too late (field case T11).
#pragma once

#include "base/result.h"
#include "ua/channel/client_channel.h"
#include "ua/client/call.h"
#include "ua/codec/structure.h"
#include "ua/transport/connection.h"
#include "ua/types/services/headers.h"
#include "ua/types/status_codes.h"

#include <boost/asio/async_result.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

namespace ua {

/// Durations of the stages of establishment.
struct ConnectTimes
{
    base::Duration tcp{};
    base::Duration hello{};
    base::Duration open{};
};

struct ClientCounters
{
    std::uint64_t lateResponses = 0;
    std::uint64_t unknownResponses = 0;
    std::uint64_t timeouts = 0;
    std::uint64_t renewals = 0;
};

struct ConnectTarget
{
    std::string url; ///< sent in HEL and CreateSession
    asio::ip::tcp::endpoint address;
    /// Source address; unspecified lets the system choose.
    asio::ip::address localAddress;
    base::Duration timeout = std::chrono::seconds(10);
};

class ClientConnection final : public ConnectionHandler,
                               public ChannelHandler,
                               public std::enable_shared_from_this<ClientConnection>
{
public:
    /// The response's body after its type id, or why there is none. The decoder and what it views
    /// are valid during the call.
    using Completion =
        std::move_only_function<void(base::Result<void> result, NodeId typeId, Decoder& body)>;

    ClientConnection(Shard& shard, std::shared_ptr<const ClientChannelConfig> config);
    ~ClientConnection() override;

    /// TCP, HEL/ACK, OpenSecureChannel. A server's ERR comes back as its status and reason.
    Awaitable<base::Result<ConnectTimes>> connect(const ConnectTarget& target);

    /// Sends a whole message; `done` is called exactly once.
    void send(base::BytesView message, base::Duration timeout, Completion done);
    /// Typed form. A ServiceFault or a Bad ServiceResult becomes an error.
    template <typename Response, typename Request>
    void call(const Request& request, base::Duration timeout,
              std::move_only_function<void(base::Result<Response>)> done);
    template <typename Response, typename Request>
    Awaitable<base::Result<Response>> call(const Request& request, base::Duration timeout);

    /// CloseSecureChannel, then the socket.
    void close();
    /// Drops the connection without a word (tests, abort).
    void reset();
    bool isOpen() const { return m_open; }
    /// Called once when an open connection is lost; not after close().
    std::function<void(const base::Error&)> onLost;

    std::size_t pending() const { return m_pending.size(); }
    const ClientCounters& counters() const { return m_counters; }
    const SecureChannel& channel() const { return m_channel; }
    const ClientChannelConfig& config() const { return *m_config; }
    Shard& shard() { return m_shard; }
    std::uint32_t nextRequestHandle() { return ++m_lastHandle; }
    std::uint64_t bytesReceived() const { return m_connection ? m_connection->bytesReceived() : 0; }
    std::uint64_t bytesSent() const { return m_connection ? m_connection->bytesSent() : 0; }
    /// Renews now instead of at 75 % of the lifetime.
    void renewToken();

    void onBytes(std::span<std::uint8_t> bytes) override;
    void onDisconnected(const base::Error& why) override;
    void onOpened(const TokenInfo& token) override;
    void onMessage(std::uint32_t requestId, base::BytesView body) override;
    void onAborted(std::uint32_t requestId, base::StatusCode status,
                   std::string_view reason) override;
    void onClosed() override {}
    void onAcknowledged() override;
    void onOpenPending() override;

private:
    struct Pending
    {
        Completion done;
        base::MonotonicTime deadline;
    };
    /// A step of connect() that waits for the peer.
    using Step = std::move_only_function<void(base::Result<void>)>;

    ChannelTime now() const { return ChannelTime::of(m_shard.clock()); }
    std::uint32_t newRequestId();
    void settle(const base::Result<void>& result);
    void fail(const base::Error& error);
    /// Every request under way gets the error.
    void answerPending(const base::Error& error);
    void finishStep(base::Result<void> result);
    Awaitable<base::Result<void>> waitForStep();
    void complete(std::uint32_t requestId, const base::Error& error);
    void armDeadline(base::MonotonicTime deadline);
    void expire();
    void armRenewal(base::MonotonicTime at);

    Shard& m_shard;
    std::shared_ptr<const ClientChannelConfig> m_config;
    ClientChannel m_channel;
    std::shared_ptr<Connection> m_connection;
    Timer m_deadlineTimer;
    Timer m_renewalTimer;
    base::MonotonicTime m_armedDeadline{INT64_MAX};
    Step m_step;
    base::MonotonicTime m_connectDeadline{INT64_MAX};
    std::unordered_map<std::uint32_t, Pending> m_pending;
    /// Ids of requests that timed out, until their response comes after all; bounded.
    std::deque<std::uint32_t> m_timedOut;
    std::uint32_t m_lastRequestId = 0;
    std::uint32_t m_lastHandle = 0;
    ClientCounters m_counters;
    bool m_open = false;
    bool m_closed = false;
};

/// Reads the response header first: a fault or a Bad ServiceResult is an error with its name.
template <typename Response>
base::Result<Response> readResponse(base::Result<void> result, const NodeId& typeId, Decoder& body);
/// "BadTimeout (0x800A0000)" and what the request was.
base::Error serviceError(StatusCode status, std::string_view request);

template <typename Response>
base::Result<Response> readResponse(base::Result<void> result, const NodeId& typeId, Decoder& body)
{
    if (!result) {
        return std::unexpected(std::move(result).error());
    }
    const std::uint32_t id = typeId.standardId();
    if (id == ServiceFault::binaryEncodingId) {
        const auto fault = decodeBody<ServiceFault>(body);
        if (!fault) {
            return std::unexpected(fault.error());
        }
        return std::unexpected(
            serviceError(fault->responseHeader.serviceResult, Response::typeName));
    }
    if (id != Response::binaryEncodingId) {
        return base::fail(status::BadUnknownResponse, "expected a " +
                                                          std::string(Response::typeName) +
                                                          ", got type " + typeId.text());
    }
    auto response = decodeBody<Response>(body);
    if (response && response->responseHeader.serviceResult.isBad()) {
        return std::unexpected(
            serviceError(response->responseHeader.serviceResult, Response::typeName));
    }
    return response;
}

template <typename Response, typename Request>
void ClientConnection::call(const Request& request, base::Duration timeout,
                            std::move_only_function<void(base::Result<Response>)> done)
{
    base::Bytes message = m_shard.takeBuffer();
    Encoder encoder(message);
    encodeMessage(encoder, request);
    send(message, timeout,
         [done = std::move(done)](base::Result<void> result, const NodeId& typeId,
                                  Decoder& body) mutable {
             done(readResponse<Response>(std::move(result), typeId, body));
         });
    m_shard.returnBuffer(std::move(message));
}

template <typename Response, typename Request>
Awaitable<base::Result<Response>> ClientConnection::call(const Request& request,
                                                         base::Duration timeout)
{
    auto initiate = [this, &request, timeout](auto handler) {
        // Resumed through the executor, never from inside the channel's callback.
        call<Response>(request, timeout,
                       [this, handler = std::move(handler)](base::Result<Response> r) mutable {
                           asio::post(m_shard.io(),
                                      [handler = std::move(handler), r = std::move(r)]() mutable {
                                          std::move(handler)(std::move(r));
                                      });
                       });
    };
    auto result =
        co_await asio::async_initiate<const asio::use_awaitable_t<Executor>&,
                                      void(base::Result<Response>)>(initiate, useAwaitable);
    co_return result;
}

} // namespace ua
