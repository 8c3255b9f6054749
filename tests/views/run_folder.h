// SPDX-License-Identifier: MIT
// Folders with run logs for tests, written by the same writer as real ones.
#pragma once

#include "results/run_log_writer.h"
#include "unit/results/synthetic_run.h"

#include <QFile>
#include <QString>

#include <filesystem>
#include <vector>

namespace folders {

inline std::filesystem::path pathOf(const QString& name)
{
    return std::filesystem::path(name.toStdU16String());
}

/// False when a record could not be written.
inline bool write(const QString& folder, const std::vector<results::Record>& records)
{
    const base::ManualClock clock;
    auto writer = results::RunLogWriter::create(pathOf(folder), clock);
    if (!writer) {
        return false;
    }
    for (const auto& record : records) {
        if (!writer->append(record)) {
            return false;
        }
    }
    return writer->flush().has_value();
}

/// A stored run as its runner leaves it, with the scenario the strict reader knows.
inline std::vector<results::Record> stored(synthetic::Options options = {})
{
    return synthetic::records(options);
}

inline bool appendText(const QString& file, const QByteArray& text)
{
    QFile log(file);
    return log.open(QIODevice::Append) && log.write(text) == text.size();
}

} // namespace folders
