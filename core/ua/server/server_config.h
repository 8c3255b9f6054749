// SPDX-License-Identifier: MIT
// What a server is told before it starts: who it is, what it offers, what it bears.
#pragma once

#include "base/clock.h"
#include "ua/types/services/enumerations.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ua {

/// ServerCapabilities.OperationLimits (Part 5 §6.3.11); 0 = no limit.
struct OperationLimits
{
    std::uint32_t maxNodesPerRead = 10'000;
    std::uint32_t maxNodesPerWrite = 10'000;
    std::uint32_t maxNodesPerMethodCall = 1'000;
    std::uint32_t maxNodesPerBrowse = 10'000;
    std::uint32_t maxNodesPerRegisterNodes = 10'000;
    std::uint32_t maxNodesPerTranslate = 10'000;
    std::uint32_t maxMonitoredItemsPerCall = 10'000;
};

struct ServerLimits
{
    std::uint32_t maxSessions = 20'000;
    std::uint32_t maxSubscriptionsPerSession = 100;
    std::uint32_t maxMonitoredItems = 1'000'000;
    std::uint32_t maxMonitoredItemsPerSubscription = 100'000;
    std::uint32_t maxPublishRequestsPerSession = 256;
    std::uint32_t maxQueueSize = 10'000;
    std::uint32_t maxBrowseContinuationPoints = 10;
    std::uint32_t maxReferencesPerNode = 10'000;
    std::uint32_t maxRetainedMessages = 512; ///< per subscription, for Republish
    base::Duration minPublishingInterval = std::chrono::milliseconds(10);
    base::Duration maxPublishingInterval = std::chrono::hours(1);
    /// Granted when 0 was asked for and the variable tells of its changes; otherwise minPolled.
    base::Duration minSamplingInterval{0};
    base::Duration minPolledInterval = std::chrono::milliseconds(50);
    base::Duration minSessionTimeout = std::chrono::seconds(1);
    base::Duration maxSessionTimeout = std::chrono::hours(1);
    OperationLimits operations;
};

struct EndpointSecurity
{
    std::string policyUri;
    MessageSecurityMode mode = MessageSecurityMode::None;
};

struct UserCredential
{
    std::string name;
    std::string password;
};

struct ServerConfig
{
    std::string applicationUri = "urn:uasurge:server";
    std::string applicationName = "UaSurge simulation server";
    std::string productUri = "urn:uasurge";
    std::string softwareVersion;
    /// What GetEndpoints announces; the listener fills in the port it got.
    std::string endpointUrl = "opc.tcp://127.0.0.1:4840";
    std::vector<EndpointSecurity> endpoints;
    bool allowAnonymous = true;
    std::vector<UserCredential> users;
    ServerLimits limits;
    bool diagnostics = true;
    std::uint32_t simulatedVariables = 1'000;
    /// 0: variables change only when a client writes them.
    base::Duration updatePeriod{0};
};

} // namespace ua
