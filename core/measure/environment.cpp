// SPDX-License-Identifier: MIT
#include "measure/environment.h"

#include "measure/text_file.h"

#include <algorithm>
#include <charconv>
#include <sched.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <system_error>

namespace measure {

namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\n");
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1);
}

/// The number at the front, after blanks; the text behind it is left in `text`.
std::optional<double> takeNumber(std::string_view& text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
    double value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc()) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

/// The value behind "key … :" or "key" in a file of such lines.
std::string valueOf(const std::string& text, std::string_view key)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const auto line = std::string_view(text).substr(at, end - at);
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == key) {
            return std::string(trimmed(line.substr(colon + 1)));
        }
        at = end + 1;
    }
    return {};
}

void readControlGroup(const std::filesystem::path& root, Environment& environment)
{
    // The unified hierarchy: "0::/path"; inside a container the path is relative to its own root.
    std::filesystem::path group = "sys/fs/cgroup";
    if (const auto own = readTextFile(root / "proc/self/cgroup")) {
        const std::size_t at = own->find("0::/");
        if (at != std::string::npos) {
            const auto rest = std::string_view(*own).substr(at + 4);
            group /= std::filesystem::path(std::string(rest.substr(0, rest.find('\n'))));
        }
    }
    for (const auto& folder : {group, std::filesystem::path("sys/fs/cgroup")}) {
        if (const auto text = readTextFile(root / folder / "cpu.max")) {
            environment.quotaCores = parseCpuMax(*text);
        }
        if (const auto text = readTextFile(root / folder / "memory.max")) {
            std::string_view rest = *text;
            if (const auto bytes = takeNumber(rest); bytes && *bytes < 9e18) {
                environment.memoryLimitBytes = static_cast<std::int64_t>(*bytes);
            }
        }
        if (environment.quotaCores) {
            return;
        }
    }
    // The older hierarchy.
    const auto quota = readTextFile(root / "sys/fs/cgroup/cpu/cpu.cfs_quota_us");
    const auto period = readTextFile(root / "sys/fs/cgroup/cpu/cpu.cfs_period_us");
    if (quota && period) {
        environment.quotaCores =
            parseCpuMax(std::string(trimmed(*quota)) + " " + std::string(trimmed(*period)));
    }
}

void readLimits(Environment& environment)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        environment.descriptorsSoft = limit.rlim_cur;
        environment.descriptorsHard = limit.rlim_max;
    }
    cpu_set_t mask;
    CPU_ZERO(&mask);
    if (::sched_getaffinity(0, sizeof mask, &mask) == 0) {
        environment.affinityCores = static_cast<std::uint32_t>(CPU_COUNT(&mask));
    }
    utsname name{};
    if (::uname(&name) == 0) {
        environment.kernel = std::string(name.sysname) + " " + name.release + " " + name.machine;
    }
}

} // namespace

double Environment::cores() const
{
    const auto mask = static_cast<double>(std::max(affinityCores, 1U));
    return quotaCores ? std::min(mask, *quotaCores) : mask;
}

std::optional<double> parseCpuMax(std::string_view text)
{
    const auto quota = takeNumber(text);
    const auto period = takeNumber(text);
    if (!quota || !period || *quota <= 0 || *period <= 0) {
        return std::nullopt;
    }
    return *quota / *period;
}

Environment readEnvironment(const std::filesystem::path& root)
{
    Environment environment;
    readLimits(environment);
    readControlGroup(root, environment);
    if (const auto text = readTextFile(root / "proc/cpuinfo")) {
        environment.cpuModel = valueOf(*text, "model name");
        if (environment.cpuModel.empty()) {
            environment.cpuModel = valueOf(*text, "Processor");
        }
    }
    if (const auto text = readTextFile(root / "proc/meminfo")) {
        const std::string total = valueOf(*text, "MemTotal");
        std::string_view rest = total;
        environment.memoryBytes =
            static_cast<std::int64_t>(takeNumber(rest).value_or(0)) * 1024; // always in kB
    }
    if (const auto text = readTextFile(root / "proc/sys/net/ipv4/ip_local_port_range")) {
        std::string_view rest = *text;
        environment.portFirst = static_cast<std::uint32_t>(takeNumber(rest).value_or(0));
        environment.portLast = static_cast<std::uint32_t>(takeNumber(rest).value_or(0));
    }
    if (const auto text = readTextFile(
            root / "sys/devices/system/clocksource/clocksource0/current_clocksource")) {
        environment.clockSource = std::string(trimmed(*text));
    }
    if (const auto text = readTextFile(root / "proc/loadavg")) {
        std::string_view rest = *text;
        environment.loadAverage = takeNumber(rest).value_or(0);
    }
    return environment;
}

} // namespace measure
