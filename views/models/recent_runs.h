// SPDX-License-Identifier: MIT
// The runs to offer again: remembered folders and those found under the output root, newest first.
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <vector>

namespace views {

struct RecentRun
{
    QString folder;
    QString title;
    QDateTime when;
    /// "pass", "fail", … as result.json has it; empty for a run without a result.
    QString verdict;
    bool isRunning = false;
};

/// At most `most` runs; folders that hold no run log are left out.
std::vector<RecentRun> findRecentRuns(const QString& outputRoot, const QStringList& remembered,
                                      int most = 50);

} // namespace views
