// SPDX-License-Identifier: MIT
// When a sampled value is worth a notification (Part 4 §7.22.2; field case P09 for NaN).
#pragma once

#include "ua/types/services/filters.h"

#include <optional>
#include <utility>

namespace ua {

struct ChangeRule
{
    DataChangeTrigger trigger = DataChangeTrigger::StatusValue;
    /// Absolute size of the deadband, already computed from a percentage.
    std::optional<double> deadband;
};

/// Equal as DataChangeTrigger means it: NaN equals NaN whatever its payload.
bool sameValue(const Variant& a, const Variant& b);
/// True when `now` differs from the last queued value by the rule.
bool isChange(const ChangeRule& rule, const DataValue& last, const DataValue& now);

} // namespace ua
