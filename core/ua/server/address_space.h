// SPDX-License-Identifier: MIT
// The nodes of the server and how they refer to each other.
#pragma once

#include "base/result.h"
#include "ua/server/node.h"

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace ua {

class AddressSpace
{
public:
    AddressSpace();
    AddressSpace(const AddressSpace&) = delete;
    AddressSpace& operator=(const AddressSpace&) = delete;

    /// Index of the namespace, added when new.
    std::uint16_t addNamespace(const std::string& uri);
    const std::vector<std::string>& namespaces() const { return m_namespaces; }

    Node& add(NodeId id, NodeClass nodeClass, QualifiedName browseName);
    /// Adds a node below a parent, with its type definition where the class has one.
    Node& addBelow(Node& parent, std::uint32_t referenceType, NodeId id, NodeClass nodeClass,
                   QualifiedName browseName, std::uint32_t typeDefinition);
    Node& addVariable(Node& parent, std::uint32_t referenceType, NodeId id,
                      QualifiedName browseName, BuiltinType type, Variant value);
    void addReference(Node& source, NodeId type, Node& target);
    /// Takes the node and every reference to it away.
    void remove(const NodeId& id);

    Node* find(const NodeId& id);
    const Node* find(const NodeId& id) const;
    std::size_t size() const { return m_nodes.size(); }

    bool isReferenceType(const NodeId& id) const;
    /// The type itself or one below it by HasSubtype.
    bool isSameOrSubtype(const NodeId& type, const NodeId& super) const;
    /// The built-in type that values of this DataType travel as (Part 6 §5.1.5).
    BuiltinType builtinTypeOf(const NodeId& dataType) const;
    /// Null when the node has none.
    NodeId typeDefinitionOf(const Node& node) const;

private:
    std::vector<std::string> m_namespaces;
    std::unordered_map<NodeId, std::unique_ptr<Node>> m_nodes;
};

} // namespace ua
