// SPDX-License-Identifier: MIT
// A session and all that belongs to it (Part 4 §5.7).
#pragma once

#include "base/clock.h"
#include "ua/server/publish_queue.h"
#include "ua/server/server_peer.h"
#include "ua/types/services/data_types.h"
#include "ua/types/services/view.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace ua {

class Subscription;

struct BrowseContinuation
{
    std::uint64_t number = 0;
    base::Bytes id;
    std::vector<ReferenceDescription> rest;
    std::uint32_t maxPerCall = 0;
};

class Session
{
public:
    NodeId id;
    NodeId token;
    /// Null while the session has no connection.
    ServerPeer* peer = nullptr;
    /// The channel it was created or last activated on.
    std::uint32_t channelId = 0;
    bool activated = false;
    base::Bytes serverNonce;
    base::Bytes clientNonce;
    Certificate clientCertificate;
    std::string policyUri;
    MessageSecurityMode mode = MessageSecurityMode::None;
    /// Empty for anonymous.
    std::string user;
    base::Duration timeout{};
    base::MonotonicTime lastContact{};

    PublishQueue publishQueue;
    /// Counts Publish arrivals: what resets the lifetimes of its subscriptions.
    std::uint64_t publishActivity = 0;
    std::vector<Subscription*> subscriptions;
    std::deque<BrowseContinuation> continuations;
    std::uint64_t lastContinuation = 0;

    SessionDiagnosticsDataType diagnostics;
    SessionSecurityDiagnosticsDataType securityDiagnostics;
};

} // namespace ua
