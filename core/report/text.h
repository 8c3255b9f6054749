// SPDX-License-Identifier: MIT
// Figures and names as text, and the escapes of each target. Locale independent.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace report {

/// For people: nanoseconds as duration, bytes with a prefix, cores and plain numbers with at most
/// four significant digits; counts whole, in groups of three. A "/min" unit keeps its suffix.
std::string valueText(double value, std::string_view unit);
std::string countText(double value);
/// "55 %".
std::string percentText(double share);

/// Safe between tags and in quoted attributes; control characters become U+FFFD.
std::string escapeHtml(std::string_view text);
/// One field: quoted when needed; a text that a spreadsheet would take for a formula gets an
/// apostrophe in front. Numbers are not texts.
std::string csvText(std::string_view text);
/// For a table cell of Markdown: no markup, no line breaks.
std::string escapeMarkdown(std::string_view text);
/// Without control characters, so that a name cannot steer the terminal.
std::string plainText(std::string_view text);
/// Arguments as a line for a POSIX shell.
std::string shellCommand(const std::vector<std::string>& arguments);
/// Number of code points.
std::size_t textWidth(std::string_view text);

} // namespace report
