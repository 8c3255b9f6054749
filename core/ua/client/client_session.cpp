// SPDX-License-Identifier: MIT
#include "ua/client/client_session.h"

#include "ua/security/digest.h"
#include "ua/security/legacy_secret.h"
#include "ua/security/session_signature.h"

#include <fmt/format.h>

#include <algorithm>

namespace ua {

ClientSession::ClientSession(std::shared_ptr<ClientConnection> connection, SessionOptions options)
    : m_connection(std::move(connection))
    , m_options(std::move(options))
    , m_publishing(*this)
{}

ClientSession::~ClientSession() = default;

void ClientSession::fillHeader(RequestHeader& header)
{
    header.authenticationToken = m_token;
    header.timestamp = DateTime::from(m_connection->shard().clock().wall());
    header.requestHandle = ++m_handle;
    header.timeoutHint = static_cast<std::uint32_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(m_options.requestTimeout).count());
}

Awaitable<base::Result<SessionTimes>> ClientSession::establish()
{
    const auto alive = shared_from_this();
    const base::Clock& clock = m_connection->shard().clock();
    SessionTimes times;
    const auto start = clock.monotonic();
    auto created = co_await create();
    if (!created) {
        noteStatus(created.error().status);
        co_return std::unexpected(created.error());
    }
    const auto createdAt = clock.monotonic();
    times.create = createdAt - start;
    auto activated = co_await activate();
    if (!activated) {
        noteStatus(activated.error().status);
        co_return std::unexpected(activated.error());
    }
    times.activate = clock.monotonic() - createdAt;
    co_return times;
}

Awaitable<base::Result<void>> ClientSession::create()
{
    CreateSessionRequest request;
    fillHeader(request.requestHeader);
    request.clientDescription.applicationUri = String(m_options.applicationUri);
    request.clientDescription.productUri = "urn:uasurge";
    request.clientDescription.applicationName = LocalizedText("en", "UaSurge");
    request.clientDescription.applicationType = ApplicationType::Client;
    request.endpointUrl = String(m_options.endpointUrl);
    request.sessionName = String(m_options.sessionName);
    const auto nonce = randomBytes(32);
    if (!nonce) {
        co_return std::unexpected(nonce.error());
    }
    m_clientNonce = *nonce;
    request.clientNonce = ByteString(m_clientNonce);
    if (secured()) {
        request.clientCertificate = ByteString(m_connection->config().own.certificate.chain());
    }
    request.requestedSessionTimeout =
        std::chrono::duration<double, std::milli>(m_options.requestedTimeout).count();
    auto response =
        co_await m_connection->call<CreateSessionResponse>(request, m_options.requestTimeout);
    if (!response) {
        co_return std::unexpected(response.error());
    }
    co_return checkServer(*response);
}

base::Result<void> ClientSession::checkServer(const CreateSessionResponse& response)
{
    if (secured()) {
        const auto& config = m_connection->config();
        const auto certificate = Certificate::fromDer(response.serverCertificate.view());
        if (!certificate || !(*certificate == config.server)) {
            return base::fail(status::BadCertificateInvalid,
                              "the session's server certificate is not the channel's");
        }
        UA_TRY(verifySessionSignature(*config.policy, config.server, config.own.certificate,
                                      m_clientNonce, response.serverSignature.algorithm.text(),
                                      response.serverSignature.signature.view()));
    }
    UA_TRY(acceptNonce(response.serverNonce));
    m_sessionId = response.sessionId;
    m_token = response.authenticationToken;
    m_revisedTimeout = response.revisedSessionTimeout;
    m_endpoints = response.serverEndpoints;
    return {};
}

base::Result<void> ClientSession::acceptNonce(const ByteString& nonce)
{
    if (secured()) {
        if (auto checked = checkSessionNonce(nonce.view(), m_serverNonce); !checked) {
            if (m_options.nonceRule == NonceRule::Strict) {
                return checked;
            }
            ++m_toleratedNonces;
        }
    }
    m_serverNonce = nonce.bytes();
    return {};
}

const EndpointDescription* ClientSession::endpoint() const
{
    const auto& config = m_connection->config();
    const auto found = std::ranges::find_if(m_endpoints, [&config](const auto& e) {
        return e.securityMode == config.mode && e.securityPolicyUri == config.policy->uri;
    });
    return found == m_endpoints.end() ? nullptr : &*found;
}

