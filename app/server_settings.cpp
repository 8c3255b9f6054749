// SPDX-License-Identifier: MIT
#include "app/server_settings.h"

#include "load/preflight.h"
#include "ua/security/certificate_store.h"
#include "ua/types/status_codes.h"

namespace app {

namespace {

void offer(ServerSettings& settings, const ua::SecurityPolicy& policy, ua::MessageSecurityMode mode)
{
    settings.server.endpoints.push_back({std::string(policy.uri), mode});
    settings.channel.endpoints.push_back({&policy, mode});
}

ua::ServerLimits limitsOf(const scenario::ServerSettings& from)
{
    ua::ServerLimits to;
    to.maxSessions = from.maxSessions;
    to.maxSubscriptionsPerSession = from.maxSubscriptionsPerSession;
    to.maxMonitoredItems = from.maxMonitoredItems;
    to.maxMonitoredItemsPerSubscription = from.maxMonitoredItemsPerSubscription;
    to.maxPublishRequestsPerSession = from.maxPublishRequestsPerSession;
    to.maxQueueSize = from.maxQueueSize;
    to.minPublishingInterval = from.minPublishingInterval;
    to.maxPublishingInterval = from.maxPublishingInterval;
    to.minSamplingInterval = from.minSamplingInterval;
    to.maxSessionTimeout = from.maxSessionTimeout;
    to.operations.maxNodesPerRead = from.operationLimits.maxNodesPerRead;
    to.operations.maxNodesPerWrite = from.operationLimits.maxNodesPerWrite;
    to.operations.maxNodesPerBrowse = from.operationLimits.maxNodesPerBrowse;
    to.operations.maxNodesPerTranslate = from.operationLimits.maxNodesPerTranslate;
    to.operations.maxNodesPerRegisterNodes = from.operationLimits.maxNodesPerRegister;
    to.operations.maxNodesPerMethodCall = from.operationLimits.maxNodesPerMethodCall;
    to.operations.maxMonitoredItemsPerCall = from.operationLimits.maxMonitoredItemsPerCall;
    return to;
}

} // namespace

void offerEveryEndpoint(ServerSettings& settings)
{
    settings.server.endpoints.clear();
    settings.channel.endpoints.clear();
    offer(settings, ua::nonePolicy(), ua::MessageSecurityMode::None);
    const auto& secured = *ua::findPolicyByName("Basic256Sha256");
    offer(settings, secured, ua::MessageSecurityMode::Sign);
    offer(settings, secured, ua::MessageSecurityMode::SignAndEncrypt);
}

base::Result<ServerSettings> serverSettings(const scenario::Scenario& scenario,
                                            const std::filesystem::path& pki,
                                            const base::Clock& clock)
{
    const auto* embedded = scenario.target.embedded();
    if (embedded == nullptr) {
        return base::fail(ua::status::BadConfigurationError,
                          "the scenario's target is an external server: there is nothing to serve");
    }
    const scenario::ServerSettings& from = embedded->server;
    ServerSettings settings;
    settings.server.limits = limitsOf(from);
    settings.server.diagnostics = from.diagnostics;
    settings.server.simulatedVariables = from.variables;
    settings.server.updatePeriod = from.updatePeriod;
    settings.channel.lifetime.maximum = from.maxTokenLifetime;
    settings.channel.lifetime.byDefault =
        std::min<base::Duration>(from.maxTokenLifetime, settings.channel.lifetime.byDefault);
    settings.listener.port = 0;
    settings.listener.backlog = from.backlog;
    offer(settings, load::policyOf(scenario.security), load::modeOf(scenario.security));
    if (const auto* user =
            std::get_if<scenario::UserNameIdentity>(&scenario.security.identity.who)) {
        UA_TRY_ASSIGN(auto password, load::resolveSecret(user->password));
        settings.server.users.push_back({user->user, std::move(password)});
        settings.server.allowAnonymous = false;
    }
    const ua::CertificateStore store(pki);
    UA_TRY(store.createFolders());
    ua::CertificateRequest request;
    request.commonName = "UaSurge simulation server";
    request.applicationUri = settings.server.applicationUri;
    request.hostNames = {"localhost", "127.0.0.1"};
    request.notBefore = clock.wall() + -std::chrono::hours(1);
    request.keyBits = scenario.security.keyBits;
    UA_TRY_ASSIGN(settings.identity, store.loadOrCreate("server", request));
    settings.channel.identities = {settings.identity};
    UA_TRY_ASSIGN(settings.channel.trust, store.loadTrustList(ua::TrustMode::AcceptAll));
    return settings;
}

} // namespace app
