// SPDX-License-Identifier: MIT
#include "load/load_session.h"

#include "load/load_shard.h"
#include "ua/types/status_names.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <fmt/format.h>

namespace load {

namespace asio = boost::asio;

LoadSession::LoadSession(LoadShard& shard, const scenario::Workload& workload, std::uint32_t number,
                         std::uint64_t index)
    : m_shard(shard)
    , m_settings(workload)
    , m_number(number)
    , m_index(index)
{}

LoadSession::~LoadSession() = default;

WorkloadMetrics& LoadSession::metrics()
{
    return m_shard.metrics(m_settings.name);
}

void LoadSession::note(ua::StatusCode status)
{
    m_shard.note(status);
}

void LoadSession::setState(SessionState state, ua::StatusCode status)
{
    m_state = state;
    m_lastStatus = status;
    m_shard.report({m_number, m_settings.name, state, status});
}

ua::Awaitable<base::Result<void>> LoadSession::attempt()
{
    const SessionSetup& setup = m_shard.setup();
    const base::Clock& clock = m_shard.shard().clock();
    const auto start = clock.monotonic();
    const auto channel = setup.channels[m_number % setup.channels.size()];
    auto connection = std::make_shared<ua::ClientConnection>(m_shard.shard(), channel);
    auto connected = co_await connection->connect(setup.target);
    if (!connected) {
        co_return std::unexpected(connected.error());
    }
    ua::SessionOptions options = setup.options;
    options.applicationUri = setup.applicationUris[m_number % setup.applicationUris.size()];
    options.requestedTimeout = m_settings.sessionTimeout;
    options.requestTimeout = m_settings.timeout;
    options.sessionName = fmt::format("{} {}", m_settings.name, m_index);
    auto session = std::make_shared<ua::ClientSession>(connection, std::move(options));
    auto established = co_await session->establish();
    if (!established) {
        connection->close();
        co_return std::unexpected(established.error());
    }
    m_shard.recordConnect("connect.tcp", connected->tcp);
    m_shard.recordConnect("connect.hello", connected->hello);
    m_shard.recordConnect("connect.open", connected->open);
    m_shard.recordConnect("connect.create", established->create);
    m_shard.recordConnect("connect.activate", established->activate);
    m_shard.recordConnect("connect.total", clock.monotonic() - start);
    m_session = session;
    watch(*connection);
    co_return base::Result<void>{};
}

ua::Awaitable<void> LoadSession::establish()
{
    setState(SessionState::Connecting, {});
    const SessionSetup& setup = m_shard.setup();
    for (std::uint32_t attempts = 1; attempts <= setup.attempts && !m_shard.isStopping();
         ++attempts) {
        if (attempts > 1) {
            ++m_shard.counters()["sessions.retries"];
            co_await m_shard.pause(setup.retryDelay * (attempts - 1));
        }
        auto connected = co_await attempt();
        if (!connected) {
            note(connected.error().status);
            m_shard.firstError(connected.error());
            m_lastStatus = connected.error().status;
            continue;
        }
        note({});
        ++m_shard.counters()["sessions.established"];
        m_shard.noteEstablished();
        setState(SessionState::Active, {});
        auto prepared = co_await prepare();
        if (!prepared) { // its status was counted where it came
            m_shard.firstError(prepared.error());
            setState(SessionState::Failed, prepared.error().status);
            co_return;
        }
        ++m_shard.counters()["sessions.subscribed"];
        co_return;
    }
    setState(SessionState::Failed, m_lastStatus);
}

void LoadSession::watch(ua::ClientConnection& connection)
{
    connection.onLost = [this](const base::Error& error) {
        note(error.status);
        m_shard.firstError(error);
        setState(SessionState::Lost, error.status);
        lost();
        if (!m_recovering && !m_closing && !m_shard.isStopping()) {
            m_recovering = true;
            asio::co_spawn(m_shard.shard().io(), recover(), asio::detached);
        }
    };
}

ua::Awaitable<base::Result<void>> LoadSession::reattach()
{
    const SessionSetup& setup = m_shard.setup();
    auto connection = std::make_shared<ua::ClientConnection>(
        m_shard.shard(), setup.channels[m_number % setup.channels.size()]);
    auto connected = co_await connection->connect(setup.target);
    if (!connected) {
        co_return std::unexpected(connected.error());
    }
    auto activated = co_await m_session->activateOn(connection);
    if (!activated) {
        connection->close();
        co_return activated;
    }
    watch(*connection);
    co_return base::Result<void>{};
}

ua::Awaitable<void> LoadSession::recover()
{
    const SessionSetup& setup = m_shard.setup();
    for (std::uint32_t attempts = 1;
         attempts <= setup.attempts && !m_closing && !m_shard.isStopping(); ++attempts) {
        ++m_shard.counters()["sessions.retries"];
        co_await m_shard.pause(setup.retryDelay * attempts);
        auto reattached = co_await reattach();
        if (reattached) {
            m_recovering = false;
            setState(SessionState::Active, {});
            co_return;
        }
        note(reattached.error().status);
        m_lastStatus = reattached.error().status;
        const bool sessionGone = m_lastStatus == ua::status::BadSessionIdInvalid ||
                                 m_lastStatus == ua::status::BadSessionClosed ||
                                 m_lastStatus == ua::status::BadSessionNotActivated;
        if (!sessionGone) {
            continue;
        }
        // The server does not know it any more: a new session, the same items.
        auto renewed = co_await attempt();
        if (renewed) {
            auto prepared = co_await prepare();
            if (prepared) {
                m_recovering = false;
                setState(SessionState::Active, {});
                co_return;
            }
            renewed = prepared;
        }
        note(renewed.error().status);
        m_lastStatus = renewed.error().status;
    }
    m_recovering = false;
    setState(SessionState::Failed, m_lastStatus);
}

ua::Awaitable<void> LoadSession::close()
{
    m_closing = true;
    if (m_session) {
        m_session->connection().onLost = nullptr;
        auto closed = co_await m_session->close();
        if (!closed) {
            note(closed.error().status);
        }
    }
    if (m_state != SessionState::Failed) {
        setState(SessionState::Closed, m_lastStatus);
    }
}

} // namespace load
