// SPDX-License-Identifier: MIT
// A workload on one shard: its sessions and what they do when.
#pragma once

#include "load/load_session.h"
#include "load/steady_window.h"
#include "results/records.h"
#include "scenario/workload.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace load {

/// By variable.
using WrittenRanges = std::map<std::uint64_t, WrittenRange>;

class WorkloadRun
{
public:
    WorkloadRun(LoadShard& shard, const scenario::Workload& workload)
        : m_shard(shard)
        , m_workload(workload)
    {}
    virtual ~WorkloadRun() = default;
    WorkloadRun(const WorkloadRun&) = delete;
    WorkloadRun& operator=(const WorkloadRun&) = delete;

    const std::string& name() const { return m_workload.name; }
    virtual std::vector<LoadSession*> sessions() = 0;
    virtual void begin(base::MonotonicTime start) = 0;
    virtual void stop() = 0;
    /// Before each sample: what is counted only then.
    virtual void beforeSample() {}
    /// Writers: the counters written inside the window.
    virtual void addWritten(WrittenRanges&) const {}
    /// Subscribers: after the drain, judges what was received.
    virtual void judge(const WrittenRanges&) {}
    virtual void summarise(LoadSession&, results::SessionSummaryRecord&) const {}

protected:
    LoadShard& m_shard;
    const scenario::Workload& m_workload;
};

/// The kind the scenario asks for, with this shard's sessions of it.
std::unique_ptr<WorkloadRun> makeWorkloadRun(LoadShard& shard, std::size_t workload,
                                             std::uint32_t firstSession);

} // namespace load
