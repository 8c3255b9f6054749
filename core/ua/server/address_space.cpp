// SPDX-License-Identifier: MIT
#include "ua/server/address_space.h"

#include "ua/server/well_known_ids.h"

#include <algorithm>

namespace ua {

AddressSpace::AddressSpace()
    : m_namespaces{"http://opcfoundation.org/UA/"}
{}

std::uint16_t AddressSpace::addNamespace(const std::string& uri)
{
    const auto found = std::ranges::find(m_namespaces, uri);
    if (found != m_namespaces.end()) {
        return static_cast<std::uint16_t>(found - m_namespaces.begin());
    }
    m_namespaces.push_back(uri);
    return static_cast<std::uint16_t>(m_namespaces.size() - 1);
}

Node& AddressSpace::add(NodeId id, NodeClass nodeClass, QualifiedName browseName)
{
    auto node = std::make_unique<Node>();
    node->id = id;
    node->nodeClass = nodeClass;
    node->displayName = LocalizedText(browseName.name);
    node->browseName = std::move(browseName);
    auto& slot = m_nodes[std::move(id)];
    slot = std::move(node);
    return *slot;
}

Node& AddressSpace::addBelow(Node& parent, std::uint32_t referenceType, NodeId id,
                             NodeClass nodeClass, QualifiedName browseName,
                             std::uint32_t typeDefinition)
{
    Node& node = add(std::move(id), nodeClass, std::move(browseName));
    addReference(parent, NodeId(referenceType), node);
    if (typeDefinition != 0) {
        if (Node* type = find(NodeId(typeDefinition)); type != nullptr) {
            // One-way: a type with a million instances need not list them.
            node.references.push_back({NodeId(id::hasTypeDefinition), true, type});
        }
    }
    return node;
}

Node& AddressSpace::addVariable(Node& parent, std::uint32_t referenceType, NodeId id,
                                QualifiedName browseName, BuiltinType type, Variant value)
{
    const std::uint32_t definition =
        referenceType == id::hasProperty ? id::propertyType : id::baseDataVariableType;
    Node& node = addBelow(parent, referenceType, std::move(id), NodeClass::Variable,
                          std::move(browseName), definition);
    node.variable = std::make_unique<VariableFacet>();
    node.variable->dataType = NodeId(static_cast<std::uint32_t>(type));
    node.variable->builtinType = type;
    node.variable->valueRank = value.isArray() ? 1 : -1;
    node.variable->value.value = std::move(value);
    return node;
}

void AddressSpace::addReference(Node& source, NodeId type, Node& target)
{
    source.references.push_back({type, true, &target});
    target.references.push_back({std::move(type), false, &source});
}

void AddressSpace::remove(const NodeId& id)
{
    const auto found = m_nodes.find(id);
    if (found == m_nodes.end()) {
        return;
    }
    Node* gone = found->second.get();
    for (const auto& reference : gone->references) {
        std::erase_if(reference.target->references,
                      [gone](const Reference& r) { return r.target == gone; });
    }
    m_nodes.erase(found);
}

Node* AddressSpace::find(const NodeId& id)
{
    const auto found = m_nodes.find(id);
    return found == m_nodes.end() ? nullptr : found->second.get();
}
const Node* AddressSpace::find(const NodeId& id) const
{
    const auto found = m_nodes.find(id);
    return found == m_nodes.end() ? nullptr : found->second.get();
}

bool AddressSpace::isReferenceType(const NodeId& id) const
{
    const Node* node = find(id);
    return node != nullptr && node->nodeClass == NodeClass::ReferenceType;
}

bool AddressSpace::isSameOrSubtype(const NodeId& type, const NodeId& super) const
{
    const NodeId hasSubtype(id::hasSubtype);
    const Node* node = find(type);
    for (int depth = 0; node != nullptr && depth < 64; ++depth) {
        if (node->id == super) {
            return true;
        }
        const auto up = std::ranges::find_if(node->references, [&](const Reference& r) {
            return !r.forward && r.type == hasSubtype;
        });
        node = up == node->references.end() ? nullptr : up->target;
    }
    return false;
}

BuiltinType AddressSpace::builtinTypeOf(const NodeId& dataType) const
{
    const NodeId hasSubtype(id::hasSubtype);
    const Node* node = find(dataType);
    for (int depth = 0; node != nullptr && depth < 64; ++depth) {
        const std::uint32_t number = node->id.standardId();
        if (number == id::enumeration) {
            return BuiltinType::Int32;
        }
        if (number >= 1 && number <= 23) {
            return static_cast<BuiltinType>(number);
        }
        const auto up = std::ranges::find_if(node->references, [&](const Reference& r) {
            return !r.forward && r.type == hasSubtype;
        });
        node = up == node->references.end() ? nullptr : up->target;
    }
    return BuiltinType::Variant;
}

NodeId AddressSpace::typeDefinitionOf(const Node& node) const
{
    const NodeId hasTypeDefinition(id::hasTypeDefinition);
    for (const auto& reference : node.references) {
        if (reference.forward && reference.type == hasTypeDefinition) {
            return reference.target->id;
        }
    }
    return {};
}

} // namespace ua
