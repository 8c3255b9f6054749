// SPDX-License-Identifier: MIT
// Subscription service set and notifications (Part 4 §5.14, §7.25).
#pragma once

#include "ua/types/services/enumerations.h"
#include "ua/types/services/headers.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct MonitoredItemNotification {
    static constexpr std::string_view typeName = "MonitoredItemNotification";
    static constexpr std::uint32_t binaryEncodingId = 808;

    std::uint32_t clientHandle = 0;
    DataValue value;

    auto fields(this auto& self, auto&& field) -> void {
        field("ClientHandle", self.clientHandle);
        field("Value", self.value);
    }
};

struct DataChangeNotification {
    static constexpr std::string_view typeName = "DataChangeNotification";
    static constexpr std::uint32_t binaryEncodingId = 811;

    Array<MonitoredItemNotification> monitoredItems;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("MonitoredItems", self.monitoredItems);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct EventFieldList {
    static constexpr std::string_view typeName = "EventFieldList";
    static constexpr std::uint32_t binaryEncodingId = 919;

    std::uint32_t clientHandle = 0;
    Array<Variant> eventFields;

    auto fields(this auto& self, auto&& field) -> void {
        field("ClientHandle", self.clientHandle);
        field("EventFields", self.eventFields);
    }
};

struct EventNotificationList {
    static constexpr std::string_view typeName = "EventNotificationList";
    static constexpr std::uint32_t binaryEncodingId = 916;

    Array<EventFieldList> events;

    auto fields(this auto& self, auto&& field) -> void {
        field("Events", self.events);
    }
};

struct StatusChangeNotification {
    static constexpr std::string_view typeName = "StatusChangeNotification";
    static constexpr std::uint32_t binaryEncodingId = 820;

    StatusCode status;
    DiagnosticInfo diagnosticInfo;

    auto fields(this auto& self, auto&& field) -> void {
        field("Status", self.status);
        field("DiagnosticInfo", self.diagnosticInfo);
    }
};

struct NotificationMessage {
    static constexpr std::string_view typeName = "NotificationMessage";
    static constexpr std::uint32_t binaryEncodingId = 805;

    std::uint32_t sequenceNumber = 0;
    DateTime publishTime;
    Array<ExtensionObject> notificationData;

    auto fields(this auto& self, auto&& field) -> void {
        field("SequenceNumber", self.sequenceNumber);
        field("PublishTime", self.publishTime);
        field("NotificationData", self.notificationData);
    }
};

struct CreateSubscriptionRequest {
    static constexpr std::string_view typeName = "CreateSubscriptionRequest";
    static constexpr std::uint32_t binaryEncodingId = 787;

    RequestHeader requestHeader;
    double requestedPublishingInterval = 0;
    std::uint32_t requestedLifetimeCount = 0;
    std::uint32_t requestedMaxKeepAliveCount = 0;
    std::uint32_t maxNotificationsPerPublish = 0;
    bool publishingEnabled = false;
    std::uint8_t priority = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("RequestedPublishingInterval", self.requestedPublishingInterval);
        field("RequestedLifetimeCount", self.requestedLifetimeCount);
        field("RequestedMaxKeepAliveCount", self.requestedMaxKeepAliveCount);
        field("MaxNotificationsPerPublish", self.maxNotificationsPerPublish);
        field("PublishingEnabled", self.publishingEnabled);
        field("Priority", self.priority);
    }
};

struct CreateSubscriptionResponse {
    static constexpr std::string_view typeName = "CreateSubscriptionResponse";
    static constexpr std::uint32_t binaryEncodingId = 790;

    ResponseHeader responseHeader;
    std::uint32_t subscriptionId = 0;
    double revisedPublishingInterval = 0;
    std::uint32_t revisedLifetimeCount = 0;
    std::uint32_t revisedMaxKeepAliveCount = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("SubscriptionId", self.subscriptionId);
        field("RevisedPublishingInterval", self.revisedPublishingInterval);
        field("RevisedLifetimeCount", self.revisedLifetimeCount);
        field("RevisedMaxKeepAliveCount", self.revisedMaxKeepAliveCount);
    }
};

struct ModifySubscriptionRequest {
    static constexpr std::string_view typeName = "ModifySubscriptionRequest";
    static constexpr std::uint32_t binaryEncodingId = 793;

    RequestHeader requestHeader;
    std::uint32_t subscriptionId = 0;
    double requestedPublishingInterval = 0;
    std::uint32_t requestedLifetimeCount = 0;
    std::uint32_t requestedMaxKeepAliveCount = 0;
    std::uint32_t maxNotificationsPerPublish = 0;
    std::uint8_t priority = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("SubscriptionId", self.subscriptionId);
        field("RequestedPublishingInterval", self.requestedPublishingInterval);
        field("RequestedLifetimeCount", self.requestedLifetimeCount);
        field("RequestedMaxKeepAliveCount", self.requestedMaxKeepAliveCount);
        field("MaxNotificationsPerPublish", self.maxNotificationsPerPublish);
        field("Priority", self.priority);
    }
};

