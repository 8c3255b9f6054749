// SPDX-License-Identifier: MIT
#include "load/preflight.h"

#include "ua/client/discovery.h"
#include "ua/security/certificate_store.h"
#include "ua/types/services/attribute.h"
#include "ua/types/status_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sys/resource.h>

namespace load {

namespace {

constexpr std::uint32_t namespaceArray = 2255;
constexpr std::uint32_t maxNodesPerRead = 11705;
constexpr std::uint32_t maxNodesPerWrite = 11707;
constexpr std::uint32_t maxMonitoredItemsPerCall = 11714;
constexpr std::string_view simulationUri = "urn:uasurge:simulation";

base::Result<base::Bytes> readFile(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return base::fail(ua::status::BadConfigurationError,
                          fmt::format("cannot read \"{}\"", path.string()));
    }
    return base::Bytes(std::istreambuf_iterator<char>(file), {});
}

/// Missing or 0 means no limit (field case B02).
std::uint32_t limitOf(const ua::DataValue& value)
{
    const auto* number = value.value ? value.value->getIf<std::uint32_t>() : nullptr;
    return value.statusOrGood().isGood() && number != nullptr ? *number : 0;
}

/// A foreign server's certificate is the one the scenario names, or the scenario takes any.
base::Result<void> checkTrust(const scenario::Scenario& scenario, const ua::Certificate& server)
{
    const auto* external = scenario.target.external();
    if (external == nullptr || external->acceptUntrusted) {
        return {};
    }
    if (external->trustedCertificate.empty()) {
        return base::fail(ua::status::BadCertificateUntrusted,
                          fmt::format("the server's certificate \"{}\" (SHA-1 {}) is not trusted: "
                                      "name its file in target.trustedCertificate, or set "
                                      "target.acceptUntrusted",
                                      server.subject(), base::toHex(server.thumbprint())));
    }
    UA_TRY_ASSIGN(const auto trusted, ua::Certificate::load(external->trustedCertificate));
    if (!(trusted == server)) {
        return base::fail(ua::status::BadCertificateUntrusted,
                          fmt::format("the server shows the certificate \"{}\" (SHA-1 {}), "
                                      "target.trustedCertificate is another one",
                                      server.subject(), base::toHex(server.thumbprint())));
    }
    return {};
}

} // namespace

const ua::SecurityPolicy& policyOf(const scenario::Security& security)
{
    return security.policy == scenario::Policy::None ? ua::nonePolicy()
                                                     : *ua::findPolicyByName("Basic256Sha256");
}

ua::MessageSecurityMode modeOf(const scenario::Security& security)
{
    switch (security.mode) {
    case scenario::Mode::Sign:
        return ua::MessageSecurityMode::Sign;
    case scenario::Mode::SignAndEncrypt:
        return ua::MessageSecurityMode::SignAndEncrypt;
    default:
        return ua::MessageSecurityMode::None;
    }
}

base::Result<std::string> resolveSecret(const scenario::Secret& secret)
{
    if (!secret.env.empty()) {
        const char* value = std::getenv(secret.env.c_str());
        if (value == nullptr) {
            return base::fail(ua::status::BadConfigurationError,
                              fmt::format("environment variable {} is not set", secret.env));
        }
        return std::string(value);
    }
    UA_TRY_ASSIGN(const base::Bytes bytes, readFile(secret.file));
    std::string text(base::textOf(bytes));
    while (text.ends_with('\n') || text.ends_with('\r')) {
        text.pop_back();
    }
    return text;
}

base::Result<std::vector<ua::ApplicationIdentity>>
clientIdentities(const scenario::Security& security, const std::filesystem::path& pki,
                 const base::Clock& clock)
{
    std::vector<ua::ApplicationIdentity> identities;
    if (!policyOf(security).isSecured()) {
        identities.emplace_back();
        return identities;
    }
    if (!security.certificate.empty()) {
        UA_TRY_ASSIGN(auto certificate, ua::Certificate::load(security.certificate));
        UA_TRY_ASSIGN(const std::string pem, resolveSecret(security.key));
        UA_TRY_ASSIGN(auto key, ua::PrivateKey::parse(base::bytesOf(pem)));
        if (!certificate.belongsTo(key)) {
            return base::fail(ua::status::BadConfigurationError,
                              fmt::format("the key does not belong to the certificate \"{}\"",
                                          security.certificate));
        }
        identities.push_back({std::move(certificate), std::move(key)});
        return identities;
    }
    const ua::CertificateStore store(pki);
    UA_TRY(store.createFolders());
    for (std::uint32_t i = 0; i < security.certificates; ++i) {
        ua::CertificateRequest request;
        request.commonName = fmt::format("UaSurge load {}", i + 1);
        request.applicationUri = fmt::format("urn:uasurge:load:{}", i + 1);
        request.hostNames = {"localhost", "127.0.0.1"};
        request.notBefore = clock.wall() + -std::chrono::hours(1);
        request.keyBits = security.keyBits;
        UA_TRY_ASSIGN(auto identity, store.loadOrCreate(fmt::format("load{}", i + 1), request));
        identities.push_back(std::move(identity));
    }
    return identities;
}

