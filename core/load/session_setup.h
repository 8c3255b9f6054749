// SPDX-License-Identifier: MIT
// How sessions of a run connect: whom to, with which certificate, how often to try.
#pragma once

#include "base/clock.h"
#include "ua/client/client_session.h"

#include <memory>
#include <string>
#include <vector>

namespace load {

struct SessionSetup
{
    ua::ConnectTarget target;
    /// One per client certificate; sessions take turns.
    std::vector<std::shared_ptr<const ua::ClientChannelConfig>> channels;
    std::vector<std::string> applicationUris;
    ua::SessionOptions options;
    std::uint32_t attempts = 5;
    base::Duration retryDelay = std::chrono::milliseconds(250);
    /// Namespace of the simulated variables on this server; read before the run.
    std::uint16_t simulationNamespace = 2;
    /// Instead of simulated variables: nodes of an external server.
    std::vector<ua::NodeId> nodes;
    std::vector<ua::NodeId> writableNodes;
    /// From the server's OperationLimits; 0 = no limit.
    std::uint32_t maxNodesPerRead = 0;
    std::uint32_t maxNodesPerWrite = 0;
    std::uint32_t maxMonitoredItemsPerCall = 0;

    ua::NodeId node(std::uint64_t variable) const
    {
        if (nodes.empty()) {
            return {simulationNamespace, static_cast<std::uint32_t>(variable + 1)};
        }
        return nodes[variable % nodes.size()];
    }
    /// Only nodes the scenario lists are ever written on a foreign server.
    ua::NodeId writableNode(std::uint64_t variable) const
    {
        return writableNodes.empty() ? node(variable)
                                     : writableNodes[variable % writableNodes.size()];
    }
};

} // namespace load
