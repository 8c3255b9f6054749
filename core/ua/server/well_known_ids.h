// SPDX-License-Identifier: MIT
// Identifiers of the namespace 0 nodes that code refers to (Part 6 annex A.3).
#pragma once

#include <cstdint>

namespace ua::id {

inline constexpr std::uint32_t rootFolder = 84;
inline constexpr std::uint32_t objectsFolder = 85;
inline constexpr std::uint32_t server = 2253;
inline constexpr std::uint32_t references = 31;
inline constexpr std::uint32_t hierarchicalReferences = 33;
inline constexpr std::uint32_t organizes = 35;
inline constexpr std::uint32_t hasTypeDefinition = 40;
inline constexpr std::uint32_t hasSubtype = 45;
inline constexpr std::uint32_t hasProperty = 46;
inline constexpr std::uint32_t hasComponent = 47;
inline constexpr std::uint32_t baseObjectType = 58;
inline constexpr std::uint32_t folderType = 61;
inline constexpr std::uint32_t baseDataVariableType = 63;
inline constexpr std::uint32_t propertyType = 68;
inline constexpr std::uint32_t analogItemType = 2368;
inline constexpr std::uint32_t enumeration = 29;
inline constexpr std::uint32_t argument = 296;
inline constexpr std::uint32_t range = 884;

inline constexpr std::uint32_t serverArray = 2254;
inline constexpr std::uint32_t namespaceArray = 2255;
inline constexpr std::uint32_t serverStatus = 2256;
inline constexpr std::uint32_t startTime = 2257;
inline constexpr std::uint32_t currentTime = 2258;
inline constexpr std::uint32_t state = 2259;
inline constexpr std::uint32_t buildInfo = 2260;
inline constexpr std::uint32_t serviceLevel = 2267;
inline constexpr std::uint32_t serverDiagnosticsSummary = 2275;
inline constexpr std::uint32_t subscriptionDiagnosticsArray = 2290;
inline constexpr std::uint32_t sessionDiagnosticsArray = 3707;
inline constexpr std::uint32_t sessionSecurityDiagnosticsArray = 3708;
inline constexpr std::uint32_t getMonitoredItems = 11492;
inline constexpr std::uint32_t resendData = 12873;

} // namespace ua::id
