// SPDX-License-Identifier: MIT
// Every structure of this stack as one list, for tests, fuzzing and dispatch.
#pragma once

#include "ua/types/services/attribute.h"
#include "ua/types/services/data_types.h"
#include "ua/types/services/discovery.h"
#include "ua/types/services/filters.h"
#include "ua/types/services/headers.h"
#include "ua/types/services/history.h"
#include "ua/types/services/method.h"
#include "ua/types/services/monitored_item.h"
#include "ua/types/services/node_management.h"
#include "ua/types/services/query.h"
#include "ua/types/services/secure_channel.h"
#include "ua/types/services/session.h"
#include "ua/types/services/subscription.h"
#include "ua/types/services/view.h"

#include <tuple>

namespace ua {

using AllStructures = std::tuple<
    RequestHeader, ResponseHeader, ServiceFault, AdditionalParametersType, KeyValuePair,
    EphemeralKeyType, SignatureData, SignedSoftwareCertificate, ApplicationDescription,
    UserTokenPolicy, EndpointDescription, FindServersRequest, FindServersResponse,
    GetEndpointsRequest, GetEndpointsResponse, RegisteredServer, RegisterServerRequest,
    RegisterServerResponse, MdnsDiscoveryConfiguration, RegisterServer2Request,
    RegisterServer2Response, ServerOnNetwork, FindServersOnNetworkRequest,
    FindServersOnNetworkResponse, ChannelSecurityToken, OpenSecureChannelRequest,
    OpenSecureChannelResponse, CloseSecureChannelRequest, CloseSecureChannelResponse,
    AnonymousIdentityToken, UserNameIdentityToken, X509IdentityToken, IssuedIdentityToken,
    CreateSessionRequest, CreateSessionResponse, ActivateSessionRequest, ActivateSessionResponse,
    CloseSessionRequest, CloseSessionResponse, CancelRequest, CancelResponse, ObjectAttributes,
    AddNodesItem, AddNodesResult, AddNodesRequest, AddNodesResponse, AddReferencesItem,
    AddReferencesRequest, AddReferencesResponse, DeleteNodesItem, DeleteNodesRequest,
    DeleteNodesResponse, DeleteReferencesItem, DeleteReferencesRequest, DeleteReferencesResponse,
    ViewDescription, BrowseDescription, ReferenceDescription, BrowseResult, BrowseRequest,
    BrowseResponse, BrowseNextRequest, BrowseNextResponse, RelativePathElement, RelativePath,
    BrowsePath, BrowsePathTarget, BrowsePathResult, TranslateBrowsePathsToNodeIdsRequest,
    TranslateBrowsePathsToNodeIdsResponse, RegisterNodesRequest, RegisterNodesResponse,
    UnregisterNodesRequest, UnregisterNodesResponse, ElementOperand, LiteralOperand,
    AttributeOperand, SimpleAttributeOperand, ContentFilterElement, ContentFilter,
    ContentFilterElementResult, ContentFilterResult, DataChangeFilter, EventFilter,
    EventFilterResult, AggregateConfiguration, AggregateFilter, AggregateFilterResult,
    QueryDataDescription, NodeTypeDescription, QueryDataSet, ParsingResult, QueryFirstRequest,
    QueryFirstResponse, QueryNextRequest, QueryNextResponse, ReadValueId, ReadRequest, ReadResponse,
    WriteValue, WriteRequest, WriteResponse, HistoryReadValueId, HistoryReadResult,
    ReadEventDetails, ReadRawModifiedDetails, ReadProcessedDetails, ReadAtTimeDetails, HistoryData,
    ModificationInfo, HistoryModifiedData, HistoryReadRequest, HistoryReadResponse,
    CallMethodRequest, CallMethodResult, CallRequest, CallResponse, MonitoringParameters,
    MonitoredItemCreateRequest, MonitoredItemCreateResult, CreateMonitoredItemsRequest,
    CreateMonitoredItemsResponse, MonitoredItemModifyRequest, MonitoredItemModifyResult,
    ModifyMonitoredItemsRequest, ModifyMonitoredItemsResponse, SetMonitoringModeRequest,
    SetMonitoringModeResponse, SetTriggeringRequest, SetTriggeringResponse,
    DeleteMonitoredItemsRequest, DeleteMonitoredItemsResponse, MonitoredItemNotification,
    DataChangeNotification, EventFieldList, EventNotificationList, StatusChangeNotification,
    NotificationMessage, CreateSubscriptionRequest, CreateSubscriptionResponse,
    ModifySubscriptionRequest, ModifySubscriptionResponse, SetPublishingModeRequest,
    SetPublishingModeResponse, SubscriptionAcknowledgement, PublishRequest, PublishResponse,
    RepublishRequest, RepublishResponse, TransferResult, TransferSubscriptionsRequest,
    TransferSubscriptionsResponse, DeleteSubscriptionsRequest, DeleteSubscriptionsResponse,
    BuildInfo, ServerStatusDataType, Range, EUInformation, Argument, EnumValueType,
    ServiceCounterDataType, ServerDiagnosticsSummaryDataType, SessionDiagnosticsDataType,
    SessionSecurityDiagnosticsDataType, SubscriptionDiagnosticsDataType>;

/// Calls visitor.template operator()<T>() for each structure.
template <typename Visitor>
void forEachStructure(Visitor&& visitor)
{
    [&visitor]<typename... T>(std::tuple<T...>*) {
        (visitor.template operator()<T>(), ...);
    }(static_cast<AllStructures*>(nullptr));
}

} // namespace ua
