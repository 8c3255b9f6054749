// SPDX-License-Identifier: MIT
#include "load/workloads/request.h"

#include "load/load_shard.h"
#include "ua/types/services/attribute.h"
#include "ua/types/status_names.h"

#include <algorithm>

namespace load {

namespace {

const scenario::Arrival& arrivalOf(const scenario::Workload& workload)
{
    const auto* read = std::get_if<scenario::ReadWorkload>(&workload.work);
    return read != nullptr ? read->arrival
                           : std::get<scenario::WriteWorkload>(workload.work).arrival;
}

/// Nodes of one request: all, or what the server takes; 0 is no limit.
std::uint32_t partLimit(std::uint32_t count, std::uint32_t serverLimit)
{
    return serverLimit == 0 ? count : std::min(count, serverLimit);
}

} // namespace

RequestSession::RequestSession(LoadShard& shard, RequestRun& owner,
                               const scenario::Workload& workload, std::uint32_t number,
                               std::uint64_t index)
    : LoadSession(shard, workload, number, index)
    , m_owner(owner)
{}

ua::Awaitable<base::Result<void>> RequestSession::prepare()
{
    co_return base::Result<void>{};
}

void RequestSession::lost()
{
    m_underWay = 0;
}

void RequestSession::send(base::MonotonicTime intended)
{
    ++m_underWay;
    if (m_owner.isWrite()) {
        sendWrite(intended);
    } else {
        sendRead(intended);
    }
}

std::shared_ptr<RequestSession::Operation> RequestSession::begin(base::MonotonicTime intended,
                                                                 std::uint32_t parts)
{
    auto operation = std::make_shared<Operation>();
    operation->intended = intended;
    operation->sent = shard().shard().clock().monotonic();
    operation->partsLeft = parts;
    return operation;
}

void RequestSession::sendRead(base::MonotonicTime intended)
{
    const std::uint32_t count = m_owner.m_read->nodesPerRead;
    const std::uint32_t limit = partLimit(count, shard().setup().maxNodesPerRead);
    const auto operation = begin(intended, (count + limit - 1) / limit);
    for (std::uint32_t first = 0; first < count; first += limit) {
        sendReadPart(operation, first, std::min(limit, count - first));
    }
}

void RequestSession::sendReadPart(const std::shared_ptr<Operation>& operation, std::uint32_t first,
                                  std::uint32_t count)
{
    ua::ReadRequest request;
    session()->fillHeader(request.requestHeader);
    request.maxAge = std::chrono::duration<double, std::milli>(m_owner.m_read->maxAge).count();
    request.timestampsToReturn = ua::TimestampsToReturn::Source;
    request.nodesToRead = ua::Array<ua::ReadValueId>::withSize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        request.nodesToRead[i].nodeId = shard().setup().node(scenario::requestedVariable(
            m_owner.m_read->variables, m_owner.m_read->nodesPerRead, index(), first + i));
        request.nodesToRead[i].attributeId = ua::attribute::Value;
    }
    auto done = [this, operation, count](base::Result<ua::ReadResponse> response) {
        ua::StatusCode status = response ? ua::StatusCode{} : response.error().status;
        bool good = response.has_value();
        if (good && response->results.size() != count) {
            status = ua::status::BadUnknownResponse; // a list cut without an error
            good = false;
        }
        if (good) { // an operation whose values are Bad did not succeed
            for (const auto& value : response->results) {
                if (value.statusOrGood().isBad()) {
                    status = value.statusOrGood();
                    good = false;
                }
            }
        }
        partDone(*operation, status, good);
    };
    session()->connection().call<ua::ReadResponse>(request, session()->options().requestTimeout,
                                                   std::move(done));
}

void RequestSession::sendWrite(base::MonotonicTime intended)
{
    const std::uint32_t count = m_owner.m_write->nodesPerWrite;
    const std::uint32_t limit = partLimit(count, shard().setup().maxNodesPerWrite);
    const auto operation = begin(intended, (count + limit - 1) / limit);
    for (std::uint32_t first = 0; first < count; first += limit) {
        sendWritePart(operation, first, std::min(limit, count - first));
    }
}

