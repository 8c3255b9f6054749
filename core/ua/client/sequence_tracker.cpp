// SPDX-License-Identifier: MIT
#include "ua/client/sequence_tracker.h"

namespace ua {

namespace {
/// Numbers wrap: ahead means within half the range.
bool isAhead(std::uint32_t number, std::uint32_t of)
{
    return number != of && number - of < 0x8000'0000U;
}
} // namespace

SequenceTracker::Verdict SequenceTracker::onNotification(std::uint32_t sequenceNumber)
{
    if (sequenceNumber == m_expected) {
        if (m_missing == sequenceNumber) {
            m_missing = 0;
        }
        advance();
        if (isAhead(m_expected, m_knownUpTo)) {
            m_knownUpTo = m_expected;
        }
        if (m_missing == 0 && isAhead(m_knownUpTo, m_expected) && !m_held.contains(m_expected)) {
            m_missing = m_expected;
        }
        return Verdict::Deliver;
    }
    if (!isAhead(sequenceNumber, m_expected) || m_held.contains(sequenceNumber)) {
        ++m_duplicates;
        return Verdict::Duplicate;
    }
    m_missing = m_expected;
    if (isAhead(next(sequenceNumber), m_knownUpTo)) {
        m_knownUpTo = next(sequenceNumber);
    }
    return Verdict::Hold;
}

std::uint32_t SequenceTracker::onKeepAlive(std::uint32_t nextSequenceNumber)
{
    if (!isAhead(nextSequenceNumber, m_expected)) {
        return 0;
    }
    if (isAhead(nextSequenceNumber, m_knownUpTo)) {
        m_knownUpTo = nextSequenceNumber;
    }
    if (m_missing == 0 && !m_held.contains(m_expected)) {
        m_missing = m_expected;
    }
    // 0 is skipped when the numbers wrap.
    return nextSequenceNumber - m_expected - (nextSequenceNumber < m_expected ? 1 : 0);
}

void SequenceTracker::advancePastMissing(bool lost)
{
    if (m_missing == 0) {
        return;
    }
    m_lost += lost ? 1 : 0;
    m_missing = 0;
    advance();
    if (isAhead(m_knownUpTo, m_expected) && !m_held.contains(m_expected)) {
        m_missing = m_expected;
    }
}

bool SequenceTracker::takeHeld(Held& held)
{
    const auto found = m_held.find(m_expected);
    if (found == m_held.end()) {
        return false;
    }
    held = std::move(found->second);
    m_held.erase(found);
    advance();
    if (isAhead(m_knownUpTo, m_expected) && !m_held.contains(m_expected)) {
        m_missing = m_expected;
    }
    return true;
}

} // namespace ua
