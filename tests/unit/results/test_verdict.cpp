// SPDX-License-Identifier: MIT
// Criteria and verdicts on runs made to meet, miss, or spoil them.
#include "results/validity.h"
#include "results/verdict.h"
#include "unit/results/synthetic_run.h"

#include <QObject>
#include <QTest>

using namespace results;
using synthetic::Options;
using synthetic::second;

namespace {

Criterion judged(const RunModel& model, const char* expression)
{
    return evaluate(scenario::parseThreshold(expression).value(), model, 0);
}

QByteArray reasonsOf(const Verdict& verdict)
{
    std::string all;
    for (const auto& reason : verdict.reasons) {
        all += reason + "\n";
    }
    return QByteArray::fromStdString(all);
}

} // namespace

class TestVerdict : public QObject
{
    Q_OBJECT

private slots:
    void aGoodRunPasses()
    {
        const auto judgement = judge(synthetic::model());
        QVERIFY2(judgement.verdict.state == VerdictState::Pass, reasonsOf(judgement.verdict));
        QCOMPARE(judgement.cells.size(), 1U);
        const auto& criteria = judgement.cells[0].criteria;
        QCOMPARE(criteria.size(), 5U);
        QVERIFY(criteria[0].state == CriterionState::Pass);
        QCOMPARE(criteria[2].measured.value(), 500.0);
        // 801 reads are too few for a tail: judged all the same, with a caveat that says so.
        QVERIFY(criteria[4].state == CriterionState::Caveat);
        QVERIFY(criteria[4].note.find("801 values only") != std::string::npos);
    }

    void measuredValuesAreThoseOfTheWindow()
    {
        const auto model = synthetic::model();
        const Window steady{10 * second, 50 * second};
        const Window withDrain{10 * second, 53 * second};
        QCOMPARE(judged(model, "subscribe.latency:p(99)<1s").measured.value(),
                 double(model.histogram("subscribe.latency", steady).valueAtPercentile(99)));
        QCOMPARE(judged(model, "read.latency:max<10s").measured.value(),
                 double(model.histogram("read.latency", withDrain).max()));
        QCOMPARE(judged(model, "read.latency:count>0").measured.value(), 801.0);
        QCOMPARE(judged(model, "read.completed:rate>=20").measured.value(), 20.0);
        QCOMPARE(judged(model, "server.threads:last==3").measured.value(), 3.0);
        QVERIFY(judged(model, "read.completed:rate>=20").state == CriterionState::Pass);
        QVERIFY(judged(model, "read.completed:rate>20").state == CriterionState::Fail);
        // The ramp's growth of 170 MB is not part of the slope; 30 kB a second are.
        const auto slope = judged(model, "server.rss:slope<20MB/min");
        QVERIFY(std::abs(slope.measured.value() - 1.8e6) < 0.4e6);
        QCOMPARE(slope.unit, std::string("bytes/min"));
        const auto margin = judged(model, "read.completed:rate>=10").margin;
        QCOMPARE(margin.value(), 2.0);
    }

    void theWorstWindowDecides()
    {
        const auto model = synthetic::model();
        const auto whole = judged(model, "subscribe.latency:max<10s").measured.value();
        const auto window = judged(model, "subscribe.latency:p(50)<100ms over 5s");
        // The hiccup lies 25 s into the steady phase, in the sixth window of five seconds.
        QVERIFY(window.note.find("25.0 s into the phase") != std::string::npos);
        QCOMPARE(window.measured.value(),
                 double(model.histogram("subscribe.latency", {35 * second, 40 * second})
                            .valueAtPercentile(50)));
        QVERIFY(whole > window.measured.value());
        QVERIFY(judged(model, "subscribe.latency:max<10s over 2min").state ==
                CriterionState::NotMeasured);
        const auto endless = judged(model, "read.completed:rate>=20 over 1ns");
        QVERIFY(endless.state == CriterionState::NotMeasured);
        QVERIFY(endless.note.find("too short") != std::string::npos);
        const auto lowest = judged(model, "read.completed:rate>=20 over 10s");
        QCOMPARE(lowest.measured.value(), 20.0);
    }

    void lossFails()
    {
        const auto judgement = judge(synthetic::model({.dropsAtHiccup = 12}));
        QVERIFY(judgement.verdict.state == VerdictState::Fail);
        QVERIFY(reasonsOf(judgement.verdict).contains("subscribe.drops:count==0"));
        QCOMPARE(judgement.cells[0].criteria[1].measured.value(), 12.0);
        QVERIFY(!judgement.cells[0].criteria[1].margin.has_value());
    }

    void whatWasNotMeasuredIsNotPassed()
    {
        const auto missing =
            judge(synthetic::model({.thresholds = R"(["write.latency:p(99)<1s"])"}));
        QVERIFY(missing.verdict.state == VerdictState::Invalid);
        QVERIFY(missing.cells[0].criteria[0].state == CriterionState::NotMeasured);
        QVERIFY(reasonsOf(missing.verdict).contains("never reported write.latency"));
        const auto optional = judge(synthetic::model(
            {.thresholds = R"([{"expression":"write.latency:p(99)<1s","optional":true}])"}));
        QVERIFY(optional.verdict.state == VerdictState::Pass);
        const auto wrong = judge(synthetic::model({.thresholds = R"(["server.rss:p(99)<1GB"])"}));
        QVERIFY(wrong.verdict.state == VerdictState::Invalid);
        QVERIFY(reasonsOf(wrong.verdict).contains("is a gauge, which allows"));
    }

