// SPDX-License-Identifier: MIT
#include "ua/transport/connection.h"

#include "ua/types/status_codes.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>

#include <sys/socket.h>

namespace ua {

namespace {
/// Reads per wake-up before others get their turn.
constexpr int maxReadsPerEvent = 4;
} // namespace

Connection::Connection(Shard& shard, TcpSocket socket)
    : m_shard(shard)
    , m_socket(std::move(socket))
{
    boost::system::error_code ignored;
    m_socket.non_blocking(true, ignored);
    m_socket.set_option(asio::ip::tcp::no_delay(true), ignored);
}

Connection::~Connection() = default;

void Connection::start(ConnectionHandler& handler)
{
    m_handler = &handler;
    waitForInput();
}

void Connection::waitForInput()
{
    m_socket.async_wait(TcpSocket::wait_read,
                        [self = shared_from_this()](const boost::system::error_code& error) {
                            if (error || self->m_handler == nullptr) {
                                return;
                            }
                            self->readInput();
                        });
}

void Connection::readInput()
{
    const auto buffer = m_shard.readBuffer();
    for (int i = 0; i < maxReadsPerEvent && m_handler != nullptr; ++i) {
        boost::system::error_code error;
        const std::size_t size =
            m_socket.read_some(asio::buffer(buffer.data(), buffer.size()), error);
        if (error == asio::error::would_block || error == asio::error::try_again) {
            break;
        }
        if (error) {
            disconnected({status::BadConnectionClosed, error == asio::error::eof
                                                           ? "the peer closed the connection"
                                                           : error.message()});
            return;
        }
        m_received += size;
        m_handler->onBytes(buffer.first(size));
        if (size < buffer.size()) {
            break;
        }
    }
    if (m_handler != nullptr && m_socket.is_open()) {
        waitForInput();
    }
}

base::Bytes& Connection::out()
{
    if (m_out.capacity() == 0) {
        m_out = m_shard.takeBuffer();
    }
    return m_out;
}

void Connection::send()
{
    if (m_out.empty()) { // nothing was appended: idle connections keep no buffer
        if (m_out.capacity() != 0) {
            m_shard.returnBuffer(std::exchange(m_out, {}));
        }
        return;
    }
    if (m_out.size() - m_outSent > maxUnsent) {
        disconnected({status::BadTcpNotEnoughResources,
                      "the peer does not read: too many bytes are waiting for it"});
        return;
    }
    if (!m_flushQueued && !m_waitingForOutput && m_socket.is_open()) {
        m_flushQueued = true;
        m_shard.flushSoon(shared_from_this());
    }
}

void Connection::flush()
{
    m_flushQueued = false;
    while (m_socket.is_open() && m_outSent < m_out.size()) {
        boost::system::error_code error;
        const std::size_t size = m_socket.write_some(
            asio::buffer(m_out.data() + m_outSent, m_out.size() - m_outSent), error);
        if (error == asio::error::would_block || error == asio::error::try_again) {
            waitForOutput();
            return;
        }
        if (error) {
            disconnected({status::BadConnectionClosed, error.message()});
            return;
        }
        m_outSent += size;
        m_sent += size;
    }
    m_outSent = 0;
    if (m_out.capacity() != 0) {
        m_shard.returnBuffer(std::exchange(m_out, {}));
    }
    if (m_closeWhenSent) {
        boost::system::error_code ignored;
        m_socket.shutdown(TcpSocket::shutdown_send, ignored);
        close();
    }
}

void Connection::waitForOutput()
{
    if (m_waitingForOutput) {
        return;
    }
    m_waitingForOutput = true;
    m_socket.async_wait(TcpSocket::wait_write,
                        [self = shared_from_this()](const boost::system::error_code& error) {
                            self->m_waitingForOutput = false;
                            if (!error) {
                                self->flush();
                            }
                        });
}

void Connection::closeAfterSending()
{
    m_handler = nullptr;
    m_closeWhenSent = true;
    if (!m_waitingForOutput && !m_flushQueued) {
        m_flushQueued = true;
        m_shard.flushSoon(shared_from_this());
    }
}

void Connection::close()
{
    m_handler = nullptr;
    boost::system::error_code ignored;
    m_socket.close(ignored);
}

void Connection::reset()
{
    boost::system::error_code ignored;
    m_socket.set_option(asio::socket_base::linger(true, 0), ignored);
    close();
}

void Connection::disconnected(base::Error why)
{
    auto* handler = std::exchange(m_handler, nullptr);
    const auto self = shared_from_this();
    boost::system::error_code ignored;
    m_socket.close(ignored);
    if (handler != nullptr) {
        handler->onDisconnected(why);
    }
}

} // namespace ua
