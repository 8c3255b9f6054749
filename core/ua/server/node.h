// SPDX-License-Identifier: MIT
// A node of the server's address space (Part 3 §5) with what its class needs.
#pragma once

#include "ua/types/services/enumerations.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ua {

struct Node;
class MonitoredItem;
class Session;

struct Reference
{
    NodeId type;
    bool forward = true;
    Node* target = nullptr;
};

namespace access_level {
inline constexpr std::uint8_t currentRead = 1;
inline constexpr std::uint8_t currentWrite = 2;
inline constexpr std::uint8_t statusWrite = 32;
inline constexpr std::uint8_t timestampWrite = 64;
} // namespace access_level

/// What Variables and VariableTypes have beside the common attributes.
struct VariableFacet
{
    NodeId dataType;
    /// What values travel as; Variant accepts any.
    BuiltinType builtinType = BuiltinType::Variant;
    std::int32_t valueRank = -1;
    Array<std::uint32_t> arrayDimensions;
    std::uint8_t accessLevel = access_level::currentRead;
    double minimumSamplingInterval = 0;
    DataValue value;
    /// Computes the value instead, when set; such variables are polled, not sampled by exception.
    std::function<DataValue()> source;
    /// EURange, for percent deadbands.
    std::optional<std::pair<double, double>> euRange;
    /// Items that want to hear of every change.
    std::vector<MonitoredItem*> items;
};

struct MethodResult
{
    StatusCode status;
    Array<StatusCode> inputArgumentResults;
    Array<Variant> outputs;
};
/// Gets arguments already checked against inputTypes.
using MethodHandler = std::function<MethodResult(Session& session, const Array<Variant>& inputs)>;

struct MethodFacet
{
    std::vector<BuiltinType> inputTypes;
    MethodHandler handler;
};

struct Node
{
    NodeId id;
    NodeClass nodeClass = NodeClass::Unspecified;
    QualifiedName browseName;
    LocalizedText displayName;
    LocalizedText inverseName;
    bool isAbstract = false;
    bool symmetric = false;
    std::uint8_t eventNotifier = 0;
    std::vector<Reference> references;
    std::unique_ptr<VariableFacet> variable;
    std::unique_ptr<MethodFacet> method;
};

} // namespace ua
