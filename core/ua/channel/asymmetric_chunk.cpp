// SPDX-License-Identifier: MIT
#include "ua/channel/asymmetric_chunk.h"

#include "ua/codec/decoder.h"
#include "ua/codec/encoder.h"
#include "ua/security/asymmetric.h"
#include "ua/types/status_codes.h"

#include <algorithm>

namespace ua {

namespace {

constexpr std::size_t maxUriLength = 255;
constexpr std::size_t maxCertificateLength = 64 * 1024;
constexpr std::size_t keyBytesWithoutExtraPadding = 256;
constexpr Limits decodingLimits;

base::BytesView decodePart(Decoder& decoder, std::size_t limit, const char* field)
{
    const auto length = decoder.number<std::int32_t>();
    if (length == -1) {
        return {};
    }
    if (length < 0 || static_cast<std::size_t>(length) > std::min(limit, decoder.remaining())) {
        decoder.failDecoding(std::string(field) + " of the OPN has length " +
                             std::to_string(length));
        return {};
    }
    return decoder.raw(static_cast<std::size_t>(length));
}

void encodePart(Encoder& encoder, base::BytesView part)
{
    if (part.empty()) {
        encoder.nullLength();
    } else {
        encoder.lengthPrefixed(part);
    }
}

std::size_t headerSize(const SecurityPolicy& policy, base::BytesView certificate)
{
    return chunkHeaderSize + 4 + policy.uri.size() + 4 + certificate.size() + 4 +
           (policy.isSecured() ? std::tuple_size_v<Sha1> : 0);
}

/// Padding fields and signature, still in clear; the signature covers everything from `start` on.
base::Result<void> appendFooter(base::Bytes& out, std::size_t start, const SecurityPolicy& policy,
                                const AsymmetricLayout& layout, const PrivateKey& key)
{
    const auto low = static_cast<std::uint8_t>(layout.padding & 0xFF);
    out.insert(out.end(), 1 + layout.padding, low);
    if (layout.extraPaddingByte) {
        out.push_back(static_cast<std::uint8_t>(layout.padding >> 8));
    }
    base::Bytes signature(key.size());
    UA_TRY(key.sign(policy.asymmetricSignature, base::BytesView(out).subspan(start), signature));
    out.insert(out.end(), signature.begin(), signature.end());
    return {};
}

/// The size of padding and its fields before the signature, or nothing when malformed.
std::size_t paddingSize(base::BytesView signedPart, std::size_t available, bool extraByte)
{
    if (available < (extraByte ? 2U : 1U)) {
        return 0;
    }
    const std::size_t high = extraByte ? signedPart.back() : 0;
    const auto low = signedPart[signedPart.size() - (extraByte ? 2 : 1)];
    const auto total = (high << 8 | low) + 1 + (extraByte ? 1 : 0);
    if (total > available) {
        return 0;
    }
    const auto same = signedPart.last(total).first(total - (extraByte ? 1 : 0));
    return std::ranges::all_of(same, [low](auto byte) { return byte == low; }) ? total : 0;
}

} // namespace

base::Result<AsymmetricHeader> parseAsymmetricHeader(base::BytesView chunk)
{
    if (chunk.size() < chunkHeaderSize) {
        return base::fail(status::BadDecodingError, "OPN chunk is shorter than its header");
    }
    AsymmetricHeader header;
    header.channelId = readU32(chunk.data() + frameHeaderSize);
    Decoder decoder(chunk.subspan(chunkHeaderSize), decodingLimits);
    header.policyUri = base::textOf(decodePart(decoder, maxUriLength, "SecurityPolicyUri"));
    header.senderCertificate = decodePart(decoder, maxCertificateLength, "SenderCertificate");
    header.receiverThumbprint =
        decodePart(decoder, std::tuple_size_v<Sha1>, "ReceiverCertificateThumbprint");
    UA_TRY(decoder.result());
    header.size = chunkHeaderSize + decoder.position();
    return header;
}

AsymmetricLayout asymmetricLayout(const SecurityPolicy& policy, std::size_t senderKeyBytes,
                                  std::size_t receiverKeyBytes, std::size_t bodySize)
{
    AsymmetricLayout layout;
    const auto block = plainBlockSize(policy.asymmetricEncryption, receiverKeyBytes);
    if (block == 0) {
        layout.plainSize = layout.encryptedSize = sequenceHeaderSize + bodySize;
        return layout;
    }
    layout.extraPaddingByte = receiverKeyBytes > keyBytesWithoutExtraPadding;
    const auto used =
        sequenceHeaderSize + bodySize + 1 + (layout.extraPaddingByte ? 1 : 0) + senderKeyBytes;
    layout.padding = (block - used % block) % block;
    layout.plainSize = used + layout.padding;
    layout.blocks = layout.plainSize / block;
    layout.encryptedSize = layout.blocks * receiverKeyBytes;
    return layout;
}

base::Result<void> appendAsymmetricChunk(base::Bytes& out, const AsymmetricChunk& chunk,
                                         const Certificate& sender, const PrivateKey& senderKey,
                                         const Certificate& receiver, std::size_t maxChunkSize)
{
    const bool secured = chunk.policy.isSecured();
    const auto layout =
        asymmetricLayout(chunk.policy, senderKey.size(), receiver.keySize(), chunk.body.size());
    auto certificate = secured ? sender.chain() : base::BytesView();
    if (headerSize(chunk.policy, certificate) + layout.encryptedSize > maxChunkSize) {
        certificate = secured ? sender.der() : base::BytesView();
    }
    const auto size = headerSize(chunk.policy, certificate) + layout.encryptedSize;
    if (size > maxChunkSize) {
        return base::fail(status::BadTcpMessageTooLarge,
                          "OpenSecureChannel needs " + std::to_string(size) +
                              " bytes with this certificate, the peer takes " +
                              std::to_string(maxChunkSize));
    }
    const auto start = out.size();
    out.resize(start + chunkHeaderSize);
    writeFrameHeader(out.data() + start,
                     {MessageType::Open, ChunkKind::Final, static_cast<std::uint32_t>(size)});
    writeU32(out.data() + start + frameHeaderSize, chunk.channelId);
    Encoder encoder(out);
    encoder.lengthPrefixed(base::bytesOf(chunk.policy.uri));
    encodePart(encoder, certificate);
    encodePart(encoder, secured ? base::BytesView(receiver.thumbprint()) : base::BytesView());
    const auto plainStart = out.size();
    encoder.number(chunk.sequenceNumber);
    encoder.number(chunk.requestId);
    encoder.raw(chunk.body);
    if (!secured) {
        return {};
    }
    base::Bytes encrypted(layout.encryptedSize);
    auto done = appendFooter(out, start, chunk.policy, layout, senderKey);
    if (done) {
        done = receiver.encrypt(chunk.policy.asymmetricEncryption,
                                base::BytesView(out).subspan(plainStart), encrypted);
    }
    if (!done) {
        out.resize(start);
        return done;
    }
    out.resize(plainStart);
    encoder.raw(encrypted);
    return {};
}

base::Result<OpenedAsymmetricChunk> openAsymmetricChunk(base::BytesView chunk,
                                                        const AsymmetricHeader& header,
                                                        const SecurityPolicy& policy,
                                                        const Certificate& sender,
                                                        const PrivateKey& receiverKey)
{
    OpenedAsymmetricChunk opened;
    auto& plain = opened.plain;
    plain.reserve(chunk.size());
    plain.assign(chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(header.size));
    std::size_t footer = 0;
    if (!policy.isSecured()) {
        plain.insert(plain.end(), chunk.begin() + static_cast<std::ptrdiff_t>(header.size),
                     chunk.end());
    } else {
        UA_TRY(receiverKey.decrypt(policy.asymmetricEncryption, chunk.subspan(header.size), plain));
        footer = sender.keySize();
    }
    if (plain.size() < header.size + sequenceHeaderSize + footer) {
        return base::fail(status::BadSecurityChecksFailed,
                          "OPN chunk is shorter than its headers and signature");
    }
    opened.bodyStart = header.size + sequenceHeaderSize;
    if (policy.isSecured()) {
        const auto signedPart = base::BytesView(plain).first(plain.size() - footer);
        if (!sender.verify(policy.asymmetricSignature, signedPart,
                           base::BytesView(plain).last(footer))) {
            return base::fail(status::BadSecurityChecksFailed,
                              "signature of the OPN does not verify");
        }
        const auto padding = paddingSize(signedPart, signedPart.size() - opened.bodyStart,
                                         receiverKey.size() > keyBytesWithoutExtraPadding);
        if (padding == 0) {
            return base::fail(status::BadSecurityChecksFailed, "padding of the OPN is malformed");
        }
        footer += padding;
    }
    opened.bodySize = plain.size() - footer - opened.bodyStart;
    opened.sequenceNumber = readU32(plain.data() + header.size);
    opened.requestId = readU32(plain.data() + header.size + 4);
    return opened;
}

} // namespace ua
