// SPDX-License-Identifier: MIT
// Byte sequences and their hexadecimal and Base64 text.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace base {

using Bytes = std::vector<std::uint8_t>;
using BytesView = std::span<const std::uint8_t>;

inline BytesView bytesOf(std::string_view text)
{
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
inline std::string_view textOf(BytesView bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string toHex(BytesView bytes);
/// Fails on an odd length or a character outside 0-9, a-f, A-F.
Result<Bytes> fromHex(std::string_view text);

std::string toBase64(BytesView bytes);
/// Standard alphabet with padding; fails on anything else.
Result<Bytes> fromBase64(std::string_view text);

} // namespace base
