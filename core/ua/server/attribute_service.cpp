// SPDX-License-Identifier: MIT
// Read and Write (Part 4 §5.11) and Call (Part 4 §5.12).
#include "ua/server/server.h"
#include "ua/server/well_known_ids.h"
#include "ua/types/status_codes.h"

#include <algorithm>
#include <cmath>

namespace ua {

namespace {

DataValue bad(StatusCode status)
{
    DataValue value;
    value.status = status;
    return value;
}

DataValue good(Variant variant)
{
    DataValue value;
    value.value = std::move(variant);
    return value;
}

std::uint32_t asInt32(NodeClass c)
{
    return static_cast<std::uint32_t>(c);
}

bool isVariableLike(const Node& node)
{
    return node.variable != nullptr;
}

DataValue commonAttribute(const Node& node, std::uint32_t id)
{
    switch (id) {
    case attribute::NodeId:
        return good(node.id);
    case attribute::NodeClass:
        return good(static_cast<std::int32_t>(asInt32(node.nodeClass)));
    case attribute::BrowseName:
        return good(node.browseName);
    case attribute::DisplayName:
        return good(Variant(Box<LocalizedText>(node.displayName)));
    case attribute::Description:
        return good(Variant(Box<LocalizedText>(LocalizedText())));
    case attribute::WriteMask:
    case attribute::UserWriteMask:
        return good(std::uint32_t{0});
    default:
        return bad(status::BadAttributeIdInvalid);
    }
}

DataValue variableAttribute(const Node& node, std::uint32_t id)
{
    const VariableFacet& variable = *node.variable;
    switch (id) {
    case attribute::DataType:
        return good(variable.dataType);
    case attribute::ValueRank:
        return good(variable.valueRank);
    case attribute::ArrayDimensions:
        return good(variantOf(variable.arrayDimensions));
    default:
        break;
    }
    if (node.nodeClass != NodeClass::Variable) {
        return id == attribute::IsAbstract ? good(node.isAbstract)
                                           : bad(status::BadAttributeIdInvalid);
    }
    switch (id) {
    case attribute::AccessLevel:
    case attribute::UserAccessLevel:
        return good(variable.accessLevel);
    case attribute::MinimumSamplingInterval:
        return good(variable.minimumSamplingInterval);
    case attribute::Historizing:
        return good(false);
    default:
        return bad(status::BadAttributeIdInvalid);
    }
}

DataValue classAttribute(const Node& node, std::uint32_t id)
{
    const bool type = node.nodeClass == NodeClass::ObjectType ||
                      node.nodeClass == NodeClass::ReferenceType ||
                      node.nodeClass == NodeClass::DataType;
    if (id == attribute::IsAbstract && type) {
        return good(node.isAbstract);
    }
    if (node.nodeClass == NodeClass::ReferenceType) {
        if (id == attribute::Symmetric) {
            return good(node.symmetric);
        }
        if (id == attribute::InverseName) {
            return good(Variant(Box<LocalizedText>(node.inverseName)));
        }
    }
    if (id == attribute::EventNotifier &&
        (node.nodeClass == NodeClass::Object || node.nodeClass == NodeClass::View)) {
        return good(node.eventNotifier);
    }
    if (node.nodeClass == NodeClass::Method &&
        (id == attribute::Executable || id == attribute::UserExecutable)) {
        return good(node.method != nullptr);
    }
    return bad(status::BadAttributeIdInvalid);
}

/// Byte arrays and byte strings convert where the node's type says so (Part 4 §5.11.4).
Variant converted(const Variant& value, const VariableFacet& variable)
{
    if (variable.builtinType == BuiltinType::ByteString && variable.valueRank < 0) {
        if (const auto* bytes = arrayIf<std::uint8_t>(value); bytes != nullptr) {
            return ByteString(base::BytesView(bytes->data(), bytes->size()));
        }
    }
    if (variable.builtinType == BuiltinType::Byte && variable.valueRank >= 0) {
        if (const auto* bytes = value.getIf<ByteString>(); bytes != nullptr) {
            return variantOf(Array<std::uint8_t>(bytes->bytes()));
        }
    }
    return value;
}

bool typeMatches(const Variant& value, const VariableFacet& variable, bool part)
{
    if (variable.builtinType != BuiltinType::Variant && value.type() != variable.builtinType) {
        return false;
    }
    if (part) {
        return true; // IndexRange::assign compares shapes
    }
    switch (variable.valueRank) {
    case -1:
        return !value.isArray();
    case -2:
        return true;
    case -3:
        return true;
    default:
        return value.isArray();
    }
}

} // namespace

DataValue Server::readAttribute(const Node& node, std::uint32_t attributeId,
                                const IndexRange& range) const
{
    if (attributeId == attribute::Value && node.nodeClass == NodeClass::Variable) {
        const VariableFacet& variable = *node.variable;
        if ((variable.accessLevel & access_level::currentRead) == 0) {
            return bad(status::BadNotReadable);
        }
        DataValue value = variable.source ? variable.source() : variable.value;
        if (!value.serverTimestamp) {
            value.serverTimestamp = DateTime::from(m_clock.wall());
        }
        if (!value.sourceTimestamp) {
            value.sourceTimestamp = value.serverTimestamp;
        }
        if (!range.whole() && value.value) {
            auto part = range.of(*value.value);
            if (!part) {
                return bad(part.error().status);
            }
            value.value = std::move(*part);
        }
        return value;
    }
    DataValue value = commonAttribute(node, attributeId);
    if (value.status && isVariableLike(node)) {
        value = variableAttribute(node, attributeId);
    }
    if (value.status) {
        value = classAttribute(node, attributeId);
    }
    if (!value.status) {
        if (!range.whole()) {
            return bad(status::BadIndexRangeNoData);
        }
        value.serverTimestamp = DateTime::from(m_clock.wall());
    }
    return value;
}

DataValue Server::readValue(const ReadValueId& what, TimestampsToReturn timestamps) const
{
    const Node* node = m_space.find(what.nodeId);
    if (node == nullptr) {
        return bad(status::BadNodeIdUnknown);
    }
    const auto range = IndexRange::parse(what.indexRange);
    if (!range) {
        return bad(range.error().status);
    }
    if (!what.dataEncoding.name.empty()) {
        if (what.attributeId != attribute::Value) {
            return bad(status::BadDataEncodingInvalid);
        }
        if (what.dataEncoding.namespaceIndex != 0 ||
            !(what.dataEncoding.name == "Default Binary")) {
            return bad(status::BadDataEncodingUnsupported);
        }
    }
    DataValue value = readAttribute(*node, what.attributeId, *range);
    restrictTimestamps(value, timestamps);
    return value;
}

void Server::read(RequestContext& context, ReadRequest& request, ReadResponse& response)
{
    context.fault =
        checkOperations(request.nodesToRead.size(), m_config.limits.operations.maxNodesPerRead);
    if (context.fault.isGood() && (request.maxAge < 0 || std::isnan(request.maxAge))) {
        context.fault = status::BadMaxAgeInvalid;
    }
    const auto timestamps = static_cast<std::int32_t>(request.timestampsToReturn);
    if (context.fault.isGood() && (timestamps < 0 || timestamps > 3)) {
        context.fault = status::BadTimestampsToReturnInvalid;
    }
    if (context.fault.isBad()) {
        return;
    }
    response.results.setNotNull();
    response.results.reserve(request.nodesToRead.size());
    for (const auto& what : request.nodesToRead) {
        response.results.push_back(readValue(what, request.timestampsToReturn));
    }
    response.diagnosticInfos.setNotNull();
}

StatusCode Server::writeValue(const WriteValue& what)
{
    Node* node = m_space.find(what.nodeId);
    if (node == nullptr) {
        return status::BadNodeIdUnknown;
    }
    if (what.attributeId != attribute::Value) {
        return readAttribute(*node, what.attributeId, {}).status.value_or(status::BadNotWritable);
    }
    if (node->nodeClass != NodeClass::Variable) {
        return status::BadAttributeIdInvalid;
    }
    VariableFacet& variable = *node->variable;
    if ((variable.accessLevel & access_level::currentWrite) == 0) {
        return status::BadNotWritable;
    }
    const auto range = IndexRange::parse(what.indexRange);
    if (!range) {
        return range.error().status;
    }
    const bool timestamps = (variable.accessLevel & access_level::timestampWrite) != 0;
    if (what.value.serverTimestamp || (what.value.sourceTimestamp && !timestamps) ||
        (what.value.status && (variable.accessLevel & access_level::statusWrite) == 0)) {
        return status::BadWriteNotSupported;
    }
    if (!what.value.value && !what.value.status) {
        return status::BadTypeMismatch;
    }
    DataValue next;
    next.status = what.value.status;
    next.sourceTimestamp = what.value.sourceTimestamp;
    if (what.value.value) {
        const Variant value = converted(*what.value.value, variable);
        if (!typeMatches(value, variable, !range->whole())) {
            return status::BadTypeMismatch;
        }
        if (range->whole()) {
            next.value = value;
        } else {
            next.value = variable.value.value.value_or(Variant());
            if (const auto assigned = range->assign(*next.value, value); !assigned) {
                return assigned.error().status;
            }
        }
    }
    ++m_counters.writes;
    setValue(*node, std::move(next));
    return status::Good;
}

void Server::write(RequestContext& context, WriteRequest& request, WriteResponse& response)
{
    context.fault =
        checkOperations(request.nodesToWrite.size(), m_config.limits.operations.maxNodesPerWrite);
    if (context.fault.isBad()) {
        return;
    }
    response.results.setNotNull();
    for (const auto& what : request.nodesToWrite) {
        response.results.push_back(writeValue(what));
    }
    response.diagnosticInfos.setNotNull();
}

void Server::call(RequestContext& context, CallRequest& request, CallResponse& response)
{
    context.fault = checkOperations(request.methodsToCall.size(),
                                    m_config.limits.operations.maxNodesPerMethodCall);
    if (context.fault.isBad()) {
        return;
    }
    response.results.setNotNull();
    response.diagnosticInfos.setNotNull();
    for (const auto& one : request.methodsToCall) {
        CallMethodResult result;
        result.inputArgumentResults.setNotNull();
        result.inputArgumentDiagnosticInfos.setNotNull();
        result.outputArguments.setNotNull();
        const Node* object = m_space.find(one.objectId);
        const Node* node = m_space.find(one.methodId);
        const NodeId hasComponent(id::hasComponent);
        const bool onObject =
            object != nullptr && std::ranges::any_of(object->references, [&](const Reference& r) {
                return r.forward && r.target->id == one.methodId && r.type == hasComponent;
            });
        if (object == nullptr || node == nullptr) {
            result.statusCode =
                object == nullptr ? status::BadNodeIdUnknown : status::BadMethodInvalid;
        } else if (!onObject || node->nodeClass != NodeClass::Method) {
            result.statusCode = status::BadMethodInvalid;
        } else if (node->method == nullptr) {
            result.statusCode = status::BadNotExecutable;
        } else if (one.inputArguments.size() < node->method->inputTypes.size()) {
            result.statusCode = status::BadArgumentsMissing;
        } else if (one.inputArguments.size() > node->method->inputTypes.size()) {
            result.statusCode = status::BadTooManyArguments;
        } else {
            bool allMatch = true;
            for (std::size_t i = 0; i < one.inputArguments.size(); ++i) {
                const auto wanted = node->method->inputTypes[i];
                const bool match =
                    wanted == BuiltinType::Variant || one.inputArguments[i].type() == wanted;
                result.inputArgumentResults.push_back(match ? status::Good
                                                            : status::BadTypeMismatch);
                allMatch = allMatch && match;
            }
            if (allMatch) {
                result.inputArgumentResults.clear();
                auto outcome = node->method->handler(*context.session, one.inputArguments);
                result.statusCode = outcome.status;
                result.inputArgumentResults = std::move(outcome.inputArgumentResults);
                result.inputArgumentResults.setNotNull();
                result.outputArguments = std::move(outcome.outputs);
                result.outputArguments.setNotNull();
            } else {
                result.statusCode = status::BadInvalidArgument;
            }
        }
        response.results.push_back(std::move(result));
    }
}

} // namespace ua
