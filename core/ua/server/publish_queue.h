// SPDX-License-Identifier: MIT
// A session's waiting Publish requests, first in first out (Part 4 §5.14.5).
#pragma once

#include "base/clock.h"
#include "ua/types/array.h"
#include "ua/types/scalars.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace ua {

struct QueuedPublish
{
    std::uint32_t requestId = 0;
    std::uint32_t requestHandle = 0;
    /// Nothing = no TimeoutHint.
    std::optional<base::MonotonicTime> deadline;
    /// Results of the acknowledgements that came with this request.
    Array<StatusCode> results;
};

using PublishQueue = std::deque<QueuedPublish>;

} // namespace ua
