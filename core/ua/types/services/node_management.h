// SPDX-License-Identifier: MIT
// NodeManagement service set (Part 4 §5.8), as structures only.
#pragma once

#include "ua/types/services/enumerations.h"
#include "ua/types/services/headers.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct ObjectAttributes {
    static constexpr std::string_view typeName = "ObjectAttributes";
    static constexpr std::uint32_t binaryEncodingId = 354;

    std::uint32_t specifiedAttributes = 0;
    LocalizedText displayName;
    LocalizedText description;
    std::uint32_t writeMask = 0;
    std::uint32_t userWriteMask = 0;
    std::uint8_t eventNotifier = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("SpecifiedAttributes", self.specifiedAttributes);
        field("DisplayName", self.displayName);
        field("Description", self.description);
        field("WriteMask", self.writeMask);
        field("UserWriteMask", self.userWriteMask);
        field("EventNotifier", self.eventNotifier);
    }
};

struct AddNodesItem {
    static constexpr std::string_view typeName = "AddNodesItem";
    static constexpr std::uint32_t binaryEncodingId = 378;

    ExpandedNodeId parentNodeId;
    NodeId referenceTypeId;
    ExpandedNodeId requestedNewNodeId;
    QualifiedName browseName;
    NodeClass nodeClass{};
    ExtensionObject nodeAttributes;
    ExpandedNodeId typeDefinition;

    auto fields(this auto& self, auto&& field) -> void {
        field("ParentNodeId", self.parentNodeId);
        field("ReferenceTypeId", self.referenceTypeId);
        field("RequestedNewNodeId", self.requestedNewNodeId);
        field("BrowseName", self.browseName);
        field("NodeClass", self.nodeClass);
        field("NodeAttributes", self.nodeAttributes);
        field("TypeDefinition", self.typeDefinition);
    }
};

struct AddNodesResult {
    static constexpr std::string_view typeName = "AddNodesResult";
    static constexpr std::uint32_t binaryEncodingId = 485;

    StatusCode statusCode;
    NodeId addedNodeId;

    auto fields(this auto& self, auto&& field) -> void {
        field("StatusCode", self.statusCode);
        field("AddedNodeId", self.addedNodeId);
    }
};

struct AddNodesRequest {
    static constexpr std::string_view typeName = "AddNodesRequest";
    static constexpr std::uint32_t binaryEncodingId = 488;

    RequestHeader requestHeader;
    Array<AddNodesItem> nodesToAdd;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("NodesToAdd", self.nodesToAdd);
    }
};

struct AddNodesResponse {
    static constexpr std::string_view typeName = "AddNodesResponse";
    static constexpr std::uint32_t binaryEncodingId = 491;

    ResponseHeader responseHeader;
    Array<AddNodesResult> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct AddReferencesItem {
    static constexpr std::string_view typeName = "AddReferencesItem";
    static constexpr std::uint32_t binaryEncodingId = 381;

    NodeId sourceNodeId;
    NodeId referenceTypeId;
    bool isForward = false;
    String targetServerUri;
    ExpandedNodeId targetNodeId;
    NodeClass targetNodeClass{};

    auto fields(this auto& self, auto&& field) -> void {
        field("SourceNodeId", self.sourceNodeId);
        field("ReferenceTypeId", self.referenceTypeId);
        field("IsForward", self.isForward);
        field("TargetServerUri", self.targetServerUri);
        field("TargetNodeId", self.targetNodeId);
        field("TargetNodeClass", self.targetNodeClass);
    }
};

struct AddReferencesRequest {
    static constexpr std::string_view typeName = "AddReferencesRequest";
    static constexpr std::uint32_t binaryEncodingId = 494;

    RequestHeader requestHeader;
    Array<AddReferencesItem> referencesToAdd;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("ReferencesToAdd", self.referencesToAdd);
    }
};

struct AddReferencesResponse {
    static constexpr std::string_view typeName = "AddReferencesResponse";
    static constexpr std::uint32_t binaryEncodingId = 497;

    ResponseHeader responseHeader;
    Array<StatusCode> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct DeleteNodesItem {
    static constexpr std::string_view typeName = "DeleteNodesItem";
    static constexpr std::uint32_t binaryEncodingId = 384;

    NodeId nodeId;
    bool deleteTargetReferences = false;

    auto fields(this auto& self, auto&& field) -> void {
        field("NodeId", self.nodeId);
        field("DeleteTargetReferences", self.deleteTargetReferences);
    }
};

struct DeleteNodesRequest {
    static constexpr std::string_view typeName = "DeleteNodesRequest";
    static constexpr std::uint32_t binaryEncodingId = 500;

    RequestHeader requestHeader;
    Array<DeleteNodesItem> nodesToDelete;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("NodesToDelete", self.nodesToDelete);
    }
};

struct DeleteNodesResponse {
    static constexpr std::string_view typeName = "DeleteNodesResponse";
    static constexpr std::uint32_t binaryEncodingId = 503;

    ResponseHeader responseHeader;
    Array<StatusCode> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct DeleteReferencesItem {
    static constexpr std::string_view typeName = "DeleteReferencesItem";
    static constexpr std::uint32_t binaryEncodingId = 387;

    NodeId sourceNodeId;
    NodeId referenceTypeId;
    bool isForward = false;
    ExpandedNodeId targetNodeId;
    bool deleteBidirectional = false;

    auto fields(this auto& self, auto&& field) -> void {
        field("SourceNodeId", self.sourceNodeId);
        field("ReferenceTypeId", self.referenceTypeId);
        field("IsForward", self.isForward);
        field("TargetNodeId", self.targetNodeId);
        field("DeleteBidirectional", self.deleteBidirectional);
    }
};

struct DeleteReferencesRequest {
    static constexpr std::string_view typeName = "DeleteReferencesRequest";
    static constexpr std::uint32_t binaryEncodingId = 506;

    RequestHeader requestHeader;
    Array<DeleteReferencesItem> referencesToDelete;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("ReferencesToDelete", self.referencesToDelete);
    }
};

struct DeleteReferencesResponse {
    static constexpr std::string_view typeName = "DeleteReferencesResponse";
    static constexpr std::uint32_t binaryEncodingId = 509;

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
