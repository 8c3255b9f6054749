// SPDX-License-Identifier: MIT
#include "ua/server/simulation.h"

#include "ua/codec/structure.h"
#include "ua/server/well_known_ids.h"
#include "ua/types/services/data_types.h"
#include "ua/types/status_codes.h"

#include <fmt/format.h>

namespace ua {

namespace {

constexpr std::uint32_t variablesPerObject = 75;
constexpr std::uint8_t readWrite = access_level::currentRead | access_level::currentWrite |
                                   access_level::statusWrite | access_level::timestampWrite;

Argument doubleArgument(const char* name)
{
    Argument a;
    a.name = name;
    a.dataType = NodeId(static_cast<std::uint32_t>(BuiltinType::Double));
    a.valueRank = -1;
    a.arrayDimensions.setNotNull();
    return a;
}

void addTypes(AddressSpace& space, Node& folder, std::uint16_t ns)
{
    const auto add = [&](const char* name, BuiltinType type, Variant value) -> Node& {
        const std::string path = fmt::format("Types.{}", name);
        Node& node = space.addVariable(folder, id::hasComponent, NodeId(ns, String(path)),
                                       QualifiedName(ns, name), type, std::move(value));
        node.variable->accessLevel = readWrite;
        return node;
    };
    add("Boolean", BuiltinType::Boolean, false);
    add("SByte", BuiltinType::SByte, std::int8_t{0});
    add("Byte", BuiltinType::Byte, std::uint8_t{0});
    add("Int16", BuiltinType::Int16, std::int16_t{0});
    add("UInt16", BuiltinType::UInt16, std::uint16_t{0});
    add("Int32", BuiltinType::Int32, std::int32_t{0});
    add("UInt32", BuiltinType::UInt32, std::uint32_t{0});
    add("Int64", BuiltinType::Int64, std::int64_t{0});
    add("UInt64", BuiltinType::UInt64, std::uint64_t{0});
    add("Float", BuiltinType::Float, 0.0F);
    add("Double", BuiltinType::Double, 0.0);
    add("String", BuiltinType::String, String("text"));
    add("DateTime", BuiltinType::DateTime, DateTime{});
    add("Guid", BuiltinType::Guid, Guid{});
    add("ByteString", BuiltinType::ByteString, ByteString(base::Bytes{1, 2, 3}));
    add("XmlElement", BuiltinType::XmlElement, XmlElement{String("<a/>")});
    add("NodeId", BuiltinType::NodeId, NodeId(id::objectsFolder));
    add("ExpandedNodeId", BuiltinType::ExpandedNodeId, Variant(Box<ExpandedNodeId>()));
    add("StatusCode", BuiltinType::StatusCode, StatusCode{});
    add("QualifiedName", BuiltinType::QualifiedName, QualifiedName(ns, "name"));
    add("LocalizedText", BuiltinType::LocalizedText,
        Variant(Box<LocalizedText>(LocalizedText("en", "text"))));
    Array<double> ten = Array<double>::withSize(10);
    add("DoubleArray", BuiltinType::Double, variantOf(ten));
    add("Int32Array", BuiltinType::Int32, variantOf(Array<std::int32_t>{1, 2, 3, 4}));

    Node& analog = add("Analog", BuiltinType::Double, 0.0);
    analog.variable->euRange = {0.0, 100.0};
    Range range;
    range.low = 0;
    range.high = 100;
    Node& euRange = space.addVariable(analog, id::hasProperty, NodeId(ns, "Types.Analog.EURange"),
                                      QualifiedName(0, "EURange"), BuiltinType::ExtensionObject,
                                      Variant(Box<ExtensionObject>(toExtensionObject(range))));
    euRange.variable->dataType = NodeId(id::range);
    Node& bad = add("BadQuality", BuiltinType::Int32, std::int32_t{0});
    bad.variable->value.status = status::Bad;
}

void addMethod(AddressSpace& space, Node& folder, std::uint16_t ns)
{
    Node& method = space.addBelow(folder, id::hasComponent, NodeId(ns, "Add"), NodeClass::Method,
                                  QualifiedName(ns, "Add"), 0);
    method.method = std::make_unique<MethodFacet>();
    method.method->inputTypes = {BuiltinType::Double, BuiltinType::Double};
    method.method->handler = [](Session&, const Array<Variant>& inputs) {
        MethodResult result;
        result.outputs = {
            Variant(std::get<double>(inputs[0].value) + std::get<double>(inputs[1].value))};
        return result;
    };
    const auto describe = [&](const char* name, Array<ExtensionObject> arguments) {
        Node& node = space.addVariable(
            method, id::hasProperty, NodeId(ns, String(fmt::format("Add.{}", name))),
            QualifiedName(0, name), BuiltinType::ExtensionObject, variantOf(std::move(arguments)));
        node.variable->dataType = NodeId(id::argument);
        node.variable->valueRank = 1;
    };
    describe("InputArguments",
             {toExtensionObject(doubleArgument("A")), toExtensionObject(doubleArgument("B"))});
    describe("OutputArguments", {toExtensionObject(doubleArgument("Sum"))});
}

} // namespace

Variant counterValue(const VariableFacet& variable, std::uint64_t counter)
{
    return variable.builtinType == BuiltinType::Double ? Variant(static_cast<double>(counter))
                                                       : Variant(counter);
}

std::vector<Node*> populateSimulation(AddressSpace& space, const ServerConfig& config,
                                      const base::Clock& clock)
{
    const std::uint16_t ns = space.addNamespace(simulationNamespaceUri);
    Node& objects = *space.find(NodeId(id::objectsFolder));
    Node& simulation =
        space.addBelow(objects, id::organizes, NodeId(ns, "Simulation"), NodeClass::Object,
                       QualifiedName(ns, "Simulation"), id::folderType);
    Node& types = space.addBelow(simulation, id::organizes, NodeId(ns, "Types"), NodeClass::Object,
                                 QualifiedName(ns, "Types"), id::folderType);
    addTypes(space, types, ns);
    addMethod(space, simulation, ns);

    std::vector<Node*> variables;
    variables.reserve(config.simulatedVariables);
    const DateTime now = DateTime::from(clock.wall());
    Node* object = nullptr;
    for (std::uint32_t i = 0; i < config.simulatedVariables; ++i) {
        if (i % variablesPerObject == 0) {
            const std::string name = fmt::format("Object{}", i / variablesPerObject + 1);
            object = &space.addBelow(simulation, id::organizes, NodeId(ns, String(name)),
                                     NodeClass::Object, QualifiedName(ns, String(name)),
                                     id::baseObjectType);
        }
        const std::string name = fmt::format("Variable{}", i + 1);
        Node& node = space.addVariable(*object, id::hasComponent, NodeId(ns, i + 1),
                                       QualifiedName(ns, String(name)), BuiltinType::UInt64,
                                       std::uint64_t{0});
        node.variable->accessLevel = readWrite;
        node.variable->value.sourceTimestamp = now;
        variables.push_back(&node);
    }
    return variables;
}

} // namespace ua
