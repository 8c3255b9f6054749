// SPDX-License-Identifier: MIT
// Session service set and identity tokens (Part 4 §5.7, §7.40).
#pragma once

#include "ua/types/services/discovery.h"
#include "ua/types/services/enumerations.h"
#include "ua/types/services/headers.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct AnonymousIdentityToken {
    static constexpr std::string_view typeName = "AnonymousIdentityToken";
    static constexpr std::uint32_t binaryEncodingId = 321;

    String policyId;

    auto fields(this auto& self, auto&& field) -> void {
        field("PolicyId", self.policyId);
    }
};

struct UserNameIdentityToken {
    static constexpr std::string_view typeName = "UserNameIdentityToken";
    static constexpr std::uint32_t binaryEncodingId = 324;

    String policyId;
    String userName;
    ByteString password;
    String encryptionAlgorithm;

    auto fields(this auto& self, auto&& field) -> void {
        field("PolicyId", self.policyId);
        field("UserName", self.userName);
        field("Password", self.password);
        field("EncryptionAlgorithm", self.encryptionAlgorithm);
    }
};

struct X509IdentityToken {
    static constexpr std::string_view typeName = "X509IdentityToken";
    static constexpr std::uint32_t binaryEncodingId = 327;

    String policyId;
    ByteString certificateData;

    auto fields(this auto& self, auto&& field) -> void {
        field("PolicyId", self.policyId);
        field("CertificateData", self.certificateData);
    }
};

struct IssuedIdentityToken {
    static constexpr std::string_view typeName = "IssuedIdentityToken";
    static constexpr std::uint32_t binaryEncodingId = 940;

    String policyId;
    ByteString tokenData;
    String encryptionAlgorithm;

    auto fields(this auto& self, auto&& field) -> void {
        field("PolicyId", self.policyId);
        field("TokenData", self.tokenData);
        field("EncryptionAlgorithm", self.encryptionAlgorithm);
    }
};

struct CreateSessionRequest {
    static constexpr std::string_view typeName = "CreateSessionRequest";
    static constexpr std::uint32_t binaryEncodingId = 461;

    RequestHeader requestHeader;
    ApplicationDescription clientDescription;
    String serverUri;
    String endpointUrl;
    String sessionName;
    ByteString clientNonce;
    ByteString clientCertificate;
    double requestedSessionTimeout = 0;
    std::uint32_t maxResponseMessageSize = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("ClientDescription", self.clientDescription);
        field("ServerUri", self.serverUri);
        field("EndpointUrl", self.endpointUrl);
        field("SessionName", self.sessionName);
        field("ClientNonce", self.clientNonce);
        field("ClientCertificate", self.clientCertificate);
        field("RequestedSessionTimeout", self.requestedSessionTimeout);
        field("MaxResponseMessageSize", self.maxResponseMessageSize);
    }
};

struct CreateSessionResponse {
    static constexpr std::string_view typeName = "CreateSessionResponse";
    static constexpr std::uint32_t binaryEncodingId = 464;

    ResponseHeader responseHeader;
    NodeId sessionId;
    NodeId authenticationToken;
    double revisedSessionTimeout = 0;
    ByteString serverNonce;
    ByteString serverCertificate;
    Array<EndpointDescription> serverEndpoints;
    Array<SignedSoftwareCertificate> serverSoftwareCertificates;
    SignatureData serverSignature;
    std::uint32_t maxRequestMessageSize = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("SessionId", self.sessionId);
        field("AuthenticationToken", self.authenticationToken);
        field("RevisedSessionTimeout", self.revisedSessionTimeout);
        field("ServerNonce", self.serverNonce);
        field("ServerCertificate", self.serverCertificate);
        field("ServerEndpoints", self.serverEndpoints);
        field("ServerSoftwareCertificates", self.serverSoftwareCertificates);
        field("ServerSignature", self.serverSignature);
        field("MaxRequestMessageSize", self.maxRequestMessageSize);
    }
};

struct ActivateSessionRequest {
    static constexpr std::string_view typeName = "ActivateSessionRequest";
    static constexpr std::uint32_t binaryEncodingId = 467;

    RequestHeader requestHeader;
    SignatureData clientSignature;
    Array<SignedSoftwareCertificate> clientSoftwareCertificates;
    Array<String> localeIds;
    ExtensionObject userIdentityToken;
    SignatureData userTokenSignature;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("ClientSignature", self.clientSignature);
        field("ClientSoftwareCertificates", self.clientSoftwareCertificates);
        field("LocaleIds", self.localeIds);
        field("UserIdentityToken", self.userIdentityToken);
        field("UserTokenSignature", self.userTokenSignature);
    }
};

struct ActivateSessionResponse {
    static constexpr std::string_view typeName = "ActivateSessionResponse";
    static constexpr std::uint32_t binaryEncodingId = 470;

    ResponseHeader responseHeader;
    ByteString serverNonce;
    Array<StatusCode> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("ServerNonce", self.serverNonce);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct CloseSessionRequest {
    static constexpr std::string_view typeName = "CloseSessionRequest";
    static constexpr std::uint32_t binaryEncodingId = 473;

    RequestHeader requestHeader;
    bool deleteSubscriptions = false;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("DeleteSubscriptions", self.deleteSubscriptions);
    }
};

struct CloseSessionResponse {
    static constexpr std::string_view typeName = "CloseSessionResponse";
    static constexpr std::uint32_t binaryEncodingId = 476;

    ResponseHeader responseHeader;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
    }
};

struct CancelRequest {
    static constexpr std::string_view typeName = "CancelRequest";
    static constexpr std::uint32_t binaryEncodingId = 479;

    RequestHeader requestHeader;
    std::uint32_t requestHandle = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("RequestHandle", self.requestHandle);
    }
};

struct CancelResponse {
    static constexpr std::string_view typeName = "CancelResponse";
    static constexpr std::uint32_t binaryEncodingId = 482;

    ResponseHeader responseHeader;
    std::uint32_t cancelCount = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("CancelCount", self.cancelCount);
    }
};

// clang-format on

} // namespace ua
