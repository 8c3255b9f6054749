// SPDX-License-Identifier: MIT
// Joins the chunks of one message under bounds on their count and their sum (field case T05).
// Chunks of two messages may not interleave (Part 6 §6.7.3).
#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <cstdint>

namespace ua {

class MessageAssembler
{
public:
    struct Bounds
    {
        std::uint32_t maxSize = 0;
        std::uint32_t maxChunks = 0;
    };

    /// Inside a message no other request id may appear: Bad_TcpMessageTypeInvalid.
    base::Result<void> expect(std::uint32_t requestId) const;
    /// Bad_TcpMessageTooLarge over a bound, before anything is stored.
    base::Result<void> add(std::uint32_t requestId, base::BytesView part, const Bounds& bounds);
    /// The complete message. A single chunk is handed through without a copy; otherwise the bytes
    /// are moved into `storage`, so that nothing is kept.
    base::Result<base::BytesView> finish(std::uint32_t requestId, base::BytesView part,
                                         const Bounds& bounds, base::Bytes& storage);
    void drop();

    bool isOpen() const { return m_chunks != 0; }
    std::size_t memory() const { return m_collected.capacity(); }

private:
    base::Result<void> check(std::uint32_t requestId, std::size_t size, const Bounds& bounds) const;

    base::Bytes m_collected;
    std::uint32_t m_requestId = 0;
    std::uint32_t m_chunks = 0;
};

} // namespace ua
