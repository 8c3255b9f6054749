// SPDX-License-Identifier: MIT
// Reads a scenario strictly: an unknown key, a wrong type, a value out of range or settings that
// contradict each other are problems with a JSON pointer, and all of them are reported at once. A
// typing error must never silently change the scale of a test.
#pragma once

#include "base/result.h"
#include "scenario/scenario.h"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace scenario {

struct Problem
{
    /// JSON pointer of the value; empty for the whole document.
    std::string pointer;
    std::string expected;
    std::string found;
    /// What to do, such as the nearest known key; may be empty.
    std::string hint;

    /// "/workloads/0/sesions: expected a known key, found 'sesions'; did you mean sessions?"
    std::string text() const;
};
using Problems = std::vector<Problem>;

/// All problems, one a line, as one Error (Bad_ConfigurationError).
base::Error toError(const Problems& problems);

/// At most this many problems are collected from one document.
constexpr std::size_t maxProblems = 100;

/// The document and, when it has a matrix, every cell of it are checked.
std::expected<Scenario, Problems> readScenario(std::string_view json);

/// Settings that contradict each other; pointers lead into the canonical document. The reader
/// calls it; a caller that changed a Scenario may too.
Problems findContradictions(const Scenario& scenario);

} // namespace scenario
