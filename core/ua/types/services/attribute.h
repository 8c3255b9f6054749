// SPDX-License-Identifier: MIT
// Attribute service set: Read, Write (Part 4 §5.11).
#pragma once

#include "ua/types/services/enumerations.h"
#include "ua/types/services/headers.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct ReadValueId {
    static constexpr std::string_view typeName = "ReadValueId";
    static constexpr std::uint32_t binaryEncodingId = 628;

    NodeId nodeId;
    std::uint32_t attributeId = 0;
    String indexRange;
    QualifiedName dataEncoding;

    auto fields(this auto& self, auto&& field) -> void {
        field("NodeId", self.nodeId);
        field("AttributeId", self.attributeId);
        field("IndexRange", self.indexRange);
        field("DataEncoding", self.dataEncoding);
    }
};

struct ReadRequest {
    static constexpr std::string_view typeName = "ReadRequest";
    static constexpr std::uint32_t binaryEncodingId = 631;

    RequestHeader requestHeader;
    double maxAge = 0;
    TimestampsToReturn timestampsToReturn{};
    Array<ReadValueId> nodesToRead;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("MaxAge", self.maxAge);
        field("TimestampsToReturn", self.timestampsToReturn);
        field("NodesToRead", self.nodesToRead);
    }
};

struct ReadResponse {
    static constexpr std::string_view typeName = "ReadResponse";
    static constexpr std::uint32_t binaryEncodingId = 634;

    ResponseHeader responseHeader;
    Array<DataValue> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct WriteValue {
    static constexpr std::string_view typeName = "WriteValue";
    static constexpr std::uint32_t binaryEncodingId = 670;

    NodeId nodeId;
    std::uint32_t attributeId = 0;
    String indexRange;
    DataValue value;

    auto fields(this auto& self, auto&& field) -> void {
        field("NodeId", self.nodeId);
        field("AttributeId", self.attributeId);
        field("IndexRange", self.indexRange);
        field("Value", self.value);
    }
};

struct WriteRequest {
    static constexpr std::string_view typeName = "WriteRequest";
    static constexpr std::uint32_t binaryEncodingId = 673;

    RequestHeader requestHeader;
    Array<WriteValue> nodesToWrite;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("NodesToWrite", self.nodesToWrite);
    }
};

struct WriteResponse {
    static constexpr std::string_view typeName = "WriteResponse";
    static constexpr std::uint32_t binaryEncodingId = 676;

    ResponseHeader responseHeader;
    Array<StatusCode> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

// clang-format on

} // namespace ua