void RequestSession::sendWritePart(const std::shared_ptr<Operation>& operation, std::uint32_t first,
                                   std::uint32_t count)
{
    ua::WriteRequest request;
    session()->fillHeader(request.requestHeader);
    request.nodesToWrite = ua::Array<ua::WriteValue>::withSize(count);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> written(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t variable = scenario::requestedVariable(
            m_owner.m_write->variables, m_owner.m_write->nodesPerWrite, index(), first + i);
        const std::uint64_t counter = ++m_owner.m_lastCounter[variable];
        written[i] = {variable, counter};
        request.nodesToWrite[i].nodeId = shard().setup().writableNode(variable);
        request.nodesToWrite[i].attributeId = ua::attribute::Value;
        request.nodesToWrite[i].value.value = ua::Variant(counter);
    }
    auto done = [this, operation,
                 written = std::move(written)](base::Result<ua::WriteResponse> response) {
        ua::StatusCode status = response ? ua::StatusCode{} : response.error().status;
        bool good = response.has_value();
        const auto now = shard().shard().clock().monotonic();
        for (std::size_t i = 0; response && i < written.size(); ++i) {
            const auto result = i < response->results.size() ? response->results[i]
                                                             : ua::status::BadUnknownResponse;
            if (result.isBad()) {
                status = result;
                good = false;
            } else {
                m_owner.countWritten(written[i].first, written[i].second, now);
            }
        }
        partDone(*operation, status, good);
    };
    session()->connection().call<ua::WriteResponse>(request, session()->options().requestTimeout,
                                                    std::move(done));
}

void RequestSession::partDone(Operation& operation, ua::StatusCode status, bool good)
{
    note(status);
    if (!good) {
        operation.good = false;
        operation.status = status;
    }
    if (--operation.partsLeft == 0) {
        finished(operation);
    }
}

void RequestSession::finished(const Operation& operation)
{
    m_underWay -= m_underWay > 0 ? 1 : 0;
    const auto now = shard().shard().clock().monotonic();
    if (shard().window().counts(operation.intended)) {
        auto& m = metrics();
        if (operation.good) {
            ++m.counters["completed"];
            m.latency.record((now - operation.intended).count());
            m.service.record((now - operation.sent).count());
        } else {
            ++m.counters["failed"];
            shard().firstError(
                {operation.status, workload() + ": " + ua::statusText(operation.status)});
        }
    }
    m_owner.freed(*this);
}

RequestRun::RequestRun(LoadShard& shard, std::size_t workload, std::uint32_t firstSession)
    : WorkloadRun(shard, shard.scenario().workloads[workload])
    , m_read(std::get_if<scenario::ReadWorkload>(&m_workload.work))
    , m_write(std::get_if<scenario::WriteWorkload>(&m_workload.work))
    , m_schedule(arrivalOf(m_workload), 0, 1)
    , m_pacer(shard.shard().executor())
{
    // Arrivals are dealt out to the shards that have sessions of this workload.
    std::vector<std::uint32_t> with;
    for (std::uint32_t i = 0; i < m_workload.sessions; ++i) {
        const auto on = scenario::shardOf(shard.scenario(), workload, i, shard.shardCount());
        if (std::ranges::find(with, on) == with.end()) {
            with.push_back(on);
        }
        if (on == shard.index()) {
            m_sessions.push_back(
                std::make_unique<RequestSession>(shard, *this, m_workload, firstSession + i, i));
        }
    }
    const auto position = std::ranges::find(with, shard.index()) - with.begin();
    m_schedule = Schedule(arrivalOf(m_workload), static_cast<std::uint32_t>(position),
                          static_cast<std::uint32_t>(std::max<std::size_t>(1, with.size())));
}

RequestRun::~RequestRun() = default;

std::vector<LoadSession*> RequestRun::sessions()
{
    std::vector<LoadSession*> all;
    for (auto& session : m_sessions) {
        all.push_back(session.get());
    }
    return all;
}

void RequestRun::begin(base::MonotonicTime start)
{
    if (m_sessions.empty()) {
        return;
    }
    m_begin = start + m_workload.start;
    m_stopAt = m_workload.stop ? start + *m_workload.stop : base::MonotonicTime{INT64_MAX};
    m_running = true;
    armPacer();
}

