// SPDX-License-Identifier: MIT
#include "views/shell/runner.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSaveFile>

namespace views {

namespace {

// As the README documents them.
constexpr int exitPass = 0;
constexpr int exitPreflight = 3;
constexpr int exitInvalid = 4;
constexpr int exitThreshold = 99;
constexpr int exitBadArguments = 104;
constexpr int exitInterrupted = 105;

QString outputName()
{
    return QStringLiteral("/runner.log");
}

QString newFolder(const QString& root, const QString& name)
{
    auto clean = name;
    clean.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9._-]")), QStringLiteral("_"));
    const auto stamp =
        QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd'T'HHmmss"));
    const auto base = QStringLiteral("%1/%2-%3").arg(root, clean, stamp);
    auto folder = base;
    for (int copy = 2; QFile::exists(folder); ++copy) {
        folder = QStringLiteral("%1-%2").arg(base).arg(copy);
    }
    return folder;
}

} // namespace

Runner::Runner(QString executable, QObject* parent)
    : QObject(parent)
    , m_executable(std::move(executable))
{}

Runner::~Runner()
{
    if (m_process != nullptr) {
        m_process->disconnect(this);
        m_process->terminate();
        constexpr int patienceMs = 5'000;
        if (!m_process->waitForFinished(patienceMs)) {
            m_process->kill();
            m_process->waitForFinished(patienceMs);
        }
    }
}

QString Runner::start(const QString& outputRoot, const QString& name, const QString& scenarioJson)
{
    if (m_process != nullptr) {
        return tr("A run is going on already. Stop it first.");
    }
    m_folder = newFolder(outputRoot, name);
    if (!QDir().mkpath(m_folder)) {
        return tr("The folder %1 cannot be made. Choose another output folder.").arg(m_folder);
    }
    const auto file = m_folder + QStringLiteral("/scenario.json");
    QSaveFile scenario(file);
    if (!scenario.open(QIODevice::WriteOnly) || scenario.write(scenarioJson.toUtf8()) < 0 ||
        !scenario.commit()) {
        return tr("%1 cannot be written: %2").arg(file, scenario.errorString());
    }
    m_isStopping = false;
    m_process = new QProcess(this);
    // Into a file, so that the run does not depend on a window that reads.
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_process->setStandardOutputFile(QProcess::nullDevice());
    m_process->setStandardErrorFile(m_folder + outputName());
    connect(m_process, &QProcess::finished, this, &Runner::onFinished);
    // Queued: what start() itself reports must come after it has returned.
    connect(m_process, &QProcess::errorOccurred, this, &Runner::onError, Qt::QueuedConnection);
    m_process->start(m_executable, {QStringLiteral("--batch"), file, QStringLiteral("--output-dir"),
                                    m_folder, QStringLiteral("--quiet")});
    return {};
}

void Runner::stop()
{
    if (m_process == nullptr) {
        return;
    }
    if (m_isStopping) {
        m_process->kill();
    } else {
        m_isStopping = true;
        m_process->terminate();
    }
}

void Runner::leaveRunning()
{
    if (m_process != nullptr) {
        m_process->disconnect(this);
        // Left to the operating system on purpose: deleting a QProcess ends its child.
        m_process->setParent(nullptr);
        m_process = nullptr;
    }
}

QString Runner::lastWords() const
{
    QFile file(m_folder + outputName());
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    constexpr qint64 tail = 2'000;
    if (file.size() > tail) {
        file.seek(file.size() - tail);
    }
    return QString::fromUtf8(file.readAll()).simplified();
}

void Runner::release()
{
    m_process->disconnect(this);
    m_process->deleteLater();
    m_process = nullptr;
}

void Runner::onError(QProcess::ProcessError error)
{
    if (error == QProcess::FailedToStart && m_process != nullptr) {
        const auto reason = m_process->errorString();
        release();
        Q_EMIT ended(tr("The runner %1 could not be started: %2").arg(m_executable, reason));
    }
}

void Runner::onFinished(int exitCode, QProcess::ExitStatus status)
{
    if (m_process == nullptr) {
        return;
    }
    release();
    const auto said = lastWords();
    if (status == QProcess::CrashExit) {
        Q_EMIT ended(m_isStopping
                         ? tr("The run was ended at once; what was measured so far is kept.")
                         : tr("The runner crashed (signal %1); the log up to then is shown. %2")
                               .arg(exitCode)
                               .arg(said));
        return;
    }
    switch (exitCode) {
    case exitPass:
    case exitInvalid:
    case exitThreshold:
    case exitInterrupted:
        Q_EMIT ended({});
        return;
    case exitPreflight:
        Q_EMIT ended(tr("The preflight failed: %1").arg(said));
        return;
    case exitBadArguments:
        Q_EMIT ended(tr("The runner refused the scenario: %1").arg(said));
        return;
    default:
        Q_EMIT ended(tr("The runner ended with code %1. %2").arg(exitCode).arg(said));
    }
}

} // namespace views
