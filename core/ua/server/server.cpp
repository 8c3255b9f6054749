// SPDX-License-Identifier: MIT
#include "ua/server/server.h"

#include "ua/server/simulation.h"
#include "ua/server/standard_space.h"
#include "ua/types/status_codes.h"

#include <cmath>

namespace ua {

namespace {

Limits decodeLimits()
{
    Limits limits;
    limits.maxArrayLength = 1U << 20;
    limits.maxTotalArrayBytes = 256U << 20;
    return limits;
}

} // namespace

StatusCode checkOperations(std::size_t count, std::uint32_t limit)
{
    if (count == 0) {
        return status::BadNothingToDo;
    }
    return limit != 0 && count > limit ? status::BadTooManyOperations : status::Good;
}

double milliseconds(base::Duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

base::Duration fromMilliseconds(double ms)
{
    // Saturates; NaN and negative numbers are zero.
    constexpr double longest = 1e15;
    return ms > 0 ? base::Duration(std::llround(std::min(ms * 1e6, longest))) : base::Duration(0);
}

Server::Server(ServerConfig config, ApplicationIdentity identity, const base::Clock& clock)
    : m_config(std::move(config))
    , m_identity(std::move(identity))
    , m_clock(clock)
    , m_startTime(clock.wall())
    , m_decodeLimits(decodeLimits())
{
    populateStandardSpace(*this);
    m_updated = populateSimulation(m_space, m_config, clock);
    if (m_config.updatePeriod > base::Duration(0) && !m_updated.empty()) {
        schedule(clock.monotonic() + m_config.updatePeriod, TimerKind::Update, 0);
    }
}

Server::~Server() = default;

void Server::fault(ServerPeer& peer, std::uint32_t requestId, std::uint32_t requestHandle,
                   StatusCode status)
{
    ServiceFault response;
    response.responseHeader.timestamp = DateTime::from(m_clock.wall());
    response.responseHeader.requestHandle = requestHandle;
    response.responseHeader.serviceResult = status;
    response.responseHeader.stringTable.setNotNull();
    m_scratch.clear();
    Encoder encoder(m_scratch);
    encodeMessage(encoder, response);
    peer.respond(requestId, m_scratch);
}

void Server::peerClosed(ServerPeer& peer)
{
    for (auto& [token, session] : m_sessions) {
        if (session->peer == &peer) {
            session->peer = nullptr;
            session->publishQueue.clear();
        }
    }
}

void Server::schedule(base::MonotonicTime due, TimerKind kind, std::uint64_t key)
{
    m_timers.push({due, kind, key});
}

base::MonotonicTime Server::nextDue() const
{
    return m_timers.empty() ? m_clock.monotonic() + std::chrono::hours(1) : m_timers.top().due;
}

base::MonotonicTime Server::tick()
{
    const base::MonotonicTime now = m_clock.monotonic();
    while (!m_timers.empty() && m_timers.top().due <= now) {
        const Timer timer = m_timers.top();
        m_timers.pop();
        run(timer, now);
    }
    return nextDue();
}

void Server::run(const Timer& timer, base::MonotonicTime now)
{
    switch (timer.kind) {
    case TimerKind::Cycle: {
        const auto found = m_subscriptions.find(static_cast<std::uint32_t>(timer.key));
        if (found != m_subscriptions.end() && found->second->nextCycle() == timer.due) {
            endPublishingCycle(*found->second, now);
        }
        break;
    }
    case TimerKind::Group: {
        const auto found = m_groups.find(static_cast<std::int64_t>(timer.key));
        if (found != m_groups.end()) {
            runGroup(*found->second, now);
        }
        break;
    }
    case TimerKind::SessionTimeout: {
        const auto found = m_sessionsByNumber.find(timer.key);
        if (found == m_sessionsByNumber.end()) {
            break;
        }
        Session& session = *found->second;
        const auto deadline = session.lastContact + session.timeout;
        if (deadline <= now) {
            ++m_summary.sessionTimeoutCount;
            endSession(session, false, status::BadSessionClosed);
        } else {
            schedule(deadline, TimerKind::SessionTimeout, timer.key);
        }
        break;
    }
    case TimerKind::Update: {
        ++m_updateCounter;
        for (auto* node : m_updated) {
            DataValue value;
            value.value = counterValue(*node->variable, m_updateCounter);
            setValue(*node, std::move(value));
        }
        schedule(timer.due + m_config.updatePeriod, TimerKind::Update, 0);
        break;
    }
    }
}

void Server::setValue(Node& node, DataValue value)
{
    const DateTime time = DateTime::from(m_clock.wall());
    if (!value.sourceTimestamp) {
        value.sourceTimestamp = time;
    }
    value.serverTimestamp = time;
    VariableFacet& variable = *node.variable;
    variable.value = std::move(value);
    if (variable.items.empty()) {
        return;
    }
    // One sample for all subscribers: held once, encoded once.
    SamplePtr shared;
    for (auto* item : variable.items) {
        if (item->group != nullptr) {
            if (!item->dirty) {
                item->dirty = true;
                item->group->dirty.push_back(item);
                if (!item->group->scheduled) {
                    item->group->scheduled = true;
                    schedule(item->group->nextTick(m_clock.monotonic()), TimerKind::Group,
                             static_cast<std::uint64_t>(item->group->interval().count()));
                }
            }
            continue;
        }
        if (!item->range().whole()) {
            offer(*item, sampleNow(*item));
            continue;
        }
        if (!shared) {
            shared = std::make_shared<Sample>(variable.value);
        }
        offer(*item, shared);
    }
}

measure::Histogram Server::takePublishLateness()
{
    return std::exchange(m_publishLateness, measure::Histogram());
}

Subscription* Server::findSubscription(std::uint32_t id)
{
    const auto found = m_subscriptions.find(id);
    return found == m_subscriptions.end() ? nullptr : found->second.get();
}

} // namespace ua
