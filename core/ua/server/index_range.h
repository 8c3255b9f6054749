// SPDX-License-Identifier: MIT
// NumericRange (Part 4 §7.27): parts of arrays, matrices, strings and byte strings.
#pragma once

#include "base/result.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace ua {

class IndexRange
{
public:
    /// Empty text = the whole value. Fails with Bad_IndexRangeInvalid on bad syntax.
    static base::Result<IndexRange> parse(std::string_view text);

    bool whole() const { return m_dimensions.empty(); }
    /// The part of the value; Bad_IndexRangeNoData where nothing of it exists.
    base::Result<Variant> of(const Variant& value) const;
    /// Replaces the part of `target` by `part`, which must have exactly its size.
    base::Result<void> assign(Variant& target, const Variant& part) const;

private:
    struct Bounds
    {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };
    std::vector<Bounds> m_dimensions;
};

} // namespace ua
