// SPDX-License-Identifier: MIT
// The server core with a clock the test moves and clients without sockets.
#pragma once

#include "base/clock.h"
#include "ua/codec/structure.h"
#include "ua/server/server.h"
#include "ua/types/services/attribute.h"
#include "ua/types/services/filters.h"
#include "ua/types/services/monitored_item.h"
#include "ua/types/services/session.h"
#include "ua/types/services/subscription.h"
#include "ua/types/status_codes.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// A client's channel: keeps the responses until the test takes them.
class Peer final : public ua::ServerPeer
{
public:
    explicit Peer(std::uint32_t channelId)
    {
        m_security.channelId = channelId;
        m_security.policy = &ua::nonePolicy();
        m_security.mode = ua::MessageSecurityMode::None;
    }
    void respond(std::uint32_t requestId, base::BytesView body) override
    {
        if (!m_answers.emplace(requestId, base::Bytes(body.begin(), body.end())).second) {
            throw std::runtime_error("a request was answered twice");
        }
        order.push_back(requestId);
    }
    const ua::ChannelSecurity& security() const override { return m_security; }

    std::optional<base::Bytes> take(std::uint32_t requestId)
    {
        const auto found = m_answers.find(requestId);
        if (found == m_answers.end()) {
            return std::nullopt;
        }
        auto bytes = std::move(found->second);
        m_answers.erase(found);
        return bytes;
    }
    /// Request ids in the order of their answers.
    std::vector<std::uint32_t> order;

private:
    ua::ChannelSecurity m_security;
    std::map<std::uint32_t, base::Bytes> m_answers;
};

/// An answer: the response, or the fault's status and no response.
template <typename Response>
struct Answer
{
    std::optional<Response> response;
    ua::StatusCode status;
    const Response* operator->() const { return &response.value(); }
    explicit operator bool() const { return response.has_value(); }
};

template <typename Response>
Answer<Response> readAnswer(base::BytesView bytes)
{
    const ua::Limits limits;
    ua::Decoder decoder(bytes, limits);
    ua::NodeId type;
    decode(decoder, type);
    if (type.standardId() == ua::ServiceFault::binaryEncodingId) {
        auto fault = ua::decodeBody<ua::ServiceFault>(decoder).value();
        return {std::nullopt, fault.responseHeader.serviceResult};
    }
    if (type.standardId() != Response::binaryEncodingId) {
        throw std::runtime_error("a response of another type: " + type.text());
    }
    auto response = ua::decodeBody<Response>(decoder).value();
    if (decoder.position() != bytes.size()) {
        throw std::runtime_error("bytes after the response");
    }
    const auto status = response.responseHeader.serviceResult;
    return {std::move(response), status};
}

class Client
{
public:
    Client(ua::Server& server, std::uint32_t channelId)
        : peer(channelId)
        , m_server(server)
    {}

    template <typename Request>
    std::uint32_t send(Request& request, std::uint32_t timeoutHint = 0)
    {
        request.requestHeader.authenticationToken = token;
        request.requestHeader.requestHandle = ++m_lastId + 1'000;
        request.requestHeader.timeoutHint = timeoutHint;
        m_server.onRequest(peer, m_lastId, ua::encodeMessage(request));
        return m_lastId;
    }
    /// The answer to a request that was sent; nothing while it waits.
    template <typename Response>
    std::optional<Answer<Response>> take(std::uint32_t requestId)
    {
        const auto bytes = peer.take(requestId);
        return bytes ? std::optional(readAnswer<Response>(*bytes)) : std::nullopt;
    }
    template <typename Response, typename Request>
    Answer<Response> call(Request request)
    {
        auto answer = take<Response>(send(request));
        if (!answer) {
            throw std::runtime_error("the request was not answered");
        }
        return std::move(*answer);
    }

