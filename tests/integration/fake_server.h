// SPDX-License-Identifier: MIT
// A server that misbehaves as told: the real server core behind a channel of its own, with hooks on
// every request and every response. Whatever no hook touches is answered correctly.
#pragma once

#include "live_server.h"
#include "ua/channel/server_channel.h"
#include "ua/codec/structure.h"

#include <boost/asio/ip/tcp.hpp>

#include <cstring>
#include <functional>
#include <list>
#include <memory>
#include <utility>

namespace live {

class FakeServer;

/// One accepted connection.
class FakePeer final : public ua::ServerPeer,
                       public ua::ConnectionHandler,
                       public ua::ChannelHandler
{
public:
    FakePeer(FakeServer& owner, ua::TcpSocket socket, std::uint32_t channelId);
    ~FakePeer() override { m_connection->close(); }

    /// Past the response hook.
    void sendRaw(std::uint32_t requestId, base::BytesView body);
    template <ua::Structure Response>
    void send(std::uint32_t requestId, const ua::RequestHeader& request, Response response)
    {
        response.responseHeader.requestHandle = request.requestHandle;
        sendRaw(requestId, ua::encodeMessage(response));
    }
    void fault(std::uint32_t requestId, const ua::RequestHeader& request, ua::StatusCode status)
    {
        ua::ServiceFault response;
        response.responseHeader.serviceResult = status;
        send(requestId, request, std::move(response));
    }
    void close() { m_connection->closeAfterSending(); }

    void respond(std::uint32_t requestId, base::BytesView body) override;
    const ua::ChannelSecurity& security() const override { return m_security; }
    void onBytes(std::span<std::uint8_t> bytes) override;
    void onDisconnected(const base::Error&) override;
    void onOpened(const ua::TokenInfo& token) override;
    void onMessage(std::uint32_t requestId, base::BytesView body) override;
    void onAborted(std::uint32_t, base::StatusCode, std::string_view) override {}
    void onClosed() override {}

private:
    void patchLifetime(std::size_t from);

    FakeServer& m_owner;
    ua::ServerChannel m_channel;
    std::shared_ptr<ua::Connection> m_connection;
    ua::ChannelSecurity m_security;
    bool m_gone = false;
};

/// A message as a hook sees it.
struct FakeMessage
{
    std::uint32_t requestId = 0;
    std::uint32_t typeId = 0;
    base::BytesView body;

    template <ua::Structure T>
    bool is() const
    {
        return typeId == T::binaryEncodingId;
    }
    template <ua::Structure T>
    T as() const
    {
        const ua::Limits limits;
        ua::Decoder decoder(body, limits);
        ua::NodeId type;
        decode(decoder, type);
        return ua::decodeBody<T>(decoder).value();
    }
};

class FakeServer
{
public:
    /// True: the hook has answered, or means never to.
    using RequestHook = std::function<bool(FakePeer&, const FakeMessage&)>;
    /// May replace the bytes; false swallows the response.
    using ResponseHook = std::function<bool(FakePeer&, const FakeMessage&, base::Bytes&)>;

    explicit FakeServer(ua::ServerConfig config = {}, ua::TransportLimits limits = {})
        : m_core(Server::withEndpoints(std::move(config)), identity("urn:uasurge:server"), m_clock)
        , m_acceptor(m_shard.executor())
        , m_tick(m_shard.executor())
    {
        auto channel = std::make_shared<ua::ServerChannelConfig>();
        for (const auto& endpoint : m_core.config().endpoints) {
            channel->endpoints.push_back({ua::findPolicy(endpoint.policyUri), endpoint.mode});
        }
        channel->identities = {identity("urn:uasurge:server")};
        channel->limits = limits;
        channel->deferOpen = false;
        m_channelConfig = channel;
        const boost::asio::ip::tcp::endpoint any{boost::asio::ip::make_address("127.0.0.1"), 0};
        m_acceptor.open(any.protocol());
        m_acceptor.bind(any);
        m_acceptor.listen();
        m_core.setEndpointUrl("opc.tcp://127.0.0.1:" +
                              std::to_string(m_acceptor.local_endpoint().port()));
        accept();
        tick();
    }

    RequestHook onRequest;
    ResponseHook onResponse;
    /// Written into every OpenSecureChannel response (policy None only).
    std::optional<std::uint32_t> grantedLifetime;
    std::uint32_t opens = 0;

    ua::Shard& shard() { return m_shard; }
    ua::Server& core() { return m_core; }
    ua::ConnectTarget target() const
    {
        ua::ConnectTarget target;
        target.url = m_core.config().endpointUrl;
        target.address = m_acceptor.local_endpoint();
        return target;
    }
    std::shared_ptr<ua::ClientConnection>
    connection(ua::MessageSecurityMode mode = ua::MessageSecurityMode::None,
               const char* clientUri = "urn:uasurge:client")
    {
        auto config = std::make_shared<ua::ClientChannelConfig>();
        config->policy = &policyOf(mode);
        config->mode = mode;
        config->requestedLifetimeMs = 3'600'000;
        if (config->policy->isSecured()) {
            config->own = identity(clientUri);
            config->server = identity("urn:uasurge:server").certificate;
        }
        return std::make_shared<ua::ClientConnection>(m_shard, config);
    }
    std::shared_ptr<ua::ClientSession>
    session(const std::shared_ptr<ua::ClientConnection>& connection,
            ua::SessionOptions options = {})
    {
        options.endpointUrl = m_core.config().endpointUrl;
        return std::make_shared<ua::ClientSession>(connection, std::move(options));
    }
    template <typename Coroutine>
    bool run(Coroutine&& coroutine, std::chrono::seconds limit = std::chrono::seconds(60))
    {
        return runOn(m_shard, std::forward<Coroutine>(coroutine), limit);
    }
    ua::Awaitable<void> pause(std::chrono::milliseconds duration)
    {
        return pauseOn(m_shard, duration);
    }

private:
    friend class FakePeer;

