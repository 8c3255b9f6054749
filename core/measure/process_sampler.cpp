// SPDX-License-Identifier: MIT
#include "measure/process_sampler.h"

#include "measure/text_file.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace measure {

namespace {

constexpr base::StatusCode badNotFound{0x803E0000};
constexpr base::StatusCode badDecoding{0x80070000};

std::vector<std::string_view> words(std::string_view text)
{
    std::vector<std::string_view> found;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t begin = text.find_first_not_of(" \t\n", at);
        if (begin == std::string_view::npos) {
            break;
        }
        const std::size_t end = std::min(text.find_first_of(" \t\n", begin), text.size());
        found.push_back(text.substr(begin, end - begin));
        at = end;
    }
    return found;
}

template <typename T>
std::optional<T> number(std::string_view text)
{
    T value{};
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                      : std::nullopt;
}

std::int64_t ticksPerSecond()
{
    const long ticks = ::sysconf(_SC_CLK_TCK);
    return ticks > 0 ? ticks : 100;
}

std::optional<std::int64_t> cpuClockNs(pid_t pid)
{
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
        return std::nullopt;
    }
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

std::optional<std::int64_t> descriptorCount(const std::filesystem::path& folder)
{
    std::error_code failure;
    std::filesystem::directory_iterator at(folder, failure);
    std::int64_t count = 0;
    for (; !failure && at != std::filesystem::directory_iterator(); at.increment(failure)) {
        ++count;
    }
    return failure ? std::nullopt : std::optional(count);
}

} // namespace

base::Result<ProcessStat> parseProcessStat(std::string_view text)
{
    // proc(5): the name in parentheses is whatever the process chose; the last ')' ends it.
    const std::size_t close = text.rfind(')');
    const auto fields = close == std::string_view::npos ? std::vector<std::string_view>()
                                                        : words(text.substr(close + 1));
    // Counted from field 3 (state): utime 14, stime 15, num_threads 20, rss 24.
    if (fields.size() < 22) {
        return base::fail(badDecoding, "stat of a process: fewer fields than expected");
    }
    const auto user = number<std::int64_t>(fields[11]);
    const auto system = number<std::int64_t>(fields[12]);
    const auto threads = number<std::int64_t>(fields[17]);
    const auto pages = number<std::int64_t>(fields[21]);
    if (!user || !system || !threads || !pages) {
        return base::fail(badDecoding, "stat of a process: a field is not a number");
    }
    return ProcessStat{fields[0][0], *user + *system, *threads, *pages};
}

base::Result<ProcessSample> sampleProcess(pid_t pid, const std::filesystem::path& proc)
{
    const auto folder = proc / std::to_string(pid);
    const auto text = readTextFile(folder / "stat");
    if (!text) {
        return base::fail(badNotFound, "process " + std::to_string(pid) + " is gone");
    }
    UA_TRY_ASSIGN(const ProcessStat stat, parseProcessStat(*text));
    if (stat.state == 'Z' || stat.state == 'X') {
        return base::fail(badNotFound, "process " + std::to_string(pid) + " has ended");
    }
    ProcessSample sample;
    sample.rssBytes = stat.rssPages * ::sysconf(_SC_PAGESIZE);
    sample.threads = stat.threads;
    const bool isThisMachine = proc == std::filesystem::path("/proc");
    const auto cpu = isThisMachine ? cpuClockNs(pid) : std::nullopt;
    sample.cpuNs = cpu.value_or(stat.cpuTicks * (1'000'000'000 / ticksPerSecond()));
    sample.descriptors = descriptorCount(folder / "fd");
    if (sample.descriptors && isThisMachine && pid == ::getpid()) {
        --*sample.descriptors; // the directory being read is one of them
    }
    return sample;
}

std::optional<double> ProcessCpu::cores(std::int64_t cpuNs, base::MonotonicTime now)
{
    std::optional<double> result;
    if (m_cpuNs && now > m_at) {
        result = static_cast<double>(std::max<std::int64_t>(0, cpuNs - *m_cpuNs)) /
                 static_cast<double>((now - m_at).count());
    }
    m_cpuNs = cpuNs;
    m_at = now;
    return result;
}

base::Result<MachineTicks> parseMachineStat(std::string_view text)
{
    const auto fields = words(text.substr(0, text.find('\n')));
    if (fields.size() < 9 || fields[0] != "cpu") {
        return base::fail(badDecoding, "/proc/stat: expected a first line 'cpu' with eight times");
    }
    std::int64_t value[8] = {};
    for (std::size_t i = 0; i < 8; ++i) {
        const auto ticks = number<std::int64_t>(fields[i + 1]);
        if (!ticks) {
            return base::fail(badDecoding, "/proc/stat: a time is not a number");
        }
        value[i] = *ticks;
    }
    // user nice system idle iowait irq softirq steal
    return MachineTicks{value[0] + value[1] + value[2] + value[5] + value[6], value[7]};
}

MachineSampler::MachineSampler(std::filesystem::path proc)
    : m_proc(std::move(proc))
    , m_ticksPerSecond(ticksPerSecond())
{}

base::Result<std::optional<MachineSample>> MachineSampler::sample(std::int64_t ownCpuNs,
                                                                  base::MonotonicTime now)
{
    UA_TRY_ASSIGN(const std::string stat, readTextFile(m_proc / "stat"));
    UA_TRY_ASSIGN(const MachineTicks ticks, parseMachineStat(stat));
    UA_TRY_ASSIGN(const std::string average, readTextFile(m_proc / "loadavg"));

    std::optional<MachineSample> result;
    if (m_ticks && now > m_at) {
        const double seconds = static_cast<double>((now - m_at).count()) / 1e9;
        const auto perSecond = static_cast<double>(m_ticksPerSecond);
        const double busy = static_cast<double>(ticks.busy - m_ticks->busy) / perSecond / seconds;
        const double own = static_cast<double>(ownCpuNs - m_ownCpuNs) / 1e9 / seconds;
        MachineSample sample;
        // Ticks and CPU clocks are cut differently: a little below zero is rounding.
        sample.othersCores = std::max(0.0, busy - own);
        sample.stealCores =
            std::max(0.0, static_cast<double>(ticks.steal - m_ticks->steal) / perSecond / seconds);
        const auto fields = words(average);
        sample.loadAverage = fields.empty() ? 0.0 : number<double>(fields[0]).value_or(0.0);
        result = sample;
    }
    m_ticks = ticks;
    m_ownCpuNs = ownCpuNs;
    m_at = now;
    return result;
}

} // namespace measure
