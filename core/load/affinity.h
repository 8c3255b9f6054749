// SPDX-License-Identifier: MIT
// Keeps a thread (and those it starts) to the processors a scenario names.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <vector>

namespace load {

/// The calling thread; none named: no change.
base::Result<void> pinToCores(const std::vector<std::uint32_t>& cores);

} // namespace load
