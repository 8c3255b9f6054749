// SPDX-License-Identifier: MIT
#include "load/load_session.h"

#include "load/load_shard.h"
#include "ua/types/status_names.h"

#include <fmt/format.h>

namespace load {

LoadSession::LoadSession(LoadShard& shard, std::string workload, std::uint32_t number,
                         std::uint64_t index)
    : m_shard(shard)
    , m_workload(std::move(workload))
    , m_number(number)
    , m_index(index)
{}

LoadSession::~LoadSession() = default;

WorkloadMetrics& LoadSession::metrics()
{
    return m_shard.metrics(m_workload);
}

void LoadSession::note(ua::StatusCode status)
{
    m_shard.note(status);
}

void LoadSession::setState(SessionState state, ua::StatusCode status)
{
    m_state = state;
    m_lastStatus = status;
    m_shard.report({m_number, m_workload, state, status});
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
    options.sessionName = fmt::format("{} {}", m_workload, m_index);
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
    connection->onLost = [this](const base::Error& error) {
        note(error.status);
        setState(SessionState::Lost, error.status);
        lost();
    };
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
        if (!prepared) {
            note(prepared.error().status);
            m_shard.firstError(prepared.error());
            setState(SessionState::Failed, prepared.error().status);
            co_return;
        }
        ++m_shard.counters()["sessions.subscribed"];
        co_return;
    }
    setState(SessionState::Failed, m_lastStatus);
}

ua::Awaitable<void> LoadSession::close()
{
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
