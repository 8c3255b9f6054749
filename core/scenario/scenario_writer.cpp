// SPDX-License-Identifier: MIT
#include "scenario/scenario_writer.h"

#include "base/text.h"
#include "scenario/json_text.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <optional>
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

template <typename T>
json::value valueOf(const T& member);

class ObjectWriter
{
public:
    template <typename T>
    void operator()(std::string_view key, const T& member, const FieldInfo&)
    {
        put(key, valueOf(member));
    }
    template <typename T>
    void operator()(std::string_view key, const std::optional<T>& member, const FieldInfo&)
    {
        if (member) {
            put(key, valueOf(*member));
        }
    }
    void operator()(std::string_view key, const Secret& member, const FieldInfo&)
    {
        if (member.isSet()) {
            put(key, valueOf(member));
        }
    }
    void operator()(std::string_view key, const Matrix& member, const FieldInfo&)
    {
        if (!member.empty()) {
            put(key, valueOf(member));
        }
    }
    template <typename... Ts>
    void choose(std::string_view key, const std::variant<Ts...>& member, const FieldInfo&)
    {
        std::visit(
            [&](const auto& alternative) {
                put(key, text(alternative.choice));
                alternative.fields(*this);
            },
            member);
    }
    json::object take() { return std::move(m_object); }

private:
    void put(std::string_view key, json::value value)
    {
        m_object.emplace(json::string_view(key.data(), key.size()), std::move(value));
    }

    json::object m_object;
};

json::value thresholdValue(const Threshold& threshold)
{
    if (!threshold.abortOnFail && !threshold.optional) {
        return text(threshold.expression);
    }
    return json::object{{"expression", text(threshold.expression)},
                        {"abortOnFail", threshold.abortOnFail},
                        {"optional", threshold.optional}};
}

json::value matrixValue(const Matrix& matrix)
{
    json::object object;
    for (const auto& axis : matrix) {
        json::array values;
        for (const auto& value : axis.values) {
            json::error_code error; // the texts were written by us
            values.push_back(json::parse(value, error));
        }
        object.emplace(axis.pointer, std::move(values));
    }
    return object;
}

template <typename T>
json::value valueOf(const T& member)
{
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::uint32_t> ||
                  std::is_same_v<T, std::uint64_t> || std::is_same_v<T, double>) {
        return member;
    } else if constexpr (std::is_same_v<T, std::string>) {
        return text(member);
    } else if constexpr (std::is_same_v<T, base::Duration>) {
        return text(base::formatDuration(member));
    } else if constexpr (std::is_same_v<T, Secret>) {
        const bool fromFile = member.env.empty();
        return json::object{{fromFile ? "file" : "env", text(fromFile ? member.file : member.env)}};
    } else if constexpr (std::is_same_v<T, Threshold>) {
        return thresholdValue(member);
    } else if constexpr (std::is_same_v<T, Matrix>) {
        return matrixValue(member);
    } else if constexpr (std::is_enum_v<T>) {
        return text(nameOf(member));
    } else if constexpr (requires { member.begin(); }) {
        json::array list;
        for (const auto& element : member) {
            list.push_back(valueOf(element));
        }
        return list;
    } else {
        ObjectWriter writer;
        member.fields(writer);
        return writer.take();
    }
}

} // namespace

std::string toJson(const Scenario& scenario)
{
    return prettyJson(valueOf(scenario));
}

} // namespace scenario
