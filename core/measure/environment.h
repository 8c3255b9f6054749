// SPDX-License-Identifier: MIT
// Facts about the machine a run depends on: processor, cores this process may really use, memory,
// kernel, limits and clock source. The host name is deliberately not among them.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace measure {

struct Environment
{
    std::string cpuModel;
    /// Processors of the affinity mask.
    std::uint32_t affinityCores = 0;
    /// CPU quota of the control group in cores; nothing when there is no limit.
    std::optional<double> quotaCores;
    std::int64_t memoryBytes = 0;
    /// Limit of the control group; nothing when there is none.
    std::optional<std::int64_t> memoryLimitBytes;
    std::string kernel;
    std::uint64_t descriptorsSoft = 0;
    std::uint64_t descriptorsHard = 0;
    /// Local ports for outgoing connections, both inclusive.
    std::uint32_t portFirst = 0;
    std::uint32_t portLast = 0;
    std::string clockSource;
    double loadAverage = 0;

    /// What the process can use at most: the affinity mask or the quota.
    double cores() const;

    friend bool operator==(const Environment&, const Environment&) = default;
};

/// Parts that cannot be read stay empty. Files are looked up under `root`.
Environment readEnvironment(const std::filesystem::path& root = "/");

/// "50000 100000" of cpu.max as cores; nothing for "max".
std::optional<double> parseCpuMax(std::string_view text);

} // namespace measure
