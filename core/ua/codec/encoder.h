// SPDX-License-Identifier: MIT
// Appends the OPC UA binary encoding to a byte vector (Part 6 §5.2). Never fails.
#pragma once

#include "base/bytes.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace ua {

static_assert(std::endian::native == std::endian::little, "the wire is little endian");

class Encoder
{
public:
    explicit Encoder(base::Bytes& out)
        : m_out(out)
    {}

    template <typename T>
        requires std::is_arithmetic_v<T>
    void number(T value)
    {
        const auto at = m_out.size();
        m_out.resize(at + sizeof(T));
        std::memcpy(m_out.data() + at, &value, sizeof(T));
    }
    void raw(base::BytesView bytes) { m_out.insert(m_out.end(), bytes.begin(), bytes.end()); }
    /// Int32 length and the bytes.
    void lengthPrefixed(base::BytesView bytes)
    {
        number(static_cast<std::int32_t>(bytes.size()));
        raw(bytes);
    }
    void nullLength() { number(std::int32_t{-1}); }

    /// Leaves room for an Int32 length; end it with patchLength.
    std::size_t reserveLength()
    {
        number(std::int32_t{0});
        return m_out.size();
    }
    void patchLength(std::size_t bodyStart)
    {
        const auto length = static_cast<std::int32_t>(m_out.size() - bodyStart);
        std::memcpy(m_out.data() + bodyStart - sizeof(length), &length, sizeof(length));
    }
    std::size_t size() const { return m_out.size(); }
    base::Bytes& out() { return m_out; }

private:
    base::Bytes& m_out;
};

} // namespace ua
