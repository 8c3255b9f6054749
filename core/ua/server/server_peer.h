// SPDX-License-Identifier: MIT
// The connection a request came on, as the server core sees it: no socket, no channel state.
#pragma once

#include "base/bytes.h"
#include "ua/security/certificate.h"
#include "ua/security/security_policy.h"
#include "ua/types/services/enumerations.h"

#include <cstdint>

namespace ua {

/// What the SecureChannel agreed on.
struct ChannelSecurity
{
    std::uint32_t channelId = 0;
    const SecurityPolicy* policy = nullptr;
    MessageSecurityMode mode = MessageSecurityMode::None;
    Certificate clientCertificate;
    /// A None channel where None is not among the endpoints: only discovery is answered.
    bool discoveryOnly = false;
};

class ServerPeer
{
public:
    virtual ~ServerPeer() = default;
    /// Sends a whole response message; the bytes are copied or sent before it returns.
    virtual void respond(std::uint32_t requestId, base::BytesView body) = 0;
    virtual const ChannelSecurity& security() const = 0;
};

} // namespace ua
