// SPDX-License-Identifier: MIT
// What the runner tells the embedded server in the first line of its standard input.
#pragma once

#include "base/result.h"
#include "scenario/scenario.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace load {

struct ServeRequest
{
    /// One cell; secrets stay references, the server resolves them itself.
    scenario::Scenario scenario;
    /// Wall time at monotonic zero: source timestamps and receipts use the same base.
    std::int64_t clockBaseNs = 0;
    std::filesystem::path pki;
};

std::string serveRequestLine(const ServeRequest& request);
base::Result<ServeRequest> parseServeRequest(std::string_view line);

} // namespace load
