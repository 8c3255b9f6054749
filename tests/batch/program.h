// SPDX-License-Identifier: MIT
// Runs the executable and keeps what it said.
#pragma once

#include "results/run_log_reader.h"
#include "results/run_model.h"
#include "results/verdict.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QThread>

#include <memory>

namespace batch {

inline QString executable()
{
    return QStringLiteral(UASURGE_BINARY_DIR "/bin/uasurge");
}

struct Outcome
{
    int exitCode = -1;
    bool crashed = false;
    QString out;
    QString err;
};

inline Outcome finish(QProcess& process, int timeoutMs = 120'000)
{
    Outcome outcome;
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(timeoutMs)) {
        process.kill();
        process.waitForFinished();
        outcome.err = "did not end in time";
        return outcome;
    }
    outcome.exitCode = process.exitCode();
    outcome.crashed = process.exitStatus() == QProcess::CrashExit;
    outcome.out = QString::fromUtf8(process.readAllStandardOutput());
    outcome.err = QString::fromUtf8(process.readAllStandardError());
    return outcome;
}

inline Outcome run(const QStringList& arguments, int timeoutMs = 120'000)
{
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(executable(), arguments);
    return finish(process, timeoutMs);
}

/// Short phases, so that a run takes seconds.
inline QStringList quick(const QString& scenario, const QString& directory, const QString& steady,
                         const QStringList& more = {})
{
    return QStringList{"--batch",
                       scenario,
                       "--quiet",
                       "--output-dir",
                       directory,
                       "--set",
                       "/phases/settle=500ms",
                       "--set",
                       "/phases/steady=" + steady,
                       "--set",
                       "/phases/drain=1s"} +
           more;
}

inline QJsonObject resultOf(const QString& directory)
{
    QFile file(directory + "/result.json");
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}
inline QJsonObject metricsOf(const QString& directory)
{
    return resultOf(directory)["cells"].toArray().at(0).toObject()["metrics"].toObject();
}
inline double counterOf(const QString& directory, const QString& metric)
{
    return metricsOf(directory)[metric].toObject()["value"].toDouble(-1);
}

/// Processes of the executable that are embedded servers started below this one's runs.
inline QList<qint64> servers()
{
    QList<qint64> pids;
    for (const auto& entry : QDir("/proc").entryList(QDir::Dirs)) {
        bool number = false;
        const qint64 pid = entry.toLongLong(&number);
        QFile commandLine("/proc/" + entry + "/cmdline");
        if (number && commandLine.open(QIODevice::ReadOnly)) {
            const QByteArray text = commandLine.readAll();
            if (text.startsWith(executable().toLocal8Bit()) && text.contains("--serve")) {
                pids.append(pid);
            }
        }
    }
    return pids;
}

/// Waits until the log names the phase's begin.
inline bool waitForPhase(const QString& directory, const QByteArray& phase, int timeoutMs = 60'000)
{
    const QByteArray wanted = "\"" + phase + "\"";
    for (int waited = 0; waited < timeoutMs; waited += 20) {
        QFile log(directory + "/run.jsonl");
        if (log.open(QIODevice::ReadOnly)) {
            while (!log.atEnd()) {
                const QByteArray line = log.readLine();
                if (line.contains("\"phase\"") && line.contains("\"begin") &&
                    line.contains(wanted)) {
                    return true;
                }
            }
        }
        QThread::msleep(20);
    }
    return false;
}

} // namespace batch