ua::Awaitable<base::Result<SessionSetup>>
prepareSessions(ua::Shard& shard, const scenario::Scenario& scenario, std::string url,
                const std::vector<ua::ApplicationIdentity>& identities)
{
    SessionSetup setup;
    auto parsed = ua::EndpointUrl::parse(url);
    if (!parsed) {
        co_return std::unexpected(parsed.error());
    }
    auto address = co_await ua::resolve(shard, *parsed);
    if (!address) {
        co_return std::unexpected(address.error());
    }
    if (!address->address().is_loopback()) {
        co_return base::fail(
            ua::status::BadConfigurationError,
            fmt::format("{} is not on this machine: load goes to loopback only", url));
    }
    setup.target.url = url;
    setup.target.address = *address;
    setup.target.timeout = scenario.phases.ramp.connectTimeout;
    auto endpoints = co_await ua::getEndpoints(shard, setup.target);
    if (!endpoints) {
        co_return base::fail("asking for endpoints", endpoints.error());
    }
    const ua::SecurityPolicy& policy = policyOf(scenario.security);
    auto endpoint = ua::chooseEndpoint(*endpoints, policy.uri, modeOf(scenario.security));
    if (!endpoint) {
        co_return std::unexpected(endpoint.error());
    }
    ua::Certificate server;
    if (policy.isSecured()) {
        auto certificate = ua::Certificate::fromDer(endpoint->serverCertificate.view());
        if (!certificate) {
            co_return base::fail("the endpoint's server certificate", certificate.error());
        }
        server = *certificate;
        auto trusted = checkTrust(scenario, server);
        if (!trusted) {
            co_return std::unexpected(trusted.error());
        }
    }
    for (const auto& identity : identities) {
        auto channel = std::make_shared<ua::ClientChannelConfig>();
        channel->policy = &policy;
        channel->mode = modeOf(scenario.security);
        channel->own = identity;
        channel->server = server;
        channel->deferOpen = true; // RSA work is queued between other traffic
        channel->requestedLifetimeMs = static_cast<std::uint32_t>(
            std::chrono::duration_cast<std::chrono::milliseconds>(scenario.security.tokenLifetime)
                .count());
        setup.channels.push_back(std::move(channel));
        setup.applicationUris.push_back(identity.certificate.isNull()
                                            ? std::string("urn:uasurge:load:1")
                                            : identity.certificate.applicationUri());
    }
    setup.options.endpointUrl = url;
    if (const auto* user =
            std::get_if<scenario::UserNameIdentity>(&scenario.security.identity.who)) {
        auto password = resolveSecret(user->password);
        if (!password) {
            co_return base::fail("security.identity.password", password.error());
        }
        setup.options.user = ua::UserName{user->user, *password};
    }
    setup.attempts = scenario.phases.ramp.attempts;
    setup.retryDelay = scenario.phases.ramp.retryDelay;

    auto connection = std::make_shared<ua::ClientConnection>(shard, setup.channels.front());
    auto connected = co_await connection->connect(setup.target);
    if (!connected) {
        co_return base::fail("preflight session", connected.error());
    }
    ua::SessionOptions options = setup.options;
    options.applicationUri = setup.applicationUris.front();
    options.sessionName = "UaSurge preflight";
    auto session = std::make_shared<ua::ClientSession>(connection, options);
    auto established = co_await session->establish();
    if (!established) {
        connection->close();
        co_return base::fail("preflight session", established.error());
    }
    // One node a call: the limit to be learned may be 1.
    std::vector<ua::DataValue> answers;
    for (const auto id :
         {namespaceArray, maxNodesPerRead, maxNodesPerWrite, maxMonitoredItemsPerCall}) {
        ua::ReadRequest request;
        request.timestampsToReturn = ua::TimestampsToReturn::Neither;
        ua::ReadValueId what;
        what.nodeId = ua::NodeId(id);
        what.attributeId = ua::attribute::Value;
        request.nodesToRead = {what};
        auto answer = co_await session->call<ua::ReadResponse>(request);
        if (!answer || answer->results.size() != 1) {
            answers.emplace_back();
        } else {
            answers.push_back(answer->results[0]);
        }
    }
    auto closed = co_await session->close();
    static_cast<void>(closed);
    if (const auto* names =
            answers[0].value ? ua::arrayIf<ua::String>(*answers[0].value) : nullptr) {
        const auto found = std::ranges::find_if(
            *names, [](const ua::String& uri) { return uri == simulationUri; });
        if (found != names->end()) {
            setup.simulationNamespace = static_cast<std::uint16_t>(found - names->begin());
        }
    }
    setup.maxNodesPerRead = limitOf(answers[1]);
    setup.maxNodesPerWrite = limitOf(answers[2]);
    setup.maxMonitoredItemsPerCall = limitOf(answers[3]);
    if (const auto* external = scenario.target.external()) {
        for (const auto& text : external->nodes) {
            auto node = ua::NodeId::parse(text);
            if (!node) {
                co_return base::fail("target.nodes", node.error());
            }
            setup.nodes.push_back(*node);
        }
        for (const auto& text : external->writableNodes) {
            auto node = ua::NodeId::parse(text);
            if (!node) {
                co_return base::fail("target.writableNodes", node.error());
            }
            setup.writableNodes.push_back(*node);
        }
    }
    co_return setup;
}

std::vector<std::string> checkLocalLimits(const scenario::Plan& plan)
{
    std::vector<std::string> problems;
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
        getrlimit(RLIMIT_NOFILE, &files);
    }
    const auto check = [&](std::string_view who, std::uint64_t needed) {
        if (needed > files.rlim_cur) {
            problems.push_back(fmt::format(
                "the {} needs {} file descriptors, the limit is {}: raise it with \"ulimit -n {}\" "
                "(or LimitNOFILE= of the service)",
                who, needed, files.rlim_cur, needed + needed / 10));
        }
    };
    check("load side", plan.loadDescriptors);
    check("server", plan.serverDescriptors);
    return problems;
}

} // namespace load
