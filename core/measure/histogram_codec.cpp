// SPDX-License-Identifier: MIT
#include "measure/histogram_codec.h"

#include "base/bytes.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace measure {

namespace {

// The low byte of a V2 cookie carries the word size as 0x10.
constexpr std::uint32_t plainCookie = 0x1c849313;
constexpr std::uint32_t compressedCookie = 0x1c849314;
constexpr std::size_t headerSize = 40;
constexpr std::size_t maxPlainSize = headerSize + 9 * Histogram::maxBuckets;
constexpr base::StatusCode badDecoding{0x80070000};

void putBigEndian(base::Bytes& out, std::uint64_t value, int bytes)
{
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
        out.push_back(static_cast<std::uint8_t>(value >> static_cast<unsigned>(shift)));
    }
}

std::uint64_t bigEndian(base::BytesView in, std::size_t at, std::size_t bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
        value = (value << 8U) | in[at + i];
    }
    return value;
}

/// ZigZag LEB128 of at most nine bytes: the ninth carries eight bits.
void putZigZag(base::Bytes& out, std::int64_t value)
{
    auto rest =
        (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63U);
    for (int i = 0; i < 8; ++i) {
        if (rest < 0x80) {
            out.push_back(static_cast<std::uint8_t>(rest));
            return;
        }
        out.push_back(static_cast<std::uint8_t>((rest & 0x7FU) | 0x80U));
        rest >>= 7U;
    }
    out.push_back(static_cast<std::uint8_t>(rest));
}

base::Result<std::int64_t> takeZigZag(base::BytesView in, std::size_t& at)
{
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 9; ++i) {
        if (at >= in.size()) {
            return base::fail(badDecoding, "histogram: the counts end within a number");
        }
        const std::uint64_t byte = in[at++];
        if (i == 8) {
            value |= byte << 56U;
            break;
        }
        value |= (byte & 0x7FU) << (7 * i);
        if ((byte & 0x80U) == 0) {
            break;
        }
    }
    return static_cast<std::int64_t>((value >> 1U) ^ (~(value & 1U) + 1));
}

void putCounts(base::Bytes& out, const Histogram& histogram)
{
    const std::size_t end = histogram.usedEnd();
    for (std::size_t i = 0; i < end;) {
        std::size_t zeros = 0;
        while (i < end && histogram.countAt(i) == 0) {
            ++zeros;
            ++i;
        }
        if (zeros == 1) {
            putZigZag(out, 0);
        } else if (zeros > 1) {
            putZigZag(out, -static_cast<std::int64_t>(zeros));
        }
        if (i < end) {
            putZigZag(out, static_cast<std::int64_t>(histogram.countAt(i)));
            ++i;
        }
    }
}

base::Result<Histogram> countsFrom(base::BytesView in)
{
    Histogram histogram;
    std::size_t index = 0;
    std::uint64_t total = 0;
    for (std::size_t at = 0; at < in.size();) {
        UA_TRY_ASSIGN(const std::int64_t number, takeZigZag(in, at));
        if (number < 0) {
            const std::uint64_t zeros = ~static_cast<std::uint64_t>(number) + 1;
            if (zeros > Histogram::maxBuckets - index) {
                return base::fail(badDecoding, "histogram: a run of zeros leaves the value range");
            }
            index += zeros;
            continue;
        }
        const auto count = static_cast<std::uint64_t>(number);
        total += count;
        if (total > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            return base::fail(badDecoding, "histogram: the counts add up to more than 2^63");
        }
        if (index >= Histogram::maxBuckets) {
            return base::fail(badDecoding, "histogram: more counts than the value range has");
        }
        histogram.addToBucket(index++, count);
    }
    return histogram;
}

base::Result<base::Bytes> inflated(base::BytesView in)
{
    // Most histograms are small; the bound is only reached by input meant to reach it.
    base::Bytes out;
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) {
        return base::fail(base::StatusCode{0x80030000}, "histogram: no memory to decompress");
    }
    stream.next_in = const_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    int state = Z_OK;
    while (state == Z_OK && out.size() < maxPlainSize) {
        const std::size_t before = out.size();
        out.resize(std::min(maxPlainSize, std::max<std::size_t>(8192, before * 2)));
        stream.next_out = out.data() + before;
        stream.avail_out = static_cast<uInt>(out.size() - before);
        state = inflate(&stream, Z_NO_FLUSH);
        out.resize(out.size() - stream.avail_out);
        if (state == Z_OK && stream.avail_out != 0) {
            break; // input used up before the end of the stream
        }
    }
    inflateEnd(&stream);
    if (state != Z_STREAM_END) {
        return base::fail(badDecoding, "histogram: the compressed counts are damaged or too long");
    }
    return out;
}

