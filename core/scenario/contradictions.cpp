// SPDX-License-Identifier: MIT
// Settings that are each in range and still cannot be meant together. Each is found before a run
// rather than explained after it.
#include "base/text.h"
#include "scenario/metric_catalogue.h"
#include "scenario/scenario_reader.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>
#include <variant>

namespace scenario {

namespace {

constexpr std::uint64_t maxTotalSessions = 100'000;
constexpr std::uint64_t maxTotalItems = 50'000'000;

struct Found
{
    Problems problems = {};

    void add(std::string pointer, std::string expected, std::string what, std::string hint = {})
    {
        if (problems.size() < maxProblems) {
            problems.push_back(
                {std::move(pointer), std::move(expected), std::move(what), std::move(hint)});
        }
    }
};

void checkSecurity(const Security& security, Found& found)
{
    const bool plain = security.policy == Policy::None;
    if (plain != (security.mode == Mode::None)) {
        found.add("/security/mode",
                  plain ? "None, since the policy is None" : "Sign or SignAndEncrypt",
                  std::string(nameOf(security.mode)),
                  plain ? "or choose a policy" : "or set the policy to None too");
    }
    if (security.keyBits % 1'024 != 0) {
        found.add("/security/keyBits", "2048, 3072 or 4096", std::to_string(security.keyBits));
    }
    if (security.certificate.empty() == security.key.isSet()) {
        found.add(security.key.isSet() ? "/security/certificate" : "/security/key",
                  "certificate and key together", "only one of them");
    }
    if (!security.certificate.empty() && security.certificates > 1) {
        found.add("/security/certificates", "1, since one certificate is given",
                  std::to_string(security.certificates));
    }
}

void checkCores(const std::vector<std::uint32_t>& cores, const std::string& pointer, Found& found)
{
    const std::set<std::uint32_t> different(cores.begin(), cores.end());
    if (different.size() != cores.size()) {
        found.add(pointer, "each processor once", "one twice");
    }
}

/// Variables the workload touches, counted from the first.
std::uint64_t variablesNeeded(const Workload& workload)
{
    const auto needed = [&](std::uint64_t perSession, std::uint64_t shared, Variables variables) {
        return variables == Variables::Shared ? shared : perSession * workload.sessions;
    };
    if (const auto* subscribe = std::get_if<SubscribeWorkload>(&workload.work)) {
        return needed(std::uint64_t{subscribe->subscriptions} * subscribe->items, subscribe->items,
                      subscribe->variables);
    }
    if (const auto* read = std::get_if<ReadWorkload>(&workload.work)) {
        return needed(read->nodesPerRead, read->nodesPerRead, read->variables);
    }
    const auto& write = std::get<WriteWorkload>(workload.work);
    return needed(write.nodesPerWrite, write.nodesPerWrite, write.variables);
}

/// The key that decides how many variables a workload needs.
std::string_view variablesKey(const Workload& workload)
{
    return std::holds_alternative<SubscribeWorkload>(workload.work) ? "items"
           : std::holds_alternative<ReadWorkload>(workload.work)    ? "nodesPerRead"
                                                                    : "nodesPerWrite";
}

void checkTimes(const Scenario& scenario, const Workload& workload, const std::string& at,
                Found& found)
{
    const auto end = scenario.phases.settle + scenario.phases.steady;
    if (workload.start >= end) {
        found.add(at + "/start",
                  "a moment before settle and steady end, at " + base::formatDuration(end),
                  base::formatDuration(workload.start));
    }
    if (workload.stop && *workload.stop <= workload.start) {
        found.add(at + "/stop", "a moment after start, " + base::formatDuration(workload.start),
                  base::formatDuration(*workload.stop));
    }
    if (workload.stop && *workload.stop > end) {
        found.add(at + "/stop", "at most settle and steady together, " + base::formatDuration(end),
                  base::formatDuration(*workload.stop));
    }
}

void checkSubscribe(const SubscribeWorkload& subscribe, const std::string& at, Found& found)
{
    // Part 4 §5.13.2: the lifetime count is at least three times the keep-alive count.
    if (std::uint64_t{subscribe.lifetimeCount} < 3ULL * subscribe.keepAliveCount) {
        found.add(
            at + "/lifetimeCount",
            fmt::format("at least three times keepAliveCount, {}", 3ULL * subscribe.keepAliveCount),
            std::to_string(subscribe.lifetimeCount));
    }
}

/// What the embedded server would revise or refuse, since then the run would not be what the
/// scenario says.
void checkAgainstServer(const Workload& workload, const ServerSettings& server,
                        const std::string& at, Found& found)
{
    const auto atMost = [&](std::uint64_t value, std::uint64_t limit, std::string_view key,
                            std::string_view setting) {
        if (limit != 0 && value > limit) {
            found.add(fmt::format("{}/{}", at, key),
                      fmt::format("at most /target/server/{}, {}", setting, limit),
                      std::to_string(value), "raise that limit or lower this value");
        }
    };
    const auto needed = variablesNeeded(workload);
    if (needed > server.variables) {
        found.add(
            fmt::format("{}/{}", at, variablesKey(workload)),
            fmt::format("at most the {} variables of /target/server/variables", server.variables),
            fmt::format("{} needed by {} sessions", needed, workload.sessions),
            "raise target.server.variables or share them");
    }
    // Numbers above the server's limits are a test of those limits; only what would silently change
    // the scenario's timing or queues is a contradiction.
    if (const auto* subscribe = std::get_if<SubscribeWorkload>(&workload.work)) {
        atMost(subscribe->queueSize, server.maxQueueSize, "queueSize", "maxQueueSize");
        if (subscribe->publishingInterval < server.minPublishingInterval ||
            subscribe->publishingInterval > server.maxPublishingInterval) {
            found.add(at + "/publishingInterval",
                      fmt::format("what the server grants, {} to {}",
                                  base::formatDuration(server.minPublishingInterval),
                                  base::formatDuration(server.maxPublishingInterval)),
                      base::formatDuration(subscribe->publishingInterval));
        }
        const auto sampling = subscribe->samplingInterval.value_or(subscribe->publishingInterval);
        if (sampling < server.minSamplingInterval) {
            found.add(at + "/samplingInterval",
                      "at least /target/server/minSamplingInterval, " +
                          base::formatDuration(server.minSamplingInterval),
                      base::formatDuration(sampling));
        }
    }
    if (workload.sessionTimeout > server.maxSessionTimeout) {
        found.add(at + "/sessionTimeout",
                  "at most /target/server/maxSessionTimeout, " +
                      base::formatDuration(server.maxSessionTimeout),
                  base::formatDuration(workload.sessionTimeout));
    }
}

void checkAgainstExternal(const Workload& workload, const ExternalTarget& target,
                          const std::string& at, Found& found)
{
    const bool writes = std::holds_alternative<WriteWorkload>(workload.work);
    const auto& nodes = writes ? target.writableNodes : target.nodes;
    const auto needed = variablesNeeded(workload);
    if (needed > nodes.size()) {
        found.add(fmt::format("{}/{}", at, variablesKey(workload)),
                  fmt::format("at most the {} node ids of /target/{}", nodes.size(),
                              writes ? "writableNodes" : "nodes"),
                  fmt::format("{} needed by {} sessions", needed, workload.sessions),
                  writes ? "writes are off unless the node ids are listed" : "list more node ids");
    }
}

void checkEmbedded(const Scenario& scenario, const EmbeddedTarget& target, Found& found)
{
    const auto& server = target.server;
    checkCores(target.cores, "/target/cores", found);
    if (server.minPublishingInterval > server.maxPublishingInterval) {
        found.add("/target/server/minPublishingInterval",
                  "at most maxPublishingInterval, " +
                      base::formatDuration(server.maxPublishingInterval),
                  base::formatDuration(server.minPublishingInterval));
    }
    if (scenario.security.tokenLifetime > server.maxTokenLifetime) {
        found.add("/security/tokenLifetime",
                  "at most /target/server/maxTokenLifetime, " +
                      base::formatDuration(server.maxTokenLifetime),
                  base::formatDuration(scenario.security.tokenLifetime));
    }
}

void checkWorkloads(const Scenario& scenario, Found& found)
{
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < scenario.workloads.size(); ++i) {
        const auto& workload = scenario.workloads[i];
        const std::string at = fmt::format("/workloads/{}", i);
        if (isReservedName(workload.name)) {
            found.add(at + "/name", "a name that no other metric begins with",
                      "'" + workload.name + "'");
        }
        if (!names.insert(workload.name).second) {
            found.add(at + "/name", "a name no other workload has", "'" + workload.name + "'");
        }
        checkTimes(scenario, workload, at, found);
        if (const auto* subscribe = std::get_if<SubscribeWorkload>(&workload.work)) {
            checkSubscribe(*subscribe, at, found);
            if (workload.start != base::Duration(0) || workload.stop) {
                found.add(at + (workload.stop ? "/stop" : "/start"),
                          "nothing: subscriptions live from the ramp to the end of the run",
                          "a time", "start and stop are for read and write workloads");
            }
            const auto items =
                std::uint64_t{workload.sessions} * subscribe->subscriptions * subscribe->items;
            if (items > maxTotalItems) {
                found.add(at + "/items", fmt::format("at most {} items in all", maxTotalItems),
                          std::to_string(items));
            }
        }
        if (const auto* embedded = scenario.target.embedded()) {
            checkAgainstServer(workload, embedded->server, at, found);
        } else {
            checkAgainstExternal(workload, *scenario.target.external(), at, found);
        }
    }
    if (const auto sessions = totalSessions(scenario); sessions > maxTotalSessions) {
        found.add("/workloads", fmt::format("at most {} sessions in all", maxTotalSessions),
                  std::to_string(sessions));
    }
}

void checkThresholds(const Scenario& scenario, Found& found)
{
    for (std::size_t i = 0; i < scenario.thresholds.size(); ++i) {
        const auto& threshold = scenario.thresholds[i];
        const std::string at = fmt::format("/thresholds/{}", i);
        const auto metric = findMetric(scenario, threshold.metric);
        if (!metric) {
            const auto close = nearestMetric(scenario, threshold.metric);
            found.add(at, "a metric of this scenario", "'" + threshold.metric + "'",
                      close ? "did you mean " + *close + "?"
                            : "name a workload of the scenario and one of its metrics");
        } else if (!allows(metric->kind, threshold.aggregation)) {
            found.add(at,
                      fmt::format("{} for {}", allowedAggregations(metric->kind), threshold.metric),
                      aggregationText(threshold));
        } else if (threshold.unit == LimitUnit::Duration && metric->unit != "ns") {
            found.add(at, threshold.metric + " compared with no duration", threshold.expression);
        } else if (threshold.unit == LimitUnit::None && metric->unit == "ns" &&
                   threshold.aggregation != Aggregation::Count && threshold.limit != 0) {
            found.add(at, "a duration with its unit", threshold.expression,
                      "as in " + threshold.metric + ":p(99)<250ms");
        } else if (threshold.unit == LimitUnit::Bytes && metric->unit != "bytes") {
            found.add(at, threshold.metric + " compared with no size", threshold.expression);
        }
        if (threshold.window && *threshold.window > scenario.phases.steady) {
            found.add(at,
                      "a window within the steady phase, " +
                          base::formatDuration(scenario.phases.steady),
                      base::formatDuration(*threshold.window));
        }
    }
}

} // namespace

Problems findContradictions(const Scenario& scenario)
{
    Found found;
    checkSecurity(scenario.security, found);
    checkCores(scenario.load.cores, "/load/cores", found);
    if (const auto* embedded = scenario.target.embedded()) {
        checkEmbedded(scenario, *embedded, found);
    } else {
        const auto& url = scenario.target.external()->url;
        if (!url.starts_with("opc.tcp://") || url.size() == std::string_view("opc.tcp://").size()) {
            found.add("/target/url", "an address such as opc.tcp://127.0.0.1:4840",
                      "'" + url + "'");
        }
    }
    checkWorkloads(scenario, found);
    if (scenario.sampleInterval > scenario.phases.steady) {
        found.add("/sampleInterval",
                  "at most the steady phase, " + base::formatDuration(scenario.phases.steady),
                  base::formatDuration(scenario.sampleInterval));
    }
    checkThresholds(scenario, found);
    return std::move(found.problems);
}

} // namespace scenario
