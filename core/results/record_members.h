// SPDX-License-Identifier: MIT
// Reads the members of one record. The first problem is kept, with the member's name, what was
// expected and what was found; later reads then give defaults.
#pragma once

#include "base/result.h"

#include <boost/json/object.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace results {

/// "an object", "the number 5", "the text \"abc\"": what a message shows of a value, shortened.
std::string describeJson(const boost::json::value& value);

class RecordMembers
{
public:
    RecordMembers(const boost::json::object& object, std::string where)
        : m_object(object)
        , m_where(std::move(where))
    {}

    std::int64_t integer(std::string_view key, std::optional<std::int64_t> otherwise = {});
    /// A time or count: an integer of at least 0 (and at most 2^53 where JSON tools must keep it).
    std::int64_t natural(std::string_view key, std::optional<std::int64_t> otherwise = {});
    std::uint32_t index(std::string_view key, std::optional<std::uint32_t> otherwise = {});
    std::uint64_t unsignedInteger(std::string_view key, std::uint64_t otherwise);
    double number(std::string_view key, std::optional<double> otherwise = {});
    bool boolean(std::string_view key, bool otherwise);
    std::string text(std::string_view key, std::optional<std::string> otherwise = {});
    boost::json::object object(std::string_view key);
    boost::json::value value(std::string_view key) const;
    std::vector<std::string> texts(std::string_view key);
    std::map<std::string, std::int64_t> integers(std::string_view key);
    std::map<std::string, double> numbers(std::string_view key);
    std::map<std::string, std::string> textMap(std::string_view key);
    std::map<std::string, std::pair<double, double>> pairs(std::string_view key);

    void reject(std::string_view key, std::string_view expected, const boost::json::value* found);
    const std::optional<base::Error>& error() const { return m_error; }

private:
    const boost::json::value* find(std::string_view key, bool required, std::string_view expected);
    /// Calls take(name, value), which returns false when the value is not what was expected.
    template <typename Take>
    void eachMember(std::string_view key, std::string_view expected, Take&& take);

    const boost::json::object& m_object;
    std::string m_where;
    std::optional<base::Error> m_error;
};

} // namespace results
