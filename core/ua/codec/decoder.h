// SPDX-License-Identifier: MIT
// Reads the OPC UA binary encoding (Part 6 §5.2). The first error sticks and names the field; every
// later read returns zeros, so callers check once at the end.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "ua/codec/limits.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace ua {

class Decoder
{
public:
    Decoder(base::BytesView bytes, const Limits& limits)
        : m_at(bytes.data())
        , m_end(bytes.data() + bytes.size())
        , m_begin(bytes.data())
        , m_limits(limits)
        , m_arrayBudget(limits.maxTotalArrayBytes)
    {}

    template <typename T>
        requires std::is_arithmetic_v<T>
    T number()
    {
        T value{};
        if (remaining() < sizeof(T)) {
            failTruncated(sizeof(T));
            return value;
        }
        std::memcpy(&value, m_at, sizeof(T));
        m_at += sizeof(T);
        return value;
    }
    /// The next `size` bytes, a view into the input.
    base::BytesView raw(std::size_t size);
    /// Int32 length (-1 or below = null) and that many bytes.
    struct MaybeBytes
    {
        base::BytesView bytes;
        bool null = true;
    };
    MaybeBytes lengthPrefixed(std::uint32_t limit, std::string_view what);
    /// An array's element count: -1 for null. Checked against the limit, against the bytes left
    /// (minimumSize each) and against the budget (elementSize heap bytes each).
    std::int32_t arrayLength(std::size_t minimumSize, std::size_t elementSize);

    std::size_t remaining() const { return static_cast<std::size_t>(m_end - m_at); }
    /// The whole input.
    base::BytesView input() const { return {m_begin, m_end}; }
    std::size_t position() const { return static_cast<std::size_t>(m_at - m_begin); }
    /// 0 once an error is set.
    std::uint8_t peek() const { return m_at == m_end ? std::uint8_t{0} : *m_at; }
    const Limits& limits() const { return m_limits; }

    bool failed() const { return m_failed; }
    const base::Error& error() const { return m_error; }
    /// Keeps the first error only; empties the input so that loops end.
    void fail(base::StatusCode status, std::string_view what);
    void failDecoding(std::string_view what);
    base::Result<void> result() const;

    /// One level of Variant, DataValue, ExtensionObject or DiagnosticInfo.
    class Level
    {
    public:
        explicit Level(Decoder& decoder);
        ~Level() { --m_decoder.m_depth; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Decoder& m_decoder;
    };
    /// Names the field being read, for the error's path.
    class Field
    {
    public:
        Field(Decoder& decoder, const char* name)
            : m_decoder(decoder)
        {
            if (decoder.m_pathSize < decoder.m_path.size()) {
                decoder.m_path[decoder.m_pathSize] = name;
            }
            ++decoder.m_pathSize;
        }
        ~Field() { --m_decoder.m_pathSize; }
        Field(const Field&) = delete;
        Field& operator=(const Field&) = delete;

    private:
        Decoder& m_decoder;
    };

private:
    void failTruncated(std::size_t wanted);

    const std::uint8_t* m_at;
    const std::uint8_t* m_end;
    const std::uint8_t* m_begin;
    const Limits& m_limits;
    std::uint64_t m_arrayBudget;
    std::uint32_t m_depth = 0;
    bool m_failed = false;
    std::size_t m_pathSize = 0;
    std::array<const char*, 12> m_path{};
    base::Error m_error;
};

} // namespace ua
