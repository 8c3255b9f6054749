// SPDX-License-Identifier: MIT
// Sessions that move to a new connection, strangers who try to take them, nonces that are no good,
// and a server that has run out of descriptors: field cases S03, C04 and L05.
#include "fake_server.h"
#include "ua/types/services/attribute.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

using namespace std::chrono_literals;

Q_DECLARE_METATYPE(ua::MessageSecurityMode)

namespace {

struct Received final : ua::SubscriptionHandler
{
    void onValue(const ua::MessageInfo& info, std::uint32_t, const ua::DataValue& value) override
    {
        subscription = info.subscriptionId;
        values.push_back(*value.value->getIf<std::uint64_t>());
    }
    void onLost(std::uint32_t, std::uint64_t messages) override { lost += messages; }
    std::uint32_t subscription = 0;
    std::vector<std::uint64_t> values;
    std::uint64_t lost = 0;
};

ua::Awaitable<std::uint32_t> subscribe(ua::ClientSession& session, Received& received)
{
    ua::CreateSubscriptionRequest create;
    create.requestedPublishingInterval = 20;
    create.requestedLifetimeCount = 10'000;
    create.requestedMaxKeepAliveCount = 5;
    create.publishingEnabled = true;
    auto id = co_await session.createSubscription(create, received);
    live::orThrow(id);
    ua::CreateMonitoredItemsRequest request;
    request.subscriptionId = *id;
    request.timestampsToReturn = ua::TimestampsToReturn::Both;
    ua::MonitoredItemCreateRequest item;
    item.itemToMonitor.nodeId = ua::NodeId(2, 1U);
    item.itemToMonitor.attributeId = ua::attribute::Value;
    item.monitoringMode = ua::MonitoringMode::Reporting;
    item.requestedParameters.queueSize = 1'000;
    item.requestedParameters.discardOldest = true;
    request.itemsToCreate = {item};
    auto response = co_await session.call<ua::CreateMonitoredItemsResponse>(request);
    if (live::orThrow(response).results.at(0).statusCode.isBad()) {
        throw std::runtime_error("the item was refused");
    }
    co_return *id;
}

void setCounter(ua::Server& server, std::uint64_t value)
{
    ua::DataValue data;
    data.value = ua::Variant(value);
    server.setValue(*server.space().find(ua::NodeId(2, 1U)), std::move(data));
}

/// Reads with a session's token on any connection; the status of the answer.
ua::Awaitable<std::uint32_t> readWith(const ua::NodeId& token, ua::ClientConnection& connection)
{
    ua::ReadRequest request;
    request.requestHeader.authenticationToken = token;
    ua::ReadValueId what;
    what.nodeId = ua::NodeId(2258);
    what.attributeId = ua::attribute::Value;
    request.nodesToRead = {what};
    auto response = co_await connection.call<ua::ReadResponse>(request, 5s);
    co_return response ? 0U : response.error().status.value;
}

/// Descriptor numbers of this process run out after `free` more.
class DescriptorShortage
{
public:
    explicit DescriptorShortage(int free)
    {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        int highest = 0;
        for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
            highest = std::max(highest, std::stoi(entry.path().filename().string()));
        }
        for (;;) { // holes below the highest would be used first
            const int filler = ::dup(0);
            m_fillers.push_back(filler);
            if (filler > highest) {
                highest = filler;
                break;
            }
        }
        rlimit limit = m_before;
        limit.rlim_cur = static_cast<rlim_t>(highest + 1 + free);
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
    ~DescriptorShortage()
    {
        ::setrlimit(RLIMIT_NOFILE, &m_before);
        for (const int filler : m_fillers) {
            ::close(filler);
        }
    }
    DescriptorShortage(const DescriptorShortage&) = delete;
    DescriptorShortage& operator=(const DescriptorShortage&) = delete;

private:
    rlimit m_before{};
    std::vector<int> m_fillers;
};

} // namespace

