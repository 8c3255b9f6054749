// SPDX-License-Identifier: MIT
// Scalar built-in types that need more than a C++ arithmetic type (Part 6 §5.1.2).
// Strings and byte strings keep null and empty apart, as the wire does.
#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "base/status_code.h"

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace ua {

using base::StatusCode;

/// UTF-8 text. Default-constructed is null; anything constructed from text is not.
class String
{
public:
    String() = default;
    String(std::string text)
        : m_text(std::move(text))
        , m_null(false)
    {}
    String(std::string_view text)
        : m_text(text)
        , m_null(false)
    {}
    String(const char* text)
        : m_text(text)
        , m_null(false)
    {}

    bool isNull() const { return m_null; }
    bool empty() const { return m_text.empty(); }
    std::size_t size() const { return m_text.size(); }
    const std::string& text() const { return m_text; }
    operator std::string_view() const { return m_text; }

    friend bool operator==(const String&, const String&) = default;
    friend bool operator==(const String& a, std::string_view b) { return a.m_text == b; }
    friend bool operator==(const String& a, const char* b) { return a.m_text == b; }
    friend auto operator<=>(const String& a, const String& b) { return a.m_text <=> b.m_text; }

private:
    std::string m_text;
    bool m_null = true;
};

/// An XML fragment, kept as text.
struct XmlElement
{
    String text;
    friend bool operator==(const XmlElement&, const XmlElement&) = default;
};

class ByteString
{
public:
    ByteString() = default;
    ByteString(base::Bytes bytes)
        : m_bytes(std::move(bytes))
        , m_null(false)
    {}
    ByteString(base::BytesView bytes)
        : m_bytes(bytes.begin(), bytes.end())
        , m_null(false)
    {}

    bool isNull() const { return m_null; }
    bool empty() const { return m_bytes.empty(); }
    std::size_t size() const { return m_bytes.size(); }
    const base::Bytes& bytes() const { return m_bytes; }
    base::BytesView view() const { return m_bytes; }

    friend bool operator==(const ByteString&, const ByteString&) = default;
    friend auto operator<=>(const ByteString& a, const ByteString& b)
    {
        return a.m_bytes <=> b.m_bytes;
    }

private:
    base::Bytes m_bytes;
    bool m_null = true;
};

/// 100 ns ticks since 1601-01-01T00:00Z; 0 is "no time", Int64.Max "after all time" (Part 6
/// §5.1.4).
struct DateTime
{
    std::int64_t ticks = 0;

    static constexpr std::int64_t unixEpochTicks = 116'444'736'000'000'000;
    /// 9999-12-31T23:59:59Z: after it encoders write Int64.Max.
    static constexpr std::int64_t maxTicks = 2'650'467'743'990'000'000;

    static DateTime from(base::WallTime time) { return {unixEpochTicks + time.ns / 100}; }
    /// Clamped to what WallTime can hold (1677 to 2262).
    base::WallTime wall() const
    {
        constexpr std::int64_t limit = 92'233'720'368'547'758;
        const std::int64_t sinceEpoch =
            ticks <= 0 ? -unixEpochTicks : ticks - unixEpochTicks; // no overflow: ticks > 0
        return {sinceEpoch > limit    ? limit * 100
                : sinceEpoch < -limit ? -limit * 100
                                      : sinceEpoch * 100};
    }
    /// RFC 3339 with 100 ns digits, "0001-01-01T00:00:00Z" for no time.
    std::string text() const;

    friend constexpr auto operator<=>(DateTime, DateTime) = default;
};

struct Guid
{
    std::uint32_t data1 = 0;
    std::uint16_t data2 = 0;
    std::uint16_t data3 = 0;
    std::array<std::uint8_t, 8> data4{};

    /// 8-4-4-4-12, lower case.
    std::string text() const;
    friend constexpr auto operator<=>(const Guid&, const Guid&) = default;
};

} // namespace ua
