// SPDX-License-Identifier: MIT
#include "views/models/criteria_model.h"

#include "report/text.h"
#include "scenario/threshold.h"
#include "views/models/headline.h"

#include <QLocale>

namespace views {

namespace {

QString metricText(const RunSnapshot::Row& row)
{
    const auto parsed = scenario::parseThreshold(row.criterion.expression);
    auto text =
        parsed ? QString::fromStdString(parsed->metric + " " + scenario::aggregationText(*parsed))
               : QString::fromStdString(row.criterion.expression);
    if (!row.cell.isEmpty()) {
        text = row.cell + QStringLiteral(": ") + text;
    }
    return text;
}

QString cellText(const RunSnapshot::Row& row, int column)
{
    const auto& criterion = row.criterion;
    switch (column) {
    case CriteriaModel::Metric:
        return metricText(row);
    case CriteriaModel::Limit:
        return row.limit;
    case CriteriaModel::Measured:
        return criterion.measured
                   ? QString::fromStdString(report::valueText(*criterion.measured, criterion.unit))
                   : QStringLiteral("–");
    case CriteriaModel::Margin:
        return criterion.margin
                   ? QLocale().toString(*criterion.margin, 'g', 3) + QStringLiteral(" ×")
                   : QStringLiteral("–");
    default:
        return {};
    }
}

} // namespace

void CriteriaModel::setRows(std::vector<RunSnapshot::Row> rows, RunState state)
{
    m_state = state;
    if (rows.size() == m_rows.size()) {
        m_rows = std::move(rows);
        if (!m_rows.empty()) {
            Q_EMIT dataChanged(index(0, 0),
                               index(static_cast<int>(m_rows.size()) - 1, ColumnCount - 1));
        }
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int CriteriaModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CriteriaModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CriteriaModel::stateText(results::CriterionState state) const
{
    const bool isOpen =
        m_state == RunState::Running && state == results::CriterionState::NotMeasured;
    return isOpen ? tr("not yet") : wordOf(state);
}

QVariant CriteriaModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == State ? stateText(row.criterion.state)
                                       : cellText(row, index.column());
    case Qt::ToolTipRole: {
        auto tip = QString::fromStdString(row.criterion.expression);
        if (!row.criterion.note.empty()) {
            tip += QLatin1Char('\n') + QString::fromStdString(row.criterion.note);
        }
        return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(tip.toHtmlEscaped());
    }
    case Qt::TextAlignmentRole:
        return QVariant(index.column() >= Limit ? Qt::AlignRight | Qt::AlignVCenter
                                                : Qt::AlignLeft | Qt::AlignVCenter);
    case stateRole:
        return static_cast<int>(row.criterion.state);
    default:
        return {};
    }
}

QVariant CriteriaModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant(section >= Limit ? Qt::AlignRight | Qt::AlignVCenter
                                         : Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case State:
        return tr("State");
    case Metric:
        return tr("Metric");
    case Limit:
        return tr("Limit");
    case Measured:
        return tr("Measured");
    case Margin:
        return tr("Margin");
    default:
        return {};
    }
}

} // namespace views
