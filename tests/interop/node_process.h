// SPDX-License-Identifier: MIT
// One of this folder's scripts, run by the Node that its packages bring.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <optional>

class NodeProcess
{
public:
    NodeProcess() { m_process.setProcessChannelMode(QProcess::MergedChannels); }
    ~NodeProcess()
    {
        if (m_process.state() != QProcess::NotRunning) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }
    NodeProcess(const NodeProcess&) = delete;
    NodeProcess& operator=(const NodeProcess&) = delete;

    static QString folder() { return QStringLiteral(UASURGE_SOURCE_DIR "/tests/interop"); }
    static QString node() { return folder() + QStringLiteral("/node_modules/node/bin/node"); }
    /// A failure and not a skip: a run that leaves interoperability out is not a passed one.
    static bool isInstalled()
    {
        return QFileInfo(node()).isExecutable() &&
               QFileInfo::exists(folder() + QStringLiteral("/node_modules/node-opcua"));
    }
    static constexpr const char* notInstalled =
        "the foreign stack is not installed below tests/interop: run ./dev test, which does it";

    bool start(const char* script, const QStringList& arguments)
    {
        m_process.setWorkingDirectory(folder());
        m_process.start(node(), QStringList(QString::fromLatin1(script)) + arguments);
        return m_process.waitForStarted(10'000);
    }
    /// The JSON behind the next line that begins with the word; nothing if none comes in time.
    std::optional<QJsonObject> next(const QByteArray& word, int milliseconds = 60'000)
    {
        QElapsedTimer timer;
        timer.start();
        for (;;) {
            while (m_process.canReadLine()) {
                const QByteArray line = m_process.readLine().trimmed();
                m_seen += line + '\n';
                if (line.startsWith(word + " {")) {
                    return QJsonDocument::fromJson(line.mid(word.size() + 1)).object();
                }
            }
            const auto left = milliseconds - static_cast<int>(timer.elapsed());
            if (left <= 0 || (!m_process.waitForReadyRead(left) && !m_process.canReadLine())) {
                return std::nullopt;
            }
        }
    }
    void endInput() { m_process.closeWriteChannel(); }
    /// The exit code; -1 when it does not end in time or crashed.
    int finish(int milliseconds = 20'000)
    {
        if (!m_process.waitForFinished(milliseconds) ||
            m_process.exitStatus() != QProcess::NormalExit) {
            return -1;
        }
        return m_process.exitCode();
    }
    const QByteArray& seen() const { return m_seen; }

private:
    QProcess m_process;
    QByteArray m_seen;
};
