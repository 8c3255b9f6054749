// SPDX-License-Identifier: MIT
// JSON text to values and back for scenario files: strict reading with position, bounded size and
// depth, no duplicate keys; writing in a fixed form, so that equal values have equal texts.
#pragma once

#include "base/result.h"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace scenario {

constexpr std::size_t maxDocumentBytes = 4U << 20U;
constexpr std::size_t maxDocumentDepth = 32;

/// Fails with line and column of a syntax error, or with the JSON pointer of a duplicate key.
base::Result<boost::json::value> parseJson(std::string_view text);

/// Two blanks of indentation, one member a line, short lists of plain values on one line.
std::string prettyJson(const boost::json::value& value);
/// Without blanks.
std::string compactJson(const boost::json::value& value);

/// `parent` + "/" + `key`, with the escapes of RFC 6901.
std::string childPointer(std::string_view parent, std::string_view key);

} // namespace scenario
