// SPDX-License-Identifier: MIT
#include "load/workload_run.h"

#include "load/load_shard.h"
#include "load/workloads/request.h"
#include "load/workloads/subscribe.h"

namespace load {

std::unique_ptr<WorkloadRun> makeWorkloadRun(LoadShard& shard, std::size_t workload,
                                             std::uint32_t firstSession)
{
    const auto& work = shard.scenario().workloads[workload].work;
    if (std::holds_alternative<scenario::SubscribeWorkload>(work)) {
        return std::make_unique<SubscribeRun>(shard, workload, firstSession);
    }
    return std::make_unique<RequestRun>(shard, workload, firstSession);
}

} // namespace load
