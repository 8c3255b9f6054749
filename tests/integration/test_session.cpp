// SPDX-License-Identifier: MIT
// Our client against our server over real sockets, in every mode.
#include "live_server.h"
#include "ua/server/simulation.h"
#include "ua/types/services/attribute.h"
#include "ua/types/services/method.h"
#include "ua/types/services/view.h"

#include <QObject>
#include <QTest>

Q_DECLARE_METATYPE(ua::MessageSecurityMode)

namespace {

struct Values final : ua::SubscriptionHandler
{
    void onValue(const ua::MessageInfo&, std::uint32_t handle, const ua::DataValue& value) override
    {
        if (const auto* counter = value.value ? value.value->getIf<std::uint64_t>() : nullptr) {
            received.emplace_back(handle, *counter);
        }
    }
    void onKeepAlive(std::uint32_t) override { ++keepAlives; }
    void onLost(std::uint32_t, std::uint64_t messages) override { lost += messages; }
    std::vector<std::pair<std::uint32_t, std::uint64_t>> received;
    int keepAlives = 0;
    std::uint64_t lost = 0;
};

} // namespace

class SessionTest : public QObject
{
    Q_OBJECT

private slots:
    void everyMode_data()
    {
        QTest::addColumn<ua::MessageSecurityMode>("mode");
        QTest::newRow("None") << ua::MessageSecurityMode::None;
        QTest::newRow("Sign") << ua::MessageSecurityMode::Sign;
        QTest::newRow("SignAndEncrypt") << ua::MessageSecurityMode::SignAndEncrypt;
    }
    void everyMode()
    {
        QFETCH(ua::MessageSecurityMode, mode);
        live::Server server;
        const auto connection = server.connection(mode);
        const auto session = server.session(connection);
        Values values;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            auto connected = co_await connection->connect(target);
            live::orThrow(connected);
            auto established = co_await session->establish();
            live::orThrow(established);

            ua::ReadRequest read;
            ua::ReadValueId what;
            what.nodeId = ua::NodeId(2258);
            what.attributeId = ua::attribute::Value;
            read.nodesToRead = {what};
            read.timestampsToReturn = ua::TimestampsToReturn::Both;
            auto answer = co_await session->call<ua::ReadResponse>(read);
            live::orThrow(answer);
            if (answer->results.size() != 1 ||
                answer->results[0].value->type() != ua::BuiltinType::DateTime) {
                throw std::runtime_error("CurrentTime is no DateTime");
            }
            ua::CreateSubscriptionRequest create;
            create.requestedPublishingInterval = 20;
            create.requestedLifetimeCount = 100;
            create.requestedMaxKeepAliveCount = 10;
            create.publishingEnabled = true;
            auto subscription = co_await session->createSubscription(create, values);
            live::orThrow(subscription);
            ua::CreateMonitoredItemsRequest items;
            items.subscriptionId = *subscription;
            items.timestampsToReturn = ua::TimestampsToReturn::Both;
            ua::MonitoredItemCreateRequest item;
            item.itemToMonitor.nodeId = ua::NodeId(2, 1U);
            item.itemToMonitor.attributeId = ua::attribute::Value;
            item.monitoringMode = ua::MonitoringMode::Reporting;
            item.requestedParameters.clientHandle = 7;
            item.requestedParameters.samplingInterval = 0;
            item.requestedParameters.queueSize = 10;
            item.requestedParameters.discardOldest = true;
            items.itemsToCreate = {item};
            auto created = co_await session->call<ua::CreateMonitoredItemsResponse>(items);
            live::orThrow(created);
            for (std::uint64_t i = 1; i <= 20; ++i) {
                ua::WriteRequest write;
                ua::WriteValue value;
                value.nodeId = ua::NodeId(2, 1U);
                value.attributeId = ua::attribute::Value;
                value.value.value = ua::Variant(i);
                write.nodesToWrite = {value};
                auto written = co_await session->call<ua::WriteResponse>(write);
                live::orThrow(written);
                if (written->results[0].isBad()) {
                    throw std::runtime_error("write refused");
                }
                if (i == 10) {
                    connection->renewToken();
                }
                co_await server.pause(std::chrono::milliseconds(5));
            }
            co_await server.pause(std::chrono::milliseconds(100));
            ua::CallRequest call;
            ua::CallMethodRequest method;
            method.objectId = ua::NodeId(2, ua::String("Simulation"));
            method.methodId = ua::NodeId(2, ua::String("Add"));
            method.inputArguments = {ua::Variant(1.5), ua::Variant(2.0)};
            call.methodsToCall = {method};
            auto sum = co_await session->call<ua::CallResponse>(call);
            live::orThrow(sum);
            if (*sum->results[0].outputArguments[0].getIf<double>() != 3.5) {
                throw std::runtime_error("wrong sum");
            }
            auto closed = co_await session->close();
            live::orThrow(closed);
        };
        QVERIFY(server.run(story));
        // The initial value, then every value written, once and in order.
        QCOMPARE(values.received.size(), std::size_t(21));
        for (std::size_t i = 0; i < values.received.size(); ++i) {
            QCOMPARE(values.received[i].first, 7U);
            QCOMPARE(values.received[i].second, std::uint64_t(i));
        }
        QCOMPARE(connection->counters().renewals, std::uint64_t(1));
        QCOMPARE(connection->pending(), std::size_t(0));
        QCOMPARE(values.lost, std::uint64_t(0));
        QCOMPARE(server.core().sessionCount(), std::size_t(0));
        QCOMPARE(server.core().subscriptionCount(), std::size_t(0));
        QCOMPARE(server.core().monitoredItemCount(), std::size_t(0));
    }

    void userNames()
    {
        ua::ServerConfig config;
        config.allowAnonymous = false;
        config.users = {{"peter", "peter123"}};
        live::Server server(config);
        for (const auto mode :
             {ua::MessageSecurityMode::None, ua::MessageSecurityMode::SignAndEncrypt}) {
            for (const bool right : {true, false}) {
                const auto connection = server.connection(mode);
                ua::SessionOptions options;
                options.user = ua::UserName{"peter", right ? "peter123" : "wrong"};
                const auto session = server.session(connection, options);
                ua::StatusCode outcome;
                const auto story = [&]() -> ua::Awaitable<void> {
                    const auto target = server.target();
                    auto connected = co_await connection->connect(target);
                    live::orThrow(connected);
                    auto established = co_await session->establish();
                    outcome = established ? ua::StatusCode{} : established.error().status;
                    auto closed = co_await session->close();
                    static_cast<void>(closed);
                };
                QVERIFY(server.run(story));
                QCOMPARE(outcome.value, right ? 0U : ua::status::BadUserAccessDenied.value);
            }
        }
    }

    void discoveryNeedsNoSession()
    {
        live::Server server;
        ua::Array<ua::EndpointDescription> endpoints;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            auto found = co_await ua::getEndpoints(server.shard(), target);
            endpoints = live::orThrow(found);
            auto servers = co_await ua::findServers(server.shard(), target);
            live::orThrow(servers);
        };
        QVERIFY(server.run(story));
        QCOMPARE(endpoints.size(), std::size_t(3));
        const auto chosen =
            ua::chooseEndpoint(endpoints, live::policyOf(ua::MessageSecurityMode::Sign).uri,
                               ua::MessageSecurityMode::Sign);
        QVERIFY(chosen);
        QCOMPARE(chosen->server.applicationUri.text(), std::string("urn:uasurge:server"));
    }

    void endpointUrls()
    {
        QVERIFY(!ua::EndpointUrl::parse("http://x"));
        QVERIFY(!ua::EndpointUrl::parse("opc.tcp://host:99999"));
        QCOMPARE(int(ua::EndpointUrl::parse("opc.tcp://[::1]:4841/x")->port), 4841);
        QCOMPARE(int(ua::EndpointUrl::parse("opc.tcp://localhost")->port), 4840);
    }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "test_session.moc"
