// SPDX-License-Identifier: MIT
#include "scenario/metric_catalogue.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace scenario {

namespace {

using enum MetricKind;

constexpr std::array sessionMetrics{
    MetricInfo{"sessions.requested", Counter, "", "sessions the plan asks for"},
    MetricInfo{"sessions.established", Counter, "", "sessions activated"},
    MetricInfo{"sessions.subscribed", Counter, "", "sessions with all their monitored items"},
    MetricInfo{"sessions.retries", Counter, "", "connect attempts after the first"},
    MetricInfo{"sessions.rate", Rate, "1/s",
               "sessions per second, first connect to last activation"},
};

constexpr std::array processMetrics{
    MetricInfo{"connect.tcp", Histogram, "ns", "TCP connect"},
    MetricInfo{"connect.hello", Histogram, "ns", "Hello to Acknowledge"},
    MetricInfo{"connect.open", Histogram, "ns", "OpenSecureChannel"},
    MetricInfo{"connect.create", Histogram, "ns", "CreateSession"},
    MetricInfo{"connect.activate", Histogram, "ns", "ActivateSession"},
    MetricInfo{"connect.total", Histogram, "ns", "all stages of a connect"},
    MetricInfo{"server.publishLateness", Histogram, "ns",
               "from a publishing interval's end to the message sent"},
    MetricInfo{"machine.cpu", Gauge, "cores", "cores in use by everything else"},
    MetricInfo{"machine.steal", Gauge, "cores", "time stolen by the hypervisor"},
    MetricInfo{"server.rss", Gauge, "bytes", "resident memory of the server"},
    MetricInfo{"server.cpu", Gauge, "cores", "CPU of the server"},
    MetricInfo{"server.threads", Gauge, "", "threads of the server"},
    MetricInfo{"server.descriptors", Gauge, "", "open descriptors of the server"},
    MetricInfo{"load.rss", Gauge, "bytes", "resident memory of the load side"},
    MetricInfo{"load.cpu", Gauge, "cores", "CPU of the load side"},
    MetricInfo{"load.threads", Gauge, "", "threads of the load side"},
    MetricInfo{"load.descriptors", Gauge, "", "open descriptors of the load side"},
    MetricInfo{"load.lag", Histogram, "ns", "how late the load side's timers fired"},
};

constexpr auto perRun = [] {
    std::array<MetricInfo, sessionMetrics.size() + processMetrics.size()> all{};
    std::copy(processMetrics.begin(), processMetrics.end(),
              std::copy(sessionMetrics.begin(), sessionMetrics.end(), all.begin()));
    return all;
}();

constexpr std::array ofWorkload{
    MetricInfo{
        "latency", Histogram, "ns",
        "from intended start or source timestamp to receipt; an operation that "
        "the server's limits split into several requests counts once, until its last answer"},
    MetricInfo{"service", Histogram, "ns", "from send to receipt"},
    MetricInfo{"delivery", Histogram, "ns", "from publish time to receipt"},
    MetricInfo{"offered", Counter, "", "operations whose intended start came"},
    MetricInfo{"completed", Counter, "", "operations answered with success"},
    MetricInfo{"failed", Counter, "", "operations answered otherwise or not at all"},
    MetricInfo{"late", Counter, "", "operations or values after their deadline"},
    MetricInfo{"notStarted", Counter, "", "operations still queued at the end"},
    MetricInfo{"expected", Counter, "", "values expected in the steady phase"},
    MetricInfo{"received", Counter, "", "expected values received"},
    MetricInfo{"drops", Counter, "", "values lost, whatever the cause"},
    MetricInfo{"drops.overflow", Counter, "", "losses told by an overflow bit"},
    MetricInfo{"drops.gap", Counter, "", "losses told by a sequence gap"},
    MetricInfo{"drops.missing", Counter, "", "losses nobody told"},
    MetricInfo{"coalesced", Counter, "", "values replaced by newer ones as planned"},
    MetricInfo{"duplicates", Counter, "", "values received twice"},
    MetricInfo{"sessionsMissing", Counter, "", "sessions that missed an expected value"},
    MetricInfo{"itemsCreated", Counter, "", "monitored items the server created"},
    MetricInfo{"itemsFailed", Counter, "", "monitored items the server refused"},
    MetricInfo{"publishStarved", Counter, "", "times without an outstanding Publish request"},
    MetricInfo{"offeredRatio", Gauge, "", "offered divided by planned"},
};

constexpr std::array reserved{
    std::string_view("sessions"), std::string_view("connect"), std::string_view("server"),
    std::string_view("load"),     std::string_view("machine"), std::string_view("window"),
};

std::optional<MetricInfo> find(std::span<const MetricInfo> metrics, std::string_view name)
{
    const auto at = std::find_if(metrics.begin(), metrics.end(),
                                 [&](const MetricInfo& metric) { return metric.name == name; });
    return at == metrics.end() ? std::nullopt : std::optional(*at);
}

} // namespace

std::span<const MetricInfo> runMetrics()
{
    return perRun;
}

std::span<const MetricInfo> workloadMetrics()
{
    return ofWorkload;
}

std::optional<MetricInfo> findMetric(const Scenario& scenario, std::string_view name)
{
    if (const auto metric = find(perRun, name)) {
        return metric;
    }
    const auto dot = name.find('.');
    if (dot == std::string_view::npos) {
        return std::nullopt;
    }
    const auto first = name.substr(0, dot);
    const auto rest = name.substr(dot + 1);
    const bool isWorkload =
        std::any_of(scenario.workloads.begin(), scenario.workloads.end(),
                    [&](const Workload& workload) { return workload.name == first; });
    if (!isWorkload) {
        return std::nullopt;
    }
    const auto metric = find(ofWorkload, rest);
    return metric ? metric : find(sessionMetrics, rest);
}

std::optional<std::string> nearestMetric(const Scenario& scenario, std::string_view name)
{
    std::vector<std::string> names;
    for (const auto& metric : perRun) {
        names.emplace_back(metric.name);
    }
    for (const auto& workload : scenario.workloads) {
        for (const auto& metric : ofWorkload) {
            names.push_back(workload.name + "." + std::string(metric.name));
        }
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    const auto close = base::nearest(name, views);
    return close ? std::optional(std::string(*close)) : std::nullopt;
}

bool isReservedName(std::string_view workload)
{
    return std::find(reserved.begin(), reserved.end(), workload) != reserved.end();
}

} // namespace scenario
