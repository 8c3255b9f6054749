// SPDX-License-Identifier: MIT
// One thread's world: its io_context, the buffer its connections read into, buffers they write
// from, and a queue for RSA work. Nothing in it is locked; only stop() and post() may be called
// from another thread.
#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "ua/transport/asio_types.h"

#include <boost/asio/post.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace ua {

class Connection;

class Shard
{
public:
    explicit Shard(const base::Clock& clock);
    ~Shard();
    Shard(const Shard&) = delete;
    Shard& operator=(const Shard&) = delete;

    asio::io_context& io() { return m_io; }
    Executor executor() { return m_io.get_executor(); }
    const base::Clock& clock() const { return m_clock; }
    /// Runs until stop() or until there is nothing left to do.
    void run();
    void stop();
    template <typename F>
    void post(F&& work)
    {
        asio::post(m_io, std::forward<F>(work));
    }

    /// One queued piece at a time, with I/O in between, so that handshakes do not starve traffic.
    void queueHeavyWork(std::function<void()> work);
    std::size_t heavyWorkQueued() const { return m_heavy.size(); }

    /// For connections: shared read buffer, pooled write buffers, one flush for many sends.
    std::span<std::uint8_t> readBuffer() { return m_readBuffer; }
    base::Bytes takeBuffer();
    void returnBuffer(base::Bytes buffer);
    void flushSoon(std::shared_ptr<Connection> connection);

private:
    void runHeavy();
    void flushAll();

    const base::Clock& m_clock;
    asio::io_context m_io{1};
    base::Bytes m_readBuffer;
    std::vector<base::Bytes> m_buffers;
    std::vector<std::shared_ptr<Connection>> m_toFlush;
    std::vector<std::shared_ptr<Connection>> m_flushing;
    std::deque<std::function<void()>> m_heavy;
    bool m_flushPosted = false;
};

} // namespace ua
