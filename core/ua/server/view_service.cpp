// SPDX-License-Identifier: MIT
// Browse, TranslateBrowsePathsToNodeIds, RegisterNodes (Part 4 §5.9).
#include "ua/server/server.h"
#include "ua/types/status_codes.h"

#include <algorithm>
#include <set>

namespace ua {

namespace {

constexpr std::uint32_t wantReferenceType = 1;
constexpr std::uint32_t wantIsForward = 2;
constexpr std::uint32_t wantNodeClass = 4;
constexpr std::uint32_t wantBrowseName = 8;
constexpr std::uint32_t wantDisplayName = 16;
constexpr std::uint32_t wantTypeDefinition = 32;

ReferenceDescription describe(const AddressSpace& space, const Reference& reference,
                              std::uint32_t mask)
{
    const Node& target = *reference.target;
    ReferenceDescription d;
    d.nodeId = ExpandedNodeId(target.id);
    if ((mask & wantReferenceType) != 0) {
        d.referenceTypeId = reference.type;
    }
    d.isForward = (mask & wantIsForward) != 0 && reference.forward;
    if ((mask & wantNodeClass) != 0) {
        d.nodeClass = target.nodeClass;
    }
    if ((mask & wantBrowseName) != 0) {
        d.browseName = target.browseName;
    }
    if ((mask & wantDisplayName) != 0) {
        d.displayName = target.displayName;
    }
    if ((mask & wantTypeDefinition) != 0 &&
        (target.nodeClass == NodeClass::Object || target.nodeClass == NodeClass::Variable)) {
        d.typeDefinition = ExpandedNodeId(space.typeDefinitionOf(target));
    }
    return d;
}

/// References of a node that the description asks for; Bad when it asks for nonsense.
base::Result<std::vector<ReferenceDescription>> matching(const AddressSpace& space,
                                                         const BrowseDescription& what)
{
    const Node* node = space.find(what.nodeId);
    if (node == nullptr) {
        return base::fail(status::BadNodeIdUnknown, "no such node");
    }
    const auto direction = static_cast<std::int32_t>(what.browseDirection);
    if (direction < 0 || direction > 2) {
        return base::fail(status::BadBrowseDirectionInvalid, "direction must be 0, 1 or 2");
    }
    if (!what.referenceTypeId.isNull() && !space.isReferenceType(what.referenceTypeId)) {
        return base::fail(status::BadReferenceTypeIdInvalid, "not a reference type");
    }
    std::vector<ReferenceDescription> found;
    for (const auto& reference : node->references) {
        const bool directionFits =
            what.browseDirection == BrowseDirection::Both ||
            reference.forward == (what.browseDirection == BrowseDirection::Forward);
        const bool typeFits =
            what.referenceTypeId.isNull() || reference.type == what.referenceTypeId ||
            (what.includeSubtypes && space.isSameOrSubtype(reference.type, what.referenceTypeId));
        const bool classFits =
            what.nodeClassMask == 0 ||
            (what.nodeClassMask & static_cast<std::uint32_t>(reference.target->nodeClass)) != 0;
        if (directionFits && typeFits && classFits) {
            found.push_back(describe(space, reference, what.resultMask));
        }
    }
    return found;
}

/// Moves the first `limit` references into the result and keeps the rest for BrowseNext. Points of
/// earlier requests give way to new ones, those of this request do not (Part 4 §7.9).
void page(Session& session, std::vector<ReferenceDescription> found, std::uint32_t limit,
          std::uint32_t maxContinuations, std::uint64_t lastOfEarlierRequests, BrowseResult& result)
{
    result.references.setNotNull();
    const std::size_t count = std::min<std::size_t>(found.size(), limit);
    if (count < found.size() &&
        session.continuations.size() >= std::max<std::uint32_t>(1, maxContinuations)) {
        if (session.continuations.front().number > lastOfEarlierRequests) {
            result.statusCode = status::BadNoContinuationPoints;
            return;
        }
        session.continuations.pop_front(); // the oldest gives way
    }
    std::move(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count),
              std::back_inserter(result.references));
    if (count == found.size()) {
        return;
    }
    BrowseContinuation continuation;
    const std::uint64_t number = ++session.lastContinuation;
    continuation.number = number;
    continuation.id.resize(sizeof(number));
    std::memcpy(continuation.id.data(), &number, sizeof(number));
    continuation.maxPerCall = limit;
    continuation.rest.assign(
        std::make_move_iterator(found.begin() + static_cast<std::ptrdiff_t>(count)),
        std::make_move_iterator(found.end()));
    result.continuationPoint = ByteString(continuation.id);
    session.continuations.push_back(std::move(continuation));
}

} // namespace

