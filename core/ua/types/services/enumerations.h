// SPDX-License-Identifier: MIT
// Enumerations of Part 3 and Part 4; values as in the schema. Unknown values pass through.
#pragma once

#include <cstdint>

namespace ua {

// clang-format off
enum class ApplicationType : std::int32_t {
    Server = 0,
    Client = 1,
    ClientAndServer = 2,
    DiscoveryServer = 3,
};

enum class BrowseDirection : std::int32_t {
    Forward = 0,
    Inverse = 1,
    Both = 2,
    Invalid = 3,
};

enum class BrowseResultMask : std::int32_t {
    None = 0,
    ReferenceTypeId = 1,
    IsForward = 2,
    NodeClass = 4,
    BrowseName = 8,
    DisplayName = 16,
    TypeDefinition = 32,
    All = 63,
    ReferenceTypeInfo = 3,
    TargetInfo = 60,
};

enum class DataChangeTrigger : std::int32_t {
    Status = 0,
    StatusValue = 1,
    StatusValueTimestamp = 2,
};

enum class DeadbandType : std::int32_t {
    None = 0,
    Absolute = 1,
    Percent = 2,
};

enum class FilterOperator : std::int32_t {
    Equals = 0,
    IsNull = 1,
    GreaterThan = 2,
    LessThan = 3,
    GreaterThanOrEqual = 4,
    LessThanOrEqual = 5,
    Like = 6,
    Not = 7,
    Between = 8,
    InList = 9,
    And = 10,
    Or = 11,
    Cast = 12,
    InView = 13,
    OfType = 14,
    RelatedTo = 15,
    BitwiseAnd = 16,
    BitwiseOr = 17,
};

enum class HistoryUpdateType : std::int32_t {
    Insert = 1,
    Replace = 2,
    Update = 3,
    Delete = 4,
};

enum class MessageSecurityMode : std::int32_t {
    Invalid = 0,
    None = 1,
    Sign = 2,
    SignAndEncrypt = 3,
};

enum class MonitoringMode : std::int32_t {
    Disabled = 0,
    Sampling = 1,
    Reporting = 2,
};

enum class NodeClass : std::int32_t {
    Unspecified = 0,
    Object = 1,
    Variable = 2,
    Method = 4,
    ObjectType = 8,
    VariableType = 16,
    ReferenceType = 32,
    DataType = 64,
    View = 128,
};

enum class RedundancySupport : std::int32_t {
    None = 0,
    Cold = 1,
    Warm = 2,
    Hot = 3,
    Transparent = 4,
    HotAndMirrored = 5,
};

enum class SecurityTokenRequestType : std::int32_t {
    Issue = 0,
    Renew = 1,
};

enum class ServerState : std::int32_t {
    Running = 0,
    Failed = 1,
    NoConfiguration = 2,
    Suspended = 3,
    Shutdown = 4,
    Test = 5,
    CommunicationFault = 6,
    Unknown = 7,
};

enum class TimestampsToReturn : std::int32_t {
    Source = 0,
    Server = 1,
    Both = 2,
    Neither = 3,
    Invalid = 4,
};

enum class UserTokenType : std::int32_t {
    Anonymous = 0,
    UserName = 1,
    Certificate = 2,
    IssuedToken = 3,
};

/// AttributeId (Part 6 annex A.1), a UInt32 on the wire.
namespace attribute {
inline constexpr std::uint32_t NodeId = 1;
inline constexpr std::uint32_t NodeClass = 2;
inline constexpr std::uint32_t BrowseName = 3;
inline constexpr std::uint32_t DisplayName = 4;
inline constexpr std::uint32_t Description = 5;
inline constexpr std::uint32_t WriteMask = 6;
inline constexpr std::uint32_t UserWriteMask = 7;
inline constexpr std::uint32_t IsAbstract = 8;
inline constexpr std::uint32_t Symmetric = 9;
inline constexpr std::uint32_t InverseName = 10;
inline constexpr std::uint32_t ContainsNoLoops = 11;
inline constexpr std::uint32_t EventNotifier = 12;
inline constexpr std::uint32_t Value = 13;
inline constexpr std::uint32_t DataType = 14;
inline constexpr std::uint32_t ValueRank = 15;
inline constexpr std::uint32_t ArrayDimensions = 16;
inline constexpr std::uint32_t AccessLevel = 17;
inline constexpr std::uint32_t UserAccessLevel = 18;
inline constexpr std::uint32_t MinimumSamplingInterval = 19;
inline constexpr std::uint32_t Historizing = 20;
inline constexpr std::uint32_t Executable = 21;
inline constexpr std::uint32_t UserExecutable = 22;
inline constexpr std::uint32_t DataTypeDefinition = 23;
inline constexpr std::uint32_t RolePermissions = 24;
inline constexpr std::uint32_t UserRolePermissions = 25;
inline constexpr std::uint32_t AccessRestrictions = 26;
inline constexpr std::uint32_t AccessLevelEx = 27;
} // namespace attribute
// clang-format on

} // namespace ua
