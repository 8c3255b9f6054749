// SPDX-License-Identifier: MIT
#include "ua/channel/server_channel.h"

#include "ua/codec/structure.h"
#include "ua/security/session_signature.h"
#include "ua/types/status_codes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ua {

namespace {

constexpr Limits decodingLimits;

base::Result<OpenSecureChannelRequest> decodeRequest(base::BytesView body)
{
    Decoder decoder(body, decodingLimits);
    NodeId typeId;
    decode(decoder, typeId);
    if (!decoder.failed() && typeId.standardId() != OpenSecureChannelRequest::binaryEncodingId) {
        return base::fail(status::BadDecodingError, "OPN holds a message of type " + typeId.text() +
                                                        ", expected OpenSecureChannelRequest");
    }
    UA_TRY(decoder.result());
    return decodeBody<OpenSecureChannelRequest>(decoder);
}

/// What concerns keys, certificates and trust is told apart in our log only (Part 4 §6.1).
bool isConfidential(base::StatusCode code)
{
    constexpr std::array certificateCodes{
        status::BadCertificateInvalid,     status::BadCertificateUntrusted,
        status::BadCertificateTimeInvalid, status::BadCertificatePolicyCheckFailed,
        status::BadCertificateUriInvalid,  status::BadSecurityChecksFailed};
    return std::ranges::find(certificateCodes, code) != certificateCodes.end();
}

} // namespace

ServerChannel::ServerChannel(std::shared_ptr<const ServerChannelConfig> config,
                             std::uint32_t channelId, CertificateCache& certificates)
    : SecureChannel(Role::Server, config->deferOpen, {minBufferSize, {MessageType::Hello}})
    , m_config(std::move(config))
    , m_certificates(certificates)
{
    m_channelId = channelId;
}

void ServerChannel::reportFailure(const base::Error& error, base::Bytes& out)
{
    if (isConfidential(error.status)) {
        append(out, ErrorMessage{status::BadSecurityChecksFailed, "security checks failed"});
    } else {
        append(out, ErrorMessage{error.status, error.context});
    }
}

base::Result<void> ServerChannel::handleTransport(MessageType, std::span<std::uint8_t> frame,
                                                  Context& context)
{
    UA_TRY_ASSIGN(const auto hello, parseHello(frame));
    UA_TRY_ASSIGN(const auto answer, negotiate(hello, m_config->limits));
    m_sizes = serverSizes(hello, answer, m_config->caps);
    m_rules = {m_sizes.receiveChunk, {MessageType::Open}};
    append(context.out, answer);
    context.handler.onHello(hello);
    return {};
}

bool ServerChannel::offers(const SecurityPolicy& policy, MessageSecurityMode mode) const
{
    return std::ranges::any_of(m_config->endpoints, [&](const SecurityCombination& endpoint) {
        return endpoint.policy == &policy && endpoint.mode == mode;
    });
}

base::Result<void> ServerChannel::identifyPeer(const AsymmetricHeader& header,
                                               const SecurityPolicy& policy, base::WallTime now)
{
    const auto identity = std::ranges::find_if(m_config->identities, [&](const auto& candidate) {
        return std::ranges::equal(candidate.certificate.thumbprint(), header.receiverThumbprint);
    });
    if (identity == m_config->identities.end()) {
        return base::fail(status::BadCertificateInvalid,
                          "ReceiverCertificateThumbprint of the OPN is not of a certificate of "
                          "this server");
    }
    if (header.senderCertificate.empty()) {
        return base::fail(status::BadCertificateInvalid, "OPN has no SenderCertificate");
    }
    UA_TRY_ASSIGN(auto peer, m_certificates.parse(header.senderCertificate));
    UA_TRY(checkKeySize(policy, peer));
    UA_TRY(m_config->trust.check(peer, now));
    if (isOpen() && (peer != m_peer || m_identity != &*identity)) {
        return base::fail(status::BadSecurityChecksFailed,
                          "renewal with another certificate than the channel was opened with");
    }
    m_peer = std::move(peer);
    m_identity = &*identity;
    return {};
}

