// SPDX-License-Identifier: MIT
// Sessions that send requests by a schedule: Read, and Write of the next counter values. Latency
// counts from the intended start, service time from the send (field case L01).
#pragma once

#include "load/schedule.h"
#include "load/workload_run.h"
#include "ua/transport/asio_types.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

namespace load {

class RequestRun;

class RequestSession final : public LoadSession
{
public:
    RequestSession(LoadShard& shard, RequestRun& owner, const scenario::Workload& workload,
                   std::uint32_t number, std::uint64_t index);

    /// Sends one operation; a failure to send is an outcome like any other.
    void send(base::MonotonicTime intended);
    std::uint32_t underWay() const { return m_underWay; }

protected:
    ua::Awaitable<base::Result<void>> prepare() override;
    void lost() override;

private:
    friend class RequestRun;
    /// One operation; the server's limit may split it into several requests (field case B02). Its
    /// latency runs until the last part is answered.
    struct Operation
    {
        base::MonotonicTime intended;
        base::MonotonicTime sent;
        std::uint32_t partsLeft = 0;
        ua::StatusCode status;
        bool good = true;
    };
    std::shared_ptr<Operation> begin(base::MonotonicTime intended, std::uint32_t parts);
    void partDone(Operation& operation, ua::StatusCode status, bool good);
    void finished(const Operation& operation);
    void sendReadPart(const std::shared_ptr<Operation>& operation, std::uint32_t first,
                      std::uint32_t count);
    void sendWritePart(const std::shared_ptr<Operation>& operation, std::uint32_t first,
                       std::uint32_t count);
    void sendRead(base::MonotonicTime intended);
    void sendWrite(base::MonotonicTime intended);

    RequestRun& m_owner;
    std::uint32_t m_underWay = 0;
};

class RequestRun final : public WorkloadRun
{
public:
    RequestRun(LoadShard& shard, std::size_t workload, std::uint32_t firstSession);
    ~RequestRun() override;

    std::vector<LoadSession*> sessions() override;
    void begin(base::MonotonicTime start) override;
    void stop() override;
    void beforeSample() override;
    void addWritten(WrittenRanges& ranges) const override;

private:
    friend class RequestSession;

    bool isWrite() const { return m_write != nullptr; }
    void armPacer();
    void startDue();
    void dispatch();
    RequestSession* freeSession(std::uint32_t limit);
    /// A session has finished an operation.
    void freed(RequestSession& session);
    void countWritten(std::uint64_t variable, std::uint64_t counter, base::MonotonicTime completed);

    const scenario::ReadWorkload* m_read = nullptr;
    const scenario::WriteWorkload* m_write = nullptr;
    Schedule m_schedule;
    std::vector<std::unique_ptr<RequestSession>> m_sessions;
    std::size_t m_nextSession = 0;
    ua::Timer m_pacer;
    base::MonotonicTime m_begin{};
    base::MonotonicTime m_stopAt{INT64_MAX};
    std::uint64_t m_next = 0;
    /// Intended starts that wait for a free session: queued, never skipped.
    std::deque<base::MonotonicTime> m_waiting;
    /// Of each variable, the last counter written and those completed in the window.
    std::unordered_map<std::uint64_t, std::uint64_t> m_lastCounter;
    WrittenRanges m_written;
    bool m_running = false;
};

} // namespace load
