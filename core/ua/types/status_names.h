// SPDX-License-Identifier: MIT
// Names of status codes for people and results.
#pragma once

#include "base/status_code.h"

#include <string>
#include <string_view>

namespace ua {

/// "BadTimeout"; empty when the table does not know the code. Flag bits are ignored.
std::string_view statusName(base::StatusCode status);
/// "BadTimeout (0x800A0000)", or only the number of an unknown code.
std::string statusText(base::StatusCode status);
/// The name, or the number of an unknown code: the key results count by.
std::string statusKey(base::StatusCode status);

} // namespace ua
