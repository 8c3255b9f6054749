// SPDX-License-Identifier: MIT
// Chunk numbering of one direction of a channel (Part 6 §6.7.2.4). Never reset by a new token.
#pragma once

#include <cstdint>
#include <optional>

namespace ua {

/// Legacy numbering may wrap once this is exceeded, to a number below 1024.
inline constexpr std::uint32_t legacyWrapLimit = 4'294'966'271U;
inline constexpr std::uint32_t legacyWrapRange = 1024;

class SendSequence
{
public:
    explicit SendSequence(bool legacy)
        : m_next(legacy ? 1 : 0)
        , m_legacy(legacy)
    {}
    std::uint32_t peek() const { return m_next; }
    std::uint32_t take()
    {
        const auto number = m_next;
        m_next = m_legacy && number > legacyWrapLimit ? 1 : number + 1;
        return number;
    }
    /// To undo numbers taken for chunks that were not sent, and for tests.
    void set(std::uint32_t next) { m_next = next; }

private:
    std::uint32_t m_next;
    bool m_legacy;
};

class ReceiveSequence
{
public:
    explicit ReceiveSequence(bool legacy)
        : m_legacy(legacy)
    {}
    /// False on a gap, a repetition or a wrap that is not allowed.
    bool accept(std::uint32_t number);

    /// The number a chunk will have whose content is looked at later; the next accept() goes on
    /// after it. Nothing when it cannot be foretold: before the first chunk, and where legacy
    /// numbering may wrap.
    std::optional<std::uint32_t> reserve();
    bool started() const { return m_started; }

private:
    std::uint32_t m_last = 0;
    bool m_started = false;
    bool m_legacy;
};

} // namespace ua