base::Result<void> ServerChannel::checkRequest(const OpenSecureChannelRequest& request,
                                               const AsymmetricHeader& header,
                                               const SecurityPolicy& requestPolicy) const
{
    const bool none = request.securityMode == MessageSecurityMode::None;
    if (none == requestPolicy.isSecured() ||
        (requestPolicy.isSecured() && !offers(requestPolicy, request.securityMode))) {
        return base::fail(status::BadSecurityModeRejected,
                          "no endpoint has policy " + std::string(requestPolicy.name) +
                              " with security mode " +
                              std::to_string(static_cast<int>(request.securityMode)));
    }
    const bool renew = request.requestType == SecurityTokenRequestType::Renew;
    if (!renew && request.requestType != SecurityTokenRequestType::Issue) {
        return base::fail(status::BadDecodingError,
                          "RequestType is " +
                              std::to_string(static_cast<int>(request.requestType)) +
                              ", expected 0 (Issue) or 1 (Renew)");
    }
    if (renew ? !isOpen() || header.channelId != channelId() : header.channelId != 0) {
        return base::fail(status::BadTcpSecureChannelUnknown,
                          "no channel " + std::to_string(header.channelId) + " to " +
                              (renew ? "renew" : "issue (expected 0)") + " on this connection");
    }
    if (!renew && isOpen()) {
        return base::fail(status::BadTcpMessageTypeInvalid,
                          "Issue on a connection whose channel is open, expected Renew");
    }
    if (renew && (&requestPolicy != &policy() || request.securityMode != mode())) {
        return base::fail(status::BadSecurityChecksFailed,
                          "renewal with another policy or mode than the channel was opened with");
    }
    return checkChannelNonce(requestPolicy, request.clientNonce.view(), m_previousPeerNonce);
}

base::Result<void> ServerChannel::handleOpen(base::BytesView frame, Context& context)
{
    UA_TRY_ASSIGN(const auto header, parseAsymmetricHeader(frame));
    const auto* requested = findPolicy(header.policyUri);
    const auto known = [&](const SecurityCombination& e) { return e.policy == requested; };
    if (requested == nullptr ||
        (requested->isSecured() && std::ranges::none_of(m_config->endpoints, known))) {
        return base::fail(status::BadSecurityPolicyRejected,
                          "no endpoint has security policy " + std::string(header.policyUri));
    }
    if (isOpen() && requested != &policy()) {
        return base::fail(status::BadSecurityChecksFailed,
                          "renewal with another policy than the channel was opened with");
    }
    if (requested->isSecured()) {
        UA_TRY(identifyPeer(header, *requested, context.now.wall));
    }
    UA_TRY_ASSIGN(const auto chunk,
                  openAsymmetricChunk(frame, header, *requested, m_peer,
                                      m_identity != nullptr ? m_identity->key : PrivateKey()));
    if (!isOpen()) {
        setPolicy(*requested, MessageSecurityMode::Invalid);
    }
    UA_TRY(acceptOpenSequence(chunk.sequenceNumber));
    UA_TRY_ASSIGN(const auto request, decodeRequest(chunk.body()));
    UA_TRY(checkRequest(request, header, *requested));
    setPolicy(*requested, request.securityMode);
    m_discoveryOnly = !requested->isSecured() && !offers(*requested, request.securityMode);
    return grant(request, chunk.requestId, context);
}

base::Result<void> ServerChannel::grant(const OpenSecureChannelRequest& request,
                                        std::uint32_t requestId, Context& context)
{
    OpenSecureChannelResponse response;
    response.responseHeader.timestamp = DateTime::from(context.now.wall);
    response.responseHeader.requestHandle = request.requestHeader.requestHandle;
    auto& token = response.securityToken;
    token.channelId = channelId();
    token.tokenId = ++m_lastTokenId;
    token.createdAt = DateTime::from(context.now.wall);
    token.revisedLifetime = reviseLifetime(request.requestedLifetime, m_config->lifetime);
    base::Bytes nonce;
    if (policy().isSecured()) {
        UA_TRY_ASSIGN(nonce, m_config->drawNonce(policy().nonceLength));
        response.serverNonce = ByteString(base::BytesView(nonce));
    }
    static const ApplicationIdentity nobody;
    const auto& own = m_identity != nullptr ? *m_identity : nobody;
    UA_TRY(appendOpen(requestId, encodeMessage(response), own.certificate, own.key, context.out));
    const bool renewed = isOpen();
    const auto expires = context.now.monotonic +
                         base::Duration(token.revisedLifetime * std::chrono::milliseconds(1));
    UA_TRY(installToken(token.tokenId, nonce, request.clientNonce.view(), expires, expires));
    m_rules = {m_sizes.receiveChunk, {MessageType::Open, MessageType::Message, MessageType::Close}};
    context.handler.onOpened({.channelId = channelId(),
                              .tokenId = token.tokenId,
                              .lifetimeMs = token.revisedLifetime,
                              .renewed = renewed,
                              .renewAt = expires,
                              .expiresAt = expires});
    return {};
}

} // namespace ua
