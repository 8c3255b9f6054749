// SPDX-License-Identifier: MIT
// The eight bytes every message on the wire begins with (Part 6 §7.1.2.2, §6.7.2).
#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <cstdint>
#include <cstring>

namespace ua {

enum class MessageType : std::uint8_t {
    Hello,
    Acknowledge,
    Error,
    ReverseHello,
    Open,
    Message,
    Close
};
/// IsFinal: intermediate, final, abort.
enum class ChunkKind : std::uint8_t { Intermediate = 'C', Final = 'F', Abort = 'A' };

struct FrameHeader
{
    MessageType type{};
    ChunkKind kind{};
    std::uint32_t size = 0;
};

inline constexpr std::size_t frameHeaderSize = 8;
/// Frame header and SecureChannelId.
inline constexpr std::size_t chunkHeaderSize = 12;
/// Chunk header and TokenId.
inline constexpr std::size_t symmetricHeaderSize = 16;
/// SequenceNumber and RequestId.
inline constexpr std::size_t sequenceHeaderSize = 8;
/// Smallest buffer either side may announce (Part 6 §7.1.2.3).
inline constexpr std::uint32_t minBufferSize = 8192;

inline std::uint32_t readU32(const std::uint8_t* at)
{
    std::uint32_t value;
    std::memcpy(&value, at, sizeof(value));
    return value;
}
inline void writeU32(std::uint8_t* at, std::uint32_t value)
{
    std::memcpy(at, &value, sizeof(value));
}

/// Bad_TcpMessageTypeInvalid for an unknown type, or a chunk kind the type does not allow. Needs
/// frameHeaderSize bytes; does not judge the size.
base::Result<FrameHeader> parseFrameHeader(const std::uint8_t* bytes);
void writeFrameHeader(std::uint8_t* at, const FrameHeader& header);

} // namespace ua
