// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace base {

namespace {

struct DurationUnit
{
    std::string_view suffix;
    double ns;
};
constexpr std::array durationUnits{
    DurationUnit{"ns", 1},  DurationUnit{"us", 1e3},   DurationUnit{"ms", 1e6},
    DurationUnit{"s", 1e9}, DurationUnit{"min", 60e9}, DurationUnit{"h", 3600e9},
};

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] =
                std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

} // namespace

std::string formatInstant(WallTime time)
{
    constexpr std::int64_t nsPerDay = 86'400'000'000'000;
    using namespace std::chrono;
    std::int64_t days = time.ns / nsPerDay;
    std::int64_t inDay = time.ns % nsPerDay;
    if (inDay < 0) {
        inDay += nsPerDay;
        --days;
    }
    const year_month_day date{sys_days{std::chrono::days{days}}};
    const std::int64_t ms = inDay / 1'000'000;
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                       ms / 3'600'000, ms / 60'000 % 60, ms / 1000 % 60, ms % 1000);
}

std::optional<Duration> parseDuration(std::string_view text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || !std::isfinite(number) || number < 0) {
        return std::nullopt;
    }
    const std::string_view suffix = text.substr(static_cast<std::size_t>(end - text.data()));
    for (const auto& unit : durationUnits) {
        if (suffix == unit.suffix) {
            const double ns = number * unit.ns;
            if (ns > 9e18) {
                return std::nullopt;
            }
            return Duration(std::llround(ns));
        }
    }
    return std::nullopt;
}

std::string formatDuration(Duration duration)
{
    const std::int64_t ns = duration.count();
    if (ns == 0) {
        return "0s";
    }
    for (auto unit = durationUnits.rbegin(); unit != durationUnits.rend(); ++unit) {
        const auto size = static_cast<std::int64_t>(unit->ns);
        if (ns % size == 0) {
            return fmt::format("{}{}", ns / size, unit->suffix);
        }
    }
    return fmt::format("{}ns", ns);
}

std::string humanDuration(Duration duration)
{
    const double ns = static_cast<double>(duration.count());
    const double size = std::abs(ns);
    const auto scaled = [](double value, std::string_view unit) {
        const int digits = std::abs(value) >= 100 ? 0 : std::abs(value) >= 10 ? 1 : 2;
        return fmt::format("{:.{}f} {}", value, digits, unit);
    };
    if (size < 1e3) {
        return fmt::format("{:.0f} ns", ns);
    }
    if (size < 1e6) {
        return scaled(ns / 1e3, "µs");
    }
    if (size < 1e9) {
        return scaled(ns / 1e6, "ms");
    }
    if (size < 120e9) {
        return scaled(ns / 1e9, "s");
    }
    return scaled(ns / 60e9, "min");
}

std::string humanBytes(double bytes)
{
    constexpr std::array units{"B", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    while (std::abs(bytes) >= 1000 && unit + 1 < units.size()) {
        bytes /= 1000;
        ++unit;
    }
    const int digits = unit == 0 || std::abs(bytes) >= 100 ? 0 : std::abs(bytes) >= 10 ? 1 : 2;
    return fmt::format("{:.{}f} {}", bytes, digits, units[unit]);
}

std::optional<std::string_view> nearest(std::string_view word,
                                        const std::vector<std::string_view>& candidates)
{
    std::optional<std::string_view> best;
    std::size_t bestDistance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const auto candidate : candidates) {
        if (candidate.size() > 200 || word.size() > 200) {
            continue;
        }
        const std::size_t distance = editDistance(word, candidate);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

bool isUtf8(std::string_view text)
{
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80                   ? 1
                                   : lead >= 0xC2 && lead < 0xE0 ? 2
                                   : (lead & 0xF0) == 0xE0       ? 3
                                   : lead >= 0xF0 && lead < 0xF5 ? 4
                                                                 : 0;
        if (length == 0 || i + length > text.size()) {
            return false;
        }
        std::uint32_t code = length == 1 ? lead : lead & (0x7FU >> length);
        for (std::size_t k = 1; k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            if ((next & 0xC0) != 0x80) {
                return false;
            }
            code = (code << 6) | (next & 0x3FU);
        }
        const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
        const bool surrogate = code >= 0xD800 && code < 0xE000;
        if (overlong || surrogate || code > 0x10FFFF) {
            return false;
        }
        i += length;
    }
    return true;
}

} // namespace base
