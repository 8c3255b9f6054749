// SPDX-License-Identifier: MIT
// Our client against node-opcua as server, in every mode: discovery, browsing everything, read,
// write, call, subscribe, token renewals under that traffic, close.
#include "base/clock.h"
#include "node_process.h"
#include "ua/client/client_session.h"
#include "ua/client/discovery.h"
#include "ua/security/certificate_builder.h"
#include "ua/types/services/attribute.h"
#include "ua/types/services/method.h"
#include "ua/types/services/view.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>
#include <stdexcept>
#include <vector>

Q_DECLARE_METATYPE(ua::MessageSecurityMode)

namespace {

constexpr std::uint32_t counters = 20;
constexpr std::uint32_t rounds = 400;

template <typename T>
T& orThrow(base::Result<T>& result)
{
    if (!result) {
        throw std::runtime_error(result.error().context);
    }
    return *result;
}
void require(bool condition, const std::string& what)
{
    if (!condition) {
        throw std::runtime_error(what);
    }
}

struct Values final : ua::SubscriptionHandler
{
    void onValue(const ua::MessageInfo&, std::uint32_t handle, const ua::DataValue& value) override
    {
        const auto* number = value.value ? value.value->getIf<std::uint32_t>() : nullptr;
        received[handle].push_back(number == nullptr ? UINT32_MAX : *number);
        ++count;
    }
    void onLost(std::uint32_t, std::uint64_t messages) override { lost += messages; }
    std::map<std::uint32_t, std::vector<std::uint32_t>> received;
    std::size_t count = 0;
    std::uint64_t lost = 0;
};

struct Browsed
{
    std::set<std::string> nodes{"i=84"};
    std::size_t unnamed = 0;
    std::size_t pages = 0;
};

void takeReferences(const ua::BrowseResult& result, Browsed& browsed,
                    std::vector<ua::NodeId>& wanted)
{
    require(!result.statusCode.isBad(), "browsing a node failed");
    for (const auto& reference : result.references) {
        browsed.unnamed +=
            reference.displayName.text.empty() || reference.browseName.name.empty() ? 1 : 0;
        const ua::NodeId& id = reference.nodeId.nodeId;
        if (browsed.nodes.insert(id.text()).second) {
            wanted.push_back(id);
        }
    }
}

ua::Awaitable<void> browseAll(ua::ClientSession& session, Browsed& browsed)
{
    std::vector<ua::NodeId> wanted{ua::NodeId(84)};
    while (!wanted.empty()) {
        ua::BrowseRequest request;
        request.requestedMaxReferencesPerNode = 100;
        while (!wanted.empty() && request.nodesToBrowse.size() < 5) {
            ua::BrowseDescription what;
            what.nodeId = wanted.back();
            wanted.pop_back();
            what.browseDirection = ua::BrowseDirection::Forward;
            what.referenceTypeId = ua::NodeId(33);
            what.includeSubtypes = true;
            what.resultMask = 63;
            request.nodesToBrowse.push_back(what);
        }
        auto response = co_await session.call<ua::BrowseResponse>(request);
        orThrow(response);
        ua::BrowseNextRequest more;
        for (const auto& result : response->results) {
            takeReferences(result, browsed, wanted);
            if (!result.continuationPoint.empty()) {
                more.continuationPoints.push_back(result.continuationPoint);
            }
        }
        while (!more.continuationPoints.empty()) {
            auto next = co_await session.call<ua::BrowseNextResponse>(more);
            orThrow(next);
            more.continuationPoints.clear();
            for (const auto& result : next->results) {
                ++browsed.pages;
                takeReferences(result, browsed, wanted);
                if (!result.continuationPoint.empty()) {
                    more.continuationPoints.push_back(result.continuationPoint);
                }
            }
        }
    }
}

std::uint16_t freePort()
{
    boost::asio::io_context io;
    const boost::asio::ip::tcp::acceptor probe(
        io, {boost::asio::ip::make_address("127.0.0.1"), std::uint16_t{0}});
    return probe.local_endpoint().port();
}

ua::NodeId interopNode(std::uint16_t ns, const std::string& name)
{
    return {ns, ua::String(name)};
}

ua::Awaitable<ua::Variant> callMethod(ua::ClientSession& session, std::uint16_t ns,
                                      std::string name, ua::Array<ua::Variant> inputs)
{
    ua::CallRequest request;
    ua::CallMethodRequest method;
    method.objectId = interopNode(ns, "Interop");
    method.methodId = interopNode(ns, name);
    method.inputArguments = std::move(inputs);
    request.methodsToCall = {method};
    auto response = co_await session.call<ua::CallResponse>(request);
    orThrow(response);
    require(response->results.size() == 1 && response->results[0].statusCode.isGood() &&
                response->results[0].outputArguments.size() == 1,
            "the call failed");
    co_return response->results[0].outputArguments[0];
}

ua::Awaitable<std::uint32_t> readCounter(ua::ClientSession& session, std::uint16_t ns)
{
    ua::ReadRequest request;
    ua::ReadValueId what;
    what.nodeId = interopNode(ns, "Counter0");
    what.attributeId = ua::attribute::Value;
    request.nodesToRead = {what};
    request.timestampsToReturn = ua::TimestampsToReturn::Both;
    auto response = co_await session.call<ua::ReadResponse>(request);
    orThrow(response);
    co_return *response->results.at(0).value->getIf<std::uint32_t>();
}

ua::Awaitable<void> writeCounters(ua::ClientSession& session, std::uint16_t ns, std::uint32_t value)
{
    ua::WriteRequest request;
    for (std::uint32_t i = 0; i < counters; ++i) {
        ua::WriteValue what;
        what.nodeId = interopNode(ns, "Counter" + std::to_string(i));
        what.attributeId = ua::attribute::Value;
        what.value.value = ua::Variant(value);
        request.nodesToWrite.push_back(what);
    }
    auto response = co_await session.call<ua::WriteResponse>(request);
    orThrow(response);
    for (const auto status : response->results) {
        require(status.isGood(), "a write was refused");
    }
}

ua::Awaitable<void> monitor(ua::ClientSession& session, std::uint16_t ns, Values& values)
{
    ua::CreateSubscriptionRequest create;
    create.requestedPublishingInterval = 50;
    create.requestedLifetimeCount = 100;
    create.requestedMaxKeepAliveCount = 10;
    create.publishingEnabled = true;
    auto id = co_await session.createSubscription(create, values);
    orThrow(id);
    ua::CreateMonitoredItemsRequest request;
    request.subscriptionId = *id;
    request.timestampsToReturn = ua::TimestampsToReturn::Both;
    for (std::uint32_t i = 0; i < counters; ++i) {
        ua::MonitoredItemCreateRequest item;
        item.itemToMonitor.nodeId = interopNode(ns, "Counter" + std::to_string(i));
        item.itemToMonitor.attributeId = ua::attribute::Value;
        item.monitoringMode = ua::MonitoringMode::Reporting;
        item.requestedParameters.clientHandle = i;
        item.requestedParameters.samplingInterval = 0;
        item.requestedParameters.queueSize = 1000;
        item.requestedParameters.discardOldest = true;
        request.itemsToCreate.push_back(item);
    }
    auto response = co_await session.call<ua::CreateMonitoredItemsResponse>(request);
    orThrow(response);
    for (const auto& result : response->results) {
        require(result.statusCode.isGood(), "an item was refused");
    }
}

} // namespace

class ForeignServerTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!NodeProcess::isInstalled()) {
            QFAIL(NodeProcess::notInstalled);
        }
        QVERIFY(m_keys.isValid());
        m_port = freePort();
        QVERIFY(m_node.start("foreign_server.mjs", {QString::number(m_port), m_keys.path()}));
        const auto ready = m_node.next("ready");
        QVERIFY2(ready, m_node.seen());
        m_namespace = static_cast<std::uint16_t>((*ready)["namespace"].toInt());
        ua::CertificateRequest request;
        request.applicationUri = "urn:uasurge:client";
        request.hostNames = {"127.0.0.1"};
        request.notBefore = base::WallTime{m_clock.wall().ns - 3'600'000'000'000};
        auto identity = ua::makeSelfSigned(request);
        QVERIFY2(identity, identity ? "" : identity.error().context.c_str());
        m_identity = std::move(*identity);
    }

    void usesEverything_data()
    {
        QTest::addColumn<ua::MessageSecurityMode>("mode");
        QTest::newRow("None") << ua::MessageSecurityMode::None;
        QTest::newRow("Sign") << ua::MessageSecurityMode::Sign;
        QTest::newRow("SignAndEncrypt") << ua::MessageSecurityMode::SignAndEncrypt;
    }
    void usesEverything()
    {
        QFETCH(ua::MessageSecurityMode, mode);
        ua::Shard shard(m_clock);
        Browsed browsed;
        Values values;
        std::uint32_t nodes = 0;
        double sum = 0;
        std::uint32_t readBack = 0;
        std::uint64_t renewals = 0;
        ua::PublishCounters publish;
        const auto story = [&]() -> ua::Awaitable<void> {
            ua::ConnectTarget target;
            target.url = "opc.tcp://127.0.0.1:" + std::to_string(m_port);
            target.address = {boost::asio::ip::make_address("127.0.0.1"), m_port};
            auto endpoints = co_await ua::getEndpoints(shard, target);
            const auto& policy = mode == ua::MessageSecurityMode::None
                                     ? ua::nonePolicy()
                                     : *ua::findPolicyByName("Basic256Sha256");
            auto endpoint = ua::chooseEndpoint(orThrow(endpoints), policy.uri, mode);
            auto config = std::make_shared<ua::ClientChannelConfig>();
            config->policy = &policy;
            config->mode = mode;
            config->requestedLifetimeMs = 2'500; // the least that server grants
            if (policy.isSecured()) {
                config->own = m_identity;
                auto certificate =
                    ua::Certificate::fromDer(orThrow(endpoint).serverCertificate.view());
                config->server = orThrow(certificate);
            }
            const auto connection = std::make_shared<ua::ClientConnection>(shard, config);
            auto connected = co_await connection->connect(target);
            orThrow(connected);
            ua::SessionOptions options;
            options.endpointUrl = target.url;
            const auto session = std::make_shared<ua::ClientSession>(connection, options);
            auto established = co_await session->establish();
            orThrow(established);
            ua::Array<ua::Variant> none;
            none.setNotNull();
            const auto counted = co_await callMethod(*session, m_namespace, "CountNodes", none);
            nodes = *counted.getIf<std::uint32_t>();
            co_await browseAll(*session, browsed);
            ua::Array<ua::Variant> operands{ua::Variant(1.5), ua::Variant(2.0)};
            const auto added = co_await callMethod(*session, m_namespace, "Add", operands);
            sum = *added.getIf<double>();
            co_await writeCounters(*session, m_namespace, 0);
            co_await monitor(*session, m_namespace, values);
            ua::Timer timer(shard.executor());
            for (std::uint32_t i = 1; i <= rounds; ++i) {
                co_await writeCounters(*session, m_namespace, i);
                timer.expires_after(std::chrono::milliseconds(8));
                co_await timer.async_wait(ua::useAwaitable);
            }
            for (int wait = 0; wait < 100 && values.count < counters * (rounds + 1); ++wait) {
                timer.expires_after(std::chrono::milliseconds(50));
                co_await timer.async_wait(ua::useAwaitable);
            }
            readBack = co_await readCounter(*session, m_namespace);
            renewals = connection->counters().renewals;
            publish = session->publishing().counters();
            auto closed = co_await session->close();
            if (!closed) {
                throw std::runtime_error(closed.error().context);
            }
        };
        std::exception_ptr failure;
        bool done = false;
        boost::asio::co_spawn(shard.io(), story, [&](std::exception_ptr error) {
            failure = error;
            done = true;
            shard.stop();
        });
        shard.io().run_for(std::chrono::seconds(40));
        if (failure) {
            try {
                std::rethrow_exception(failure);
            } catch (const std::exception& error) {
                QFAIL(error.what());
            }
        }
        QVERIFY2(done, "the conversation did not end in time");
        QVERIFY(nodes > 1'000);
        QCOMPARE(browsed.nodes.size(), std::size_t(nodes));
        QCOMPARE(sum, 3.5);
        QCOMPARE(browsed.unnamed, std::size_t(0));
        QVERIFY2(browsed.pages > 0, "no continuation point was ever needed");
        QCOMPARE(readBack, rounds);
        QCOMPARE(values.received.size(), std::size_t(counters));
        for (const auto& [handle, numbers] : values.received) {
            QCOMPARE(numbers.size(), std::size_t(rounds) + 1);
            for (std::uint32_t i = 0; i <= rounds; ++i) {
                QCOMPARE(numbers[i], i);
            }
        }
        QCOMPARE(values.lost, std::uint64_t(0));
        QCOMPARE(publish.duplicates, std::uint64_t(0));
        QCOMPARE(publish.badAcknowledgements, std::uint64_t(0));
        QCOMPARE(publish.republishes, std::uint64_t(0));
        QVERIFY2(renewals >= 1, "the token was never renewed");
    }

    void leavesNothingBehind()
    {
        m_node.endInput();
        const auto counted = m_node.next("result");
        QVERIFY2(counted, m_node.seen());
        QCOMPARE((*counted)["sessions"].toInt(-1), 0);
        QCOMPARE((*counted)["subscriptions"].toInt(-1), 0);
        QCOMPARE(m_node.finish(), 0);
    }

private:
    base::SystemClock m_clock;
    QTemporaryDir m_keys;
    NodeProcess m_node;
    ua::ApplicationIdentity m_identity;
    std::uint16_t m_port = 0;
    std::uint16_t m_namespace = 0;
};

QTEST_GUILESS_MAIN(ForeignServerTest)
#include "test_foreign_server.moc"
