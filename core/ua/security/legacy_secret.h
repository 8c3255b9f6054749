// SPDX-License-Identifier: MIT
// Passwords and tokens encrypted in the legacy form of RSA policies (Part 4 §7.40.2.2).
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "ua/security/certificate.h"
#include "ua/security/private_key.h"
#include "ua/security/security_policy.h"

namespace ua {

/// Length | secret | serverNonce in as many RSA blocks as needed. The algorithm's name is
/// policy.encryptionAlgorithmUri().
base::Result<base::Bytes> encryptLegacySecret(const SecurityPolicy& policy,
                                              const Certificate& server, base::BytesView secret,
                                              base::BytesView serverNonce);
/// Whatever is wrong, the error is the same Bad_IdentityTokenInvalid with the same text: a
/// different answer would be a decryption oracle (field case C12).
base::Result<base::Bytes> decryptLegacySecret(const SecurityPolicy& policy, const PrivateKey& key,
                                              base::BytesView encrypted,
                                              base::BytesView serverNonce);

} // namespace ua
