// SPDX-License-Identifier: MIT
// How one field of a scenario is described. Every structure has one fields() that names each key
// once, with its bounds and its sentence for people; the strict reader, the writer and the JSON
// Schema are visitors of it, so they cannot disagree.
#pragma once

#include "base/clock.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace scenario {

enum class Presence { Optional, Required };

/// Bounds hold for numbers (the value), durations (nanoseconds), texts (length) and lists (size).
struct FieldInfo
{
    std::string_view doc;
    double min = 0;
    double max = 0;
    Presence presence = Presence::Optional;
    /// Bounds of a list's elements, when they have any.
    double elementMin = 0;
    double elementMax = 0;
    /// A regular expression a text must match, for the schema; checked by the reader's own code.
    std::string_view pattern = {};

    constexpr FieldInfo required() const
    {
        FieldInfo copy = *this;
        copy.presence = Presence::Required;
        return copy;
    }
};

/// A field that needs no bounds: a structure, a choice, a boolean.
constexpr FieldInfo about(std::string_view doc)
{
    return {.doc = doc};
}
/// A number, a text's length or a list's size between two values, both allowed.
constexpr FieldInfo between(double min, double max, std::string_view doc)
{
    return {.doc = doc, .min = min, .max = max};
}
constexpr FieldInfo lasting(base::Duration min, base::Duration max, std::string_view doc)
{
    return {.doc = doc,
            .min = static_cast<double>(min.count()),
            .max = static_cast<double>(max.count())};
}
constexpr FieldInfo listOf(double min, double max, double elementMin, double elementMax,
                           std::string_view doc)
{
    return {.doc = doc, .min = min, .max = max, .elementMin = elementMin, .elementMax = elementMax};
}

template <typename E>
struct Named
{
    std::string_view name;
    E value;
};

/// The text of an enumerator, by the table an ADL `namesOf(E)` returns.
template <typename E>
constexpr std::string_view nameOf(E value)
{
    for (const auto& [name, candidate] : namesOf(E{})) {
        if (candidate == value) {
            return name;
        }
    }
    return {};
}

/// A secret is only ever named, never written: exactly one of the two is set.
struct Secret
{
    /// Name of an environment variable.
    std::string env;
    /// Path of a file whose content, without a final line break, is the secret.
    std::string file;

    bool isSet() const { return !env.empty() || !file.empty(); }
    friend bool operator==(const Secret&, const Secret&) = default;
};

} // namespace scenario
