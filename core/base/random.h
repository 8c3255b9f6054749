// SPDX-License-Identifier: MIT
// Seeded pseudo-random numbers for plans and tests (xoshiro256**): same seed, same plan.
// Never for keys or nonces: those come from ua/security.
#pragma once

#include <array>
#include <cstdint>

namespace base {

class Random
{
public:
    explicit Random(std::uint64_t seed);
    std::uint64_t next();
    /// Uniform in [0, bound); 0 when bound is 0.
    std::uint64_t below(std::uint64_t bound);
    /// Uniform in [0, 1).
    double unit();

private:
    std::array<std::uint64_t, 4> m_state;
};

} // namespace base
