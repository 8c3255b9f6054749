// SPDX-License-Identifier: MIT
// Integers that cannot be mixed up across module borders.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace base {

template <typename Tag, typename T = std::uint32_t>
struct StrongId
{
    T value{};

    friend constexpr auto operator<=>(StrongId, StrongId) = default;
};

} // namespace base

template <typename Tag, typename T>
struct std::hash<base::StrongId<Tag, T>>
{
    std::size_t operator()(base::StrongId<Tag, T> id) const noexcept
    {
        return std::hash<T>{}(id.value);
    }
};
