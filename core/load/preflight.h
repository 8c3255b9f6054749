// SPDX-License-Identifier: MIT
// Before the load: finds the endpoint, makes client certificates, asks the server with one real
// session what it bears, and compares the plan with this process's limits.
#pragma once

#include "base/result.h"
#include "load/session_setup.h"
#include "scenario/plan.h"
#include "ua/transport/shard.h"

#include <filesystem>
#include <string>
#include <vector>

namespace load {

/// Client certificates of a run: generated into `pki`, or the scenario's own.
base::Result<std::vector<ua::ApplicationIdentity>>
clientIdentities(const scenario::Security& security, const std::filesystem::path& pki,
                 const base::Clock& clock);

/// A secret the scenario names by reference. Errors name the reference, never the value.
base::Result<std::string> resolveSecret(const scenario::Secret& secret);

const ua::SecurityPolicy& policyOf(const scenario::Security& security);
ua::MessageSecurityMode modeOf(const scenario::Security& security);

/// Discovery and one session against the server; its limits and namespaces end in the setup.
ua::Awaitable<base::Result<SessionSetup>>
prepareSessions(ua::Shard& shard, const scenario::Scenario& scenario, std::string url,
                const std::vector<ua::ApplicationIdentity>& identities);

/// Raises the soft limit of open files to the hard one. One sentence with a remedy for each limit
/// the plan exceeds.
std::vector<std::string> checkLocalLimits(const scenario::Plan& plan);

} // namespace load
