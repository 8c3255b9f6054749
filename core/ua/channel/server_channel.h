// SPDX-License-Identifier: MIT
// The server's end of a secure channel: answers HEL and OPN itself.
#pragma once

#include "ua/channel/secure_channel.h"
#include "ua/channel/token_lifetime.h"
#include "ua/security/certificate_builder.h"
#include "ua/security/certificate_cache.h"
#include "ua/security/certificate_store.h"
#include "ua/security/digest.h"
#include "ua/types/services/secure_channel.h"

#include <functional>
#include <memory>
#include <vector>

namespace ua {

struct SecurityCombination
{
    const SecurityPolicy* policy = &nonePolicy();
    MessageSecurityMode mode = MessageSecurityMode::None;
};

/// Shared by all channels of a server.
struct ServerChannelConfig
{
    TransportLimits limits;
    SafetyCaps caps;
    /// What endpoints offer. Channels of policy None are always accepted, but only for discovery
    /// when None is not among them: see ServerChannel::isDiscoveryOnly().
    std::vector<SecurityCombination> endpoints;
    /// Needed for secured policies; the client's thumbprint chooses.
    std::vector<ApplicationIdentity> identities;
    TrustList trust;
    LifetimeBounds lifetime;
    /// Report an OPN by onOpenPending() instead of doing its RSA work in receive().
    bool deferOpen = true;
    /// Replaced by tests that replay a recorded conversation.
    std::function<base::Result<base::Bytes>(std::size_t)> drawNonce = randomBytes;
};

class ServerChannel final : public SecureChannel
{
public:
    /// `certificates` belongs to the shard and outlives the channel.
    ServerChannel(std::shared_ptr<const ServerChannelConfig> config, std::uint32_t channelId,
                  CertificateCache& certificates);

    /// The identity the client addressed; null before the channel is open and for policy None.
    const ApplicationIdentity* identity() const { return m_identity; }
    bool isDiscoveryOnly() const { return m_discoveryOnly; }

private:
    base::Result<void> handleTransport(MessageType type, std::span<std::uint8_t> frame,
                                       Context& context) override;
    base::Result<void> handleOpen(base::BytesView frame, Context& context) override;
    base::Result<void> checkOpenExpected() const override { return {}; }
    void reportFailure(const base::Error& error, base::Bytes& out) override;

    base::Result<void> identifyPeer(const AsymmetricHeader& header, const SecurityPolicy& policy,
                                    base::WallTime now);
    base::Result<void> checkRequest(const OpenSecureChannelRequest& request,
                                    const AsymmetricHeader& header,
                                    const SecurityPolicy& requestPolicy) const;
    bool offers(const SecurityPolicy& policy, MessageSecurityMode mode) const;
    base::Result<void> grant(const OpenSecureChannelRequest& request, std::uint32_t requestId,
                             Context& context);

    std::shared_ptr<const ServerChannelConfig> m_config;
    CertificateCache& m_certificates;
    const ApplicationIdentity* m_identity = nullptr;
    std::uint32_t m_lastTokenId = 0;
    bool m_discoveryOnly = false;
};

} // namespace ua
