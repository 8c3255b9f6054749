// SPDX-License-Identifier: MIT
#include "ua/channel/secure_channel.h"

#include "ua/codec/decoder.h"
#include "ua/codec/encoder.h"
#include "ua/types/status_codes.h"

#include <algorithm>
#include <utility>

namespace ua {

namespace {

constexpr std::size_t maxReason = 4096;
constexpr Limits decodingLimits;

std::unexpected<base::Error> failClosed()
{
    return base::fail(status::BadSecureChannelClosed, "the secure channel is not open");
}

} // namespace

base::Result<void> SecureChannel::receive(std::span<std::uint8_t> input, ChannelTime now,
                                          ChannelHandler& handler, base::Bytes& out)
{
    if (m_closed) {
        return failClosed();
    }
    Context context{now, handler, out};
    return finish(receiveFrames(input, context), out);
}

base::Result<void> SecureChannel::processOpen(ChannelTime now, ChannelHandler& handler,
                                              base::Bytes& out)
{
    if (m_closed || m_pendingOpen.empty()) {
        return {}; // closed or already done in the meantime
    }
    Context context{now, handler, out};
    return finish(processPendingOpen(context), out);
}

base::Result<void> SecureChannel::finish(base::Result<void> result, base::Bytes& out)
{
    if (!result) {
        reportFailure(result.error(), out);
        close();
        m_splitter.release();
    }
    return result;
}

void SecureChannel::close()
{
    m_closed = true;
    m_assembler.drop();
    base::Bytes().swap(m_pendingOpen);
    m_previous.reset();
}

base::Result<void> SecureChannel::receiveFrames(std::span<std::uint8_t> input, Context& context)
{
    while (!m_closed) {
        UA_TRY_ASSIGN(const auto frame, m_splitter.next(input, m_rules));
        if (frame.empty()) {
            return {};
        }
        UA_TRY(handleFrame(frame, context));
    }
    m_splitter.release(); // nothing after a CLO counts
    return {};
}

base::Result<void> SecureChannel::handleFrame(std::span<std::uint8_t> frame, Context& context)
{
    UA_TRY_ASSIGN(const auto header, parseFrameHeader(frame.data()));
    switch (header.type) {
    case MessageType::Open:
        return acceptOpen(frame, context);
    case MessageType::Message:
    case MessageType::Close:
        return handleSecured(header, frame, context);
    default:
        return handleTransport(header.type, frame, context);
    }
}

base::Result<void> SecureChannel::acceptOpen(std::span<std::uint8_t> frame, Context& context)
{
    if (isOpenPending()) {
        return base::fail(status::BadTcpMessageTypeInvalid,
                          "OPN while another one is still being processed");
    }
    if (m_assembler.isOpen()) {
        return base::fail(status::BadTcpMessageTypeInvalid, "OPN inside an unfinished message");
    }
    UA_TRY(checkOpenExpected());
    UA_TRY_ASSIGN(const auto header, parseAsymmetricHeader(frame));
    const bool secured = header.policyUri != nonePolicy().uri;
    if (secured && m_deferOpen) {
        // Other chunks may follow before the RSA work is done, so the number of this one is set
        // aside. Where that is impossible on an open channel (legacy wrap) the work is done now.
        m_reservedSequence = m_receiveSequence.reserve();
        if (m_reservedSequence || !isOpen()) {
            m_pendingOpen.assign(frame.begin(), frame.end());
            context.handler.onOpenPending();
            return {};
        }
    }
    return handleOpen(frame, context);
}

base::Result<void> SecureChannel::processPendingOpen(Context& context)
{
    const auto frame = std::exchange(m_pendingOpen, {});
    return handleOpen(frame, context);
}

base::Result<void> SecureChannel::acceptOpenSequence(std::uint32_t number)
{
    const auto reserved = std::exchange(m_reservedSequence, std::nullopt);
    if (reserved ? *reserved != number : !m_receiveSequence.accept(number)) {
        return base::fail(status::BadSequenceNumberInvalid,
                          "OPN has sequence number " + std::to_string(number) +
                              ", which does not follow the previous one");
    }
    return {};
}

base::Result<ChannelToken*> SecureChannel::receivingToken(std::uint32_t id, Context& context)
{
    if (isOpenPending() && m_current->id != id && (!m_previous || m_previous->id != id)) {
        UA_TRY(processPendingOpen(context)); // the peer uses the new token at once
    }
    ChannelToken* token = nullptr;
    if (m_current->id == id) {
        token = m_current.get();
    } else if (m_previous && m_previous->id == id) {
        token = m_previous.get();
    }
    if (token == nullptr || context.now.monotonic > token->acceptedUntil) {
        return base::fail(status::BadSecureChannelTokenUnknown,
                          "token " + std::to_string(id) +
                              (token == nullptr ? " is unknown on this channel" : " has expired"));
    }
    return token;
}

base::Result<void> SecureChannel::handleSecured(const FrameHeader& header,
                                                std::span<std::uint8_t> frame, Context& context)
{
    if (frame.size() < symmetricHeaderSize) {
        return base::fail(status::BadDecodingError, "chunk is shorter than its header");
    }
    const auto channelId = readU32(frame.data() + frameHeaderSize);
    if (channelId != m_channelId) {
        return base::fail(status::BadTcpSecureChannelUnknown,
                          "chunk is for channel " + std::to_string(channelId) + ", this is " +
                              std::to_string(m_channelId));
    }
    const auto tokenId = readU32(frame.data() + chunkHeaderSize);
    UA_TRY_ASSIGN(auto* token, receivingToken(tokenId, context));
    UA_TRY_ASSIGN(const auto chunk, openSymmetricChunk(frame, token->receiving));
    if (!m_receiveSequence.accept(chunk.sequenceNumber)) {
        return base::fail(status::BadSequenceNumberInvalid,
                          "chunk has sequence number " + std::to_string(chunk.sequenceNumber) +
                              ", which does not follow the previous one");
    }
    if (m_role == Role::Server && token == m_current.get()) {
        m_previous.reset(); // the client has switched; now the server does (Part 4 §5.6.2)
    }
    if (header.type == MessageType::Close) {
        close();
        context.handler.onClosed();
        return {};
    }
    return handleMessage(header.kind, chunk, context);
}

base::Result<void> SecureChannel::handleMessage(ChunkKind kind, const OpenedChunk& chunk,
                                                Context& context)
{
    switch (kind) {
    case ChunkKind::Intermediate:
        return m_assembler.add(chunk.requestId, chunk.body, bounds());
    case ChunkKind::Final: {
        base::Bytes storage;
        UA_TRY_ASSIGN(const auto body,
                      m_assembler.finish(chunk.requestId, chunk.body, bounds(), storage));
        context.handler.onMessage(chunk.requestId, body);
        return {};
    }
    case ChunkKind::Abort:
        break;
    }
    UA_TRY(m_assembler.expect(chunk.requestId));
    m_assembler.drop();
    Decoder decoder(chunk.body, decodingLimits);
    const base::StatusCode status{decoder.number<std::uint32_t>()};
    const auto reason = decoder.lengthPrefixed(maxReason, "Reason");
    if (decoder.failed()) {
        // The message is dropped either way; a malformed reason is no reason to drop the channel.
        context.handler.onAborted(chunk.requestId, status::BadDecodingError,
                                  "abort chunk without a readable reason");
    } else {
        context.handler.onAborted(chunk.requestId, status, base::textOf(reason.bytes));
    }
    return {};
}

void SecureChannel::setPolicy(const SecurityPolicy& policy, MessageSecurityMode mode)
{
    m_policy = &policy;
    m_mode = mode;
    if (!m_receiveSequence.started() && !m_current) {
        const auto next = m_sendSequence.peek();
        m_receiveSequence = ReceiveSequence(policy.legacySequenceNumbers);
        m_sendSequence = SendSequence(policy.legacySequenceNumbers);
        if (policy.legacySequenceNumbers) {
            m_sendSequence.set(next); // as set by a test
        }
    }
}

base::Result<void> SecureChannel::installToken(std::uint32_t id, base::BytesView ownNonce,
                                               base::BytesView peerNonce,
                                               base::MonotonicTime expires,
                                               base::MonotonicTime acceptedUntil)
{
    auto token = std::make_unique<ChannelToken>();
    token->id = id;
    token->expires = expires;
    token->acceptedUntil = acceptedUntil;
    if (m_policy->isSecured()) {
        const bool encrypt = m_mode == MessageSecurityMode::SignAndEncrypt;
        using enum SymmetricKeys::Use;
        UA_TRY_ASSIGN(token->sending,
                      SymmetricKeys::create(*m_policy, deriveKeys(*m_policy, peerNonce, ownNonce),
                                            encrypt ? Encrypt : SignOnly));
        UA_TRY_ASSIGN(token->receiving,
                      SymmetricKeys::create(*m_policy, deriveKeys(*m_policy, ownNonce, peerNonce),
                                            encrypt ? Decrypt : SignOnly));
        m_previousPeerNonce.assign(peerNonce.begin(), peerNonce.end());
    }
    m_previous = std::exchange(m_current, std::move(token));
    return {};
}

ChannelToken* SecureChannel::sendingToken(base::MonotonicTime now)
{
    if (m_previous && now > m_previous->acceptedUntil) {
        m_previous.reset();
    }
    // The client uses a new token once it has it; the server waits until the client did.
    const bool previous = m_role == Role::Server && m_previous && now <= m_previous->expires;
    return previous ? m_previous.get() : m_current.get();
}

base::Result<void> SecureChannel::send(std::uint32_t requestId, base::BytesView body,
                                       ChannelTime now, base::Bytes& out)
{
    return sendChunks(MessageType::Message, requestId, body, now, out);
}

base::Result<void> SecureChannel::sendChunks(MessageType type, std::uint32_t requestId,
                                             base::BytesView body, ChannelTime now,
                                             base::Bytes& out)
{
    if (!isOpen()) {
        return failClosed();
    }
    auto* token = sendingToken(now.monotonic);
    const auto maxBody = maxChunkBody(m_sizes.sendChunk, token->sending);
    const auto chunks = body.empty() ? 1 : (body.size() + maxBody - 1) / maxBody;
    if ((m_sizes.sendMessage != 0 && body.size() > m_sizes.sendMessage) ||
        (m_sizes.sendChunkCount != 0 && chunks > m_sizes.sendChunkCount)) {
        return base::fail(
            m_role == Role::Client ? status::BadRequestTooLarge : status::BadResponseTooLarge,
            "message has " + std::to_string(body.size()) + " bytes in " + std::to_string(chunks) +
                " chunks; the peer takes " + std::to_string(m_sizes.sendMessage) + " bytes in " +
                std::to_string(m_sizes.sendChunkCount) + " chunks (0: any)");
    }
    const auto start = out.size();
    const auto next = m_sendSequence.peek();
    const ChunkHeader header{type, ChunkKind::Final, m_channelId, token->id, 0, requestId};
    auto written = writeChunks(header, body, maxBody, *token, out);
    if (!written) {
        out.resize(start);
        m_sendSequence.set(next);
    }
    return written;
}

base::Result<void> SecureChannel::writeChunks(const ChunkHeader& first, base::BytesView body,
                                              std::size_t maxBody, ChannelToken& token,
                                              base::Bytes& out)
{
    auto at = out.size();
    const auto full = body.empty() ? 0 : (body.size() - 1) / maxBody;
    out.resize(at + full * symmetricChunkSize(maxBody, token.sending) +
               symmetricChunkSize(body.size() - full * maxBody, token.sending));
    auto header = first;
    do {
        const auto part = body.first(std::min(maxBody, body.size()));
        body = body.subspan(part.size());
        header.kind = body.empty() ? first.kind : ChunkKind::Intermediate;
        header.sequenceNumber = m_sendSequence.take();
        const auto size = symmetricChunkSize(part.size(), token.sending);
        UA_TRY(writeSymmetricChunk(std::span(out).subspan(at, size), header, part, token.sending));
        at += size;
    } while (!body.empty());
    return {};
}

base::Result<void> SecureChannel::abort(std::uint32_t requestId, base::StatusCode status,
                                        std::string_view reason, ChannelTime now, base::Bytes& out)
{
    if (!isOpen()) {
        return failClosed();
    }
    auto* token = sendingToken(now.monotonic);
    base::Bytes body;
    Encoder encoder(body);
    encoder.number(status.value);
    const auto room = maxChunkBody(m_sizes.sendChunk, token->sending) - 2 * sizeof(std::uint32_t);
    encoder.lengthPrefixed(base::bytesOf(reason.substr(0, std::min(room, maxReason))));
    return writeChunks(
        {MessageType::Message, ChunkKind::Abort, m_channelId, token->id, 0, requestId}, body,
        body.size(), *token, out);
}

base::Result<void> SecureChannel::appendOpen(std::uint32_t requestId, base::BytesView body,
                                             const Certificate& own, const PrivateKey& key,
                                             base::Bytes& out)
{
    const auto next = m_sendSequence.peek();
    auto appended =
        appendAsymmetricChunk(out, {*m_policy, m_channelId, m_sendSequence.take(), requestId, body},
                              own, key, m_peer, m_sizes.sendChunk);
    if (!appended) {
        m_sendSequence.set(next);
    }
    return appended;
}

} // namespace ua
