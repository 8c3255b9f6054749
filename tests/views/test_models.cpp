// SPDX-License-Identifier: MIT
// What the window's models make of a run, compared with the figures the run was made from.
#include "results/run_log_reader.h"
#include "scenario/scenario_reader.h"
#include "views/models/criteria_model.h"
#include "views/models/headline.h"
#include "views/models/recent_runs.h"
#include "views/models/run_feed.h"
#include "views/models/scenario_document.h"
#include "views/models/time_window.h"
#include "views/run_folder.h"
#include "views/strict_messages.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace views;
using results::Point;
using results::Window;
using synthetic::second;

namespace {

std::size_t pointsOf(const ShownLine& line)
{
    std::size_t count = 0;
    for (const auto& part : line.parts) {
        count += part.size();
    }
    return count;
}

const Point* pointAt(const ShownLine& line, std::int64_t atNs)
{
    for (const auto& part : line.parts) {
        for (const auto& point : part) {
            if (point.atNs == atNs) {
                return &point;
            }
        }
    }
    return nullptr;
}

RunSnapshot snapshotOf(const synthetic::Options& options, SnapshotRequest request = {})
{
    return makeSnapshot(synthetic::model(options), request);
}

} // namespace

class TestModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qInstallMessageHandler(strict::onMessage); }

    void chartsHoldTheFiguresOfTheLog()
    {
        const auto model = synthetic::model({});
        const auto shown = makeSnapshot(model, {});
        QCOMPARE(shown.whole, (Window{0, synthetic::seconds * second}));
        QCOMPARE(shown.latencyMetrics,
                 (QStringList{"subscribe.latency", "read.latency", "read.service"}));
        QCOMPARE(shown.latency.lines.size(), std::size_t(3));
        QCOMPARE(shown.latency.lines[1].label, QString("P99"));
        const auto quantiles = model.quantiles("subscribe.latency", shown.whole);
        QCOMPARE(pointsOf(shown.latency.lines[1]), quantiles.size());
        for (const auto& expected : quantiles) {
            const auto* point = pointAt(shown.latency.lines[1], expected.atNs);
            QVERIFY(point != nullptr);
            QCOMPARE(point->value, static_cast<double>(expected.p99));
        }
        // 45 in the first second, 65 in each of the next seven.
        const auto* ramped = pointAt(shown.sessions.lines[0], 3 * second);
        QVERIFY(ramped != nullptr);
        QVERIFY(qAbs(ramped->value - (45 + 2 * 65)) < 1e-6);
        const auto* established = pointAt(shown.sessions.lines[0], synthetic::seconds * second);
        QVERIFY(established != nullptr);
        QVERIFY(qAbs(established->value - 500) < 1e-6);
        QCOMPARE(shown.sessions.lines[0].figure, QString("500"));
        const auto* received = pointAt(shown.sessions.lines[1], 20 * second);
        QVERIFY(received != nullptr);
        QCOMPARE(received->value, 3750.0);
        QVERIFY(shown.sessions.lines[1].isOnRightAxis);
        QCOMPARE(shown.memory.lines.size(), std::size_t(2));
        QCOMPARE(shown.phases.size(), std::size_t(4));
        QCOMPARE(shown.phases[2].window, (Window{10 * second, 50 * second}));
    }

    void dropsAreToldByCause()
    {
        const auto shown = snapshotOf({.dropsAtHiccup = 13});
        QStringList said;
        for (const auto& line : shown.drops.lines) {
            said << line.label + '=' + line.figure;
        }
        QCOMPARE(said, (QStringList{"overflow=6", "gap=7", "missing=0", "late=0"}));
    }

    void figuresFollowTheWindow()
    {
        const auto model = synthetic::model({});
        const Window quiet{20 * second, 30 * second};
        SnapshotRequest request;
        request.window = quiet;
        const auto shown = makeSnapshot(model, request);
        QCOMPARE(shown.shown, quiet);
        QCOMPARE(pointsOf(shown.latency.lines[0]), std::size_t(10));
        // The maximum of the window is below the hiccup's 300 ms, that of the run is not.
        const auto merged = model.histogram("subscribe.latency", quiet);
        QVERIFY(merged.max() < model.histogram("subscribe.latency", shown.whole).max());
        const auto expected = shown.latency.lines[2].parts.front();
        double highest = 0;
        for (const auto& point : expected) {
            highest = std::max(highest, point.value);
        }
        QCOMPARE(highest, static_cast<double>(merged.max()));
        // Sessions established before the window are still there.
        QCOMPARE(shown.sessions.lines[0].figure, QString("500"));
    }

    void anotherMetricCanBeChosen()
    {
        SnapshotRequest request;
        request.latencyMetric = "read.service";
        const auto shown = snapshotOf({}, request);
        QCOMPARE(shown.latencyMetric, QString("read.service"));
        // 20 values a second for 40 s: too few for a P99.
        QCOMPARE(shown.latency.lines.size(), std::size_t(2));
        QCOMPARE(shown.latency.lines[1].label, QString("max"));
    }

    void gapsCutTheLine()
    {
        results::RunModel model;
        for (auto& record : synthetic::records({})) {
            const auto* sample = std::get_if<results::SampleRecord>(&record);
            const bool isLost =
                sample != nullptr && sample->atNs > 20 * second && sample->atNs <= 26 * second;
            if (!isLost) {
                model.append(std::move(record));
            }
        }
        const auto shown = makeSnapshot(model, {});
        QCOMPARE(shown.memory.lines[0].parts.size(), std::size_t(2));
        QCOMPARE(shown.memory.lines[0].parts[0].back().atNs, 20 * second);
        QCOMPARE(shown.memory.lines[0].parts[1].front().atNs, 27 * second);
    }

    void longRunsAreReducedWithoutLosingTheSpike()
    {
        results::RunModel model;
        model.append(synthetic::runRecord({}));
        model.append(results::CellRecord{0, 0, 0, {}});
        model.append(results::PhaseRecord{0, 0, results::Phase::Steady, true});
        for (int at = 1; at <= 20'000; ++at) {
            results::SampleRecord sample;
            sample.atNs = at * second;
            sample.intervalNs = second;
            sample.phase = results::Phase::Steady;
            sample.gauges["server.rss"] = at == 12'345 ? 9e9 : 1e6;
            model.append(sample);
        }
        const auto shown = makeSnapshot(model, {});
        QVERIFY(pointsOf(shown.memory.lines[0]) <= 1'200);
        const auto* spike = pointAt(shown.memory.lines[0], 12'345 * second);
        QVERIFY(spike != nullptr);
        QCOMPARE(spike->value, 9e9);
    }

    void headlines_data()
    {
        QTest::addColumn<QString>("thresholds");
        QTest::addColumn<qint64>("lagNs");
        QTest::addColumn<bool>("withResult");
        QTest::addColumn<QString>("word");
        QTest::addColumn<int>("tone");
        QTest::addColumn<QString>("reason");
        QTest::newRow("pass") << R"(["subscribe.drops:count==0"])" << qint64(0) << true << "PASS"
                              << int(Tone::Good) << "All 2 criteria hold";
        QTest::newRow("fail") << R"(["sessions.established:count==501"])" << qint64(0) << true
                              << "FAIL" << int(Tone::Bad)
                              << "sessions.established:count==501, measured 500";
        QTest::newRow("invalid") << R"(["subscribe.latency:p(99)<1ms"])" << qint64(second) << true
                                 << "INVALID" << int(Tone::Invalid) << "";
        QTest::newRow("interrupted") << R"(["subscribe.drops:count==0"])" << qint64(0) << false
                                     << "INTERRUPTED" << int(Tone::Caution) << "";
    }
    void headlines()
    {
        QFETCH(QString, thresholds);
        QFETCH(qint64, lagNs);
        QFETCH(bool, withResult);
        const auto shown = snapshotOf(
            {.thresholds = thresholds.toStdString(), .lagNs = lagNs, .withResult = withResult});
        const auto line = headlineOf(shown);
        QTEST(line.word, "word");
        QTEST(int(line.tone), "tone");
        QFETCH(QString, reason);
        QVERIFY2(line.reason.startsWith(reason), qPrintable(line.reason));
        QVERIFY(!line.reason.isEmpty());
        QVERIFY(!line.detail.isEmpty());
    }

    void aRunningRunHasNoVerdictYet()
    {
        SnapshotRequest request;
        request.openEnd = results::OpenEnd::Running;
        const auto shown = snapshotOf({.withResult = false}, request);
        QCOMPARE(headlineOf(shown).word, QString("RUNNING"));
        QCOMPARE(int(shown.state), int(RunState::Running));
    }

    void criteriaTable()
    {
        const auto shown = snapshotOf(
            {.thresholds = R"(["server.rss:max<1GB", "sessions.established:count==501"])"});
        CriteriaModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows(shown.criteria);
        const auto text = [&](int row, int column) {
            return model.index(row, column).data().toString();
        };
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(text(0, CriteriaModel::Metric), QString("server.rss max"));
        QCOMPARE(text(0, CriteriaModel::State), QString("pass"));
        QVERIFY2(text(0, CriteriaModel::Limit).startsWith("< 1"),
                 qPrintable(text(0, CriteriaModel::Limit)));
        QCOMPARE(text(1, CriteriaModel::State), QString("fail"));
        QCOMPARE(text(1, CriteriaModel::Measured), QString("500"));
        QCOMPARE(text(1, CriteriaModel::Margin), QString("–"));
        auto open = shown.criteria;
        open[0].criterion.state = results::CriterionState::NotMeasured;
        model.setRows(open, RunState::Running);
        QCOMPARE(text(0, CriteriaModel::State), QString("not yet"));
        model.setRows({});
        QCOMPARE(model.rowCount(), 0);
    }

    void timeWindow()
    {
        TimeWindow window;
        QSignalSpy changes(&window, &TimeWindow::selectionChanged);
        window.setWhole({0, 100 * second});
        QCOMPARE(window.shown(), (Window{0, 100 * second}));
        window.select({40 * second, 20 * second}); // dragged leftwards
        QCOMPARE(window.shown(), (Window{20 * second, 40 * second}));
        window.setWhole({0, 101 * second}); // the run goes on; the selection stays
        QCOMPARE(window.shown(), (Window{20 * second, 40 * second}));
        window.zoom(30 * second, 0.5);
        QCOMPARE(window.shown(), (Window{25 * second, 35 * second}));
        window.shift(0.5);
        QCOMPARE(window.shown(), (Window{30 * second, 40 * second}));
        window.shift(100); // not beyond the end
        QCOMPARE(window.shown(), (Window{91 * second, 101 * second}));
        window.select({5 * second, 5 * second}); // never shorter than a sample
        QCOMPARE(window.shown().toNs - window.shown().fromNs, TimeWindow::shortestNs);
        window.select({-second, 500 * second});
        QVERIFY(!window.selected());
        QCOMPARE(changes.count(), 6);
    }

    void scenarioFieldsAreJudgedByTheStrictReader()
    {
        ScenarioDocument document;
        QVERIFY(document.loadBuiltIn("quick-start"));
        QVERIFY(document.isValid());
        QVERIFY(document.planSummary().startsWith("106 sessions"));
        document.setValue("/workloads/0/sessions", "7");
        QVERIFY(document.isValid());
        QVERIFY(document.planSummary().startsWith("13 sessions"));
        const auto read = scenario::readScenario(document.json().toStdString());
        QVERIFY(read.has_value());
        QCOMPARE(read->workloads[0].sessions, 7U);

        document.setValue("/workloads/0/publishingInterval", "soon");
        QVERIFY(!document.isValid());
        QVERIFY(document.problems().contains("/workloads/0/publishingInterval"));
        QVERIFY(document.planSummary().isEmpty());
        document.setValue("/workloads/0/publishingInterval", "100ms");
        QVERIFY(document.isValid());
        document.setValue("/workloads/0/sessions", "0");
        QVERIFY(document.problems().contains("/workloads/0/sessions"));
        document.setValue("/workloads/0/sessions", "many");
        QVERIFY(document.problems().contains("/workloads/0/sessions"));
    }

    void securityNoneNeedsBoth()
    {
        ScenarioDocument document;
        QVERIFY(document.loadBuiltIn("quick-start"));
        document.setValue("/security/policy", "None");
        QVERIFY(!document.isValid());
        document.setValue("/security/mode", "None");
        QVERIFY2(document.isValid(), qPrintable(document.problems().values().join('\n')));
    }

    void anExternalTargetTakesTheUrl()
    {
        ScenarioDocument document;
        document.loadExternal("opc.tcp://plc.example:4840");
        QVERIFY2(document.isValid(), qPrintable(document.problems().values().join('\n')));
        QCOMPARE(document.targetText(), QString("opc.tcp://plc.example:4840"));
        QCOMPARE(document.value("/target/url"), QString("opc.tcp://plc.example:4840"));
        document.setValue("/target/nodes", "ns=2;s=A, ns=2;i=7");
        const auto read = scenario::readScenario(document.json().toStdString());
        QVERIFY(read.has_value());
        QVERIFY(read->target.external() != nullptr);
        QCOMPARE(read->target.external()->nodes,
                 (std::vector<std::string>{"ns=2;s=A", "ns=2;i=7"}));
        document.setValue("/target/nodes", "");
        QVERIFY(!document.isValid());
    }

    void brokenScenarioFiles()
    {
        QTemporaryDir root;
        ScenarioDocument document;
        QVERIFY(document.loadBuiltIn("quick-start"));
        const auto before = document.json();
        const auto file = root.filePath("bad.json");
        QVERIFY(folders::appendText(file, "{\"name\": "));
        const auto error = document.loadFile(file);
        QVERIFY2(error.contains("bad.json"), qPrintable(error));
        QVERIFY(!document.loadFile(root.filePath("missing.json")).isEmpty());
        QCOMPARE(document.json(), before);
        const auto odd = root.filePath("odd.json");
        QVERIFY(folders::appendText(odd, R"({"schema":"uasurge-scenario/1.0","name":"odd",
            "workloads":[{"name":"a","kind":"read","sesions":3}]})"));
        QCOMPARE(document.loadFile(odd), QString());
        QVERIFY(!document.isValid());
        QVERIFY2(document.problems().value("/workloads/0/sesions").contains("sessions"),
                 qPrintable(document.problems().keys().join(' ')));
    }

    void recentRuns()
    {
        QTemporaryDir root;
        QVERIFY(folders::write(root.filePath("läuft 试验"), folders::stored()));
        QVERIFY(QDir(root.path()).mkdir("empty"));
        const auto other = root.filePath("elsewhere/run");
        QVERIFY(folders::write(other, folders::stored()));
        const auto runs = findRecentRuns(root.path(), {other, other, root.filePath("gone")});
        QStringList names;
        for (const auto& run : runs) {
            names << run.title;
        }
        names.sort();
        QCOMPARE(names, (QStringList{"target-scale-smoke", "target-scale-smoke"}));
        QVERIFY(runs[0].folder != runs[1].folder);
        QVERIFY(runs.front().verdict.isEmpty());
        QVERIFY(folders::appendText(other + "/result.json", "{\"verdict\":{\"state\":\"fail\"}}"));
        QCOMPARE(findRecentRuns({}, {other}).front().verdict, QString("fail"));
    }
};

QTEST_GUILESS_MAIN(TestModels)
#include "test_models.moc"
