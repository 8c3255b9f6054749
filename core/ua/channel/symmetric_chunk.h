// SPDX-License-Identifier: MIT
// MSG and CLO chunks: layout, signature, padding, encryption, all in place (Part 6 §6.7.2).
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "ua/channel/frame_header.h"
#include "ua/security/symmetric_keys.h"

#include <cstdint>
#include <span>

namespace ua {

struct ChunkHeader
{
    MessageType type = MessageType::Message;
    ChunkKind kind = ChunkKind::Final;
    std::uint32_t channelId = 0;
    std::uint32_t tokenId = 0;
    std::uint32_t sequenceNumber = 0;
    std::uint32_t requestId = 0;
};

/// Body bytes that fit into a chunk of at most `chunkSize` bytes.
std::size_t maxChunkBody(std::size_t chunkSize, const SymmetricKeys& keys);
/// Size of the chunk that holds `bodySize` bytes.
std::size_t symmetricChunkSize(std::size_t bodySize, const SymmetricKeys& keys);
/// `chunk` must have symmetricChunkSize() bytes.
base::Result<void> writeSymmetricChunk(std::span<std::uint8_t> chunk, const ChunkHeader& header,
                                       base::BytesView body, SymmetricKeys& keys);

struct OpenedChunk
{
    std::uint32_t sequenceNumber = 0;
    std::uint32_t requestId = 0;
    base::BytesView body;
};

/// Decrypts inside `chunk` and verifies; Bad_SecurityChecksFailed if anything is wrong.
base::Result<OpenedChunk> openSymmetricChunk(std::span<std::uint8_t> chunk, SymmetricKeys& keys);

} // namespace ua
