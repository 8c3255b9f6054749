// SPDX-License-Identifier: MIT
// Reads a run log on a thread of its own and hands out snapshots. A run that goes on and a stored
// one take exactly the same way; the only difference is that the first is looked at again.
#pragma once

#include "results/run_log_reader.h"
#include "views/models/run_snapshot.h"

#include <QObject>
#include <QThread>
#include <QTimer>

#include <filesystem>
#include <memory>
#include <optional>

namespace views {

std::filesystem::path toPath(const QString& name);

enum class ExportKind { Html, Metrics, Series, Markdown };

/// Lives on the reading thread; use RunFeed.
class RunReading : public QObject
{
    Q_OBJECT

public:
    RunReading();
    void open(const QString& path, bool isOurs, std::uint64_t generation);
    void close();
    void noteEnd();
    void setRequest(const SnapshotRequest& request);
    void exportTo(int kind, const QString& file);

Q_SIGNALS:
    void snapshotReady(views::SnapshotPtr snapshot, quint64 generation);
    void failed(const QString& message, quint64 generation);
    void exported(const QString& file, const QString& error);

private:
    void poll();
    void publish();
    bool isBeingWritten() const;

    QTimer m_timer;
    std::filesystem::path m_file;
    results::RunModel m_model;
    std::optional<results::RunLogTail> m_tail;
    SnapshotRequest m_request;
    std::uint64_t m_generation = 0;
    /// Whether somebody still appends to the log.
    bool m_isGrowing = false;
    /// Our own child writes it: only noteEnd() says that it is over.
    bool m_isOurs = false;
    bool m_isFinished = false;
};

class RunFeed : public QObject
{
    Q_OBJECT

public:
    explicit RunFeed(QObject* parent = nullptr);
    ~RunFeed() override;

    /// A run.jsonl, or the folder that holds one. `isOurs`: a child of this process writes it, and
    /// noteEnd() will say when it has ended.
    void open(const QString& path, bool isOurs = false);
    void close();
    void noteEnd();
    void show(std::optional<results::Window> window, const QString& latencyMetric);
    void exportTo(ExportKind kind, const QString& file);

Q_SIGNALS:
    void snapshotReady(views::SnapshotPtr snapshot);
    void failed(const QString& message);
    /// An empty error means that the file was written.
    void exported(const QString& file, const QString& error);

private:
    QThread m_thread;
    RunReading* m_reading;
    std::uint64_t m_generation = 0;
};

} // namespace views
