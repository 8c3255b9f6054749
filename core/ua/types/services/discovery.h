// SPDX-License-Identifier: MIT
// Discovery service set (Part 4 §5.5).
#pragma once

#include "ua/types/services/enumerations.h"
#include "ua/types/services/headers.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct ApplicationDescription {
    static constexpr std::string_view typeName = "ApplicationDescription";
    static constexpr std::uint32_t binaryEncodingId = 310;

    String applicationUri;
    String productUri;
    LocalizedText applicationName;
    ApplicationType applicationType{};
    String gatewayServerUri;
    String discoveryProfileUri;
    Array<String> discoveryUrls;

    auto fields(this auto& self, auto&& field) -> void {
        field("ApplicationUri", self.applicationUri);
        field("ProductUri", self.productUri);
        field("ApplicationName", self.applicationName);
        field("ApplicationType", self.applicationType);
        field("GatewayServerUri", self.gatewayServerUri);
        field("DiscoveryProfileUri", self.discoveryProfileUri);
        field("DiscoveryUrls", self.discoveryUrls);
    }
};

struct UserTokenPolicy {
    static constexpr std::string_view typeName = "UserTokenPolicy";
    static constexpr std::uint32_t binaryEncodingId = 306;

    String policyId;
    UserTokenType tokenType{};
    String issuedTokenType;
    String issuerEndpointUrl;
    String securityPolicyUri;

    auto fields(this auto& self, auto&& field) -> void {
        field("PolicyId", self.policyId);
        field("TokenType", self.tokenType);
        field("IssuedTokenType", self.issuedTokenType);
        field("IssuerEndpointUrl", self.issuerEndpointUrl);
        field("SecurityPolicyUri", self.securityPolicyUri);
    }
};

struct EndpointDescription {
    static constexpr std::string_view typeName = "EndpointDescription";
    static constexpr std::uint32_t binaryEncodingId = 314;

    String endpointUrl;
    ApplicationDescription server;
    ByteString serverCertificate;
    MessageSecurityMode securityMode{};
    String securityPolicyUri;
    Array<UserTokenPolicy> userIdentityTokens;
    String transportProfileUri;
    std::uint8_t securityLevel = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("EndpointUrl", self.endpointUrl);
        field("Server", self.server);
        field("ServerCertificate", self.serverCertificate);
        field("SecurityMode", self.securityMode);
        field("SecurityPolicyUri", self.securityPolicyUri);
        field("UserIdentityTokens", self.userIdentityTokens);
        field("TransportProfileUri", self.transportProfileUri);
        field("SecurityLevel", self.securityLevel);
    }
};

struct FindServersRequest {
    static constexpr std::string_view typeName = "FindServersRequest";
    static constexpr std::uint32_t binaryEncodingId = 422;

    RequestHeader requestHeader;
    String endpointUrl;
    Array<String> localeIds;
    Array<String> serverUris;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("EndpointUrl", self.endpointUrl);
        field("LocaleIds", self.localeIds);
        field("ServerUris", self.serverUris);
    }
};

struct FindServersResponse {
    static constexpr std::string_view typeName = "FindServersResponse";
    static constexpr std::uint32_t binaryEncodingId = 425;

    ResponseHeader responseHeader;
    Array<ApplicationDescription> servers;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Servers", self.servers);
    }
};

struct GetEndpointsRequest {
    static constexpr std::string_view typeName = "GetEndpointsRequest";
    static constexpr std::uint32_t binaryEncodingId = 428;

    RequestHeader requestHeader;
    String endpointUrl;
    Array<String> localeIds;
    Array<String> profileUris;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("EndpointUrl", self.endpointUrl);
        field("LocaleIds", self.localeIds);
        field("ProfileUris", self.profileUris);
    }
};

struct GetEndpointsResponse {
    static constexpr std::string_view typeName = "GetEndpointsResponse";
    static constexpr std::uint32_t binaryEncodingId = 431;

    ResponseHeader responseHeader;
    Array<EndpointDescription> endpoints;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Endpoints", self.endpoints);
    }
};

