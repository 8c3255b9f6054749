// SPDX-License-Identifier: MIT
// A made-up but plausible run: 500 sessions ramp up, two workloads, 40 s of steady phase with one
// hiccup, 3 s of drain. Every figure follows from the seed, so that tests can recompute it.
#pragma once

#include "base/random.h"
#include "measure/histogram_codec.h"
#include "results/run_model.h"

#include <boost/json/parse.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace synthetic {

constexpr std::int64_t second = 1'000'000'000;
constexpr int rampSeconds = 8;
constexpr int settleSeconds = 2;
constexpr int steadySeconds = 40;
constexpr int drainSeconds = 3;
constexpr int seconds = rampSeconds + settleSeconds + steadySeconds + drainSeconds;

struct Options
{
    std::string name = "target-scale-smoke";
    std::string thresholds = R"(["subscribe.latency:p(99)<250ms", "subscribe.drops:count==0",
        "sessions.established:count==500", "server.rss:slope<20MB/min",
        {"expression": "read.latency:p(95)<25ms", "optional": true}])";
    /// Nanoseconds added to every timer of the load side.
    std::int64_t lagNs = 0;
    double othersCores = 0.1;
    std::int64_t starvedPerSecond = 0;
    std::int64_t dropsAtHiccup = 0;
    bool withResult = true;
    std::uint64_t seed = 5;
};

inline results::Phase phaseAt(int at)
{
    using enum results::Phase;
    return at < rampSeconds                                   ? Ramp
           : at < rampSeconds + settleSeconds                 ? Settle
           : at < rampSeconds + settleSeconds + steadySeconds ? Steady
                                                              : Drain;
}

