// SPDX-License-Identifier: MIT
#include "scenario/overrides.h"

#include "scenario/json_text.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace scenario {

namespace {

namespace json = boost::json;
constexpr base::StatusCode invalidArgument{0x80AB0000}; // Bad_InvalidArgument

/// The tokens of an RFC 6901 pointer; nothing when it is none.
std::optional<std::vector<std::string>> tokensOf(std::string_view pointer)
{
    if (pointer.empty() || pointer.front() != '/') {
        return std::nullopt;
    }
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        if (pointer[i] == '/') {
            tokens.emplace_back();
        } else if (pointer[i] != '~') {
            tokens.back() += pointer[i];
        } else if (i + 1 < pointer.size() && (pointer[i + 1] == '0' || pointer[i + 1] == '1')) {
            tokens.back() += pointer[++i] == '0' ? '~' : '/';
        } else {
            return std::nullopt;
        }
    }
    return tokens;
}

std::optional<std::size_t> indexOf(std::string_view token, std::size_t size)
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
    if (error != std::errc{} || end != token.data() + token.size() || index >= size ||
        (token.size() > 1 && token.front() == '0')) {
        return std::nullopt;
    }
    return index;
}

bool isSameOrInside(std::string_view inner, std::string_view outer)
{
    return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '/');
}

void dropAxes(json::object& document, std::string_view pointer)
{
    auto* member = document.if_contains("matrix");
    auto* matrix = member == nullptr ? nullptr : member->if_object();
    if (matrix == nullptr) {
        return;
    }
    std::vector<std::string> axes;
    for (const auto& [key, values] : *matrix) {
        const std::string_view axis(key.data(), key.size());
        if (isSameOrInside(axis, pointer) || isSameOrInside(pointer, axis)) {
            axes.emplace_back(axis);
        }
    }
    for (const auto& axis : axes) {
        matrix->erase(axis);
    }
    if (matrix->empty()) {
        document.erase("matrix");
    }
}

} // namespace

base::Result<void> setAt(json::value& document, std::string_view pointer, json::value value)
{
    const auto tokens = tokensOf(pointer);
    if (!tokens || tokens->size() > maxDocumentDepth) {
        return base::fail(
            invalidArgument,
            fmt::format("'{}': expected a JSON pointer such as /workloads/0/sessions", pointer));
    }
    json::value* at = &document;
    std::string walked;
    for (std::size_t i = 0; i < tokens->size(); ++i) {
        const auto& token = (*tokens)[i];
        const bool last = i + 1 == tokens->size();
        if (auto* list = at->if_array()) {
            const auto index = indexOf(token, list->size());
            if (!index) {
                return base::fail(invalidArgument,
                                  fmt::format("{}: expected an index below {} in {}, found '{}'",
                                              pointer, list->size(),
                                              walked.empty() ? "the document" : walked, token));
            }
            at = &(*list)[*index];
        } else if (auto* object = at->if_object()) {
            auto* member = object->if_contains(token);
            at = member != nullptr ? member : &(*object)[token];
            if (at->is_null() && !last) {
                at->emplace_object();
            }
        } else {
            return base::fail(invalidArgument,
                              fmt::format("{}: nothing can be inside {}, which is {}", pointer,
                                          walked.empty() ? "the document" : walked,
                                          compactJson(*at)));
        }
        walked = childPointer(walked, token);
    }
    *at = std::move(value);
    return {};
}

base::Result<std::string> applyOverride(std::string_view document, std::string_view assignment)
{
    const auto equals = assignment.find('=');
    if (equals == std::string_view::npos || !assignment.starts_with('/')) {
        return base::fail(
            invalidArgument,
            fmt::format("'{}': expected /pointer=value, as in /workloads/0/sessions=500",
                        assignment));
    }
    const auto pointer = assignment.substr(0, equals);
    const auto text = assignment.substr(equals + 1);
    UA_TRY_ASSIGN(json::value root, parseJson(document));
    auto* object = root.if_object();
    if (object == nullptr) {
        return base::fail(invalidArgument, "the document: expected an object");
    }
    // What is no JSON is a text, so that units and names need no quotes inside quotes.
    const auto parsed = parseJson(text);
    json::value value = parsed ? *parsed : json::value(json::string(text.data(), text.size()));
    if (pointer == "/matrix" && value.is_null()) {
        object->erase("matrix");
        return prettyJson(root);
    }
    UA_TRY(setAt(root, pointer, std::move(value)));
    dropAxes(root.get_object(), pointer);
    return prettyJson(root);
}

} // namespace scenario
