// SPDX-License-Identifier: MIT
// What a decoder accepts; every length is compared with these and with the bytes that are left
// before anything is allocated (Part 6 §5.1.8, §5.2.2).
#pragma once

#include <cstdint>

namespace ua {

struct Limits
{
    std::uint32_t maxStringLength = 16U << 20;
    std::uint32_t maxByteStringLength = 16U << 20;
    std::uint32_t maxArrayLength = 4U << 20;
    /// Nesting of Variant, DataValue, ExtensionObject and DiagnosticInfo together; at least 100.
    std::uint32_t maxDepth = 128;
    /// Heap bytes all decoded arrays of one message may take together.
    std::uint64_t maxTotalArrayBytes = 512U << 20;
};

} // namespace ua
