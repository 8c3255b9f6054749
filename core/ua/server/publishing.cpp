// SPDX-License-Identifier: MIT
// Publishing cycles and Publish responses (Part 4 §5.14.1, §5.14.5).
#include "ua/server/server.h"
#include "ua/types/status_codes.h"

#include <algorithm>

namespace ua {

void Server::respondPublish(Session& session, Subscription& subscription,
                            const Subscription::Message& message)
{
    const QueuedPublish request = std::move(session.publishQueue.front());
    session.publishQueue.pop_front();
    m_scratch.clear();
    Encoder encoder(m_scratch);
    encode(encoder, NodeId(PublishResponse::binaryEncodingId));
    ResponseHeader header;
    header.timestamp = DateTime::from(m_clock.wall());
    header.requestHandle = request.requestHandle;
    header.stringTable.setNotNull();
    encode(encoder, header);
    encoder.number(subscription.id());
    Array<std::uint32_t> available;
    subscription.availableSequenceNumbers(available);
    encode(encoder, available);
    encode(encoder, message.moreNotifications);
    encoder.raw(message.bytes);
    encode(encoder, request.results);
    encoder.number(std::int32_t{0}); // DiagnosticInfos
    subscription.resetLifetime();
    ++m_counters.publishResponses;
    m_counters.notifications += message.notifications;
    if (session.peer != nullptr) {
        session.peer->respond(request.requestId, m_scratch);
    }
}

void Server::publishFault(Session& session, const QueuedPublish& request, StatusCode status)
{
    if (session.peer != nullptr) {
        fault(*session.peer, request.requestId, request.requestHandle, status);
    }
}

void Server::dropExpiredPublishes(Session& session, base::MonotonicTime now)
{
    auto& queue = session.publishQueue;
    for (auto it = queue.begin(); it != queue.end();) {
        if (it->deadline && *it->deadline <= now) {
            publishFault(session, *it, status::BadTimeout);
            it = queue.erase(it);
        } else {
            ++it;
        }
    }
}

void Server::endPublishingCycle(Subscription& subscription, base::MonotonicTime now)
{
    const base::MonotonicTime cycleEnd = subscription.nextCycle();
    Session* session = subscription.session;
    if (session != nullptr) {
        dropExpiredPublishes(*session, now);
        if (session->publishActivity != subscription.activitySeen) {
            subscription.activitySeen = session->publishActivity;
            subscription.resetLifetime();
        }
    }
    const auto due = subscription.endCycle(now);
    schedule(subscription.nextCycle(), TimerKind::Cycle, subscription.id());
    const bool answerable = session != nullptr && !session->publishQueue.empty();
    if (due != Subscription::Due::Nothing && answerable) {
        sendDue(subscription, due, cycleEnd);
        return;
    }
    if (due != Subscription::Due::Nothing && !subscription.late) {
        subscription.late = true;
        subscription.lateSince = cycleEnd;
        ++subscription.diagnostics.latePublishRequestCount;
    }
    // Every cycle without a Publish request counts, whether or not something was due.
    if (!answerable && subscription.countUnanswered()) {
        if (session != nullptr) {
            session->diagnostics.publishCount.errorCount += 1;
        }
        removeSubscription(subscription);
    }
}

void Server::sendDue(Subscription& subscription, Subscription::Due due,
                     base::MonotonicTime cycleEnd)
{
    Session& session = *subscription.session;
    if (due == Subscription::Due::KeepAlive) {
        ++m_counters.keepAlives;
        respondPublish(session, subscription, subscription.keepAlive(m_clock.wall()));
        return;
    }
    do {
        const auto message =
            subscription.takeNotification(m_clock.wall(), m_config.limits.maxRetainedMessages);
        respondPublish(session, subscription, message);
        m_publishLateness.record((m_clock.monotonic() - cycleEnd).count());
    } while (subscription.more && !session.publishQueue.empty());
    if (subscription.more && !subscription.late) {
        subscription.late = true;
        subscription.lateSince = cycleEnd;
    }
}

void Server::serveLate(Session& session)
{
    while (!session.publishQueue.empty()) {
        // Highest priority first, then the one late longest (Part 4 §5.14.1.2).
        Subscription* next = nullptr;
        for (auto* candidate : session.subscriptions) {
            if (candidate->late &&
                (next == nullptr ||
                 candidate->parameters().priority > next->parameters().priority ||
                 (candidate->parameters().priority == next->parameters().priority &&
                  candidate->lateSince < next->lateSince))) {
                next = candidate;
            }
        }
        if (next == nullptr) {
            return;
        }
        if (next->publishingEnabled && next->hasNotifications()) {
            // Not counted as lateness: no request was waiting.
            respondPublish(
                session, *next,
                next->takeNotification(m_clock.wall(), m_config.limits.maxRetainedMessages));
            next->late = next->more;
        } else {
            ++m_counters.keepAlives;
            respondPublish(session, *next, next->keepAlive(m_clock.wall()));
        }
    }
}

void Server::publish(RequestContext& context, PublishRequest& request, PublishResponse&)
{
    Session& session = *context.session;
    const base::MonotonicTime now = m_clock.monotonic();
    QueuedPublish queued;
    queued.requestId = context.requestId;
    queued.requestHandle = context.header.requestHandle;
    if (context.header.timeoutHint != 0) {
        queued.deadline = now + std::chrono::milliseconds(context.header.timeoutHint);
    }
    queued.results = Array<StatusCode>::withSize(request.subscriptionAcknowledgements.size());
    for (std::size_t i = 0; i < queued.results.size(); ++i) {
        const auto& acknowledgement = request.subscriptionAcknowledgements[i];
        const auto found = std::ranges::find(session.subscriptions, acknowledgement.subscriptionId,
                                             &Subscription::id);
        queued.results[i] = found == session.subscriptions.end()
                                ? status::BadSubscriptionIdInvalid
                                : (*found)->acknowledge(acknowledgement.sequenceNumber);
    }
    if (session.subscriptions.empty()) {
        context.fault = status::BadNoSubscription;
        return;
    }
    context.deferred = true;
    ++session.publishActivity;
    for (auto* subscription : session.subscriptions) {
        ++subscription->diagnostics.publishRequestCount;
    }
    if (session.publishQueue.size() >= m_config.limits.maxPublishRequestsPerSession) {
        const QueuedPublish oldest = std::move(session.publishQueue.front());
        session.publishQueue.pop_front();
        publishFault(session, oldest, status::BadTooManyPublishRequests);
    }
    session.publishQueue.push_back(std::move(queued));
    serveLate(session);
}

void Server::republish(RequestContext& context, RepublishRequest& request,
                       RepublishResponse& response)
{
    Subscription* subscription = ownSubscription(context, request.subscriptionId);
    if (subscription == nullptr) {
        context.fault = status::BadSubscriptionIdInvalid;
        return;
    }
    subscription->resetLifetime();
    ++subscription->diagnostics.republishRequestCount;
    ++subscription->diagnostics.republishMessageRequestCount;
    const auto bytes = subscription->retained(request.retransmitSequenceNumber);
    if (bytes.empty()) {
        context.fault = status::BadMessageNotAvailable;
        return;
    }
    ++subscription->diagnostics.republishMessageCount;
    Decoder decoder(bytes, m_decodeLimits);
    decode(decoder, response.notificationMessage);
}

void Server::removeSubscription(Subscription& subscription)
{
    Session* session = subscription.session;
    if (session != nullptr) {
        std::erase(session->subscriptions, &subscription);
        session->diagnostics.currentSubscriptionsCount =
            static_cast<std::uint32_t>(session->subscriptions.size());
    }
    for (const auto& [id, item] : subscription.items()) {
        m_counters.overflows += item->overflows();
        detach(*item);
    }
    m_itemCount -= subscription.items().size();
    if (session != nullptr) {
        session->diagnostics.currentMonitoredItemsCount -=
            static_cast<std::uint32_t>(subscription.items().size());
    }
    m_subscriptions.erase(subscription.id());
    m_summary.currentSubscriptionCount = static_cast<std::uint32_t>(m_subscriptions.size());
    if (session != nullptr && session->subscriptions.empty()) {
        auto queue = std::exchange(session->publishQueue, {});
        for (const auto& request : queue) {
            publishFault(*session, request, status::BadNoSubscription);
        }
    }
}

} // namespace ua
