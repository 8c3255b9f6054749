// SPDX-License-Identifier: MIT
// The schema visitor of fields(). A structure with alternatives becomes a oneOf whose members hold
// the common fields and one alternative's, since both stand in the same JSON object.
#include "base/text.h"
#include "scenario/json_text.h"
#include "scenario/scenario_writer.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace scenario {

namespace {

namespace json = boost::json;

json::string text(std::string_view value)
{
    return json::string(value.data(), value.size());
}

/// Whole bounds are written as integers.
json::value bound(double value)
{
    const auto whole = static_cast<std::int64_t>(value);
    return static_cast<double>(whole) == value ? json::value(whole) : json::value(value);
}

constexpr std::string_view durationPattern =
    "^[0-9]*\\.?[0-9]+([eE][+-]?[0-9]+)?(ns|us|ms|s|min|h)$";

template <typename T>
json::object schemaOf(const T& member, const FieldInfo& info);

class SchemaObject
{
public:
    /// `alternative` is which member of the structure's choice to describe.
    explicit SchemaObject(std::size_t alternative)
        : m_alternative(alternative)
    {}

    template <typename T>
    void operator()(std::string_view key, const T& member, const FieldInfo& info)
    {
        put(key, schemaOf(member, info), info);
    }

    template <typename... Ts>
    void choose(std::string_view key, const std::variant<Ts...>&, const FieldInfo& info)
    {
        m_alternatives = sizeof...(Ts);
        const std::tuple<Ts...> all{};
        std::apply(
            [&](const auto&... one) {
                std::size_t at = 0;
                ((at++ == m_alternative ? describe(key, one, info) : void()), ...);
            },
            all);
    }

    std::size_t alternatives() const { return m_alternatives; }
    json::object take()
    {
        json::object schema{{"type", "object"}};
        if (!m_title.empty()) {
            schema["description"] = text(m_title);
        }
        schema["properties"] = std::move(m_properties);
        if (!m_required.empty()) {
            schema["required"] = std::move(m_required);
        }
        schema["additionalProperties"] = false;
        return schema;
    }

private:
    template <typename T>
    void describe(std::string_view key, const T& alternative, const FieldInfo& info)
    {
        m_title = T::doc;
        put(key, {{"description", text(info.doc)}, {"const", text(T::choice)}}, info.required());
        alternative.fields(*this);
    }
    void put(std::string_view key, json::object schema, const FieldInfo& info)
    {
        m_properties.emplace(json::string_view(key.data(), key.size()), std::move(schema));
        if (info.presence == Presence::Required) {
            m_required.push_back(text(key));
        }
    }

