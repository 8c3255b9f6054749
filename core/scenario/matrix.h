// SPDX-License-Identifier: MIT
// The cells of a scenario: every combination of the values its matrix varies. Session scaling, a
// policy benchmark and a capability map are all this one mechanism.
#pragma once

#include "scenario/scenario.h"
#include "scenario/scenario_reader.h"

#include <expected>
#include <string>
#include <utility>
#include <vector>

namespace scenario {

constexpr std::size_t maxCells = 256;

struct Cell
{
    /// JSON pointer and JSON text of the value, in the order of the matrix.
    std::vector<std::pair<std::string, std::string>> parameters;
    /// Without a matrix.
    Scenario scenario;
};

/// The last axis varies fastest. A scenario without a matrix is one cell without parameters.
/// Problems name the cell and the pointer inside it.
std::expected<std::vector<Cell>, Problems> expandMatrix(const Scenario& scenario);

} // namespace scenario
