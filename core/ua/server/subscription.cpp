// SPDX-License-Identifier: MIT
#include "ua/server/subscription.h"

#include "ua/codec/structure.h"
#include "ua/types/services/subscription.h"
#include "ua/types/status_codes.h"

#include <algorithm>
#include <limits>

namespace ua {

namespace {

void beginMessage(Encoder& encoder, std::uint32_t number, base::WallTime now,
                  std::int32_t notificationData)
{
    encoder.number(number);
    encode(encoder, DateTime::from(now));
    encoder.number(notificationData);
}

} // namespace

Subscription::Subscription(std::uint32_t id, SubscriptionParameters parameters,
                           base::MonotonicTime now)
    : m_id(id)
    , m_parameters(parameters)
    , m_nextCycle(now + parameters.publishingInterval)
{}

Subscription::~Subscription() = default;

void Subscription::modify(SubscriptionParameters parameters)
{
    m_parameters = parameters;
    m_sinceMessage = 0;
    m_unanswered = 0;
}

Subscription::Due Subscription::endCycle(base::MonotonicTime now)
{
    m_nextCycle = m_nextCycle + m_parameters.publishingInterval;
    if (m_nextCycle < now) { // overslept: no burst of cycles afterwards
        const auto missed = (now - m_nextCycle) / m_parameters.publishingInterval + 1;
        m_nextCycle = m_nextCycle + missed * m_parameters.publishingInterval;
    }
    if (publishingEnabled && hasNotifications()) {
        return Due::Notification;
    }
    ++m_sinceMessage;
    // The first cycle always sends something (Part 4 §5.14.1.2).
    if (!m_messageSent || m_sinceMessage >= m_parameters.maxKeepAliveCount) {
        return Due::KeepAlive;
    }
    return Due::Nothing;
}

bool Subscription::countUnanswered()
{
    return ++m_unanswered >= m_parameters.lifetimeCount;
}

void Subscription::list(MonitoredItem& item)
{
    if (!item.listed) {
        item.listed = true;
        m_ready.push_back(&item);
    }
}

void Subscription::unlist(MonitoredItem& item)
{
    if (item.listed) {
        item.listed = false;
        std::erase(m_ready, &item);
    }
}

std::uint32_t Subscription::takeSequenceNumber()
{
    const std::uint32_t number = m_nextSequence;
    m_nextSequence = number == std::numeric_limits<std::uint32_t>::max() ? 1 : number + 1;
    return number;
}

Subscription::Message Subscription::keep(std::uint32_t number, base::Bytes bytes,
                                         std::uint32_t maxRetained)
{
    while (m_retained.size() >= std::max<std::uint32_t>(1, maxRetained)) {
        m_retained.pop_front();
        ++diagnostics.discardedMessageCount;
    }
    m_retained.push_back({number, std::move(bytes)});
    m_messageSent = true;
    m_sinceMessage = 0;
    late = false;
    return {number, m_retained.back().bytes, false, 0};
}

Subscription::Message Subscription::takeNotification(base::WallTime now, std::uint32_t maxRetained)
{
    base::Bytes bytes;
    Encoder encoder(bytes);
    const std::uint32_t number = takeSequenceNumber();
    beginMessage(encoder, number, now, 1);
    encode(encoder, NodeId(DataChangeNotification::binaryEncodingId));
    encoder.number(std::uint8_t{1});
    const std::size_t body = encoder.reserveLength();
    const std::size_t count = encoder.reserveLength();

    const std::uint32_t limit = m_parameters.maxNotificationsPerPublish == 0
                                    ? std::numeric_limits<std::uint32_t>::max()
                                    : m_parameters.maxNotificationsPerPublish;
    std::uint32_t notifications = 0;
    while (!m_ready.empty() && notifications < limit) {
        MonitoredItem& item = *m_ready.front();
        while (!item.queue.empty() && notifications < limit) {
            const auto entry = item.queue.pop();
            encoder.number(item.clientHandle);
            if (entry.overflow) {
                encoder.raw(entry.sample->encodedWithOverflow(item.timestamps));
            } else {
                encoder.raw(entry.sample->encoded(item.timestamps));
            }
            ++notifications;
        }
        if (item.queue.empty()) {
            item.listed = false;
            item.triggered = false;
            m_ready.pop_front();
        }
    }
    const auto written = static_cast<std::int32_t>(notifications);
    std::memcpy(bytes.data() + count - sizeof(written), &written, sizeof(written));
    encoder.nullLength(); // DiagnosticInfos
    encoder.patchLength(body);

    more = !m_ready.empty();
    diagnostics.dataChangeNotificationsCount += notifications;
    diagnostics.notificationsCount += notifications;
    Message message = keep(number, std::move(bytes), maxRetained);
    message.moreNotifications = more;
    message.notifications = notifications;
    return message;
}

Subscription::Message Subscription::keepAlive(base::WallTime now)
{
    m_scratch.clear();
    Encoder encoder(m_scratch);
    beginMessage(encoder, m_nextSequence, now, 0);
    m_messageSent = true;
    m_sinceMessage = 0;
    late = false;
    return {m_nextSequence, m_scratch, false, 0};
}

Subscription::Message Subscription::farewell(StatusCode status, base::WallTime now)
{
    m_scratch.clear();
    Encoder encoder(m_scratch);
    beginMessage(encoder, m_nextSequence, now, 1);
    StatusChangeNotification notification;
    notification.status = status;
    encode(encoder, toExtensionObject(notification));
    return {m_nextSequence, m_scratch, false, 0};
}

StatusCode Subscription::acknowledge(std::uint32_t sequenceNumber)
{
    const auto found = std::ranges::find(m_retained, sequenceNumber, &Retained::sequenceNumber);
    if (found == m_retained.end()) {
        return status::BadSequenceNumberUnknown;
    }
    m_retained.erase(found);
    return status::Good;
}

base::BytesView Subscription::retained(std::uint32_t sequenceNumber) const
{
    const auto found = std::ranges::find(m_retained, sequenceNumber, &Retained::sequenceNumber);
    return found == m_retained.end() ? base::BytesView{} : base::BytesView(found->bytes);
}

void Subscription::availableSequenceNumbers(Array<std::uint32_t>& out) const
{
    out.clear();
    out.setNotNull();
    for (const auto& message : m_retained) {
        out.push_back(message.sequenceNumber);
    }
}

MonitoredItem& Subscription::addItem(std::unique_ptr<MonitoredItem> item)
{
    const std::uint32_t id = item->id();
    auto& slot = m_items[id];
    slot = std::move(item);
    return *slot;
}

MonitoredItem* Subscription::findItem(std::uint32_t id)
{
    const auto found = m_items.find(id);
    return found == m_items.end() ? nullptr : found->second.get();
}

void Subscription::removeItem(std::uint32_t id)
{
    const auto found = m_items.find(id);
    if (found == m_items.end()) {
        return;
    }
    unlist(*found->second);
    m_items.erase(found);
}

SubscriptionDiagnosticsDataType Subscription::currentDiagnostics() const
{
    SubscriptionDiagnosticsDataType d = diagnostics;
    d.subscriptionId = m_id;
    d.priority = m_parameters.priority;
    d.publishingInterval =
        std::chrono::duration<double, std::milli>(m_parameters.publishingInterval).count();
    d.maxKeepAliveCount = m_parameters.maxKeepAliveCount;
    d.maxLifetimeCount = m_parameters.lifetimeCount;
    d.maxNotificationsPerPublish = m_parameters.maxNotificationsPerPublish;
    d.publishingEnabled = publishingEnabled;
    d.currentKeepAliveCount = m_sinceMessage;
    d.currentLifetimeCount = m_unanswered;
    d.unacknowledgedMessageCount = static_cast<std::uint32_t>(m_retained.size());
    d.monitoredItemCount = static_cast<std::uint32_t>(m_items.size());
    d.nextSequenceNumber = m_nextSequence;
    for (const auto& [id, item] : m_items) {
        d.disabledMonitoredItemCount += item->mode == MonitoringMode::Disabled ? 1 : 0;
        d.monitoringQueueOverflowCount += item->overflows();
    }
    return d;
}

} // namespace ua