void RequestRun::stop()
{
    if (m_running && !m_sessions.empty() && !m_schedule.isClosedLoop()) {
        startDue(); // intended starts that came just before the end
    }
    m_running = false;
    m_pacer.cancel();
}

void RequestRun::armPacer()
{
    const auto due = m_schedule.isClosedLoop() ? m_begin : m_begin + m_schedule.startOf(m_next);
    if (due >= m_stopAt) {
        return;
    }
    m_pacer.expires_at(std::chrono::steady_clock::time_point(std::chrono::nanoseconds(due.ns)));
    m_pacer.async_wait([this, due](const boost::system::error_code& error) {
        if (error || !m_running) {
            return;
        }
        m_shard.recordLag(due);
        startDue();
    });
}

void RequestRun::startDue()
{
    if (m_schedule.isClosedLoop()) {
        const auto now = m_shard.shard().clock().monotonic();
        for (auto& session : m_sessions) {
            for (std::uint32_t i = 0; i < m_schedule.inFlight(); ++i) {
                if (session->session() != nullptr && session->session()->isUsable()) {
                    ++m_shard.metrics(name()).counters["offered"];
                    session->send(now);
                }
            }
        }
        return;
    }
    const auto now = m_shard.shard().clock().monotonic();
    auto& counters = m_shard.metrics(name()).counters;
    for (;;) {
        const auto intended = m_begin + m_schedule.startOf(m_next);
        if (intended > now || intended >= m_stopAt) {
            break;
        }
        ++m_next;
        if (intended < m_shard.window().end) {
            counters["offered"] += m_shard.window().counts(intended) ? 1 : 0;
            m_waiting.push_back(intended);
        }
    }
    dispatch();
    armPacer();
}

RequestSession* RequestRun::freeSession(std::uint32_t limit)
{
    for (std::size_t i = 0; i < m_sessions.size(); ++i) {
        auto& session = *m_sessions[(m_nextSession + i) % m_sessions.size()];
        if (session.underWay() < limit && session.session() != nullptr &&
            session.session()->isUsable()) {
            m_nextSession = (m_nextSession + i + 1) % m_sessions.size();
            return &session;
        }
    }
    return nullptr;
}

void RequestRun::dispatch()
{
    while (!m_waiting.empty()) {
        RequestSession* session = freeSession(m_schedule.maxInFlight());
        if (session == nullptr) {
            return; // queued until one is free
        }
        const auto intended = m_waiting.front();
        m_waiting.pop_front();
        session->send(intended);
    }
}

void RequestRun::freed(RequestSession& session)
{
    if (m_schedule.isClosedLoop()) {
        const auto now = m_shard.shard().clock().monotonic();
        if (m_running && now < m_stopAt && now < m_shard.window().end &&
            session.session()->isUsable()) {
            if (m_shard.window().counts(now)) {
                ++m_shard.metrics(name()).counters["offered"];
            }
            // Not from inside the response's callback: a failing send would recurse.
            m_shard.shard().post([this, &session] {
                if (m_running && session.session()->isUsable()) {
                    session.send(m_shard.shard().clock().monotonic());
                }
            });
        }
        return;
    }
    dispatch();
}

void RequestRun::beforeSample()
{
    const auto& window = m_shard.window();
    const auto now = m_shard.shard().clock().monotonic();
    if (now < window.end) {
        return;
    }
    // The window is over: what never started is left in the queue.
    auto& counters = m_shard.metrics(name()).counters;
    counters["notStarted"] += static_cast<std::int64_t>(m_waiting.size());
    m_waiting.clear();
}

void RequestRun::countWritten(std::uint64_t variable, std::uint64_t counter,
                              base::MonotonicTime completed)
{
    if (!m_shard.window().contains(completed)) {
        return;
    }
    auto [range, added] = m_written.try_emplace(variable, WrittenRange{counter, counter});
    if (!added) {
        range->second.first = std::min(range->second.first, counter);
        range->second.last = std::max(range->second.last, counter);
    }
}

void RequestRun::addWritten(WrittenRanges& ranges) const
{
    for (const auto& [variable, range] : m_written) {
        ranges[variable] = range;
    }
}

} // namespace load
