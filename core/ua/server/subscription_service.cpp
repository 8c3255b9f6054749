// SPDX-License-Identifier: MIT
// Create, modify, transfer and delete subscriptions (Part 4 §5.14).
#include "ua/server/server.h"
#include "ua/types/status_codes.h"

#include <algorithm>
#include <cmath>

namespace ua {

namespace {

constexpr std::uint32_t defaultKeepAliveCount = 10;
constexpr std::uint32_t maxKeepAliveCount = 1'000'000;

SubscriptionParameters revise(const ServerLimits& limits, double interval,
                              std::uint32_t lifetimeCount, std::uint32_t keepAliveCount,
                              std::uint32_t maxNotifications, std::uint8_t priority)
{
    SubscriptionParameters p;
    p.publishingInterval =
        !(interval > 0) ? limits.minPublishingInterval
                        : std::clamp(fromMilliseconds(interval), limits.minPublishingInterval,
                                     limits.maxPublishingInterval);
    p.maxKeepAliveCount =
        keepAliveCount == 0 ? defaultKeepAliveCount : std::min(keepAliveCount, maxKeepAliveCount);
    // Part 4 §5.14.2: at least three times the keep-alive count.
    p.lifetimeCount = std::max(lifetimeCount, p.maxKeepAliveCount * 3);
    p.maxNotificationsPerPublish = maxNotifications;
    p.priority = priority;
    return p;
}

} // namespace

Subscription* Server::ownSubscription(const RequestContext& context, std::uint32_t id)
{
    Subscription* subscription = findSubscription(id);
    return subscription != nullptr && subscription->session == context.session ? subscription
                                                                               : nullptr;
}

void Server::createSubscription(RequestContext& context, CreateSubscriptionRequest& request,
                                CreateSubscriptionResponse& response)
{
    Session& session = *context.session;
    if (session.subscriptions.size() >= m_config.limits.maxSubscriptionsPerSession) {
        context.fault = status::BadTooManySubscriptions;
        return;
    }
    const auto parameters = revise(
        m_config.limits, request.requestedPublishingInterval, request.requestedLifetimeCount,
        request.requestedMaxKeepAliveCount, request.maxNotificationsPerPublish, request.priority);
    std::uint32_t id = 0;
    do {
        id = ++m_lastSubscription;
    } while (id == 0 || m_subscriptions.contains(id));
    auto subscription = std::make_unique<Subscription>(id, parameters, m_clock.monotonic());
    subscription->session = &session;
    subscription->ownerUser = session.user;
    subscription->ownerCertificate = session.clientCertificate;
    subscription->publishingEnabled = request.publishingEnabled;
    subscription->diagnostics.sessionId = session.id;
    session.subscriptions.push_back(subscription.get());
    schedule(subscription->nextCycle(), TimerKind::Cycle, id);
    m_subscriptions[id] = std::move(subscription);
    session.diagnostics.currentSubscriptionsCount =
        static_cast<std::uint32_t>(session.subscriptions.size());
    ++m_summary.cumulatedSubscriptionCount;
    m_summary.currentSubscriptionCount = static_cast<std::uint32_t>(m_subscriptions.size());

    response.subscriptionId = id;
    response.revisedPublishingInterval = milliseconds(parameters.publishingInterval);
    response.revisedLifetimeCount = parameters.lifetimeCount;
    response.revisedMaxKeepAliveCount = parameters.maxKeepAliveCount;
}

void Server::modifySubscription(RequestContext& context, ModifySubscriptionRequest& request,
                                ModifySubscriptionResponse& response)
{
    Subscription* subscription = ownSubscription(context, request.subscriptionId);
    if (subscription == nullptr) {
        context.fault = status::BadSubscriptionIdInvalid;
        return;
    }
    const auto parameters = revise(
        m_config.limits, request.requestedPublishingInterval, request.requestedLifetimeCount,
        request.requestedMaxKeepAliveCount, request.maxNotificationsPerPublish, request.priority);
    subscription->modify(parameters);
    ++subscription->diagnostics.modifyCount;
    response.revisedPublishingInterval = milliseconds(parameters.publishingInterval);
    response.revisedLifetimeCount = parameters.lifetimeCount;
    response.revisedMaxKeepAliveCount = parameters.maxKeepAliveCount;
}

void Server::setPublishingMode(RequestContext& context, SetPublishingModeRequest& request,
                               SetPublishingModeResponse& response)
{
    context.fault = checkOperations(request.subscriptionIds.size(), 0);
    if (context.fault.isBad()) {
        return;
    }
    response.results.setNotNull();
    response.diagnosticInfos.setNotNull();
    for (const auto id : request.subscriptionIds) {
        Subscription* subscription = ownSubscription(context, id);
        if (subscription == nullptr) {
            response.results.push_back(status::BadSubscriptionIdInvalid);
            continue;
        }
        subscription->publishingEnabled = request.publishingEnabled;
        subscription->resetLifetime();
        auto& d = subscription->diagnostics;
        ++(request.publishingEnabled ? d.enableCount : d.disableCount);
        response.results.push_back(status::Good);
    }
}

void Server::deleteSubscriptions(RequestContext& context, DeleteSubscriptionsRequest& request,
                                 DeleteSubscriptionsResponse& response)
{
    context.fault = checkOperations(request.subscriptionIds.size(), 0);
    if (context.fault.isBad()) {
        return;
    }
    response.results.setNotNull();
    response.diagnosticInfos.setNotNull();
    for (const auto id : request.subscriptionIds) {
        Subscription* subscription = ownSubscription(context, id);
        response.results.push_back(subscription == nullptr ? status::BadSubscriptionIdInvalid
                                                           : status::Good);
        if (subscription != nullptr) {
            removeSubscription(*subscription);
        }
    }
}

void Server::transferSubscriptions(RequestContext& context, TransferSubscriptionsRequest& request,
                                   TransferSubscriptionsResponse& response)
{
    context.fault = checkOperations(request.subscriptionIds.size(), 0);
    if (context.fault.isBad()) {
        return;
    }
    Session& session = *context.session;
    response.results.setNotNull();
    response.diagnosticInfos.setNotNull();
    for (const auto id : request.subscriptionIds) {
        TransferResult result;
        Subscription* subscription = findSubscription(id);
        if (subscription == nullptr) {
            result.statusCode = status::BadSubscriptionIdInvalid;
        } else if (subscription->session == &session) {
            result.statusCode = status::BadNothingToDo;
        } else if (subscription->ownerUser != session.user ||
                   (session.user.empty() &&
                    !(subscription->ownerCertificate == session.clientCertificate))) {
            result.statusCode = status::BadUserAccessDenied;
        } else if (session.subscriptions.size() >= m_config.limits.maxSubscriptionsPerSession) {
            result.statusCode = status::BadTooManySubscriptions;
        } else {
            ++subscription->diagnostics.transferRequestCount;
            if (subscription->session != nullptr) {
                releaseSubscription(*subscription);
            }
            subscription->session = &session;
            subscription->diagnostics.sessionId = session.id;
            subscription->activitySeen = session.publishActivity;
            subscription->resetLifetime();
            session.subscriptions.push_back(subscription);
            countItems(session);
            if (request.sendInitialValues) {
                for (const auto& [itemId, item] : subscription->items()) {
                    if (item->mode == MonitoringMode::Reporting && item->queue.empty()) {
                        item->force(sampleNow(*item));
                        subscription->list(*item);
                    }
                }
            }
            subscription->availableSequenceNumbers(result.availableSequenceNumbers);
        }
        response.results.push_back(std::move(result));
    }
    serveLate(session); // what became due while nobody could be sent to
}

void Server::releaseSubscription(Subscription& subscription)
{
    Session& old = *subscription.session;
    if (!old.publishQueue.empty()) {
        respondPublish(old, subscription,
                       subscription.farewell(status::GoodSubscriptionTransferred, m_clock.wall()));
    }
    std::erase(old.subscriptions, &subscription);
    countItems(old);
    if (old.subscriptions.empty()) {
        const auto queue = std::exchange(old.publishQueue, {});
        for (const auto& request : queue) {
            publishFault(old, request, status::BadNoSubscription);
        }
    }
}

void Server::countItems(Session& session)
{
    session.diagnostics.currentSubscriptionsCount =
        static_cast<std::uint32_t>(session.subscriptions.size());
    session.diagnostics.currentMonitoredItemsCount = 0;
    for (const auto* subscription : session.subscriptions) {
        session.diagnostics.currentMonitoredItemsCount +=
            static_cast<std::uint32_t>(subscription->items().size());
    }
}

} // namespace ua
