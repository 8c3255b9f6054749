// SPDX-License-Identifier: MIT
// A server and clients of it on one shard, over real sockets on loopback.
#pragma once

#include "ua/client/client_session.h"
#include "ua/client/discovery.h"
#include "ua/security/certificate_builder.h"
#include "ua/server/opc_tcp_server.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <exception>
#include <memory>
#include <optional>
#include <string>

namespace live {

inline const ua::ApplicationIdentity& identity(const char* uri)
{
    // Keys are slow to make: one each for the whole test program.
    static const auto make = [](const char* applicationUri) {
        ua::CertificateRequest request;
        request.applicationUri = applicationUri;
        request.hostNames = {"127.0.0.1", "localhost"};
        request.notBefore = base::WallTime{base::SystemClock().wall().ns - 3'600'000'000'000};
        return ua::makeSelfSigned(request).value();
    };
    static const ua::ApplicationIdentity server = make("urn:uasurge:server");
    static const ua::ApplicationIdentity client = make("urn:uasurge:client");
    static const ua::ApplicationIdentity other = make("urn:uasurge:other");
    const std::string_view wanted(uri);
    return wanted == "urn:uasurge:server"   ? server
           : wanted == "urn:uasurge:client" ? client
                                            : other;
}

inline const ua::SecurityPolicy& policyOf(ua::MessageSecurityMode mode)
{
    return mode == ua::MessageSecurityMode::None ? ua::nonePolicy()
                                                 : *ua::findPolicyByName("Basic256Sha256");
}

/// Runs a coroutine to its end on the shard, with everything else, but no longer than the limit;
/// rethrows what it throws.
template <typename Coroutine>
bool runOn(ua::Shard& shard, Coroutine&& coroutine,
           std::chrono::seconds limit = std::chrono::seconds(60))
{
    std::exception_ptr failure;
    bool done = false;
    boost::asio::co_spawn(shard.io(), std::forward<Coroutine>(coroutine),
                          [&](std::exception_ptr error) {
                              failure = error;
                              done = true;
                          });
    const auto deadline = std::chrono::steady_clock::now() + limit;
    shard.io().restart();
    while (!done && std::chrono::steady_clock::now() < deadline) {
        shard.io().run_one_for(std::chrono::milliseconds(100));
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
    return done;
}
/// Lets things happen for a while.
inline ua::Awaitable<void> pauseOn(ua::Shard& shard, std::chrono::milliseconds duration)
{
    ua::Timer timer(shard.executor());
    timer.expires_after(duration);
    co_await timer.async_wait(ua::useAwaitable);
}

/// The shard, the server core and its listener.
class Server
{
public:
    explicit Server(ua::ServerConfig config = {}, ua::LifetimeBounds lifetime = {})
        : m_core(withEndpoints(std::move(config)), identity("urn:uasurge:server"), m_clock)
    {
        ua::ServerChannelConfig channel;
        for (const auto& endpoint : m_core.config().endpoints) {
            channel.endpoints.push_back({ua::findPolicy(endpoint.policyUri), endpoint.mode});
        }
        channel.identities = {identity("urn:uasurge:server")};
        channel.lifetime = lifetime;
        m_listener.emplace(m_shard, m_core, std::move(channel), ua::ListenerConfig{},
                           [](std::string_view) {});
        if (const auto listening = m_listener->listen(); !listening) {
            throw std::runtime_error(listening.error().context);
        }
    }

    static ua::ServerConfig withEndpoints(ua::ServerConfig config)
    {
        if (config.endpoints.empty()) {
            for (const auto mode : {ua::MessageSecurityMode::None, ua::MessageSecurityMode::Sign,
                                    ua::MessageSecurityMode::SignAndEncrypt}) {
                config.endpoints.push_back({std::string(policyOf(mode).uri), mode});
            }
        }
        return config;
    }

    ua::Shard& shard() { return m_shard; }
    ua::Server& core() { return m_core; }
    ua::OpcTcpServer& listener() { return *m_listener; }
    const base::Clock& clock() const { return m_clock; }

    ua::ConnectTarget target() const
    {
        ua::ConnectTarget target;
        target.url = m_core.config().endpointUrl;
        target.address = {boost::asio::ip::make_address("127.0.0.1"), m_listener->port()};
        return target;
    }
    std::shared_ptr<const ua::ClientChannelConfig>
    channelConfig(ua::MessageSecurityMode mode, const char* clientUri = "urn:uasurge:client",
                  std::uint32_t lifetimeMs = 3'600'000) const
    {
        auto config = std::make_shared<ua::ClientChannelConfig>();
        config->policy = &policyOf(mode);
        config->mode = mode;
        config->requestedLifetimeMs = lifetimeMs;
        if (config->policy->isSecured()) {
            config->own = identity(clientUri);
            config->server = identity("urn:uasurge:server").certificate;
        }
        return config;
    }
    std::shared_ptr<ua::ClientConnection> connection(ua::MessageSecurityMode mode)
    {
        return std::make_shared<ua::ClientConnection>(m_shard, channelConfig(mode));
    }
    std::shared_ptr<ua::ClientSession>
    session(const std::shared_ptr<ua::ClientConnection>& connection,
            ua::SessionOptions options = {})
    {
        options.endpointUrl = m_core.config().endpointUrl;
        return std::make_shared<ua::ClientSession>(connection, std::move(options));
    }

    /// As runOn(), on the server's shard.
    template <typename Coroutine>
    bool run(Coroutine&& coroutine, std::chrono::seconds limit = std::chrono::seconds(60))
    {
        return runOn(m_shard, std::forward<Coroutine>(coroutine), limit);
    }
    /// Lets things happen for a while.
    ua::Awaitable<void> pause(std::chrono::milliseconds duration)
    {
        ua::Timer timer(m_shard.executor());
        timer.expires_after(duration);
        co_await timer.async_wait(ua::useAwaitable);
    }

private:
    base::SystemClock m_clock;
    ua::Shard m_shard{m_clock};
    ua::Server m_core;
    std::optional<ua::OpcTcpServer> m_listener;
};

/// Fails the test with the error's sentence.
template <typename T>
T& orThrow(base::Result<T>& result)
{
    if (!result) {
        throw std::runtime_error(result.error().context);
    }
    return *result;
}
inline void orThrow(base::Result<void>& result)
{
    if (!result) {
        throw std::runtime_error(result.error().context);
    }
}

} // namespace live
