// SPDX-License-Identifier: MIT
// Proof of possession in CreateSession and ActivateSession (Part 4 §5.7.2, §5.7.3) and the checks
// of session nonces.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "ua/security/certificate.h"
#include "ua/security/private_key.h"
#include "ua/security/security_policy.h"

namespace ua {

/// Session nonces, unlike channel nonces, have at least 32 bytes whatever the policy.
inline constexpr std::size_t minSessionNonceLength = 32;

/// Signs peerCertificate | peerNonce; empty bytes for policy None. The algorithm's name is
/// policy.signatureAlgorithmUri().
base::Result<base::Bytes> createSessionSignature(const SecurityPolicy& policy,
                                                 const PrivateKey& key,
                                                 base::BytesView peerCertificateDer,
                                                 base::BytesView peerNonce);
/// Checks a signature the peer made over our certificate and our nonce. Peers that were given a
/// chain may have signed all of it: the leaf is tried first, then the chain.
/// Bad_ApplicationSignatureInvalid on failure.
base::Result<void> verifySessionSignature(const SecurityPolicy& policy, const Certificate& signer,
                                          const Certificate& own, base::BytesView ownNonce,
                                          std::string_view algorithm, base::BytesView signature);

/// A nonce received in CreateSession or ActivateSession: long enough, not all zeros, not the
/// previous one (field case C04). Bad_NonceInvalid otherwise.
base::Result<void> checkSessionNonce(base::BytesView nonce, base::BytesView previous);
/// A nonce of OpenSecureChannel: exactly the policy's length, not all zeros, not the previous one.
base::Result<void> checkChannelNonce(const SecurityPolicy& policy, base::BytesView nonce,
                                     base::BytesView previous);

} // namespace ua
