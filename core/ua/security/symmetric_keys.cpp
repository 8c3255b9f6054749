// SPDX-License-Identifier: MIT
#include "ua/security/symmetric_keys.h"

#include "ua/security/digest.h"
#include "ua/security/openssl_handles.h"
#include "ua/types/status_codes.h"

#include <algorithm>
#include <limits>

namespace ua {

namespace {

/// Fetched once: a fetch takes a lock and a look-up by name.
const EVP_CIPHER* cipherOf(SymmetricCipher cipher)
{
    static const CipherHandle aes128(EVP_CIPHER_fetch(nullptr, "AES-128-CBC", nullptr));
    static const CipherHandle aes256(EVP_CIPHER_fetch(nullptr, "AES-256-CBC", nullptr));
    switch (cipher) {
    case SymmetricCipher::None:
        return nullptr;
    case SymmetricCipher::Aes128Cbc:
        return aes128.get();
    case SymmetricCipher::Aes256Cbc:
        return aes256.get();
    }
    return nullptr;
}

} // namespace

DerivedKeys::~DerivedKeys()
{
    wipe(signingKey);
    wipe(encryptingKey);
    wipe(iv);
}

DerivedKeys deriveKeys(const SecurityPolicy& policy, base::BytesView secret, base::BytesView seed)
{
    DerivedKeys keys;
    if (policy.keyDerivation == KeyDerivation::None) {
        return keys;
    }
    const std::size_t signing = policy.signingKeyLength;
    const std::size_t encrypting = policy.encryptingKeyLength;
    base::Bytes material(signing + encrypting + policy.ivLength);
    pHash(policy.keyDerivation, secret, seed, material);
    const auto at = material.begin();
    keys.signingKey.assign(at, at + static_cast<std::ptrdiff_t>(signing));
    keys.encryptingKey.assign(at + static_cast<std::ptrdiff_t>(signing),
                              at + static_cast<std::ptrdiff_t>(signing + encrypting));
    keys.iv.assign(at + static_cast<std::ptrdiff_t>(signing + encrypting), material.end());
    wipe(material);
    return keys;
}

void SymmetricKeys::FreeContext::operator()(evp_cipher_ctx_st* context) const
{
    EVP_CIPHER_CTX_free(context);
}

SymmetricKeys::SymmetricKeys() = default;
SymmetricKeys::~SymmetricKeys() = default;
SymmetricKeys::SymmetricKeys(SymmetricKeys&&) noexcept = default;
SymmetricKeys& SymmetricKeys::operator=(SymmetricKeys&&) noexcept = default;

base::Result<SymmetricKeys> SymmetricKeys::create(const SecurityPolicy& policy,
                                                  const DerivedKeys& keys, Use use)
{
    SymmetricKeys made;
    if (policy.authentication == SymmetricAuthentication::None) {
        return made;
    }
    if (keys.signingKey.size() != policy.signingKeyLength ||
        keys.encryptingKey.size() != policy.encryptingKeyLength ||
        keys.iv.size() != made.m_iv.size()) {
        return base::fail(status::BadInternalError,
                          "channel keys do not have the lengths of policy " +
                              std::string(policy.name));
    }
    made.m_hash = KeyedHash(policy.authentication, keys.signingKey);
    if (use == Use::SignOnly) {
        return made;
    }
    std::ranges::copy(keys.iv, made.m_iv.begin());
    made.m_cipher.reset(EVP_CIPHER_CTX_new());
    const EVP_CIPHER* cipher = cipherOf(policy.cipher);
    if (!made.m_cipher || cipher == nullptr ||
        EVP_CipherInit_ex2(made.m_cipher.get(), cipher, keys.encryptingKey.data(), made.m_iv.data(),
                           use == Use::Encrypt ? 1 : 0, nullptr) != 1 ||
        EVP_CIPHER_CTX_set_padding(made.m_cipher.get(), 0) != 1) {
        return failOpenssl(status::BadInternalError, "preparing the channel's cipher");
    }
    return made;
}

void SymmetricKeys::sign(base::BytesView data, std::span<std::uint8_t> signature) const
{
    m_hash.compute(data, {}, signature);
}

bool SymmetricKeys::verify(base::BytesView data, base::BytesView signature) const
{
    std::array<std::uint8_t, 32> expected{};
    const std::span mac(expected.data(), m_hash.size());
    m_hash.compute(data, {}, mac);
    return equalConstantTime(mac, signature);
}

base::Result<void> SymmetricKeys::transform(std::span<std::uint8_t> blocks)
{
    if (!m_cipher) {
        return {};
    }
    if (blocks.size() % blockSize() != 0 ||
        blocks.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        return base::fail(status::BadSecurityChecksFailed,
                          "encrypted part of a chunk is not a whole number of cipher blocks");
    }
    int written = 0;
    // Null cipher and key: only the IV starts again, nothing is allocated.
    if (EVP_CipherInit_ex2(m_cipher.get(), nullptr, nullptr, m_iv.data(), -1, nullptr) != 1 ||
        EVP_CipherUpdate(m_cipher.get(), blocks.data(), &written, blocks.data(),
                         static_cast<int>(blocks.size())) != 1 ||
        static_cast<std::size_t>(written) != blocks.size()) {
        return failOpenssl(status::BadSecurityChecksFailed, "encrypting or decrypting a chunk");
    }
    return {};
}

} // namespace ua
