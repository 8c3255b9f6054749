// SPDX-License-Identifier: MIT
#include "ua/client/publish_loop.h"

#include "ua/client/client_session.h"

#include <algorithm>

namespace ua {

namespace {

/// Long enough for a keep-alive to be due, with room to spare.
base::Duration publishTimeout(const std::map<std::uint32_t, ClientSubscription>& subscriptions)
{
    double longest = 0;
    for (const auto& [id, subscription] : subscriptions) {
        longest = std::max(longest, subscription.publishingInterval *
                                        (static_cast<double>(subscription.maxKeepAliveCount) + 2));
    }
    longest = std::min(longest * 2 + 30'000, 86'400'000.0);
    return std::chrono::milliseconds(static_cast<std::int64_t>(longest));
}

/// The encoded NotificationMessage at the decoder's position, which moves behind it.
base::BytesView notificationBytes(Decoder& decoder, base::BytesView rest, std::uint32_t& number,
                                  bool& keepAlive)
{
    const std::size_t start = decoder.position();
    number = decoder.number<std::uint32_t>();
    static_cast<void>(decoder.number<std::int64_t>()); // PublishTime
    const std::int32_t count = decoder.arrayLength(3, 0);
    for (std::int32_t i = 0; i < count && !decoder.failed(); ++i) {
        NodeId type;
        decode(decoder, type);
        if (decoder.number<std::uint8_t>() != 0) {
            decoder.lengthPrefixed(decoder.limits().maxByteStringLength, "notification");
        }
    }
    keepAlive = count <= 0;
    return decoder.failed() ? base::BytesView{} : rest.subspan(start, decoder.position() - start);
}

} // namespace

void PublishLoop::add(ClientSubscription subscription)
{
    const std::uint32_t id = subscription.id;
    m_subscriptions[id] = std::move(subscription);
    refill();
}

void PublishLoop::remove(std::uint32_t subscriptionId)
{
    m_subscriptions.erase(subscriptionId);
}

ClientSubscription* PublishLoop::find(std::uint32_t subscriptionId)
{
    const auto found = m_subscriptions.find(subscriptionId);
    return found == m_subscriptions.end() ? nullptr : &found->second;
}

std::uint32_t PublishLoop::target() const
{
    if (m_subscriptions.empty()) {
        return 0;
    }
    const auto wanted = static_cast<std::uint32_t>(m_subscriptions.size()) + m_extra;
    return m_limit == 0 ? wanted : std::min(wanted, m_limit);
}

void PublishLoop::restart()
{
    ++m_generation;
    m_outstanding = 0;
    m_stopped = false;
    for (auto& [id, subscription] : m_subscriptions) {
        subscription.republishing = false;
        republish(subscription);
    }
    refill();
}

void PublishLoop::refill()
{
    while (!m_stopped && m_outstanding < target() && m_session.isUsable()) {
        sendOne();
    }
}

void PublishLoop::sendOne()
{
    PublishRequest request;
    m_session.fillHeader(request.requestHeader);
    request.requestHeader.timeoutHint = 0; // waits as long as it takes
    request.subscriptionAcknowledgements.setNotNull();
    std::ranges::move(m_acknowledgements, std::back_inserter(request.subscriptionAcknowledgements));
    m_acknowledgements.clear();
    ++m_outstanding;
    ++m_counters.requests;
    auto& connection = m_session.connection();
    base::Bytes message = connection.shard().takeBuffer();
    Encoder encoder(message);
    encodeMessage(encoder, request);
    connection.send(message, publishTimeout(m_subscriptions),
                    [weak = m_session.weak_from_this(), this, generation = m_generation](
                        base::Result<void> result, const NodeId& typeId, Decoder& body) {
                        if (const auto alive = weak.lock()) {
                            onResponse(std::move(result), typeId, body, generation);
                        }
                    });
    connection.shard().returnBuffer(std::move(message));
}

void PublishLoop::onResponse(base::Result<void> result, const NodeId& typeId, Decoder& body,
                             std::uint64_t generation)
{
    if (generation != m_generation) {
        return;
    }
    m_outstanding -= m_outstanding > 0 ? 1 : 0;
    if (!result) {
        ++m_counters.failures;
        m_session.noteStatus(result.error().status);
        if (result.error().status == status::BadTimeout) {
            refill();
        }
        return;
    }
    if (typeId.standardId() == PublishResponse::binaryEncodingId) {
        onPublished(body);
    } else {
        const auto fault = decodeBody<ServiceFault>(body);
        onFault(fault ? fault->responseHeader.serviceResult : status::BadUnknownResponse);
    }
    refill();
}

void PublishLoop::onFault(StatusCode status)
{
    m_session.noteStatus(status);
    if (status == status::BadTooManyPublishRequests) {
        // The server bears fewer than are outstanding now: no new one until another returns.
        ++m_counters.tooManyRequests;
        m_limit = std::max(1U, std::min(m_limit == 0 ? UINT32_MAX : m_limit, m_outstanding));
        return;
    }
    ++m_counters.failures;
    if (status == status::BadNoSubscription || status == status::BadSessionIdInvalid ||
        status == status::BadSessionClosed || status == status::BadSecureChannelIdInvalid ||
        status == status::BadSessionNotActivated) {
        m_stopped = true; // asking again would be answered the same way
    }
}

void PublishLoop::onPublished(Decoder& body)
{
    ++m_counters.responses;
    ResponseHeader header;
    decode(body, header);
    if (header.serviceResult.isBad()) {
        onFault(header.serviceResult);
        return;
    }
    const auto subscriptionId = body.number<std::uint32_t>();
    Array<std::uint32_t> available;
    decode(body, available);
    bool more = false;
    decode(body, more);
    std::uint32_t number = 0;
    bool keepAlive = false;
    const auto notification = notificationBytes(body, body.input(), number, keepAlive);
    Array<StatusCode> results;
    decode(body, results);
    if (body.failed()) {
        ++m_counters.failures;
        m_session.noteStatus(body.error().status);
        return;
    }
    // Results concern earlier acknowledgements only; a Bad one is no loss of data (case P05).
    for (const auto result : results) {
        m_counters.badAcknowledgements += result.isBad() ? 1 : 0;
    }
    if (m_outstanding == 0 && target() > 1) {
        ++m_counters.starved;
    }
    ClientSubscription* subscription = find(subscriptionId);
    if (subscription == nullptr) {
        ++m_counters.unknownSubscription;
        return;
    }
    if (keepAlive) {
        ++m_counters.keepAlives;
        subscription->tracker.onKeepAlive(number);
        if (subscription->handler != nullptr) {
            subscription->handler->onKeepAlive(subscriptionId);
        }
        republish(*subscription);
        return;
    }
    if (std::ranges::find(available, number) != available.end()) {
        m_acknowledgements.push_back({subscriptionId, number});
    }
    take(*subscription, number, notification);
}

void PublishLoop::take(ClientSubscription& subscription, std::uint32_t number,
                       base::BytesView notification)
{
    const auto received = m_session.connection().shard().clock().wall();
    switch (subscription.tracker.onNotification(number)) {
    case SequenceTracker::Verdict::Deliver:
        deliver(subscription, notification, received, false);
        deliverHeld(subscription);
        break;
    case SequenceTracker::Verdict::Duplicate:
        ++m_counters.duplicates;
        break;
    case SequenceTracker::Verdict::Hold:
        subscription.tracker.hold(
            {number, base::Bytes(notification.begin(), notification.end()), received.ns});
        republish(subscription);
        break;
    }
}

void PublishLoop::deliverHeld(ClientSubscription& subscription)
{
    SequenceTracker::Held held;
    while (subscription.tracker.takeHeld(held)) {
        deliver(subscription, held.notification, base::WallTime{held.receivedNs}, false);
    }
    republish(subscription);
}

void PublishLoop::deliver(ClientSubscription& subscription, base::BytesView notification,
                          base::WallTime received, bool republished)
{
    const Limits limits;
    Decoder decoder(notification, limits);
    MessageInfo info;
    info.subscriptionId = subscription.id;
    info.sequenceNumber = decoder.number<std::uint32_t>();
    DateTime publishTime;
    decode(decoder, publishTime);
    info.publishTime = publishTime.wall();
    info.received = received;
    info.republished = republished;
    const std::int32_t parts = decoder.arrayLength(3, 0);
    for (std::int32_t i = 0; i < parts && !decoder.failed(); ++i) {
        NodeId type;
        decode(decoder, type);
        if (decoder.number<std::uint8_t>() == 0) {
            continue;
        }
        const auto part = decoder.lengthPrefixed(limits.maxByteStringLength, "notification");
        Decoder inner(part.bytes, limits);
        if (type.standardId() == DataChangeNotification::binaryEncodingId) {
            const std::int32_t count = inner.arrayLength(5, 0);
            if (subscription.handler != nullptr && count > 0) {
                subscription.handler->onMessage(info, static_cast<std::size_t>(count));
            }
            for (std::int32_t k = 0; k < count && !inner.failed(); ++k) {
                const auto handle = inner.number<std::uint32_t>();
                decode(inner, m_scratch);
                if (!inner.failed() && subscription.handler != nullptr) {
                    subscription.handler->onValue(info, handle, m_scratch);
                }
            }
        } else if (type.standardId() == StatusChangeNotification::binaryEncodingId) {
            StatusChangeNotification change;
            decode(inner, change);
            if (subscription.handler != nullptr && !inner.failed()) {
                subscription.handler->onStatusChange(subscription.id, change.status);
            }
        }
        if (inner.failed()) {
            ++m_counters.failures;
            m_session.noteStatus(inner.error().status);
        }
    }
}

void PublishLoop::republish(ClientSubscription& subscription)
{
    const std::uint32_t missing = subscription.tracker.missing();
    if (missing == 0 || subscription.republishing || !m_session.isUsable()) {
        return;
    }
    subscription.republishing = true;
    ++m_counters.republishes;
    RepublishRequest request;
    m_session.fillHeader(request.requestHeader);
    request.subscriptionId = subscription.id;
    request.retransmitSequenceNumber = missing;
    auto done = [weak = m_session.weak_from_this(), this, missing, generation = m_generation,
                 id = subscription.id](base::Result<RepublishResponse> response) {
        const auto alive = weak.lock();
        ClientSubscription* owner = alive ? find(id) : nullptr;
        if (owner == nullptr || generation != m_generation) {
            return;
        }
        owner->republishing = false;
        if (!response && !m_session.isUsable()) {
            return; // the connection is gone, the message is not: asked for again by restart()
        }
        if (owner->tracker.missing() != missing) {
            republish(*owner); // came by itself meanwhile
            return;
        }
        if (response) {
            base::Bytes bytes;
            Encoder encoder(bytes);
            encode(encoder, response->notificationMessage);
            owner->tracker.advancePastMissing(false);
            deliver(*owner, bytes, m_session.connection().shard().clock().wall(), true);
            m_acknowledgements.push_back({id, missing});
        } else {
            m_session.noteStatus(response.error().status);
            owner->tracker.advancePastMissing(true);
            if (owner->handler != nullptr) {
                owner->handler->onLost(id, 1);
            }
        }
        deliverHeld(*owner);
    };
    m_session.connection().call<RepublishResponse>(request, m_session.options().requestTimeout,
                                                   std::move(done));
}

} // namespace ua
