// SPDX-License-Identifier: MIT
// What both ends of a secure channel have in common (Part 6 §6.7): bytes in, messages out. No I/O,
// no clock, no thread. An idle channel owns no buffers.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "ua/channel/asymmetric_chunk.h"
#include "ua/channel/channel_handler.h"
#include "ua/channel/frame_splitter.h"
#include "ua/channel/message_assembler.h"
#include "ua/channel/sequence_numbers.h"
#include "ua/channel/symmetric_chunk.h"
#include "ua/channel/transport_messages.h"
#include "ua/types/services/enumerations.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace ua {

struct ChannelToken
{
    std::uint32_t id = 0;
    base::MonotonicTime expires;
    /// Until when received chunks may use it.
    base::MonotonicTime acceptedUntil;
    SymmetricKeys sending;
    SymmetricKeys receiving;
};

class SecureChannel
{
public:
    virtual ~SecureChannel() = default;
    SecureChannel(const SecureChannel&) = delete;
    SecureChannel& operator=(const SecureChannel&) = delete;

    /// Takes received bytes; overwrites them while decrypting. An error means the connection is
    /// over: send what `out` holds, then close the socket. `out` collects what has to be sent at
    /// once (server: ACK, OPN responses, ERR; client: nothing).
    base::Result<void> receive(std::span<std::uint8_t> input, ChannelTime now,
                               ChannelHandler& handler, base::Bytes& out);
    /// Does the RSA work of an OPN announced by onOpenPending().
    base::Result<void> processOpen(ChannelTime now, ChannelHandler& handler, base::Bytes& out);

    /// Appends a message in as many chunks as the peer's buffer needs. Over the peer's limits:
    /// Bad_RequestTooLarge (client) or Bad_ResponseTooLarge (server), with nothing appended and no
    /// sequence number used.
    base::Result<void> send(std::uint32_t requestId, base::BytesView body, ChannelTime now,
                            base::Bytes& out);
    /// Appends an abort chunk (Part 6 §6.7.3).
    base::Result<void> abort(std::uint32_t requestId, base::StatusCode status,
                             std::string_view reason, ChannelTime now, base::Bytes& out);

    bool isOpen() const { return m_current != nullptr && !m_closed; }
    bool isClosed() const { return m_closed; }
    bool isOpenPending() const { return !m_pendingOpen.empty(); }
    std::uint32_t channelId() const { return m_channelId; }
    /// Id of the newest token; 0 before the channel is open.
    std::uint32_t tokenId() const { return m_current ? m_current->id : 0; }
    const SecurityPolicy& policy() const { return *m_policy; }
    MessageSecurityMode mode() const { return m_mode; }
    const ChannelSizes& sizes() const { return m_sizes; }
    /// The certificate of the other side; null for policy None.
    const Certificate& peerCertificate() const { return m_peer; }
    /// Heap bytes of buffers, keys not counted; 0 while idle.
    std::size_t bufferMemory() const
    {
        return m_splitter.memory() + m_assembler.memory() + m_pendingOpen.capacity();
    }

    /// For tests of the wrap: the number of the next chunk sent.
    void setNextSequenceNumber(std::uint32_t number) { m_sendSequence.set(number); }

protected:
    enum class Role : std::uint8_t { Client, Server };

    struct Context
    {
        ChannelTime now;
        ChannelHandler& handler;
        base::Bytes& out;
    };

    SecureChannel(Role role, bool deferOpen, const FrameRules& first)
        : m_rules(first)
        , m_role(role)
        , m_deferOpen(deferOpen)
    {}

    /// HEL, ACK, ERR.
    virtual base::Result<void> handleTransport(MessageType type, std::span<std::uint8_t> frame,
                                               Context& context) = 0;
    virtual base::Result<void> handleOpen(base::BytesView frame, Context& context) = 0;
    virtual base::Result<void> checkOpenExpected() const = 0;
    /// Last words before the channel is over.
    virtual void reportFailure(const base::Error&, base::Bytes&) {}

    void setPolicy(const SecurityPolicy& policy, MessageSecurityMode mode);
    /// Accepts the number an OPN chunk turned out to have.
    base::Result<void> acceptOpenSequence(std::uint32_t number);
    /// Makes both directions' keys; `sendNonce` is our own.
    base::Result<void> installToken(std::uint32_t id, base::BytesView ownNonce,
                                    base::BytesView peerNonce, base::MonotonicTime expires,
                                    base::MonotonicTime acceptedUntil);
    base::Result<void> appendOpen(std::uint32_t requestId, base::BytesView body,
                                  const Certificate& own, const PrivateKey& key, base::Bytes& out);
    base::Result<void> sendChunks(MessageType type, std::uint32_t requestId, base::BytesView body,
                                  ChannelTime now, base::Bytes& out);
    void close();

    ChannelSizes m_sizes;
    FrameRules m_rules;
    std::uint32_t m_channelId = 0;
    Certificate m_peer;
    base::Bytes m_previousPeerNonce;

private:
    base::Result<void> receiveFrames(std::span<std::uint8_t> input, Context& context);
    base::Result<void> handleFrame(std::span<std::uint8_t> frame, Context& context);
    base::Result<void> acceptOpen(std::span<std::uint8_t> frame, Context& context);
    base::Result<void> processPendingOpen(Context& context);
    base::Result<void> handleSecured(const FrameHeader& header, std::span<std::uint8_t> frame,
                                     Context& context);
    base::Result<ChannelToken*> receivingToken(std::uint32_t id, Context& context);
    base::Result<void> handleMessage(ChunkKind kind, const OpenedChunk& chunk, Context& context);
    ChannelToken* sendingToken(base::MonotonicTime now);
    base::Result<void> writeChunks(const ChunkHeader& first, base::BytesView body,
                                   std::size_t maxBody, ChannelToken& token, base::Bytes& out);
    base::Result<void> finish(base::Result<void> result, base::Bytes& out);
    MessageAssembler::Bounds bounds() const
    {
        return {m_sizes.receiveMessage, m_sizes.receiveChunkCount};
    }

    const SecurityPolicy* m_policy = &nonePolicy();
    MessageSecurityMode m_mode = MessageSecurityMode::None;
    SendSequence m_sendSequence{true};
    ReceiveSequence m_receiveSequence{true};
    std::unique_ptr<ChannelToken> m_current;
    std::unique_ptr<ChannelToken> m_previous;
    FrameSplitter m_splitter;
    MessageAssembler m_assembler;
    base::Bytes m_pendingOpen;
    std::optional<std::uint32_t> m_reservedSequence;
    Role m_role;
    bool m_deferOpen;
    bool m_closed = false;
};

} // namespace ua
