// SPDX-License-Identifier: MIT
// One value as its subscribers share it: held once, encoded once per set of timestamps.
#pragma once

#include "base/bytes.h"
#include "ua/types/services/enumerations.h"
#include "ua/types/variant.h"

#include <array>
#include <memory>

namespace ua {

class Sample
{
public:
    explicit Sample(DataValue value)
        : m_value(std::move(value))
    {}

    const DataValue& value() const { return m_value; }
    /// The DataValue's encoding with the timestamps asked for; made at the first call.
    base::BytesView encoded(TimestampsToReturn timestamps) const;
    /// The same with InfoType DataValue and Overflow set (Part 4 §7.38).
    base::Bytes encodedWithOverflow(TimestampsToReturn timestamps) const;

private:
    DataValue m_value;
    mutable std::array<base::Bytes, 4> m_encoded;
};
using SamplePtr = std::shared_ptr<const Sample>;

/// Leaves only the timestamps asked for.
void restrictTimestamps(DataValue& value, TimestampsToReturn timestamps);

} // namespace ua
