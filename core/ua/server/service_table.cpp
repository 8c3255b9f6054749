// SPDX-License-Identifier: MIT
// One row per service drives decoding, the session check, counting and answering.
#include "ua/server/server.h"
#include "ua/types/status_codes.h"

#include <algorithm>
#include <array>

namespace ua {

namespace {

enum class SessionNeed : std::uint8_t {
    None,      ///< discovery, CreateSession
    Created,   ///< ActivateSession, CloseSession: may not be activated yet
    Activated, ///< everything else
};
using ServiceCount = ServiceCounterDataType SessionDiagnosticsDataType::*;

} // namespace

struct ServiceTable
{
    using Invoke = void (*)(Server& server, ServerPeer& peer, std::uint32_t requestId,
                            Decoder& decoder);
    struct Row
    {
        std::uint32_t typeId;
        Invoke invoke;
    };

    /// The session the header names, if the request may use it; a fault otherwise.
    static StatusCode bindSession(Server& server, RequestContext& context, SessionNeed need)
    {
        Session* session = server.findSession(context.header.authenticationToken);
        if (session == nullptr) {
            return status::BadSessionIdInvalid;
        }
        const bool sameChannel = session->channelId == context.peer.security().channelId;
        if (need == SessionNeed::Activated) {
            if (!session->activated) {
                server.endSession(*session, true, status::BadSessionClosed);
                return status::BadSessionNotActivated;
            }
            if (!sameChannel) {
                ++session->diagnostics.unauthorizedRequestCount;
                return status::BadSecureChannelIdInvalid;
            }
        }
        context.session = session;
        session->lastContact = server.m_clock.monotonic();
        session->diagnostics.clientLastContactTime = DateTime::from(server.m_clock.wall());
        ++session->diagnostics.totalRequestCount.totalCount;
        return status::Good;
    }

    template <typename Request, typename Response,
              void (Server::*Method)(RequestContext&, Request&, Response&), SessionNeed Need,
              ServiceCount Count>
    static void invoke(Server& server, ServerPeer& peer, std::uint32_t requestId, Decoder& decoder)
    {
        Request request;
        decode(decoder, request);
        if (decoder.failed()) {
            ++server.m_counters.rejectedRequests;
            ++server.m_summary.rejectedRequestsCount;
            server.fault(peer, requestId, request.requestHeader.requestHandle,
                         decoder.error().status);
            return;
        }
        RequestContext context{peer, requestId, request.requestHeader, nullptr, false, {}};
        if constexpr (Need != SessionNeed::None) {
            context.fault = bindSession(server, context, Need);
        }
        Response response;
        Session* session = context.session;
        if (context.fault.isGood()) {
            (server.*Method)(context, request, response);
        }
        // Closing ends the session: it may not be touched any more.
        if (context.session != nullptr) {
            if constexpr (Count != nullptr) {
                auto& counter = session->diagnostics.*Count;
                ++counter.totalCount;
                counter.errorCount += context.fault.isBad() ? 1 : 0;
            }
            session->diagnostics.totalRequestCount.errorCount += context.fault.isBad() ? 1 : 0;
        }
        if (context.fault.isBad()) {
            ++server.m_counters.rejectedRequests;
            ++server.m_summary.rejectedRequestsCount;
            server.fault(peer, requestId, request.requestHeader.requestHandle, context.fault);
            return;
        }
        if (context.deferred) {
            return;
        }
        response.responseHeader.timestamp = DateTime::from(server.m_clock.wall());
        response.responseHeader.requestHandle = request.requestHeader.requestHandle;
        response.responseHeader.stringTable.setNotNull();
        server.m_scratch.clear();
        Encoder encoder(server.m_scratch);
        encodeMessage(encoder, response);
        peer.respond(requestId, server.m_scratch);
    }

    template <typename Request, typename Response,
              void (Server::*Method)(RequestContext&, Request&, Response&),
              SessionNeed Need = SessionNeed::Activated, ServiceCount Count = nullptr>
    static constexpr Row row()
    {
        return {Request::binaryEncodingId, &invoke<Request, Response, Method, Need, Count>};
    }

