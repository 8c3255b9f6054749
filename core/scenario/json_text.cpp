// SPDX-License-Identifier: MIT
#include "scenario/json_text.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <vector>

namespace scenario {

namespace {

namespace json = boost::json;
constexpr base::StatusCode decodingError{0x80070000}; // Bad_DecodingError

// The document parser keeps the last of two equal keys without a word, so a first pass looks at
// the keys alone and remembers where in the document it is.
class DuplicateFinder
{
public:
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = maxDocumentBytes;
    static constexpr std::size_t max_string_size = maxDocumentBytes;

    const std::string& duplicate() const { return m_duplicate; }

    bool on_document_begin(json::error_code&) { return true; }
    bool on_document_end(json::error_code&) { return true; }
    bool on_object_begin(json::error_code&) { return open(Kind::Object); }
    bool on_object_end(std::size_t, json::error_code&) { return close(); }
    bool on_array_begin(json::error_code&) { return open(Kind::Array); }
    bool on_array_end(std::size_t, json::error_code&) { return close(); }
    bool on_key_part(json::string_view part, std::size_t, json::error_code&)
    {
        m_key.append(part.data(), part.size());
        return true;
    }
    bool on_key(json::string_view part, std::size_t, json::error_code& error)
    {
        m_key.append(part.data(), part.size());
        auto& level = m_levels.back();
        level.key = m_key;
        if (!level.keys.insert(std::move(m_key)).second) {
            m_duplicate = pointer();
            error = json::error::exception;
            return false;
        }
        m_key.clear();
        return true;
    }
    bool on_string_part(json::string_view, std::size_t, json::error_code&) { return true; }
    bool on_string(json::string_view, std::size_t, json::error_code&) { return value(); }
    bool on_number_part(json::string_view, json::error_code&) { return true; }
    bool on_int64(std::int64_t, json::string_view, json::error_code&) { return value(); }
    bool on_uint64(std::uint64_t, json::string_view, json::error_code&) { return value(); }
    bool on_double(double, json::string_view, json::error_code&) { return value(); }
    bool on_bool(bool, json::error_code&) { return value(); }
    bool on_null(json::error_code&) { return value(); }
    bool on_comment_part(json::string_view, json::error_code&) { return true; }
    bool on_comment(json::string_view, json::error_code&) { return true; }

private:
    enum class Kind { Object, Array };
    struct Level
    {
        Kind kind;
        std::set<std::string> keys = {};
        std::string key = {};
        std::size_t index = 0;
    };

    bool open(Kind kind)
    {
        m_levels.push_back({kind});
        return true;
    }
    bool close()
    {
        m_levels.pop_back();
        return value();
    }
    bool value()
    {
        if (!m_levels.empty() && m_levels.back().kind == Kind::Array) {
            ++m_levels.back().index;
        }
        return true;
    }
    std::string pointer() const
    {
        std::string result;
        for (const auto& level : m_levels) {
            result = childPointer(result, level.kind == Kind::Array ? std::to_string(level.index)
                                                                    : level.key);
        }
        return result;
    }

    std::vector<Level> m_levels;
    std::string m_key;
    std::string m_duplicate;
};

std::string position(std::string_view text, std::size_t offset)
{
    const auto before = text.substr(0, std::min(offset, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto lineBegin = before.rfind('\n');
    const std::size_t column =
        1 + (lineBegin == std::string_view::npos ? before.size() : before.size() - lineBegin - 1);
    return fmt::format("line {}, column {}", line, column);
}

bool isPlain(const json::value& value)
{
    return !value.is_object() && !value.is_array();
}

void write(std::string& out, const json::value& value, std::size_t indent);

void writeNumber(std::string& out, double number)
{
    // {fmt} gives the shortest text that reads back to the same double, without exponent for
    // ordinary sizes; boost::json writes 1E3.
    fmt::format_to(std::back_inserter(out), "{}", number);
}

void writeList(std::string& out, const json::array& list, std::size_t indent)
{
    constexpr std::size_t longestLine = 90;
    if (std::all_of(list.begin(), list.end(), isPlain)) {
        std::string line = "[";
        for (const auto& element : list) {
            line += line.size() > 1 ? ", " : "";
            write(line, element, 0);
        }
        line += ']';
        if (line.size() <= longestLine) {
            out += line;
            return;
        }
    }
    out += "[\n";
    for (std::size_t i = 0; i < list.size(); ++i) {
        out.append(indent + 2, ' ');
        write(out, list[i], indent + 2);
        out += i + 1 < list.size() ? ",\n" : "\n";
    }
    out.append(indent, ' ');
    out += ']';
}

void writeObject(std::string& out, const json::object& object, std::size_t indent)
{
    if (object.empty()) {
        out += "{}";
        return;
    }
    out += "{\n";
    std::size_t left = object.size();
    for (const auto& [key, member] : object) {
        out.append(indent + 2, ' ');
        out += json::serialize(json::string(key));
        out += ": ";
        write(out, member, indent + 2);
        out += --left > 0 ? ",\n" : "\n";
    }
    out.append(indent, ' ');
    out += '}';
}

void write(std::string& out, const json::value& value, std::size_t indent)
{
    if (const auto* object = value.if_object()) {
        writeObject(out, *object, indent);
    } else if (const auto* list = value.if_array()) {
        writeList(out, *list, indent);
    } else if (const auto* number = value.if_double()) {
        writeNumber(out, *number);
    } else {
        out += json::serialize(value);
    }
}

} // namespace

std::string childPointer(std::string_view parent, std::string_view key)
{
    std::string pointer(parent);
    pointer += '/';
    for (const char c : key) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer += c;
        }
    }
    return pointer;
}

base::Result<json::value> parseJson(std::string_view text)
{
    if (text.size() > maxDocumentBytes) {
        return base::fail(decodingError,
                          fmt::format("the document has {} bytes: expected at most {}", text.size(),
                                      maxDocumentBytes));
    }
    json::parse_options options;
    options.max_depth = maxDocumentDepth;
    json::basic_parser<DuplicateFinder> finder(options);
    json::error_code error;
    const std::size_t consumed = finder.write_some(false, text.data(), text.size(), error);
    if (!finder.handler().duplicate().empty()) {
        return base::fail(decodingError,
                          fmt::format("{}: expected each key once, found it twice ({})",
                                      finder.handler().duplicate(), position(text, consumed)));
    }
    if (!error && consumed < text.size()) {
        error = json::error::extra_data;
    }
    if (error == json::error::too_deep) {
        return base::fail(decodingError, fmt::format("{}: expected at most {} nested levels",
                                                     position(text, consumed), maxDocumentDepth));
    }
    if (error) {
        return base::fail(decodingError, fmt::format("{}: not JSON: {}", position(text, consumed),
                                                     error.message()));
    }
    json::value value =
        json::parse(json::string_view(text.data(), text.size()), error, {}, options);
    if (error) {
        return base::fail(decodingError, "not JSON: " + error.message());
    }
    return value;
}

std::string prettyJson(const json::value& value)
{
    std::string out;
    write(out, value, 0);
    out += '\n';
    return out;
}

std::string compactJson(const json::value& value)
{
    if (const auto* number = value.if_double()) {
        std::string out;
        writeNumber(out, *number);
        return out;
    }
    return json::serialize(value);
}

} // namespace scenario
