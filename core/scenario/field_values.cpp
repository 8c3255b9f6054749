// SPDX-License-Identifier: MIT
// The leaves of a scenario: one JSON value into one member, or a problem that says what would fit.
#include "scenario/field_reader.h"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scenario {

namespace {

constexpr std::size_t longestQuote = 60;

std::string bounds(const FieldInfo& info)
{
    return fmt::format("between {} and {}", info.min, info.max);
}

std::string durationBounds(const FieldInfo& info)
{
    const auto text = [](double ns) {
        return base::formatDuration(base::Duration(static_cast<std::int64_t>(ns)));
    };
    return fmt::format("a duration with its unit between {} and {}, as in \"250ms\"",
                       text(info.min), text(info.max));
}

void reject(const Place& place, std::string expected, std::string hint = {})
{
    place.problems.add(place.pointer, std::move(expected), describe(place.json), std::move(hint));
}

std::string joined(const std::vector<std::string_view>& names)
{
    return fmt::format("{}", fmt::join(names, ", "));
}

// The two patterns in use are of one shape: a first character class and one for the rest.
bool matches(std::string_view text, std::string_view pattern)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (pattern.starts_with("^uasurge-scenario/1")) {
        constexpr std::string_view head = "uasurge-scenario/1.";
        return text.starts_with(head) && text.size() > head.size() &&
               std::all_of(text.begin() + head.size(), text.end(), isDigit);
    }
    const bool digitFirst = pattern.starts_with("^[A-Za-z0-9]");
    const bool dots = pattern.find('.') != std::string_view::npos;
    return !text.empty() && (isLetter(text[0]) || (digitFirst && isDigit(text[0]))) &&
           std::all_of(text.begin(), text.end(), [&](char c) {
               return isLetter(c) || isDigit(c) || c == '_' || c == '-' || (dots && c == '.');
           });
}

/// A threshold in its long form.
struct ThresholdParts
{
    std::string expression;
    bool abortOnFail = false;
    bool optional = false;

    void fields(this auto& self, auto&& field)
    {
        field("expression", self.expression, between(1, 512, "The criterion.").required());
        field("abortOnFail", self.abortOnFail, about("End the run when it fails."));
        field("optional", self.optional, about("Not measured does not make the run invalid."));
    }
};

