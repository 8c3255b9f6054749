// SPDX-License-Identifier: MIT
#include "ua/types/variant.h"

#include <type_traits>

namespace ua {

BuiltinType Variant::type() const
{
    if (isArray()) {
        return static_cast<BuiltinType>(std::get<arrayIndex>(value)->elements.index());
    }
    return static_cast<BuiltinType>(value.index());
}

std::optional<double> Variant::number() const
{
    return std::visit(
        [](const auto& v) -> std::optional<double> {
            if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(v)>>) {
                return static_cast<double>(v);
            } else {
                return std::nullopt;
            }
        },
        value);
}

bool operator==(const Variant& a, const Variant& b)
{
    return a.reservedType == b.reservedType && a.value == b.value;
}

std::size_t VariantArray::size() const
{
    return std::visit(
        [](const auto& array) -> std::size_t {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(array)>, std::monostate>) {
                return 0;
            } else {
                return array.size();
            }
        },
        elements);
}

} // namespace ua
