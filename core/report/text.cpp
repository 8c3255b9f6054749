// SPDX-License-Identifier: MIT
#include "report/text.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace report {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

bool isControl(unsigned char c)
{
    return c < 0x20 || c == 0x7F;
}

/// C1 control characters (U+0080 to U+009F) as UTF-8, which some terminals obey as well.
bool isC1(std::string_view text, std::size_t at)
{
    return static_cast<unsigned char>(text[at]) == 0xC2 && at + 1 < text.size() &&
           static_cast<unsigned char>(text[at + 1]) < 0xA0;
}

std::string grouped(std::string digits)
{
    constexpr std::string_view narrowBlank = "\xE2\x80\xAF"; // U+202F
    const std::size_t first = !digits.empty() && digits[0] == '-' ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) {
        at -= 3;
        digits.insert(at, narrowBlank);
    }
    return digits;
}

} // namespace

std::string countText(double value)
{
    if (!std::isfinite(value)) {
        return "–";
    }
    if (value == std::floor(value) && std::abs(value) < 1e15) {
        return grouped(fmt::format("{:.0f}", value));
    }
    return std::abs(value) >= 1000 ? grouped(fmt::format("{:.0f}", value))
                                   : fmt::format("{:.4g}", value);
}

std::string percentText(double share)
{
    return fmt::format("{:.3g} %", share * 100);
}

std::string valueText(double value, std::string_view unit)
{
    if (!std::isfinite(value)) {
        return "–";
    }
    if (unit.ends_with("/min")) {
        return valueText(value, unit.substr(0, unit.size() - 4)) + "/min";
    }
    if (unit == "ns") {
        const auto ns = static_cast<std::int64_t>(std::clamp(value, -9.2e18, 9.2e18));
        return ns == 0 ? "0" : base::humanDuration(base::Duration(ns));
    }
    if (unit == "bytes") {
        return base::humanBytes(value);
    }
    if (unit == "cores") {
        return fmt::format("{:.2f} cores", value);
    }
    return unit.empty() ? countText(value)
                        : countText(value) + (unit == "1/s" ? "/s" : " " + std::string(unit));
}

std::string escapeHtml(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        case '\n':
        case '\t':
            out += c;
            break;
        default:
            if (isControl(static_cast<unsigned char>(c))) {
                out += replacement;
            } else {
                out += c;
            }
        }
    }
    return out;
}

std::string csvText(std::string_view text)
{
    std::string out;
    if (!text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos) {
        out = "'";
    }
    for (const char c : text) {
        out += c == '"' ? "\"\"" : std::string(1, c);
    }
    return out.find_first_of(",\"\r\n;") == std::string::npos ? out : "\"" + out + "\"";
}

std::string escapeMarkdown(std::string_view text)
{
    std::string out;
    for (const char c : plainText(text)) {
        if (std::string_view("\\`*_{}[]<>()#|!~&").find(c) != std::string_view::npos) {
            out += '\\';
        }
        out += c;
    }
    return out;
}

std::string plainText(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isC1(text, i)) {
            out += replacement;
            ++i;
        } else if (text[i] == '\n' || text[i] == '\t') {
            out += ' ';
        } else if (isControl(static_cast<unsigned char>(text[i]))) {
            out += replacement;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string shellCommand(const std::vector<std::string>& arguments)
{
    constexpr std::string_view harmless =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%";
    std::string line;
    for (const auto& argument : arguments) {
        line += line.empty() ? "" : " ";
        if (!argument.empty() && argument.find_first_not_of(harmless) == std::string::npos) {
            line += argument;
            continue;
        }
        line += '\'';
        for (const char c : argument) {
            line += c == '\'' ? "'\\''" : std::string(1, c);
        }
        line += '\'';
    }
    return line;
}

std::size_t textWidth(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

} // namespace report
