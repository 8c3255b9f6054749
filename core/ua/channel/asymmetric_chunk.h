// SPDX-License-Identifier: MIT
// OPN chunks: asymmetric header, RSA signature, padding and encryption (Part 6 §6.7.2.3, §6.7.2.5).
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "ua/channel/frame_header.h"
#include "ua/security/certificate.h"
#include "ua/security/private_key.h"
#include "ua/security/security_policy.h"

#include <cstdint>
#include <string_view>

namespace ua {

struct AsymmetricHeader
{
    std::uint32_t channelId = 0;
    /// Views into the chunk.
    std::string_view policyUri;
    base::BytesView senderCertificate;
    base::BytesView receiverThumbprint;
    /// Bytes before the sequence header.
    std::size_t size = 0;
};
base::Result<AsymmetricHeader> parseAsymmetricHeader(base::BytesView chunk);

/// The padding of an OPN chunk. The extra byte exists if the key that encrypts, the receiver's, has
/// more than 2048 bits (field case C06).
struct AsymmetricLayout
{
    std::size_t padding = 0;
    bool extraPaddingByte = false;
    std::size_t blocks = 0;
    std::size_t plainSize = 0;
    std::size_t encryptedSize = 0;
};
AsymmetricLayout asymmetricLayout(const SecurityPolicy& policy, std::size_t senderKeyBytes,
                                  std::size_t receiverKeyBytes, std::size_t bodySize);

/// Null certificate and key for policy None.
struct AsymmetricChunk
{
    const SecurityPolicy& policy;
    std::uint32_t channelId = 0;
    std::uint32_t sequenceNumber = 0;
    std::uint32_t requestId = 0;
    base::BytesView body;
};
/// Appends the chunk. The sender's issuer chain goes along if the chunk stays within
/// `maxChunkSize`; Bad_TcpMessageTooLarge if even the leaf does not fit.
base::Result<void> appendAsymmetricChunk(base::Bytes& out, const AsymmetricChunk& chunk,
                                         const Certificate& sender, const PrivateKey& senderKey,
                                         const Certificate& receiver, std::size_t maxChunkSize);

struct OpenedAsymmetricChunk
{
    std::uint32_t sequenceNumber = 0;
    std::uint32_t requestId = 0;
    /// The chunk in clear and where its body lies.
    base::Bytes plain;
    std::size_t bodyStart = 0;
    std::size_t bodySize = 0;

    base::BytesView body() const { return base::BytesView(plain).subspan(bodyStart, bodySize); }
};
/// Decrypts with the receiver's key and verifies with the sender's certificate;
/// Bad_SecurityChecksFailed if anything is wrong.
base::Result<OpenedAsymmetricChunk> openAsymmetricChunk(base::BytesView chunk,
                                                        const AsymmetricHeader& header,
                                                        const SecurityPolicy& policy,
                                                        const Certificate& sender,
                                                        const PrivateKey& receiverKey);

} // namespace ua
