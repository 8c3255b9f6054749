// SPDX-License-Identifier: MIT
#include "views/models/recent_runs.h"

#include "results/records.h"
#include "results/run_log_writer.h"
#include "scenario/json_text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <variant>

namespace views {

namespace {

/// Larger summaries (of wide matrices) are not read for one word: the list must not delay the
/// window.
constexpr qint64 maxResultBytes = 512 << 10;

QString member(const boost::json::value& json, const char* pointer)
{
    boost::system::error_code error;
    const auto* found = json.find_pointer(pointer, error);
    return found != nullptr && found->is_string()
               ? QString::fromUtf8(found->get_string().data(),
                                   qsizetype(found->get_string().size()))
               : QString();
}

/// The scenario's name as the first record has it.
QString nameIn(const QString& logFile)
{
    QFile log(logFile);
    if (!log.open(QIODevice::ReadOnly)) {
        return {};
    }
    constexpr qint64 maxFirstLine = 1 << 20;
    const auto record = results::decodeRecord(log.readLine(maxFirstLine).trimmed().toStdString());
    const auto* run = record ? std::get_if<results::RunRecord>(&*record) : nullptr;
    return run != nullptr ? member(run->scenario, "/name") : QString();
}

/// The name from the log or else the folder, the verdict from result.json when there is one.
RecentRun describe(const QString& folder, const QFileInfo& log)
{
    RecentRun run;
    run.folder = folder;
    run.when = log.lastModified();
    run.title = nameIn(log.filePath());
    if (run.title.isEmpty()) {
        run.title = QDir(folder).dirName();
    }
    QFile result(folder + QStringLiteral("/result.json"));
    if (!result.open(QIODevice::ReadOnly) || result.size() > maxResultBytes) {
        return run;
    }
    if (const auto json = scenario::parseJson(result.readAll().toStdString())) {
        run.verdict = member(*json, "/verdict/state");
    }
    return run;
}

} // namespace

std::vector<RecentRun> findRecentRuns(const QString& outputRoot, const QStringList& remembered,
                                      int most)
{
    QStringList folders = remembered;
    if (!outputRoot.isEmpty()) {
        const QDir root(outputRoot);
        for (const auto& name : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Time)) {
            folders << root.filePath(name);
        }
    }
    QSet<QString> seen;
    std::vector<std::pair<QString, QFileInfo>> logs;
    for (const auto& folder : folders) {
        const QFileInfo log(folder + QLatin1Char('/') + QLatin1String(results::runLogName));
        const auto canonical = QFileInfo(folder).canonicalFilePath();
        if (log.isFile() && !seen.contains(canonical)) {
            seen.insert(canonical);
            logs.emplace_back(folder, log);
        }
    }
    std::sort(logs.begin(), logs.end(), [](const auto& a, const auto& b) {
        const auto one = a.second.lastModified();
        const auto other = b.second.lastModified();
        return one != other ? one > other : a.first > b.first;
    });
    logs.resize(std::min(logs.size(), static_cast<std::size_t>(most)));
    std::vector<RecentRun> runs;
    for (const auto& [folder, log] : logs) {
        runs.push_back(describe(folder, log));
    }
    return runs;
}

} // namespace views