base::Result<void> checkHeader(base::BytesView plain)
{
    if (plain.size() < headerSize || bigEndian(plain, 0, 4) != plainCookie) {
        return base::fail(badDecoding, "histogram: not in HdrHistogram's V2 encoding");
    }
    if (bigEndian(plain, 4, 4) != plain.size() - headerSize) {
        return base::fail(badDecoding,
                          fmt::format("histogram: {} bytes of counts announced, {} found",
                                      bigEndian(plain, 4, 4), plain.size() - headerSize));
    }
    // HdrHistogramJS writes the integer 1 for both offset and ratio and means what others mean by 0
    // and 1.0.
    const std::uint64_t offset = bigEndian(plain, 8, 4);
    const std::uint64_t ratio = bigEndian(plain, 32, 8);
    const bool isPlain =
        (offset == 0 && std::bit_cast<double>(ratio) == 1.0) || (offset == 1 && ratio == 1);
    if (!isPlain || bigEndian(plain, 12, 4) != Histogram::significantDigits ||
        bigEndian(plain, 16, 8) != 1) {
        return base::fail(badDecoding,
                          "histogram: expected three significant digits, a lowest value "
                          "of 1, no index offset and a conversion ratio of 1");
    }
    return {};
}

} // namespace

std::string encodeHistogram(const Histogram& histogram)
{
    base::Bytes plain;
    putBigEndian(plain, plainCookie, 4);
    putBigEndian(plain, 0, 4);
    putBigEndian(plain, 0, 4);
    putBigEndian(plain, Histogram::significantDigits, 4);
    putBigEndian(plain, 1, 8);
    const std::int64_t highest =
        histogram.empty() ? 0 : Histogram::highestOf(histogram.usedEnd() - 1);
    putBigEndian(plain,
                 static_cast<std::uint64_t>(std::max(highest, Histogram::subBucketCount - 1)), 8);
    putBigEndian(plain, std::bit_cast<std::uint64_t>(1.0), 8);
    putCounts(plain, histogram);
    const auto payload = static_cast<std::uint32_t>(plain.size() - headerSize);
    for (unsigned i = 0; i < 4; ++i) {
        plain[4 + i] = static_cast<std::uint8_t>(payload >> (24 - 8 * i));
    }

    uLongf packedSize = compressBound(static_cast<uLong>(plain.size()));
    base::Bytes packed(8 + packedSize);
    // compressBound() leaves compress2() no way to fail but a lack of memory.
    if (compress2(packed.data() + 8, &packedSize, plain.data(), static_cast<uLong>(plain.size()),
                  Z_DEFAULT_COMPRESSION) != Z_OK) {
        return {};
    }
    packed.resize(8 + packedSize);
    base::Bytes head;
    putBigEndian(head, compressedCookie, 4);
    putBigEndian(head, packedSize, 4);
    std::copy(head.begin(), head.end(), packed.begin());
    return base::toBase64(packed);
}

base::Result<Histogram> decodeHistogram(std::string_view text)
{
    if (text.size() > maxEncodedHistogram) {
        return base::fail(badDecoding, fmt::format("histogram: {} characters, at most {} expected",
                                                   text.size(), maxEncodedHistogram));
    }
    const auto packed = base::fromBase64(text);
    if (!packed) {
        return base::fail("histogram", packed.error());
    }
    const base::BytesView view(*packed);
    if (view.size() < 8 || bigEndian(view, 0, 4) != compressedCookie) {
        return base::fail(badDecoding, "histogram: not in HdrHistogram's compressed V2 encoding "
                                       "(such a text starts with HISTF)");
    }
    if (bigEndian(view, 4, 4) != view.size() - 8) {
        return base::fail(badDecoding,
                          fmt::format("histogram: {} compressed bytes announced, {} found",
                                      bigEndian(view, 4, 4), view.size() - 8));
    }
    UA_TRY_ASSIGN(const base::Bytes plain, inflated(view.subspan(8)));
    UA_TRY(checkHeader(plain));
    return countsFrom(base::BytesView(plain).subspan(headerSize));
}

} // namespace measure