struct ModifySubscriptionResponse {
    static constexpr std::string_view typeName = "ModifySubscriptionResponse";
    static constexpr std::uint32_t binaryEncodingId = 796;

    ResponseHeader responseHeader;
    double revisedPublishingInterval = 0;
    std::uint32_t revisedLifetimeCount = 0;
    std::uint32_t revisedMaxKeepAliveCount = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("RevisedPublishingInterval", self.revisedPublishingInterval);
        field("RevisedLifetimeCount", self.revisedLifetimeCount);
        field("RevisedMaxKeepAliveCount", self.revisedMaxKeepAliveCount);
    }
};

struct SetPublishingModeRequest {
    static constexpr std::string_view typeName = "SetPublishingModeRequest";
    static constexpr std::uint32_t binaryEncodingId = 799;

    RequestHeader requestHeader;
    bool publishingEnabled = false;
    Array<std::uint32_t> subscriptionIds;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("PublishingEnabled", self.publishingEnabled);
        field("SubscriptionIds", self.subscriptionIds);
    }
};

struct SetPublishingModeResponse {
    static constexpr std::string_view typeName = "SetPublishingModeResponse";
    static constexpr std::uint32_t binaryEncodingId = 802;

    ResponseHeader responseHeader;
    Array<StatusCode> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct SubscriptionAcknowledgement {
    static constexpr std::string_view typeName = "SubscriptionAcknowledgement";
    static constexpr std::uint32_t binaryEncodingId = 823;

    std::uint32_t subscriptionId = 0;
    std::uint32_t sequenceNumber = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("SubscriptionId", self.subscriptionId);
        field("SequenceNumber", self.sequenceNumber);
    }
};

struct PublishRequest {
    static constexpr std::string_view typeName = "PublishRequest";
    static constexpr std::uint32_t binaryEncodingId = 826;

    RequestHeader requestHeader;
    Array<SubscriptionAcknowledgement> subscriptionAcknowledgements;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("SubscriptionAcknowledgements", self.subscriptionAcknowledgements);
    }
};

struct PublishResponse {
    static constexpr std::string_view typeName = "PublishResponse";
    static constexpr std::uint32_t binaryEncodingId = 829;

    ResponseHeader responseHeader;
    std::uint32_t subscriptionId = 0;
    Array<std::uint32_t> availableSequenceNumbers;
    bool moreNotifications = false;
    NotificationMessage notificationMessage;
    Array<StatusCode> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("SubscriptionId", self.subscriptionId);
        field("AvailableSequenceNumbers", self.availableSequenceNumbers);
        field("MoreNotifications", self.moreNotifications);
        field("NotificationMessage", self.notificationMessage);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct RepublishRequest {
    static constexpr std::string_view typeName = "RepublishRequest";
    static constexpr std::uint32_t binaryEncodingId = 832;

    RequestHeader requestHeader;
    std::uint32_t subscriptionId = 0;
    std::uint32_t retransmitSequenceNumber = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("SubscriptionId", self.subscriptionId);
        field("RetransmitSequenceNumber", self.retransmitSequenceNumber);
    }
};

struct RepublishResponse {
    static constexpr std::string_view typeName = "RepublishResponse";
    static constexpr std::uint32_t binaryEncodingId = 835;

    ResponseHeader responseHeader;
    NotificationMessage notificationMessage;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("NotificationMessage", self.notificationMessage);
    }
};

struct TransferResult {
    static constexpr std::string_view typeName = "TransferResult";
    static constexpr std::uint32_t binaryEncodingId = 838;

    StatusCode statusCode;
    Array<std::uint32_t> availableSequenceNumbers;

    auto fields(this auto& self, auto&& field) -> void {
        field("StatusCode", self.statusCode);
        field("AvailableSequenceNumbers", self.availableSequenceNumbers);
    }
};

struct TransferSubscriptionsRequest {
    static constexpr std::string_view typeName = "TransferSubscriptionsRequest";
    static constexpr std::uint32_t binaryEncodingId = 841;

    RequestHeader requestHeader;
    Array<std::uint32_t> subscriptionIds;
    bool sendInitialValues = false;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("SubscriptionIds", self.subscriptionIds);
        field("SendInitialValues", self.sendInitialValues);
    }
};

struct TransferSubscriptionsResponse {
    static constexpr std::string_view typeName = "TransferSubscriptionsResponse";
    static constexpr std::uint32_t binaryEncodingId = 844;

    ResponseHeader responseHeader;
    Array<TransferResult> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

struct DeleteSubscriptionsRequest {
    static constexpr std::string_view typeName = "DeleteSubscriptionsRequest";
    static constexpr std::uint32_t binaryEncodingId = 847;

    RequestHeader requestHeader;
    Array<std::uint32_t> subscriptionIds;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("SubscriptionIds", self.subscriptionIds);
    }
};

struct DeleteSubscriptionsResponse {
    static constexpr std::string_view typeName = "DeleteSubscriptionsResponse";
    static constexpr std::uint32_t binaryEncodingId = 850;

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
