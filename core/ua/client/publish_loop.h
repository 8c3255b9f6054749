// SPDX-License-Identifier: MIT
// Keeps enough Publish requests outstanding, acknowledges, republishes what is missing
// (Part 4 §5.14.5; field cases P01, P03, P05).
#pragma once

#include "ua/client/client_connection.h"
#include "ua/client/client_subscription.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace ua {

class ClientSession;

struct PublishCounters
{
    std::uint64_t requests = 0;
    std::uint64_t responses = 0;
    std::uint64_t keepAlives = 0;
    std::uint64_t tooManyRequests = 0;
    std::uint64_t republishes = 0;
    std::uint64_t badAcknowledgements = 0;
    /// Responses after which no request was left at the server although more than one was wanted.
    std::uint64_t starved = 0;
    std::uint64_t failures = 0;
    std::uint64_t unknownSubscription = 0;
    std::uint64_t duplicates = 0;
};

class PublishLoop
{
public:
    explicit PublishLoop(ClientSession& session)
        : m_session(session)
    {}

    void add(ClientSubscription subscription);
    void remove(std::uint32_t subscriptionId);
    ClientSubscription* find(std::uint32_t subscriptionId);
    const std::map<std::uint32_t, ClientSubscription>& subscriptions() const
    {
        return m_subscriptions;
    }
    std::map<std::uint32_t, ClientSubscription>& subscriptions() { return m_subscriptions; }

    /// Sends requests until the target is reached. Called after every change.
    void refill();
    /// No more requests; those outstanding run out.
    void stop() { m_stopped = true; }
    /// After a re-activation on a new connection: the old requests are gone.
    void restart();

    std::uint32_t outstanding() const { return m_outstanding; }
    /// One per subscription and one to spare, within what the server was found to take.
    std::uint32_t target() const;
    /// 0 until the server answered Bad_TooManyPublishRequests.
    std::uint32_t learnedLimit() const { return m_limit; }
    void setExtraRequests(std::uint32_t extra) { m_extra = extra; }
    const PublishCounters& counters() const { return m_counters; }

private:
    void sendOne();
    void onResponse(base::Result<void> result, const NodeId& typeId, Decoder& body,
                    std::uint64_t generation);
    void onPublished(Decoder& body);
    void onFault(StatusCode status);
    void take(ClientSubscription& subscription, std::uint32_t number, base::BytesView notification);
    void deliver(ClientSubscription& subscription, base::BytesView notification,
                 base::WallTime received, bool republished);
    void deliverHeld(ClientSubscription& subscription);
    void republish(ClientSubscription& subscription);

    ClientSession& m_session;
    std::map<std::uint32_t, ClientSubscription> m_subscriptions;
    std::vector<SubscriptionAcknowledgement> m_acknowledgements;
    std::uint32_t m_outstanding = 0;
    std::uint32_t m_limit = 0;
    std::uint32_t m_extra = 1;
    /// Requests of before a restart do not count any more.
    std::uint64_t m_generation = 0;
    PublishCounters m_counters;
    DataValue m_scratch;
    bool m_stopped = false;
};

} // namespace ua
