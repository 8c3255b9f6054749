// SPDX-License-Identifier: MIT
// GetEndpoints and FindServers on a None channel, and choosing an endpoint (Part 4 §5.5).
#pragma once

#include "ua/client/client_connection.h"
#include "ua/types/services/discovery.h"

namespace ua {

/// host and port of opc.tcp://host:port/path; the default port is 4840.
struct EndpointUrl
{
    std::string host;
    std::uint16_t port = 4840;
    static base::Result<EndpointUrl> parse(std::string_view url);
};
/// Numeric addresses and "localhost" without asking a resolver; anything else by name.
Awaitable<base::Result<asio::ip::tcp::endpoint>> resolve(Shard& shard, const EndpointUrl& url);

Awaitable<base::Result<Array<EndpointDescription>>> getEndpoints(Shard& shard,
                                                                 const ConnectTarget& target);
Awaitable<base::Result<Array<ApplicationDescription>>> findServers(Shard& shard,
                                                                   const ConnectTarget& target);

/// The opc.tcp endpoint of that policy and mode with the highest security level.
base::Result<EndpointDescription> chooseEndpoint(const Array<EndpointDescription>& endpoints,
                                                 std::string_view policyUri,
                                                 MessageSecurityMode mode);

} // namespace ua
