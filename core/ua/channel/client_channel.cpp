// SPDX-License-Identifier: MIT
#include "ua/channel/client_channel.h"

#include "ua/channel/token_lifetime.h"
#include "ua/codec/structure.h"
#include "ua/security/session_signature.h"
#include "ua/types/status_codes.h"
#include "ua/types/status_names.h"

#include <algorithm>
#include <utility>

namespace ua {

namespace {

constexpr Limits decodingLimits;

base::Result<OpenSecureChannelResponse> decodeResponse(base::BytesView body)
{
    Decoder decoder(body, decodingLimits);
    NodeId typeId;
    decode(decoder, typeId);
    if (!decoder.failed() && typeId.standardId() == ServiceFault::binaryEncodingId) {
        UA_TRY_ASSIGN(const auto fault, decodeBody<ServiceFault>(decoder));
        return base::fail(fault.responseHeader.serviceResult,
                          "server refused OpenSecureChannel with a ServiceFault");
    }
    if (!decoder.failed() && typeId.standardId() != OpenSecureChannelResponse::binaryEncodingId) {
        return base::fail(status::BadUnknownResponse, "OPN holds a message of type " +
                                                          typeId.text() +
                                                          ", expected OpenSecureChannelResponse");
    }
    UA_TRY(decoder.result());
    // Bytes after the body are ignored: some servers append one (a stray padding byte).
    return decodeBody<OpenSecureChannelResponse>(decoder);
}

} // namespace

ClientChannel::ClientChannel(std::shared_ptr<const ClientChannelConfig> config)
    : SecureChannel(Role::Client, config->deferOpen,
                    {minBufferSize, {MessageType::Acknowledge, MessageType::Error}})
    , m_config(std::move(config))
{
    setPolicy(*m_config->policy, m_config->mode);
    if (m_config->policy->isSecured()) {
        m_peer = m_config->server;
    }
}

base::Result<void> ClientChannel::hello(std::string_view endpointUrl, base::Bytes& out)
{
    if (endpointUrl.size() >= 4096) {
        return base::fail(status::BadTcpEndpointUrlInvalid, "endpoint URL has 4096 bytes or more");
    }
    append(out, Hello{0, m_config->limits, std::string(endpointUrl)});
    return {};
}

base::Result<void> ClientChannel::open(SecurityTokenRequestType type, std::uint32_t requestId,
                                       ChannelTime now, base::Bytes& out)
{
    const bool renew = type == SecurityTokenRequestType::Renew;
    if (isClosed() || !m_acknowledged || m_request || renew != isOpen()) {
        return base::fail(status::BadInvalidState,
                          "OpenSecureChannel needs an acknowledged connection, an open channel for "
                          "a renewal, and no other OpenSecureChannel outstanding");
    }
    const auto& config = *m_config;
    if (config.policy->isSecured() != (config.mode != MessageSecurityMode::None)) {
        return base::fail(status::BadSecurityModeRejected,
                          "policy None goes with mode None, and every other policy with Sign or "
                          "SignAndEncrypt");
    }
    OpenSecureChannelRequest request;
    request.requestHeader.timestamp = DateTime::from(now.wall);
    request.requestHeader.requestHandle = requestId;
    request.requestType = type;
    request.securityMode = config.mode;
    request.requestedLifetime = config.requestedLifetimeMs;
    auto pending = std::make_unique<OpenRequest>();
    pending->requestId = requestId;
    if (config.policy->isSecured()) {
        UA_TRY(checkKeySize(*config.policy, config.server));
        UA_TRY(checkKeySize(*config.policy, config.own.certificate));
        UA_TRY_ASSIGN(pending->nonce, config.drawNonce(config.policy->nonceLength));
        request.clientNonce = ByteString(base::BytesView(pending->nonce));
    }
    UA_TRY(
        appendOpen(requestId, encodeMessage(request), config.own.certificate, config.own.key, out));
    m_request = std::move(pending);
    if (!renew) {
        m_rules = {m_sizes.receiveChunk, {MessageType::Open, MessageType::Error}};
    }
    return {};
}

base::Result<void> ClientChannel::close(std::uint32_t requestId, ChannelTime now, base::Bytes& out)
{
    CloseSecureChannelRequest request;
    request.requestHeader.timestamp = DateTime::from(now.wall);
    request.requestHeader.requestHandle = requestId;
    UA_TRY(sendChunks(MessageType::Close, requestId, encodeMessage(request), now, out));
    SecureChannel::close();
    return {};
}

base::Result<void> ClientChannel::handleTransport(MessageType type, std::span<std::uint8_t> frame,
                                                  Context& context)
{
    if (type == MessageType::Error) {
        UA_TRY_ASSIGN(const auto error, parseError(frame));
        // A peer that says "no error" still ends the connection.
        return base::fail(error.error.isBad() ? error.error : status::BadConnectionClosed,
                          "server ended the connection: " + statusText(error.error) + ": " +
                              (error.reason.empty() ? "no reason given" : error.reason));
    }
    UA_TRY_ASSIGN(const auto acknowledge, parseAcknowledge(frame));
    UA_TRY_ASSIGN(m_sizes, clientSizes(m_config->limits, acknowledge, m_config->caps));
    m_acknowledged = true;
    m_rules = {m_sizes.receiveChunk, {MessageType::Error}};
    context.handler.onAcknowledged();
    return {};
}

base::Result<void> ClientChannel::checkOpenExpected() const
{
    if (!m_request) {
        return base::fail(status::BadTcpMessageTypeInvalid,
                          "server sent an OpenSecureChannel response without a request");
    }
    return {};
}

base::Result<void> ClientChannel::checkPeer(const AsymmetricHeader& header) const
{
    if (header.policyUri != policy().uri) {
        return base::fail(status::BadSecurityChecksFailed,
                          "server answered with security policy " + std::string(header.policyUri));
    }
    if (!policy().isSecured()) {
        return {};
    }
    const auto leaf = m_peer.der();
    if (header.senderCertificate.size() < leaf.size() ||
        !std::ranges::equal(header.senderCertificate.first(leaf.size()), leaf)) {
        return base::fail(status::BadSecurityChecksFailed,
                          "server answered with another certificate than the endpoint's");
    }
    if (!std::ranges::equal(header.receiverThumbprint, m_config->own.certificate.thumbprint())) {
        return base::fail(status::BadSecurityChecksFailed,
                          "server's answer is for another client certificate");
    }
    return {};
}

base::Result<void> ClientChannel::handleOpen(base::BytesView frame, Context& context)
{
    UA_TRY_ASSIGN(const auto header, parseAsymmetricHeader(frame));
    UA_TRY(checkPeer(header));
    UA_TRY_ASSIGN(const auto chunk,
                  openAsymmetricChunk(frame, header, policy(), m_peer, m_config->own.key));
    UA_TRY(acceptOpenSequence(chunk.sequenceNumber));
    if (chunk.requestId != m_request->requestId) {
        return base::fail(status::BadUnknownResponse, "OpenSecureChannel response is for request " +
                                                          std::to_string(chunk.requestId) +
                                                          ", expected " +
                                                          std::to_string(m_request->requestId));
    }
    UA_TRY_ASSIGN(const auto response, decodeResponse(chunk.body()));
    if (response.responseHeader.serviceResult.isBad()) {
        return base::fail(response.responseHeader.serviceResult,
                          "server refused OpenSecureChannel");
    }
    return accept(response, header.channelId, context);
}

base::Result<void> ClientChannel::accept(const OpenSecureChannelResponse& response,
                                         std::uint32_t headerChannelId, Context& context)
{
    const auto& granted = response.securityToken;
    const bool renewed = isOpen();
    if (granted.channelId == 0 || granted.channelId != headerChannelId ||
        (renewed && granted.channelId != channelId())) {
        return base::fail(status::BadTcpSecureChannelUnknown,
                          "server names channel " + std::to_string(granted.channelId) +
                              " in the token and " + std::to_string(headerChannelId) +
                              " in the header" +
                              (renewed ? ", ours is " + std::to_string(channelId()) : ""));
    }
    if (renewed && granted.tokenId == tokenId()) {
        return base::fail(status::BadSecureChannelTokenUnknown,
                          "server renewed the channel with the same token id");
    }
    UA_TRY(checkChannelNonce(policy(), response.serverNonce.view(), m_previousPeerNonce));
    m_channelId = granted.channelId;
    const auto now = context.now.monotonic;
    const auto lifetime = base::Duration(granted.revisedLifetime * std::chrono::milliseconds(1));
    UA_TRY(installToken(granted.tokenId, m_request->nonce, response.serverNonce.view(),
                        now + lifetime, now + acceptance(granted.revisedLifetime)));
    m_request.reset();
    m_rules = {m_sizes.receiveChunk,
               {MessageType::Open, MessageType::Message, MessageType::Close, MessageType::Error}};
    context.handler.onOpened({.channelId = granted.channelId,
                              .tokenId = granted.tokenId,
                              .lifetimeMs = granted.revisedLifetime,
                              .renewed = renewed,
                              .renewAt = now + renewalDelay(granted.revisedLifetime),
                              .expiresAt = now + lifetime});
    return {};
}

} // namespace ua
