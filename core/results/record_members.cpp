// SPDX-License-Identifier: MIT
#include "results/record_members.h"

#include "results/records.h"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace results {

namespace {

namespace json = boost::json;
constexpr base::StatusCode decodingError{0x80070000}; // Bad_DecodingError

std::optional<std::int64_t> integerOf(const json::value& value)
{
    if (const auto* number = value.if_int64()) {
        return *number;
    }
    if (const auto* number = value.if_uint64()) {
        constexpr auto highest =
            static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        return *number <= highest ? std::optional(static_cast<std::int64_t>(*number))
                                  : std::nullopt;
    }
    // Other tools may have written 1e9 or 5.0.
    if (const auto* number = value.if_double();
        number != nullptr && *number == std::floor(*number) && std::abs(*number) < 9e15) {
        return static_cast<std::int64_t>(*number);
    }
    return std::nullopt;
}

std::optional<double> numberOf(const json::value& value)
{
    json::error_code failure;
    const double number = value.to_number<double>(failure);
    return !failure && std::isfinite(number) ? std::optional(storedPrecision(number))
                                             : std::nullopt;
}

} // namespace

std::string describeJson(const json::value& value)
{
    switch (value.kind()) {
    case json::kind::object:
        return "an object";
    case json::kind::array:
        return "a list";
    case json::kind::null:
        return "null";
    case json::kind::string: {
        const auto& text = value.get_string();
        constexpr std::size_t shown = 40;
        return fmt::format("the text \"{}{}\"",
                           std::string_view(text.data(), text.size()).substr(0, shown),
                           text.size() > shown ? "…" : "");
    }
    default:
        return json::serialize(value);
    }
}

void RecordMembers::reject(std::string_view key, std::string_view expected,
                           const json::value* found)
{
    if (!m_error) {
        m_error = base::Error{decodingError,
                              fmt::format("{}: \"{}\" expects {}, found {}", m_where, key, expected,
                                          found == nullptr ? "nothing" : describeJson(*found))};
    }
}

const json::value* RecordMembers::find(std::string_view key, bool required,
                                       std::string_view expected)
{
    const json::value* found = m_object.if_contains(json::string_view(key.data(), key.size()));
    if (found == nullptr && required) {
        reject(key, expected, nullptr);
    }
    return found;
}

std::int64_t RecordMembers::integer(std::string_view key, std::optional<std::int64_t> otherwise)
{
    const auto* found = find(key, !otherwise, "an integer");
    const auto number = found == nullptr ? otherwise : integerOf(*found);
    if (found != nullptr && !number) {
        reject(key, "an integer", found);
    }
    return number.value_or(0);
}

std::int64_t RecordMembers::natural(std::string_view key, std::optional<std::int64_t> otherwise)
{
    const auto number = integer(key, otherwise);
    if (number < 0) {
        reject(key, "an integer of at least 0", find(key, false, {}));
        return 0;
    }
    return number;
}

std::uint32_t RecordMembers::index(std::string_view key, std::optional<std::uint32_t> otherwise)
{
    const auto number = natural(key, otherwise);
    if (number > std::numeric_limits<std::uint32_t>::max()) {
        reject(key, "an integer below 4294967296", find(key, false, {}));
        return 0;
    }
    return static_cast<std::uint32_t>(number);
}

std::uint64_t RecordMembers::unsignedInteger(std::string_view key, std::uint64_t otherwise)
{
    const auto* found = find(key, false, {});
    if (found != nullptr && found->is_uint64()) {
        return found->get_uint64();
    }
    return found == nullptr ? otherwise : static_cast<std::uint64_t>(natural(key));
}

double RecordMembers::number(std::string_view key, std::optional<double> otherwise)
{
    const auto* found = find(key, !otherwise, "a number");
    const auto number = found == nullptr ? otherwise : numberOf(*found);
    if (found != nullptr && !number) {
        reject(key, "a number", found);
    }
    return number.value_or(0);
}

