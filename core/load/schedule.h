// SPDX-License-Identifier: MIT
// When operations are meant to start: a pure function of the arrival model, independent of who does
// them and of how long they take.
#pragma once

#include "base/clock.h"
#include "scenario/workload.h"

#include <cstdint>

namespace load {

class Schedule
{
public:
    /// This shard's share of the workload's arrivals: every `shards`-th one, from the `shard`-th.
    Schedule(const scenario::Arrival& arrival, std::uint32_t shard, std::uint32_t shards);

    bool isClosedLoop() const { return m_inFlight > 0; }
    /// Closed loop: requests under way per session.
    std::uint32_t inFlight() const { return m_inFlight; }
    /// Open loop and bursts: most requests under way per session.
    std::uint32_t maxInFlight() const { return m_maxInFlight; }
    /// When this shard's n-th operation starts, after the workload's start.
    base::Duration startOf(std::uint64_t n) const;
    /// How many operations of the whole workload start in [0, d).
    double plannedWithin(base::Duration d) const;

private:
    std::uint32_t m_shard;
    std::uint32_t m_shards;
    std::uint32_t m_inFlight = 0;
    std::uint32_t m_maxInFlight = 0;
    double m_periodNs = 0;
    std::uint32_t m_perBurst = 1;
};

} // namespace load
