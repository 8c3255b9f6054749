// SPDX-License-Identifier: MIT
// Whether a cell measured the server or the load side's own trouble. Judged by harm that is ours,
// in the steady phase; a slow server is no reason.
#pragma once

#include "results/run_model.h"

#include <string>
#include <vector>

namespace results {

/// Sentences with their evidence; empty for a valid cell.
std::vector<std::string> invalidReasons(const RunModel& model, std::uint32_t cell);
/// Late timers of the load side are harmless up to here: a tenth of the tightest latency limit, at
/// least one millisecond.
std::int64_t allowedLagNs(const RunModel& model);

} // namespace results