class ReconnectionTest : public QObject
{
    Q_OBJECT

private slots:
    void sessionMoves_data()
    {
        QTest::addColumn<ua::MessageSecurityMode>("mode");
        QTest::newRow("None") << ua::MessageSecurityMode::None;
        QTest::newRow("SignAndEncrypt") << ua::MessageSecurityMode::SignAndEncrypt;
    }
    /// Case S03: a reset connection costs no session, no subscription and no value.
    void sessionMoves()
    {
        QFETCH(ua::MessageSecurityMode, mode);
        live::Server server;
        const auto first = server.connection(mode);
        const auto session = server.session(first);
        Received received;
        int lostConnections = 0;
        first->onLost = [&](const base::Error&) { ++lostConnections; };
        std::uint32_t subscription = 0;
        ua::NodeId sessionId;
        ua::NodeId after;
        std::uint32_t withoutActivation = 0;
        std::uint32_t onNewChannel = 0;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            auto connected = co_await first->connect(target);
            live::orThrow(connected);
            auto established = co_await session->establish();
            live::orThrow(established);
            sessionId = session->sessionId();
            subscription = co_await subscribe(*session, received);
            for (std::uint64_t n = 1; n <= 5; ++n) {
                setCounter(server.core(), n);
                co_await server.pause(10ms);
            }
            setCounter(server.core(), 6); // on its way when the connection goes
            first->reset();
            for (std::uint64_t n = 7; n <= 10; ++n) {
                setCounter(server.core(), n);
                co_await server.pause(30ms);
            }
            const auto second = server.connection(mode);
            connected = co_await second->connect(target);
            live::orThrow(connected);
            withoutActivation = co_await readWith(session->authenticationToken(), *second);
            auto moved = co_await session->activateOn(second);
            live::orThrow(moved);
            onNewChannel = co_await readWith(session->authenticationToken(), *second);
            for (std::uint64_t n = 11; n <= 15; ++n) {
                setCounter(server.core(), n);
                co_await server.pause(30ms);
            }
            while (received.values.empty() || received.values.back() < 15) {
                co_await server.pause(10ms);
            }
            after = session->sessionId();
            auto closed = co_await session->close();
            live::orThrow(closed);
        };
        QVERIFY(server.run(story, 20s));
        QCOMPARE(lostConnections, 1);
        QCOMPARE(withoutActivation, 0x80220000U); // BadSecureChannelIdInvalid
        QCOMPARE(onNewChannel, 0U);
        QCOMPARE(after, sessionId);
        QCOMPARE(received.subscription, subscription);
        QCOMPARE(server.core().summary().cumulatedSubscriptionCount, 1U);
        QCOMPARE(server.core().summary().cumulatedSessionCount, 1U);
        std::vector<std::uint64_t> all;
        for (std::uint64_t n = 0; n <= 15; ++n) {
            all.push_back(n);
        }
        QCOMPARE(received.values, all);
        QCOMPARE(received.lost, std::uint64_t(0));
    }

    /// Case S03: nobody else gets the session, and its old channel loses it.
    void strangersAreRefused()
    {
        constexpr auto mode = ua::MessageSecurityMode::SignAndEncrypt;
        live::Server server;
        const auto own = server.connection(mode);
        const auto session = server.session(own);
        const auto stranger = std::make_shared<ua::ClientConnection>(
            server.shard(), server.channelConfig(mode, "urn:uasurge:other"));
        const auto weaker = server.connection(ua::MessageSecurityMode::Sign);
        const auto later = server.connection(mode);
        std::vector<std::uint32_t> statuses;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            for (const auto& connection : {own, stranger, weaker, later}) {
                auto connected = co_await connection->connect(target);
                live::orThrow(connected);
            }
            auto established = co_await session->establish();
            live::orThrow(established);
            const auto token = session->authenticationToken();
            auto status = co_await readWith(token, *stranger);
            statuses.push_back(status);
            for (const auto& connection : {stranger, weaker}) {
                auto taken = co_await session->activateOn(connection);
                statuses.push_back(taken ? 0U : taken.error().status.value);
            }
            status = co_await readWith(token, *own); // still the owner's
            statuses.push_back(status);
            auto moved = co_await session->activateOn(later);
            live::orThrow(moved);
            status = co_await readWith(token, *own);
            statuses.push_back(status);
            status = co_await readWith(token, *later);
            statuses.push_back(status);
            auto closed = co_await session->close();
            live::orThrow(closed);
            for (const auto& connection : {own, stranger, weaker}) {
                connection->close();
            }
        };
        QVERIFY(server.run(story, 20s));
        QCOMPARE(statuses.size(), std::size_t(6));
        QCOMPARE(statuses[0], 0x80220000U);                               // token alone
        QCOMPARE(statuses[1], ua::status::BadSecurityChecksFailed.value); // other certificate
        QCOMPARE(statuses[2], ua::status::BadSecurityChecksFailed.value); // other mode
        QCOMPARE(statuses[3], 0U);
        QCOMPARE(statuses[4], 0x80220000U); // the old channel
        QCOMPARE(statuses[5], 0U);
        QCOMPARE(server.core().sessionCount(), std::size_t(0));
    }

    /// Case C04: session nonces are 32 bytes or more and never come twice; "tolerate" is explicit,
    /// off by default, and counted.
    void serverNonces_data()
    {
        QTest::addColumn<int>("created");
        QTest::addColumn<int>("activated");
        QTest::addColumn<bool>("tolerate");
        QTest::addColumn<bool>("accepted");
        QTest::addColumn<uint>("tolerated");
        for (const int size : {0, 1, 31}) {
            QTest::addRow("%d bytes", size) << size << 32 << false << false << 0U;
            QTest::addRow("%d bytes tolerated", size) << size << 32 << true << true << 1U;
        }
        for (const int size : {32, 33, 64}) {
            QTest::addRow("%d bytes", size) << size << size << false << true << 0U;
        }
        QTest::newRow("null") << -1 << 32 << false << false << 0U;
        QTest::newRow("null after activation") << 32 << -1 << false << false << 0U;
        QTest::newRow("null after activation tolerated") << 32 << -1 << true << true << 1U;
        QTest::newRow("short after activation") << 32 << 31 << false << false << 0U;
        QTest::newRow("the same twice") << 32 << -2 << false << false << 0U;
        QTest::newRow("the same twice tolerated") << 32 << -2 << true << true << 1U;
    }
    void serverNonces()
    {
        QFETCH(int, created);
        QFETCH(int, activated);
        QFETCH(bool, tolerate);
        QFETCH(bool, accepted);
        QFETCH(uint, tolerated);
        live::FakeServer server;
        ua::ByteString sent;
        const auto nonce = [&sent](int size) {
            if (size == -2) {
                return sent;
            }
            return size < 0
                       ? ua::ByteString()
                       : ua::ByteString(ua::randomBytes(static_cast<std::size_t>(size)).value());
        };
        server.onResponse = [&](live::FakePeer&, const live::FakeMessage& message,
                                base::Bytes& bytes) {
            if (message.is<ua::CreateSessionResponse>()) {
                auto response = message.as<ua::CreateSessionResponse>();
                response.serverNonce = sent = nonce(created);
                bytes = ua::encodeMessage(response);
            }
            return true;
        };
        // The core never saw that nonce: this server takes any signature.
        server.onRequest = [&](live::FakePeer& peer, const live::FakeMessage& message) {
            if (!message.is<ua::ActivateSessionRequest>()) {
                return false;
            }
            ua::ActivateSessionResponse response;
            response.serverNonce = nonce(activated);
            peer.send(message.requestId, message.as<ua::ActivateSessionRequest>().requestHeader,
                      response);
            return true;
        };
        const auto connection = server.connection(ua::MessageSecurityMode::Sign);
        ua::SessionOptions options;
        options.nonceRule = tolerate ? ua::NonceRule::Tolerate : ua::NonceRule::Strict;
        const auto session = server.session(connection, options);
        ua::StatusCode status;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            auto connected = co_await connection->connect(target);
            live::orThrow(connected);
            auto established = co_await session->establish();
            status = established ? ua::StatusCode{} : established.error().status;
            auto closed = co_await session->close();
            static_cast<void>(closed);
        };
        QVERIFY(server.run(story, 20s));
        QCOMPARE(status.value, accepted ? 0U : ua::status::BadNonceInvalid.value);
        QCOMPARE(session->toleratedNonces(), tolerated);
    }

    /// Case L05: without descriptors the server takes nobody new, but goes on with those it has
    /// and takes the waiting client when there is room again.
    void noDescriptorsLeft()
    {
        ua::ServerConfig config;
        live::Server server(config);
        const auto first = server.connection(ua::MessageSecurityMode::None);
        const auto session = server.session(first);
        const auto second = server.connection(ua::MessageSecurityMode::None);
        std::uint64_t failures = 0;
        std::size_t reads = 0;
        bool early = false;
        bool connectedLater = false;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            auto connected = co_await first->connect(target);
            live::orThrow(connected);
            auto established = co_await session->establish();
            live::orThrow(established);
            {
                const DescriptorShortage shortage(1); // the client's own socket takes it
                boost::asio::co_spawn(
                    server.shard().io(),
                    [&]() -> ua::Awaitable<void> {
                        auto late = co_await second->connect(target);
                        connectedLater = late.has_value();
                    },
                    boost::asio::detached);
                for (int i = 0; i < 30; ++i) {
                    const auto status = co_await readWith(session->authenticationToken(), *first);
                    reads += status == 0 ? 1 : 0;
                    co_await server.pause(10ms);
                }
                failures = server.listener().counters().acceptFailures;
                early = connectedLater;
            }
            while (!connectedLater) {
                co_await server.pause(10ms);
            }
            second->close();
            auto closed = co_await session->close();
            live::orThrow(closed);
        };
        QVERIFY(server.run(story, 20s));
        QCOMPARE(reads, std::size_t(30));
        QVERIFY(!early);
        QVERIFY2(failures >= 1, "the shortage was never met");
        // Backing off: 300 ms of a readable listener would be thousands of failures otherwise.
        QVERIFY2(failures <= 30, qPrintable(QString::number(failures)));
        QVERIFY(connectedLater);
    }
};

QTEST_GUILESS_MAIN(ReconnectionTest)
#include "test_reconnection.moc"
