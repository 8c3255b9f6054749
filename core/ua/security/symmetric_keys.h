// SPDX-License-Identifier: MIT
// Keys of one direction of a secure channel token: derivation, signing and encryption in place
// (Part 6 §6.7.6, §6.7.5). Contexts are made once per token and reused for every chunk.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "ua/security/keyed_hash.h"
#include "ua/security/security_policy.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>

struct evp_cipher_ctx_st;

namespace ua {

/// Wiped when it goes.
struct DerivedKeys
{
    base::Bytes signingKey;
    base::Bytes encryptingKey;
    base::Bytes iv;

    DerivedKeys() = default;
    ~DerivedKeys();
    DerivedKeys(DerivedKeys&&) = default;
    DerivedKeys& operator=(DerivedKeys&&) = default;
};

/// Keys that protect what the owner of `seed` sends: for the client's keys secret = ServerNonce and
/// seed = ClientNonce, for the server's the other way round.
DerivedKeys deriveKeys(const SecurityPolicy& policy, base::BytesView secret, base::BytesView seed);

class SymmetricKeys
{
public:
    enum class Use : std::uint8_t { SignOnly, Encrypt, Decrypt };

    /// Policy None: no signature, no cipher.
    SymmetricKeys();
    ~SymmetricKeys();
    SymmetricKeys(SymmetricKeys&&) noexcept;
    SymmetricKeys& operator=(SymmetricKeys&&) noexcept;

    static base::Result<SymmetricKeys> create(const SecurityPolicy& policy, const DerivedKeys& keys,
                                              Use use);

    std::size_t signatureSize() const { return m_hash.size(); }
    /// 0 when nothing is encrypted.
    std::size_t blockSize() const { return m_cipher ? 16 : 0; }

    /// `signature` must have signatureSize() bytes and lie outside `data`.
    void sign(base::BytesView data, std::span<std::uint8_t> signature) const;
    bool verify(base::BytesView data, base::BytesView signature) const;
    /// Encrypts or decrypts whole blocks in place, each chunk from the derived IV.
    base::Result<void> transform(std::span<std::uint8_t> blocks);

private:
    struct FreeContext
    {
        void operator()(evp_cipher_ctx_st* context) const;
    };
    KeyedHash m_hash;
    std::unique_ptr<evp_cipher_ctx_st, FreeContext> m_cipher;
    std::array<std::uint8_t, 16> m_iv{};
};

} // namespace ua
