// SPDX-License-Identifier: MIT
#include "ua/channel/frame_splitter.h"

#include "ua/types/status_codes.h"

#include <algorithm>

namespace ua {

namespace {

base::Result<std::uint32_t> checkedSize(const std::uint8_t* bytes, const FrameRules& rules)
{
    UA_TRY_ASSIGN(const auto header, parseFrameHeader(bytes));
    if (!rules.allows(header.type)) {
        return base::fail(status::BadTcpMessageTypeInvalid,
                          "message of type " +
                              std::string(reinterpret_cast<const char*>(bytes), 3) +
                              " is not expected in this state");
    }
    if (header.size > rules.maxSize) {
        return base::fail(status::BadTcpMessageTooLarge, "message announces " +
                                                             std::to_string(header.size) +
                                                             " bytes, the buffer agreed on takes " +
                                                             std::to_string(rules.maxSize));
    }
    if (header.size < frameHeaderSize) {
        return base::fail(status::BadTcpMessageTypeInvalid, "message announces " +
                                                                std::to_string(header.size) +
                                                                " bytes, less than its own header");
    }
    return header.size;
}

} // namespace

base::Result<std::span<std::uint8_t>> FrameSplitter::next(std::span<std::uint8_t>& input,
                                                          const FrameRules& rules)
{
    if (m_handedOut) {
        m_handedOut = false;
        m_tail.clear();
    }
    const auto moveToTail = [&](std::size_t count) {
        const auto part = input.first(std::min(count, input.size()));
        m_tail.insert(m_tail.end(), part.begin(), part.end());
        input = input.subspan(part.size());
    };
    if (m_tail.empty() && input.size() >= frameHeaderSize) {
        UA_TRY_ASSIGN(const auto size, checkedSize(input.data(), rules));
        if (input.size() >= size) {
            const auto frame = input.first(size);
            input = input.subspan(size);
            return frame;
        }
    }
    if (m_tail.size() < frameHeaderSize) {
        moveToTail(frameHeaderSize - m_tail.size());
    }
    if (m_tail.size() >= frameHeaderSize) {
        UA_TRY_ASSIGN(const auto size, checkedSize(m_tail.data(), rules));
        moveToTail(size - m_tail.size());
        if (m_tail.size() == size) {
            m_handedOut = true;
            return std::span(m_tail);
        }
    }
    if (m_tail.empty()) {
        release();
    }
    return std::span<std::uint8_t>();
}

} // namespace ua
