// SPDX-License-Identifier: MIT
// The window from outside: stored runs, runs that go on, a runner that behaves well or badly. The
// runner is a shell script that writes a prepared log, so that the window is tested alone.
#include "views/models/run_feed.h"
#include "views/pages/run_page.h"
#include "views/run_folder.h"
#include "views/shell/main_window.h"
#include "views/strict_messages.h"
#include "views/widgets/run_list.h"
#include "views/widgets/scenario_form.h"
#include "views/widgets/verdict_bar.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace views;
using synthetic::second;

namespace {

QByteArray textOf(const QString& file)
{
    QFile input(file);
    return input.open(QIODevice::ReadOnly) ? input.readAll() : QByteArray();
}

} // namespace

class TestWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qInstallMessageHandler(strict::onMessage); }
    void init()
    {
        m_root = std::make_unique<QTemporaryDir>();
        QVERIFY(m_root->isValid());
    }

    void startsEmpty()
    {
        const auto window = make({});
        QVERIFY(window->isEmpty());
        QCOMPARE(word(*window), QString("READY"));
        QCOMPARE(window->document().name(), QString("quick-start"));
        QVERIFY(window->form().planText().contains("106 sessions"));
    }

    void storedRun()
    {
        const auto folder = path("läuft 试验");
        QVERIFY(folders::write(folder, folders::stored({.dropsAtHiccup = 12})));
        const auto window = make({folder});
        QTRY_VERIFY(window->snapshot() != nullptr);
        QVERIFY(!window->isEmpty());
        QCOMPARE(word(*window), QString("FAIL"));
        QCOMPARE(window->criteria().rowCount(), 5);
        QCOMPARE(window->snapshot()->title, QString("target-scale-smoke"));
        auto* latency = window->runPage().latency()->chart();
        QCOMPARE(latency->shownChart().lines.size(), std::size_t(3));
        QVERIFY(!latency->accessibleName().isEmpty());
        QVERIFY(latency->accessibleDescription().contains("P99"));
        QCOMPARE(window->runList().count(), 1);
        QVERIFY(window->windowTitle().contains("target-scale-smoke"));
    }

    void chartsShareOneWindow()
    {
        const auto folder = path("run");
        QVERIFY(folders::write(folder, folders::stored()));
        const auto window = make({folder});
        QTRY_VERIFY(window->snapshot() != nullptr);
        const auto whole = window->runPage().latency()->chart()->shownChart().lines[2].figure;
        window->timeWindow().select({20 * second, 30 * second});
        QTRY_COMPARE(window->snapshot()->shown, (results::Window{20 * second, 30 * second}));
        QVERIFY(window->runPage().latency()->chart()->shownChart().lines[2].figure != whole);
        QTest::keyClick(window->runPage().memory()->chart(), Qt::Key_Escape);
        QTRY_COMPARE(window->snapshot()->shown, window->snapshot()->whole);
        QTRY_COMPARE(window->runPage().latency()->chart()->shownChart().lines[2].figure, whole);
    }

    void killedRunSaysInterrupted()
    {
        const auto folder = path("killed");
        QVERIFY(folders::write(folder, folders::stored({.withResult = false})));
        QVERIFY(folders::appendText(folder + "/run.jsonl", "{\"record\":\"sample\",\"at_"));
        const auto window = make({folder + "/run.jsonl"});
        QTRY_VERIFY(window->snapshot() != nullptr);
        QCOMPARE(word(*window), QString("INTERRUPTED"));
        QCOMPARE(window->snapshot()->logErrors, std::uint64_t(1));
        QCOMPARE(window->snapshot()->samples, std::size_t(synthetic::seconds));
    }

    void newerSchemaIsSaidPlainly()
    {
        const auto folder = path("newer");
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(folders::appendText(folder + "/run.jsonl",
                                    "{\"record\":\"run\",\"schema\":\"uasurge-runlog/1.7\"}\n"));
        const auto window = make({folder});
        QTRY_COMPARE(word(*window), QString("NO RUN"));
        const auto reason = window->verdictBar().headline().reason;
        QVERIFY2(reason.contains("newer UaSurge") && reason.contains("1.7"), qPrintable(reason));
    }

    void whatIsNoRunIsSaid()
    {
        const auto window = make({path("nowhere")});
        QTRY_COMPARE(word(*window), QString("NO RUN"));
        QVERIFY(window->verdictBar().headline().reason.contains("nowhere"));
        const auto file = path("noise.jsonl");
        QVERIFY(folders::appendText(file, "hello\n\x01\x02\n"));
        window->open(file);
        QTRY_VERIFY(window->verdictBar().headline().reason.contains("noise.jsonl: not a run log"));
    }

    void aGrowingLogIsFollowed()
    {
        const auto folder = path("live");
        const base::ManualClock clock;
        auto made = results::RunLogWriter::create(folders::pathOf(folder), clock);
        QVERIFY(made.has_value());
        auto writer = std::make_unique<results::RunLogWriter>(std::move(*made));
        const auto records = folders::stored();
        const std::size_t half = records.size() / 2;
        const auto append = [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) {
                QVERIFY(writer->append(records[i]).has_value());
            }
            QVERIFY(writer->flush().has_value());
        };
        append(0, half);
        const auto window = make({folder});
        QTRY_VERIFY(window->snapshot() != nullptr);
        QCOMPARE(word(*window), QString("RUNNING")); // the writer holds its lock
        const auto before = window->snapshot()->samples;
        append(half, records.size() - 2);
        QTRY_COMPARE(window->snapshot()->samples, std::size_t(synthetic::seconds));
        QVERIFY(window->snapshot()->samples > before);
        append(records.size() - 2, records.size());
        writer.reset();
        QTRY_COMPARE(int(window->snapshot()->state), int(RunState::Ended));
    }

    void aRunnerIsStartedAndFollowed()
    {
        prepareLog(folders::stored());
        const auto window =
            make({}, "cp \"$4/scenario.json\" \"$4/seen.json\"\n"
                     "while IFS= read -r line; do printf '%s\\n' \"$line\" >>\"$4/run.jsonl\"; "
                     "done <\"$(dirname \"$0\")/prepared/run.jsonl\"\nexit 99\n");
        QSignalSpy ended(window.get(), &MainWindow::runEnded);
        window->document().setValue("/workloads/0/sessions", "42");
        window->startRun();
        QVERIFY(window->isRunning());
        QTRY_COMPARE(ended.count(), 1);
        QTRY_VERIFY(window->snapshot() != nullptr && window->snapshot()->state == RunState::Ended);
        QCOMPARE(window->snapshot()->samples, std::size_t(synthetic::seconds));
        QCOMPARE(window->runList().count(), 1);
        QVERIFY(!window->isRunning());
        // The runner got the scenario as the form had it.
        const auto seen =
            textOf(window->runList().item(0)->data(Qt::UserRole).toString() + "/seen.json");
        QVERIFY(seen.contains("\"sessions\": 42"));
    }

    void aRunnerThatCrashesLeavesItsLog()
    {
        prepareLog(folders::stored({.withResult = false}));
        const auto window = make({}, "cp \"$(dirname \"$0\")/prepared/run.jsonl\" \"$4\"\n"
                                     "echo 'out of luck' >&2\nkill -SEGV $$\n");
        window->startRun();
        QTRY_VERIFY(!window->isRunning());
        QTRY_COMPARE(word(*window), QString("INTERRUPTED"));
        const auto reason = window->verdictBar().headline().reason;
        QVERIFY2(reason.contains("crashed") && reason.contains("out of luck"), qPrintable(reason));
        QCOMPARE(window->snapshot()->samples, std::size_t(synthetic::seconds));
    }

    void aRunnerThatRefusesIsQuoted()
    {
        const auto window = make({}, "echo 'port 4840 is taken' >&2\nexit 104\n");
        window->startRun();
        QTRY_COMPARE(word(*window), QString("NO RUN"));
        QVERIFY(window->verdictBar().headline().reason.contains("port 4840 is taken"));
    }

    void aMissingRunnerIsSaid()
    {
        const auto window = make({});
        window->startRun();
        QTRY_COMPARE(word(*window), QString("NO RUN"));
        QTRY_VERIFY(window->verdictBar().headline().reason.contains("could not be started"));
    }

    void stopIsGentleFirst()
    {
        prepareLog(folders::stored({.withResult = false}));
        const auto window =
            make({}, "trap 'echo gentle >\"$4/how\"; exit 105' TERM\n"
                     "cp \"$(dirname \"$0\")/prepared/run.jsonl\" \"$4\"\n"
                     "while :; do read -r -t 1 never </dev/null || sleep 0.05; done\n");
        window->startRun();
        QTRY_VERIFY(window->snapshot() != nullptr);
        window->stopRun();
        QCOMPARE(word(*window), QString("STOPPING"));
        QTRY_VERIFY(!window->isRunning());
        QTRY_COMPARE(word(*window), QString("INTERRUPTED"));
        QCOMPARE(textOf(window->runList().item(0)->data(Qt::UserRole).toString() + "/how"),
                 QByteArray("gentle\n"));
    }

    void aSecondStopEndsIt()
    {
        prepareLog(folders::stored({.withResult = false}));
        const auto window = make({}, "trap '' TERM\n"
                                     "cp \"$(dirname \"$0\")/prepared/run.jsonl\" \"$4\"\n"
                                     "while :; do sleep 0.05; done\n");
        window->startRun();
        QTRY_VERIFY(window->snapshot() != nullptr);
        window->stopRun();
        window->stopRun();
        QTRY_VERIFY(!window->isRunning());
        QTRY_VERIFY(window->verdictBar().headline().reason.contains("ended at once"));
    }

    void badFieldsAreMarkedWhereTheyAre()
    {
        const auto window = make({});
        window->show();
        auto* editor = qobject_cast<QLineEdit*>(window->form().editor("/workloads/0/sessions"));
        QVERIFY(editor != nullptr);
        editor->setFocus();
        editor->selectAll();
        QTest::keyClicks(editor, "1000000");
        QVERIFY2(window->form().errorAt("/workloads/0/sessions").contains("100000"),
                 qPrintable(window->form().errorAt("/workloads/0/sessions")));
        QVERIFY(window->form().errorAt("/phases/steady").isEmpty());
        window->startRun(); // refused: nothing is started
        QVERIFY(!window->isRunning());
        editor->selectAll();
        QTest::keyClicks(editor, "20");
        QVERIFY(window->form().errorAt("/workloads/0/sessions").isEmpty());
        QVERIFY(window->form().planText().contains("26 sessions"));
    }

    void exports()
    {
        const auto folder = path("run");
        QVERIFY(folders::write(folder, folders::stored({.dropsAtHiccup = 12})));
        const auto window = make({folder});
        QTRY_VERIFY(window->snapshot() != nullptr);
        QSignalSpy done(window.get(), &MainWindow::exported);
        const auto html = path("größe.html");
        window->exportTo(ExportKind::Html, html);
        window->exportTo(ExportKind::Metrics, path("metrics.csv"));
        window->exportTo(ExportKind::Series, path("series.csv"));
        window->exportTo(ExportKind::Html, path("no/such/folder/x.html"));
        QTRY_COMPARE(done.count(), 4);
        for (int i = 0; i < 3; ++i) {
            QVERIFY2(done[i][1].toString().isEmpty(), qPrintable(done[i][1].toString()));
        }
        QVERIFY(!done[3][1].toString().isEmpty());
        const auto text = textOf(html);
        QVERIFY(text.contains("failed") && text.contains("target-scale-smoke"));
        QVERIFY(textOf(path("metrics.csv")).contains("subscribe.latency"));
        QVERIFY(textOf(path("series.csv")).count('\n') > synthetic::seconds);
        QVERIFY(window->exportPicture(path("charts.png")));
        QVERIFY(QImage(path("charts.png")).width() > 100);
    }

    void everythingIsReachableByKeyboard()
    {
        const auto window = make({});
        for (const auto* edit : window->form().findChildren<QLineEdit*>()) {
            QVERIFY(edit->focusPolicy() & Qt::TabFocus);
            QVERIFY(!edit->accessibleName().isEmpty());
        }
        for (auto* panel : {window->runPage().latency(), window->runPage().memory(),
                            window->runPage().drops(), window->runPage().sessions()}) {
            QVERIFY(panel->chart()->focusPolicy() & Qt::TabFocus);
            QVERIFY(!panel->chart()->accessibleName().isEmpty());
        }
        QVERIFY(!window->verdictBar().accessibleDescription().isEmpty());
    }

private:
    QString path(const QString& name) const { return m_root->filePath(name); }

    static QString word(MainWindow& window) { return window.verdictBar().headline().word; }

    void prepareLog(const std::vector<results::Record>& records) const
    {
        QVERIFY(folders::write(path("prepared"), records));
    }

    /// With a script as runner; without one there is no runner at that path. Its $4 is the output
    /// directory.
    std::unique_ptr<MainWindow> make(const QStringList& files, const QByteArray& script = {}) const
    {
        WindowOptions options;
        options.executable = path("runner.sh");
        options.files = files;
        options.outputRoot = path("runs");
        options.settingsFile = path("settings.ini");
        if (!script.isEmpty()) {
            QFile file(options.executable);
            const bool isWritten =
                file.open(QIODevice::WriteOnly) && file.write("#!/bin/bash\n" + script) > 0;
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            if (!isWritten) {
                return nullptr;
            }
        }
        return std::make_unique<MainWindow>(options);
    }

    std::unique_ptr<QTemporaryDir> m_root;
};

QTEST_MAIN(TestWindow)
#include "test_window.moc"
