// SPDX-License-Identifier: MIT
// Our client against servers that refuse, answer late or out of order, and grant odd lifetimes:
// field cases T01, T09, T11 and C02.
#include "fake_server.h"
#include "ua/types/services/attribute.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>

#include <QObject>
#include <QTest>

#include <algorithm>
#include <map>
#include <vector>

using namespace std::chrono_literals;

namespace {

/// Answers the first bytes it gets with the given segments, then closes.
class RawServer
{
public:
    RawServer(ua::Shard& shard, std::vector<base::Bytes> segments)
        : m_shard(shard)
        , m_segments(std::move(segments))
        , m_acceptor(shard.executor())
    {
        const boost::asio::ip::tcp::endpoint any{boost::asio::ip::make_address("127.0.0.1"), 0};
        m_acceptor.open(any.protocol());
        m_acceptor.bind(any);
        m_acceptor.listen();
        boost::asio::co_spawn(shard.io(), serve(), boost::asio::detached);
    }
    ua::ConnectTarget target() const
    {
        ua::ConnectTarget target;
        target.url = "opc.tcp://127.0.0.1:" + std::to_string(m_acceptor.local_endpoint().port());
        target.address = m_acceptor.local_endpoint();
        return target;
    }

private:
    ua::Awaitable<void> serve()
    {
        auto socket = co_await m_acceptor.async_accept(ua::useAwaitable);
        std::array<std::uint8_t, 1'024> hello{};
        co_await socket.async_read_some(boost::asio::buffer(hello), ua::useAwaitable);
        bool first = true;
        for (const auto& segment : m_segments) {
            if (!first) {
                co_await live::pauseOn(m_shard, 20ms); // a segment of its own
            }
            first = false;
            co_await boost::asio::async_write(socket, boost::asio::buffer(segment),
                                              ua::useAwaitable);
        }
    }

    ua::Shard& m_shard;
    std::vector<base::Bytes> m_segments;
    ua::TcpAcceptor m_acceptor;
};

base::Bytes hex(const char* text)
{
    return base::fromHex(text).value();
}

ua::ReadRequest reading(std::size_t count)
{
    ua::ReadRequest request;
    request.timestampsToReturn = ua::TimestampsToReturn::Neither;
    for (std::size_t i = 0; i < count; ++i) {
        ua::ReadValueId what;
        what.nodeId = ua::NodeId(2, static_cast<std::uint32_t>(i + 1));
        what.attributeId = ua::attribute::Value;
        request.nodesToRead.push_back(what);
    }
    return request;
}

} // namespace

Q_DECLARE_METATYPE(std::vector<base::Bytes>)

