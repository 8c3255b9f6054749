// SPDX-License-Identifier: MIT
// Small files of /proc and /sys as text.
#pragma once

#include "base/result.h"

#include <filesystem>
#include <string>

namespace measure {

/// At most `maxBytes`; these files report a size of 0.
base::Result<std::string> readTextFile(const std::filesystem::path& file,
                                       std::size_t maxBytes = 1U << 20U);

} // namespace measure
