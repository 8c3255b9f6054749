// SPDX-License-Identifier: MIT
// A TCP connection that carries bytes for a secure channel. Reads into the shard's buffer and
// writes what many sends have gathered at once; an idle connection owns no buffers.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "ua/transport/shard.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace ua {

class ConnectionHandler
{
public:
    virtual ~ConnectionHandler() = default;
    /// The bytes may be overwritten (decryption in place) and are valid during the call.
    virtual void onBytes(std::span<std::uint8_t> bytes) = 0;
    /// Once, whoever ended it; not after close().
    virtual void onDisconnected(const base::Error& why) = 0;
};

class Connection : public std::enable_shared_from_this<Connection>
{
public:
    /// Bytes waiting for a peer that does not read; beyond it the connection is dropped.
    static constexpr std::size_t maxUnsent = 64U << 20;

    Connection(Shard& shard, TcpSocket socket);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// The handler outlives the connection or calls close() first.
    void start(ConnectionHandler& handler);
    /// The bytes gathered so far, to append to; followed by send().
    base::Bytes& out();
    /// Sends what out() holds once the current event has been handled.
    void send();
    void flush();
    /// Sends what is gathered, then closes.
    void closeAfterSending();
    /// No callback afterwards.
    void close();
    /// As close, but the peer sees a reset (tests of lost connections).
    void reset();

    bool isOpen() const { return m_socket.is_open(); }
    TcpSocket& socket() { return m_socket; }
    std::uint64_t bytesReceived() const { return m_received; }
    std::uint64_t bytesSent() const { return m_sent; }

private:
    void waitForInput();
    void readInput();
    void waitForOutput();
    void disconnected(base::Error why);

    Shard& m_shard;
    TcpSocket m_socket;
    ConnectionHandler* m_handler = nullptr;
    base::Bytes m_out;
    std::size_t m_outSent = 0;
    std::uint64_t m_received = 0;
    std::uint64_t m_sent = 0;
    bool m_flushQueued = false;
    bool m_waitingForOutput = false;
    bool m_closeWhenSent = false;
};

} // namespace ua
