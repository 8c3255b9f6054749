// SPDX-License-Identifier: MIT
// Starts `uasurge --batch` as a child and says how it ended. The child writes its run log itself;
// nothing is read from it but, at a failure, what it said.
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>

namespace views {

class Runner : public QObject
{
    Q_OBJECT

public:
    explicit Runner(QString executable, QObject* parent = nullptr);
    ~Runner() override;

    /// Writes the scenario into a new folder below `outputRoot` and starts the run there. Returns
    /// an error text, or nothing when the child was started.
    QString start(const QString& outputRoot, const QString& name, const QString& scenarioJson);
    /// The first call lets the run drain and keep its result, the second ends it at once.
    void stop();
    bool isRunning() const { return m_process != nullptr; }
    bool isStopping() const { return m_isStopping; }
    QString folder() const { return m_folder; }
    /// The run goes on without this window.
    void leaveRunning();

Q_SIGNALS:
    /// `problem` is empty when the runner ended in order, whatever its verdict.
    void ended(const QString& problem);

private:
    void onFinished(int exitCode, QProcess::ExitStatus status);
    void onError(QProcess::ProcessError error);
    QString lastWords() const;
    void release();

    QString m_executable;
    QProcess* m_process = nullptr;
    QString m_folder;
    bool m_isStopping = false;
};

} // namespace views
