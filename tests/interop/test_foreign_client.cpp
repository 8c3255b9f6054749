// SPDX-License-Identifier: MIT
// node-opcua as client against our server, in every mode: browses everything, reads, writes, calls,
// subscribes and renews its tokens under that traffic.
#include "integration/live_server.h"
#include "node_process.h"

#include <QHash>
#include <QJsonArray>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <future>
#include <set>
#include <thread>
#include <vector>

namespace {

struct Expected
{
    std::size_t nodes = 0;
    std::size_t references = 0;
};

/// What a client that follows forward hierarchical references from Root has to find.
Expected belowRoot(const ua::AddressSpace& space)
{
    Expected expected;
    const ua::NodeId hierarchical(33);
    const ua::Node* root = space.find(ua::NodeId(84));
    std::set<const ua::Node*> seen{root};
    std::vector<const ua::Node*> next{root};
    while (!next.empty()) {
        const ua::Node* node = next.back();
        next.pop_back();
        for (const auto& reference : node->references) {
            if (reference.forward && space.isSameOrSubtype(reference.type, hierarchical)) {
                ++expected.references;
                if (seen.insert(reference.target).second) {
                    next.push_back(reference.target);
                }
            }
        }
    }
    expected.nodes = seen.size();
    return expected;
}

} // namespace

class ForeignClientTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!NodeProcess::isInstalled()) {
            QFAIL(NodeProcess::notInstalled);
        }
        QVERIFY(m_keys.isValid());
        m_server.emplace();
        m_expected = belowRoot(m_server->core().space());
        m_thread = std::thread([this] { m_server->shard().run(); });
        const auto url = QStringLiteral("opc.tcp://127.0.0.1:%1").arg(m_server->listener().port());
        NodeProcess node;
        QVERIFY(node.start("foreign_client.mjs",
                           {url, m_keys.path(), "None", "Sign", "SignAndEncrypt"}));
        while (m_reports.size() < 3) {
            const auto report = node.next("result");
            QVERIFY2(report, node.seen());
            m_reports[(*report)["mode"].toString()] = *report;
        }
        const int code = node.finish();
        QVERIFY2(code == 0, node.seen());
    }

    void usesEverything_data()
    {
        QTest::addColumn<QString>("mode");
        for (const char* mode : {"None", "Sign", "SignAndEncrypt"}) {
            QTest::newRow(mode) << QString::fromLatin1(mode);
        }
    }
    void usesEverything()
    {
        QFETCH(QString, mode);
        const QJsonObject report = m_reports.value(mode);
        QVERIFY2(!report.contains("error"), qPrintable(report["error"].toString()));

        const auto browse = report["browse"].toObject();
        QCOMPARE(browse["nodes"].toInteger(), qint64(m_expected.nodes));
        QCOMPARE(browse["references"].toInteger(), qint64(m_expected.references));
        QCOMPARE(browse["unnamed"].toInteger(), qint64(0));
        QVERIFY2(browse["pages"].toInteger() > 0, "no continuation point was ever needed");

        const auto namespaces = report["namespaces"].toArray();
        QCOMPARE(namespaces.size(), 3);
        QCOMPARE(namespaces[0].toString(), QStringLiteral("http://opcfoundation.org/UA/"));
        QCOMPARE(namespaces[1].toString(), QStringLiteral("urn:uasurge:server"));
        QCOMPARE(report["state"].toInt(-1), 0); // Running
        const QByteArray wrong =
            QJsonDocument(report["wrongTypes"].toArray()).toJson(QJsonDocument::Compact);
        QCOMPARE(wrong, QByteArray("[]"));
        QCOMPARE(report["sum"].toDouble(), 3.5);

        const auto subscribe = report["subscribe"].toObject();
        QVERIFY(subscribe["inOrder"].toBool());
        QCOMPARE(subscribe["values"].toInteger(), qint64(20 * 401)); // the first value, 400 writes
        QVERIFY2(report["renewals"].toInt() >= 1, "the token was never renewed");
    }

    /// Asked on the server's own thread, after the client has gone.
    void leavesNothingBehind()
    {
        std::promise<std::array<std::size_t, 3>> counts;
        std::uint64_t renewals = 0;
        m_server->shard().post([&] {
            renewals = m_server->listener().counters().renewals;
            const auto& core = m_server->core();
            counts.set_value(
                {core.sessionCount(), core.subscriptionCount(), core.monitoredItemCount()});
        });
        const auto left = counts.get_future().get();
        QCOMPARE(left, (std::array<std::size_t, 3>{0, 0, 0}));
        std::uint64_t reported = 0;
        for (const auto& report : m_reports) {
            reported += static_cast<std::uint64_t>(report["renewals"].toInteger());
        }
        QVERIFY(renewals >= reported && reported >= 3);
    }

    void cleanupTestCase()
    {
        if (m_thread.joinable()) {
            m_server->shard().stop();
            m_thread.join();
        }
    }

private:
    QTemporaryDir m_keys;
    std::optional<live::Server> m_server;
    std::thread m_thread;
    Expected m_expected;
    QHash<QString, QJsonObject> m_reports;
};

QTEST_GUILESS_MAIN(ForeignClientTest)
#include "test_foreign_client.moc"
