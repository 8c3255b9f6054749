// SPDX-License-Identifier: MIT
// A session: CreateSession, ActivateSession, calls, subscriptions, re-activation on a new
// connection (Part 4 §5.7).
#pragma once

#include "ua/client/client_connection.h"
#include "ua/client/publish_loop.h"
#include "ua/types/services/discovery.h"
#include "ua/types/services/monitored_item.h"
#include "ua/types/services/session.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ua {

struct UserName
{
    std::string name;
    std::string password;
};

/// How strictly a server's nonces are judged (field case C04).
enum class NonceRule : std::uint8_t { Strict, Tolerate };

struct SessionOptions
{
    std::string applicationUri = "urn:uasurge:client";
    std::string sessionName = "UaSurge";
    std::string endpointUrl;
    /// Nothing = anonymous.
    std::optional<UserName> user;
    base::Duration requestedTimeout = std::chrono::minutes(1);
    base::Duration requestTimeout = std::chrono::seconds(10);
    NonceRule nonceRule = NonceRule::Strict;
};

struct SessionTimes
{
    base::Duration create{};
    base::Duration activate{};
};

class ClientSession : public std::enable_shared_from_this<ClientSession>
{
public:
    ClientSession(std::shared_ptr<ClientConnection> connection, SessionOptions options);
    ~ClientSession();

    /// CreateSession and ActivateSession.
    Awaitable<base::Result<SessionTimes>> establish();
    /// Moves the session to a new, open connection; subscriptions go on.
    Awaitable<base::Result<void>> activateOn(std::shared_ptr<ClientConnection> connection);
    /// CloseSession and CloseSecureChannel; never waits longer than the request timeout.
    Awaitable<base::Result<void>> close();

    /// Fills in the header and calls.
    template <typename Response, typename Request>
    Awaitable<base::Result<Response>> call(Request& request)
    {
        fillHeader(request.requestHeader);
        auto response = co_await m_connection->call<Response>(request, m_options.requestTimeout);
        if (!response) {
            noteStatus(response.error().status);
        }
        co_return response;
    }

    /// Creates it and starts publishing; `handler` outlives the session or its removal.
    Awaitable<base::Result<std::uint32_t>> createSubscription(CreateSubscriptionRequest request,
                                                              SubscriptionHandler& handler);
    PublishLoop& publishing() { return m_publishing; }
    const PublishLoop& publishing() const { return m_publishing; }

    void fillHeader(RequestHeader& header);
    bool isUsable() const { return m_activated && m_connection->isOpen(); }
    ClientConnection& connection() { return *m_connection; }
    const std::shared_ptr<ClientConnection>& sharedConnection() const { return m_connection; }
    const SessionOptions& options() const { return m_options; }
    const NodeId& sessionId() const { return m_sessionId; }
    const NodeId& authenticationToken() const { return m_token; }
    double revisedTimeout() const { return m_revisedTimeout; }
    const Array<EndpointDescription>& serverEndpoints() const { return m_endpoints; }

    /// Every status code other than Good that came back, by code.
    void noteStatus(StatusCode status) { ++m_statusCounts[status.value]; }
    const std::map<std::uint32_t, std::uint64_t>& statusCounts() const { return m_statusCounts; }
    /// Nonces that NonceRule::Tolerate let pass.
    std::uint32_t toleratedNonces() const { return m_toleratedNonces; }

private:
    Awaitable<base::Result<void>> create();
    Awaitable<base::Result<void>> activate();
    base::Result<void> checkServer(const CreateSessionResponse& response);
    base::Result<void> acceptNonce(const ByteString& nonce);
    base::Result<ExtensionObject> identityToken() const;
    const EndpointDescription* endpoint() const;
    bool secured() const { return m_connection->config().policy->isSecured(); }

    std::shared_ptr<ClientConnection> m_connection;
    SessionOptions m_options;
    PublishLoop m_publishing;
    NodeId m_sessionId;
    NodeId m_token;
    base::Bytes m_clientNonce;
    base::Bytes m_serverNonce;
    Array<EndpointDescription> m_endpoints;
    double m_revisedTimeout = 0;
    std::uint32_t m_handle = 0;
    std::map<std::uint32_t, std::uint64_t> m_statusCounts;
    std::uint32_t m_toleratedNonces = 0;
    bool m_activated = false;
};

} // namespace ua
