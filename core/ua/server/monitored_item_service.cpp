// SPDX-License-Identifier: MIT
// Monitored item services and sampling (Part 4 §5.13).
#include "ua/server/server.h"
#include "ua/types/status_codes.h"

#include <algorithm>
#include <cmath>

namespace ua {

namespace {

bool isValid(TimestampsToReturn timestamps)
{
    return timestamps >= TimestampsToReturn::Source && timestamps <= TimestampsToReturn::Neither;
}

bool isNumeric(BuiltinType type)
{
    return type >= BuiltinType::SByte && type <= BuiltinType::Double;
}

/// The rule of a DataChangeFilter for a variable; Bad when it does not apply.
base::Result<ChangeRule> ruleOf(const ExtensionObject& filter, const MonitoredItem& item,
                                const Limits& limits)
{
    ChangeRule rule;
    if (filter.encoding == ExtensionObject::Encoding::None && filter.typeId.isNull()) {
        return rule;
    }
    if (!holds<DataChangeFilter>(filter)) {
        const bool known = holds<EventFilter>(filter) || holds<AggregateFilter>(filter);
        return base::fail(known ? status::BadMonitoredItemFilterUnsupported
                                : status::BadMonitoredItemFilterInvalid,
                          "only DataChangeFilter is supported for data");
    }
    const auto given = fromExtensionObject<DataChangeFilter>(filter, limits);
    if (!given) {
        return base::fail(status::BadMonitoredItemFilterInvalid, given.error().context);
    }
    if (item.attributeId() != attribute::Value) {
        return base::fail(status::BadFilterNotAllowed, "a filter applies to values only");
    }
    const auto trigger = static_cast<std::int32_t>(given->trigger);
    if (trigger < 0 || trigger > 2) {
        return base::fail(status::BadMonitoredItemFilterInvalid, "trigger must be 0, 1 or 2");
    }
    rule.trigger = given->trigger;
    if (given->deadbandType == 0) {
        return rule;
    }
    const VariableFacet& variable = *item.node().variable;
    if (!isNumeric(variable.builtinType)) {
        return base::fail(status::BadFilterNotAllowed, "a deadband needs a numeric value");
    }
    if (!(given->deadbandValue >= 0) || std::isinf(given->deadbandValue)) {
        return base::fail(status::BadDeadbandFilterInvalid, "a deadband is zero or more");
    }
    if (given->deadbandType == 1) {
        rule.deadband = given->deadbandValue;
        return rule;
    }
    if (given->deadbandType != 2 || given->deadbandValue > 100) {
        return base::fail(status::BadDeadbandFilterInvalid, "a percentage is 0 to 100");
    }
    if (!variable.euRange) {
        return base::fail(status::BadMonitoredItemFilterUnsupported,
                          "a percent deadband needs an EURange");
    }
    rule.deadband =
        given->deadbandValue / 100 * (variable.euRange->second - variable.euRange->first);
    return rule;
}

} // namespace

SamplePtr Server::sampleNow(const MonitoredItem& item) const
{
    return std::make_shared<Sample>(readAttribute(item.node(), item.attributeId(), item.range()));
}

void Server::report(MonitoredItem& item)
{
    Subscription& subscription = item.subscription();
    subscription.list(item);
    for (const auto linked : item.triggeredItems) {
        MonitoredItem* other = subscription.findItem(linked);
        if (other != nullptr && other->mode == MonitoringMode::Sampling && !other->queue.empty()) {
            other->triggered = true;
            subscription.list(*other);
        }
    }
}

void Server::offer(MonitoredItem& item, const SamplePtr& sample)
{
    if (item.offer(sample)) {
        report(item);
    }
}

void Server::runGroup(SamplingGroup& group, base::MonotonicTime now)
{
    group.scheduled = false;
    auto dirty = std::exchange(group.dirty, {});
    for (auto* item : dirty) {
        item->dirty = false;
        offer(*item, sampleNow(*item));
    }
    for (auto* item : group.polled) {
        offer(*item, sampleNow(*item));
    }
    dirty.clear();
    if (group.dirty.empty()) {
        group.dirty = std::move(dirty); // keep the memory
    }
    if (!group.polled.empty()) {
        group.scheduled = true;
        schedule(group.nextTick(now), TimerKind::Group,
                 static_cast<std::uint64_t>(group.interval().count()));
    }
}

void Server::attach(MonitoredItem& item)
{
    const bool value = item.attributeId() == attribute::Value && item.node().variable != nullptr;
    if (!value) {
        return; // other attributes never change here: the first value is all there is
    }
    VariableFacet& variable = *item.node().variable;
    if (item.samplingInterval > base::Duration(0)) {
        auto& group = m_groups[item.samplingInterval.count()];
        if (!group) {
            group = std::make_unique<SamplingGroup>(item.samplingInterval);
        }
        item.group = group.get();
        if (variable.source) {
            group->polled.push_back(&item);
            if (!group->scheduled) {
                group->scheduled = true;
                schedule(group->nextTick(m_clock.monotonic()), TimerKind::Group,
                         static_cast<std::uint64_t>(group->interval().count()));
            }
            return;
        }
    }
    variable.items.push_back(&item);
}

void Server::detach(MonitoredItem& item)
{
    if (item.node().variable == nullptr) {
        return;
    }
    auto& items = item.node().variable->items;
    if (const auto found = std::ranges::find(items, &item); found != items.end()) {
        *found = items.back();
        items.pop_back();
    }
    if (item.group != nullptr) {
        std::erase(item.group->polled, &item);
        if (item.dirty) {
            std::erase(item.group->dirty, &item);
            item.dirty = false;
        }
        item.group = nullptr;
    }
}

StatusCode Server::applyParameters(MonitoredItem& item, const MonitoringParameters& parameters,
                                   double& revisedInterval, std::uint32_t& revisedQueueSize)
{
    const auto rule = ruleOf(parameters.filter, item, m_decodeLimits);
    if (!rule) {
        return rule.error().status;
    }
    const bool polled = item.node().variable != nullptr && item.node().variable->source;
    base::Duration interval = fromMilliseconds(parameters.samplingInterval);
    if (parameters.samplingInterval < 0 || std::isnan(parameters.samplingInterval)) {
        interval = item.subscription().parameters().publishingInterval;
    }
    interval = std::max(interval, m_config.limits.minSamplingInterval);
    if (polled) {
        interval = std::max(interval, m_config.limits.minPolledInterval);
    }
    item.rule = *rule;
    item.samplingInterval = interval;
    item.clientHandle = parameters.clientHandle;
    revisedInterval = milliseconds(interval);
    revisedQueueSize = std::clamp<std::uint32_t>(parameters.queueSize, 1,
                                                 std::max(1U, m_config.limits.maxQueueSize));
    item.setQueueSize(revisedQueueSize, parameters.discardOldest);
    return status::Good;
}

MonitoredItemCreateResult Server::createItem(Subscription& subscription,
                                             const MonitoredItemCreateRequest& request,
                                             TimestampsToReturn timestamps)
{
    MonitoredItemCreateResult result;
    const auto& what = request.itemToMonitor;
    Node* node = m_space.find(what.nodeId);
    if (node == nullptr) {
        result.statusCode = status::BadNodeIdUnknown;
        return result;
    }
    auto range = IndexRange::parse(what.indexRange);
    if (!range) {
        result.statusCode = range.error().status;
        return result;
    }
    if (m_itemCount >= m_config.limits.maxMonitoredItems ||
        subscription.items().size() >= m_config.limits.maxMonitoredItemsPerSubscription) {
        result.statusCode = status::BadTooManyMonitoredItems;
        return result;
    }
    // Only what does not exist refuses the item; a value of bad quality does not (case P13).
    const DataValue first = readAttribute(*node, what.attributeId, {});
    const StatusCode firstStatus = first.statusOrGood();
    if (firstStatus == status::BadAttributeIdInvalid || firstStatus == status::BadNotReadable) {
        result.statusCode = firstStatus;
        return result;
    }
    const auto mode = static_cast<std::int32_t>(request.monitoringMode);
    if (mode < 0 || mode > 2) {
        result.statusCode = status::BadMonitoringModeInvalid;
        return result;
    }
    auto item = std::make_unique<MonitoredItem>(subscription.newItemId(), subscription, *node, what,
                                                std::move(*range));
    item->timestamps = timestamps;
    item->mode = request.monitoringMode;
    result.statusCode = applyParameters(*item, request.requestedParameters,
                                        result.revisedSamplingInterval, result.revisedQueueSize);
    if (result.statusCode.isBad()) {
        return result;
    }
    MonitoredItem& added = subscription.addItem(std::move(item));
    ++m_itemCount;
    attach(added);
    result.monitoredItemId = added.id();
    if (added.mode != MonitoringMode::Disabled) {
        added.offer(sampleNow(added));
        if (added.mode == MonitoringMode::Reporting) {
            report(added);
        }
    }
    return result;
}

Subscription* Server::subscriptionForItems(RequestContext& context, std::uint32_t id,
                                           std::size_t operations)
{
    Subscription* subscription = ownSubscription(context, id);
    context.fault =
        subscription == nullptr
            ? status::BadSubscriptionIdInvalid
            : checkOperations(operations, m_config.limits.operations.maxMonitoredItemsPerCall);
    return subscription;
}

void Server::createMonitoredItems(RequestContext& context, CreateMonitoredItemsRequest& request,
                                  CreateMonitoredItemsResponse& response)
{
    Subscription* subscription =
        subscriptionForItems(context, request.subscriptionId, request.itemsToCreate.size());
    if (context.fault.isGood() && !isValid(request.timestampsToReturn)) {
        context.fault = status::BadTimestampsToReturnInvalid;
    }
    if (context.fault.isBad()) {
        return;
    }
    subscription->resetLifetime();
    response.results.setNotNull();
    response.diagnosticInfos.setNotNull();
    for (const auto& one : request.itemsToCreate) {
        response.results.push_back(createItem(*subscription, one, request.timestampsToReturn));
        context.session->diagnostics.currentMonitoredItemsCount +=
            response.results.back().statusCode.isGood() ? 1 : 0;
    }
}

void Server::modifyMonitoredItems(RequestContext& context, ModifyMonitoredItemsRequest& request,
                                  ModifyMonitoredItemsResponse& response)
{
    Subscription* subscription =
        subscriptionForItems(context, request.subscriptionId, request.itemsToModify.size());
    if (context.fault.isGood() && !isValid(request.timestampsToReturn)) {
        context.fault = status::BadTimestampsToReturnInvalid;
    }
    if (context.fault.isBad()) {
        return;
    }
    subscription->resetLifetime();
    response.results.setNotNull();
    response.diagnosticInfos.setNotNull();
    for (const auto& one : request.itemsToModify) {
        MonitoredItemModifyResult result;
        MonitoredItem* item = subscription->findItem(one.monitoredItemId);
        if (item == nullptr) {
            result.statusCode = status::BadMonitoredItemIdInvalid;
        } else {
            const bool changed = item->dirty; // since the last sample
            detach(*item);
            result.statusCode =
                applyParameters(*item, one.requestedParameters, result.revisedSamplingInterval,
                                result.revisedQueueSize);
            item->timestamps = request.timestampsToReturn;
            attach(*item);
            if (changed) {
                offer(*item, sampleNow(*item));
            }
        }
        response.results.push_back(std::move(result));
    }
}

void Server::setMonitoringMode(RequestContext& context, SetMonitoringModeRequest& request,
                               SetMonitoringModeResponse& response)
{
    Subscription* subscription =
        subscriptionForItems(context, request.subscriptionId, request.monitoredItemIds.size());
    const auto mode = static_cast<std::int32_t>(request.monitoringMode);
    if (context.fault.isGood() && (mode < 0 || mode > 2)) {
        context.fault = status::BadMonitoringModeInvalid;
    }
    if (context.fault.isBad()) {
        return;
    }
    subscription->resetLifetime();
    response.results.setNotNull();
    response.diagnosticInfos.setNotNull();
    for (const auto id : request.monitoredItemIds) {
        MonitoredItem* item = subscription->findItem(id);
        if (item == nullptr) {
            response.results.push_back(status::BadMonitoredItemIdInvalid);
            continue;
        }
        const bool wasDisabled = item->mode == MonitoringMode::Disabled;
        item->setMode(request.monitoringMode);
        if (wasDisabled && item->mode != MonitoringMode::Disabled) {
            item->force(sampleNow(*item)); // the first value after enabling
        }
        if (item->mode == MonitoringMode::Reporting && !item->queue.empty()) {
            report(*item);
        } else if (item->mode != MonitoringMode::Reporting) {
            subscription->unlist(*item);
        }
        response.results.push_back(status::Good);
    }
}

void Server::setTriggering(RequestContext& context, SetTriggeringRequest& request,
                           SetTriggeringResponse& response)
{
    Subscription* subscription = ownSubscription(context, request.subscriptionId);
    if (subscription == nullptr) {
        context.fault = status::BadSubscriptionIdInvalid;
        return;
    }
    context.fault = checkOperations(request.linksToAdd.size() + request.linksToRemove.size(),
                                    m_config.limits.operations.maxMonitoredItemsPerCall);
    MonitoredItem* trigger = subscription->findItem(request.triggeringItemId);
    if (context.fault.isGood() && trigger == nullptr) {
        context.fault = status::BadMonitoredItemIdInvalid;
    }
    if (context.fault.isBad()) {
        return;
    }
    subscription->resetLifetime();
    auto& links = trigger->triggeredItems;
    response.removeResults.setNotNull();
    response.removeDiagnosticInfos.setNotNull();
    response.addResults.setNotNull();
    response.addDiagnosticInfos.setNotNull();
    for (const auto id : request.linksToRemove) { // removed before any is added
        const auto found = std::ranges::find(links, id);
        response.removeResults.push_back(found == links.end() ? status::BadMonitoredItemIdInvalid
                                                              : status::Good);
        if (found != links.end()) {
            links.erase(found);
        }
    }
    for (const auto id : request.linksToAdd) {
        const bool known = subscription->findItem(id) != nullptr;
        response.addResults.push_back(known ? status::Good : status::BadMonitoredItemIdInvalid);
        if (known && std::ranges::find(links, id) == links.end()) {
            links.push_back(id);
        }
    }
}

StatusCode Server::resendData(const Session& session, std::uint32_t subscriptionId)
{
    Subscription* subscription = findSubscription(subscriptionId);
    if (subscription == nullptr || subscription->session != &session) {
        return subscription == nullptr ? status::BadSubscriptionIdInvalid
                                       : status::BadUserAccessDenied;
    }
    for (const auto& [id, item] : subscription->items()) {
        if (item->mode == MonitoringMode::Reporting && item->queue.empty()) {
            item->force(sampleNow(*item));
            subscription->list(*item);
        }
    }
    return status::Good;
}

void Server::deleteItem(Subscription& subscription, MonitoredItem& item)
{
    m_counters.overflows += item.overflows();
    detach(item);
    --m_itemCount;
    subscription.removeItem(item.id());
}

void Server::deleteMonitoredItems(RequestContext& context, DeleteMonitoredItemsRequest& request,
                                  DeleteMonitoredItemsResponse& response)
{
    Subscription* subscription =
        subscriptionForItems(context, request.subscriptionId, request.monitoredItemIds.size());
    if (context.fault.isBad()) {
        return;
    }
    subscription->resetLifetime();
    response.results.setNotNull();
    response.diagnosticInfos.setNotNull();
    for (const auto id : request.monitoredItemIds) {
        MonitoredItem* item = subscription->findItem(id);
        response.results.push_back(item == nullptr ? status::BadMonitoredItemIdInvalid
                                                   : status::Good);
        if (item != nullptr) {
            deleteItem(*subscription, *item);
            --context.session->diagnostics.currentMonitoredItemsCount;
        }
    }
}

} // namespace ua
