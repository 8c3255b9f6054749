// SPDX-License-Identifier: MIT
// What is put under load: the embedded server with all its settings, or a server that is already
// there.
#pragma once

#include "scenario/field_info.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace scenario {

/// ServerCapabilities.OperationLimits (Part 5 §6.3.11); 0 means no limit.
struct OperationLimits
{
    std::uint32_t maxNodesPerRead = 10'000;
    std::uint32_t maxNodesPerWrite = 10'000;
    std::uint32_t maxNodesPerBrowse = 10'000;
    std::uint32_t maxNodesPerTranslate = 10'000;
    std::uint32_t maxNodesPerRegister = 10'000;
    std::uint32_t maxNodesPerMethodCall = 1'000;
    std::uint32_t maxMonitoredItemsPerCall = 10'000;

    void fields(this auto& self, auto&& field)
    {
        constexpr double most = 1'000'000;
        field("maxNodesPerRead", self.maxNodesPerRead,
              between(0, most, "Nodes of one Read; 0 is no limit."));
        field("maxNodesPerWrite", self.maxNodesPerWrite,
              between(0, most, "Nodes of one Write; 0 is no limit."));
        field("maxNodesPerBrowse", self.maxNodesPerBrowse,
              between(0, most, "Nodes of one Browse or BrowseNext; 0 is no limit."));
        field("maxNodesPerTranslate", self.maxNodesPerTranslate,
              between(0, most, "Paths of one TranslateBrowsePathsToNodeIds; 0 is no limit."));
        field("maxNodesPerRegister", self.maxNodesPerRegister,
              between(0, most, "Nodes of one RegisterNodes; 0 is no limit."));
        field("maxNodesPerMethodCall", self.maxNodesPerMethodCall,
              between(0, most, "Methods of one Call; 0 is no limit."));
        field(
            "maxMonitoredItemsPerCall", self.maxMonitoredItemsPerCall,
            between(0, most, "Items of one CreateMonitoredItems or its relatives; 0 is no limit."));
    }
    friend bool operator==(const OperationLimits&, const OperationLimits&) = default;
};

struct ServerSettings
{
    std::uint32_t variables = 1'000;
    base::Duration updatePeriod{0};
    std::uint32_t maxSessions = 20'000;
    std::uint32_t maxSubscriptionsPerSession = 100;
    std::uint32_t maxMonitoredItems = 1'000'000;
    std::uint32_t maxMonitoredItemsPerSubscription = 100'000;
    std::uint32_t maxPublishRequestsPerSession = 256;
    std::uint32_t maxQueueSize = 10'000;
    base::Duration minPublishingInterval = std::chrono::milliseconds(10);
    base::Duration maxPublishingInterval = std::chrono::hours(1);
    base::Duration minSamplingInterval{0};
    base::Duration maxSessionTimeout = std::chrono::hours(1);
    base::Duration maxTokenLifetime = std::chrono::hours(1);
    std::uint32_t backlog = 4'096;
    bool diagnostics = true;
    OperationLimits operationLimits;

    void fields(this auto& self, auto&& field)
    {
        using namespace std::chrono_literals;
        field("variables", self.variables,
              between(1, 1'000'000, "Simulated variables in the address space."));
        field("updatePeriod", self.updatePeriod,
              lasting(0s, 24h,
                      "How often the server itself changes every variable; 0s leaves it to write "
                      "workloads."));
        field("maxSessions", self.maxSessions,
              between(1, 100'000, "Sessions open at once; one more is Bad_TooManySessions."));
        field("maxSubscriptionsPerSession", self.maxSubscriptionsPerSession,
              between(1, 10'000, "Subscriptions of one session."));
        field("maxMonitoredItems", self.maxMonitoredItems,
              between(1, 10'000'000, "Monitored items of the whole server."));
        field("maxMonitoredItemsPerSubscription", self.maxMonitoredItemsPerSubscription,
              between(1, 1'000'000, "Monitored items of one subscription."));
        field("maxPublishRequestsPerSession", self.maxPublishRequestsPerSession,
              between(1, 10'000,
                      "Publish requests queued per session; one more is "
                      "Bad_TooManyPublishRequests for the oldest."));
        field("maxQueueSize", self.maxQueueSize,
              between(1, 1'000'000, "Largest queue a monitored item gets."));
        field("minPublishingInterval", self.minPublishingInterval,
              lasting(1ms, 1h, "Shortest publishing interval granted."));
        field("maxPublishingInterval", self.maxPublishingInterval,
              lasting(1ms, 24h, "Longest publishing interval granted."));
        field("minSamplingInterval", self.minSamplingInterval,
              lasting(0s, 1h, "Shortest sampling interval granted; 0s samples by exception."));
        field("maxSessionTimeout", self.maxSessionTimeout,
              lasting(1s, 24h, "Longest session timeout granted."));
        field("maxTokenLifetime", self.maxTokenLifetime,
              lasting(1s, 24h, "Longest lifetime of a secure channel's token granted."));
        field("backlog", self.backlog,
              between(1, 65'535, "Length of the listening socket's accept queue."));
        field("diagnostics", self.diagnostics,
              about("Whether the server keeps session and subscription diagnostics."));
        field("operationLimits", self.operationLimits,
              about("Most operations per request, published in ServerCapabilities."));
    }
    friend bool operator==(const ServerSettings&, const ServerSettings&) = default;
};

struct EmbeddedTarget
{
    static constexpr std::string_view choice = "embedded";
    static constexpr std::string_view doc =
        "The tool starts its own server process and owns its settings.";

    ServerSettings server;
    std::vector<std::uint32_t> cores;
    std::optional<std::uint32_t> shards;

    void fields(this auto& self, auto&& field)
    {
        field("server", self.server, about("Settings of the embedded server."));
        field("cores", self.cores,
              listOf(0, 1'024, 0, 1'023, "Processors the server may use; none named: all."));
        field("shards", self.shards,
              between(1, 256, "Threads of the server; one per core when absent."));
    }
    friend bool operator==(const EmbeddedTarget&, const EmbeddedTarget&) = default;
};

struct ExternalTarget
{
    static constexpr std::string_view choice = "external";
    static constexpr std::string_view doc = "A server that is already running.";

    std::string url;
    std::vector<std::string> nodes;
    std::vector<std::string> writableNodes;
    std::string trustedCertificate;
    bool acceptUntrusted = false;
    std::optional<std::uint32_t> pid;

    void fields(this auto& self, auto&& field)
    {
        field("url", self.url,
              between(1, 1'024, "Endpoint URL, as in opc.tcp://127.0.0.1:4840.").required());
        field("nodes", self.nodes,
              listOf(0, 100'000, 1, 4'096,
                     "Node ids of the variables that read and subscribe workloads use, in order."));
        field("writableNodes", self.writableNodes,
              listOf(0, 100'000, 1, 4'096,
                     "Node ids that write workloads may write. Without them nothing is written."));
        field("trustedCertificate", self.trustedCertificate,
              between(0, 4'096, "File with the server certificate to trust (DER or PEM)."));
        field("acceptUntrusted", self.acceptUntrusted,
              about("Accept any server certificate; only for test servers."));
        field("pid", self.pid,
              between(1, 4'194'304, "Process on this machine whose memory and CPU are sampled."));
    }
    friend bool operator==(const ExternalTarget&, const ExternalTarget&) = default;
};

using Target = std::variant<EmbeddedTarget, ExternalTarget>;

} // namespace scenario
