// SPDX-License-Identifier: MIT
// Resources of one process and load of the machine around it, read from /proc. CPU time comes from
// the process's CPU clock in nanoseconds, not from 10 ms ticks. What cannot be read is "not
// available", never 0.
#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <sys/types.h>

namespace measure {

struct ProcessSample
{
    std::int64_t rssBytes = 0;
    std::int64_t cpuNs = 0;
    std::int64_t threads = 0;
    /// Nothing when the process belongs to someone else.
    std::optional<std::int64_t> descriptors;
};

/// Fails when the process is gone.
base::Result<ProcessSample> sampleProcess(pid_t pid, const std::filesystem::path& proc = "/proc");

/// The parts of /proc/<pid>/stat used here; the command's name may hold blanks and parentheses.
struct ProcessStat
{
    char state = '?';
    std::int64_t cpuTicks = 0;
    std::int64_t threads = 0;
    std::int64_t rssPages = 0;
};
base::Result<ProcessStat> parseProcessStat(std::string_view text);

/// CPU of one process in cores, from one sample to the next.
class ProcessCpu
{
public:
    /// Nothing at the first call and when no time has passed.
    std::optional<double> cores(std::int64_t cpuNs, base::MonotonicTime now);

private:
    std::optional<std::int64_t> m_cpuNs;
    base::MonotonicTime m_at;
};

struct MachineTicks
{
    std::int64_t busy = 0;
    std::int64_t steal = 0;
};
/// The first line of /proc/stat: busy is everything but idle, iowait and steal. Guest time is part
/// of user time already.
base::Result<MachineTicks> parseMachineStat(std::string_view text);

struct MachineSample
{
    /// Cores in use by everything but the processes named as ours.
    double othersCores = 0;
    double stealCores = 0;
    double loadAverage = 0;
};

class MachineSampler
{
public:
    explicit MachineSampler(std::filesystem::path proc = "/proc");
    /// `ownCpuNs` is the CPU time so far of all processes that are part of the measurement. Nothing
    /// at the first call, since a share needs an interval.
    base::Result<std::optional<MachineSample>> sample(std::int64_t ownCpuNs,
                                                      base::MonotonicTime now);

private:
    std::filesystem::path m_proc;
    std::int64_t m_ticksPerSecond;
    std::optional<MachineTicks> m_ticks;
    std::int64_t m_ownCpuNs = 0;
    base::MonotonicTime m_at;
};

} // namespace measure
