// SPDX-License-Identifier: MIT
#include "views/models/run_feed.h"

#include "report/csv.h"
#include "report/html.h"
#include "report/markdown.h"
#include "results/result_json.h"
#include "results/run_log_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace views {

namespace {

constexpr int pollMs = 250;

} // namespace

std::filesystem::path toPath(const QString& name)
{
    return std::filesystem::path(name.toStdU16String());
}

RunReading::RunReading()
    : m_timer(this)
{
    m_timer.setInterval(pollMs);
    connect(&m_timer, &QTimer::timeout, this, &RunReading::poll);
}

void RunReading::open(const QString& path, bool isOurs, std::uint64_t generation)
{
    m_timer.stop();
    m_generation = generation;
    m_model = results::RunModel();
    m_file = toPath(path);
    std::error_code ignored;
    if (isOurs || std::filesystem::is_directory(m_file, ignored)) {
        m_file /= results::runLogName;
    }
    m_tail.emplace(m_file);
    m_isOurs = isOurs;
    m_isFinished = false;
    if (!isOurs && !std::filesystem::exists(m_file, ignored)) {
        Q_EMIT failed(tr("There is no run log %1. Choose a run.jsonl or the folder of a run.")
                          .arg(QString::fromStdU16String(m_file.u16string())),
                      m_generation);
        m_tail.reset();
        return;
    }
    poll();
}

void RunReading::close()
{
    m_timer.stop();
    m_tail.reset();
    m_model = results::RunModel();
}

void RunReading::noteEnd()
{
    m_isOurs = false;
    if (m_tail && !m_isFinished) {
        poll();
    }
}

void RunReading::setRequest(const SnapshotRequest& request)
{
    const auto openEnd = m_request.openEnd;
    m_request = request;
    m_request.openEnd = openEnd;
    if (m_tail) {
        publish();
    }
}

bool RunReading::isBeingWritten() const
{
    if (m_isOurs) {
        return true;
    }
    const auto lock = m_file.parent_path() / results::lockName;
    const int descriptor = ::open(lock.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return false;
    }
    const bool isHeld = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0;
    ::close(descriptor);
    return isHeld;
}

void RunReading::poll()
{
    // Asked before reading: what is written after the lock is let go would be missed otherwise.
    m_isGrowing = isBeingWritten();
    std::size_t added = 0;
    const auto before = m_tail->reader().errorCount();
    do {
        const auto read = m_tail->poll(m_model);
        if (!read) {
            m_timer.stop();
            Q_EMIT failed(QString::fromStdU16String(m_file.filename().u16string()) +
                              QStringLiteral(": ") + QString::fromStdString(read.error().context),
                          m_generation);
            m_tail.reset();
            return;
        }
        added += *read;
    } while (!m_tail->atEnd());
    const bool hasNews = added > 0 || m_tail->reader().errorCount() != before;
    m_isFinished = !m_isGrowing || m_model.result().has_value();
    if (m_isFinished) {
        m_timer.stop();
        m_tail->finish(m_model);
    } else if (!m_timer.isActive()) {
        m_timer.start();
    }
    if (m_isFinished && !m_model.hasRun()) {
        Q_EMIT failed(
            m_tail->reader().errors().empty()
                ? tr("The run log is empty: the run ended before it began to measure.")
                : tr("This is no run log: line %1: %2")
                      .arg(m_tail->reader().errors().front().line)
                      .arg(QString::fromStdString(m_tail->reader().errors().front().text)),
            m_generation);
        return;
    }
    if (hasNews || m_isFinished) {
        publish();
    }
}

void RunReading::publish()
{
    if (!m_model.hasRun()) {
        return;
    }
    m_request.openEnd = m_isFinished ? results::OpenEnd::Interrupted : results::OpenEnd::Running;
    Q_EMIT snapshotReady(std::make_shared<const RunSnapshot>(makeSnapshot(m_model, m_request)),
                         m_generation);
}

void RunReading::exportTo(int kind, const QString& file)
{
    if (!m_model.hasRun()) {
        Q_EMIT exported(file, tr("There is no run to export yet."));
        return;
    }
    const auto judgement = results::judge(m_model, m_request.openEnd);
    std::string text;
    switch (static_cast<ExportKind>(kind)) {
    case ExportKind::Html:
        text = report::htmlReport(m_model, judgement);
        break;
    case ExportKind::Metrics:
        text = report::csvMetrics(m_model, judgement);
        break;
    case ExportKind::Series:
        text = report::csvSeries(m_model);
        break;
    case ExportKind::Markdown:
        text = report::markdownReport(m_model, judgement);
        break;
    }
    const auto written = results::writeTextFile(toPath(file), text);
    Q_EMIT exported(file, written ? QString() : QString::fromStdString(written.error().context));
}

RunFeed::RunFeed(QObject* parent)
    : QObject(parent)
    , m_reading(new RunReading)
{
    qRegisterMetaType<views::SnapshotPtr>("views::SnapshotPtr");
    m_reading->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_reading, &QObject::deleteLater);
    connect(m_reading, &RunReading::snapshotReady, this,
            [this](const SnapshotPtr& snapshot, quint64 generation) {
                if (generation == m_generation) {
                    Q_EMIT snapshotReady(snapshot);
                }
            });
    connect(m_reading, &RunReading::failed, this,
            [this](const QString& message, quint64 generation) {
                if (generation == m_generation) {
                    Q_EMIT failed(message);
                }
            });
    connect(m_reading, &RunReading::exported, this, &RunFeed::exported);
    m_thread.start();
}

RunFeed::~RunFeed()
{
    m_thread.quit();
    m_thread.wait();
}

void RunFeed::open(const QString& path, bool isOurs)
{
    const auto generation = ++m_generation;
    QMetaObject::invokeMethod(m_reading, [reading = m_reading, path, isOurs, generation] {
        reading->open(path, isOurs, generation);
    });
}

void RunFeed::close()
{
    ++m_generation;
    QMetaObject::invokeMethod(m_reading, [reading = m_reading] { reading->close(); });
}

void RunFeed::noteEnd()
{
    QMetaObject::invokeMethod(m_reading, [reading = m_reading] { reading->noteEnd(); });
}

void RunFeed::show(std::optional<results::Window> window, const QString& latencyMetric)
{
    SnapshotRequest request;
    request.window = window;
    request.latencyMetric = latencyMetric.toStdString();
    QMetaObject::invokeMethod(m_reading,
                              [reading = m_reading, request] { reading->setRequest(request); });
}

void RunFeed::exportTo(ExportKind kind, const QString& file)
{
    QMetaObject::invokeMethod(m_reading, [reading = m_reading, kind, file] {
        reading->exportTo(static_cast<int>(kind), file);
    });
}

} // namespace views
