// SPDX-License-Identifier: MIT
#include "views/widgets/criteria_table.h"

#include "views/models/headline.h"
#include "views/widgets/tone_icon.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace views {

namespace {

/// A row has two lines: the metric over the whole width, below it the cells. So a long name is read
/// in full beside four columns of figures.
class CriterionDelegate : public QStyledItemDelegate
{
public:
    explicit CriterionDelegate(CriteriaTable& table)
        : QStyledItemDelegate(&table)
        , m_table(table)
    {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto one = QStyledItemDelegate::sizeHint(option, index);
        return {one.width() + 8, 2 * option.fontMetrics.height() + 14};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        auto lower = option;
        const int line = option.fontMetrics.height();
        const bool isSelected = option.state & QStyle::State_Selected;
        if (isSelected) {
            painter->fillRect(option.rect, option.palette.highlight());
        }
        lower.rect.setTop(option.rect.top() + line + 6);
        lower.state &= ~QStyle::State_HasFocus;
        QStyledItemDelegate::paint(painter, lower, index);
        painter->save();
        painter->setClipRect(option.rect);
        auto bold = option.font;
        bold.setBold(true);
        painter->setFont(bold);
        painter->setPen(
            option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
        const int width = m_table.viewport()->width() - 12;
        const auto text = index.siblingAtColumn(CriteriaModel::Metric).data().toString();
        painter->drawText(QRect(6, option.rect.top() + 4, width, line + 2), Qt::AlignVCenter,
                          QFontMetrics(bold).elidedText(text, Qt::ElideMiddle, width));
        painter->restore();
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.column() != CriteriaModel::State) {
            return;
        }
        const auto tone = toneOf(
            static_cast<results::CriterionState>(index.data(CriteriaModel::stateRole).toInt()));
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = toneIcon(tone, option->palette);
        option->decorationSize = QSize(16, 16);
        option->palette.setColor(QPalette::Text, coloursOf(option->palette).toneInk(tone));
    }

private:
    CriteriaTable& m_table;
};

} // namespace

CriteriaTable::CriteriaTable(CriteriaModel& model, QWidget* parent)
    : QTableView(parent)
{
    setModel(&model);
    setItemDelegate(new CriterionDelegate(*this));
    setColumnHidden(CriteriaModel::Metric, true);
    setAccessibleName(tr("Thresholds"));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setTabKeyNavigation(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(CriteriaModel::State, QHeaderView::Stretch);
    horizontalHeader()->setMinimumSectionSize(40);
}

QString CriteriaTable::selectedText() const
{
    QStringList lines;
    for (int row = 0; row < model()->rowCount(); ++row) {
        if (!selectionModel()->isRowSelected(row)) {
            continue;
        }
        QStringList cells;
        for (int column = 0; column < model()->columnCount(); ++column) {
            cells << model()->index(row, column).data().toString();
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

void CriteriaTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(selectedText());
        return;
    }
    QTableView::keyPressEvent(event);
}

void CriteriaTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (model()->rowCount() == 0) {
        QPainter painter(viewport());
        painter.setPen(coloursOf(palette()).mutedText);
        painter.drawText(viewport()->rect().adjusted(12, 10, -12, -10),
                         Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         tr("The criteria of the run, each with its limit and what was measured"));
    }
}

} // namespace views
