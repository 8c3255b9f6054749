// SPDX-License-Identifier: MIT
#include "results/validity.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace results {

namespace {

constexpr double allowedShareOfOthers = 0.15;
constexpr double allowedShareStarved = 0.01;

double meanOf(const std::vector<Point>& points)
{
    double sum = 0;
    for (const auto& point : points) {
        sum += point.value;
    }
    return points.empty() ? 0 : sum / static_cast<double>(points.size());
}

std::string duration(double ns)
{
    return base::humanDuration(base::Duration(static_cast<std::int64_t>(ns)));
}

double coresOf(const RunModel& model)
{
    const auto* cores = model.run().environment.if_contains("cores");
    boost::json::error_code failure;
    const double number = cores == nullptr ? 0 : cores->to_number<double>(failure);
    return failure ? 0 : number;
}

void checkLag(const RunModel& model, Window steady, std::vector<std::string>& reasons)
{
    const auto lag = model.histogram("load.lag", steady);
    const auto p99 = lag.valueAtPercentile(99);
    const auto allowed = allowedLagNs(model);
    if (!lag.empty() && p99 > allowed) {
        reasons.push_back(
            fmt::format("the load side was late itself: load.lag P99 {}, allowed {} ({} "
                        "timers in the steady phase)",
                        duration(static_cast<double>(p99)), duration(static_cast<double>(allowed)),
                        lag.count()));
    }
}

void checkStarved(const RunModel& model, std::uint32_t cell, std::vector<std::string>& reasons)
{
    for (const auto& workload : model.workloads()) {
        const auto window = model.judgedWindow(cell, workload + ".publishStarved");
        const auto starved =
            window ? model.counter(workload + ".publishStarved", *window).value_or(0) : 0;
        if (starved <= 0) {
            continue;
        }
        auto messages =
            static_cast<std::int64_t>(model.histogram(workload + ".delivery", *window).count());
        if (messages == 0) {
            messages = model.counter(workload + ".received", *window).value_or(0);
        }
        const double share =
            static_cast<double>(starved) / static_cast<double>(std::max<std::int64_t>(messages, 1));
        if (share > allowedShareStarved) {
            reasons.push_back(
                fmt::format("{}: the server had no Publish request of ours to answer {} "
                            "times for {} messages ({:.1f} %, allowed {:.0f} %)",
                            workload, starved, messages, share * 100, allowedShareStarved * 100));
        }
    }
}

void checkOthers(const RunModel& model, Window steady, std::vector<std::string>& reasons)
{
    const double cores = coresOf(model);
    const double others = meanOf(model.series("machine.cpu", steady));
    const double steal = meanOf(model.series("machine.steal", steady));
    if (cores > 0 && (others + steal) / cores > allowedShareOfOthers) {
        reasons.push_back(fmt::format("other processes used {:.2f} and the hypervisor took {:.2f} "
                                      "of {:.4g} cores in the steady "
                                      "phase ({:.0f} %, allowed {:.0f} %)",
                                      others, steal, cores, (others + steal) / cores * 100,
                                      allowedShareOfOthers * 100));
    }
}

} // namespace

std::int64_t allowedLagNs(const RunModel& model)
{
    constexpr double least = 1e6;
    double tightest = 0;
    for (const auto& threshold : model.thresholds()) {
        const bool isUpper = threshold.comparison == scenario::Comparison::Less ||
                             threshold.comparison == scenario::Comparison::LessEqual;
        if (threshold.unit == scenario::LimitUnit::Duration && isUpper && threshold.limit > 0) {
            tightest = tightest > 0 ? std::min(tightest, threshold.limit) : threshold.limit;
        }
    }
    return static_cast<std::int64_t>(std::clamp(tightest / 10, least, 9e18));
}

std::vector<std::string> invalidReasons(const RunModel& model, std::uint32_t cell)
{
    std::vector<std::string> reasons;
    const auto steady = model.phaseWindow(cell, Phase::Steady);
    if (!steady) {
        reasons.emplace_back("the steady phase never began, so that nothing was measured");
    } else {
        checkLag(model, *steady, reasons);
        checkStarved(model, cell, reasons);
        checkOthers(model, *steady, reasons);
    }
    for (const auto& event : model.events()) {
        if (event.cell == cell && event.kind == "clock-step" && steady &&
            event.atNs > steady->fromNs && event.atNs <= steady->toNs) {
            reasons.push_back("a clock was set during the steady phase: " + event.text);
        }
    }
    for (const auto& finding : model.findings()) {
        if (finding.cell == cell && finding.severity == Severity::Invalid) {
            reasons.push_back(finding.evidence.empty()
                                  ? finding.text
                                  : finding.text + " (" + finding.evidence + ")");
        }
    }
    return reasons;
}

} // namespace results
