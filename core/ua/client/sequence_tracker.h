// SPDX-License-Identifier: MIT
// Sequence numbers of one subscription's notification messages: order, gaps, acknowledgements
// (Part 4 §5.14.1; field cases P03 and P05). Pure: says what to do, does nothing itself.
#pragma once

#include "base/bytes.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ua {

class SequenceTracker
{
public:
    /// A message as received, kept while an earlier one is missing.
    struct Held
    {
        std::uint32_t sequenceNumber = 0;
        base::Bytes notification;
        std::int64_t receivedNs = 0;
    };
    enum class Verdict : std::uint8_t {
        Deliver,   ///< the next in order
        Duplicate, ///< seen before: drop
        Hold,      ///< an earlier one is missing: republish missing() first
    };

    /// Classifies a message that carries notifications.
    Verdict onNotification(std::uint32_t sequenceNumber);
    /// A keep-alive names the next number: a gap before it is a lost message, nothing is consumed.
    /// Returns how many messages are missing.
    std::uint32_t onKeepAlive(std::uint32_t nextSequenceNumber);

    void hold(Held held) { m_held[held.sequenceNumber] = std::move(held); }
    /// The first missing number, 0 if none is.
    std::uint32_t missing() const { return m_missing; }
    /// The missing message was delivered, or is lost for good: go on behind it.
    void advancePastMissing(bool lost);
    /// The next held message that is in order now, removed; nothing when there is none.
    bool takeHeld(Held& held);
    std::size_t heldCount() const { return m_held.size(); }

    std::uint32_t expected() const { return m_expected; }
    std::uint64_t lostMessages() const { return m_lost; }
    std::uint64_t duplicates() const { return m_duplicates; }
    /// For a transferred subscription: the number to expect next.
    void startAt(std::uint32_t sequenceNumber) { m_expected = sequenceNumber; }

    static std::uint32_t next(std::uint32_t number)
    {
        return number == UINT32_MAX ? 1 : number + 1;
    }

private:
    void advance() { m_expected = next(m_expected); }

    std::uint32_t m_expected = 1;
    std::uint32_t m_missing = 0;
    /// Up to which number (exclusive) messages are known to exist.
    std::uint32_t m_knownUpTo = 1;
    std::map<std::uint32_t, Held> m_held;
    std::uint64_t m_lost = 0;
    std::uint64_t m_duplicates = 0;
};

} // namespace ua
