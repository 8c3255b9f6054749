// SPDX-License-Identifier: MIT
// A scenario as canonical JSON: every field present in the order of its description, so that equal
// scenarios have equal texts and a hash of the text names the scenario.
#pragma once

#include "scenario/scenario.h"

#include <string>

namespace scenario {

std::string toJson(const Scenario& scenario);

/// The JSON Schema (draft 2020-12) of a scenario; docs/scenario.schema.json is this text.
std::string scenarioSchema();

} // namespace scenario
