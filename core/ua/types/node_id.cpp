// SPDX-License-Identifier: MIT
#include "ua/types/node_id.h"

#include <fmt/format.h>

#include <charconv>

namespace ua {

namespace {

constexpr StatusCode badNodeIdInvalid{0x80330000U};

template <typename T>
bool parseNumber(std::string_view text, T& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

base::Result<Guid> parseGuid(std::string_view text)
{
    std::string digits;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash != (text[i] == '-')) {
            return base::fail(badNodeIdInvalid, "a GUID is written as 8-4-4-4-12 digits");
        }
        if (!dash) {
            digits += text[i];
        }
    }
    UA_TRY_ASSIGN(const base::Bytes bytes, base::fromHex(digits));
    if (bytes.size() != 16) {
        return base::fail(badNodeIdInvalid, "a GUID is written as 8-4-4-4-12 digits");
    }
    Guid guid;
    guid.data1 = std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
                 std::uint32_t{bytes[2]} << 8 | bytes[3];
    guid.data2 = static_cast<std::uint16_t>(bytes[4] << 8 | bytes[5]);
    guid.data3 = static_cast<std::uint16_t>(bytes[6] << 8 | bytes[7]);
    std::copy(bytes.begin() + 8, bytes.end(), guid.data4.begin());
    return guid;
}

} // namespace

bool NodeId::isNull() const
{
    if (namespaceIndex != 0) {
        return false;
    }
    switch (identifier.index()) {
    case 0:
        return std::get<0>(identifier) == 0;
    case 1:
        return std::get<1>(identifier).empty();
    case 2:
        return std::get<2>(identifier) == Guid{};
    default:
        return std::get<3>(identifier).empty();
    }
}

std::uint32_t NodeId::standardId() const
{
    return namespaceIndex == 0 && isNumeric() ? std::get<0>(identifier) : 0;
}

std::string NodeId::text() const
{
    const std::string prefix = namespaceIndex == 0 ? "" : fmt::format("ns={};", namespaceIndex);
    switch (identifier.index()) {
    case 0:
        return fmt::format("{}i={}", prefix, std::get<0>(identifier));
    case 1:
        return fmt::format("{}s={}", prefix, std::get<1>(identifier).text());
    case 2:
        return fmt::format("{}g={}", prefix, std::get<2>(identifier).text());
    default:
        return fmt::format("{}b={}", prefix, base::toBase64(std::get<3>(identifier).view()));
    }
}

base::Result<NodeId> NodeId::parse(std::string_view text)
{
    const std::string_view whole = text;
    const auto invalid = [whole](std::string_view why) {
        return base::fail(badNodeIdInvalid,
                          fmt::format("\"{}\" is not a NodeId: {} (expected for example i=85 or "
                                      "ns=2;s=Line1.Speed)",
                                      whole.substr(0, 100), why));
    };
    NodeId id;
    if (text.starts_with("ns=")) {
        const auto semicolon = text.find(';');
        if (semicolon == std::string_view::npos ||
            !parseNumber(text.substr(3, semicolon - 3), id.namespaceIndex)) {
            return invalid("the namespace index must be 0 to 65535, followed by a semicolon");
        }
        text.remove_prefix(semicolon + 1);
    }
    if (text.size() < 2 || text[1] != '=') {
        return invalid("no identifier");
    }
    const std::string_view value = text.substr(2);
    switch (text[0]) {
    case 'i': {
        std::uint32_t number = 0;
        if (!parseNumber(value, number)) {
            return invalid("a numeric identifier is 0 to 4294967295");
        }
        id.identifier = number;
        return id;
    }
    case 's':
        id.identifier = String(value);
        return id;
    case 'g': {
        auto guid = parseGuid(value);
        if (!guid) {
            return invalid(guid.error().context);
        }
        id.identifier = *guid;
        return id;
    }
    case 'b': {
        auto bytes = base::fromBase64(value);
        if (!bytes) {
            return invalid(bytes.error().context);
        }
        id.identifier = ByteString(std::move(*bytes));
        return id;
    }
    default:
        return invalid("the identifier starts with i=, s=, g= or b=");
    }
}

} // namespace ua

std::size_t std::hash<ua::NodeId>::operator()(const ua::NodeId& id) const noexcept
{
    std::size_t value = 0;
    switch (id.identifier.index()) {
    case 0:
        value = std::get<0>(id.identifier);
        break;
    case 1:
        value = std::hash<std::string_view>{}(std::get<1>(id.identifier));
        break;
    case 2:
        value = std::get<2>(id.identifier).data1 ^
                (std::size_t{std::get<2>(id.identifier).data4[7]} << 32);
        break;
    default: {
        const auto& bytes = std::get<3>(id.identifier).bytes();
        value = std::hash<std::string_view>{}(base::textOf(bytes));
    }
    }
    value ^= std::size_t{id.namespaceIndex} << 48;
    return value * 0x9E3779B97F4A7C15U;
}
