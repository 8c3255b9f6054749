// SPDX-License-Identifier: MIT
// MonitoredItem service set (Part 4 §5.13).
#pragma once

#include "ua/types/services/attribute.h"
#include "ua/types/services/enumerations.h"
#include "ua/types/services/headers.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct MonitoringParameters {
    static constexpr std::string_view typeName = "MonitoringParameters";
    static constexpr std::uint32_t binaryEncodingId = 742;

    std::uint32_t clientHandle = 0;
    double samplingInterval = 0;
    ExtensionObject filter;
    std::uint32_t queueSize = 0;
    bool discardOldest = false;

    auto fields(this auto& self, auto&& field) -> void {
        field("ClientHandle", self.clientHandle);
        field("SamplingInterval", self.samplingInterval);
        field("Filter", self.filter);
        field("QueueSize", self.queueSize);
        field("DiscardOldest", self.discardOldest);
    }
};

struct MonitoredItemCreateRequest {
    static constexpr std::string_view typeName = "MonitoredItemCreateRequest";
    static constexpr std::uint32_t binaryEncodingId = 745;

    ReadValueId itemToMonitor;
    MonitoringMode monitoringMode{};
    MonitoringParameters requestedParameters;

    auto fields(this auto& self, auto&& field) -> void {
        field("ItemToMonitor", self.itemToMonitor);
        field("MonitoringMode", self.monitoringMode);
        field("RequestedParameters", self.requestedParameters);
    }
};

struct MonitoredItemCreateResult {
    static constexpr std::string_view typeName = "MonitoredItemCreateResult";
    static constexpr std::uint32_t binaryEncodingId = 748;

    StatusCode statusCode;
    std::uint32_t monitoredItemId = 0;
    double revisedSamplingInterval = 0;
    std::uint32_t revisedQueueSize = 0;
    ExtensionObject filterResult;

    auto fields(this auto& self, auto&& field) -> void {
        field("StatusCode", self.statusCode);
        field("MonitoredItemId", self.monitoredItemId);
        field("RevisedSamplingInterval", self.revisedSamplingInterval);
        field("RevisedQueueSize", self.revisedQueueSize);
        field("FilterResult", self.filterResult);
    }
};

struct CreateMonitoredItemsRequest {
    static constexpr std::string_view typeName = "CreateMonitoredItemsRequest";
    static constexpr std::uint32_t binaryEncodingId = 751;

    RequestHeader requestHeader;
    std::uint32_t subscriptionId = 0;
    TimestampsToReturn timestampsToReturn{};
    Array<MonitoredItemCreateRequest> itemsToCreate;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("SubscriptionId", self.subscriptionId);
        field("TimestampsToReturn", self.timestampsToReturn);
        field("ItemsToCreate", self.itemsToCreate);
    }
};

struct CreateMonitoredItemsResponse {
    static constexpr std::string_view typeName = "CreateMonitoredItemsResponse";
    static constexpr std::uint32_t binaryEncodingId = 754;

    ResponseHeader responseHeader;
    Array<MonitoredItemCreateResult> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct MonitoredItemModifyRequest {
    static constexpr std::string_view typeName = "MonitoredItemModifyRequest";
    static constexpr std::uint32_t binaryEncodingId = 757;

    std::uint32_t monitoredItemId = 0;
    MonitoringParameters requestedParameters;

    auto fields(this auto& self, auto&& field) -> void {
        field("MonitoredItemId", self.monitoredItemId);
        field("RequestedParameters", self.requestedParameters);
    }
};

struct MonitoredItemModifyResult {
    static constexpr std::string_view typeName = "MonitoredItemModifyResult";
    static constexpr std::uint32_t binaryEncodingId = 760;

    StatusCode statusCode;
    double revisedSamplingInterval = 0;
    std::uint32_t revisedQueueSize = 0;
    ExtensionObject filterResult;

    auto fields(this auto& self, auto&& field) -> void {
        field("StatusCode", self.statusCode);
        field("RevisedSamplingInterval", self.revisedSamplingInterval);
        field("RevisedQueueSize", self.revisedQueueSize);
        field("FilterResult", self.filterResult);
    }
};

struct ModifyMonitoredItemsRequest {
    static constexpr std::string_view typeName = "ModifyMonitoredItemsRequest";
    static constexpr std::uint32_t binaryEncodingId = 763;

    RequestHeader requestHeader;
    std::uint32_t subscriptionId = 0;
    TimestampsToReturn timestampsToReturn{};
    Array<MonitoredItemModifyRequest> itemsToModify;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("SubscriptionId", self.subscriptionId);
        field("TimestampsToReturn", self.timestampsToReturn);
        field("ItemsToModify", self.itemsToModify);
    }
};

struct ModifyMonitoredItemsResponse {
    static constexpr std::string_view typeName = "ModifyMonitoredItemsResponse";
    static constexpr std::uint32_t binaryEncodingId = 766;

    ResponseHeader responseHeader;
    Array<MonitoredItemModifyResult> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct SetMonitoringModeRequest {
    static constexpr std::string_view typeName = "SetMonitoringModeRequest";
    static constexpr std::uint32_t binaryEncodingId = 769;

    RequestHeader requestHeader;
    std::uint32_t subscriptionId = 0;
    MonitoringMode monitoringMode{};
    Array<std::uint32_t> monitoredItemIds;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("SubscriptionId", self.subscriptionId);
        field("MonitoringMode", self.monitoringMode);
        field("MonitoredItemIds", self.monitoredItemIds);
    }
};

struct SetMonitoringModeResponse {
    static constexpr std::string_view typeName = "SetMonitoringModeResponse";
    static constexpr std::uint32_t binaryEncodingId = 772;

    ResponseHeader responseHeader;
    Array<StatusCode> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct SetTriggeringRequest {
    static constexpr std::string_view typeName = "SetTriggeringRequest";
    static constexpr std::uint32_t binaryEncodingId = 775;

    RequestHeader requestHeader;
    std::uint32_t subscriptionId = 0;
    std::uint32_t triggeringItemId = 0;
    Array<std::uint32_t> linksToAdd;
    Array<std::uint32_t> linksToRemove;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("SubscriptionId", self.subscriptionId);
        field("TriggeringItemId", self.triggeringItemId);
        field("LinksToAdd", self.linksToAdd);
        field("LinksToRemove", self.linksToRemove);
    }
};

struct SetTriggeringResponse {
    static constexpr std::string_view typeName = "SetTriggeringResponse";
    static constexpr std::uint32_t binaryEncodingId = 778;

    ResponseHeader responseHeader;
    Array<StatusCode> addResults;
    Array<DiagnosticInfo> addDiagnosticInfos;
    Array<StatusCode> removeResults;
    Array<DiagnosticInfo> removeDiagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("AddResults", self.addResults);
        field("AddDiagnosticInfos", self.addDiagnosticInfos);
        field("RemoveResults", self.removeResults);
        field("RemoveDiagnosticInfos", self.removeDiagnosticInfos);
    }
};

struct DeleteMonitoredItemsRequest {
    static constexpr std::string_view typeName = "DeleteMonitoredItemsRequest";
    static constexpr std::uint32_t binaryEncodingId = 781;

    RequestHeader requestHeader;
    std::uint32_t subscriptionId = 0;
    Array<std::uint32_t> monitoredItemIds;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("SubscriptionId", self.subscriptionId);
        field("MonitoredItemIds", self.monitoredItemIds);
    }
};

struct DeleteMonitoredItemsResponse {
    static constexpr std::string_view typeName = "DeleteMonitoredItemsResponse";
    static constexpr std::uint32_t binaryEncodingId = 784;

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
