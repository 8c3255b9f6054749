// SPDX-License-Identifier: MIT
#include "ua/server/standard_space.h"

#include "ua/server/diagnostics_nodes.h"
#include "ua/server/server.h"
#include "ua/server/standard_node_table.h"
#include "ua/server/well_known_ids.h"
#include "ua/types/status_codes.h"

namespace ua {

namespace {

void addNodes(AddressSpace& space)
{
    for (const auto& row : standardNodes()) {
        Node& node = space.add(NodeId(row.id), static_cast<NodeClass>(row.nodeClass),
                               QualifiedName(0, String(row.browseName)));
        node.isAbstract = row.isAbstract;
        node.symmetric = row.symmetric;
        if (!row.inverseName.empty()) {
            node.inverseName = LocalizedText(String(row.inverseName));
        }
    }
    for (const auto& row : standardReferences()) {
        Node* source = space.find(NodeId(row.source));
        Node* target = space.find(NodeId(row.target));
        if (row.type == id::hasTypeDefinition) {
            source->references.push_back({NodeId(row.type), true, target});
        } else {
            space.addReference(*source, NodeId(row.type), *target);
        }
    }
    for (const auto& row : standardNodes()) {
        const auto nodeClass = static_cast<NodeClass>(row.nodeClass);
        if (nodeClass == NodeClass::Variable || nodeClass == NodeClass::VariableType) {
            Node& node = *space.find(NodeId(row.id));
            node.variable = std::make_unique<VariableFacet>();
            node.variable->dataType = NodeId(row.dataType);
            node.variable->builtinType = space.builtinTypeOf(NodeId(row.dataType));
            node.variable->valueRank = row.valueRank;
            node.variable->value.status = status::GoodNoData;
        }
    }
    space.find(NodeId(id::server))->eventNotifier = 0;
}

void set(AddressSpace& space, std::uint32_t number, Variant value)
{
    if (Node* node = space.find(NodeId(number)); node != nullptr && node->variable) {
        DataValue data;
        data.value = std::move(value);
        node->variable->value = std::move(data);
    }
}

void bind(AddressSpace& space, std::uint32_t number, std::function<Variant()> source)
{
    if (Node* node = space.find(NodeId(number)); node != nullptr && node->variable) {
        node->variable->minimumSamplingInterval = 50;
        node->variable->source = [source = std::move(source)] {
            DataValue value;
            value.value = source();
            return value;
        };
    }
}

BuildInfo buildInfo(const ServerConfig& config)
{
    BuildInfo info;
    info.productUri = String(config.productUri);
    info.manufacturerName = "UaSurge";
    info.productName = String(config.applicationName);
    info.softwareVersion = String(config.softwareVersion);
    info.buildNumber = String(config.softwareVersion);
    return info;
}

Variant structureValue(const auto& structure)
{
    return Variant(Box<ExtensionObject>(toExtensionObject(structure)));
}

void bindStatus(Server& server)
{
    AddressSpace& space = server.space();
    const base::Clock& clock = server.clock();
    const BuildInfo info = buildInfo(server.config());
    const DateTime start = DateTime::from(clock.wall());
    set(space, id::startTime, start);
    set(space, id::state, std::int32_t{0});
    set(space, id::buildInfo, structureValue(info));
    set(space, 2261, info.productName);
    set(space, 2262, info.productUri);
    set(space, 2263, info.manufacturerName);
    set(space, 2264, info.softwareVersion);
    set(space, 2265, info.buildNumber);
    set(space, 2266, DateTime{});
    set(space, 2992, std::uint32_t{0});
    set(space, 2993, Variant(Box<LocalizedText>(LocalizedText())));
    set(space, id::serviceLevel, std::uint8_t{255});
    bind(space, id::currentTime, [&clock] { return Variant(DateTime::from(clock.wall())); });
    bind(space, id::serverStatus, [&clock, info, start] {
        ServerStatusDataType status;
        status.startTime = start;
        status.currentTime = DateTime::from(clock.wall());
        status.buildInfo = info;
        return structureValue(status);
    });
}

void setCapabilities(Server& server)
{
    AddressSpace& space = server.space();
    const ServerLimits& limits = server.config().limits;
    const OperationLimits& operations = limits.operations;
    const std::pair<std::uint32_t, std::uint32_t> numbers[] = {
        {11705, operations.maxNodesPerRead},
        {12165, 0},
        {12166, 0},
        {11707, operations.maxNodesPerWrite},
        {12167, 0},
        {12168, 0},
        {11709, operations.maxNodesPerMethodCall},
        {11710, operations.maxNodesPerBrowse},
        {11711, operations.maxNodesPerRegisterNodes},
        {11712, operations.maxNodesPerTranslate},
        {11713, 0},
        {11714, operations.maxMonitoredItemsPerCall},
        {11702, 1U << 20}, // MaxArrayLength
        {11703, 16U << 20},
        {12911, 16U << 20},
        {24095, limits.maxSessions},
        {24096, limits.maxSessions * std::min(limits.maxSubscriptionsPerSession, 1'000U)},
        {24097, limits.maxMonitoredItems},
        {24098, limits.maxSubscriptionsPerSession},
        {24099, 0},
        {24100, 0},
        {24104, limits.maxMonitoredItemsPerSubscription},
        {31916, limits.maxQueueSize},
    };
    for (const auto& [node, value] : numbers) {
        set(space, node, value);
    }
    set(space, 2735, static_cast<std::uint16_t>(limits.maxBrowseContinuationPoints));
    set(space, 2736, std::uint16_t{0});
    set(space, 2737, std::uint16_t{0});
    set(space, 2272, milliseconds(limits.minSamplingInterval));
    set(space, 2269,
        variantOf(Array<String>{"http://opcfoundation.org/UA-Profile/Server/StandardUA2017"}));
    set(space, 2271, variantOf(Array<String>{"en"}));
    set(space, 3704, variantOf(Array<ExtensionObject>::emptyArray()));
    set(space, 24101, variantOf(Array<QualifiedName>::emptyArray()));
    set(space, 2994, false); // Auditing
    set(space, 3709, std::int32_t{0});
    set(space, 15004, std::uint32_t{0});
    set(space, 2289, variantOf(Array<ExtensionObject>::emptyArray()));
}

Argument argument(const char* name, BuiltinType type, std::int32_t rank)
{
    Argument a;
    a.name = name;
    a.dataType = NodeId(static_cast<std::uint32_t>(type));
    a.valueRank = rank;
    a.arrayDimensions = rank < 0 ? Array<std::uint32_t>::emptyArray() : Array<std::uint32_t>{0};
    return a;
}

void bindMethods(Server& server)
{
    AddressSpace& space = server.space();
    const auto arguments = [](std::initializer_list<Argument> list) {
        Array<ExtensionObject> array = Array<ExtensionObject>::emptyArray();
        for (const auto& a : list) {
            array.push_back(toExtensionObject(a));
        }
        return variantOf(std::move(array));
    };
    set(space, 11493, arguments({argument("SubscriptionId", BuiltinType::UInt32, -1)}));
    set(space, 11494,
        arguments({argument("ServerHandles", BuiltinType::UInt32, 1),
                   argument("ClientHandles", BuiltinType::UInt32, 1)}));
    set(space, 12874, arguments({argument("SubscriptionId", BuiltinType::UInt32, -1)}));

    auto handles = std::make_unique<MethodFacet>();
    handles->inputTypes = {BuiltinType::UInt32};
    handles->handler = [&server](Session& session, const Array<Variant>& inputs) {
        MethodResult result;
        const auto* subscription =
            server.findSubscription(std::get<std::uint32_t>(inputs[0].value));
        if (subscription == nullptr || subscription->session != &session) {
            result.status = subscription == nullptr ? status::BadSubscriptionIdInvalid
                                                    : status::BadUserAccessDenied;
            return result;
        }
        auto serverHandles = Array<std::uint32_t>::emptyArray();
        auto clientHandles = Array<std::uint32_t>::emptyArray();
        for (const auto& [itemId, item] : subscription->items()) {
            serverHandles.push_back(itemId);
            clientHandles.push_back(item->clientHandle);
        }
        result.outputs = {variantOf(std::move(serverHandles)), variantOf(std::move(clientHandles))};
        return result;
    };
    space.find(NodeId(id::getMonitoredItems))->method = std::move(handles);

    auto resend = std::make_unique<MethodFacet>();
    resend->inputTypes = {BuiltinType::UInt32};
    resend->handler = [&server](Session& session, const Array<Variant>& inputs) {
        MethodResult result;
        result.status = server.resendData(session, std::get<std::uint32_t>(inputs[0].value));
        return result;
    };
    space.find(NodeId(id::resendData))->method = std::move(resend);
}

} // namespace

void populateStandardSpace(Server& server)
{
    AddressSpace& space = server.space();
    addNodes(space);
    space.addNamespace(server.config().applicationUri);
    bind(space, id::namespaceArray, [&space] {
        Array<String> names;
        for (const auto& uri : space.namespaces()) {
            names.push_back(String(uri));
        }
        return variantOf(std::move(names));
    });
    set(space, id::serverArray, variantOf(Array<String>{String(server.config().applicationUri)}));
    bindStatus(server);
    setCapabilities(server);
    bindDiagnostics(server);
    bindMethods(server);
}

} // namespace ua
