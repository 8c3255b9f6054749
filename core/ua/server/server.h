// SPDX-License-Identifier: MIT
// The server core: requests in, responses out through ServerPeer. No socket and no thread; time
// comes from the clock it was given, and tick() does what has become due.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "measure/histogram.h"
#include "ua/codec/limits.h"
#include "ua/codec/structure.h"
#include "ua/security/certificate_builder.h"
#include "ua/server/address_space.h"
#include "ua/server/sampling_group.h"
#include "ua/server/server_config.h"
#include "ua/server/server_peer.h"
#include "ua/server/session.h"
#include "ua/server/subscription.h"
#include "ua/types/services/attribute.h"
#include "ua/types/services/discovery.h"
#include "ua/types/services/method.h"
#include "ua/types/services/monitored_item.h"
#include "ua/types/services/session.h"
#include "ua/types/services/subscription.h"
#include "ua/types/services/view.h"

#include <queue>

#include <functional>
#include <map>
#include <memory>
#include <unordered_map>

namespace ua {

/// A request being answered.
struct RequestContext
{
    ServerPeer& peer;
    std::uint32_t requestId;
    const RequestHeader& header;
    Session* session = nullptr;
    /// The answer comes later (Publish).
    bool deferred = false;
    /// Bad: a ServiceFault is sent instead of the response.
    StatusCode fault{};
};

/// Totals since the start, for ServerDiagnosticsSummary and for the run's result.
struct ServerCounters
{
    std::uint64_t requests = 0;
    std::uint64_t rejectedRequests = 0;
    std::uint64_t notifications = 0;
    std::uint64_t publishResponses = 0;
    std::uint64_t keepAlives = 0;
    std::uint64_t overflows = 0;
    std::uint64_t writes = 0;
};

class Server
{
public:
    Server(ServerConfig config, ApplicationIdentity identity, const base::Clock& clock);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// A whole request message. Always answers, now or later, unless the peer goes away.
    void onRequest(ServerPeer& peer, std::uint32_t requestId, base::BytesView body);
    /// The connection is gone; its sessions wait for a new one until their timeout.
    void peerClosed(ServerPeer& peer);
    /// Publishing cycles, sampling, timeouts. Returns when to be called next.
    base::MonotonicTime tick();
    /// When tick() has something to do; earlier than the last answer if a request added work.
    base::MonotonicTime nextDue() const;

    /// Stores a value and tells its monitored items.
    void setValue(Node& node, DataValue value);
    AddressSpace& space() { return m_space; }
    const base::Clock& clock() const { return m_clock; }
    const ServerConfig& config() const { return m_config; }
    const ApplicationIdentity& identity() const { return m_identity; }
    void setEndpointUrl(std::string url) { m_config.endpointUrl = std::move(url); }

    const ServerCounters& counters() const { return m_counters; }
    /// Last counter the update period's driver wrote to every variable.
    std::uint64_t updateCounter() const { return m_updateCounter; }
    std::size_t sessionCount() const { return m_sessions.size(); }
    std::size_t subscriptionCount() const { return m_subscriptions.size(); }
    std::size_t monitoredItemCount() const { return m_itemCount; }
    const ServerDiagnosticsSummaryDataType& summary() const { return m_summary; }
    /// From the end of a publishing interval to the sending of its message, in ns.
    measure::Histogram takePublishLateness();
    Subscription* findSubscription(std::uint32_t id);
    /// The ResendData method (Part 5 §9.2): queues the current value of every reporting item.
    StatusCode resendData(const Session& session, std::uint32_t subscriptionId);

private:
    friend struct ServiceTable;
    friend class DiagnosticsNodes;

    // Discovery and sessions
    void getEndpoints(RequestContext&, GetEndpointsRequest&, GetEndpointsResponse&);
    void findServers(RequestContext&, FindServersRequest&, FindServersResponse&);
    void createSession(RequestContext&, CreateSessionRequest&, CreateSessionResponse&);
    void activateSession(RequestContext&, ActivateSessionRequest&, ActivateSessionResponse&);
    void closeSession(RequestContext&, CloseSessionRequest&, CloseSessionResponse&);
    void cancel(RequestContext&, CancelRequest&, CancelResponse&);
    // View
    void browse(RequestContext&, BrowseRequest&, BrowseResponse&);
    void browseNext(RequestContext&, BrowseNextRequest&, BrowseNextResponse&);
    void translate(RequestContext&, TranslateBrowsePathsToNodeIdsRequest&,
                   TranslateBrowsePathsToNodeIdsResponse&);
    void registerNodes(RequestContext&, RegisterNodesRequest&, RegisterNodesResponse&);
    void unregisterNodes(RequestContext&, UnregisterNodesRequest&, UnregisterNodesResponse&);
    // Attribute and method
    void read(RequestContext&, ReadRequest&, ReadResponse&);
    void write(RequestContext&, WriteRequest&, WriteResponse&);
    void call(RequestContext&, CallRequest&, CallResponse&);
    // Subscriptions
    void createSubscription(RequestContext&, CreateSubscriptionRequest&,
                            CreateSubscriptionResponse&);
    void modifySubscription(RequestContext&, ModifySubscriptionRequest&,
                            ModifySubscriptionResponse&);
    void setPublishingMode(RequestContext&, SetPublishingModeRequest&, SetPublishingModeResponse&);
    void publish(RequestContext&, PublishRequest&, PublishResponse&);
    void republish(RequestContext&, RepublishRequest&, RepublishResponse&);
    void transferSubscriptions(RequestContext&, TransferSubscriptionsRequest&,
                               TransferSubscriptionsResponse&);
    void deleteSubscriptions(RequestContext&, DeleteSubscriptionsRequest&,
                             DeleteSubscriptionsResponse&);
    // Monitored items
    void createMonitoredItems(RequestContext&, CreateMonitoredItemsRequest&,
                              CreateMonitoredItemsResponse&);
    void modifyMonitoredItems(RequestContext&, ModifyMonitoredItemsRequest&,
                              ModifyMonitoredItemsResponse&);
    void setMonitoringMode(RequestContext&, SetMonitoringModeRequest&, SetMonitoringModeResponse&);
    void setTriggering(RequestContext&, SetTriggeringRequest&, SetTriggeringResponse&);
    void deleteMonitoredItems(RequestContext&, DeleteMonitoredItemsRequest&,
                              DeleteMonitoredItemsResponse&);

