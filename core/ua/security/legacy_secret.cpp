// SPDX-License-Identifier: MIT
#include "ua/security/legacy_secret.h"

#include "ua/codec/encoder.h"
#include "ua/security/asymmetric.h"
#include "ua/security/digest.h"
#include "ua/types/status_codes.h"

#include <algorithm>
#include <cstring>

namespace ua {

namespace {

constexpr std::size_t maxEncryptedSize = 16 * 1024;
constexpr std::size_t lengthFieldSize = 4;

/// The secret inside a decrypted blob, or null. The nonce is compared even when the length is
/// wrong, so that both take the same path.
const std::uint8_t* findSecret(base::BytesView plain, base::BytesView nonce, std::size_t& size)
{
    if (plain.size() < lengthFieldSize + nonce.size()) {
        return nullptr;
    }
    std::uint32_t length = 0;
    std::memcpy(&length, plain.data(), sizeof(length));
    const bool lengthRight = length == plain.size() - lengthFieldSize;
    const bool nonceRight = equalConstantTime(plain.last(nonce.size()), nonce);
    size = plain.size() - lengthFieldSize - nonce.size();
    return lengthRight && nonceRight ? plain.data() + lengthFieldSize : nullptr;
}

} // namespace

base::Result<base::Bytes> encryptLegacySecret(const SecurityPolicy& policy,
                                              const Certificate& server, base::BytesView secret,
                                              base::BytesView serverNonce)
{
    UA_TRY(checkKeySize(policy, server));
    base::Bytes plain;
    plain.reserve(lengthFieldSize + secret.size() + serverNonce.size());
    Encoder encoder(plain);
    encoder.number(static_cast<std::uint32_t>(secret.size() + serverNonce.size()));
    encoder.raw(secret);
    encoder.raw(serverNonce);
    base::Bytes encrypted(
        encryptedSize(policy.asymmetricEncryption, server.keySize(), plain.size()));
    const auto done = encrypted.size() <= maxEncryptedSize
                          ? server.encrypt(policy.asymmetricEncryption, plain, encrypted)
                          : base::fail(status::BadEncodingLimitsExceeded,
                                       "user secret exceeds 16 KiB when encrypted");
    wipe(plain);
    UA_TRY(done);
    return encrypted;
}

base::Result<base::Bytes> decryptLegacySecret(const SecurityPolicy& policy, const PrivateKey& key,
                                              base::BytesView encrypted,
                                              base::BytesView serverNonce)
{
    base::Bytes plain;
    plain.reserve(std::min(encrypted.size(), maxEncryptedSize));
    std::size_t size = 0;
    const std::uint8_t* secret = nullptr;
    if (encrypted.size() <= maxEncryptedSize &&
        key.decrypt(policy.asymmetricEncryption, encrypted, plain)) {
        secret = findSecret(plain, serverNonce, size);
    }
    base::Result<base::Bytes> result =
        base::fail(status::BadIdentityTokenInvalid,
                   "user secret cannot be decrypted; encrypt it for this server's certificate with "
                   "its latest nonce");
    if (secret != nullptr) {
        result = base::Bytes(secret, secret + size);
    }
    wipe(plain);
    return result;
}

} // namespace ua
