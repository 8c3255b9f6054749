// SPDX-License-Identifier: MIT
#include "ua/channel/message_assembler.h"

#include "ua/types/status_codes.h"

#include <utility>

namespace ua {

base::Result<void> MessageAssembler::expect(std::uint32_t requestId) const
{
    if (isOpen() && requestId != m_requestId) {
        return base::fail(status::BadTcpMessageTypeInvalid,
                          "chunk of request " + std::to_string(requestId) +
                              " inside the unfinished message of request " +
                              std::to_string(m_requestId));
    }
    return {};
}

base::Result<void> MessageAssembler::check(std::uint32_t requestId, std::size_t size,
                                           const Bounds& bounds) const
{
    UA_TRY(expect(requestId));
    if (size > bounds.maxSize || m_collected.size() > bounds.maxSize - size) {
        return base::fail(status::BadTcpMessageTooLarge, "message exceeds the limit of " +
                                                             std::to_string(bounds.maxSize) +
                                                             " bytes");
    }
    if (m_chunks >= bounds.maxChunks) {
        return base::fail(status::BadTcpMessageTooLarge, "message exceeds the limit of " +
                                                             std::to_string(bounds.maxChunks) +
                                                             " chunks");
    }
    return {};
}

base::Result<void> MessageAssembler::add(std::uint32_t requestId, base::BytesView part,
                                         const Bounds& bounds)
{
    UA_TRY(check(requestId, part.size(), bounds));
    m_collected.insert(m_collected.end(), part.begin(), part.end());
    m_requestId = requestId;
    ++m_chunks;
    return {};
}

base::Result<base::BytesView> MessageAssembler::finish(std::uint32_t requestId,
                                                       base::BytesView part, const Bounds& bounds,
                                                       base::Bytes& storage)
{
    UA_TRY(check(requestId, part.size(), bounds));
    if (!isOpen()) {
        return part;
    }
    m_collected.insert(m_collected.end(), part.begin(), part.end());
    storage = std::exchange(m_collected, {});
    m_chunks = 0;
    return base::BytesView(storage);
}

void MessageAssembler::drop()
{
    base::Bytes().swap(m_collected); // gives the memory back, unlike = {}
    m_chunks = 0;
}

} // namespace ua