class ConnectionTest : public QObject
{
    Q_OBJECT

private slots:
    /// Case T09: what the server says with ERR is what the user reads, not "timed out".
    void errorMessages_data()
    {
        QTest::addColumn<std::vector<base::Bytes>>("segments");
        QTest::addColumn<uint>("status");
        QTest::addColumn<QByteArray>("named");
        QTest::addColumn<QByteArray>("reason");
        const auto whole = hex("455252461400000000007D800400000062757379");
        using Segments = std::vector<base::Bytes>;
        QTest::newRow("busy") << Segments{whole} << 0x807D0000U << QByteArray("BadTcpServerTooBusy")
                              << QByteArray("busy");
        for (const std::ptrdiff_t cut : {3, 8, 13, 17}) {
            QTest::addRow("cut at %d", int(cut))
                << Segments{base::Bytes(whole.begin(), whole.begin() + cut),
                            base::Bytes(whole.begin() + cut, whole.end())}
                << 0x807D0000U << QByteArray("BadTcpServerTooBusy") << QByteArray("busy");
        }
        QTest::newRow("no reason")
            << Segments{hex("455252461000000000007D80FFFFFFFF")} << 0x807D0000U
            << QByteArray("BadTcpServerTooBusy") << QByteArray("");
        QTest::newRow("unknown code")
            << Segments{hex("45525246140000000000FF8F0400000062757379")} << 0x8FFF0000U
            << QByteArray("8FFF0000") << QByteArray("busy");
    }
    void errorMessages()
    {
        QFETCH(std::vector<base::Bytes>, segments);
        QFETCH(uint, status);
        QFETCH(QByteArray, named);
        QFETCH(QByteArray, reason);
        base::SystemClock clock;
        ua::Shard shard(clock);
        const RawServer server(shard, segments);
        base::Error error;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto config = std::make_shared<ua::ClientChannelConfig>();
            const auto connection = std::make_shared<ua::ClientConnection>(shard, config);
            const auto target = server.target();
            auto connected = co_await connection->connect(target);
            if (!connected) {
                error = connected.error();
            }
        };
        QVERIFY(live::runOn(shard, story, 5s)); // the connect timeout would be 10 s
        QCOMPARE(error.status.value, status);
        const auto text = QByteArray::fromStdString(error.context);
        QVERIFY2(text.toUpper().contains(named.toUpper()), text);
        QVERIFY2(text.contains(reason), text);
        QVERIFY2(!text.contains("did not answer"), text);
    }
    /// A reason beyond 4096 bytes is not shown, nor waited for.
    void longReason()
    {
        base::Bytes bytes = hex("455252460010010000007D80");
        const std::uint32_t length = 0x0001'1000 - 16;
        for (int i = 0; i < 4; ++i) {
            bytes.push_back(static_cast<std::uint8_t>(length >> (8 * i)));
        }
        bytes.resize(0x0001'1000, 'x');
        base::SystemClock clock;
        ua::Shard shard(clock);
        const RawServer server(shard, {bytes});
        base::Error error;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto config = std::make_shared<ua::ClientChannelConfig>();
            const auto connection = std::make_shared<ua::ClientConnection>(shard, config);
            const auto target = server.target();
            auto connected = co_await connection->connect(target);
            if (!connected) {
                error = connected.error();
            }
        };
        QVERIFY(live::runOn(shard, story, 5s));
        QVERIFY(error.status.isBad());
        QVERIFY2(error.context.size() < 5'000, qPrintable(QString::number(error.context.size())));
    }
    void nobodyListens()
    {
        base::SystemClock clock;
        ua::Shard shard(clock);
        ua::ConnectTarget target;
        {
            const RawServer gone(shard, {});
            target = gone.target();
            shard.io().run_for(1ms);
        }
        base::Error error;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto config = std::make_shared<ua::ClientChannelConfig>();
            const auto connection = std::make_shared<ua::ClientConnection>(shard, config);
            target.address.port(1); // reserved: nothing listens there
            auto connected = co_await connection->connect(target);
            error = connected ? base::Error{} : connected.error();
        };
        QVERIFY(live::runOn(shard, story, 5s));
        QCOMPARE(error.status.value, ua::status::BadConnectionRejected.value);
        QVERIFY(error.context.find(target.url) != std::string::npos);
    }

    /// Case T11: every 50th response comes after its timeout, the others in reverse order, two for
    /// nobody. None is lost, none counted twice.
    void lateAndUnknownResponses()
    {
        constexpr std::size_t requests = 10'000;
        constexpr std::size_t batch = 100;
        live::FakeServer server;
        struct Waiting
        {
            std::uint32_t id;
            base::Bytes answer;
        };
        std::vector<Waiting> reversed;
        std::vector<Waiting> late;
        std::size_t seen = 0;
        server.onResponse = [&](live::FakePeer& peer, const live::FakeMessage& message,
                                base::Bytes& bytes) {
            if (!message.is<ua::ReadResponse>()) {
                return true;
            }
            if (++seen % 50 == 0) {
                late.push_back({message.requestId, bytes});
            } else {
                reversed.push_back({message.requestId, bytes});
            }
            if (seen % batch == 0) {
                for (; !reversed.empty(); reversed.pop_back()) {
                    peer.sendRaw(reversed.back().id, reversed.back().answer);
                }
            }
            if (seen == 5'000) { // for a request nobody made, with a handle nobody gave
                ua::ReadResponse response;
                response.responseHeader.requestHandle = 0;
                peer.sendRaw(999'999, ua::encodeMessage(response));
            }
            if (seen == 5'001) { // handle 0 in the answer to a real one: ids match, not handles
                auto response = message.as<ua::ReadResponse>();
                response.responseHeader.requestHandle = 0;
                reversed.back().answer = ua::encodeMessage(response);
            }
            return false; // sent above, or later
        };
        const auto connection = server.connection();
        const auto session = server.session(connection);
        std::size_t good = 0;
        std::size_t timeouts = 0;
        std::size_t others = 0;
        std::vector<int> completions(requests);
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            auto connected = co_await connection->connect(target);
            live::orThrow(connected);
            auto established = co_await session->establish();
            live::orThrow(established);
            auto request = reading(1);
            live::FakePeer* peer = nullptr;
            server.onRequest = [&](live::FakePeer& from, const live::FakeMessage&) {
                peer = &from;
                return false;
            };
            for (std::size_t sent = 0; sent < requests; sent += batch) {
                for (std::size_t i = sent; i < sent + batch; ++i) {
                    session->fillHeader(request.requestHeader);
                    connection->call<ua::ReadResponse>(
                        request, 1s, [&, i](base::Result<ua::ReadResponse> response) {
                            ++completions[i];
                            if (response) {
                                good += response->results.size() == 1 ? 1 : 0;
                            } else if (response.error().status == ua::status::BadTimeout) {
                                ++timeouts;
                            } else {
                                ++others;
                            }
                        });
                }
                while (good + timeouts + others < (sent + batch) / 50 * 49) {
                    co_await server.pause(1ms);
                }
            }
            while (timeouts < requests / 50) {
                co_await server.pause(10ms);
            }
            for (const auto& one : late) {
                peer->sendRaw(one.id, one.answer);
            }
            while (connection->counters().lateResponses < requests / 50) {
                co_await server.pause(10ms);
            }
            auto closed = co_await session->close();
            live::orThrow(closed);
        };
        QVERIFY(server.run(story));
        QCOMPARE(timeouts, std::size_t(200));
        QCOMPARE(good, requests - 200);
        QCOMPARE(others, std::size_t(0));
        QCOMPARE(std::ranges::count(completions, 1), std::ptrdiff_t(requests));
        QCOMPARE(connection->counters().timeouts, std::uint64_t(200));
        QCOMPARE(connection->counters().lateResponses, std::uint64_t(200));
        QCOMPARE(connection->counters().unknownResponses, std::uint64_t(1));
        QCOMPARE(connection->pending(), std::size_t(0));
    }

    /// Case C02: the granted lifetime governs, and no grant makes the client spin.
    void grantedLifetimes_data()
    {
        QTest::addColumn<uint>("granted");
        QTest::addColumn<bool>("renews");
        QTest::newRow("0") << 0U << true;
        QTest::newRow("1 ms") << 1U << true;
        QTest::newRow("100 ms") << 100U << true;
        QTest::newRow("49.7 days") << 0xFFFFFFFFU << false;
    }
    void grantedLifetimes()
    {
        QFETCH(uint, granted);
        QFETCH(bool, renews);
        live::FakeServer server;
        server.grantedLifetime = granted;
        const auto connection = server.connection();
        const auto session = server.session(connection);
        std::size_t answered = 0;
        std::int64_t elapsed = 0;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            auto connected = co_await connection->connect(target);
            live::orThrow(connected);
            auto established = co_await session->establish();
            live::orThrow(established);
            auto request = reading(3);
            const auto start = server.core().clock().monotonic();
            while (elapsed < 1'500'000'000) {
                auto response = co_await session->call<ua::ReadResponse>(request);
                answered += live::orThrow(response).results.size();
                co_await server.pause(5ms);
                elapsed = (server.core().clock().monotonic() - start).count();
            }
            auto closed = co_await session->close();
            live::orThrow(closed);
        };
        QVERIFY(server.run(story));
        QVERIFY(answered > 30);
        const auto renewals = server.opens - 1;
        QCOMPARE(renewals > 0, renews);
        // At most ten per second, whatever the machine's speed.
        QVERIFY2(renewals <= std::uint64_t(elapsed / 100'000'000 + 1),
                 qPrintable(QString::number(renewals)));
    }

    /// Case T01, the other way round: an ACK with 0 and 0 is no limit, and small buffers do.
    void noLimitsInAcknowledge()
    {
        live::FakeServer server({}, {.receiveBufferSize = 8'192,
                                     .sendBufferSize = 8'192,
                                     .maxMessageSize = 0,
                                     .maxChunkCount = 0});
        const auto connection = server.connection();
        const auto session = server.session(connection);
        std::size_t results = 0;
        const auto story = [&]() -> ua::Awaitable<void> {
            const auto target = server.target();
            auto connected = co_await connection->connect(target);
            live::orThrow(connected);
            auto established = co_await session->establish();
            live::orThrow(established);
            auto request = reading(200);
            for (auto& what : request.nodesToRead) {
                what.indexRange = "";
                what.dataEncoding = ua::QualifiedName(0, ua::String(std::string(200, ' ')));
            }
            auto odd = co_await session->call<ua::ReadResponse>(request); // several chunks out
            results += live::orThrow(odd).results.size();
            request = reading(200);
            auto response = co_await session->call<ua::ReadResponse>(request);
            for (const auto& value : live::orThrow(response).results) {
                results += value.statusOrGood().isGood() ? 1 : 0;
            }
            auto closed = co_await session->close();
            live::orThrow(closed);
        };
        QVERIFY(server.run(story));
        QCOMPARE(results, std::size_t(400));
    }
};

QTEST_GUILESS_MAIN(ConnectionTest)
#include "test_connection.moc"
