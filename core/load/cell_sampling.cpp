// SPDX-License-Identifier: MIT
// What a cell writes down every sample interval: the shards' counts, the processes, the machine.
#include "load/cell_run.h"
#include "load/schedule.h"
#include "measure/histogram_codec.h"
#include "ua/types/status_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace load {

std::string_view sessionStateName(SessionState state)
{
    switch (state) {
    case SessionState::Idle:
    case SessionState::Connecting:
        return "connecting";
    case SessionState::Active:
        return "active";
    case SessionState::Lost:
        return "reconnecting";
    case SessionState::Failed:
        return "failed";
    case SessionState::Closed:
        return "closed";
    }
    return "closed";
}

void CellRun::takeSessionChanges()
{
    std::vector<SessionChange> changes;
    std::vector<base::Error> errors;
    {
        const std::lock_guard lock(m_eventsLock);
        changes.swap(m_changes);
        errors.swap(m_errors);
    }
    for (auto& mark : m_takeMarks()) {
        m_writer.event(m_number, "mark", std::move(mark));
    }
    for (auto& change : changes) {
        results::SessionRecord record;
        record.atNs = m_writer.atNs();
        record.cell = m_number;
        record.session = change.session;
        record.workload = change.workload;
        record.state = std::string(sessionStateName(change.state));
        record.statusCode = ua::statusKey(change.status);
        m_writer.append(std::move(record));
    }
    for (auto& error : errors) {
        m_writer.event(m_number, "first-error", error.context, ua::statusKey(error.status));
    }
}

void CellRun::takeSample()
{
    takeSessionChanges();
    ShardSample all;
    for (auto& shard : m_shards) {
        all.merge(shard->takeSample());
    }
    const auto now = m_clock.monotonic();
    results::SampleRecord record;
    record.atNs = m_writer.atNs(now);
    record.intervalNs = (now - m_lastSample).count();
    record.cell = m_number;
    record.phase = m_phase;
    m_lastSample = now;
    while (m_nextSample <= now) {
        m_nextSample = m_nextSample + m_scenario.sampleInterval;
    }
    record.counters = std::exchange(m_nextCounters, {});
    record.gauges = std::exchange(m_nextGauges, {});
    for (const auto& [name, count] : all.counters) {
        record.counters[name] += count;
    }
    for (const auto& [status, count] : all.statusCodes) {
        record.statusCodes[status] += count;
    }
    const auto addHistogram = [&record](const std::string& name,
                                        const measure::Histogram& histogram) {
        if (!histogram.empty()) {
            record.histograms[name] = measure::encodeHistogram(histogram);
        }
        if (histogram.negativeCount() > 0) {
            record.counters[name + ".negative"] +=
                static_cast<std::int64_t>(histogram.negativeCount());
        }
    };
    for (const auto& [name, histogram] : all.connect) {
        addHistogram(name, histogram);
    }
    addHistogram("load.lag", all.lag);
    for (const auto& [workload, metrics] : all.workloads) {
        addHistogram(workload + ".latency", metrics.latency);
        addHistogram(workload + ".service", metrics.service);
        addHistogram(workload + ".delivery", metrics.delivery);
        for (const auto& [name, count] : metrics.counters) {
            record.counters[workload + "." + name] += count;
        }
        if (metrics.counters.contains("expected")) {
            // Zero is a result: it must not look like "never counted".
            const auto value = [&metrics](const char* name) {
                const auto found = metrics.counters.find(name);
                return found == metrics.counters.end() ? 0 : found->second;
            };
            const auto window = m_writer.model().phaseWindow(m_number, results::Phase::Steady);
            const auto before = [&](const std::string& name) -> std::int64_t {
                return window ? m_writer.model().counter(workload + "." + name, *window).value_or(0)
                              : 0;
            };
            const std::int64_t told = value("drops.overflow") + before("drops.overflow") +
                                      value("drops.gap") + before("drops.gap");
            record.counters[workload + ".drops.missing"] =
                std::max<std::int64_t>(0, value("drops") - told);
            for (const char* name : {"drops.overflow", "drops.gap", "coalesced", "duplicates",
                                     "late", "publishStarved"}) {
                record.counters[workload + "." + name] += 0;
            }
        }
    }
    for (std::size_t w = 0; w < m_scenario.workloads.size(); ++w) {
        const auto& name = m_scenario.workloads[w].name;
        const auto* read = std::get_if<scenario::ReadWorkload>(&m_scenario.workloads[w].work);
        const auto* write = std::get_if<scenario::WriteWorkload>(&m_scenario.workloads[w].work);
        if (read == nullptr && write == nullptr) {
            for (const char* counter : {"received", "late", "duplicates", "drops.overflow",
                                        "drops.gap", "publishStarved"}) {
                record.counters[name + "." + counter] += 0;
            }
            continue;
        }
        for (const char* counter : {"failed", "completed", "offered", "notStarted"}) {
            record.counters[name + "." + counter] += 0;
        }
        const auto& arrival = read != nullptr ? read->arrival : write->arrival;
        const Schedule schedule(arrival, 0, 1);
        if (!schedule.isClosedLoop() && m_phase == results::Phase::Steady &&
            record.intervalNs > 0) {
            const auto since = now - m_workBegan;
            const double planned =
                schedule.plannedWithin(since) -
                schedule.plannedWithin(since - base::Duration(record.intervalNs));
            if (planned > 0) {
                record.gauges[name + ".offeredRatio"] =
                    static_cast<double>(record.counters[name + ".offered"]) / planned;
            }
        }
    }
    sampleProcesses(record, now);
    m_writer.sample(std::move(record));
}

