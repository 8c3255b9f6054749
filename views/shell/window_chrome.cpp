// SPDX-License-Identifier: MIT
// What stands around the charts: actions, menus, tool bar and docks of the main window, and the
// dialogs they open.
#include "views/pages/run_page.h"
#include "views/shell/main_window.h"
#include "views/widgets/criteria_table.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/notes_list.h"
#include "views/widgets/run_list.h"
#include "views/widgets/scenario_form.h"
#include "views/widgets/tone_icon.h"
#include "views/widgets/verdict_bar.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSaveFile>
#include <QScrollArea>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

namespace views {

namespace {

QWidget* spacer(int width)
{
    auto* widget = new QWidget;
    if (width > 0) {
        widget->setFixedWidth(width);
    } else {
        widget->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    }
    return widget;
}

} // namespace

void MainWindow::makeActions()
{
    m_openAction = new QAction(tr("&Open…"), this);
    m_openAction->setShortcut(QKeySequence::Open);
    m_openAction->setToolTip(tr("Open a run log or a scenario (Ctrl+O)"));
    connect(m_openAction, &QAction::triggered, this, [this] { askOpen(false); });
    m_startAction = new QAction(tr("Start"), this);
    m_startAction->setShortcut(Qt::Key_F5);
    connect(m_startAction, &QAction::triggered, this, &MainWindow::startRun);
    m_stopAction = new QAction(tr("Stop"), this);
    m_stopAction->setShortcut(Qt::SHIFT | Qt::Key_F5);
    connect(m_stopAction, &QAction::triggered, this, &MainWindow::stopRun);
}

void MainWindow::makeToolBar()
{
    auto* bar = addToolBar(tr("Run"));
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize(QSize(16, 16));
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->addAction(m_openAction);
    bar->addSeparator();
    m_scenarios = new QComboBox;
    m_scenarios->addItems(ScenarioDocument::builtIns());
    m_scenarios->addItem(tr("Scenario file…"));
    m_scenarios->setAccessibleName(tr("Scenario"));
    m_scenarios->setMinimumContentsLength(18);
    connect(m_scenarios, &QComboBox::activated, this, &MainWindow::chooseScenario);
    auto* scenarioLabel = new QLabel(tr("Scenario"));
    scenarioLabel->setBuddy(m_scenarios);
    bar->addWidget(spacer(6));
    bar->addWidget(scenarioLabel);
    bar->addWidget(spacer(6));
    bar->addWidget(m_scenarios);
    bar->addWidget(spacer(14));
    auto* targetLabel = new QLabel(tr("Target"));
    targetLabel->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(targetLabel);
    bar->addWidget(spacer(6));
    m_target = new QLabel;
    m_target->setTextFormat(Qt::PlainText);
    m_target->setAccessibleName(tr("Target"));
    bar->addWidget(m_target);
    bar->addWidget(spacer(14));
    bar->addSeparator();
    bar->addAction(m_startAction);
    bar->addAction(m_stopAction);
    bar->addSeparator();
    m_clockText = new QLabel;
    m_clockText->setAccessibleName(tr("Elapsed and planned time"));
    m_clockText->setToolTip(tr("Elapsed / planned (about; the ramp takes as long as it takes)"));
    bar->addWidget(spacer(6));
    bar->addWidget(m_clockText);
    bar->addWidget(spacer(0));
    m_exportMenu = makeExportMenu();
    auto* button = new QToolButton;
    button->setText(tr("Export ▾"));
    button->setMenu(m_exportMenu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    button->setAccessibleName(tr("Export"));
    bar->addWidget(button);
    bar->addWidget(spacer(8));

    addToolBarBreak();
    // The verdict is a bar of its own below the tools, over the whole width, and never hidden.
    auto* verdict = new QToolBar(tr("Verdict"));
    verdict->setObjectName(QStringLiteral("verdictBar"));
    verdict->setMovable(false);
    verdict->setContextMenuPolicy(Qt::PreventContextMenu);
    verdict->toggleViewAction()->setEnabled(false);
    verdict->setContentsMargins(0, 0, 0, 0);
    verdict->setStyleSheet(
        QStringLiteral("QToolBar { border: 0; padding: 0; margin: 0; spacing: 0; }"));
    m_verdict->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    verdict->addWidget(m_verdict);
    addToolBar(verdict);
}

void MainWindow::makeDocks()
{
    const auto dock = [this](const QString& title, const char* name, QWidget* content,
                             Qt::DockWidgetArea area) {
        auto* made = new QDockWidget(title, this);
        made->setObjectName(QString::fromLatin1(name));
        made->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
        made->setWidget(content);
        addDockWidget(area, made);
        return made;
    };
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumWidth(280);
    m_scenarioDock = dock(tr("Scenario"), "scenarioDock", scroll, Qt::LeftDockWidgetArea);
    m_runsDock = dock(tr("Runs"), "runsDock", m_runs, Qt::LeftDockWidgetArea);
    auto* table = new CriteriaTable(m_criteria);
    table->setMinimumWidth(330);
    m_criteriaDock = dock(tr("Thresholds"), "criteriaDock", table, Qt::RightDockWidgetArea);
    m_notesDock = dock(tr("Findings and events"), "notesDock", m_notes, Qt::RightDockWidgetArea);
}

void MainWindow::resetLayout()
{
    for (auto* dock : {m_scenarioDock, m_runsDock}) {
        addDockWidget(Qt::LeftDockWidgetArea, dock);
        dock->show();
    }
    for (auto* dock : {m_criteriaDock, m_notesDock}) {
        addDockWidget(Qt::RightDockWidgetArea, dock);
        dock->show();
    }
    resizeDocks({m_scenarioDock, m_criteriaDock}, {300, 350}, Qt::Horizontal);
    resizeDocks({m_scenarioDock, m_runsDock}, {560, 200}, Qt::Vertical);
    resizeDocks({m_criteriaDock, m_notesDock}, {430, 300}, Qt::Vertical);
    if (size().width() < 1'200 || size().height() < 760) {
        resize(1'440, 900);
    }
}

QMenu* MainWindow::makeExportMenu()
{
    auto* menu = new QMenu(tr("&Export"), this);
    const auto add = [this, menu](const QString& text, ExportKind kind, const QString& suffix,
                                  const QString& filter) {
        return menu->addAction(text, this,
                               [this, kind, suffix, filter] { askExport(kind, suffix, filter); });
    };
    add(tr("HTML report…"), ExportKind::Html, QStringLiteral(".html"), tr("HTML (*.html)"))
        ->setShortcut(Qt::CTRL | Qt::Key_E);
    add(tr("Metrics as CSV…"), ExportKind::Metrics, QStringLiteral("-metrics.csv"),
        tr("CSV (*.csv)"));
    add(tr("Time series as CSV…"), ExportKind::Series, QStringLiteral("-series.csv"),
        tr("CSV (*.csv)"));
    add(tr("Markdown…"), ExportKind::Markdown, QStringLiteral(".md"), tr("Markdown (*.md)"));
    menu->addSeparator();
    menu->addAction(tr("Picture of the charts…"), this, &MainWindow::askPicture);
    return menu;
}

void MainWindow::makeMenus()
{
    auto* file = menuBar()->addMenu(tr("&File"));
    file->addAction(m_openAction);
    file->addAction(tr("Open a run &folder…"), this, [this] { askOpen(true); });
    file->addAction(tr("&Save the scenario as…"), QKeySequence::Save, this,
                    &MainWindow::saveScenario);
    file->addMenu(m_exportMenu);
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
    auto* run = menuBar()->addMenu(tr("&Run"));
    run->addAction(m_startAction);
    run->addAction(m_stopAction);
    auto* view = menuBar()->addMenu(tr("&View"));
    view->addAction(tr("&Whole run"), this, [this] { m_time.reset(); });
    view->addSeparator();
    for (auto* dock : {m_scenarioDock, m_runsDock, m_criteriaDock, m_notesDock}) {
        view->addAction(dock->toggleViewAction());
    }
    view->addAction(tr("&Reset layout"), this, &MainWindow::resetLayout);
    view->addSeparator();
    view->addAction(tr("&Light colours"), this, [] { QApplication::setPalette(lightPalette()); });
    view->addAction(tr("&Dark colours"), this, [] { QApplication::setPalette(darkPalette()); });
    auto* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&Keys and charts"), QKeySequence::HelpContents, this, [this] {
        QMessageBox::information(
            this, tr("Keys and charts"),
            tr("F5 starts the scenario, Shift+F5 stops it and keeps the result.\n\n"
               "In a chart: drag to select a time window, the wheel or + and − zoom, the arrow "
               "keys move it, Esc shows the whole run. All charts and their figures follow.\n\n"
               "Ctrl+O opens a run or a scenario, Ctrl+E exports the report, Ctrl+C copies the "
               "chosen thresholds."));
    });
}

void MainWindow::updateIcons()
{
    m_openAction->setIcon(glyphIcon(Glyph::Open, palette()));
    m_startAction->setIcon(glyphIcon(Glyph::Play, palette()));
    m_stopAction->setIcon(glyphIcon(Glyph::Stop, palette()));
}

void MainWindow::askOpen(bool isFolder)
{
    const auto path =
        isFolder ? QFileDialog::getExistingDirectory(this, tr("Open a run folder"), m_outputRoot)
                 : QFileDialog::getOpenFileName(
                       this, tr("Open"), m_outputRoot,
                       tr("Run logs and scenarios (*.jsonl *.json);;All files (*)"));
    if (!path.isEmpty()) {
        open(path);
    }
}

void MainWindow::saveScenario()
{
    const auto name = QFileDialog::getSaveFileName(this, tr("Save the scenario"),
                                                   m_document.name() + QStringLiteral(".json"),
                                                   tr("Scenarios (*.json)"));
    if (name.isEmpty()) {
        return;
    }
    QSaveFile file(name);
    const bool isSaved = file.open(QIODevice::WriteOnly) &&
                         file.write(m_document.json().toUtf8()) >= 0 && file.commit();
    if (isSaved) {
        open(name);
    }
    statusBar()->showMessage(isSaved ? tr("Saved %1").arg(name)
                                     : tr("%1 cannot be written: %2").arg(name, file.errorString()),
                             8'000);
}

void MainWindow::askExport(ExportKind kind, const QString& suffix, const QString& filter)
{
    const QFileInfo run(m_folder);
    const auto folder = run.isDir() ? run.absoluteFilePath() : run.absolutePath();
    const auto file = QFileDialog::getSaveFileName(
        this, tr("Export"), folder + QStringLiteral("/report") + suffix, filter);
    if (!file.isEmpty()) {
        exportTo(kind, file);
    }
}

void MainWindow::askPicture()
{
    const QFileInfo run(m_folder);
    const auto folder = run.isDir() ? run.absoluteFilePath() : run.absolutePath();
    const auto file =
        QFileDialog::getSaveFileName(this, tr("Picture of the charts"),
                                     folder + QStringLiteral("/charts.png"), tr("PNG (*.png)"));
    if (!file.isEmpty()) {
        const bool isSaved = exportPicture(file);
        statusBar()->showMessage(
            isSaved ? tr("Exported %1").arg(file) : tr("%1 cannot be written").arg(file), 8'000);
    }
}

void MainWindow::exportTo(ExportKind kind, const QString& file)
{
    m_feed.exportTo(kind, file);
}

bool MainWindow::exportPicture(const QString& file)
{
    return m_page->grab().save(file, "PNG");
}

} // namespace views
