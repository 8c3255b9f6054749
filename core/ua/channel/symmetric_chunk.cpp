// SPDX-License-Identifier: MIT
#include "ua/channel/symmetric_chunk.h"

#include "ua/types/status_codes.h"

#include <algorithm>

namespace ua {

namespace {

constexpr std::size_t paddingSizeField = 1;

std::size_t paddingOf(std::size_t bodySize, const SymmetricKeys& keys)
{
    const auto block = keys.blockSize();
    const auto used = sequenceHeaderSize + bodySize + paddingSizeField + keys.signatureSize();
    return (block - used % block) % block;
}

std::unexpected<base::Error> failChecks(const char* what)
{
    return base::fail(status::BadSecurityChecksFailed, what);
}

} // namespace

std::size_t maxChunkBody(std::size_t chunkSize, const SymmetricKeys& keys)
{
    const auto room = chunkSize - symmetricHeaderSize;
    const auto block = keys.blockSize();
    if (block == 0) {
        return room - sequenceHeaderSize - keys.signatureSize();
    }
    return room / block * block - sequenceHeaderSize - keys.signatureSize() - paddingSizeField;
}

std::size_t symmetricChunkSize(std::size_t bodySize, const SymmetricKeys& keys)
{
    const auto plain = symmetricHeaderSize + sequenceHeaderSize + bodySize + keys.signatureSize();
    return keys.blockSize() == 0 ? plain : plain + paddingSizeField + paddingOf(bodySize, keys);
}

base::Result<void> writeSymmetricChunk(std::span<std::uint8_t> chunk, const ChunkHeader& header,
                                       base::BytesView body, SymmetricKeys& keys)
{
    writeFrameHeader(chunk.data(),
                     {header.type, header.kind, static_cast<std::uint32_t>(chunk.size())});
    writeU32(chunk.data() + frameHeaderSize, header.channelId);
    writeU32(chunk.data() + chunkHeaderSize, header.tokenId);
    writeU32(chunk.data() + symmetricHeaderSize, header.sequenceNumber);
    writeU32(chunk.data() + symmetricHeaderSize + 4, header.requestId);
    auto at = chunk.begin() + symmetricHeaderSize + sequenceHeaderSize;
    at = std::ranges::copy(body, at).out;
    if (keys.blockSize() != 0) {
        const auto padding = paddingOf(body.size(), keys);
        at = std::fill_n(at, padding + paddingSizeField, static_cast<std::uint8_t>(padding));
    }
    const auto signature = chunk.last(keys.signatureSize());
    keys.sign(chunk.first(chunk.size() - signature.size()), signature);
    return keys.transform(chunk.subspan(symmetricHeaderSize));
}

base::Result<OpenedChunk> openSymmetricChunk(std::span<std::uint8_t> chunk, SymmetricKeys& keys)
{
    const auto overhead = symmetricHeaderSize + sequenceHeaderSize + keys.signatureSize() +
                          (keys.blockSize() != 0 ? paddingSizeField : 0);
    if (chunk.size() < overhead) {
        return failChecks("chunk is shorter than its headers and signature");
    }
    UA_TRY(keys.transform(chunk.subspan(symmetricHeaderSize)));
    const auto signedPart = chunk.first(chunk.size() - keys.signatureSize());
    if (keys.signatureSize() != 0 && !keys.verify(signedPart, chunk.last(keys.signatureSize()))) {
        return failChecks("signature of a chunk does not verify");
    }
    std::size_t padding = 0;
    if (keys.blockSize() != 0) {
        // The signature covers the padding, so what is checked here cannot serve as an oracle.
        const auto value = signedPart.back();
        padding = paddingSizeField + value;
        if (padding > chunk.size() - overhead + paddingSizeField ||
            !std::ranges::all_of(signedPart.last(padding),
                                 [value](auto byte) { return byte == value; })) {
            return failChecks("padding of a chunk is malformed");
        }
    }
    const auto* sequence = chunk.data() + symmetricHeaderSize;
    const auto bodyStart = symmetricHeaderSize + sequenceHeaderSize;
    return OpenedChunk{readU32(sequence), readU32(sequence + 4),
                       signedPart.subspan(bodyStart, signedPart.size() - bodyStart - padding)};
}

} // namespace ua
