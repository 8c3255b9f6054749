// SPDX-License-Identifier: MIT
// Whole reports of a made-up run: complete, well-formed, escaped, the same for live and stored
// runs.
#include "base/text.h"
#include "report/csv.h"
#include "report/figures.h"
#include "report/html.h"
#include "report/markdown.h"
#include "report/terminal.h"
#include "results/run_log_reader.h"
#include "unit/results/synthetic_run.h"

#include <QFile>
#include <QObject>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace results;
using synthetic::second;

namespace {

const char* nasty = "<script>alert(1)</script> =1+1 & \"x\" 🚀 \xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d";

RunModel nastyModel()
{
    auto model = synthetic::model({.name = nasty, .dropsAtHiccup = 12});
    model.append(EventRecord{second, 0, "<b>kind", "</td><script>text", "Bad<code>", {}});
    model.append(FindingRecord{second, 0, "x", Severity::Info, "<img src=x onerror=alert(1)>",
                               "\x1b[2J<i>"});
    return model;
}

QString html(const RunModel& model)
{
    return QString::fromStdString(report::htmlReport(model, judge(model)));
}

RunModel matrixModel(std::uint32_t cells)
{
    RunModel model;
    model.append(synthetic::runRecord({.thresholds = R"(["read.failed:count==0"])"}));
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        const auto at = (cell + 1) * second;
        model.append(
            CellRecord{at - second, cell, 0, {{"/workloads/0/sessions", 500 * (cell + 1)}}});
        model.append(SampleRecord{at,
                                  second,
                                  cell,
                                  Phase::Steady,
                                  {{"read.failed", cell}, {"read.completed", 100}},
                                  {},
                                  {},
                                  {}});
        model.append(CellResultRecord{at, cell, {}});
    }
    model.append(ResultRecord{cells * second, "", {}});
    return model;
}

} // namespace

