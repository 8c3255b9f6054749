// SPDX-License-Identifier: MIT
#include "ua/transport/shard.h"

#include "ua/transport/connection.h"

#include <utility>

namespace ua {

namespace {
constexpr std::size_t readBufferSize = 256 * 1024;
constexpr std::size_t maxPooledBuffers = 64;
constexpr std::size_t maxPooledCapacity = 256 * 1024;
} // namespace

Shard::Shard(const base::Clock& clock)
    : m_clock(clock)
    , m_readBuffer(readBufferSize)
{}
Shard::~Shard() = default;

void Shard::run()
{
    m_io.run();
}
void Shard::stop()
{
    m_io.stop();
}

void Shard::queueHeavyWork(std::function<void()> work)
{
    m_heavy.push_back(std::move(work));
    if (m_heavy.size() == 1) {
        asio::post(m_io, [this] { runHeavy(); });
    }
}

void Shard::runHeavy()
{
    const auto work = std::move(m_heavy.front());
    work();
    m_heavy.pop_front();
    if (!m_heavy.empty()) {
        asio::post(m_io, [this] { runHeavy(); });
    }
}

base::Bytes Shard::takeBuffer()
{
    if (m_buffers.empty()) {
        return {};
    }
    base::Bytes buffer = std::move(m_buffers.back());
    m_buffers.pop_back();
    return buffer;
}

void Shard::returnBuffer(base::Bytes buffer)
{
    if (m_buffers.size() < maxPooledBuffers && buffer.capacity() <= maxPooledCapacity) {
        buffer.clear();
        m_buffers.push_back(std::move(buffer));
    }
}

void Shard::flushSoon(std::shared_ptr<Connection> connection)
{
    m_toFlush.push_back(std::move(connection));
    if (!m_flushPosted) {
        m_flushPosted = true;
        asio::post(m_io, [this] { flushAll(); });
    }
}

void Shard::flushAll()
{
    m_flushPosted = false;
    std::swap(m_toFlush, m_flushing);
    for (const auto& connection : m_flushing) {
        connection->flush();
    }
    m_flushing.clear();
}

} // namespace ua