bool RecordMembers::boolean(std::string_view key, bool otherwise)
{
    const auto* found = find(key, false, {});
    if (found != nullptr && !found->is_bool()) {
        reject(key, "true or false", found);
    }
    return found != nullptr && found->is_bool() ? found->get_bool() : otherwise;
}

std::string RecordMembers::text(std::string_view key, std::optional<std::string> otherwise)
{
    const auto* found = find(key, !otherwise, "a text");
    if (found == nullptr) {
        return otherwise.value_or(std::string());
    }
    if (!found->is_string()) {
        reject(key, "a text", found);
        return {};
    }
    return {found->get_string().data(), found->get_string().size()};
}

json::object RecordMembers::object(std::string_view key)
{
    const auto* found = find(key, false, {});
    if (found != nullptr && !found->is_object()) {
        reject(key, "an object", found);
    }
    return found != nullptr && found->is_object() ? found->get_object() : json::object();
}

json::value RecordMembers::value(std::string_view key) const
{
    const json::value* found = m_object.if_contains(json::string_view(key.data(), key.size()));
    return found == nullptr ? json::value() : *found;
}

std::vector<std::string> RecordMembers::texts(std::string_view key)
{
    std::vector<std::string> all;
    const auto* found = find(key, false, {});
    if (found == nullptr) {
        return all;
    }
    if (!found->is_array()) {
        reject(key, "a list of texts", found);
        return all;
    }
    for (const auto& element : found->get_array()) {
        if (!element.is_string()) {
            reject(key, "a list of texts", &element);
            break;
        }
        all.emplace_back(element.get_string().data(), element.get_string().size());
    }
    return all;
}

template <typename Take>
void RecordMembers::eachMember(std::string_view key, std::string_view expected, Take&& take)
{
    const auto* found = find(key, false, {});
    if (found == nullptr) {
        return;
    }
    if (!found->is_object()) {
        reject(key, expected, found);
        return;
    }
    for (const auto& [name, member] : found->get_object()) {
        const std::string text(name.data(), name.size());
        if (!take(text, member)) {
            reject(std::string(key) + "/" + text, expected, &member);
            return;
        }
    }
}

std::map<std::string, std::int64_t> RecordMembers::integers(std::string_view key)
{
    std::map<std::string, std::int64_t> all;
    eachMember(key, "integers by name", [&](const std::string& name, const json::value& member) {
        const auto number = integerOf(member);
        all.emplace(name, number.value_or(0));
        return number.has_value();
    });
    return all;
}

std::map<std::string, double> RecordMembers::numbers(std::string_view key)
{
    std::map<std::string, double> all;
    eachMember(key, "numbers by name", [&](const std::string& name, const json::value& member) {
        const auto number = numberOf(member);
        all.emplace(name, number.value_or(0));
        return number.has_value();
    });
    return all;
}

std::map<std::string, std::string> RecordMembers::textMap(std::string_view key)
{
    std::map<std::string, std::string> all;
    eachMember(key, "texts by name", [&](const std::string& name, const json::value& member) {
        const auto* text = member.if_string();
        all.emplace(name,
                    text == nullptr ? std::string() : std::string(text->data(), text->size()));
        return text != nullptr;
    });
    return all;
}

std::map<std::string, std::pair<double, double>> RecordMembers::pairs(std::string_view key)
{
    std::map<std::string, std::pair<double, double>> all;
    eachMember(key, "lists of requested and revised value by name",
               [&](const std::string& name, const json::value& member) {
                   const auto* list = member.if_array();
                   if (list == nullptr || list->size() != 2) {
                       return false;
                   }
                   const auto first = numberOf((*list)[0]);
                   const auto second = numberOf((*list)[1]);
                   all.emplace(name, std::pair(first.value_or(0), second.value_or(0)));
                   return first && second;
               });
    return all;
}

} // namespace results
