// SPDX-License-Identifier: MIT
// Rows of the standard address space (namespace 0).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ua {

struct StandardNode
{
    std::uint32_t id;
    std::int32_t nodeClass;
    std::string_view browseName;
    std::uint32_t dataType;
    std::int32_t valueRank;
    bool isAbstract;
    bool symmetric;
    std::string_view inverseName;
};
struct StandardReference
{
    std::uint32_t source;
    std::uint32_t type;
    std::uint32_t target;
};

std::span<const StandardNode> standardNodes();
std::span<const StandardReference> standardReferences();

} // namespace ua
