// SPDX-License-Identifier: MIT
// The thresholds of a run as a table: expression, limit, measured, margin, state.
#pragma once

#include "views/models/run_snapshot.h"

#include <QAbstractTableModel>

#include <vector>

namespace views {

class CriteriaModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { State, Metric, Limit, Measured, Margin, ColumnCount };
    static constexpr int stateRole = Qt::UserRole + 1;

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<RunSnapshot::Row> rows);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    std::vector<RunSnapshot::Row> m_rows;
};

} // namespace views