class TestReports : public QObject
{
    Q_OBJECT

private slots:
    void htmlIsCompleteAndStandsAlone()
    {
        const auto text = html(synthetic::model({.dropsAtHiccup = 12}));
        QFile file(UASURGE_BINARY_DIR "/report-example.html");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.toUtf8());
        // The verdict comes before everything else.
        const auto verdict = text.indexOf("v-fail");
        QVERIFY(verdict > 0 && verdict < text.indexOf("Key figures"));
        QVERIFY(text.indexOf("Key figures") < text.indexOf("Criteria"));
        QVERIFY(text.indexOf("Over time") < text.indexOf("<h2>Environment"));
        QVERIFY(text.contains("500 of 500"));
        QVERIFY(text.contains("BadTooManySessions"));
        QVERIFY(text.contains("uasurge --batch &#39;scenarios/target scale.json&#39;"));
        QVERIFY(text.contains("Example CPU @ 3.10GHz"));
        QVERIFY(text.contains("RSA-2048 private"));
        QVERIFY(text.contains("prefers-color-scheme:dark"));
        QVERIFY(!text.contains("<script"));
        QVERIFY(!QRegularExpression("(src|href)=\"(?!#)").match(text).hasMatch());
        QVERIFY(!text.contains("url("));
        QVERIFY(!text.contains("nan") && !text.contains("NaN"));
    }

    void htmlFiguresAreTheModels()
    {
        const auto model = synthetic::model();
        const auto judgement = judge(model);
        const auto& cell = judgement.cells[0];
        const auto text = html(model);
        const auto histogram =
            model.histogram("subscribe.latency", *model.judgedWindow(0, "subscribe.latency"));
        for (const double p : {50.0, 99.0}) {
            const auto shown = base::humanDuration(base::Duration(histogram.valueAtPercentile(p)));
            QVERIFY2(text.contains(QString::fromStdString(shown)), shown.c_str());
        }
        const auto splits = report::latencySplits(model, cell);
        QCOMPARE(splits.size(), 1U);
        const auto& split = splits[0];
        QCOMPARE(split.latencyNs, histogram.mean());
        QVERIFY(std::abs(split.waitingNs + split.serverLateNs + split.wireAndClientNs -
                         split.latencyNs) < 1);
        QCOMPARE(split.serverLateNs,
                 model.histogram("server.publishLateness", {10 * second, 50 * second}).mean());
        QCOMPARE(split.wireAndClientNs,
                 model.histogram("subscribe.delivery", {10 * second, 50 * second}).mean());
        // 801 reads: no tail is shown anywhere.
        for (const auto& figure : report::keyFigures(model, cell)) {
            QVERIFY(!QString::fromStdString(figure.label).contains("read: latency P99"));
        }
    }

    /// Field case R02.
    void htmlEscapesEveryName()
    {
        const auto text = html(nastyModel());
        QVERIFY(!text.contains("<script"));
        QVERIFY(!text.contains("<img"));
        QVERIFY(!text.contains("<i>"));
        QVERIFY(!text.contains(QChar(0x1b)));
        QVERIFY(text.contains("&lt;script&gt;alert(1)&lt;/script&gt; =1+1 &amp; &quot;x&quot; 🚀"));
    }

    void htmlIsWellFormed_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("one cell") << 0;
        QTest::newRow("nasty names") << 1;
        QTest::newRow("few cells") << 2;
        QTest::newRow("many cells") << 3;
        QTest::newRow("interrupted") << 4;
        QTest::newRow("empty") << 5;
    }
    void htmlIsWellFormed()
    {
        QFETCH(int, which);
        const auto model = which == 0   ? synthetic::model()
                           : which == 1 ? nastyModel()
                           : which == 2 ? matrixModel(2)
                           : which == 3 ? matrixModel(12)
                           : which == 4 ? synthetic::model({.withResult = false})
                                        : RunModel();
        auto text = html(model);
        // The only tags of HTML without an end are made ones of XML.
        text.replace(QRegularExpression("<(meta|br)([^>]*)>"), "<\\1\\2/>");
        text.replace("<!DOCTYPE html>", "");
        QXmlStreamReader xml(text);
        int charts = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            charts += xml.isStartElement() && xml.name() == QLatin1String("figure") ? 1 : 0;
        }
        QVERIFY2(!xml.hasError(),
                 qPrintable(xml.errorString() + QString::number(xml.lineNumber())));
        QCOMPARE(charts > 5, which == 0 || which == 1 || which == 3 || which == 4);
    }

    void liveAndStoredReportsAreTheSame()
    {
        RunModel live;
        RunModel stored;
        RunLogReader reader;
        std::string log;
        for (auto& record : synthetic::records({.dropsAtHiccup = 12})) {
            log += encodeRecord(record) + "\n";
            live.append(std::move(record));
        }
        const auto records = reader.feed(log);
        QVERIFY(records.has_value());
        for (const auto& record : *records) {
            stored.append(record);
        }
        QVERIFY(report::htmlReport(live, judge(live)) == report::htmlReport(stored, judge(stored)));
        QVERIFY(report::csvSeries(live) == report::csvSeries(stored));
    }

    void damageIsReported()
    {
        auto model = synthetic::model();
        model.setLogErrors({{17, "not JSON: <b>"}}, 3);
        QVERIFY(html(model).contains("3 lines could not be read"));
        QVERIFY(html(model).contains("line 17: not JSON: &lt;b&gt;"));
        QVERIFY(report::terminalReport(model, judge(model)).find("3 lines of the run log") !=
                std::string::npos);
    }

    void terminalSaysItAll()
    {
        const auto model = synthetic::model({.dropsAtHiccup = 12});
        const auto text = report::terminalReport(
            model, judge(model), {.hasColour = false, .reportPath = "out/report.html"});
        QVERIFY(text.starts_with("target-scale-smoke: failed\n"));
        QVERIFY(text.find("criterion not met: subscribe.drops:count==0") != std::string::npos);
        QVERIFY(text.find("Report: out/report.html") != std::string::npos);
        QVERIFY(text.find('\x1b') == std::string::npos);
        // Columns line up: every criterion's state begins at the same place.
        std::size_t lines = 0;
        const auto list =
            QString::fromStdString(text.substr(text.find("Criteria\n") + 9)).split('\n');
        qsizetype column = -1;
        for (const auto& line : list) {
            const auto match = QRegularExpression("  (pass|fail|not measured)").match(line);
            if (match.hasMatch()) {
                column = column < 0 ? match.capturedStart() : column;
                QCOMPARE(match.capturedStart(), column);
                ++lines;
            }
        }
        QCOMPARE(lines, 5U);
        const auto coloured =
            report::terminalReport(model, judge(model), {.hasColour = true, .reportPath = ""});
        QVERIFY(coloured.find("\x1b[1;31mfailed\x1b[0m") != std::string::npos);
        const auto hostile = report::terminalReport(nastyModel(), judge(nastyModel()));
        QVERIFY(hostile.find('\x1b') == std::string::npos);
    }

    void progressIsTheLastSample()
    {
        RunModel model;
        QCOMPARE(report::progressLine(model, 0), std::string("waiting for the first sample"));
        for (auto& record : synthetic::records()) {
            const auto* sample = std::get_if<SampleRecord>(&record);
            if (sample != nullptr && sample->phase == Phase::Drain) {
                break;
            }
            model.append(std::move(record));
        }
        const auto line = report::progressLine(model, 0);
        const auto last = model.quantiles("subscribe.latency", {49 * second, 50 * second}).at(0);
        QVERIFY2(line.starts_with("drain 0.0 s | 500 sessions | subscribe 3\xE2\x80\xAF"
                                  "750/s, P50 " +
                                  base::humanDuration(base::Duration(last.p50))) ||
                     line.starts_with("steady 40.0 s | 500 sessions | subscribe 3\xE2\x80\xAF"
                                      "750/s, P50 " +
                                      base::humanDuration(base::Duration(last.p50))),
                 line.c_str());
        QVERIFY(line.find("server ") != std::string::npos);
        QVERIFY(line.find('\n') == std::string::npos);
    }

    void csvIsForSpreadsheets()
    {
        const auto model = synthetic::model({.name = "=1+1"});
        const auto lines =
            QString::fromStdString(report::csvMetrics(model, judge(model))).split("\r\n");
        const auto columns = lines[0].split(',').size();
        QCOMPARE(columns, 15);
        bool found = false;
        for (qsizetype i = 1; i + 1 < lines.size(); ++i) {
            QCOMPARE(lines[i].split(',').size(), columns);
            QVERIFY(lines[i].startsWith("'=1+1,01JSYNTH,cell 1,pass,"));
            if (lines[i].contains(",subscribe.latency,histogram,ns,")) {
                found = true;
                const auto histogram =
                    model.histogram("subscribe.latency", {10 * second, 53 * second});
                QCOMPARE(lines[i].split(',')[7].toULongLong(), histogram.count());
                QCOMPARE(lines[i].split(',')[13].toLongLong(), histogram.valueAtPercentile(99));
            }
        }
        QVERIFY(found);
        const auto series = QString::fromStdString(report::csvSeries(model)).split("\r\n");
        for (qsizetype i = 0; i + 1 < series.size(); ++i) {
            QCOMPARE(series[i].split(',').size(), 8);
        }
        QVERIFY(series.contains("0,subscribe.received,11,3750,,,,"));
    }

    void markdownIsATable()
    {
        const auto model = nastyModel();
        const auto text = QString::fromStdString(report::markdownReport(model, judge(model)));
        QVERIFY(text.startsWith("# \\<script\\>"));
        QVERIFY(!QRegularExpression(R"((?<!\\)<)").match(text).hasMatch());
        QVERIFY(text.contains("| subscribe.drops:count==0 | 12 | – | fail |"));
        QVERIFY(text.contains("    uasurge --batch 'scenarios/target scale.json'"));
    }

    void manyCellsAreAnOverviewFirst()
    {
        const auto text = html(matrixModel(12));
        QCOMPARE(text.count("<details id=\"cell-"), 12);
        QVERIFY(text.indexOf("<h2>Cells") < text.indexOf("id=\"cell-0\""));
        QVERIFY(text.contains("/workloads/0/sessions = 6000"));
        const auto model = matrixModel(2);
        QVERIFY(report::terminalReport(model, judge(model))
                    .find("/workloads/0/sessions = 1000: failed") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestReports)
#include "test_reports.moc"
