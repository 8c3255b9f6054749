// SPDX-License-Identifier: MIT
// One session of a workload: establishes itself with retries, and reports what happens to it.
#pragma once

#include "load/session_setup.h"
#include "load/workload_metrics.h"
#include "scenario/workload.h"
#include "ua/client/client_session.h"

#include <cstdint>
#include <memory>
#include <string>

namespace load {

class LoadShard;

enum class SessionState : std::uint8_t { Idle, Connecting, Active, Lost, Failed, Closed };

class LoadSession
{
public:
    LoadSession(LoadShard& shard, const scenario::Workload& workload, std::uint32_t number,
                std::uint64_t index);
    virtual ~LoadSession();
    LoadSession(const LoadSession&) = delete;
    LoadSession& operator=(const LoadSession&) = delete;

    /// Connects, creates, activates, prepares; tries again as the setup says.
    ua::Awaitable<void> establish();
    ua::Awaitable<void> close();

    SessionState state() const { return m_state; }
    ua::StatusCode lastStatus() const { return m_lastStatus; }
    const std::string& workload() const { return m_settings.name; }
    std::uint32_t number() const { return m_number; }
    /// Within the workload.
    std::uint64_t index() const { return m_index; }
    ua::ClientSession* session() { return m_session.get(); }

protected:
    /// After activation: subscriptions and items.
    virtual ua::Awaitable<base::Result<void>> prepare() = 0;
    /// The connection was lost; `session()` is unusable until establish() has succeeded again.
    virtual void lost() {}

    LoadShard& shard() { return m_shard; }
    WorkloadMetrics& metrics();
    void note(ua::StatusCode status);
    void setState(SessionState state, ua::StatusCode status);

private:
    ua::Awaitable<base::Result<void>> attempt();
    /// After a lost connection: the session moves to a new one, or a new session takes its place
    /// (field cases S03, P11).
    ua::Awaitable<void> recover();
    ua::Awaitable<base::Result<void>> reattach();
    void watch(ua::ClientConnection& connection);

    LoadShard& m_shard;
    const scenario::Workload& m_settings;
    std::uint32_t m_number;
    std::uint64_t m_index;
    std::shared_ptr<ua::ClientSession> m_session;
    SessionState m_state = SessionState::Idle;
    bool m_recovering = false;
    bool m_closing = false;
    ua::StatusCode m_lastStatus{};
};

} // namespace load
