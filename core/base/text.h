// SPDX-License-Identifier: MIT
// Text for people and files, always in the C locale: instants, durations, sizes.
#pragma once

#include "base/clock.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace base {

/// RFC 3339 UTC with milliseconds: 2026-12-01T01:17:09.123Z. Years are clamped to 0001-9999.
std::string formatInstant(WallTime time);
/// "250ms", "10s", "1.5min", "2h", "100us", "5ns"; nothing when it is not a duration.
std::optional<Duration> parseDuration(std::string_view text);
/// The shortest of those forms that reads back to the same duration.
std::string formatDuration(Duration duration);
/// For people: "18.2 ms", "340 ns", "1.20 s".
std::string humanDuration(Duration duration);
/// For people: "3.4 MB" (powers of 1000).
std::string humanBytes(double bytes);
/// The candidate with the smallest edit distance, if close enough to be a likely typing error.
std::optional<std::string_view> nearest(std::string_view word,
                                        const std::vector<std::string_view>& candidates);
/// True when the bytes are well-formed UTF-8 (no surrogates, no overlong forms).
bool isUtf8(std::string_view text);

} // namespace base
