// SPDX-License-Identifier: MIT
#include "base/text.h"
#include "scenario/json_text.h"
#include "scenario/plan.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

namespace scenario {

namespace {

std::string rateText(double perSecond)
{
    return perSecond > 0 ? fmt::format("{:.6g}/s", perSecond) : std::string("-");
}

std::string countText(double count)
{
    return count > 0 ? fmt::format("{:.0f}", count) : std::string("-");
}

} // namespace

std::string planText(const Plan& plan)
{
    std::string out;
    const auto line = [&](std::string_view label, const std::string& value) {
        fmt::format_to(std::back_inserter(out), "{:<22}{}\n", label, value);
    };
    line("scenario", plan.scenario);
    line("seed", std::to_string(plan.seed));
    line("phases",
         fmt::format("ramp, settle {}, steady {}, drain {}", base::formatDuration(plan.settle),
                     base::formatDuration(plan.steady), base::formatDuration(plan.drain)));
    line("sessions", fmt::format("{} on as many connections, {} connecting at once", plan.sessions,
                                 plan.connectConcurrency));
    line("subscriptions", fmt::format("{} with {} items", plan.subscriptions, plan.items));
    line("shards", plan.serverShards == 0 ? fmt::format("load side {}", plan.loadShards)
                                          : fmt::format("load side {}, server {}", plan.loadShards,
                                                        plan.serverShards));
    line("file descriptors", plan.serverDescriptors == 0
                                 ? fmt::format("load side {}", plan.loadDescriptors)
                                 : fmt::format("load side {}, server {}", plan.loadDescriptors,
                                               plan.serverDescriptors));
    line("RSA per side",
         fmt::format("{:.0f} private and {:.0f} public operations ({} connects, {} renewals)",
                     plan.rsa.privateTotal, plan.rsa.publicTotal, plan.connections,
                     plan.tokenRenewals));
    fmt::format_to(std::back_inserter(out), "\n{:<16}{:<11}{:>9}{:>14}{:>14}{:>14}{:>14}  {}\n",
                   "workload", "kind", "sessions", "requests", "values", "operations", "expected",
                   "per shard");
    for (const auto& workload : plan.workloads) {
        fmt::format_to(std::back_inserter(out), "{:<16}{:<11}{:>9}{:>14}{:>14}{:>14}{:>14}  {}\n",
                       workload.name, workload.kind, workload.sessions,
                       rateText(workload.requestsPerSecond), rateText(workload.valuesPerSecond),
                       countText(workload.operationsInSteady), countText(workload.expectedValues),
                       fmt::format("{}", fmt::join(workload.sessionsPerShard, " ")));
    }
    for (const auto& note : plan.notes) {
        fmt::format_to(std::back_inserter(out), "\nnote: {}\n", note);
    }
    return out;
}

std::string planJson(const Plan& plan)
{
    namespace json = boost::json;
    json::array workloads;
    for (const auto& workload : plan.workloads) {
        workloads.push_back(
            json::object{{"name", workload.name},
                         {"kind", workload.kind},
                         {"sessions", workload.sessions},
                         {"sessionsPerShard", json::value_from(workload.sessionsPerShard)},
                         {"subscriptions", workload.subscriptions},
                         {"items", workload.items},
                         {"requestsPerSecond", workload.requestsPerSecond},
                         {"valuesPerSecond", workload.valuesPerSecond},
                         {"operationsInSteady", workload.operationsInSteady},
                         {"expectedValues", workload.expectedValues},
                         {"expectedCoalesced", workload.expectedCoalesced}});
    }
    json::object object{{"scenario", plan.scenario},
                        {"seed", plan.seed},
                        {"loadShards", plan.loadShards},
                        {"serverShards", plan.serverShards},
                        {"shardSeeds", json::value_from(plan.shardSeeds)},
                        {"sessions", plan.sessions},
                        {"connections", plan.connections},
                        {"subscriptions", plan.subscriptions},
                        {"items", plan.items},
                        {"connectConcurrency", plan.connectConcurrency},
                        {"settleNs", plan.settle.count()},
                        {"steadyNs", plan.steady.count()},
                        {"drainNs", plan.drain.count()},
                        {"loadDescriptors", plan.loadDescriptors},
                        {"serverDescriptors", plan.serverDescriptors},
                        {"rsa", json::object{{"privatePerConnect", plan.rsa.privatePerConnect},
                                             {"publicPerConnect", plan.rsa.publicPerConnect},
                                             {"privateTotal", plan.rsa.privateTotal},
                                             {"publicTotal", plan.rsa.publicTotal}}},
                        {"tokenRenewals", plan.tokenRenewals},
                        {"workloads", std::move(workloads)},
                        {"notes", json::value_from(plan.notes)}};
    return prettyJson(object);
}

} // namespace scenario
