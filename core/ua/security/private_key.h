// SPDX-License-Identifier: MIT
// An RSA private key. Copies share the key; operations may run on several threads at once.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "ua/security/security_policy.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

struct evp_pkey_st;

namespace ua {

class PrivateKey
{
public:
    /// No key: isNull().
    PrivateKey() = default;

    /// PEM (PKCS#8 or PKCS#1, not encrypted) or DER.
    static base::Result<PrivateKey> parse(base::BytesView text);
    static base::Result<PrivateKey> load(const std::filesystem::path& file);
    static base::Result<PrivateKey> generate(std::uint32_t bits);

    bool isNull() const { return m_key == nullptr; }
    std::uint32_t bits() const;
    /// Bytes of a signature and of a cipher block.
    std::size_t size() const;
    /// PKCS#8 PEM, a secret: wipe it after use.
    base::Result<base::Bytes> toPem() const;

    /// `signature` must have size() bytes.
    base::Result<void> sign(AsymmetricSignature algorithm, base::BytesView data,
                            std::span<std::uint8_t> signature) const;
    /// Appends the plain bytes of all blocks to `out`.
    base::Result<void> decrypt(AsymmetricEncryption algorithm, base::BytesView cipher,
                               base::Bytes& out) const;

    /// For ua/security only.
    evp_pkey_st* native() const { return m_key.get(); }

private:
    explicit PrivateKey(std::shared_ptr<evp_pkey_st> key)
        : m_key(std::move(key))
    {}
    std::shared_ptr<evp_pkey_st> m_key;
};

} // namespace ua
