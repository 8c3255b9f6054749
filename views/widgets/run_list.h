// SPDX-License-Identifier: MIT
// Runs to open again, with their verdicts.
#pragma once

#include "views/models/recent_runs.h"

#include <QListWidget>

namespace views {

class RunList : public QListWidget
{
    Q_OBJECT

public:
    explicit RunList(QWidget* parent = nullptr);
    void setRuns(const std::vector<RecentRun>& runs);
    void select(const QString& folder);

protected:
    void paintEvent(QPaintEvent* event) override;

Q_SIGNALS:
    void chosen(const QString& folder);
};

} // namespace views