    // session_service.cpp
    Array<EndpointDescription> endpointDescriptions(const String& url) const;
    ApplicationDescription applicationDescription(const String& url) const;
    StatusCode authenticate(const ActivateSessionRequest& request, const Session& session,
                            std::string& user) const;
    StatusCode checkUserName(const UserNameIdentityToken& token, const Session& session,
                             std::string& user) const;
    Session* findSession(const NodeId& token);
    void endSession(Session& session, bool deleteSubscriptions, StatusCode publishFault);
    bool makeRoomForSession();

    // attribute_service.cpp
    DataValue readAttribute(const Node& node, std::uint32_t attributeId,
                            const IndexRange& range) const;
    DataValue readValue(const ReadValueId& what, TimestampsToReturn timestamps) const;
    StatusCode writeValue(const WriteValue& what);

    // publishing.cpp
    void respondPublish(Session& session, Subscription& subscription,
                        const Subscription::Message& message);
    void publishFault(Session& session, const QueuedPublish& request, StatusCode status);
    void endPublishingCycle(Subscription& subscription, base::MonotonicTime now);
    void sendDue(Subscription& subscription, Subscription::Due due, base::MonotonicTime cycleEnd);
    void serveLate(Session& session);
    void dropExpiredPublishes(Session& session, base::MonotonicTime now);
    void removeSubscription(Subscription& subscription);
    /// Takes a subscription from its session, which is told.
    void releaseSubscription(Subscription& subscription);
    static void countItems(Session& session);
    void fault(ServerPeer& peer, std::uint32_t requestId, std::uint32_t requestHandle,
               StatusCode status);

    // monitored_item_service.cpp
    MonitoredItemCreateResult createItem(Subscription& subscription,
                                         const MonitoredItemCreateRequest& request,
                                         TimestampsToReturn timestamps);
    StatusCode applyParameters(MonitoredItem& item, const MonitoringParameters& parameters,
                               double& revisedInterval, std::uint32_t& revisedQueueSize);
    void attach(MonitoredItem& item);
    void detach(MonitoredItem& item);
    void deleteItem(Subscription& subscription, MonitoredItem& item);
    SamplePtr sampleNow(const MonitoredItem& item) const;
    void report(MonitoredItem& item);
    void offer(MonitoredItem& item, const SamplePtr& sample);
    void runGroup(SamplingGroup& group, base::MonotonicTime now);
    Subscription* ownSubscription(const RequestContext& context, std::uint32_t id);
    /// The session's subscription for a request on so many items, or a fault in the context.
    Subscription* subscriptionForItems(RequestContext& context, std::uint32_t id,
                                       std::size_t operations);

    enum class TimerKind : std::uint8_t { Cycle, Group, SessionTimeout, Update };
    struct Timer
    {
        base::MonotonicTime due;
        TimerKind kind;
        std::uint64_t key;
        friend bool operator>(const Timer& a, const Timer& b) { return a.due > b.due; }
    };
    void schedule(base::MonotonicTime due, TimerKind kind, std::uint64_t key);
    void run(const Timer& timer, base::MonotonicTime now);

    ServerConfig m_config;
    ApplicationIdentity m_identity;
    const base::Clock& m_clock;
    base::WallTime m_startTime;
    Limits m_decodeLimits;
    AddressSpace m_space;
    std::unordered_map<NodeId, std::unique_ptr<Session>> m_sessions; // by token
    std::unordered_map<std::uint64_t, Session*> m_sessionsByNumber;
    std::unordered_map<std::uint32_t, std::unique_ptr<Subscription>> m_subscriptions;
    std::map<std::int64_t, std::unique_ptr<SamplingGroup>> m_groups; // by interval
    std::priority_queue<Timer, std::vector<Timer>, std::greater<>> m_timers;
    std::uint32_t m_lastSubscription = 0;
    std::uint64_t m_lastSession = 0;
    std::size_t m_itemCount = 0;
    ServerCounters m_counters;
    ServerDiagnosticsSummaryDataType m_summary;
    measure::Histogram m_publishLateness;
    std::vector<Node*> m_updated; // driven by the update period
    std::uint64_t m_updateCounter = 0;
    base::Bytes m_scratch;
};

/// StatusText of an operation limit check: Bad_NothingToDo, Bad_TooManyOperations or Good.
StatusCode checkOperations(std::size_t count, std::uint32_t limit);
double milliseconds(base::Duration duration);
base::Duration fromMilliseconds(double milliseconds);

} // namespace ua