    void accept()
    {
        m_acceptor.async_accept([this](const boost::system::error_code& error, auto socket) {
            if (!error) {
                m_peers.push_back(
                    std::make_unique<FakePeer>(*this, std::move(socket), ++m_lastChannel));
                accept();
            }
        });
    }
    void tick()
    {
        m_core.tick();
        m_tick.expires_after(std::chrono::milliseconds(2));
        m_tick.async_wait([this](const boost::system::error_code& error) {
            if (!error) {
                tick();
            }
        });
    }

    base::SystemClock m_clock;
    ua::Shard m_shard{m_clock};
    ua::Server m_core;
    std::shared_ptr<const ua::ServerChannelConfig> m_channelConfig;
    ua::CertificateCache m_certificates;
    ua::TcpAcceptor m_acceptor;
    ua::Timer m_tick;
    std::uint32_t m_lastChannel = 100;
    std::list<std::unique_ptr<FakePeer>> m_peers;
};

inline FakePeer::FakePeer(FakeServer& owner, ua::TcpSocket socket, std::uint32_t channelId)
    : m_owner(owner)
    , m_channel(owner.m_channelConfig, channelId, owner.m_certificates)
    , m_connection(std::make_shared<ua::Connection>(owner.m_shard, std::move(socket)))
{
    m_security.channelId = channelId;
    m_security.policy = &ua::nonePolicy();
    m_connection->start(*this);
}
inline void FakePeer::onBytes(std::span<std::uint8_t> bytes)
{
    const std::size_t before = m_connection->out().size();
    const auto result =
        m_channel.receive(bytes, ua::ChannelTime::of(m_owner.m_clock), *this, m_connection->out());
    patchLifetime(before);
    m_connection->send();
    if (!result) {
        m_connection->closeAfterSending();
    }
}
/// An OPN response of policy None ends with RevisedLifetime and a null nonce.
inline void FakePeer::patchLifetime(std::size_t from)
{
    auto& out = m_connection->out();
    if (!m_owner.grantedLifetime || out.size() < from + 16 ||
        std::memcmp(out.data() + from, "OPNF", 4) != 0) {
        return;
    }
    std::uint32_t size = 0;
    std::memcpy(&size, out.data() + from + 4, sizeof(size));
    std::uint8_t* end = out.data() + from + size;
    std::uint32_t nonce = 0;
    std::memcpy(&nonce, end - 4, sizeof(nonce));
    if (nonce != 0 && nonce != 0xFFFFFFFFU) {
        throw std::runtime_error("the response does not end with an empty nonce");
    }
    std::memcpy(end - 8, &*m_owner.grantedLifetime, sizeof(std::uint32_t));
}
inline void FakePeer::onDisconnected(const base::Error&)
{
    m_gone = true;
    m_owner.m_core.peerClosed(*this);
}
inline void FakePeer::onOpened(const ua::TokenInfo&)
{
    ++m_owner.opens;
    m_security.policy = &m_channel.policy();
    m_security.mode = m_channel.mode();
    m_security.clientCertificate = m_channel.peerCertificate();
}
inline FakeMessage fakeMessage(std::uint32_t requestId, base::BytesView body)
{
    const ua::Limits limits;
    ua::Decoder decoder(body, limits);
    ua::NodeId type;
    decode(decoder, type);
    return {requestId, type.standardId(), body};
}
inline void FakePeer::onMessage(std::uint32_t requestId, base::BytesView body)
{
    if (m_owner.onRequest && m_owner.onRequest(*this, fakeMessage(requestId, body))) {
        return;
    }
    m_owner.m_core.onRequest(*this, requestId, body);
}
inline void FakePeer::respond(std::uint32_t requestId, base::BytesView body)
{
    if (m_owner.onResponse) {
        base::Bytes bytes(body.begin(), body.end());
        if (m_owner.onResponse(*this, fakeMessage(requestId, body), bytes)) {
            sendRaw(requestId, bytes);
        }
        return;
    }
    sendRaw(requestId, body);
}
inline void FakePeer::sendRaw(std::uint32_t requestId, base::BytesView body)
{
    if (m_gone) {
        return;
    }
    const auto sent =
        m_channel.send(requestId, body, ua::ChannelTime::of(m_owner.m_clock), m_connection->out());
    if (!sent) {
        throw std::runtime_error(sent.error().context);
    }
    m_connection->send();
}

} // namespace live
