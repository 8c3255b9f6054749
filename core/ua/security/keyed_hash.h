// SPDX-License-Identifier: MIT
// HMAC with a prepared key and P_HASH on top of it (Part 6 §6.7.6).
#pragma once

#include "base/bytes.h"
#include "ua/security/security_policy.h"

#include <cstdint>
#include <span>

namespace ua {

/// The hash states after the inner and the outer pad. A MAC starts from copies of them, so it
/// neither hashes the key again nor allocates.
class KeyedHash
{
public:
    KeyedHash() = default;
    KeyedHash(SymmetricAuthentication algorithm, base::BytesView key);
    ~KeyedHash();
    KeyedHash(const KeyedHash&) = default;
    KeyedHash& operator=(const KeyedHash&) = default;

    std::size_t size() const;
    /// Hashes first | second; `mac` must have size() bytes.
    void compute(base::BytesView first, base::BytesView second, std::span<std::uint8_t> mac) const;

private:
    /// Large enough for a SHA-1 or SHA-256 state; checked where it is used.
    struct alignas(8) State
    {
        std::uint8_t bytes[112];
    };
    SymmetricAuthentication m_algorithm = SymmetricAuthentication::None;
    State m_inner{};
    State m_outer{};
};

/// P_SHA1 or P_SHA256: fills `out` completely.
void pHash(KeyDerivation algorithm, base::BytesView secret, base::BytesView seed,
           std::span<std::uint8_t> out);

} // namespace ua
