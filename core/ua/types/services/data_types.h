// SPDX-License-Identifier: MIT
// Structures found as values in the address space (Part 3 §8, Part 5 §12, Part 8 §5).
#pragma once

#include "ua/types/services/discovery.h"
#include "ua/types/services/enumerations.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct BuildInfo {
    static constexpr std::string_view typeName = "BuildInfo";
    static constexpr std::uint32_t binaryEncodingId = 340;

    String productUri;
    String manufacturerName;
    String productName;
    String softwareVersion;
    String buildNumber;
    DateTime buildDate;

    auto fields(this auto& self, auto&& field) -> void {
        field("ProductUri", self.productUri);
        field("ManufacturerName", self.manufacturerName);
        field("ProductName", self.productName);
        field("SoftwareVersion", self.softwareVersion);
        field("BuildNumber", self.buildNumber);
        field("BuildDate", self.buildDate);
    }
};

struct ServerStatusDataType {
    static constexpr std::string_view typeName = "ServerStatusDataType";
    static constexpr std::uint32_t binaryEncodingId = 864;

    DateTime startTime;
    DateTime currentTime;
    ServerState state{};
    BuildInfo buildInfo;
    std::uint32_t secondsTillShutdown = 0;
    LocalizedText shutdownReason;

    auto fields(this auto& self, auto&& field) -> void {
        field("StartTime", self.startTime);
        field("CurrentTime", self.currentTime);
        field("State", self.state);
        field("BuildInfo", self.buildInfo);
        field("SecondsTillShutdown", self.secondsTillShutdown);
        field("ShutdownReason", self.shutdownReason);
    }
};

struct Range {
    static constexpr std::string_view typeName = "Range";
    static constexpr std::uint32_t binaryEncodingId = 886;

    double low = 0;
    double high = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("Low", self.low);
        field("High", self.high);
    }
};

struct EUInformation {
    static constexpr std::string_view typeName = "EUInformation";
    static constexpr std::uint32_t binaryEncodingId = 889;

    String namespaceUri;
    std::int32_t unitId = 0;
    LocalizedText displayName;
    LocalizedText description;

    auto fields(this auto& self, auto&& field) -> void {
        field("NamespaceUri", self.namespaceUri);
        field("UnitId", self.unitId);
        field("DisplayName", self.displayName);
        field("Description", self.description);
    }
};

struct Argument {
    static constexpr std::string_view typeName = "Argument";
    static constexpr std::uint32_t binaryEncodingId = 298;

    String name;
    NodeId dataType;
    std::int32_t valueRank = 0;
    Array<std::uint32_t> arrayDimensions;
    LocalizedText description;

    auto fields(this auto& self, auto&& field) -> void {
        field("Name", self.name);
        field("DataType", self.dataType);
        field("ValueRank", self.valueRank);
        field("ArrayDimensions", self.arrayDimensions);
        field("Description", self.description);
    }
};

struct EnumValueType {
    static constexpr std::string_view typeName = "EnumValueType";
    static constexpr std::uint32_t binaryEncodingId = 8251;

    std::int64_t value = 0;
    LocalizedText displayName;
    LocalizedText description;

    auto fields(this auto& self, auto&& field) -> void {
        field("Value", self.value);
        field("DisplayName", self.displayName);
        field("Description", self.description);
    }
};

struct ServiceCounterDataType {
    static constexpr std::string_view typeName = "ServiceCounterDataType";
    static constexpr std::uint32_t binaryEncodingId = 873;

    std::uint32_t totalCount = 0;
    std::uint32_t errorCount = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("TotalCount", self.totalCount);
        field("ErrorCount", self.errorCount);
    }
};

struct ServerDiagnosticsSummaryDataType {
    static constexpr std::string_view typeName = "ServerDiagnosticsSummaryDataType";
    static constexpr std::uint32_t binaryEncodingId = 861;

    std::uint32_t serverViewCount = 0;
    std::uint32_t currentSessionCount = 0;
    std::uint32_t cumulatedSessionCount = 0;
    std::uint32_t securityRejectedSessionCount = 0;
    std::uint32_t rejectedSessionCount = 0;
    std::uint32_t sessionTimeoutCount = 0;
    std::uint32_t sessionAbortCount = 0;
    std::uint32_t currentSubscriptionCount = 0;
    std::uint32_t cumulatedSubscriptionCount = 0;
    std::uint32_t publishingIntervalCount = 0;
    std::uint32_t securityRejectedRequestsCount = 0;
    std::uint32_t rejectedRequestsCount = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("ServerViewCount", self.serverViewCount);
        field("CurrentSessionCount", self.currentSessionCount);
        field("CumulatedSessionCount", self.cumulatedSessionCount);
        field("SecurityRejectedSessionCount", self.securityRejectedSessionCount);
        field("RejectedSessionCount", self.rejectedSessionCount);
        field("SessionTimeoutCount", self.sessionTimeoutCount);
        field("SessionAbortCount", self.sessionAbortCount);
        field("CurrentSubscriptionCount", self.currentSubscriptionCount);
        field("CumulatedSubscriptionCount", self.cumulatedSubscriptionCount);
        field("PublishingIntervalCount", self.publishingIntervalCount);
        field("SecurityRejectedRequestsCount", self.securityRejectedRequestsCount);
        field("RejectedRequestsCount", self.rejectedRequestsCount);
    }
};

