// SPDX-License-Identifier: MIT
// The client's end of a secure channel.
#pragma once

#include "ua/channel/secure_channel.h"
#include "ua/security/certificate_builder.h"
#include "ua/security/digest.h"
#include "ua/types/services/secure_channel.h"

#include <functional>
#include <memory>
#include <string_view>

namespace ua {

/// Shared by all channels of the same kind.
struct ClientChannelConfig
{
    TransportLimits limits;
    SafetyCaps caps;
    const SecurityPolicy* policy = &nonePolicy();
    MessageSecurityMode mode = MessageSecurityMode::None;
    /// Needed for a secured policy: who we are and whom we talk to.
    ApplicationIdentity own;
    Certificate server;
    std::uint32_t requestedLifetimeMs = 3'600'000;
    /// Report an OPN response by onOpenPending() instead of doing its RSA work in receive().
    bool deferOpen = false;
    /// Replaced by tests that replay a recorded conversation.
    std::function<base::Result<base::Bytes>(std::size_t)> drawNonce = randomBytes;
};

/// Order of use: hello(), receive() until onAcknowledged, open(Issue), receive() until onOpened.
class ClientChannel final : public SecureChannel
{
public:
    explicit ClientChannel(std::shared_ptr<const ClientChannelConfig> config);

    base::Result<void> hello(std::string_view endpointUrl, base::Bytes& out);
    /// RSA work when secured. Only one may be outstanding.
    base::Result<void> open(SecurityTokenRequestType type, std::uint32_t requestId, ChannelTime now,
                            base::Bytes& out);
    /// Appends a CloseSecureChannel; there is no answer.
    base::Result<void> close(std::uint32_t requestId, ChannelTime now, base::Bytes& out);

    bool isRenewing() const { return m_request && isOpen(); }
    const ClientChannelConfig& config() const { return *m_config; }

private:
    struct OpenRequest
    {
        std::uint32_t requestId = 0;
        base::Bytes nonce;
    };

    base::Result<void> handleTransport(MessageType type, std::span<std::uint8_t> frame,
                                       Context& context) override;
    base::Result<void> handleOpen(base::BytesView frame, Context& context) override;
    base::Result<void> checkOpenExpected() const override;
    base::Result<void> checkPeer(const AsymmetricHeader& header) const;
    base::Result<void> accept(const OpenSecureChannelResponse& response,
                              std::uint32_t headerChannelId, Context& context);

    std::shared_ptr<const ClientChannelConfig> m_config;
    std::unique_ptr<OpenRequest> m_request;
    bool m_acknowledged = false;
};

} // namespace ua
