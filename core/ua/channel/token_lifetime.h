// SPDX-License-Identifier: MIT
// How long a channel's token lives and when it is renewed (Part 4 §5.6.2, field case C02).
#pragma once

#include "base/clock.h"

#include <cstdint>

namespace ua {

struct LifetimeBounds
{
    base::Duration minimum = std::chrono::seconds(1);
    base::Duration maximum = std::chrono::hours(24);
    /// Granted when the client asks for 0.
    base::Duration byDefault = std::chrono::hours(1);
};

/// What the server grants, in milliseconds; never 0.
std::uint32_t reviseLifetime(std::uint32_t requestedMs, const LifetimeBounds& bounds);

/// Client: time from the response to the next renewal. 75 % of what was granted, but never less
/// than 100 ms, so that a server granting 0 is asked 10 times a second at most.
base::Duration renewalDelay(std::uint32_t grantedMs);
/// Client: time for which messages under the token are accepted: a further 25 %, and never less
/// than a second, as the network's delay does not shrink with the lifetime.
base::Duration acceptance(std::uint32_t grantedMs);

} // namespace ua
