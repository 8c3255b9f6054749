// SPDX-License-Identifier: MIT
#include "ua/channel/sequence_numbers.h"

namespace ua {

bool ReceiveSequence::accept(std::uint32_t number)
{
    bool good = false;
    if (!m_started) {
        good = m_legacy || number == 0;
    } else if (number == m_last + 1) { // unsigned: 0 follows the largest number
        good = true;
    } else {
        good = m_legacy && m_last > legacyWrapLimit && number < legacyWrapRange;
    }
    if (good) {
        m_last = number;
        m_started = true;
    }
    return good;
}

std::optional<std::uint32_t> ReceiveSequence::reserve()
{
    if (!m_started || (m_legacy && m_last > legacyWrapLimit)) {
        return std::nullopt;
    }
    ++m_last;
    return m_last;
}

} // namespace ua
