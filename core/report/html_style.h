// SPDX-License-Identifier: MIT
// The style sheet of the HTML report.
#pragma once

#include <string_view>

namespace report {

std::string_view htmlStyle();

} // namespace report
