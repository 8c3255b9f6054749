// SPDX-License-Identifier: MIT
// HistoryRead (Part 4 §5.11.3), as structures only.
#pragma once

#include "ua/types/services/enumerations.h"
#include "ua/types/services/filters.h"
#include "ua/types/services/headers.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct HistoryReadValueId {
    static constexpr std::string_view typeName = "HistoryReadValueId";
    static constexpr std::uint32_t binaryEncodingId = 637;

    NodeId nodeId;
    String indexRange;
    QualifiedName dataEncoding;
    ByteString continuationPoint;

    auto fields(this auto& self, auto&& field) -> void {
        field("NodeId", self.nodeId);
        field("IndexRange", self.indexRange);
        field("DataEncoding", self.dataEncoding);
        field("ContinuationPoint", self.continuationPoint);
    }
};

struct HistoryReadResult {
    static constexpr std::string_view typeName = "HistoryReadResult";
    static constexpr std::uint32_t binaryEncodingId = 640;

    StatusCode statusCode;
    ByteString continuationPoint;
    ExtensionObject historyData;

    auto fields(this auto& self, auto&& field) -> void {
        field("StatusCode", self.statusCode);
        field("ContinuationPoint", self.continuationPoint);
        field("HistoryData", self.historyData);
    }
};

struct ReadEventDetails {
    static constexpr std::string_view typeName = "ReadEventDetails";
    static constexpr std::uint32_t binaryEncodingId = 646;

    std::uint32_t numValuesPerNode = 0;
    DateTime startTime;
    DateTime endTime;
    EventFilter filter;

    auto fields(this auto& self, auto&& field) -> void {
        field("NumValuesPerNode", self.numValuesPerNode);
        field("StartTime", self.startTime);
        field("EndTime", self.endTime);
        field("Filter", self.filter);
    }
};

struct ReadRawModifiedDetails {
    static constexpr std::string_view typeName = "ReadRawModifiedDetails";
    static constexpr std::uint32_t binaryEncodingId = 649;

    bool isReadModified = false;
    DateTime startTime;
    DateTime endTime;
    std::uint32_t numValuesPerNode = 0;
    bool returnBounds = false;

    auto fields(this auto& self, auto&& field) -> void {
        field("IsReadModified", self.isReadModified);
        field("StartTime", self.startTime);
        field("EndTime", self.endTime);
        field("NumValuesPerNode", self.numValuesPerNode);
        field("ReturnBounds", self.returnBounds);
    }
};

struct ReadProcessedDetails {
    static constexpr std::string_view typeName = "ReadProcessedDetails";
    static constexpr std::uint32_t binaryEncodingId = 652;

    DateTime startTime;
    DateTime endTime;
    double processingInterval = 0;
    Array<NodeId> aggregateType;
    AggregateConfiguration aggregateConfiguration;

    auto fields(this auto& self, auto&& field) -> void {
        field("StartTime", self.startTime);
        field("EndTime", self.endTime);
        field("ProcessingInterval", self.processingInterval);
        field("AggregateType", self.aggregateType);
        field("AggregateConfiguration", self.aggregateConfiguration);
    }
};

struct ReadAtTimeDetails {
    static constexpr std::string_view typeName = "ReadAtTimeDetails";
    static constexpr std::uint32_t binaryEncodingId = 655;

    Array<DateTime> reqTimes;
    bool useSimpleBounds = false;

    auto fields(this auto& self, auto&& field) -> void {
        field("ReqTimes", self.reqTimes);
        field("UseSimpleBounds", self.useSimpleBounds);
    }
};

struct HistoryData {
    static constexpr std::string_view typeName = "HistoryData";
    static constexpr std::uint32_t binaryEncodingId = 658;

    Array<DataValue> dataValues;

    auto fields(this auto& self, auto&& field) -> void {
        field("DataValues", self.dataValues);
    }
};

struct ModificationInfo {
    static constexpr std::string_view typeName = "ModificationInfo";
    static constexpr std::uint32_t binaryEncodingId = 11226;

    DateTime modificationTime;
    HistoryUpdateType updateType{};
    String userName;

    auto fields(this auto& self, auto&& field) -> void {
        field("ModificationTime", self.modificationTime);
        field("UpdateType", self.updateType);
        field("UserName", self.userName);
    }
};

struct HistoryModifiedData {
    static constexpr std::string_view typeName = "HistoryModifiedData";
    static constexpr std::uint32_t binaryEncodingId = 11227;

    Array<DataValue> dataValues;
    Array<ModificationInfo> modificationInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("DataValues", self.dataValues);
        field("ModificationInfos", self.modificationInfos);
    }
};

struct HistoryReadRequest {
    static constexpr std::string_view typeName = "HistoryReadRequest";
    static constexpr std::uint32_t binaryEncodingId = 664;

    RequestHeader requestHeader;
    ExtensionObject historyReadDetails;
    TimestampsToReturn timestampsToReturn{};
    bool releaseContinuationPoints = false;
    Array<HistoryReadValueId> nodesToRead;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("HistoryReadDetails", self.historyReadDetails);
        field("TimestampsToReturn", self.timestampsToReturn);
        field("ReleaseContinuationPoints", self.releaseContinuationPoints);
        field("NodesToRead", self.nodesToRead);
    }
};

struct HistoryReadResponse {
    static constexpr std::string_view typeName = "HistoryReadResponse";
    static constexpr std::uint32_t binaryEncodingId = 667;

    ResponseHeader responseHeader;
    Array<HistoryReadResult> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

// clang-format on

} // namespace ua