    static const Row* find(std::uint32_t typeId)
    {
        using D = SessionDiagnosticsDataType;
        using enum SessionNeed;
        static constexpr auto rows = [] {
            std::array all{
                row<GetEndpointsRequest, GetEndpointsResponse, &Server::getEndpoints, None>(),
                row<FindServersRequest, FindServersResponse, &Server::findServers, None>(),
                row<CreateSessionRequest, CreateSessionResponse, &Server::createSession, None>(),
                row<ActivateSessionRequest, ActivateSessionResponse, &Server::activateSession,
                    Created>(),
                row<CloseSessionRequest, CloseSessionResponse, &Server::closeSession, Created>(),
                row<CancelRequest, CancelResponse, &Server::cancel>(),
                row<BrowseRequest, BrowseResponse, &Server::browse, Activated, &D::browseCount>(),
                row<BrowseNextRequest, BrowseNextResponse, &Server::browseNext, Activated,
                    &D::browseNextCount>(),
                row<TranslateBrowsePathsToNodeIdsRequest, TranslateBrowsePathsToNodeIdsResponse,
                    &Server::translate, Activated, &D::translateBrowsePathsToNodeIdsCount>(),
                row<RegisterNodesRequest, RegisterNodesResponse, &Server::registerNodes, Activated,
                    &D::registerNodesCount>(),
                row<UnregisterNodesRequest, UnregisterNodesResponse, &Server::unregisterNodes,
                    Activated, &D::unregisterNodesCount>(),
                row<ReadRequest, ReadResponse, &Server::read, Activated, &D::readCount>(),
                row<WriteRequest, WriteResponse, &Server::write, Activated, &D::writeCount>(),
                row<CallRequest, CallResponse, &Server::call, Activated, &D::callCount>(),
                row<CreateSubscriptionRequest, CreateSubscriptionResponse,
                    &Server::createSubscription, Activated, &D::createSubscriptionCount>(),
                row<ModifySubscriptionRequest, ModifySubscriptionResponse,
                    &Server::modifySubscription, Activated, &D::modifySubscriptionCount>(),
                row<SetPublishingModeRequest, SetPublishingModeResponse, &Server::setPublishingMode,
                    Activated, &D::setPublishingModeCount>(),
                row<PublishRequest, PublishResponse, &Server::publish, Activated,
                    &D::publishCount>(),
                row<RepublishRequest, RepublishResponse, &Server::republish, Activated,
                    &D::republishCount>(),
                row<TransferSubscriptionsRequest, TransferSubscriptionsResponse,
                    &Server::transferSubscriptions, Activated, &D::transferSubscriptionsCount>(),
                row<DeleteSubscriptionsRequest, DeleteSubscriptionsResponse,
                    &Server::deleteSubscriptions, Activated, &D::deleteSubscriptionsCount>(),
                row<CreateMonitoredItemsRequest, CreateMonitoredItemsResponse,
                    &Server::createMonitoredItems, Activated, &D::createMonitoredItemsCount>(),
                row<ModifyMonitoredItemsRequest, ModifyMonitoredItemsResponse,
                    &Server::modifyMonitoredItems, Activated, &D::modifyMonitoredItemsCount>(),
                row<SetMonitoringModeRequest, SetMonitoringModeResponse, &Server::setMonitoringMode,
                    Activated, &D::setMonitoringModeCount>(),
                row<SetTriggeringRequest, SetTriggeringResponse, &Server::setTriggering, Activated,
                    &D::setTriggeringCount>(),
                row<DeleteMonitoredItemsRequest, DeleteMonitoredItemsResponse,
                    &Server::deleteMonitoredItems, Activated, &D::deleteMonitoredItemsCount>(),
            };
            std::ranges::sort(all, {}, &Row::typeId);
            return all;
        }();
        const auto found = std::ranges::lower_bound(rows, typeId, {}, &Row::typeId);
        return found != rows.end() && found->typeId == typeId ? &*found : nullptr;
    }
};

void Server::onRequest(ServerPeer& peer, std::uint32_t requestId, base::BytesView body)
{
    ++m_counters.requests;
    Decoder decoder(body, m_decodeLimits);
    NodeId typeId;
    decode(decoder, typeId);
    if (decoder.failed()) {
        fault(peer, requestId, 0, status::BadDecodingError);
        return;
    }
    const std::uint32_t type = typeId.standardId();
    const bool discovery = type == GetEndpointsRequest::binaryEncodingId ||
                           type == FindServersRequest::binaryEncodingId;
    if (peer.security().discoveryOnly && !discovery) {
        RequestHeader header;
        decode(decoder, header);
        ++m_summary.securityRejectedRequestsCount;
        fault(peer, requestId, header.requestHandle, status::BadSecurityPolicyRejected);
        return;
    }
    const auto* row = ServiceTable::find(type);
    if (row == nullptr) {
        // The header is the same for every request: its handle lets the client match the fault.
        RequestHeader header;
        decode(decoder, header);
        ++m_counters.rejectedRequests;
        ++m_summary.rejectedRequestsCount;
        fault(peer, requestId, header.requestHandle,
              decoder.failed() ? status::BadDecodingError : status::BadServiceUnsupported);
        return;
    }
    row->invoke(*this, peer, requestId, decoder);
}

} // namespace ua
