// SPDX-License-Identifier: MIT
#include "scenario/built_in.h"

#include "base/text.h"

#include <vector>

namespace scenario {

std::optional<BuiltIn> builtIn(std::string_view name)
{
    for (const auto& candidate : listBuiltIns()) {
        if (candidate.name == name) {
            return candidate;
        }
    }
    return std::nullopt;
}

std::optional<std::string_view> nearestBuiltIn(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const auto& candidate : listBuiltIns()) {
        names.push_back(candidate.name);
    }
    return base::nearest(name, names);
}

} // namespace scenario
