// SPDX-License-Identifier: MIT
// From a scenario's embedded target to the settings of the server that plays it.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "scenario/scenario.h"
#include "ua/server/opc_tcp_server.h"

#include <filesystem>

namespace app {

struct ServerSettings
{
    ua::ServerConfig server;
    ua::ServerChannelConfig channel;
    ua::ListenerConfig listener;
    ua::ApplicationIdentity identity;
};

/// Makes or loads the server's certificate in `pki`.
base::Result<ServerSettings> serverSettings(const scenario::Scenario& scenario,
                                            const std::filesystem::path& pki,
                                            const base::Clock& clock);
/// None, Sign and SignAndEncrypt: for a server people connect to.
void offerEveryEndpoint(ServerSettings& settings);

} // namespace app
