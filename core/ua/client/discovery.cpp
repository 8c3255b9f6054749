// SPDX-License-Identifier: MIT
#include "ua/client/discovery.h"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/basic_resolver.hpp>
#include <boost/asio/redirect_error.hpp>
#include <fmt/format.h>

#include <charconv>

namespace ua {

namespace {

constexpr std::string_view scheme = "opc.tcp://";
constexpr std::string_view tcpProfile =
    "http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary";

Awaitable<base::Result<std::shared_ptr<ClientConnection>>>
connectUnsecured(Shard& shard, const ConnectTarget& target)
{
    auto connection =
        std::make_shared<ClientConnection>(shard, std::make_shared<ClientChannelConfig>());
    auto connected = co_await connection->connect(target);
    if (!connected) {
        co_return std::unexpected(connected.error());
    }
    co_return connection;
}

} // namespace

base::Result<EndpointUrl> EndpointUrl::parse(std::string_view url)
{
    const auto invalid = [url] {
        return base::fail(status::BadTcpEndpointUrlInvalid,
                          fmt::format("\"{}\" is not an endpoint URL (expected for example "
                                      "opc.tcp://127.0.0.1:4840)",
                                      url.substr(0, 200)));
    };
    if (!url.starts_with(scheme) || url.size() > 4096) {
        return invalid();
    }
    std::string_view authority = url.substr(scheme.size());
    authority = authority.substr(0, authority.find('/'));
    EndpointUrl parsed;
    std::string_view port;
    if (authority.starts_with('[')) {
        const auto end = authority.find(']');
        if (end == std::string_view::npos) {
            return invalid();
        }
        parsed.host = authority.substr(1, end - 1);
        port = authority.substr(end + 1);
    } else {
        const auto colon = authority.rfind(':');
        parsed.host = authority.substr(0, colon);
        port = colon == std::string_view::npos ? std::string_view{} : authority.substr(colon);
    }
    if (!port.empty()) {
        port.remove_prefix(port.starts_with(':') ? 1 : 0);
        const auto [end, error] =
            std::from_chars(port.data(), port.data() + port.size(), parsed.port);
        if (error != std::errc{} || end != port.data() + port.size() || parsed.port == 0) {
            return invalid();
        }
    }
    if (parsed.host.empty()) {
        return invalid();
    }
    return parsed;
}

Awaitable<base::Result<asio::ip::tcp::endpoint>> resolve(Shard& shard, const EndpointUrl& url)
{
    boost::system::error_code error;
    const std::string host = url.host == "localhost" ? "127.0.0.1" : url.host;
    const auto address = asio::ip::make_address(host, error);
    if (!error) {
        co_return asio::ip::tcp::endpoint(address, url.port);
    }
    asio::ip::basic_resolver<asio::ip::tcp, Executor> resolver(shard.executor());
    const std::string service = fmt::format("{}", url.port);
    auto token = asio::redirect_error(useAwaitable, error);
    auto found = co_await resolver.async_resolve(url.host, service, token);
    if (error || found.empty()) {
        co_return base::fail(
            status::BadTcpEndpointUrlInvalid,
            fmt::format("no address for host \"{}\": {}", url.host, error.message()));
    }
    co_return found.begin()->endpoint();
}

Awaitable<base::Result<Array<EndpointDescription>>> getEndpoints(Shard& shard,
                                                                 const ConnectTarget& target)
{
    auto connection = co_await connectUnsecured(shard, target);
    if (!connection) {
        co_return std::unexpected(connection.error());
    }
    GetEndpointsRequest request;
    request.requestHeader.timestamp = DateTime::from(shard.clock().wall());
    request.requestHeader.requestHandle = 1;
    request.endpointUrl = String(target.url);
    auto response = co_await (*connection)->call<GetEndpointsResponse>(request, target.timeout);
    (*connection)->close();
    if (!response) {
        co_return std::unexpected(response.error());
    }
    co_return std::move(response->endpoints);
}

Awaitable<base::Result<Array<ApplicationDescription>>> findServers(Shard& shard,
                                                                   const ConnectTarget& target)
{
    auto connection = co_await connectUnsecured(shard, target);
    if (!connection) {
        co_return std::unexpected(connection.error());
    }
    FindServersRequest request;
    request.requestHeader.timestamp = DateTime::from(shard.clock().wall());
    request.requestHeader.requestHandle = 1;
    request.endpointUrl = String(target.url);
    auto response = co_await (*connection)->call<FindServersResponse>(request, target.timeout);
    (*connection)->close();
    if (!response) {
        co_return std::unexpected(response.error());
    }
    co_return std::move(response->servers);
}

base::Result<EndpointDescription> chooseEndpoint(const Array<EndpointDescription>& endpoints,
                                                 std::string_view policyUri,
                                                 MessageSecurityMode mode)
{
    const EndpointDescription* best = nullptr;
    std::string offered;
    for (const auto& endpoint : endpoints) {
        if (!endpoint.transportProfileUri.empty() &&
            !(endpoint.transportProfileUri == tcpProfile)) {
            continue;
        }
        const std::string_view uri = endpoint.securityPolicyUri;
        offered +=
            fmt::format("{}{} ({})", offered.empty() ? "" : ", ",
                        uri.substr(uri.find('#') == std::string_view::npos ? 0 : uri.find('#') + 1),
                        static_cast<int>(endpoint.securityMode));
        if (uri == policyUri && endpoint.securityMode == mode &&
            (best == nullptr || endpoint.securityLevel > best->securityLevel)) {
            best = &endpoint;
        }
    }
    if (best == nullptr) {
        return base::fail(
            status::BadSecurityPolicyRejected,
            fmt::format("the server offers no endpoint with {} in mode {}; it offers {}", policyUri,
                        static_cast<int>(mode), offered.empty() ? "none" : offered));
    }
    return *best;
}

} // namespace ua