    void ourOwnLatenessIsInvalid()
    {
        // The tightest limit is 25 ms (read.latency): a tenth of it is 2.5 ms.
        QCOMPARE(allowedLagNs(synthetic::model()), 2'500'000);
        QVERIFY(judge(synthetic::model({.lagNs = 2'000'000})).verdict.state == VerdictState::Pass);
        const auto late = judge(synthetic::model({.lagNs = 2'500'000}));
        QVERIFY(late.verdict.state == VerdictState::Invalid);
        QVERIFY2(reasonsOf(late.verdict).contains("load.lag P99"), reasonsOf(late.verdict));
        QCOMPARE(allowedLagNs(synthetic::model({.thresholds = "[]"})), 1'000'000);
        QCOMPARE(allowedLagNs(synthetic::model({.thresholds = R"(["read.latency:p(99)<2ms"])"})),
                 1'000'000);
    }

    void starvedPublishingIsInvalidAboveOnePercent()
    {
        // 1000 messages a second: 10 are one per cent, 11 are more.
        QVERIFY(judge(synthetic::model({.starvedPerSecond = 10})).verdict.state ==
                VerdictState::Pass);
        const auto starved = judge(synthetic::model({.starvedPerSecond = 11}));
        QVERIFY(starved.verdict.state == VerdictState::Invalid);
        QVERIFY(reasonsOf(starved.verdict).contains("no Publish request of ours"));
    }

    void otherProcessesAreInvalidAboveFifteenPercent()
    {
        // Four cores: 0.6 are 15 %, the hypervisor's 0.01 come on top.
        QVERIFY(judge(synthetic::model({.othersCores = 0.58})).verdict.state == VerdictState::Pass);
        const auto busy = judge(synthetic::model({.othersCores = 0.6}));
        QVERIFY(busy.verdict.state == VerdictState::Invalid);
        QVERIFY(reasonsOf(busy.verdict).contains("other processes used 0.60"));
    }

    void precedence()
    {
        // Interrupted before invalid before fail: the later reasons stay visible.
        Options bad{.lagNs = 9'000'000, .dropsAtHiccup = 4};
        const auto invalid = judge(synthetic::model(bad));
        QVERIFY(invalid.verdict.state == VerdictState::Invalid);
        QVERIFY(reasonsOf(invalid.verdict).contains("subscribe.drops:count==0"));
        bad.withResult = false;
        const auto killed = judge(synthetic::model(bad));
        QVERIFY(killed.verdict.state == VerdictState::Interrupted);
        QVERIFY(reasonsOf(killed.verdict).contains("ends without a result"));
        QVERIFY(judge(synthetic::model(bad), OpenEnd::Running).verdict.state ==
                VerdictState::Invalid);
    }

    void anInterruptionIsNamed()
    {
        auto model = synthetic::model();
        model.append(
            EventRecord{12 * second, 0, "interrupted", "the server died: signal 9", "", {}});
        const auto judgement = judge(model);
        QVERIFY(judgement.verdict.state == VerdictState::Interrupted);
        QCOMPARE(judgement.verdict.reasons[0], std::string("the server died: signal 9"));
    }

    void findingsCount()
    {
        auto model = synthetic::model();
        model.append(FindingRecord{second, 0, "revised", Severity::Caveat,
                                   "publishing interval revised from 10 ms to 50 ms", ""});
        const auto caveat = judge(model);
        QVERIFY(caveat.verdict.state == VerdictState::Pass);
        QVERIFY(caveat.cells[0].criteria[0].state == CriterionState::Caveat);
        QVERIFY(reasonsOf(caveat.verdict).contains("revised from 10 ms"));
        model.append(
            FindingRecord{second, 0, "contaminated", Severity::Invalid, "a backup ran", "3 cores"});
        QVERIFY(judge(model).verdict.state == VerdictState::Invalid);
        model.append(EventRecord{20 * second, 0, "clock-step", "+3600 s", "", {}});
        QVERIFY(reasonsOf(judge(model).verdict).contains("a clock was set"));
    }

    void aRunWithoutAnythingIsInterrupted()
    {
        RunModel empty;
        QVERIFY(judge(empty).verdict.state == VerdictState::Interrupted);
        empty.append(synthetic::runRecord({}));
        empty.append(CellRecord{0, 0, 0, {}});
        const auto judgement = judge(empty, OpenEnd::Running);
        QVERIFY(judgement.verdict.state == VerdictState::Invalid);
        QVERIFY(reasonsOf(judgement.verdict).contains("steady phase never began"));
    }

    void reasonsNameTheirCell()
    {
        RunModel model;
        model.append(synthetic::runRecord({.thresholds = R"(["read.failed:count==0"])"}));
        for (std::uint32_t cell = 0; cell < 2; ++cell) {
            const auto at = (cell + 1) * second;
            model.append(
                CellRecord{at - second, cell, 0, {{"/workloads/0/sessions", 500 * (cell + 1)}}});
            model.append(
                SampleRecord{at, second, cell, Phase::Steady, {{"read.failed", cell}}, {}, {}, {}});
            model.append(CellResultRecord{at, cell, {}});
        }
        model.append(ResultRecord{2 * second, "", {}});
        const auto judgement = judge(model);
        QVERIFY(judgement.cells[0].verdict.state == VerdictState::Pass);
        QVERIFY(judgement.cells[1].verdict.state == VerdictState::Fail);
        QVERIFY(judgement.verdict.state == VerdictState::Fail);
        QVERIFY2(reasonsOf(judgement.verdict).startsWith("/workloads/0/sessions = 1000: "),
                 reasonsOf(judgement.verdict));
    }
};

QTEST_GUILESS_MAIN(TestVerdict)
#include "test_verdict.moc"
