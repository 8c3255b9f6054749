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

    /// While the run goes on, what is not measured is not measured yet.
    void setRows(std::vector<RunSnapshot::Row> rows, RunState state = RunState::Ended);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString stateText(results::CriterionState state) const;

    std::vector<RunSnapshot::Row> m_rows;
    RunState m_state = RunState::Ended;
};

} // namespace views