void Server::browse(RequestContext& context, BrowseRequest& request, BrowseResponse& response)
{
    context.fault =
        checkOperations(request.nodesToBrowse.size(), m_config.limits.operations.maxNodesPerBrowse);
    if (context.fault.isGood() && !request.view.viewId.isNull()) {
        context.fault = status::BadViewIdUnknown;
    }
    if (context.fault.isBad()) {
        return;
    }
    const auto& limits = m_config.limits;
    const std::uint32_t limit =
        request.requestedMaxReferencesPerNode == 0
            ? limits.maxReferencesPerNode
            : std::min(request.requestedMaxReferencesPerNode, limits.maxReferencesPerNode);
    const std::uint64_t earlier = context.session->lastContinuation;
    response.results.setNotNull();
    response.diagnosticInfos.setNotNull();
    for (const auto& what : request.nodesToBrowse) {
        BrowseResult result;
        auto found = matching(m_space, what);
        if (!found) {
            result.statusCode = found.error().status;
        } else {
            page(*context.session, std::move(*found), limit, limits.maxBrowseContinuationPoints,
                 earlier, result);
        }
        response.results.push_back(std::move(result));
    }
}

void Server::browseNext(RequestContext& context, BrowseNextRequest& request,
                        BrowseNextResponse& response)
{
    context.fault = checkOperations(request.continuationPoints.size(),
                                    m_config.limits.operations.maxNodesPerBrowse);
    if (context.fault.isBad()) {
        return;
    }
    auto& continuations = context.session->continuations;
    const std::uint64_t earlier = context.session->lastContinuation;
    response.results.setNotNull();
    response.diagnosticInfos.setNotNull();
    for (const auto& point : request.continuationPoints) {
        BrowseResult result;
        const auto found = std::ranges::find(continuations, point.bytes(), &BrowseContinuation::id);
        if (found == continuations.end()) {
            result.statusCode = status::BadContinuationPointInvalid;
        } else {
            BrowseContinuation continuation = std::move(*found);
            continuations.erase(found);
            if (!request.releaseContinuationPoints) {
                page(*context.session, std::move(continuation.rest), continuation.maxPerCall,
                     m_config.limits.maxBrowseContinuationPoints, earlier, result);
            }
        }
        response.results.push_back(std::move(result));
    }
}

void Server::translate(RequestContext& context, TranslateBrowsePathsToNodeIdsRequest& request,
                       TranslateBrowsePathsToNodeIdsResponse& response)
{
    context.fault = checkOperations(request.browsePaths.size(),
                                    m_config.limits.operations.maxNodesPerTranslate);
    if (context.fault.isBad()) {
        return;
    }
    constexpr std::size_t maxMatches = 1'000;
    response.results.setNotNull();
    response.diagnosticInfos.setNotNull();
    for (const auto& path : request.browsePaths) {
        BrowsePathResult result;
        result.targets.setNotNull();
        const auto& elements = path.relativePath.elements;
        const Node* start = m_space.find(path.startingNode);
        if (start == nullptr) {
            result.statusCode = status::BadNodeIdUnknown;
        } else if (elements.empty()) {
            result.statusCode = status::BadNothingToDo;
        } else if (elements.back().targetName.name.empty()) {
            result.statusCode = status::BadBrowseNameInvalid;
        } else {
            std::set<const Node*> current{start};
            for (const auto& element : elements) {
                std::set<const Node*> next;
                for (const auto* node : current) {
                    for (const auto& reference : node->references) {
                        const bool typeFits =
                            element.referenceTypeId.isNull() ||
                            reference.type == element.referenceTypeId ||
                            (element.includeSubtypes &&
                             m_space.isSameOrSubtype(reference.type, element.referenceTypeId));
                        const bool nameFits = element.targetName.name.empty() ||
                                              reference.target->browseName == element.targetName;
                        if (reference.forward != element.isInverse && typeFits && nameFits &&
                            next.size() <= maxMatches) {
                            next.insert(reference.target);
                        }
                    }
                }
                current = std::move(next);
            }
            if (current.empty()) {
                result.statusCode = status::BadNoMatch;
            } else if (current.size() > maxMatches) {
                result.statusCode = status::BadTooManyMatches;
            } else {
                for (const auto* node : current) {
                    BrowsePathTarget target;
                    target.targetId = ExpandedNodeId(node->id);
                    target.remainingPathIndex = 0xFFFFFFFFU; // fully resolved
                    result.targets.push_back(std::move(target));
                }
            }
        }
        response.results.push_back(std::move(result));
    }
}

void Server::registerNodes(RequestContext& context, RegisterNodesRequest& request,
                           RegisterNodesResponse& response)
{
    context.fault = checkOperations(request.nodesToRegister.size(),
                                    m_config.limits.operations.maxNodesPerRegisterNodes);
    if (context.fault.isGood()) {
        response.registeredNodeIds = request.nodesToRegister;
    }
}

void Server::unregisterNodes(RequestContext& context, UnregisterNodesRequest& request,
                             UnregisterNodesResponse&)
{
    context.fault = checkOperations(request.nodesToUnregister.size(),
                                    m_config.limits.operations.maxNodesPerRegisterNodes);
}

} // namespace ua
