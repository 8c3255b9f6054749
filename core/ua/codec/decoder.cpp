// SPDX-License-Identifier: MIT
#include "ua/codec/decoder.h"

#include "ua/types/status_codes.h"

#include <fmt/format.h>

#include <algorithm>

namespace ua {

base::BytesView Decoder::raw(std::size_t size)
{
    if (remaining() < size) {
        failTruncated(size);
        return {};
    }
    const base::BytesView bytes(m_at, size);
    m_at += size;
    return bytes;
}

Decoder::MaybeBytes Decoder::lengthPrefixed(std::uint32_t limit, std::string_view what)
{
    const auto length = number<std::int32_t>();
    if (length < 0 || m_failed) {
        return {};
    }
    const auto size = static_cast<std::uint32_t>(length);
    if (size > remaining()) {
        failTruncated(size);
        return {};
    }
    if (size > limit) {
        fail(status::BadEncodingLimitsExceeded,
             fmt::format("{} of {} bytes, the limit is {}", what, size, limit));
        return {};
    }
    return {raw(size), false};
}

std::int32_t Decoder::arrayLength(std::size_t minimumSize, std::size_t elementSize)
{
    const auto length = number<std::int32_t>();
    if (length < 0 || m_failed) {
        return -1;
    }
    const auto count = static_cast<std::uint64_t>(length);
    if (count * std::max<std::size_t>(minimumSize, 1) > remaining()) {
        failDecoding(fmt::format("array of {} elements in {} bytes", count, remaining()));
        return -1;
    }
    const std::uint64_t bytes = count * elementSize;
    if (count > m_limits.maxArrayLength || bytes > m_arrayBudget) {
        fail(status::BadEncodingLimitsExceeded,
             fmt::format("array of {} elements, the limit is {}", count, m_limits.maxArrayLength));
        return -1;
    }
    m_arrayBudget -= bytes;
    return length;
}

void Decoder::fail(base::StatusCode status, std::string_view what)
{
    if (!m_failed) {
        m_failed = true;
        std::string path;
        for (std::size_t i = 0; i < std::min(m_pathSize, m_path.size()); ++i) {
            path += path.empty() ? "" : ".";
            path += m_path[i];
        }
        m_error = {status, fmt::format("{}{}{} at byte {}", path, path.empty() ? "" : ": ", what,
                                       position())};
    }
    m_at = m_end;
}

void Decoder::failDecoding(std::string_view what)
{
    fail(status::BadDecodingError, what);
}

void Decoder::failTruncated(std::size_t wanted)
{
    failDecoding(fmt::format("{} bytes expected, {} left", wanted, remaining()));
}

base::Result<void> Decoder::result() const
{
    if (m_failed) {
        return std::unexpected(m_error);
    }
    return {};
}

Decoder::Level::Level(Decoder& decoder)
    : m_decoder(decoder)
{
    if (++decoder.m_depth > decoder.m_limits.maxDepth) {
        decoder.fail(status::BadEncodingLimitsExceeded,
                     fmt::format("nested deeper than {} levels", decoder.m_limits.maxDepth));
    }
}

} // namespace ua
