// SPDX-License-Identifier: MIT
// What one workload counts on one shard since the last sample. Written by the shard's thread only.
#pragma once

#include "measure/histogram.h"

#include <cstdint>
#include <map>
#include <string>

namespace load {

struct WorkloadMetrics
{
    measure::Histogram latency;
    measure::Histogram service;
    measure::Histogram delivery;
    /// By metric name after the workload's ("offered", "drops.overflow").
    std::map<std::string, std::int64_t> counters;

    void merge(const WorkloadMetrics& other)
    {
        latency.merge(other.latency);
        service.merge(other.service);
        delivery.merge(other.delivery);
        for (const auto& [name, count] : other.counters) {
            counters[name] += count;
        }
    }
    void clear()
    {
        latency.clear();
        service.clear();
        delivery.clear();
        counters.clear();
    }
};

/// Everything a shard counted since the last sample.
struct ShardSample
{
    std::map<std::string, WorkloadMetrics> workloads;
    /// connect.tcp …: establishment.
    std::map<std::string, measure::Histogram> connect;
    std::map<std::string, std::int64_t> counters;
    std::map<std::string, std::int64_t> statusCodes;
    measure::Histogram lag;

    void merge(const ShardSample& other)
    {
        for (const auto& [name, metrics] : other.workloads) {
            workloads[name].merge(metrics);
        }
        for (const auto& [name, histogram] : other.connect) {
            connect[name].merge(histogram);
        }
        for (const auto& [name, count] : other.counters) {
            counters[name] += count;
        }
        for (const auto& [name, count] : other.statusCodes) {
            statusCodes[name] += count;
        }
        lag.merge(other.lag);
    }
};

} // namespace load