inline results::RunRecord runRecord(const Options& options)
{
    results::RunRecord run;
    run.runId = "01JSYNTH";
    run.startedAt = "2026-12-01T01:17:09.123Z";
    run.tool.version = "0.1.0";
    run.tool.commit = "0123456";
    run.tool.buildType = "Release";
    run.tool.compiler = "Clang 19.1.7";
    run.tool.libraries = {{"OpenSSL", "3.0.15"}, {"Boost", "1.81.0"}};
    run.arguments = {"uasurge", "--batch", "scenarios/target scale.json", "--output",
                     "out/it's here"};
    boost::json::object scenario;
    scenario["name"] = options.name;
    scenario["workloads"] = boost::json::parse(R"([{"name":"subscribe"},{"name":"read"}])");
    scenario["thresholds"] = boost::json::parse(options.thresholds);
    run.scenario = std::move(scenario);
    run.scenarioSha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    run.seed = options.seed;
    run.environment = {{"cpu", "Example CPU @ 3.10GHz"}, {"cores", 4.0},
                       {"memory_bytes", 16'777'216'000}, {"kernel", "Linux 6.1.0 x86_64"},
                       {"descriptorsSoft", 65536},       {"descriptorsHard", 65536},
                       {"clockSource", "tsc"},           {"loadAverage", 0.42}};
    return run;
}

/// Latencies of one second: about 5 ms, a long tail, and 300 ms more in the hiccup.
inline measure::Histogram latencies(base::Random& random, int count, bool hiccup, double typical)
{
    measure::Histogram histogram;
    for (int i = 0; i < count; ++i) {
        const double tail = std::pow(1.0 - random.unit() * 0.9995, -0.45);
        const double extra = hiccup ? random.unit() * 300e6 : 0;
        histogram.record(static_cast<std::int64_t>(typical * tail + extra));
    }
    return histogram;
}

inline results::SampleRecord sampleAt(int at, const Options& options, base::Random& random)
{
    using results::Phase;
    results::SampleRecord sample;
    sample.atNs = (at + 1) * second;
    sample.intervalNs = second;
    sample.phase = phaseAt(at);
    const auto add = [&](const char* name, const measure::Histogram& histogram) {
        if (!histogram.empty()) {
            sample.histograms[name] = measure::encodeHistogram(histogram);
        }
    };
    const bool isRamp = sample.phase == Phase::Ramp;
    const bool isSteady = sample.phase == Phase::Steady;
    const bool hiccup = isSteady && at == rampSeconds + settleSeconds + 25;
    const int established = isRamp ? (at == 0 ? 45 : 65) : 0; // 45 + 7 · 65 = 500
    if (at == 0) {
        sample.counters["sessions.requested"] = 500;
    }
    if (isRamp) {
        sample.counters["sessions.established"] = established;
        sample.counters["sessions.subscribed"] = established;
        sample.counters["sessions.retries"] = at == 3 ? 4 : 0;
        sample.statusCodes["Good"] = established * 4;
        if (at == 3) {
            sample.statusCodes["BadTooManySessions"] = 4;
        }
        add("connect.open", latencies(random, established, false, 6e6));
        add("connect.total", latencies(random, established, false, 14e6));
    }
    if (isSteady) {
        sample.counters["subscribe.expected"] = 3750;
        sample.counters["subscribe.received"] = 3750 - (hiccup ? options.dropsAtHiccup : 0);
        sample.counters["subscribe.drops"] = hiccup ? options.dropsAtHiccup : 0;
        sample.counters["subscribe.drops.overflow"] = hiccup ? options.dropsAtHiccup / 2 : 0;
        sample.counters["subscribe.drops.gap"] =
            hiccup ? options.dropsAtHiccup - options.dropsAtHiccup / 2 : 0;
        sample.counters["subscribe.publishStarved"] = options.starvedPerSecond;
        sample.counters["read.offered"] = 20;
        sample.counters["read.completed"] = 20;
        sample.statusCodes["Good"] = 3770;
        add("subscribe.latency", latencies(random, 3750, hiccup, 14e6));
        add("subscribe.delivery", latencies(random, 1000, hiccup, 0.4e6));
        add("server.publishLateness", latencies(random, 1000, hiccup, 0.9e6));
        add("read.latency", latencies(random, 20, hiccup, 1.2e6));
        add("read.service", latencies(random, 20, hiccup, 1.1e6));
        measure::Histogram lag;
        lag.record(60'000 + options.lagNs, 990);
        lag.record(250'000 + options.lagNs, 10);
        add("load.lag", lag);
    }
    if (sample.phase == Phase::Drain && at == seconds - 1) {
        // Answers that came late still belong to the steady phase.
        add("read.latency", latencies(random, 1, true, 1.2e6));
        sample.counters["subscribe.sessionsMissing"] = options.dropsAtHiccup > 0 ? 3 : 0;
    }
    const double grown = std::min(1.0, (at + 1.0) / rampSeconds);
    sample.gauges["server.rss"] = 48e6 + 170e6 * grown + 3e4 * at + 2e5 * random.unit();
    sample.gauges["load.rss"] = 35e6 + 90e6 * grown + 1e5 * random.unit();
    sample.gauges["server.cpu"] = (isRamp ? 0.9 : 0.45) + 0.05 * random.unit() + (hiccup ? 0.4 : 0);
    sample.gauges["load.cpu"] = (isRamp ? 0.7 : 0.3) + 0.05 * random.unit();
    sample.gauges["server.threads"] = 3;
    sample.gauges["machine.cpu"] = options.othersCores;
    sample.gauges["machine.steal"] = 0.01;
    sample.gauges["subscribe.offeredRatio"] = 1.0;
    return sample;
}

inline std::vector<results::Record> records(const Options& options = {})
{
    using results::Phase;
    base::Random random(options.seed);
    std::vector<results::Record> all;
    all.push_back(runRecord(options));
    all.push_back(results::CeilingRecord{0, "RSA-2048 private", 2600, 650, "1/s"});
    all.push_back(results::CellRecord{0, 0, 0, {}});
    std::int64_t begin = 0;
    for (const auto& [phase, length] :
         {std::pair(Phase::Ramp, rampSeconds), std::pair(Phase::Settle, settleSeconds),
          std::pair(Phase::Steady, steadySeconds), std::pair(Phase::Drain, drainSeconds)}) {
        all.push_back(results::PhaseRecord{begin * second, 0, phase, true});
        for (std::int64_t at = begin; at < begin + length; ++at) {
            all.push_back(sampleAt(static_cast<int>(at), options, random));
        }
        begin += length;
        all.push_back(results::PhaseRecord{begin * second, 0, phase, false});
    }
    all.push_back(results::EventRecord{
        3 * second, 0, "first-error", "CreateSession refused", "BadTooManySessions", {}});
    all.push_back(results::FindingRecord{begin * second, 0, "bottleneck", results::Severity::Info,
                                         "neither side was near its limit",
                                         "server 0.47 of 4 cores, load side 0.32 of 4 cores"});
    if (options.withResult) {
        all.push_back(results::CellResultRecord{begin * second, 0, {}});
        all.push_back(results::ResultRecord{begin * second, "2026-12-01T01:18:02.123Z", {}});
    }
    return all;
}

inline results::RunModel model(const Options& options = {})
{
    results::RunModel built;
    for (auto& record : records(options)) {
        built.append(std::move(record));
    }
    return built;
}

} // namespace synthetic
