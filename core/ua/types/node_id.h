// SPDX-License-Identifier: MIT
// NodeId and ExpandedNodeId (Part 6 §5.2.2.9, §5.2.2.10) and their text form (§5.3.1.10).
#pragma once

#include "base/result.h"
#include "ua/types/scalars.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

namespace ua {

struct NodeId
{
    std::uint16_t namespaceIndex = 0;
    std::variant<std::uint32_t, String, Guid, ByteString> identifier;

    NodeId() = default;
    constexpr NodeId(std::uint32_t id)
        : identifier(id)
    {}
    NodeId(std::uint16_t ns, std::uint32_t id)
        : namespaceIndex(ns)
        , identifier(id)
    {}
    NodeId(std::uint16_t ns, String id)
        : namespaceIndex(ns)
        , identifier(std::move(id))
    {}
    NodeId(std::uint16_t ns, Guid id)
        : namespaceIndex(ns)
        , identifier(id)
    {}
    NodeId(std::uint16_t ns, ByteString id)
        : namespaceIndex(ns)
        , identifier(std::move(id))
    {}

    /// ns=0 and i=0, or ns=0 and a null or empty string, opaque or zero GUID identifier.
    bool isNull() const;
    /// The numeric identifier if ns=0 and numeric, else 0.
    std::uint32_t standardId() const;
    bool isNumeric() const { return identifier.index() == 0; }
    /// "i=85", "ns=2;s=Line1.Speed", "ns=1;g=…", "ns=1;b=<base64>".
    std::string text() const;
    static base::Result<NodeId> parse(std::string_view text);

    friend bool operator==(const NodeId&, const NodeId&) = default;
    friend auto operator<=>(const NodeId&, const NodeId&) = default;
};

struct ExpandedNodeId
{
    NodeId nodeId;
    String namespaceUri;
    std::uint32_t serverIndex = 0;

    ExpandedNodeId() = default;
    ExpandedNodeId(NodeId id)
        : nodeId(std::move(id))
    {}

    friend bool operator==(const ExpandedNodeId&, const ExpandedNodeId&) = default;
};

} // namespace ua

template <>
struct std::hash<ua::NodeId>
{
    std::size_t operator()(const ua::NodeId& id) const noexcept;
};
