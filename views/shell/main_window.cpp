// SPDX-License-Identifier: MIT
#include "views/shell/main_window.h"

#include "results/run_log_writer.h"
#include "views/pages/run_page.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/notes_list.h"
#include "views/widgets/run_list.h"
#include "views/widgets/scenario_form.h"
#include "views/widgets/verdict_bar.h"

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QStatusBar>
#include <QUrl>

#include <algorithm>

namespace views {

namespace {

constexpr int mostRemembered = 20;

QString defaultOutputRoot()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
           QStringLiteral("/runs");
}

QString defaultSettingsFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) +
           QStringLiteral("/window.ini");
}

bool isScenarioFile(const QString& path)
{
    return path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) &&
           QFileInfo(path).fileName() != QLatin1String("result.json");
}

} // namespace

MainWindow::MainWindow(const WindowOptions& options, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(options.settingsFile.isEmpty() ? defaultSettingsFile() : options.settingsFile,
                 QSettings::IniFormat)
    , m_outputRoot(options.outputRoot.isEmpty() ? defaultOutputRoot() : options.outputRoot)
    , m_runner(options.executable)
    , m_verdict(new VerdictBar)
    , m_centre(new QStackedWidget)
    , m_empty(new EmptyState)
    , m_page(new RunPage(m_time))
    , m_form(new ScenarioForm(m_document))
    , m_runs(new RunList)
    , m_notes(new NotesList)
    , m_status(new QLabel)
{
    setWindowTitle(QStringLiteral("UaSurge"));
    setAcceptDrops(true);
    m_status->setTextFormat(Qt::PlainText);
    m_centre->addWidget(m_empty);
    m_centre->addWidget(m_page);
    setCentralWidget(m_centre);
    statusBar()->addWidget(m_status, 1);

    makeActions();
    makeToolBar();
    makeDocks();
    makeMenus();

    connect(m_empty, &EmptyState::tryEmbedded, this, [this] {
        chooseBuiltIn(QStringLiteral("quick-start"));
        startRun();
    });
    connect(m_empty, &EmptyState::findLimit, this, [this] {
        chooseBuiltIn(QStringLiteral("session-scalability"));
        if (auto* editor = m_form->editor(QStringLiteral("/workloads/0/sessions"))) {
            editor->setFocus();
        }
    });
    connect(m_empty, &EmptyState::testMyServer, this, [this] {
        m_document.loadExternal(QStringLiteral("opc.tcp://localhost:4840"));
        m_scenarios->setPlaceholderText(m_document.name());
        m_scenarios->setCurrentIndex(-1);
        m_scenarioIndex = -1;
        if (auto* editor = m_form->editor(QStringLiteral("/target/url"))) {
            editor->setFocus();
        }
    });
    connect(m_empty, &EmptyState::openResult, this, [this] { askOpen(false); });
    connect(&m_document, &ScenarioDocument::changed, this, &MainWindow::updateActions);
    connect(&m_feed, &RunFeed::snapshotReady, this, &MainWindow::onSnapshot);
    connect(&m_feed, &RunFeed::failed, this, &MainWindow::onFailed);
    connect(&m_feed, &RunFeed::exported, this, [this](const QString& file, const QString& error) {
        statusBar()->showMessage(error.isEmpty() ? tr("Exported %1").arg(file) : error, 8'000);
        Q_EMIT exported(file, error);
    });
    connect(&m_runner, &Runner::ended, this, &MainWindow::onRunnerEnded);
    connect(&m_time, &TimeWindow::selectionChanged, this, &MainWindow::requestSnapshot);
    connect(m_page, &RunPage::latencyMetricChosen, this, &MainWindow::requestSnapshot);
    connect(m_runs, &RunList::chosen, this, &MainWindow::open);
    connect(m_notes, &NotesList::chosen, this, [this](qint64 atNs) {
        constexpr std::int64_t around = 5'000'000'000;
        m_time.select({atNs - around, atNs + around});
        m_time.setCrosshair(atNs);
    });
    m_clock.setInterval(500);
    connect(&m_clock, &QTimer::timeout, this, &MainWindow::updateClock);

    chooseBuiltIn(QStringLiteral("quick-start"));
    refreshRuns();
    updateIcons();
    updateHeadline();
    updateActions();
    updateClock();
    updateStatus();
    resetLayout();
    restoreGeometry(m_settings.value(QStringLiteral("geometry")).toByteArray());
    restoreState(m_settings.value(QStringLiteral("layout")).toByteArray());
    for (const auto& file : options.files) {
        open(file);
    }
}

MainWindow::~MainWindow()
{
    m_feed.disconnect(this);
}

bool MainWindow::isEmpty() const
{
    return m_centre->currentWidget() == m_empty;
}

void MainWindow::open(const QString& path)
{
    const QFileInfo info(path);
    if (info.isFile() && isScenarioFile(path)) {
        const auto error = m_document.loadFile(path);
        if (!error.isEmpty()) {
            onFailed(error);
            return;
        }
        m_scenarioIndex = m_scenarios->count() - 1;
        m_scenarios->setItemText(m_scenarioIndex, tr("File: %1").arg(info.fileName()));
        m_scenarios->setCurrentIndex(m_scenarioIndex);
        updateActions();
        return;
    }
    const bool isResult = info.fileName() == QLatin1String("result.json");
    showRun(isResult ? info.path() : path, false);
}

void MainWindow::showRun(const QString& folder, bool isOurs)
{
    if (m_runner.isRunning() && !isOurs && m_folder == m_runner.folder() &&
        QFileInfo(folder).canonicalFilePath() == QFileInfo(m_folder).canonicalFilePath()) {
        return; // shown already, live
    }
    const bool isLive = isOurs || (m_runner.isRunning() && folder == m_runner.folder());
    m_folder = folder;
    m_problem.clear();
    m_snapshot.reset();
    m_time.reset();
    m_time.setCrosshair(std::nullopt);
    m_criteria.setRows({});
    m_notes->setNotes({});
    m_page->clear(isOurs ? tr("Starting…") : tr("Reading…"));
    m_centre->setCurrentWidget(m_page);
    m_feed.open(folder, isLive);
    updateHeadline();
    updateActions();
}

void MainWindow::startRun()
{
    if (m_runner.isRunning()) {
        return;
    }
    if (!m_document.isValid()) {
        statusBar()->showMessage(tr("The scenario has problems; see the marked fields."), 8'000);
        return;
    }
    const auto error = m_runner.start(m_outputRoot, m_document.name(), m_document.json());
    if (!error.isEmpty()) {
        onFailed(error);
        return;
    }
    m_elapsed.start();
    m_clock.start();
    showRun(m_runner.folder(), true);
    updateClock();
}

void MainWindow::stopRun()
{
    m_runner.stop();
    updateActions();
    updateHeadline();
}

void MainWindow::onRunnerEnded(const QString& problem)
{
    m_clock.stop();
    if (m_folder == m_runner.folder()) {
        m_problem = problem;
        m_feed.noteEnd();
    }
    remember(m_runner.folder());
    refreshRuns();
    updateActions();
    updateHeadline();
    updateClock();
    Q_EMIT runEnded();
    if (m_isClosing) {
        close();
    }
}

void MainWindow::onSnapshot(const SnapshotPtr& snapshot)
{
    const bool isFirst = m_snapshot == nullptr;
    m_snapshot = snapshot;
    m_time.setWhole(snapshot->whole);
    m_page->show(*snapshot);
    m_criteria.setRows(snapshot->criteria, snapshot->state);
    m_notes->setNotes(snapshot->notes);
    if (isFirst) {
        refreshRuns();
    }
    if (snapshot->state == RunState::Ended && !m_runner.isRunning()) {
        remember(m_folder);
    }
    updateHeadline();
    updateActions();
    updateClock();
    updateStatus();
    Q_EMIT runShown();
}

void MainWindow::onFailed(const QString& message)
{
    // What the runner said about its end explains more than the log that it did not write.
    if (m_problem.isEmpty()) {
        m_problem = message;
    }
    if (!m_snapshot) {
        m_page->clear(tr("Nothing to show"));
    }
    updateHeadline();
    updateActions();
    updateStatus();
    Q_EMIT runShown();
}

void MainWindow::requestSnapshot()
{
    m_feed.show(m_time.selected(), m_page->latencyMetric());
}

void MainWindow::remember(const QString& path)
{
    const QFileInfo info(path);
    const auto folder = info.isDir() ? info.absoluteFilePath() : info.absolutePath();
    if (!QFileInfo::exists(folder + QLatin1Char('/') + QLatin1String(results::runLogName))) {
        return;
    }
    auto runs = m_settings.value(QStringLiteral("runs")).toStringList();
    if (runs.value(0) == folder) {
        return;
    }
    runs.removeAll(folder);
    runs.prepend(folder);
    m_settings.setValue(QStringLiteral("runs"), QStringList(runs.mid(0, mostRemembered)));
    refreshRuns();
}

void MainWindow::refreshRuns()
{
    auto runs =
        findRecentRuns(m_outputRoot, m_settings.value(QStringLiteral("runs")).toStringList());
    for (auto& run : runs) {
        if (m_runner.isRunning() && run.folder == m_runner.folder()) {
            run.isRunning = true;
        }
    }
    m_runs->setRuns(runs);
    m_runs->select(m_folder);
}

void MainWindow::chooseBuiltIn(const QString& name)
{
    m_document.loadBuiltIn(name);
    m_scenarios->setCurrentText(name);
    m_scenarioIndex = m_scenarios->currentIndex();
}

void MainWindow::chooseScenario(int index)
{
    if (index < m_scenarios->count() - 1) {
        m_document.loadBuiltIn(m_scenarios->itemText(index));
        m_scenarioIndex = index;
    } else {
        askOpen(false);
        m_scenarios->setCurrentIndex(m_scenarioIndex); // as before when nothing was chosen
    }
    updateActions();
}

void MainWindow::updateActions()
{
    const bool isRunning = m_runner.isRunning();
    m_startAction->setEnabled(!isRunning && m_document.isValid());
    m_startAction->setToolTip(m_document.isValid()
                                  ? tr("Start the scenario (F5)")
                                  : tr("The scenario has problems; see the marked fields."));
    m_stopAction->setEnabled(isRunning);
    m_stopAction->setText(m_runner.isStopping() && isRunning ? tr("End at once") : tr("Stop"));
    m_stopAction->setToolTip(m_runner.isStopping() && isRunning
                                 ? tr("Do not wait for the last answers (Shift+F5)")
                                 : tr("Stop and keep the result (Shift+F5)"));
    m_exportMenu->setEnabled(m_snapshot != nullptr);
    m_target->setText(m_document.targetText());
    const auto title = m_snapshot ? m_snapshot->title : m_document.name();
    setWindowTitle(QStringLiteral("%1[*] – UaSurge").arg(title));
    setWindowModified(m_document.isModified());
}

void MainWindow::updateHeadline()
{
    Headline line;
    if (m_snapshot) {
        line = headlineOf(*m_snapshot);
    } else if (m_runner.isRunning()) {
        line = {Tone::Running, tr("STARTING"), tr("The runner is preparing the run"), {}};
    } else if (m_problem.isEmpty()) {
        line = isEmpty() ? Headline{Tone::Neutral,
                                    tr("READY"),
                                    tr("Choose a scenario and press Start, or open a stored run"),
                                    {}}
                         : Headline{Tone::Neutral, tr("READING"), m_folder, {}};
    }
    if (m_snapshot && m_runner.isRunning() && m_runner.isStopping()) {
        line.word = tr("STOPPING");
        line.reason = tr("Waiting for the last answers; press Stop again to end at once");
    }
    if (!m_problem.isEmpty()) {
        if (!m_snapshot) {
            line = {Tone::Bad, tr("NO RUN"), m_problem, {}};
        } else {
            line.reason = m_problem;
        }
    }
    m_verdict->setHeadline(line);
}

void MainWindow::updateClock()
{
    const auto text = [](qint64 ms) {
        const auto seconds = ms / 1'000;
        return QStringLiteral("%1:%2")
            .arg(seconds / 60, 2, 10, QLatin1Char('0'))
            .arg(seconds % 60, 2, 10, QLatin1Char('0'));
    };
    const bool isLive = m_runner.isRunning();
    qint64 elapsed = 0;
    if (isLive) {
        elapsed = m_elapsed.elapsed();
    } else if (m_snapshot) {
        elapsed = m_snapshot->whole.toNs / 1'000'000;
    }
    const qint64 planned =
        (m_snapshot ? m_snapshot->plannedNs : m_document.plannedNs()) / 1'000'000;
    m_clockText->setText(planned > 0 ? QStringLiteral("%1 / %2").arg(text(elapsed), text(planned))
                                     : text(elapsed));
}

void MainWindow::updateStatus()
{
    QStringList parts;
    if (m_snapshot) {
        const QFileInfo run(m_folder);
        parts << run.dir().dirName() + QLatin1Char('/') + run.fileName()
              << tr("%L1 samples").arg(m_snapshot->samples)
              << tr("written by UaSurge %1").arg(m_snapshot->tool);
        if (m_snapshot->logErrors > 0) {
            parts << tr("%L1 unreadable lines, first: %2")
                         .arg(m_snapshot->logErrors)
                         .arg(m_snapshot->firstLogError);
        }
    } else {
        parts << tr("Runs are kept in %1").arg(QDir::toNativeSeparators(m_outputRoot));
    }
    m_status->setToolTip(QStringLiteral("<p>%1</p>").arg(m_folder.toHtmlEscaped()));
    m_status->setText(parts.join(QStringLiteral("   ·   ")));
}

bool MainWindow::confirmClose()
{
    if (!m_runner.isRunning()) {
        return true;
    }
    QMessageBox box(QMessageBox::Question, tr("A run is going on"),
                    tr("Stop the run and keep what was measured, or let it go on without the "
                       "window? Its log can be opened later."),
                    QMessageBox::Cancel, this);
    auto* stop = box.addButton(tr("Stop the run"), QMessageBox::AcceptRole);
    auto* keep = box.addButton(tr("Keep it running"), QMessageBox::AcceptRole);
    box.exec();
    if (box.clickedButton() == keep) {
        m_runner.leaveRunning();
        return true;
    }
    if (box.clickedButton() == stop) {
        // The window closes when the runner has written its result.
        m_isClosing = true;
        stopRun();
    }
    return false;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!confirmClose()) {
        event->ignore();
        return;
    }
    m_settings.setValue(QStringLiteral("geometry"), saveGeometry());
    m_settings.setValue(QStringLiteral("layout"), saveState());
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_startAction != nullptr) {
        updateIcons();
        refreshRuns();
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const auto& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            open(url.toLocalFile());
        }
    }
}

int runWindow(QApplication& application, const WindowOptions& options)
{
    QApplication::setApplicationName(QStringLiteral("UaSurge"));
    QApplication::setApplicationDisplayName(QStringLiteral("UaSurge"));
    QApplication::setStyle(QStringLiteral("Fusion"));
    // Qt 6.4 has no colour-scheme hint: the palette of the platform tells light from dark.
    const bool isDark = coloursOf(QApplication::palette()).isDark;
    QApplication::setPalette(isDark ? darkPalette() : lightPalette());
    MainWindow window(options);
    window.show();
    return application.exec();
}

} // namespace views
