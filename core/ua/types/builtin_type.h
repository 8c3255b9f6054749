// SPDX-License-Identifier: MIT
// The 25 built-in types and their ids (Part 6 §5.1.2, table 1).
#pragma once

#include <cstdint>
#include <string_view>

namespace ua {

enum class BuiltinType : std::uint8_t {
    Null = 0,
    Boolean,
    SByte,
    Byte,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
    Float,
    Double,
    String,
    DateTime,
    Guid,
    ByteString,
    XmlElement,
    NodeId,
    ExpandedNodeId,
    StatusCode,
    QualifiedName,
    LocalizedText,
    ExtensionObject,
    DataValue,
    Variant,
    DiagnosticInfo,
};

/// "Int32"; "reserved" for ids 26 to 31.
std::string_view nameOf(BuiltinType type);

} // namespace ua
