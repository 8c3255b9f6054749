// SPDX-License-Identifier: MIT
#include "load/affinity.h"

#include "ua/types/status_codes.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <sched.h>

namespace load {

base::Result<void> pinToCores(const std::vector<std::uint32_t>& cores)
{
    if (cores.empty()) {
        return {};
    }
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const auto core : cores) {
        if (core < CPU_SETSIZE) {
            CPU_SET(core, &set);
        }
    }
    if (sched_setaffinity(0, sizeof(set), &set) != 0) {
        return base::fail(ua::status::BadConfigurationError,
                          fmt::format("cannot use only the processors {}: {}",
                                      fmt::join(cores, ", "), std::strerror(errno)));
    }
    return {};
}

} // namespace load
