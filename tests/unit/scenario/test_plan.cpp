// SPDX-License-Identifier: MIT
// The plan against figures worked out by hand from the scenarios' own numbers.
#include "scenario/built_in.h"
#include "scenario/json_text.h"
#include "scenario/overrides.h"
#include "scenario/plan.h"
#include "scenario/scenario_reader.h"

#include <boost/json/object.hpp>

#include <QObject>
#include <QTest>

#include <numeric>
#include <set>
#include <string>

using namespace scenario;
using namespace std::chrono_literals;

namespace {

Scenario read(std::string_view name, std::initializer_list<const char*> overrides = {})
{
    std::string text(builtIn(name)->json);
    for (const char* assignment : overrides) {
        text = applyOverride(text, assignment).value();
    }
    return readScenario(text).value();
}

} // namespace

class TestPlan : public QObject
{
    Q_OBJECT

private slots:
    void sessionScalability();
    void quickStart();
    void openAndClosedLoop();
    void shardsDifferByAtMostOneSession();
    void coalescingIsForeseen_data();
    void coalescingIsForeseen();
    void ownVariablesAreNeverShared();
    void tokenRenewalsCostRsa();
    void theSeedDeterminesTheShardsSeeds();
    void textAndJsonSayTheSame();
};

void TestPlan::sessionScalability()
{
    const auto plan = makePlan(read("session-scalability"), {.load = 2, .server = 2});
    QCOMPARE(plan.sessions, 501U);
    QCOMPARE(plan.connections, 501U);
    QCOMPARE(plan.subscriptions, 500U);
    QCOMPARE(plan.items, 500U);
    QCOMPARE(plan.connectConcurrency, 16U);
    // One write each 500 ms for 60 s: 120 values, each due at 500 sessions.
    QCOMPARE(plan.workloads[1].operationsInSteady, 120.0);
    QCOMPARE(plan.workloads[0].expectedValues, 60'000.0);
    QCOMPARE(plan.workloads[0].valuesPerSecond, 1'000.0);
    QCOMPARE(plan.workloads[0].expectedCoalesced, 0.0);
    // Per side and connect: OPN sign 1, decrypt 2 blocks, session signature 1.
    QCOMPARE(plan.rsa.privatePerConnect, 4.0);
    QCOMPARE(plan.rsa.privateTotal, 2'004.0);
    QCOMPARE(plan.tokenRenewals, 0U);
    QVERIFY(plan.loadDescriptors > 501 && plan.loadDescriptors < 600);
    QVERIFY(plan.serverDescriptors > 501 && plan.serverDescriptors < 600);
    QVERIFY(plan.notes.empty());
}

void TestPlan::quickStart()
{
    const auto scenario = read("quick-start");
    const auto plan = makePlan(scenario, {.load = 2, .server = 2});
    QCOMPARE(plan.sessions, 106U);
    QCOMPARE(plan.items, 400U);
    // Four variables, four times a second, at 100 sessions, for 15 s.
    QCOMPARE(plan.workloads[0].expectedValues, 24'000.0);
    QCOMPARE(plan.workloads[0].expectedCoalesced, 0.0);
    QVERIFY(plan.notes.empty());
    // In under a minute, with room for the ramp.
    QVERIFY(plan.settle + plan.steady + plan.drain < 30s);
}

void TestPlan::openAndClosedLoop()
{
    const auto open = makePlan(read("read-open-loop"), {});
    QCOMPARE(open.workloads[0].requestsPerSecond, 500.0);
    QCOMPARE(open.workloads[0].valuesPerSecond, 5'000.0);
    QCOMPARE(open.workloads[0].operationsInSteady, 5'000.0);
    QCOMPARE(open.rsa.privateTotal, 0.0);
    const auto closed = makePlan(read("read-closed-loop"), {});
    QCOMPARE(closed.workloads[0].requestsPerSecond, 0.0);
    const auto half = makePlan(read("read-open-loop", {"/workloads/0/start=6s"}), {});
    QCOMPARE(half.workloads[0].operationsInSteady, 2'500.0); // steady is 1 s to 11 s
}

void TestPlan::shardsDifferByAtMostOneSession()
{
    const auto scenario = read("quick-start");
    const auto plan = makePlan(scenario, {.load = 4, .server = 1});
    QCOMPARE(plan.loadShards, 4U);
    std::vector<std::uint32_t> perShard(4);
    for (const auto& workload : plan.workloads) {
        QCOMPARE(workload.sessionsPerShard.size(), 4U);
        QCOMPARE(std::accumulate(workload.sessionsPerShard.begin(), workload.sessionsPerShard.end(),
                                 std::uint64_t{0}),
                 workload.sessions);
        for (std::size_t i = 0; i < 4; ++i) {
            perShard[i] += workload.sessionsPerShard[i];
        }
    }
    QCOMPARE(perShard, (std::vector<std::uint32_t>{27, 27, 26, 26}));
    const auto pinned = makePlan(read("quick-start", {"/load/cores=[0,1,3]", "/target/shards=5"}),
                                 {.load = 8, .server = 8});
    QCOMPARE(pinned.loadShards, 3U);
    QCOMPARE(pinned.serverShards, 5U);
}

void TestPlan::coalescingIsForeseen_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<double>("coalesced");
    // 60 000 expected values, two per publishing interval of 1 s.
    QTest::addRow("queue 10") << QByteArray("/seed=1") << QByteArray("/seed=1") << 0.0;
    QTest::addRow("queue 1") << QByteArray("/workloads/0/queueSize=1") << QByteArray("/seed=1")
                             << 30'000.0;
    QTest::addRow("sampling 1s") << QByteArray("/workloads/0/samplingInterval=1s")
                                 << QByteArray("/seed=1") << 30'000.0;
    QTest::addRow("publishing 4s, queue 2") << QByteArray("/workloads/0/publishingInterval=4s")
                                            << QByteArray("/workloads/0/queueSize=2") << 45'000.0;
}

void TestPlan::coalescingIsForeseen()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(double, coalesced);
    const auto plan =
        makePlan(read("session-scalability", {first.constData(), second.constData()}), {.load = 2});
    QCOMPARE(plan.workloads[0].expectedCoalesced, coalesced);
    QCOMPARE(plan.notes.empty(), coalesced == 0);
}

void TestPlan::ownVariablesAreNeverShared()
{
    SubscribeWorkload subscribe{.subscriptions = 3, .items = 4, .variables = Variables::Own};
    std::set<std::uint64_t> seen;
    for (std::uint64_t session = 0; session < 5; ++session) {
        for (std::uint64_t subscription = 0; subscription < 3; ++subscription) {
            for (std::uint64_t item = 0; item < 4; ++item) {
                seen.insert(subscribedVariable(subscribe, session, subscription, item));
            }
        }
    }
    QCOMPARE(seen.size(), 60U);
    QCOMPARE(*seen.rbegin(), 59U);
    subscribe.variables = Variables::Shared;
    QCOMPARE(subscribedVariable(subscribe, 4, 2, 3), 3U);
    QCOMPARE(requestedVariable(Variables::Own, 10, 2, 3), 23U);
    QCOMPARE(requestedVariable(Variables::Shared, 10, 2, 3), 3U);
}

void TestPlan::tokenRenewalsCostRsa()
{
    // 70 s at one renewal each 7.5 s: nine for each of 501 channels, three operations each.
    const auto plan = makePlan(read("session-scalability", {"/security/tokenLifetime=10s"}), {});
    QCOMPARE(plan.tokenRenewals, 9U * 501U);
    QCOMPARE(plan.rsa.privateTotal, 501.0 * 4 + 9 * 501 * 3);
}

void TestPlan::theSeedDeterminesTheShardsSeeds()
{
    const CoreCounts cores{.load = 4, .server = 4};
    const auto one = makePlan(read("quick-start", {"/seed=7"}), cores);
    const auto same = makePlan(read("quick-start", {"/seed=7"}), cores);
    const auto other = makePlan(read("quick-start", {"/seed=8"}), cores);
    QCOMPARE(one.shardSeeds, same.shardSeeds);
    QCOMPARE(planJson(one), planJson(same));
    QVERIFY(one.shardSeeds != other.shardSeeds);
    const std::set<std::uint64_t> different(one.shardSeeds.begin(), one.shardSeeds.end());
    QCOMPARE(different.size(), 4U);
}

void TestPlan::textAndJsonSayTheSame()
{
    const auto plan = makePlan(read("session-scalability"), {.load = 2, .server = 2});
    const auto text = planText(plan);
    QVERIFY2(text.find("501 on as many connections, 16 connecting at once") != std::string::npos,
             text.c_str());
    QVERIFY(text.find("2004 private") != std::string::npos);
    QVERIFY(text.find("250 250") != std::string::npos);
    const auto json = parseJson(planJson(plan));
    QVERIFY(json);
    QCOMPARE(json->at("sessions").to_number<int>(), 501);
    QCOMPARE(json->at("workloads").at(0).at("expectedValues").to_number<double>(), 60'000.0);
    QCOMPARE(json->at("steadyNs").to_number<std::int64_t>(), 60'000'000'000);
}

QTEST_GUILESS_MAIN(TestPlan)
#include "test_plan.moc"
