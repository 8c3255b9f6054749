// SPDX-License-Identifier: MIT
#include "ua/channel/token_lifetime.h"

#include <algorithm>
#include <limits>

namespace ua {

namespace {

constexpr auto millisecond = std::chrono::milliseconds(1);
constexpr auto minRenewalDelay = std::chrono::milliseconds(100);
constexpr auto minAcceptance = std::chrono::seconds(1);

} // namespace

std::uint32_t reviseLifetime(std::uint32_t requestedMs, const LifetimeBounds& bounds)
{
    const base::Duration wanted =
        requestedMs == 0 ? bounds.byDefault : base::Duration(requestedMs * millisecond);
    const auto lowest = std::max<base::Duration>(bounds.minimum, millisecond);
    const auto granted = std::clamp(wanted, lowest, std::max(lowest, bounds.maximum));
    return static_cast<std::uint32_t>(
        std::min<std::int64_t>(granted / millisecond, std::numeric_limits<std::uint32_t>::max()));
}

base::Duration renewalDelay(std::uint32_t grantedMs)
{
    return std::max<base::Duration>(base::Duration(grantedMs * millisecond) / 4 * 3,
                                    minRenewalDelay);
}

base::Duration acceptance(std::uint32_t grantedMs)
{
    return std::max<base::Duration>(base::Duration(grantedMs * millisecond) / 4 * 5, minAcceptance);
}

} // namespace ua
