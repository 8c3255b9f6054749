// SPDX-License-Identifier: MIT
#include "base/bytes.h"

#include <array>

namespace base {

namespace {

constexpr StatusCode badDecodingError{0x80070000U};
constexpr std::string_view hexDigits = "0123456789abcdef";
constexpr std::string_view base64Alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int hexValue(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

constexpr auto base64Values = [] {
    std::array<std::int8_t, 256> values{};
    values.fill(-1);
    for (std::size_t i = 0; i < base64Alphabet.size(); ++i) {
        values[static_cast<unsigned char>(base64Alphabet[i])] = static_cast<std::int8_t>(i);
    }
    return values;
}();

} // namespace

std::string toHex(BytesView bytes)
{
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const auto byte : bytes) {
        text += hexDigits[byte >> 4];
        text += hexDigits[byte & 15];
    }
    return text;
}

Result<Bytes> fromHex(std::string_view text)
{
    if (text.size() % 2 != 0) {
        return fail(badDecodingError, "hexadecimal text has an odd number of digits");
    }
    Bytes bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = hexValue(text[i]);
        const int low = hexValue(text[i + 1]);
        if (high < 0 || low < 0) {
            return fail(badDecodingError,
                        "not a hexadecimal digit at position " + std::to_string(i));
        }
        bytes.push_back(static_cast<std::uint8_t>(high * 16 + low));
    }
    return bytes;
}

std::string toBase64(BytesView bytes)
{
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = bytes.size() - i;
        std::uint32_t group = std::uint32_t{bytes[i]} << 16;
        group |= left > 1 ? std::uint32_t{bytes[i + 1]} << 8 : 0U;
        group |= left > 2 ? std::uint32_t{bytes[i + 2]} : 0U;
        text += base64Alphabet[group >> 18];
        text += base64Alphabet[(group >> 12) & 63];
        text += left > 1 ? base64Alphabet[(group >> 6) & 63] : '=';
        text += left > 2 ? base64Alphabet[group & 63] : '=';
    }
    return text;
}

Result<Bytes> fromBase64(std::string_view text)
{
    if (text.size() % 4 != 0) {
        return fail(badDecodingError, "Base64 text is not a multiple of four characters");
    }
    Bytes bytes;
    bytes.reserve(text.size() / 4 * 3);
    for (std::size_t i = 0; i < text.size(); i += 4) {
        const bool last = i + 4 == text.size();
        const std::size_t padding =
            last ? (text[i + 3] == '=' ? (text[i + 2] == '=' ? 2U : 1U) : 0U) : 0U;
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const bool padded = k >= 4 - padding;
            const int value = padded ? 0 : base64Values[static_cast<unsigned char>(text[i + k])];
            if (value < 0) {
                return fail(badDecodingError,
                            "not a Base64 character at position " + std::to_string(i + k));
            }
            group = (group << 6) | static_cast<std::uint32_t>(value);
        }
        bytes.push_back(static_cast<std::uint8_t>(group >> 16));
        if (padding < 2) {
            bytes.push_back(static_cast<std::uint8_t>(group >> 8));
        }
        if (padding < 1) {
            bytes.push_back(static_cast<std::uint8_t>(group));
        }
    }
    return bytes;
}

} // namespace base
