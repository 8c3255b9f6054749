// SPDX-License-Identifier: MIT
// A subscription: publishing cycles, notification messages and their retransmission
// (Part 4 §5.14.1). It decides; sending is the session's.
#pragma once

#include "base/clock.h"
#include "ua/security/certificate.h"
#include "ua/server/monitored_item.h"
#include "ua/types/services/data_types.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace ua {

class Session;

struct SubscriptionParameters
{
    base::Duration publishingInterval{};
    std::uint32_t lifetimeCount = 0;
    std::uint32_t maxKeepAliveCount = 0;
    std::uint32_t maxNotificationsPerPublish = 0;
    std::uint8_t priority = 0;
};

class Subscription
{
public:
    /// What a publishing cycle's end asks for.
    enum class Due : std::uint8_t { Nothing, Notification, KeepAlive };

    Subscription(std::uint32_t id, SubscriptionParameters parameters, base::MonotonicTime now);
    ~Subscription();
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;

    std::uint32_t id() const { return m_id; }
    const SubscriptionParameters& parameters() const { return m_parameters; }
    /// The new interval applies from the next cycle; counters start again.
    void modify(SubscriptionParameters parameters);

    Session* session = nullptr;
    /// Who may take it over: kept when the session is gone (Part 4 §5.14.7).
    std::string ownerUser;
    Certificate ownerCertificate;
    bool publishingEnabled = true;
    /// A cycle ended with something to send and no Publish request; since when.
    bool late = false;
    base::MonotonicTime lateSince{};
    /// The last message was cut by MaxNotificationsPerPublish.
    bool more = false;

    base::MonotonicTime nextCycle() const { return m_nextCycle; }
    /// A publishing cycle ends now: what has to be sent.
    Due endCycle(base::MonotonicTime now);
    /// The wanted message could not go out. True when the lifetime is over.
    bool countUnanswered();
    void resetLifetime() { m_unanswered = 0; }
    std::uint64_t activitySeen = 0;

    bool hasNotifications() const { return !m_ready.empty(); }
    /// Called by items when they have something to report.
    void list(MonitoredItem& item);
    /// Its queued values are not to be reported for now.
    void unlist(MonitoredItem& item);

    struct Message
    {
        std::uint32_t sequenceNumber = 0;
        base::BytesView bytes;
        bool moreNotifications = false;
        std::uint32_t notifications = 0;
    };
    /// Builds the next notification message, keeps it for Republish, and returns its encoding
    /// (valid until the next call).
    Message takeNotification(base::WallTime now, std::uint32_t maxRetained);
    /// A keep-alive carries the next number without using it (field case P03).
    Message keepAlive(base::WallTime now);
    /// A StatusChangeNotification to a session that loses the subscription: neither kept nor
    /// counted, so that the new session's numbers have no gap.
    Message farewell(StatusCode status, base::WallTime now);

    /// Bad_SequenceNumberUnknown when it is not kept.
    StatusCode acknowledge(std::uint32_t sequenceNumber);
    /// Empty when the message is no longer kept.
    base::BytesView retained(std::uint32_t sequenceNumber) const;
    void availableSequenceNumbers(Array<std::uint32_t>& out) const;
    void setNextSequenceNumber(std::uint32_t next) { m_nextSequence = next; } // test hook

    MonitoredItem& addItem(std::unique_ptr<MonitoredItem> item);
    MonitoredItem* findItem(std::uint32_t id);
    void removeItem(std::uint32_t id);
    const std::unordered_map<std::uint32_t, std::unique_ptr<MonitoredItem>>& items() const
    {
        return m_items;
    }
    std::uint32_t newItemId() { return ++m_lastItemId; }

    SubscriptionDiagnosticsDataType diagnostics;
    /// Fills in what is derived.
    SubscriptionDiagnosticsDataType currentDiagnostics() const;

private:
    struct Retained
    {
        std::uint32_t sequenceNumber = 0;
        base::Bytes bytes;
    };
    std::uint32_t takeSequenceNumber();
    Message keep(std::uint32_t number, base::Bytes bytes, std::uint32_t maxRetained);

    std::uint32_t m_id;
    SubscriptionParameters m_parameters;
    base::MonotonicTime m_nextCycle;
    bool m_messageSent = false;
    std::uint32_t m_sinceMessage = 0;
    std::uint32_t m_unanswered = 0;
    std::uint32_t m_nextSequence = 1;
    std::uint32_t m_lastItemId = 0;
    std::unordered_map<std::uint32_t, std::unique_ptr<MonitoredItem>> m_items;
    std::deque<MonitoredItem*> m_ready;
    std::deque<Retained> m_retained;
    base::Bytes m_scratch;
};

} // namespace ua