    /// CreateSession; the status when it is refused.
    ua::StatusCode create(double timeout = 60'000)
    {
        ua::CreateSessionRequest request;
        request.clientDescription.applicationUri = "urn:test:client";
        request.sessionName = "test";
        request.requestedSessionTimeout = timeout;
        const auto answer = call<ua::CreateSessionResponse>(request);
        if (answer) {
            token = answer->authenticationToken;
            sessionId = answer->sessionId;
            revisedTimeout = answer->revisedSessionTimeout;
        }
        return answer.status;
    }
    ua::StatusCode activate()
    {
        return call<ua::ActivateSessionResponse>(ua::ActivateSessionRequest{}).status;
    }
    ua::StatusCode establish(double timeout = 60'000)
    {
        const auto created = create(timeout);
        return created.isBad() ? created : activate();
    }

    std::uint32_t subscribe(double interval, std::uint32_t keepAlive = 10,
                            std::uint32_t lifetime = 100, std::uint32_t maxNotifications = 0,
                            std::uint8_t priority = 0)
    {
        ua::CreateSubscriptionRequest request;
        request.requestedPublishingInterval = interval;
        request.requestedMaxKeepAliveCount = keepAlive;
        request.requestedLifetimeCount = lifetime;
        request.maxNotificationsPerPublish = maxNotifications;
        request.publishingEnabled = true;
        request.priority = priority;
        return call<ua::CreateSubscriptionResponse>(request)->subscriptionId;
    }
    struct Item
    {
        ua::NodeId node;
        std::uint32_t handle = 0;
        std::uint32_t queueSize = 1'000;
        bool discardOldest = true;
        ua::ExtensionObject filter;
        ua::MonitoringMode mode = ua::MonitoringMode::Reporting;
        double samplingInterval = 0;
        const char* indexRange = nullptr;
    };
    static ua::MonitoredItemCreateRequest itemRequest(const Item& item)
    {
        ua::MonitoredItemCreateRequest request;
        request.itemToMonitor.nodeId = item.node;
        request.itemToMonitor.attributeId = ua::attribute::Value;
        if (item.indexRange != nullptr) {
            request.itemToMonitor.indexRange = item.indexRange;
        }
        request.monitoringMode = item.mode;
        request.requestedParameters.clientHandle = item.handle;
        request.requestedParameters.samplingInterval = item.samplingInterval;
        request.requestedParameters.filter = item.filter;
        request.requestedParameters.queueSize = item.queueSize;
        request.requestedParameters.discardOldest = item.discardOldest;
        return request;
    }
    ua::MonitoredItemCreateResult monitor(std::uint32_t subscription, const Item& item)
    {
        ua::CreateMonitoredItemsRequest request;
        request.subscriptionId = subscription;
        request.timestampsToReturn = ua::TimestampsToReturn::Neither;
        request.itemsToCreate = {itemRequest(item)};
        return call<ua::CreateMonitoredItemsResponse>(request)->results.at(0);
    }

    std::uint32_t publish(ua::Array<ua::SubscriptionAcknowledgement> acknowledgements = {},
                          std::uint32_t timeoutHint = 0)
    {
        ua::PublishRequest request;
        request.subscriptionAcknowledgements = std::move(acknowledgements);
        return send(request, timeoutHint);
    }
    std::optional<Answer<ua::PublishResponse>> published(std::uint32_t requestId)
    {
        return take<ua::PublishResponse>(requestId);
    }

    ua::StatusCode write(const ua::NodeId& node, ua::DataValue value, const char* range = nullptr)
    {
        ua::WriteRequest request;
        ua::WriteValue what;
        what.nodeId = node;
        what.attributeId = ua::attribute::Value;
        if (range != nullptr) {
            what.indexRange = range;
        }
        what.value = std::move(value);
        request.nodesToWrite = {what};
        return call<ua::WriteResponse>(request)->results.at(0);
    }
    ua::StatusCode write(const ua::NodeId& node, ua::Variant value, const char* range = nullptr)
    {
        ua::DataValue data;
        data.value = std::move(value);
        return write(node, std::move(data), range);
    }
    ua::DataValue read(const ua::NodeId& node, const char* range = nullptr)
    {
        ua::ReadRequest request;
        ua::ReadValueId what;
        what.nodeId = node;
        what.attributeId = ua::attribute::Value;
        if (range != nullptr) {
            what.indexRange = range;
        }
        request.nodesToRead = {what};
        request.timestampsToReturn = ua::TimestampsToReturn::Neither;
        return call<ua::ReadResponse>(request)->results.at(0);
    }

    Peer peer;
    ua::NodeId token;
    ua::NodeId sessionId;
    double revisedTimeout = 0;

private:
    ua::Server& m_server;
    std::uint32_t m_lastId = 0;
};

/// The values a notification carries, in their order.
inline std::vector<ua::MonitoredItemNotification> valuesOf(const ua::NotificationMessage& message)
{
    std::vector<ua::MonitoredItemNotification> values;
    for (const auto& data : message.notificationData) {
        if (ua::holds<ua::DataChangeNotification>(data)) {
            auto notification =
                ua::fromExtensionObject<ua::DataChangeNotification>(data, ua::Limits{}).value();
            for (auto& item : notification.monitoredItems) {
                values.push_back(std::move(item));
            }
        }
    }
    return values;
}

/// The server, its clock and one client with a session.
struct Bench
{
    explicit Bench(ua::ServerConfig config = {})
        : server(withEndpoint(std::move(config)), ua::ApplicationIdentity{}, clock)
        , client(server, 1)
    {}

    static ua::ServerConfig withEndpoint(ua::ServerConfig config)
    {
        config.endpoints = {{std::string(ua::nonePolicy().uri), ua::MessageSecurityMode::None}};
        config.limits.minPolledInterval = std::chrono::milliseconds(50);
        return config;
    }

    /// Lets time pass; everything that becomes due meanwhile happens at its own moment.
    void pass(std::chrono::milliseconds duration)
    {
        const auto end = clock.monotonic() + duration;
        for (;;) {
            const auto due = server.nextDue();
            if (due > end) {
                break;
            }
            if (due > clock.monotonic()) {
                clock.advance(due - clock.monotonic());
            }
            server.tick();
        }
        clock.advance(end - clock.monotonic());
    }
    /// Values published to the client within one cycle of the given length.
    std::vector<ua::MonitoredItemNotification> cycle(std::chrono::milliseconds interval)
    {
        const auto id = client.publish();
        pass(interval);
        const auto answer = client.published(id);
        if (!answer) {
            client.call<ua::CancelResponse>(cancelOf(id));
            client.peer.take(id);
            return {};
        }
        return valuesOf((*answer)->notificationMessage);
    }
    static ua::CancelRequest cancelOf(std::uint32_t requestId)
    {
        ua::CancelRequest cancel;
        cancel.requestHandle = requestId + 1'000;
        return cancel;
    }

    base::ManualClock clock;
    ua::Server server;
    Client client;
};

inline ua::NodeId counter(std::uint32_t i)
{
    return {2, i};
}
inline ua::NodeId typed(const char* name)
{
    return {2, ua::String(std::string("Types.") + name)};
}
inline ua::ExtensionObject dataChange(ua::DataChangeTrigger trigger, std::uint32_t deadbandType = 0,
                                      double deadband = 0)
{
    ua::DataChangeFilter filter;
    filter.trigger = trigger;
    filter.deadbandType = deadbandType;
    filter.deadbandValue = deadband;
    return ua::toExtensionObject(filter);
}

} // namespace bench
