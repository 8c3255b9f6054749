// SPDX-License-Identifier: MIT
#include "load/schedule.h"

#include <cmath>

namespace load {

Schedule::Schedule(const scenario::Arrival& arrival, std::uint32_t shard, std::uint32_t shards)
    : m_shard(shard)
    , m_shards(shards)
{
    if (const auto* closed = std::get_if<scenario::ClosedLoop>(&arrival.model)) {
        m_inFlight = closed->inFlight;
    } else if (const auto* open = std::get_if<scenario::OpenLoop>(&arrival.model)) {
        m_maxInFlight = open->maxInFlight;
        m_periodNs = 1e9 / open->rate;
    } else {
        const auto& bursts = std::get<scenario::Bursts>(arrival.model);
        m_maxInFlight = bursts.maxInFlight;
        m_perBurst = bursts.count;
        m_periodNs = static_cast<double>(bursts.every.count());
    }
}

base::Duration Schedule::startOf(std::uint64_t n) const
{
    const std::uint64_t global = n * m_shards + m_shard;
    const std::uint64_t burst = global / m_perBurst; // whole bursts: those of one start together
    return base::Duration(std::llround(static_cast<double>(burst) * m_periodNs));
}

double Schedule::plannedWithin(base::Duration d) const
{
    if (isClosedLoop() || d <= base::Duration(0)) {
        return 0;
    }
    return std::ceil(static_cast<double>(d.count()) / m_periodNs) * m_perBurst;
}

} // namespace load
