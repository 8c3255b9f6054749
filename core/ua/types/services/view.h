// SPDX-License-Identifier: MIT
// View service set (Part 4 §5.9).
#pragma once

#include "ua/types/services/enumerations.h"
#include "ua/types/services/headers.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct ViewDescription {
    static constexpr std::string_view typeName = "ViewDescription";
    static constexpr std::uint32_t binaryEncodingId = 513;

    NodeId viewId;
    DateTime timestamp;
    std::uint32_t viewVersion = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("ViewId", self.viewId);
        field("Timestamp", self.timestamp);
        field("ViewVersion", self.viewVersion);
    }
};

struct BrowseDescription {
    static constexpr std::string_view typeName = "BrowseDescription";
    static constexpr std::uint32_t binaryEncodingId = 516;

    NodeId nodeId;
    BrowseDirection browseDirection{};
    NodeId referenceTypeId;
    bool includeSubtypes = false;
    std::uint32_t nodeClassMask = 0;
    std::uint32_t resultMask = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("NodeId", self.nodeId);
        field("BrowseDirection", self.browseDirection);
        field("ReferenceTypeId", self.referenceTypeId);
        field("IncludeSubtypes", self.includeSubtypes);
        field("NodeClassMask", self.nodeClassMask);
        field("ResultMask", self.resultMask);
    }
};

struct ReferenceDescription {
    static constexpr std::string_view typeName = "ReferenceDescription";
    static constexpr std::uint32_t binaryEncodingId = 520;

    NodeId referenceTypeId;
    bool isForward = false;
    ExpandedNodeId nodeId;
    QualifiedName browseName;
    LocalizedText displayName;
    NodeClass nodeClass{};
    ExpandedNodeId typeDefinition;

    auto fields(this auto& self, auto&& field) -> void {
        field("ReferenceTypeId", self.referenceTypeId);
        field("IsForward", self.isForward);
        field("NodeId", self.nodeId);
        field("BrowseName", self.browseName);
        field("DisplayName", self.displayName);
        field("NodeClass", self.nodeClass);
        field("TypeDefinition", self.typeDefinition);
    }
};

struct BrowseResult {
    static constexpr std::string_view typeName = "BrowseResult";
    static constexpr std::uint32_t binaryEncodingId = 524;

    StatusCode statusCode;
    ByteString continuationPoint;
    Array<ReferenceDescription> references;

    auto fields(this auto& self, auto&& field) -> void {
        field("StatusCode", self.statusCode);
        field("ContinuationPoint", self.continuationPoint);
        field("References", self.references);
    }
};

struct BrowseRequest {
    static constexpr std::string_view typeName = "BrowseRequest";
    static constexpr std::uint32_t binaryEncodingId = 527;

    RequestHeader requestHeader;
    ViewDescription view;
    std::uint32_t requestedMaxReferencesPerNode = 0;
    Array<BrowseDescription> nodesToBrowse;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("View", self.view);
        field("RequestedMaxReferencesPerNode", self.requestedMaxReferencesPerNode);
        field("NodesToBrowse", self.nodesToBrowse);
    }
};

struct BrowseResponse {
    static constexpr std::string_view typeName = "BrowseResponse";
    static constexpr std::uint32_t binaryEncodingId = 530;

    ResponseHeader responseHeader;
    Array<BrowseResult> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct BrowseNextRequest {
    static constexpr std::string_view typeName = "BrowseNextRequest";
    static constexpr std::uint32_t binaryEncodingId = 533;

    RequestHeader requestHeader;
    bool releaseContinuationPoints = false;
    Array<ByteString> continuationPoints;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("ReleaseContinuationPoints", self.releaseContinuationPoints);
        field("ContinuationPoints", self.continuationPoints);
    }
};

struct BrowseNextResponse {
    static constexpr std::string_view typeName = "BrowseNextResponse";
    static constexpr std::uint32_t binaryEncodingId = 536;

