// SPDX-License-Identifier: MIT
// Cuts a byte stream into frames. Keeps only an incomplete tail, and nothing at all between frames,
// so an idle connection owns no buffer.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "ua/channel/frame_header.h"

#include <cstdint>
#include <initializer_list>
#include <span>

namespace ua {

/// What may come next; checked on the header, before a byte of the body is stored.
struct FrameRules
{
    std::uint32_t maxSize = 0;
    std::uint8_t allowed = 0;

    FrameRules() = default;
    FrameRules(std::uint32_t size, std::initializer_list<MessageType> types)
        : maxSize(size)
    {
        for (const auto type : types) {
            allowed = static_cast<std::uint8_t>(allowed | bit(type));
        }
    }
    bool allows(MessageType type) const { return (allowed & bit(type)) != 0; }

private:
    static int bit(MessageType type) { return 1 << static_cast<int>(type); }
};

class FrameSplitter
{
public:
    /// Takes bytes from the front of `input`. A whole frame (valid until the next call; inside the
    /// caller's bytes when it lies there completely), or nothing when `input` is used up.
    base::Result<std::span<std::uint8_t>> next(std::span<std::uint8_t>& input,
                                               const FrameRules& rules);
    void release() { base::Bytes().swap(m_tail); }
    /// Bytes of memory held.
    std::size_t memory() const { return m_tail.capacity(); }

private:
    base::Bytes m_tail;
    bool m_handedOut = false;
};

} // namespace ua