void CellRun::sampleProcesses(results::SampleRecord& record, base::MonotonicTime now)
{
    std::int64_t ownCpuNs = 0;
    const auto add = [&](std::string_view name, pid_t pid, measure::ProcessCpu& cpu) {
        const auto sample = measure::sampleProcess(pid);
        if (!sample) {
            return;
        }
        ownCpuNs += sample->cpuNs;
        record.gauges[fmt::format("{}.rss", name)] = static_cast<double>(sample->rssBytes);
        record.gauges[fmt::format("{}.threads", name)] = static_cast<double>(sample->threads);
        if (sample->descriptors) {
            record.gauges[fmt::format("{}.descriptors", name)] =
                static_cast<double>(*sample->descriptors);
        }
        if (const auto cores = cpu.cores(sample->cpuNs, now)) {
            record.gauges[fmt::format("{}.cpu", name)] = *cores;
        }
    };
    add("load", getpid(), m_loadCpu);
    if (m_server && !m_serverDied) {
        add("server", m_server->pid(), m_serverCpu);
    } else if (const auto* external = m_scenario.target.external(); external && external->pid) {
        add("server", static_cast<pid_t>(*external->pid), m_serverCpu);
    }
    if (m_server) {
        auto sample = m_server->takeSample();
        for (const auto& [name, count] : sample.counters) {
            record.counters[name] += count;
        }
        for (const auto& [name, value] : sample.gauges) {
            record.gauges[name] = value;
        }
        for (const auto& [name, texts] : sample.histograms) {
            measure::Histogram merged;
            for (const auto& text : texts) {
                if (const auto one = measure::decodeHistogram(text)) {
                    merged.merge(*one);
                }
            }
            if (!merged.empty()) {
                record.histograms[name] = measure::encodeHistogram(merged);
            }
        }
    }
    if (const auto machine = m_machine.sample(ownCpuNs, now); machine && *machine) {
        record.gauges["machine.cpu"] = (*machine)->othersCores;
        record.gauges["machine.steal"] = (*machine)->stealCores;
    }
    // Durations never use the wall clock; a step of it is noted all the same (field case L07).
    if (const auto step = m_clockWatch.step(base::SystemClock().wall(), now)) {
        m_writer.event(m_number, "clock-step",
                       fmt::format("the system's clock was stepped by {:.1f} s",
                                   std::chrono::duration<double>(*step).count()));
    }
}

} // namespace load
