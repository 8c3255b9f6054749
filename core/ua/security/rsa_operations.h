// SPDX-License-Identifier: MIT
// RSA on an EVP_PKEY, for PrivateKey and Certificate. Included by ua/security sources only.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "ua/security/openssl_handles.h"
#include "ua/security/security_policy.h"

#include <span>

namespace ua::rsa {

base::Result<void> sign(EVP_PKEY* key, AsymmetricSignature algorithm, base::BytesView data,
                        std::span<std::uint8_t> signature);
bool verify(EVP_PKEY* key, AsymmetricSignature algorithm, base::BytesView data,
            base::BytesView signature);
/// Block by block. `out` must have encryptedSize() bytes and may not overlap `plain`.
base::Result<void> encrypt(EVP_PKEY* key, AsymmetricEncryption algorithm, base::BytesView plain,
                           std::span<std::uint8_t> out);
/// Appends the plain bytes; the error is the same whatever was wrong.
base::Result<void> decrypt(EVP_PKEY* key, AsymmetricEncryption algorithm, base::BytesView cipher,
                           base::Bytes& out);

} // namespace ua::rsa
