// SPDX-License-Identifier: MIT
// An OPC UA status code (Part 4 §7.38); its name and description live in ua/types/status_names.h.
#pragma once

#include <compare>
#include <cstdint>

namespace base {

struct StatusCode
{
    std::uint32_t value = 0;

    constexpr bool isGood() const { return (value >> 30) == 0; }
    constexpr bool isUncertain() const { return (value >> 30) == 1; }
    constexpr bool isBad() const { return (value >> 30) >= 2; }
    /// The code without limit, overflow and historian bits.
    constexpr StatusCode code() const { return {value & 0xFFFF0000U}; }

    friend constexpr auto operator<=>(StatusCode, StatusCode) = default;
};

} // namespace base
