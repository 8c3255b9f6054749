// SPDX-License-Identifier: MIT
// A client and a server channel joined in memory, and a handler that writes down what it is told.
#pragma once

#include "ua/channel/client_channel.h"
#include "ua/channel/server_channel.h"
#include "unit/ua/security/vector_file.h"

#include <memory>
#include <string>
#include <vector>

namespace loopback {

struct Event
{
    std::string kind;
    std::uint32_t id = 0;
    base::Bytes body;
    std::string reason;
    std::uint32_t status = 0;
};

class Recorder final : public ua::ChannelHandler
{
public:
    void onOpened(const ua::TokenInfo& info) override
    {
        token = info;
        events.push_back({info.renewed ? "renewed" : "opened", info.tokenId, {}, {}, 0});
    }
    void onMessage(std::uint32_t requestId, base::BytesView body) override
    {
        events.push_back({"message", requestId, {body.begin(), body.end()}, {}, 0});
    }
    void onAborted(std::uint32_t requestId, base::StatusCode status,
                   std::string_view reason) override
    {
        events.push_back({"aborted", requestId, {}, std::string(reason), status.value});
    }
    void onClosed() override { events.push_back({"closed", 0, {}, {}, 0}); }
    void onOpenPending() override { events.push_back({"pending", 0, {}, {}, 0}); }
    void onHello(const ua::Hello& hello) override
    {
        events.push_back({"hello", 0, {}, hello.endpointUrl, 0});
    }
    void onAcknowledged() override { events.push_back({"acknowledged", 0, {}, {}, 0}); }

    std::string kinds() const
    {
        std::string text;
        for (const auto& event : events) {
            text += (text.empty() ? "" : " ") + event.kind;
        }
        return text;
    }

    std::vector<Event> events;
    ua::TokenInfo token;
};

inline ua::ApplicationIdentity identity(const std::string& name)
{
    return {vectors::certificate(name), vectors::key(name)};
}

inline ua::ServerChannelConfig serverConfig(const std::string& name = "server2048")
{
    ua::ServerChannelConfig config;
    config.endpoints.push_back({});
    for (const auto& policy : ua::securityPolicies()) {
        if (policy.isSecured()) {
            config.endpoints.push_back({&policy, ua::MessageSecurityMode::Sign});
            config.endpoints.push_back({&policy, ua::MessageSecurityMode::SignAndEncrypt});
        }
    }
    config.identities.push_back(identity(name));
    config.deferOpen = false;
    return config;
}

inline ua::ClientChannelConfig
clientConfig(const char* policy = "None",
             ua::MessageSecurityMode mode = ua::MessageSecurityMode::None,
             const std::string& name = "client2048", const std::string& server = "server2048")
{
    ua::ClientChannelConfig config;
    config.policy = ua::findPolicyByName(policy);
    config.mode = mode;
    if (config.policy->isSecured()) {
        config.own = identity(name);
        config.server = vectors::certificate(server);
    }
    return config;
}

/// Both ends; `step` is how many bytes the peer is given at a time.
struct Pair
{
    explicit Pair(ua::ClientChannelConfig clientSettings = clientConfig(),
                  ua::ServerChannelConfig serverSettings = serverConfig())
        : client(std::make_shared<const ua::ClientChannelConfig>(std::move(clientSettings)))
        , server(std::make_shared<const ua::ServerChannelConfig>(std::move(serverSettings)), 77,
                 certificates)
    {}

    ua::ChannelTime now() const { return ua::ChannelTime::of(clock); }

    base::Result<void> toServer() { return deliver(server, clientOut, serverEvents, serverOut); }
    base::Result<void> toClient() { return deliver(client, serverOut, clientEvents, clientOut); }
    base::Result<void> connect()
    {
        UA_TRY(client.hello("opc.tcp://localhost:4840", clientOut));
        UA_TRY(toServer());
        UA_TRY(toClient());
        return open(ua::SecurityTokenRequestType::Issue);
    }
    base::Result<void> open(ua::SecurityTokenRequestType type)
    {
        UA_TRY(client.open(type, ++requestId, now(), clientOut));
        UA_TRY(toServer());
        return toClient();
    }
    base::Result<void> deliver(ua::SecureChannel& channel, base::Bytes& bytes, Recorder& events,
                               base::Bytes& out)
    {
        auto taken = std::exchange(bytes, {});
        std::span rest(taken);
        while (!rest.empty()) {
            const auto part = rest.first(std::min(step, rest.size()));
            rest = rest.subspan(part.size());
            UA_TRY(channel.receive(part, now(), events, out));
        }
        return {};
    }

    base::ManualClock clock;
    ua::CertificateCache certificates;
    ua::ClientChannel client;
    ua::ServerChannel server;
    Recorder clientEvents;
    Recorder serverEvents;
    base::Bytes clientOut;
    base::Bytes serverOut;
    std::size_t step = 1 << 30;
    std::uint32_t requestId = 0;
};

inline base::Bytes pattern(std::size_t size)
{
    base::Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i) {
        bytes[i] = static_cast<std::uint8_t>(i * 31 + i / 251);
    }
    return bytes;
}

} // namespace loopback
