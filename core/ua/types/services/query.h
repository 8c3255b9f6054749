// SPDX-License-Identifier: MIT
// Query service set (Part 4 §5.10), as structures only.
#pragma once

#include "ua/types/services/enumerations.h"
#include "ua/types/services/filters.h"
#include "ua/types/services/headers.h"
#include "ua/types/services/view.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct QueryDataDescription {
    static constexpr std::string_view typeName = "QueryDataDescription";
    static constexpr std::uint32_t binaryEncodingId = 572;

    RelativePath relativePath;
    std::uint32_t attributeId = 0;
    String indexRange;

    auto fields(this auto& self, auto&& field) -> void {
        field("RelativePath", self.relativePath);
        field("AttributeId", self.attributeId);
        field("IndexRange", self.indexRange);
    }
};

struct NodeTypeDescription {
    static constexpr std::string_view typeName = "NodeTypeDescription";
    static constexpr std::uint32_t binaryEncodingId = 575;

    ExpandedNodeId typeDefinitionNode;
    bool includeSubTypes = false;
    Array<QueryDataDescription> dataToReturn;

    auto fields(this auto& self, auto&& field) -> void {
        field("TypeDefinitionNode", self.typeDefinitionNode);
        field("IncludeSubTypes", self.includeSubTypes);
        field("DataToReturn", self.dataToReturn);
    }
};

struct QueryDataSet {
    static constexpr std::string_view typeName = "QueryDataSet";
    static constexpr std::uint32_t binaryEncodingId = 579;

    ExpandedNodeId nodeId;
    ExpandedNodeId typeDefinitionNode;
    Array<Variant> values;

    auto fields(this auto& self, auto&& field) -> void {
        field("NodeId", self.nodeId);
        field("TypeDefinitionNode", self.typeDefinitionNode);
        field("Values", self.values);
    }
};

struct ParsingResult {
    static constexpr std::string_view typeName = "ParsingResult";
    static constexpr std::uint32_t binaryEncodingId = 612;

    StatusCode statusCode;
    Array<StatusCode> dataStatusCodes;
    Array<DiagnosticInfo> dataDiagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("StatusCode", self.statusCode);
        field("DataStatusCodes", self.dataStatusCodes);
        field("DataDiagnosticInfos", self.dataDiagnosticInfos);
    }
};

struct QueryFirstRequest {
    static constexpr std::string_view typeName = "QueryFirstRequest";
    static constexpr std::uint32_t binaryEncodingId = 615;

    RequestHeader requestHeader;
    ViewDescription view;
    Array<NodeTypeDescription> nodeTypes;
    ContentFilter filter;
    std::uint32_t maxDataSetsToReturn = 0;
    std::uint32_t maxReferencesToReturn = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("View", self.view);
        field("NodeTypes", self.nodeTypes);
        field("Filter", self.filter);
        field("MaxDataSetsToReturn", self.maxDataSetsToReturn);
        field("MaxReferencesToReturn", self.maxReferencesToReturn);
    }
};

struct QueryFirstResponse {
    static constexpr std::string_view typeName = "QueryFirstResponse";
    static constexpr std::uint32_t binaryEncodingId = 618;

    ResponseHeader responseHeader;
    Array<QueryDataSet> queryDataSets;
    ByteString continuationPoint;
    Array<ParsingResult> parsingResults;
    Array<DiagnosticInfo> diagnosticInfos;
    ContentFilterResult filterResult;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("QueryDataSets", self.queryDataSets);
        field("ContinuationPoint", self.continuationPoint);
        field("ParsingResults", self.parsingResults);
        field("DiagnosticInfos", self.diagnosticInfos);
        field("FilterResult", self.filterResult);
    }
};

struct QueryNextRequest {
    static constexpr std::string_view typeName = "QueryNextRequest";
    static constexpr std::uint32_t binaryEncodingId = 621;

    RequestHeader requestHeader;
    bool releaseContinuationPoint = false;
    ByteString continuationPoint;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("ReleaseContinuationPoint", self.releaseContinuationPoint);
        field("ContinuationPoint", self.continuationPoint);
    }
};

struct QueryNextResponse {
    static constexpr std::string_view typeName = "QueryNextResponse";
    static constexpr std::uint32_t binaryEncodingId = 624;

    ResponseHeader responseHeader;
    Array<QueryDataSet> queryDataSets;
    ByteString revisedContinuationPoint;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("QueryDataSets", self.queryDataSets);
        field("RevisedContinuationPoint", self.revisedContinuationPoint);
    }
};

// clang-format on

} // namespace ua
