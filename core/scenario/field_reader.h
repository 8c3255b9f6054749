// SPDX-License-Identifier: MIT
// The reading visitor of fields(): one JSON object into one structure. Private to the reader.
#pragma once

#include "base/text.h"
#include "scenario/json_text.h"
#include "scenario/scenario_reader.h"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace scenario {

/// The problems of one document, up to the limit.
class ProblemList
{
public:
    void add(std::string pointer, std::string expected, std::string found, std::string hint = {})
    {
        if (m_problems.size() < maxProblems) {
            m_problems.push_back(
                {std::move(pointer), std::move(expected), std::move(found), std::move(hint)});
        }
    }
    void append(Problems problems)
    {
        for (auto& problem : problems) {
            add(std::move(problem.pointer), std::move(problem.expected), std::move(problem.found),
                std::move(problem.hint));
        }
    }
    bool empty() const { return m_problems.empty(); }
    Problems take() { return std::move(m_problems); }

private:
    Problems m_problems;
};

/// What stands there, shortened for a message: "the text \"abc\"", "a list".
std::string describe(const boost::json::value& value);

// The leaves; defined in field_values.cpp. Each adds a problem and leaves the member alone when the
// value does not fit.
struct Place
{
    const boost::json::value& json;
    const std::string& pointer;
    const FieldInfo& info;
    ProblemList& problems;
};
void readBoolean(bool& member, const Place& place);
std::optional<double> readWholeNumber(const Place& place);
void readNumber(double& member, const Place& place);
void readText(std::string& member, const Place& place);
void readDuration(base::Duration& member, const Place& place);
void readSecret(Secret& member, const Place& place);
void readThreshold(Threshold& member, const Place& place);
void readMatrix(Matrix& member, const Place& place);
std::optional<std::size_t> readChoice(const std::vector<std::string_view>& names,
                                      const Place& place);
const boost::json::array* readListHead(const Place& place);

template <typename T>
inline constexpr bool isOptional = false;
template <typename T>
inline constexpr bool isOptional<std::optional<T>> = true;
template <typename T>
inline constexpr bool isList = false;
template <typename T>
inline constexpr bool isList<std::vector<T>> = true;

/// Keys a structure knows, whatever its alternatives.
class KeyNames
{
public:
    template <typename T>
    void operator()(std::string_view key, const T&, const FieldInfo&)
    {
        names.push_back(key);
    }
    template <typename... Ts>
    void choose(std::string_view key, const std::variant<Ts...>&, const FieldInfo&)
    {
        names.push_back(key);
        const std::tuple<Ts...> alternatives{};
        std::apply([this](const auto&... one) { (one.fields(*this), ...); }, alternatives);
    }
    std::vector<std::string_view> names;
};

template <typename T>
void readValue(T& member, const Place& place);

class ObjectReader
{
public:
    ObjectReader(const boost::json::object& object, const std::string& pointer,
                 ProblemList& problems)
        : m_object(object)
        , m_pointer(pointer)
        , m_problems(problems)
    {}

    template <typename T>
    void operator()(std::string_view key, T& member, const FieldInfo& info)
    {
        m_known.push_back(key);
        const auto* value = m_object.if_contains(key);
        if (value == nullptr) {
            if (info.presence == Presence::Required) {
                m_problems.add(childPointer(m_pointer, key), "a value", "none",
                               std::string(info.doc));
            }
            return;
        }
        readValue(member, Place{*value, childPointer(m_pointer, key), info, m_problems});
    }

    /// The key names the alternative, whose fields stand beside it in the same object.
    template <typename... Ts>
    void choose(std::string_view key, std::variant<Ts...>& member, const FieldInfo& info)
    {
        m_known.push_back(key);
        const std::string pointer = childPointer(m_pointer, key);
        const auto* value = m_object.if_contains(key);
        if (value == nullptr) {
            m_problems.add(pointer, "a value", "none", std::string(info.doc));
            m_choiceUnknown = true;
            return;
        }
        const auto index = readChoice({Ts::choice...}, Place{*value, pointer, info, m_problems});
        if (!index) {
            m_choiceUnknown = true;
            return;
        }
        std::size_t at = 0;
        ((at++ == *index ? static_cast<void>(member.template emplace<Ts>()) : void()), ...);
        std::visit([this](auto& alternative) { alternative.fields(*this); }, member);
        m_choice = std::visit([](auto& alternative) { return alternative.choice; }, member);
        m_choiceKey = key;
    }

    /// After fields(): keys nobody asked for.
    template <typename T>
    void rejectUnknownKeys(const T& structure)
    {
        if (m_choiceUnknown) {
            return; // which keys are known depends on a choice that could not be read
        }
        KeyNames all;
        for (const auto& [key, value] : m_object) {
            const std::string_view name(key.data(), key.size());
            if (std::find(m_known.begin(), m_known.end(), name) != m_known.end()) {
                continue;
            }
            if (all.names.empty()) {
                structure.fields(all);
            }
            rejectKey(name, all.names);
        }
    }

private:
    void rejectKey(std::string_view name, const std::vector<std::string_view>& all);

    const boost::json::object& m_object;
    const std::string& m_pointer;
    ProblemList& m_problems;
    std::vector<std::string_view> m_known;
    std::string_view m_choice;
    std::string_view m_choiceKey;
    bool m_choiceUnknown = false;
};

template <typename T>
void readStructure(T& member, const Place& place)
{
    const auto* object = place.json.if_object();
    if (object == nullptr) {
        place.problems.add(place.pointer, "an object", describe(place.json),
                           std::string(place.info.doc));
        return;
    }
    ObjectReader reader(*object, place.pointer, place.problems);
    member.fields(reader);
    reader.rejectUnknownKeys(member);
}

template <typename T>
void readValue(T& member, const Place& place)
{
    if constexpr (std::same_as<T, bool>) {
        readBoolean(member, place);
    } else if constexpr (std::unsigned_integral<T>) {
        if (const auto number = readWholeNumber(place)) {
            member = static_cast<T>(*number);
        }
    } else if constexpr (std::same_as<T, double>) {
        readNumber(member, place);
    } else if constexpr (std::same_as<T, std::string>) {
        readText(member, place);
    } else if constexpr (std::same_as<T, base::Duration>) {
        readDuration(member, place);
    } else if constexpr (std::same_as<T, Secret>) {
        readSecret(member, place);
    } else if constexpr (std::same_as<T, Threshold>) {
        readThreshold(member, place);
    } else if constexpr (std::same_as<T, Matrix>) {
        readMatrix(member, place);
    } else if constexpr (std::is_enum_v<T>) {
        std::vector<std::string_view> names;
        for (const auto& named : namesOf(T{})) {
            names.push_back(named.name);
        }
        if (const auto index = readChoice(names, place)) {
            member = namesOf(T{})[*index].value;
        }
    } else if constexpr (isOptional<T>) {
        typename T::value_type value{};
        readValue(value, place);
        member = value;
    } else if constexpr (isList<T>) {
        const auto* list = readListHead(place);
        if (list == nullptr) {
            return;
        }
        member.clear();
        FieldInfo element = place.info;
        element.min = place.info.elementMin;
        element.max = place.info.elementMax;
        for (std::size_t i = 0; i < list->size(); ++i) {
            readValue(member.emplace_back(),
                      Place{(*list)[i], childPointer(place.pointer, std::to_string(i)), element,
                            place.problems});
        }
    } else {
        readStructure(member, place);
    }
}

} // namespace scenario