    std::size_t m_alternative;
    std::size_t m_alternatives = 0;
    std::string_view m_title;
    json::object m_properties;
    json::array m_required;
};

template <typename T>
json::object structureSchema(const T& structure)
{
    SchemaObject first(0);
    structure.fields(first);
    if (first.alternatives() == 0) {
        return first.take();
    }
    json::array alternatives;
    const std::size_t count = first.alternatives();
    alternatives.push_back(first.take());
    for (std::size_t i = 1; i < count; ++i) {
        SchemaObject next(i);
        structure.fields(next);
        alternatives.push_back(next.take());
    }
    return {{"oneOf", std::move(alternatives)}};
}

json::object secretSchema()
{
    const auto reference = [](std::string_view key) {
        return json::object{
            {"type", "object"},
            {"properties", json::object{{json::string_view(key.data(), key.size()),
                                         json::object{{"type", "string"}, {"minLength", 1}}}}},
            {"required", json::array{text(key)}},
            {"additionalProperties", false}};
    };
    return {{"oneOf", json::array{reference("env"), reference("file")}}};
}

json::object thresholdSchema()
{
    const json::object expression{{"type", "string"}, {"minLength", 1}, {"maxLength", 512}};
    const json::object flag{{"type", "boolean"}, {"default", false}};
    return {{"oneOf", json::array{expression, json::object{{"type", "object"},
                                                           {"properties",
                                                            json::object{{"expression", expression},
                                                                         {"abortOnFail", flag},
                                                                         {"optional", flag}}},
                                                           {"required", json::array{"expression"}},
                                                           {"additionalProperties", false}}}}};
}

/// The type and its bounds; description and default are added by schemaOf().
template <typename T>
json::object typeSchema(const T& member, const FieldInfo& info)
{
    if constexpr (std::is_same_v<T, bool>) {
        return {{"type", "boolean"}};
    } else if constexpr (std::is_unsigned_v<T>) {
        return {{"type", "integer"}, {"minimum", bound(info.min)}, {"maximum", bound(info.max)}};
    } else if constexpr (std::is_same_v<T, double>) {
        return {{"type", "number"}, {"minimum", bound(info.min)}, {"maximum", bound(info.max)}};
    } else if constexpr (std::is_same_v<T, std::string>) {
        json::object schema{
            {"type", "string"}, {"minLength", bound(info.min)}, {"maxLength", bound(info.max)}};
        if (!info.pattern.empty()) {
            schema["pattern"] = text(info.pattern);
        }
        return schema;
    } else if constexpr (std::is_same_v<T, base::Duration>) {
        const auto duration = [](double ns) {
            return text(base::formatDuration(base::Duration(static_cast<std::int64_t>(ns))));
        };
        // JSON Schema cannot compare durations; the strict reader does.
        return {{"type", "string"},
                {"pattern", text(durationPattern)},
                {"$comment", text("between " + std::string(duration(info.min)) + " and " +
                                  std::string(duration(info.max)))}};
    } else if constexpr (std::is_same_v<T, Secret>) {
        return secretSchema();
    } else if constexpr (std::is_same_v<T, Threshold>) {
        return thresholdSchema();
    } else if constexpr (std::is_same_v<T, Matrix>) {
        return {{"type", "object"},
                {"maxProperties", bound(info.max)},
                {"propertyNames", json::object{{"pattern", "^/"}}},
                {"additionalProperties",
                 json::object{{"type", "array"}, {"minItems", 1}, {"maxItems", 256}}}};
    } else if constexpr (std::is_enum_v<T>) {
        json::array names;
        for (const auto& named : namesOf(T{})) {
            names.push_back(text(named.name));
        }
        return {{"enum", std::move(names)}};
    } else if constexpr (requires { member.begin(); }) {
        FieldInfo element;
        element.min = info.elementMin;
        element.max = info.elementMax;
        return {{"type", "array"},
                {"minItems", bound(info.min)},
                {"maxItems", bound(info.max)},
                {"items", typeSchema(typename T::value_type{}, element)}};
    } else {
        return structureSchema(member);
    }
}

template <typename T>
void addDefault(json::object& schema, const T& member, const FieldInfo& info)
{
    if (info.presence == Presence::Required) {
        return;
    }
    if constexpr (std::is_same_v<T, bool> || std::is_unsigned_v<T> || std::is_same_v<T, double>) {
        schema["default"] = member;
    } else if constexpr (std::is_same_v<T, base::Duration>) {
        schema["default"] = text(base::formatDuration(member));
    } else if constexpr (std::is_same_v<T, std::string>) {
        schema["default"] = text(member);
    } else if constexpr (std::is_enum_v<T>) {
        schema["default"] = text(nameOf(member));
    }
}

template <typename T>
inline constexpr bool isOptional = false;
template <typename T>
inline constexpr bool isOptional<std::optional<T>> = true;

template <typename T>
json::object schemaOf(const T& member, const FieldInfo& info)
{
    json::object schema{{"description", text(info.doc)}};
    const auto add = [&](json::object type) {
        for (auto& [key, value] : type) {
            schema.emplace(key, std::move(value));
        }
    };
    if constexpr (isOptional<T>) {
        add(typeSchema(typename T::value_type{}, info)); // absent unless set: no default
    } else {
        add(typeSchema(member, info));
        addDefault(schema, member, info);
    }
    return schema;
}

} // namespace

std::string scenarioSchema()
{
    json::object schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                        {"title", "UaSurge scenario"}};
    for (auto& [key, value] : structureSchema(Scenario{})) {
        schema.emplace(key, std::move(value));
    }
    return prettyJson(schema);
}

} // namespace scenario
