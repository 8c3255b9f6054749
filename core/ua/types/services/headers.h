// SPDX-License-Identifier: MIT
// Request and response headers, ServiceFault (Part 4 §7.32 to §7.34).
#pragma once

#include "ua/types/services/enumerations.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct RequestHeader {
    static constexpr std::string_view typeName = "RequestHeader";
    static constexpr std::uint32_t binaryEncodingId = 391;

    NodeId authenticationToken;
    DateTime timestamp;
    std::uint32_t requestHandle = 0;
    std::uint32_t returnDiagnostics = 0;
    String auditEntryId;
    std::uint32_t timeoutHint = 0;
    ExtensionObject additionalHeader;

    auto fields(this auto& self, auto&& field) -> void {
        field("AuthenticationToken", self.authenticationToken);
        field("Timestamp", self.timestamp);
        field("RequestHandle", self.requestHandle);
        field("ReturnDiagnostics", self.returnDiagnostics);
        field("AuditEntryId", self.auditEntryId);
        field("TimeoutHint", self.timeoutHint);
        field("AdditionalHeader", self.additionalHeader);
    }
};

struct ResponseHeader {
    static constexpr std::string_view typeName = "ResponseHeader";
    static constexpr std::uint32_t binaryEncodingId = 394;

    DateTime timestamp;
    std::uint32_t requestHandle = 0;
    StatusCode serviceResult;
    DiagnosticInfo serviceDiagnostics;
    Array<String> stringTable;
    ExtensionObject additionalHeader;

    auto fields(this auto& self, auto&& field) -> void {
        field("Timestamp", self.timestamp);
        field("RequestHandle", self.requestHandle);
        field("ServiceResult", self.serviceResult);
        field("ServiceDiagnostics", self.serviceDiagnostics);
        field("StringTable", self.stringTable);
        field("AdditionalHeader", self.additionalHeader);
    }
};

struct ServiceFault {
    static constexpr std::string_view typeName = "ServiceFault";
    static constexpr std::uint32_t binaryEncodingId = 397;

    ResponseHeader responseHeader;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
    }
};

struct KeyValuePair {
    static constexpr std::string_view typeName = "KeyValuePair";
    static constexpr std::uint32_t binaryEncodingId = 14846;

    QualifiedName key;
    Variant value;

    auto fields(this auto& self, auto&& field) -> void {
        field("Key", self.key);
        field("Value", self.value);
    }
};

struct AdditionalParametersType {
    static constexpr std::string_view typeName = "AdditionalParametersType";
    static constexpr std::uint32_t binaryEncodingId = 17537;

    Array<KeyValuePair> parameters;

    auto fields(this auto& self, auto&& field) -> void {
        field("Parameters", self.parameters);
    }
};

struct EphemeralKeyType {
    static constexpr std::string_view typeName = "EphemeralKeyType";
    static constexpr std::uint32_t binaryEncodingId = 17549;

    ByteString publicKey;
    ByteString signature;

    auto fields(this auto& self, auto&& field) -> void {
        field("PublicKey", self.publicKey);
        field("Signature", self.signature);
    }
};

struct SignatureData {
    static constexpr std::string_view typeName = "SignatureData";
    static constexpr std::uint32_t binaryEncodingId = 458;

    String algorithm;
    ByteString signature;

    auto fields(this auto& self, auto&& field) -> void {
        field("Algorithm", self.algorithm);
        field("Signature", self.signature);
    }
};

struct SignedSoftwareCertificate {
    static constexpr std::string_view typeName = "SignedSoftwareCertificate";
    static constexpr std::uint32_t binaryEncodingId = 346;

    ByteString certificateData;
    ByteString signature;

    auto fields(this auto& self, auto&& field) -> void {
        field("CertificateData", self.certificateData);
        field("Signature", self.signature);
    }
};

// clang-format on

} // namespace ua
