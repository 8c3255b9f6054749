// SPDX-License-Identifier: MIT
// SecureChannel service set (Part 4 §5.6).
#pragma once

#include "ua/types/services/enumerations.h"
#include "ua/types/services/headers.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct ChannelSecurityToken {
    static constexpr std::string_view typeName = "ChannelSecurityToken";
    static constexpr std::uint32_t binaryEncodingId = 443;

    std::uint32_t channelId = 0;
    std::uint32_t tokenId = 0;
    DateTime createdAt;
    std::uint32_t revisedLifetime = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("ChannelId", self.channelId);
        field("TokenId", self.tokenId);
        field("CreatedAt", self.createdAt);
        field("RevisedLifetime", self.revisedLifetime);
    }
};

struct OpenSecureChannelRequest {
    static constexpr std::string_view typeName = "OpenSecureChannelRequest";
    static constexpr std::uint32_t binaryEncodingId = 446;

    RequestHeader requestHeader;
    std::uint32_t clientProtocolVersion = 0;
    SecurityTokenRequestType requestType{};
    MessageSecurityMode securityMode{};
    ByteString clientNonce;
    std::uint32_t requestedLifetime = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("ClientProtocolVersion", self.clientProtocolVersion);
        field("RequestType", self.requestType);
        field("SecurityMode", self.securityMode);
        field("ClientNonce", self.clientNonce);
        field("RequestedLifetime", self.requestedLifetime);
    }
};

struct OpenSecureChannelResponse {
    static constexpr std::string_view typeName = "OpenSecureChannelResponse";
    static constexpr std::uint32_t binaryEncodingId = 449;

    ResponseHeader responseHeader;
    std::uint32_t serverProtocolVersion = 0;
    ChannelSecurityToken securityToken;
    ByteString serverNonce;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("ServerProtocolVersion", self.serverProtocolVersion);
        field("SecurityToken", self.securityToken);
        field("ServerNonce", self.serverNonce);
    }
};

struct CloseSecureChannelRequest {
    static constexpr std::string_view typeName = "CloseSecureChannelRequest";
    static constexpr std::uint32_t binaryEncodingId = 452;

    RequestHeader requestHeader;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
    }
};

struct CloseSecureChannelResponse {
    static constexpr std::string_view typeName = "CloseSecureChannelResponse";
    static constexpr std::uint32_t binaryEncodingId = 455;

    ResponseHeader responseHeader;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
    }
};

// clang-format on

} // namespace ua
