// SPDX-License-Identifier: MIT
// What a scenario will do, computed before anything is started: a pure function of the scenario
// (with its seed) and the number of cores, printable with --dry-run. The engine carries out exactly
// this.
#pragma once

#include "scenario/scenario.h"

#include <cstdint>
#include <string>
#include <vector>

namespace scenario {

struct CoreCounts
{
    std::uint32_t load = 1;
    std::uint32_t server = 1;
};

struct WorkloadPlan
{
    std::string name;
    std::string kind;
    /// One entry per shard of the load side.
    std::vector<std::uint32_t> sessionsPerShard;
    std::uint64_t sessions = 0;
    std::uint64_t subscriptions = 0;
    std::uint64_t items = 0;
    /// Requests per second (open loop, bursts); 0 in a closed loop, whose rate is a result.
    double requestsPerSecond = 0;
    /// Values per second read, written, or due to subscribers (the load side's own writers and the
    /// server's driver; 0 against an external server's own values).
    double valuesPerSecond = 0;
    /// Operations planned inside the steady phase; 0 in a closed loop.
    double operationsInSteady = 0;
    /// Values due to subscribers for the writes of the steady phase.
    double expectedValues = 0;
    /// Of these, values the queues cannot keep between two publishing intervals.
    double expectedCoalesced = 0;
};

struct RsaOperations
{
    double privatePerConnect = 0;
    double publicPerConnect = 0;
    /// All connects and token renewals, one side; client and server do equally many.
    double privateTotal = 0;
    double publicTotal = 0;
};

struct Plan
{
    std::string scenario;
    std::uint64_t seed = 0;
    std::uint32_t loadShards = 1;
    std::uint32_t serverShards = 1;
    /// The randomness of each load shard.
    std::vector<std::uint64_t> shardSeeds;
    std::vector<WorkloadPlan> workloads;
    std::uint64_t sessions = 0;
    std::uint64_t connections = 0;
    std::uint64_t subscriptions = 0;
    std::uint64_t items = 0;
    std::uint64_t connectConcurrency = 0;
    base::Duration settle{0};
    base::Duration steady{0};
    base::Duration drain{0};
    std::uint64_t loadDescriptors = 0;
    /// 0 against an external server.
    std::uint64_t serverDescriptors = 0;
    RsaOperations rsa;
    std::uint64_t tokenRenewals = 0;
    std::vector<std::string> notes;
};

/// The scenario is one cell (without a matrix).
Plan makePlan(const Scenario& scenario, const CoreCounts& cores);

/// For people, as --dry-run prints it.
std::string planText(const Plan& plan);
/// The same as JSON.
std::string planJson(const Plan& plan);

/// Which variable, counted from 0, the item of a subscription watches.
std::uint64_t subscribedVariable(const SubscribeWorkload& subscribe, std::uint64_t session,
                                 std::uint64_t subscription, std::uint64_t item);
/// Which variable the n-th node of a session's Read or Write is.
std::uint64_t requestedVariable(Variables variables, std::uint64_t nodesPerRequest,
                                std::uint64_t session, std::uint64_t node);
/// Which load shard a session of a workload lives on: all sessions of a scenario are dealt out in
/// turn, so that no shard has two more than another.
std::uint32_t shardOf(const Scenario& scenario, std::size_t workload, std::uint64_t session,
                      std::uint32_t shards);

} // namespace scenario
