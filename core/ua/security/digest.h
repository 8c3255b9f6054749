// SPDX-License-Identifier: MIT
// Random bytes, hashes and comparisons that do not leak through their timing.
#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <array>
#include <cstdint>
#include <span>

namespace ua {

using Sha1 = std::array<std::uint8_t, 20>;
using Sha256 = std::array<std::uint8_t, 32>;

/// Cryptographically strong; fails when the system's source of entropy does.
base::Result<void> fillRandom(std::span<std::uint8_t> out);
base::Result<base::Bytes> randomBytes(std::size_t size);

Sha1 sha1(base::BytesView data);
Sha256 sha256(base::BytesView data);

/// False at once when the lengths differ, otherwise in time independent of the contents.
bool equalConstantTime(base::BytesView a, base::BytesView b);
/// Overwrites secrets; not optimised away.
void wipe(std::span<std::uint8_t> secret);

} // namespace ua