struct SessionDiagnosticsDataType {
    static constexpr std::string_view typeName = "SessionDiagnosticsDataType";
    static constexpr std::uint32_t binaryEncodingId = 867;

    NodeId sessionId;
    String sessionName;
    ApplicationDescription clientDescription;
    String serverUri;
    String endpointUrl;
    Array<String> localeIds;
    double actualSessionTimeout = 0;
    std::uint32_t maxResponseMessageSize = 0;
    DateTime clientConnectionTime;
    DateTime clientLastContactTime;
    std::uint32_t currentSubscriptionsCount = 0;
    std::uint32_t currentMonitoredItemsCount = 0;
    std::uint32_t currentPublishRequestsInQueue = 0;
    ServiceCounterDataType totalRequestCount;
    std::uint32_t unauthorizedRequestCount = 0;
    ServiceCounterDataType readCount;
    ServiceCounterDataType historyReadCount;
    ServiceCounterDataType writeCount;
    ServiceCounterDataType historyUpdateCount;
    ServiceCounterDataType callCount;
    ServiceCounterDataType createMonitoredItemsCount;
    ServiceCounterDataType modifyMonitoredItemsCount;
    ServiceCounterDataType setMonitoringModeCount;
    ServiceCounterDataType setTriggeringCount;
    ServiceCounterDataType deleteMonitoredItemsCount;
    ServiceCounterDataType createSubscriptionCount;
    ServiceCounterDataType modifySubscriptionCount;
    ServiceCounterDataType setPublishingModeCount;
    ServiceCounterDataType publishCount;
    ServiceCounterDataType republishCount;
    ServiceCounterDataType transferSubscriptionsCount;
    ServiceCounterDataType deleteSubscriptionsCount;
    ServiceCounterDataType addNodesCount;
    ServiceCounterDataType addReferencesCount;
    ServiceCounterDataType deleteNodesCount;
    ServiceCounterDataType deleteReferencesCount;
    ServiceCounterDataType browseCount;
    ServiceCounterDataType browseNextCount;
    ServiceCounterDataType translateBrowsePathsToNodeIdsCount;
    ServiceCounterDataType queryFirstCount;
    ServiceCounterDataType queryNextCount;
    ServiceCounterDataType registerNodesCount;
    ServiceCounterDataType unregisterNodesCount;

    auto fields(this auto& self, auto&& field) -> void {
        field("SessionId", self.sessionId);
        field("SessionName", self.sessionName);
        field("ClientDescription", self.clientDescription);
        field("ServerUri", self.serverUri);
        field("EndpointUrl", self.endpointUrl);
        field("LocaleIds", self.localeIds);
        field("ActualSessionTimeout", self.actualSessionTimeout);
        field("MaxResponseMessageSize", self.maxResponseMessageSize);
        field("ClientConnectionTime", self.clientConnectionTime);
        field("ClientLastContactTime", self.clientLastContactTime);
        field("CurrentSubscriptionsCount", self.currentSubscriptionsCount);
        field("CurrentMonitoredItemsCount", self.currentMonitoredItemsCount);
        field("CurrentPublishRequestsInQueue", self.currentPublishRequestsInQueue);
        field("TotalRequestCount", self.totalRequestCount);
        field("UnauthorizedRequestCount", self.unauthorizedRequestCount);
        field("ReadCount", self.readCount);
        field("HistoryReadCount", self.historyReadCount);
        field("WriteCount", self.writeCount);
        field("HistoryUpdateCount", self.historyUpdateCount);
        field("CallCount", self.callCount);
        field("CreateMonitoredItemsCount", self.createMonitoredItemsCount);
        field("ModifyMonitoredItemsCount", self.modifyMonitoredItemsCount);
        field("SetMonitoringModeCount", self.setMonitoringModeCount);
        field("SetTriggeringCount", self.setTriggeringCount);
        field("DeleteMonitoredItemsCount", self.deleteMonitoredItemsCount);
        field("CreateSubscriptionCount", self.createSubscriptionCount);
        field("ModifySubscriptionCount", self.modifySubscriptionCount);
        field("SetPublishingModeCount", self.setPublishingModeCount);
        field("PublishCount", self.publishCount);
        field("RepublishCount", self.republishCount);
        field("TransferSubscriptionsCount", self.transferSubscriptionsCount);
        field("DeleteSubscriptionsCount", self.deleteSubscriptionsCount);
        field("AddNodesCount", self.addNodesCount);
        field("AddReferencesCount", self.addReferencesCount);
        field("DeleteNodesCount", self.deleteNodesCount);
        field("DeleteReferencesCount", self.deleteReferencesCount);
        field("BrowseCount", self.browseCount);
        field("BrowseNextCount", self.browseNextCount);
        field("TranslateBrowsePathsToNodeIdsCount", self.translateBrowsePathsToNodeIdsCount);
        field("QueryFirstCount", self.queryFirstCount);
        field("QueryNextCount", self.queryNextCount);
        field("RegisterNodesCount", self.registerNodesCount);
        field("UnregisterNodesCount", self.unregisterNodesCount);
    }
};

