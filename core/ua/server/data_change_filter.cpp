// SPDX-License-Identifier: MIT
#include "ua/server/data_change_filter.h"

#include <cmath>
#include <type_traits>

namespace ua {

namespace {

template <typename T>
bool sameScalar(const T& a, const T& b)
{
    if constexpr (std::is_floating_point_v<T>) {
        return a == b || (std::isnan(a) && std::isnan(b));
    } else {
        return a == b;
    }
}

/// NaN against a number always exceeds; NaN against NaN and infinity against itself never do.
bool exceeds(double last, double now, double deadband)
{
    if (std::isnan(last) || std::isnan(now)) {
        return std::isnan(last) != std::isnan(now);
    }
    if (std::isinf(last) || std::isinf(now)) {
        return last != now;
    }
    return std::abs(now - last) > deadband;
}

bool deadbandExceeded(const Variant& last, const Variant& now, double deadband)
{
    if (last.value.index() != now.value.index()) {
        return true;
    }
    if (const auto a = last.number(), b = now.number(); a && b) {
        return exceeds(*a, *b, deadband);
    }
    const auto* before = last.getIf<Box<VariantArray>>();
    const auto* after = now.getIf<Box<VariantArray>>();
    if (before == nullptr || after == nullptr) {
        return !sameValue(last, now);
    }
    if ((*before)->elements.index() != (*after)->elements.index() ||
        (*before)->size() != (*after)->size()) {
        return true;
    }
    return std::visit(
        [&](const auto& elements) {
            using A = std::remove_cvref_t<decltype(elements)>;
            if constexpr (std::is_same_v<A, std::monostate>) {
                return false;
            } else if constexpr (std::is_arithmetic_v<typename A::value_type>) {
                const auto& others = std::get<A>((*after)->elements);
                for (std::size_t i = 0; i < elements.size(); ++i) {
                    if (exceeds(static_cast<double>(elements[i]), static_cast<double>(others[i]),
                                deadband)) {
                        return true;
                    }
                }
                return false;
            } else {
                return !sameValue(last, now);
            }
        },
        (*before)->elements);
}

} // namespace

bool sameValue(const Variant& a, const Variant& b)
{
    if (a.value.index() != b.value.index()) {
        return false;
    }
    return std::visit(
        [&b](const auto& left) {
            using T = std::remove_cvref_t<decltype(left)>;
            const T& right = std::get<T>(b.value);
            if constexpr (std::is_same_v<T, Box<VariantArray>>) {
                if (left->elements.index() != right->elements.index() ||
                    left->dimensions != right->dimensions || left->size() != right->size()) {
                    return false;
                }
                return std::visit(
                    [&right](const auto& elements) {
                        using A = std::remove_cvref_t<decltype(elements)>;
                        if constexpr (std::is_same_v<A, std::monostate>) {
                            return true;
                        } else {
                            const auto& others = std::get<A>(right->elements);
                            for (std::size_t i = 0; i < elements.size(); ++i) {
                                using E = typename A::value_type;
                                const E one = elements[i];
                                const E other = others[i];
                                if (!sameScalar(one, other)) {
                                    return false;
                                }
                            }
                            return true;
                        }
                    },
                    left->elements);
            } else {
                return sameScalar(left, right);
            }
        },
        a.value);
}

bool isChange(const ChangeRule& rule, const DataValue& last, const DataValue& now)
{
    if (last.statusOrGood() != now.statusOrGood()) {
        return true;
    }
    if (rule.trigger == DataChangeTrigger::Status) {
        return false;
    }
    if (rule.trigger == DataChangeTrigger::StatusValueTimestamp &&
        (last.sourceTimestamp != now.sourceTimestamp ||
         last.sourcePicoseconds != now.sourcePicoseconds)) {
        return true;
    }
    if (last.value.has_value() != now.value.has_value()) {
        return true;
    }
    if (!now.value) {
        return false;
    }
    return rule.deadband ? deadbandExceeded(*last.value, *now.value, *rule.deadband)
                         : !sameValue(*last.value, *now.value);
}

} // namespace ua