struct RegisteredServer {
    static constexpr std::string_view typeName = "RegisteredServer";
    static constexpr std::uint32_t binaryEncodingId = 434;

    String serverUri;
    String productUri;
    Array<LocalizedText> serverNames;
    ApplicationType serverType{};
    String gatewayServerUri;
    Array<String> discoveryUrls;
    String semaphoreFilePath;
    bool isOnline = false;

    auto fields(this auto& self, auto&& field) -> void {
        field("ServerUri", self.serverUri);
        field("ProductUri", self.productUri);
        field("ServerNames", self.serverNames);
        field("ServerType", self.serverType);
        field("GatewayServerUri", self.gatewayServerUri);
        field("DiscoveryUrls", self.discoveryUrls);
        field("SemaphoreFilePath", self.semaphoreFilePath);
        field("IsOnline", self.isOnline);
    }
};

struct RegisterServerRequest {
    static constexpr std::string_view typeName = "RegisterServerRequest";
    static constexpr std::uint32_t binaryEncodingId = 437;

    RequestHeader requestHeader;
    RegisteredServer server;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("Server", self.server);
    }
};

struct RegisterServerResponse {
    static constexpr std::string_view typeName = "RegisterServerResponse";
    static constexpr std::uint32_t binaryEncodingId = 440;

    ResponseHeader responseHeader;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
    }
};

struct MdnsDiscoveryConfiguration {
    static constexpr std::string_view typeName = "MdnsDiscoveryConfiguration";
    static constexpr std::uint32_t binaryEncodingId = 12901;

    String mdnsServerName;
    Array<String> serverCapabilities;

    auto fields(this auto& self, auto&& field) -> void {
        field("MdnsServerName", self.mdnsServerName);
        field("ServerCapabilities", self.serverCapabilities);
    }
};

struct RegisterServer2Request {
    static constexpr std::string_view typeName = "RegisterServer2Request";
    static constexpr std::uint32_t binaryEncodingId = 12211;

    RequestHeader requestHeader;
    RegisteredServer server;
    Array<ExtensionObject> discoveryConfiguration;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("Server", self.server);
        field("DiscoveryConfiguration", self.discoveryConfiguration);
    }
};

struct RegisterServer2Response {
    static constexpr std::string_view typeName = "RegisterServer2Response";
    static constexpr std::uint32_t binaryEncodingId = 12212;

    ResponseHeader responseHeader;
    Array<StatusCode> configurationResults;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("ConfigurationResults", self.configurationResults);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct ServerOnNetwork {
    static constexpr std::string_view typeName = "ServerOnNetwork";
    static constexpr std::uint32_t binaryEncodingId = 12207;

    std::uint32_t recordId = 0;
    String serverName;
    String discoveryUrl;
    Array<String> serverCapabilities;

    auto fields(this auto& self, auto&& field) -> void {
        field("RecordId", self.recordId);
        field("ServerName", self.serverName);
        field("DiscoveryUrl", self.discoveryUrl);
        field("ServerCapabilities", self.serverCapabilities);
    }
};

struct FindServersOnNetworkRequest {
    static constexpr std::string_view typeName = "FindServersOnNetworkRequest";
    static constexpr std::uint32_t binaryEncodingId = 12208;

    RequestHeader requestHeader;
    std::uint32_t startingRecordId = 0;
    std::uint32_t maxRecordsToReturn = 0;
    Array<String> serverCapabilityFilter;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("StartingRecordId", self.startingRecordId);
        field("MaxRecordsToReturn", self.maxRecordsToReturn);
        field("ServerCapabilityFilter", self.serverCapabilityFilter);
    }
};

struct FindServersOnNetworkResponse {
    static constexpr std::string_view typeName = "FindServersOnNetworkResponse";
    static constexpr std::uint32_t binaryEncodingId = 12209;

    ResponseHeader responseHeader;
    DateTime lastCounterResetTime;
    Array<ServerOnNetwork> servers;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("LastCounterResetTime", self.lastCounterResetTime);
        field("Servers", self.servers);
    }
};

// clang-format on

} // namespace ua