struct SessionSecurityDiagnosticsDataType {
    static constexpr std::string_view typeName = "SessionSecurityDiagnosticsDataType";
    static constexpr std::uint32_t binaryEncodingId = 870;

    NodeId sessionId;
    String clientUserIdOfSession;
    Array<String> clientUserIdHistory;
    String authenticationMechanism;
    String encoding;
    String transportProtocol;
    MessageSecurityMode securityMode{};
    String securityPolicyUri;
    ByteString clientCertificate;

    auto fields(this auto& self, auto&& field) -> void {
        field("SessionId", self.sessionId);
        field("ClientUserIdOfSession", self.clientUserIdOfSession);
        field("ClientUserIdHistory", self.clientUserIdHistory);
        field("AuthenticationMechanism", self.authenticationMechanism);
        field("Encoding", self.encoding);
        field("TransportProtocol", self.transportProtocol);
        field("SecurityMode", self.securityMode);
        field("SecurityPolicyUri", self.securityPolicyUri);
        field("ClientCertificate", self.clientCertificate);
    }
};

struct SubscriptionDiagnosticsDataType {
    static constexpr std::string_view typeName = "SubscriptionDiagnosticsDataType";
    static constexpr std::uint32_t binaryEncodingId = 876;

    NodeId sessionId;
    std::uint32_t subscriptionId = 0;
    std::uint8_t priority = 0;
    double publishingInterval = 0;
    std::uint32_t maxKeepAliveCount = 0;
    std::uint32_t maxLifetimeCount = 0;
    std::uint32_t maxNotificationsPerPublish = 0;
    bool publishingEnabled = false;
    std::uint32_t modifyCount = 0;
    std::uint32_t enableCount = 0;
    std::uint32_t disableCount = 0;
    std::uint32_t republishRequestCount = 0;
    std::uint32_t republishMessageRequestCount = 0;
    std::uint32_t republishMessageCount = 0;
    std::uint32_t transferRequestCount = 0;
    std::uint32_t transferredToAltClientCount = 0;
    std::uint32_t transferredToSameClientCount = 0;
    std::uint32_t publishRequestCount = 0;
    std::uint32_t dataChangeNotificationsCount = 0;
    std::uint32_t eventNotificationsCount = 0;
    std::uint32_t notificationsCount = 0;
    std::uint32_t latePublishRequestCount = 0;
    std::uint32_t currentKeepAliveCount = 0;
    std::uint32_t currentLifetimeCount = 0;
    std::uint32_t unacknowledgedMessageCount = 0;
    std::uint32_t discardedMessageCount = 0;
    std::uint32_t monitoredItemCount = 0;
    std::uint32_t disabledMonitoredItemCount = 0;
    std::uint32_t monitoringQueueOverflowCount = 0;
    std::uint32_t nextSequenceNumber = 0;
    std::uint32_t eventQueueOverFlowCount = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("SessionId", self.sessionId);
        field("SubscriptionId", self.subscriptionId);
        field("Priority", self.priority);
        field("PublishingInterval", self.publishingInterval);
        field("MaxKeepAliveCount", self.maxKeepAliveCount);
        field("MaxLifetimeCount", self.maxLifetimeCount);
        field("MaxNotificationsPerPublish", self.maxNotificationsPerPublish);
        field("PublishingEnabled", self.publishingEnabled);
        field("ModifyCount", self.modifyCount);
        field("EnableCount", self.enableCount);
        field("DisableCount", self.disableCount);
        field("RepublishRequestCount", self.republishRequestCount);
        field("RepublishMessageRequestCount", self.republishMessageRequestCount);
        field("RepublishMessageCount", self.republishMessageCount);
        field("TransferRequestCount", self.transferRequestCount);
        field("TransferredToAltClientCount", self.transferredToAltClientCount);
        field("TransferredToSameClientCount", self.transferredToSameClientCount);
        field("PublishRequestCount", self.publishRequestCount);
        field("DataChangeNotificationsCount", self.dataChangeNotificationsCount);
        field("EventNotificationsCount", self.eventNotificationsCount);
        field("NotificationsCount", self.notificationsCount);
        field("LatePublishRequestCount", self.latePublishRequestCount);
        field("CurrentKeepAliveCount", self.currentKeepAliveCount);
        field("CurrentLifetimeCount", self.currentLifetimeCount);
        field("UnacknowledgedMessageCount", self.unacknowledgedMessageCount);
        field("DiscardedMessageCount", self.discardedMessageCount);
        field("MonitoredItemCount", self.monitoredItemCount);
        field("DisabledMonitoredItemCount", self.disabledMonitoredItemCount);
        field("MonitoringQueueOverflowCount", self.monitoringQueueOverflowCount);
        field("NextSequenceNumber", self.nextSequenceNumber);
        field("EventQueueOverFlowCount", self.eventQueueOverFlowCount);
    }
};

// clang-format on

} // namespace ua
