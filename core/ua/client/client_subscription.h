// SPDX-License-Identifier: MIT
// A subscription as the client sees it, and whom it tells.
#pragma once

#include "base/clock.h"
#include "ua/client/sequence_tracker.h"
#include "ua/types/services/subscription.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <map>

namespace ua {

/// Of the notification message a value came in.
struct MessageInfo
{
    std::uint32_t subscriptionId = 0;
    std::uint32_t sequenceNumber = 0;
    base::WallTime publishTime;
    base::WallTime received;
    /// Fetched by Republish: its latency says nothing about the server.
    bool republished = false;
};

class SubscriptionHandler
{
public:
    virtual ~SubscriptionHandler() = default;
    /// Values of one item come in the order the server sampled them.
    virtual void onValue(const MessageInfo& info, std::uint32_t clientHandle,
                         const DataValue& value) = 0;
    /// Before the values of a message: how many there are.
    virtual void onMessage(const MessageInfo&, std::size_t /*values*/) {}
    virtual void onKeepAlive(std::uint32_t /*subscriptionId*/) {}
    virtual void onStatusChange(std::uint32_t /*subscriptionId*/, StatusCode) {}
    /// Messages that neither came nor could be republished.
    virtual void onLost(std::uint32_t /*subscriptionId*/, std::uint64_t /*messages*/) {}
};

struct ClientSubscription
{
    std::uint32_t id = 0;
    double publishingInterval = 0; ///< revised, ms
    std::uint32_t lifetimeCount = 0;
    std::uint32_t maxKeepAliveCount = 0;
    SubscriptionHandler* handler = nullptr;
    SequenceTracker tracker;
    bool republishing = false;
};

} // namespace ua
