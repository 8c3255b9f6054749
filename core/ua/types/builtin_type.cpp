// SPDX-License-Identifier: MIT
#include "ua/types/builtin_type.h"

#include <array>

namespace ua {

std::string_view nameOf(BuiltinType type)
{
    constexpr std::array<std::string_view, 26> names{
        "Null",          "Boolean",       "SByte",           "Byte",           "Int16",
        "UInt16",        "Int32",         "UInt32",          "Int64",          "UInt64",
        "Float",         "Double",        "String",          "DateTime",       "Guid",
        "ByteString",    "XmlElement",    "NodeId",          "ExpandedNodeId", "StatusCode",
        "QualifiedName", "LocalizedText", "ExtensionObject", "DataValue",      "Variant",
        "DiagnosticInfo"};
    const auto index = static_cast<std::size_t>(type);
    return index < names.size() ? names[index] : "reserved";
}

} // namespace ua