    ResponseHeader responseHeader;
    Array<BrowseResult> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct RelativePathElement {
    static constexpr std::string_view typeName = "RelativePathElement";
    static constexpr std::uint32_t binaryEncodingId = 539;

    NodeId referenceTypeId;
    bool isInverse = false;
    bool includeSubtypes = false;
    QualifiedName targetName;

    auto fields(this auto& self, auto&& field) -> void {
        field("ReferenceTypeId", self.referenceTypeId);
        field("IsInverse", self.isInverse);
        field("IncludeSubtypes", self.includeSubtypes);
        field("TargetName", self.targetName);
    }
};

struct RelativePath {
    static constexpr std::string_view typeName = "RelativePath";
    static constexpr std::uint32_t binaryEncodingId = 542;

    Array<RelativePathElement> elements;

    auto fields(this auto& self, auto&& field) -> void {
        field("Elements", self.elements);
    }
};

struct BrowsePath {
    static constexpr std::string_view typeName = "BrowsePath";
    static constexpr std::uint32_t binaryEncodingId = 545;

    NodeId startingNode;
    RelativePath relativePath;

    auto fields(this auto& self, auto&& field) -> void {
        field("StartingNode", self.startingNode);
        field("RelativePath", self.relativePath);
    }
};

struct BrowsePathTarget {
    static constexpr std::string_view typeName = "BrowsePathTarget";
    static constexpr std::uint32_t binaryEncodingId = 548;

    ExpandedNodeId targetId;
    std::uint32_t remainingPathIndex = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("TargetId", self.targetId);
        field("RemainingPathIndex", self.remainingPathIndex);
    }
};

struct BrowsePathResult {
    static constexpr std::string_view typeName = "BrowsePathResult";
    static constexpr std::uint32_t binaryEncodingId = 551;

    StatusCode statusCode;
    Array<BrowsePathTarget> targets;

    auto fields(this auto& self, auto&& field) -> void {
        field("StatusCode", self.statusCode);
        field("Targets", self.targets);
    }
};

struct TranslateBrowsePathsToNodeIdsRequest {
    static constexpr std::string_view typeName = "TranslateBrowsePathsToNodeIdsRequest";
    static constexpr std::uint32_t binaryEncodingId = 554;

    RequestHeader requestHeader;
    Array<BrowsePath> browsePaths;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("BrowsePaths", self.browsePaths);
    }
};

struct TranslateBrowsePathsToNodeIdsResponse {
    static constexpr std::string_view typeName = "TranslateBrowsePathsToNodeIdsResponse";
    static constexpr std::uint32_t binaryEncodingId = 557;

    ResponseHeader responseHeader;
    Array<BrowsePathResult> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct RegisterNodesRequest {
    static constexpr std::string_view typeName = "RegisterNodesRequest";
    static constexpr std::uint32_t binaryEncodingId = 560;

    RequestHeader requestHeader;
    Array<NodeId> nodesToRegister;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("NodesToRegister", self.nodesToRegister);
    }
};

struct RegisterNodesResponse {
    static constexpr std::string_view typeName = "RegisterNodesResponse";
    static constexpr std::uint32_t binaryEncodingId = 563;

    ResponseHeader responseHeader;
    Array<NodeId> registeredNodeIds;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("RegisteredNodeIds", self.registeredNodeIds);
    }
};

struct UnregisterNodesRequest {
    static constexpr std::string_view typeName = "UnregisterNodesRequest";
    static constexpr std::uint32_t binaryEncodingId = 566;

    RequestHeader requestHeader;
    Array<NodeId> nodesToUnregister;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("NodesToUnregister", self.nodesToUnregister);
    }
};

struct UnregisterNodesResponse {
    static constexpr std::string_view typeName = "UnregisterNodesResponse";
    static constexpr std::uint32_t binaryEncodingId = 569;

    ResponseHeader responseHeader;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
    }
};

// clang-format on

} // namespace ua