std::size_t cutLength(std::string_view text)
{
    // between characters, never inside one
    std::size_t end = std::min(text.size(), longestQuote);
    while (end > 0 && end < text.size() &&
           (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return end;
}

} // namespace

std::string describe(const boost::json::value& value)
{
    switch (value.kind()) {
    case boost::json::kind::null:
        return "null";
    case boost::json::kind::object:
        return "an object";
    case boost::json::kind::array:
        return fmt::format("a list of {}", value.get_array().size());
    case boost::json::kind::string: {
        const auto& text = value.get_string();
        auto quoted = compactJson(value);
        if (text.size() > longestQuote) {
            quoted = compactJson(boost::json::string(
                         text.subview(0, cutLength(std::string_view(text.data(), text.size()))))) +
                     "…";
        }
        return "the text " + quoted;
    }
    default:
        return "the value " + compactJson(value);
    }
}

void readBoolean(bool& member, const Place& place)
{
    if (const auto* value = place.json.if_bool()) {
        member = *value;
    } else {
        reject(place, "true or false");
    }
}

std::optional<double> readWholeNumber(const Place& place)
{
    boost::json::error_code error;
    const auto number = place.json.to_number<std::int64_t>(error);
    if (error || place.json.is_double() || static_cast<double>(number) < place.info.min ||
        static_cast<double>(number) > place.info.max) {
        reject(place, "a whole number " + bounds(place.info));
        return std::nullopt;
    }
    return static_cast<double>(number); // every bound is below 2^53
}

void readNumber(double& member, const Place& place)
{
    boost::json::error_code error;
    const auto number = place.json.to_number<double>(error);
    if (error || !std::isfinite(number) || number < place.info.min || number > place.info.max) {
        reject(place, "a number " + bounds(place.info));
        return;
    }
    member = number;
}

void readText(std::string& member, const Place& place)
{
    const auto* text = place.json.if_string();
    if (text == nullptr) {
        reject(place, "a text");
        return;
    }
    const auto size = static_cast<double>(text->size());
    if (size < place.info.min || size > place.info.max) {
        reject(place, fmt::format("a text of {} to {} bytes", place.info.min, place.info.max));
        return;
    }
    const std::string_view view(text->data(), text->size());
    if (view.find('\0') != std::string_view::npos) {
        reject(place, "a text without a zero character");
        return;
    }
    if (!place.info.pattern.empty() && !matches(view, place.info.pattern)) {
        reject(place, fmt::format("a text like {}", place.info.pattern));
        return;
    }
    member = view;
}

void readDuration(base::Duration& member, const Place& place)
{
    const auto* text = place.json.if_string();
    const auto duration = text == nullptr
                              ? std::nullopt
                              : base::parseDuration(std::string_view(text->data(), text->size()));
    if (!duration || static_cast<double>(duration->count()) < place.info.min ||
        static_cast<double>(duration->count()) > place.info.max) {
        reject(place, durationBounds(place.info));
        return;
    }
    member = *duration;
}

void readSecret(Secret& member, const Place& place)
{
    constexpr auto expectation = R"(a reference: {"env": "NAME"} or {"file": "path"})";
    // What stands there is never repeated: it may be the secret.
    const auto refuse = [&](std::string found) {
        place.problems.add(place.pointer, expectation, std::move(found),
                           "a secret never stands in a scenario");
    };
    const auto* object = place.json.if_object();
    if (object == nullptr) {
        refuse(place.json.is_string() ? "a literal" : "another type of value");
        return;
    }
    if (object->size() != 1) {
        refuse(fmt::format("an object with {} members", object->size()));
        return;
    }
    const auto& [key, value] = *object->begin();
    const auto* text = value.if_string();
    if ((key != "env" && key != "file") || text == nullptr || text->empty() ||
        text->size() > 4'096 ||
        std::string_view(text->data(), text->size()).find('\0') != std::string_view::npos) {
        refuse("an object that is none");
        return;
    }
    member = {};
    (key == "env" ? member.env : member.file) = std::string_view(text->data(), text->size());
}

void readThreshold(Threshold& member, const Place& place)
{
    const auto* text = place.json.if_string();
    const auto* object = place.json.if_object();
    bool abortOnFail = false;
    bool optional = false;
    if (object != nullptr) {
        ThresholdParts parts;
        readStructure(parts, place);
        if (parts.expression.empty()) {
            return;
        }
        abortOnFail = parts.abortOnFail;
        optional = parts.optional;
        text = object->at("expression").if_string();
    }
    if (text == nullptr) {
        reject(place, "an expression such as \"subscribe.latency:p(99)<250ms\", or an object with "
                      "expression, abortOnFail and optional");
        return;
    }
    auto threshold = parseThreshold(std::string_view(text->data(), text->size()));
    if (!threshold) {
        reject(place, "a threshold", threshold.error().context);
        return;
    }
    member = std::move(*threshold);
    member.abortOnFail = abortOnFail;
    member.optional = optional;
}

void readMatrix(Matrix& member, const Place& place)
{
    const auto* object = place.json.if_object();
    if (object == nullptr) {
        reject(place, R"(an object such as {"/workloads/0/sessions": [500, 1000]})");
        return;
    }
    if (static_cast<double>(object->size()) > place.info.max) {
        reject(place, fmt::format("at most {} parameters", place.info.max));
        return;
    }
    for (const auto& [key, value] : *object) {
        const std::string pointer = childPointer(place.pointer, std::string_view(key));
        const auto* list = value.if_array();
        if (list == nullptr || list->empty() || list->size() > 256) {
            place.problems.add(pointer, "a list of 1 to 256 values", describe(value));
            continue;
        }
        MatrixAxis axis;
        axis.pointer = std::string_view(key);
        for (const auto& element : *list) {
            axis.values.push_back(compactJson(element));
        }
        member.push_back(std::move(axis));
    }
}

std::optional<std::size_t> readChoice(const std::vector<std::string_view>& names,
                                      const Place& place)
{
    const auto* text = place.json.if_string();
    if (text == nullptr) {
        reject(place, "one of " + joined(names));
        return std::nullopt;
    }
    const std::string_view word(text->data(), text->size());
    const auto at = std::find(names.begin(), names.end(), word);
    if (at == names.end()) {
        const auto close = word.size() <= longestQuote ? base::nearest(word, names) : std::nullopt;
        reject(place, "one of " + joined(names),
               close ? fmt::format("did you mean {}?", *close) : std::string());
        return std::nullopt;
    }
    return static_cast<std::size_t>(at - names.begin());
}

const boost::json::array* readListHead(const Place& place)
{
    const auto* list = place.json.if_array();
    const auto size = list == nullptr ? 0.0 : static_cast<double>(list->size());
    if (list == nullptr || size < place.info.min || size > place.info.max) {
        reject(place, fmt::format("a list of {} to {} elements", place.info.min, place.info.max));
        return nullptr;
    }
    return list;
}

void ObjectReader::rejectKey(std::string_view name, const std::vector<std::string_view>& all)
{
    const std::string shown(name.substr(0, cutLength(name)));
    const bool ofOther = std::find(all.begin(), all.end(), name) != all.end();
    std::string hint;
    if (!ofOther && name.size() <= longestQuote) {
        const auto close = base::nearest(name, m_known);
        hint = close ? fmt::format("did you mean {}?", *close)
                     : fmt::format("known keys: {}", joined(m_known));
    }
    m_problems.add(
        childPointer(m_pointer, shown),
        ofOther ? fmt::format("only keys that go with {} {}", m_choiceKey, m_choice)
                : std::string("a known key"),
        ofOther ? "one of another " + std::string(m_choiceKey) : fmt::format("'{}'", shown), hint);
}

} // namespace scenario