base::Result<ExtensionObject> ClientSession::identityToken() const
{
    const auto* chosen = endpoint();
    const auto wanted = m_options.user ? UserTokenType::UserName : UserTokenType::Anonymous;
    const UserTokenPolicy* policy = nullptr;
    if (chosen != nullptr) {
        const auto found =
            std::ranges::find(chosen->userIdentityTokens, wanted, &UserTokenPolicy::tokenType);
        policy = found == chosen->userIdentityTokens.end() ? nullptr : &*found;
    }
    if (policy == nullptr && m_options.user) {
        return base::fail(status::BadIdentityTokenRejected,
                          "the endpoint offers no user name token");
    }
    if (!m_options.user) {
        AnonymousIdentityToken token;
        token.policyId = policy == nullptr ? String("anonymous") : policy->policyId;
        return toExtensionObject(token);
    }
    const std::string_view uri = policy->securityPolicyUri.empty()
                                     ? m_connection->config().policy->uri
                                     : std::string_view(policy->securityPolicyUri);
    const SecurityPolicy* secretPolicy = findPolicy(uri);
    if (secretPolicy == nullptr || !secretPolicy->isSecured()) {
        return base::fail(
            status::BadSecurityPolicyRejected,
            fmt::format("the password would travel in clear text (token policy \"{}\")", uri));
    }
    UA_TRY_ASSIGN(const auto server, Certificate::fromDer(chosen->serverCertificate.view()));
    UA_TRY_ASSIGN(auto secret,
                  encryptLegacySecret(*secretPolicy, server,
                                      base::bytesOf(m_options.user->password), m_serverNonce));
    UserNameIdentityToken token;
    token.policyId = policy->policyId;
    token.userName = String(m_options.user->name);
    token.password = ByteString(std::move(secret));
    token.encryptionAlgorithm = String(secretPolicy->encryptionAlgorithmUri());
    return toExtensionObject(token);
}

Awaitable<base::Result<void>> ClientSession::activate()
{
    ActivateSessionRequest request;
    fillHeader(request.requestHeader);
    const auto& config = m_connection->config();
    if (secured()) {
        auto signature = createSessionSignature(*config.policy, config.own.key, config.server.der(),
                                                m_serverNonce);
        if (!signature) {
            co_return std::unexpected(signature.error());
        }
        request.clientSignature.algorithm = String(config.policy->signatureAlgorithmUri());
        request.clientSignature.signature = ByteString(*signature);
    }
    request.clientSoftwareCertificates.setNotNull();
    request.localeIds = {String("en")};
    auto token = identityToken();
    if (!token) {
        co_return std::unexpected(token.error());
    }
    request.userIdentityToken = std::move(*token);
    auto response =
        co_await m_connection->call<ActivateSessionResponse>(request, m_options.requestTimeout);
    if (!response) {
        co_return std::unexpected(response.error());
    }
    auto accepted = acceptNonce(response->serverNonce);
    m_activated = accepted.has_value();
    co_return accepted;
}

Awaitable<base::Result<void>>
ClientSession::activateOn(std::shared_ptr<ClientConnection> connection)
{
    const auto alive = shared_from_this();
    m_activated = false;
    m_connection = std::move(connection);
    auto activated = co_await activate();
    if (activated) {
        m_publishing.restart();
    } else {
        noteStatus(activated.error().status);
    }
    co_return activated;
}

Awaitable<base::Result<void>> ClientSession::close()
{
    const auto alive = shared_from_this();
    m_publishing.stop();
    base::Result<void> result;
    if (m_connection->isOpen() && !m_token.isNull()) {
        CloseSessionRequest request;
        fillHeader(request.requestHeader);
        request.deleteSubscriptions = true;
        auto response =
            co_await m_connection->call<CloseSessionResponse>(request, m_options.requestTimeout);
        if (!response) {
            result = std::unexpected(response.error());
        }
    }
    m_activated = false;
    m_connection->close();
    co_return result;
}

Awaitable<base::Result<std::uint32_t>>
ClientSession::createSubscription(CreateSubscriptionRequest request, SubscriptionHandler& handler)
{
    const auto alive = shared_from_this();
    auto response = co_await call<CreateSubscriptionResponse>(request);
    if (!response) {
        co_return std::unexpected(response.error());
    }
    ClientSubscription subscription;
    subscription.id = response->subscriptionId;
    subscription.publishingInterval = response->revisedPublishingInterval;
    subscription.lifetimeCount = response->revisedLifetimeCount;
    subscription.maxKeepAliveCount = response->revisedMaxKeepAliveCount;
    subscription.handler = &handler;
    m_publishing.add(std::move(subscription));
    co_return response->subscriptionId;
}

} // namespace ua
