// SPDX-License-Identifier: MIT
// The scenarios that ship with the tool, from resources/scenarios, inside the executable.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace scenario {

struct BuiltIn
{
    std::string_view name;
    /// The file's text; it is read and overridden like any other file.
    std::string_view json;
};

/// Sorted by name.
std::span<const BuiltIn> listBuiltIns();
std::optional<BuiltIn> builtIn(std::string_view name);
/// The nearest name, if it looks like a typing error.
std::optional<std::string_view> nearestBuiltIn(std::string_view name);

} // namespace scenario
