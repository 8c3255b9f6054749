// SPDX-License-Identifier: MIT
// The thresholds with their state as icon and word; Ctrl+C copies the rows as tab-separated text.
#pragma once

#include "views/models/criteria_model.h"

#include <QTableView>

namespace views {

class CriteriaTable : public QTableView
{
    Q_OBJECT

public:
    explicit CriteriaTable(CriteriaModel& model, QWidget* parent = nullptr);
    QString selectedText() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace views
