// SPDX-License-Identifier: MIT
#include "ua/security/session_signature.h"

#include "ua/types/status_codes.h"

#include <algorithm>

namespace ua {

namespace {

base::Bytes joined(base::BytesView a, base::BytesView b)
{
    base::Bytes both;
    both.reserve(a.size() + b.size());
    both.insert(both.end(), a.begin(), a.end());
    both.insert(both.end(), b.begin(), b.end());
    return both;
}

base::Result<void> checkFresh(base::BytesView nonce, base::BytesView previous)
{
    if (std::ranges::all_of(nonce, [](auto byte) { return byte == 0; })) {
        return base::fail(status::BadNonceInvalid, "nonce is all zeros, expected random bytes");
    }
    if (std::ranges::equal(nonce, previous)) {
        return base::fail(status::BadNonceInvalid, "nonce was used before, expected a new one");
    }
    return {};
}

} // namespace

base::Result<base::Bytes> createSessionSignature(const SecurityPolicy& policy,
                                                 const PrivateKey& key,
                                                 base::BytesView peerCertificateDer,
                                                 base::BytesView peerNonce)
{
    if (!policy.isSecured()) {
        return base::Bytes();
    }
    base::Bytes signature(key.size());
    UA_TRY(key.sign(policy.asymmetricSignature, joined(peerCertificateDer, peerNonce), signature));
    return signature;
}

base::Result<void> verifySessionSignature(const SecurityPolicy& policy, const Certificate& signer,
                                          const Certificate& own, base::BytesView ownNonce,
                                          std::string_view algorithm, base::BytesView signature)
{
    if (!policy.isSecured()) {
        return {};
    }
    if (algorithm != policy.signatureAlgorithmUri()) {
        return base::fail(status::BadApplicationSignatureInvalid,
                          "signature algorithm must be " +
                              std::string(policy.signatureAlgorithmUri()) + " for policy " +
                              std::string(policy.name));
    }
    if (signer.verify(policy.asymmetricSignature, joined(own.der(), ownNonce), signature) ||
        (own.chain().size() != own.der().size() &&
         signer.verify(policy.asymmetricSignature, joined(own.chain(), ownNonce), signature))) {
        return {};
    }
    return base::fail(status::BadApplicationSignatureInvalid,
                      "signature over certificate and nonce does not verify");
}

base::Result<void> checkSessionNonce(base::BytesView nonce, base::BytesView previous)
{
    if (nonce.size() < minSessionNonceLength) {
        return base::fail(status::BadNonceInvalid, "session nonce has " +
                                                       std::to_string(nonce.size()) +
                                                       " bytes, expected at least 32");
    }
    return checkFresh(nonce, previous);
}

base::Result<void> checkChannelNonce(const SecurityPolicy& policy, base::BytesView nonce,
                                     base::BytesView previous)
{
    if (!policy.isSecured()) {
        return {}; // ignored: some peers send one, some null
    }
    if (nonce.size() != policy.nonceLength) {
        return base::fail(status::BadNonceInvalid, "channel nonce has " +
                                                       std::to_string(nonce.size()) + " bytes, " +
                                                       std::string(policy.name) + " takes " +
                                                       std::to_string(policy.nonceLength));
    }
    return checkFresh(nonce, previous);
}

} // namespace ua
