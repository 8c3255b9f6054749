// SPDX-License-Identifier: MIT
#include "base/random.h"

#include <bit>

namespace base {

Random::Random(std::uint64_t seed)
    : m_state{}
{
    for (auto& word : m_state) { // splitmix64
        seed += 0x9E3779B97F4A7C15U;
        std::uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        word = z ^ (z >> 31);
    }
}

std::uint64_t Random::next()
{
    const std::uint64_t result = std::rotl(m_state[1] * 5, 7) * 9;
    const std::uint64_t t = m_state[1] << 17;
    m_state[2] ^= m_state[0];
    m_state[3] ^= m_state[1];
    m_state[1] ^= m_state[2];
    m_state[0] ^= m_state[3];
    m_state[2] ^= t;
    m_state[3] = std::rotl(m_state[3], 45);
    return result;
}

std::uint64_t Random::below(std::uint64_t bound)
{
    if (bound == 0) {
        return 0;
    }
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(next()) * bound;
    return static_cast<std::uint64_t>(product >> 64);
}

double Random::unit()
{
    return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

} // namespace base
