// SPDX-License-Identifier: MIT
// The window: scenario, run, verdict, charts, thresholds. It starts the headless runner as a child
// and reads its run log; it opens no socket of its own.
#pragma once

#include "views/models/criteria_model.h"
#include "views/models/run_feed.h"
#include "views/models/scenario_document.h"
#include "views/models/time_window.h"
#include "views/shell/runner.h"
#include "views/widgets/theme.h"

#include <QElapsedTimer>
#include <QMainWindow>
#include <QSettings>
#include <QStringList>
#include <QTimer>

class QApplication;
class QComboBox;
class QDockWidget;
class QLabel;
class QStackedWidget;

namespace views {

class EmptyState;
class NotesList;
class RunList;
class RunPage;
class ScenarioForm;
class VerdictBar;

struct WindowOptions
{
    /// Path of uasurge, to start as `--batch`.
    QString executable;
    /// Run logs, folders of runs, or scenario files.
    QStringList files;
    /// Where runs go; empty: a folder of the user's.
    QString outputRoot;
    /// Empty: where the platform keeps settings.
    QString settingsFile;
};

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const WindowOptions& options, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// A run log, the folder of a run, or a scenario file.
    void open(const QString& path);
    void startRun();
    void stopRun();
    void exportTo(ExportKind kind, const QString& file);
    bool exportPicture(const QString& file);

    const RunSnapshot* snapshot() const { return m_snapshot.get(); }
    ScenarioDocument& document() { return m_document; }
    TimeWindow& timeWindow() { return m_time; }
    VerdictBar& verdictBar() { return *m_verdict; }
    RunPage& runPage() { return *m_page; }
    ScenarioForm& form() { return *m_form; }
    RunList& runList() { return *m_runs; }
    CriteriaModel& criteria() { return m_criteria; }
    bool isEmpty() const;
    bool isRunning() const { return m_runner.isRunning(); }

Q_SIGNALS:
    void runShown();
    void runEnded();
    void exported(const QString& file, const QString& error);

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeActions();
    void makeToolBar();
    void makeDocks();
    void resetLayout();
    void makeMenus();
    QMenu* makeExportMenu();
    void askOpen(bool isFolder);
    void askExport(ExportKind kind, const QString& suffix, const QString& filter);
    void askPicture();
    void chooseBuiltIn(const QString& name);
    void chooseScenario(int index);
    void onSnapshot(const SnapshotPtr& snapshot);
    void onFailed(const QString& message);
    void onRunnerEnded(const QString& problem);
    void showRun(const QString& folder, bool isOurs);
    void requestSnapshot();
    void remember(const QString& folder);
    void refreshRuns();
    void updateActions();
    void updateHeadline();
    void updateClock();
    void updateStatus();
    void updateIcons();
    void saveScenario();
    bool confirmClose();

    QSettings m_settings;
    QString m_outputRoot;
    ScenarioDocument m_document;
    TimeWindow m_time;
    RunFeed m_feed;
    Runner m_runner;
    CriteriaModel m_criteria;
    SnapshotPtr m_snapshot;
    QString m_folder;
    QString m_problem;
    QElapsedTimer m_elapsed;
    QTimer m_clock;
    int m_scenarioIndex = 0;
    bool m_isClosing = false;

    VerdictBar* m_verdict;
    QStackedWidget* m_centre;
    EmptyState* m_empty;
    RunPage* m_page;
    ScenarioForm* m_form;
    RunList* m_runs;
    NotesList* m_notes;
    QComboBox* m_scenarios = nullptr;
    QLabel* m_target = nullptr;
    QLabel* m_clockText = nullptr;
    QLabel* m_status;
    QDockWidget* m_scenarioDock = nullptr;
    QDockWidget* m_runsDock = nullptr;
    QDockWidget* m_criteriaDock = nullptr;
    QDockWidget* m_notesDock = nullptr;
    QAction* m_openAction = nullptr;
    QAction* m_startAction = nullptr;
    QAction* m_stopAction = nullptr;
    QMenu* m_exportMenu = nullptr;
};

/// Shows the window until it is closed.
int runWindow(QApplication& application, const WindowOptions& options);

} // namespace views
