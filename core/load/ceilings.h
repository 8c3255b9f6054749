// SPDX-License-Identifier: MIT
// What this machine can do at most, measured in the run with the operations the protocol needs, on
// all cores at once.
#pragma once

#include "base/clock.h"
#include "results/records.h"
#include "ua/security/certificate_builder.h"
#include "ua/security/security_policy.h"

#include <cstdint>
#include <vector>

namespace load {

/// RSA private and public operations of the policy (when secured), a loopback round trip, copying
/// memory. `each` is how long every operation is measured.
std::vector<results::CeilingRecord> measureCeilings(const ua::SecurityPolicy& policy,
                                                    const ua::ApplicationIdentity& identity,
                                                    std::uint32_t cores, base::Duration each,
                                                    const base::Clock& clock);

} // namespace load
