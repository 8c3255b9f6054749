// SPDX-License-Identifier: MIT
// Discovery and session services (Part 4 §5.5, §5.7).
#include "ua/security/digest.h"
#include "ua/security/legacy_secret.h"
#include "ua/security/session_signature.h"
#include "ua/server/server.h"
#include "ua/types/status_codes.h"

#include <algorithm>

namespace ua {

namespace {

constexpr std::string_view tcpProfile =
    "http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary";
constexpr std::string_view basic256Sha256 =
    "http://opcfoundation.org/UA/SecurityPolicy#Basic256Sha256";

std::uint8_t securityLevel(const EndpointSecurity& endpoint)
{
    switch (endpoint.mode) {
    case MessageSecurityMode::Sign:
        return 50;
    case MessageSecurityMode::SignAndEncrypt:
        return 100;
    default:
        return 0;
    }
}

bool wanted(const Array<String>& filter, std::string_view value)
{
    return filter.empty() ||
           std::ranges::any_of(filter, [value](const String& s) { return s == value; });
}

} // namespace

ApplicationDescription Server::applicationDescription(const String& url) const
{
    ApplicationDescription description;
    description.applicationUri = String(m_config.applicationUri);
    description.productUri = String(m_config.productUri);
    description.applicationName = LocalizedText("en", String(m_config.applicationName));
    description.applicationType = ApplicationType::Server;
    description.discoveryUrls = {url};
    return description;
}

Array<EndpointDescription> Server::endpointDescriptions(const String& url) const
{
    Array<EndpointDescription> endpoints = Array<EndpointDescription>::emptyArray();
    for (const auto& security : m_config.endpoints) {
        EndpointDescription endpoint;
        endpoint.endpointUrl = url;
        endpoint.server = applicationDescription(url);
        endpoint.serverCertificate = ByteString(m_identity.certificate.der());
        endpoint.securityMode = security.mode;
        endpoint.securityPolicyUri = String(security.policyUri);
        endpoint.userIdentityTokens.setNotNull();
        if (m_config.allowAnonymous) {
            UserTokenPolicy policy;
            policy.policyId = "anonymous";
            policy.tokenType = UserTokenType::Anonymous;
            endpoint.userIdentityTokens.push_back(policy);
        }
        if (!m_config.users.empty()) {
            UserTokenPolicy policy;
            policy.policyId = "username";
            policy.tokenType = UserTokenType::UserName;
            // Passwords are encrypted even where the channel is not.
            policy.securityPolicyUri = String(basic256Sha256);
            endpoint.userIdentityTokens.push_back(policy);
        }
        endpoint.transportProfileUri = String(tcpProfile);
        endpoint.securityLevel = securityLevel(security);
        endpoints.push_back(std::move(endpoint));
    }
    return endpoints;
}

void Server::getEndpoints(RequestContext&, GetEndpointsRequest& request,
                          GetEndpointsResponse& response)
{
    response.endpoints = wanted(request.profileUris, tcpProfile)
                             ? endpointDescriptions(String(m_config.endpointUrl))
                             : Array<EndpointDescription>::emptyArray();
}

void Server::findServers(RequestContext&, FindServersRequest& request,
                         FindServersResponse& response)
{
    response.servers.setNotNull();
    if (wanted(request.serverUris, m_config.applicationUri)) {
        response.servers.push_back(applicationDescription(String(m_config.endpointUrl)));
    }
}

bool Server::makeRoomForSession()
{
    if (m_sessions.size() < m_config.limits.maxSessions) {
        return true;
    }
    // Part 4 §5.7.2: the oldest session never activated goes first.
    Session* oldest = nullptr;
    for (auto& [token, session] : m_sessions) {
        if (!session->activated &&
            (oldest == nullptr || session->lastContact < oldest->lastContact)) {
            oldest = session.get();
        }
    }
    if (oldest == nullptr) {
        return false;
    }
    endSession(*oldest, true, status::BadSessionClosed);
    return true;
}

Session* Server::findSession(const NodeId& token)
{
    const auto found = m_sessions.find(token);
    return found == m_sessions.end() ? nullptr : found->second.get();
}

void Server::createSession(RequestContext& context, CreateSessionRequest& request,
                           CreateSessionResponse& response)
{
    const auto& channel = context.peer.security();
    const auto reject = [&](StatusCode status, bool security) {
        ++m_summary.rejectedSessionCount;
        m_summary.securityRejectedSessionCount += security ? 1 : 0;
        context.fault = status;
    };
    const bool secured = channel.policy != nullptr && channel.policy->isSecured();
    if (secured) {
        if (!checkSessionNonce(request.clientNonce.view(), {})) {
            reject(status::BadNonceInvalid, true);
            return;
        }
        const auto leaf = Certificate::fromDer(request.clientCertificate.view());
        if (!leaf || !(*leaf == channel.clientCertificate)) {
            reject(status::BadCertificateInvalid, true);
            return;
        }
        if (leaf->applicationUri() != request.clientDescription.applicationUri.text()) {
            reject(status::BadCertificateUriInvalid, true);
            return;
        }
    }
    if (!makeRoomForSession()) {
        reject(status::BadTooManySessions, false);
        return;
    }
    const auto nonce = randomBytes(32);
    const auto token = randomBytes(32);
    if (!nonce || !token) {
        reject(status::BadInternalError, false);
        return;
    }
    if (secured) {
        const auto signature =
            createSessionSignature(*channel.policy, m_identity.key,
                                   request.clientCertificate.view(), request.clientNonce.view());
        if (!signature) {
            reject(signature.error().status, true);
            return;
        }
        response.serverSignature.algorithm = String(channel.policy->signatureAlgorithmUri());
        response.serverSignature.signature = ByteString(*signature);
    }
    auto session = std::make_unique<Session>();
    const std::uint64_t number = ++m_lastSession;
    session->id = NodeId(1, static_cast<std::uint32_t>(number));
    session->token = NodeId(0, ByteString(*token));
    session->peer = &context.peer;
    session->channelId = channel.channelId;
    session->serverNonce = *nonce;
    session->clientNonce = request.clientNonce.bytes();
    session->clientCertificate = channel.clientCertificate;
    session->policyUri = channel.policy == nullptr ? "" : std::string(channel.policy->uri);
    session->mode = channel.mode;
    const double askedTimeout = request.requestedSessionTimeout;
    session->timeout = !(askedTimeout > 0) ? m_config.limits.maxSessionTimeout
                                           : std::clamp(fromMilliseconds(askedTimeout),
                                                        m_config.limits.minSessionTimeout,
                                                        m_config.limits.maxSessionTimeout);
    session->lastContact = m_clock.monotonic();
    auto& diagnostics = session->diagnostics;
    diagnostics.sessionId = session->id;
    diagnostics.sessionName = request.sessionName;
    diagnostics.clientDescription = request.clientDescription;
    diagnostics.serverUri = request.serverUri;
    diagnostics.endpointUrl = request.endpointUrl;
    diagnostics.actualSessionTimeout = milliseconds(session->timeout);
    diagnostics.maxResponseMessageSize = request.maxResponseMessageSize;
    diagnostics.clientConnectionTime = DateTime::from(m_clock.wall());
    diagnostics.clientLastContactTime = diagnostics.clientConnectionTime;
    auto& security = session->securityDiagnostics;
    security.sessionId = session->id;
    security.securityMode = channel.mode;
    security.securityPolicyUri = String(session->policyUri);
    security.encoding = "UA Binary";
    security.transportProtocol = "opc.tcp";

    response.sessionId = session->id;
    response.authenticationToken = session->token;
    response.revisedSessionTimeout = milliseconds(session->timeout);
    response.serverNonce = ByteString(session->serverNonce);
    response.serverCertificate = ByteString(m_identity.certificate.der());
    response.serverEndpoints = endpointDescriptions(String(m_config.endpointUrl));
    response.serverSoftwareCertificates.setNotNull();

    schedule(session->lastContact + session->timeout, TimerKind::SessionTimeout, number);
    m_sessionsByNumber[number] = session.get();
    m_sessions[session->token] = std::move(session);
    ++m_summary.cumulatedSessionCount;
    m_summary.currentSessionCount = static_cast<std::uint32_t>(m_sessions.size());
}

StatusCode Server::checkUserName(const UserNameIdentityToken& token, const Session& session,
                                 std::string& user) const
{
    base::Bytes password = token.password.bytes();
    if (!token.encryptionAlgorithm.empty()) {
        const auto& policies = securityPolicies();
        const auto policy = std::ranges::find_if(policies, [&](const SecurityPolicy& p) {
            return p.isSecured() && p.encryptionAlgorithmUri() == token.encryptionAlgorithm.text();
        });
        if (policy == policies.end()) {
            return status::BadIdentityTokenInvalid;
        }
        auto plain = decryptLegacySecret(*policy, m_identity.key, password, session.serverNonce);
        if (!plain) {
            return status::BadIdentityTokenInvalid;
        }
        password = std::move(*plain);
    } else {
        // The token policy asks for encryption; clear text is refused on every channel.
        return status::BadIdentityTokenInvalid;
    }
    StatusCode result = status::BadUserAccessDenied;
    for (const auto& known : m_config.users) {
        if (known.name == token.userName.text() &&
            equalConstantTime(base::bytesOf(known.password), password)) {
            user = known.name;
            result = status::Good;
        }
    }
    wipe(password);
    return result;
}

StatusCode Server::authenticate(const ActivateSessionRequest& request, const Session& session,
                                std::string& user) const
{
    const auto& token = request.userIdentityToken;
    const bool anonymous =
        token.encoding == ExtensionObject::Encoding::None || holds<AnonymousIdentityToken>(token);
    if (anonymous) {
        if (holds<AnonymousIdentityToken>(token)) {
            const auto given = fromExtensionObject<AnonymousIdentityToken>(token, m_decodeLimits);
            if (!given || (!given->policyId.empty() && !(given->policyId == "anonymous"))) {
                return status::BadIdentityTokenInvalid;
            }
        }
        user.clear();
        return m_config.allowAnonymous ? status::Good : status::BadIdentityTokenRejected;
    }
    if (holds<UserNameIdentityToken>(token)) {
        const auto given = fromExtensionObject<UserNameIdentityToken>(token, m_decodeLimits);
        if (!given || !(given->policyId == "username") || m_config.users.empty()) {
            return status::BadIdentityTokenInvalid;
        }
        return checkUserName(*given, session, user);
    }
    return status::BadIdentityTokenInvalid;
}

void Server::activateSession(RequestContext& context, ActivateSessionRequest& request,
                             ActivateSessionResponse& response)
{
    Session& session = *context.session;
    const auto& channel = context.peer.security();
    const bool sameChannel = session.channelId == channel.channelId;
    const auto refuse = [&](StatusCode status) {
        ++session.diagnostics.unauthorizedRequestCount;
        ++m_summary.securityRejectedRequestsCount;
        context.fault = status;
    };
    const std::string policyUri = channel.policy == nullptr ? "" : std::string(channel.policy->uri);
    if (!sameChannel) {
        // Part 4 §5.7.3: first activation on the creating channel only; a move needs the same
        // client, mode and policy.
        if (!session.activated) {
            refuse(status::BadSecureChannelIdInvalid);
            return;
        }
        if (policyUri != session.policyUri || channel.mode != session.mode ||
            !(channel.clientCertificate == session.clientCertificate)) {
            refuse(status::BadSecurityChecksFailed);
            return;
        }
    }
    if (channel.policy != nullptr && channel.policy->isSecured()) {
        const auto verified = verifySessionSignature(
            *channel.policy, channel.clientCertificate, m_identity.certificate, session.serverNonce,
            request.clientSignature.algorithm.text(), request.clientSignature.signature.view());
        if (!verified) {
            refuse(verified.error().status);
            return;
        }
    }
    std::string user;
    const StatusCode identity = authenticate(request, session, user);
    if (identity.isBad()) {
        refuse(identity);
        return;
    }
    if (!sameChannel && user != session.user) {
        refuse(status::BadIdentityChangeNotSupported);
        return;
    }
    const auto nonce = randomBytes(32);
    if (!nonce) {
        context.fault = nonce.error().status;
        return;
    }
    if (!sameChannel) {
        session.publishQueue.clear(); // their requests died with the old channel
    }
    session.peer = &context.peer;
    session.channelId = channel.channelId;
    session.activated = true;
    session.serverNonce = *nonce;
    session.user = user;
    session.securityDiagnostics.clientUserIdOfSession = user.empty() ? String() : String(user);
    session.securityDiagnostics.authenticationMechanism = user.empty() ? "Anonymous" : "UserName";
    if (!request.localeIds.empty()) {
        session.diagnostics.localeIds = request.localeIds;
    }
    response.serverNonce = ByteString(session.serverNonce);
    response.results.setNotNull();
    response.diagnosticInfos.setNotNull();
}

void Server::endSession(Session& session, bool deleteSubscriptions, StatusCode publishStatus)
{
    auto queue = std::exchange(session.publishQueue, {});
    for (const auto& request : queue) {
        publishFault(session, request, publishStatus);
    }
    const auto subscriptions = session.subscriptions;
    for (auto* subscription : subscriptions) {
        if (deleteSubscriptions) {
            removeSubscription(*subscription);
        } else {
            subscription->session = nullptr; // lives on until its lifetime ends or a transfer
        }
    }
    m_sessionsByNumber.erase(std::get<0>(session.id.identifier));
    const NodeId token = session.token;
    m_sessions.erase(token);
    m_summary.currentSessionCount = static_cast<std::uint32_t>(m_sessions.size());
}

void Server::closeSession(RequestContext& context, CloseSessionRequest& request,
                          CloseSessionResponse&)
{
    if (context.session->channelId != context.peer.security().channelId) {
        context.fault = status::BadSecureChannelIdInvalid;
        return;
    }
    endSession(*context.session, request.deleteSubscriptions, status::BadSessionClosed);
    context.session = nullptr;
}

void Server::cancel(RequestContext& context, CancelRequest& request, CancelResponse& response)
{
    Session& session = *context.session;
    for (auto it = session.publishQueue.begin(); it != session.publishQueue.end();) {
        if (it->requestHandle == request.requestHandle) {
            publishFault(session, *it, status::BadRequestCancelledByClient);
            it = session.publishQueue.erase(it);
            ++response.cancelCount;
        } else {
            ++it;
        }
    }
}

} // namespace ua
