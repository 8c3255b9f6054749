// SPDX-License-Identifier: MIT
#include "scenario/plan.h"

#include "base/random.h"
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace scenario {

namespace {

// Standard streams, event loop, timers, log, control pipes: what a process holds besides sockets.
constexpr std::uint64_t descriptorsOfProcess = 32;
constexpr std::uint64_t descriptorsOfShard = 4;
// A channel's token is renewed after 75 % of its lifetime (Part 4 §5.5.2.1).
constexpr double renewalPoint = 0.75;

double seconds(base::Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

/// The part of a workload's activity that lies inside the steady phase.
double steadySeconds(const Scenario& scenario, const Workload& workload)
{
    const auto begin = std::max(workload.start, scenario.phases.settle);
    const auto end = std::min(workload.stop.value_or(base::Duration::max()),
                              scenario.phases.settle + scenario.phases.steady);
    return std::max(0.0, seconds(end - begin));
}

double requestRate(const Arrival& arrival)
{
    if (const auto* open = std::get_if<OpenLoop>(&arrival.model)) {
        return open->rate;
    }
    if (const auto* bursts = std::get_if<Bursts>(&arrival.model)) {
        return bursts->count / seconds(bursts->every);
    }
    return 0;
}

const Arrival* arrivalOf(const Workload& workload)
{
    if (const auto* read = std::get_if<ReadWorkload>(&workload.work)) {
        return &read->arrival;
    }
    if (const auto* write = std::get_if<WriteWorkload>(&workload.work)) {
        return &write->arrival;
    }
    return nullptr;
}

/// How often a variable changes, and how many of its changes fall into the steady phase.
struct Changes
{
    double perSecond = 0;
    double inSteady = 0;
};

/// Changes per variable from 0 up; everything beyond the end changes only by the server's driver.
std::vector<Changes> changesByVariable(const Scenario& scenario, std::uint64_t variables)
{
    Changes driver;
    if (const auto* embedded = scenario.target.embedded();
        embedded != nullptr && embedded->server.updatePeriod.count() > 0) {
        driver.perSecond = 1 / seconds(embedded->server.updatePeriod);
        driver.inSteady = driver.perSecond * seconds(scenario.phases.steady);
    }
    std::vector<Changes> changes(variables, driver);
    for (const auto& workload : scenario.workloads) {
        const auto* write = std::get_if<WriteWorkload>(&workload.work);
        if (write == nullptr) {
            continue;
        }
        const bool shared = write->variables == Variables::Shared;
        const std::uint64_t touched =
            shared ? write->nodesPerWrite : std::uint64_t{write->nodesPerWrite} * workload.sessions;
        const double rate = requestRate(write->arrival) / (shared ? 1 : workload.sessions);
        for (std::uint64_t i = 0; i < std::min<std::uint64_t>(touched, variables); ++i) {
            changes[i].perSecond += rate;
            changes[i].inSteady += rate * steadySeconds(scenario, workload);
        }
    }
    return changes;
}

void planSubscribe(const Scenario& scenario, const Workload& workload,
                   const SubscribeWorkload& subscribe, WorkloadPlan& plan)
{
    plan.subscriptions = plan.sessions * subscribe.subscriptions;
    plan.items = plan.subscriptions * subscribe.items;
    const bool shared = subscribe.variables == Variables::Shared;
    const std::uint64_t variables = shared ? subscribe.items : plan.items;
    const double watchers = shared ? static_cast<double>(plan.subscriptions) : 1;
    const double interval = seconds(subscribe.publishingInterval);
    const double sampling =
        seconds(subscribe.samplingInterval.value_or(subscribe.publishingInterval));
    const double activeShare = steadySeconds(scenario, workload) / seconds(scenario.phases.steady);
    for (const auto& changes : changesByVariable(scenario, variables)) {
        plan.valuesPerSecond += changes.perSecond * watchers;
        const double expected = changes.inSteady * watchers * activeShare;
        plan.expectedValues += expected;
        // With sampling slower than the writes only one value per sample is seen at all; with a
        // queue shorter than what gathers in a publishing interval only its length is kept.
        const double perInterval = changes.perSecond * interval;
        double kept = perInterval;
        if (sampling > 0) {
            kept = std::min(kept, std::max(1.0, interval / sampling));
        }
        kept = std::min(kept, static_cast<double>(subscribe.queueSize));
        if (perInterval > 0) {
            plan.expectedCoalesced += expected * (1 - kept / perInterval);
        }
    }
}

WorkloadPlan planWorkload(const Scenario& scenario, std::size_t index, std::uint32_t shards)
{
    const auto& workload = scenario.workloads[index];
    WorkloadPlan plan;
    plan.name = workload.name;
    plan.kind = std::visit([](const auto& work) { return work.choice; }, workload.work);
    plan.sessions = workload.sessions;
    plan.sessionsPerShard.resize(shards);
    for (std::uint64_t session = 0; session < workload.sessions; ++session) {
        ++plan.sessionsPerShard[shardOf(scenario, index, session, shards)];
    }
    if (const auto* subscribe = std::get_if<SubscribeWorkload>(&workload.work)) {
        planSubscribe(scenario, workload, *subscribe, plan);
    } else {
        const auto* read = std::get_if<ReadWorkload>(&workload.work);
        const double nodes = read != nullptr ? read->nodesPerRead
                                             : std::get<WriteWorkload>(workload.work).nodesPerWrite;
        plan.requestsPerSecond = requestRate(*arrivalOf(workload));
        plan.valuesPerSecond = plan.requestsPerSecond * nodes;
        plan.operationsInSteady = plan.requestsPerSecond * steadySeconds(scenario, workload);
    }
    return plan;
}

/// RSA operations of one side for one OPN exchange and one session, by what the protocol does
/// (Part 6 §6.7.4, Part 4 §5.6): the OPN's secured part is longer than one RSA block, so decrypting
/// and encrypting it takes two operations at every supported key size. CreateSession is signed by
/// the server and verified by the client, ActivateSession the other way round.
void planRsa(const Scenario& scenario, Plan& plan)
{
    if (scenario.security.policy == Policy::None) {
        return;
    }
    constexpr double blocks = 2;
    constexpr double perOpen = 1 + blocks; // sign + decrypt; verify + encrypt
    plan.rsa.privatePerConnect = perOpen + 1;
    plan.rsa.publicPerConnect = perOpen + 1;
    const auto phases = scenario.phases;
    const double duration = seconds(phases.settle + phases.steady + phases.drain);
    const double period = seconds(scenario.security.tokenLifetime) * renewalPoint;
    plan.tokenRenewals = plan.connections * static_cast<std::uint64_t>(duration / period);
    const auto connects = static_cast<double>(plan.connections);
    const auto renewals = static_cast<double>(plan.tokenRenewals);
    plan.rsa.privateTotal = connects * plan.rsa.privatePerConnect + renewals * perOpen;
    plan.rsa.publicTotal = connects * plan.rsa.publicPerConnect + renewals * perOpen;
}

void addNotes(const Scenario& scenario, Plan& plan)
{
    for (std::size_t i = 0; i < plan.workloads.size(); ++i) {
        const auto& workload = plan.workloads[i];
        if (!std::holds_alternative<SubscribeWorkload>(scenario.workloads[i].work)) {
            continue;
        }
        if (workload.expectedValues == 0 && scenario.target.embedded() != nullptr) {
            plan.notes.push_back(fmt::format(
                "{}: nothing changes the variables it watches; add a write workload or set "
                "target.server.updatePeriod",
                workload.name));
        }
        if (workload.expectedCoalesced > 0) {
            plan.notes.push_back(fmt::format(
                "{}: about {:.0f} of {:.0f} values will be coalesced (queue, sampling and "
                "publishing interval); a verdict on drops wants none",
                workload.name, workload.expectedCoalesced, workload.expectedValues));
        }
    }
}

std::uint32_t shardCount(const std::optional<std::uint32_t>& asked,
                         const std::vector<std::uint32_t>& cores, std::uint32_t machine)
{
    const auto byCores = cores.empty() ? machine : static_cast<std::uint32_t>(cores.size());
    return std::clamp(asked.value_or(byCores), 1U, 256U);
}

} // namespace

std::uint64_t subscribedVariable(const SubscribeWorkload& subscribe, std::uint64_t session,
                                 std::uint64_t subscription, std::uint64_t item)
{
    if (subscribe.variables == Variables::Shared) {
        return item;
    }
    return (session * subscribe.subscriptions + subscription) * subscribe.items + item;
}

std::uint64_t requestedVariable(Variables variables, std::uint64_t nodesPerRequest,
                                std::uint64_t session, std::uint64_t node)
{
    return variables == Variables::Shared ? node : session * nodesPerRequest + node;
}

std::uint32_t shardOf(const Scenario& scenario, std::size_t workload, std::uint64_t session,
                      std::uint32_t shards)
{
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < workload && i < scenario.workloads.size(); ++i) {
        before += scenario.workloads[i].sessions;
    }
    return static_cast<std::uint32_t>((before + session) % std::max(1U, shards));
}

Plan makePlan(const Scenario& scenario, const CoreCounts& cores)
{
    Plan plan;
    plan.scenario = scenario.name;
    plan.seed = scenario.seed;
    plan.loadShards = shardCount(scenario.load.shards, scenario.load.cores, cores.load);
    base::Random random(scenario.seed);
    for (std::uint32_t i = 0; i < plan.loadShards; ++i) {
        plan.shardSeeds.push_back(random.next());
    }
    for (std::size_t i = 0; i < scenario.workloads.size(); ++i) {
        plan.workloads.push_back(planWorkload(scenario, i, plan.loadShards));
        plan.sessions += plan.workloads.back().sessions;
        plan.subscriptions += plan.workloads.back().subscriptions;
        plan.items += plan.workloads.back().items;
    }
    plan.connections = plan.sessions;
    plan.connectConcurrency =
        std::uint64_t{scenario.phases.ramp.concurrencyPerCore} * plan.loadShards;
    plan.settle = scenario.phases.settle;
    plan.steady = scenario.phases.steady;
    plan.drain = scenario.phases.drain;
    plan.loadDescriptors = plan.connections + 1 + descriptorsOfProcess +
                           std::uint64_t{descriptorsOfShard} * plan.loadShards;
    plan.serverShards = 0;
    if (const auto* embedded = scenario.target.embedded()) {
        plan.serverShards = shardCount(embedded->shards, embedded->cores, cores.server);
        plan.serverDescriptors = plan.connections + 1 + descriptorsOfProcess +
                                 (descriptorsOfShard + 1) * plan.serverShards;
    }
    planRsa(scenario, plan);
    addNotes(scenario, plan);
    return plan;
}

} // namespace scenario
