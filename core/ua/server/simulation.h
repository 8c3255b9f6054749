// SPDX-License-Identifier: MIT
// Simulated objects: variables that carry a strictly increasing counter, so that a receiver counts
// gaps, duplicates and staleness exactly; one variable of every type; a method to call.
#pragma once

#include "base/clock.h"
#include "ua/server/address_space.h"
#include "ua/server/server_config.h"

#include <cstdint>
#include <vector>

namespace ua {

inline constexpr const char* simulationNamespaceUri = "urn:uasurge:simulation";

/// Objects/Simulation with Object<k>, 75 variables each: ns=2;i=1 … n, UInt64, writable. Below
/// Simulation/Types one writable variable per built-in type (ns=2;s=Types.<Name>) and
/// Simulation/Add (ns=2;s=Add: two Doubles in, their sum out). Returns the counter variables.
std::vector<Node*> populateSimulation(AddressSpace& space, const ServerConfig& config,
                                      const base::Clock& clock);

/// The counter in the type the variable has.
Variant counterValue(const VariableFacet& variable, std::uint64_t counter);

} // namespace ua
