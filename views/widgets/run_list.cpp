// SPDX-License-Identifier: MIT
#include "views/widgets/run_list.h"

#include "views/widgets/tone_icon.h"

#include <QLocale>
#include <QPainter>

namespace views {

namespace {

Tone toneOfVerdict(const QString& verdict)
{
    if (verdict == QLatin1String("pass")) {
        return Tone::Good;
    }
    if (verdict == QLatin1String("fail")) {
        return Tone::Bad;
    }
    if (verdict == QLatin1String("invalid")) {
        return Tone::Invalid;
    }
    return Tone::Caution;
}

} // namespace

RunList::RunList(QWidget* parent)
    : QListWidget(parent)
{
    setAccessibleName(tr("Recent runs"));
    setFrameShape(QFrame::NoFrame);
    setIconSize(QSize(18, 18));
    setSpacing(2);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QListWidget::itemActivated, this,
            [this](QListWidgetItem* item) { Q_EMIT chosen(item->data(Qt::UserRole).toString()); });
    connect(this, &QListWidget::itemClicked, this,
            [this](QListWidgetItem* item) { Q_EMIT chosen(item->data(Qt::UserRole).toString()); });
}

void RunList::setRuns(const std::vector<RecentRun>& runs)
{
    clear();
    for (const auto& run : runs) {
        const auto state = run.isRunning           ? tr("running")
                           : run.verdict.isEmpty() ? tr("no result")
                                                   : run.verdict;
        auto* item = new QListWidgetItem(
            toneIcon(run.isRunning ? Tone::Running : toneOfVerdict(run.verdict), palette()),
            QStringLiteral("%1\n%2 · %3")
                .arg(run.title, state, QLocale().toString(run.when, QLocale::ShortFormat)));
        item->setData(Qt::UserRole, run.folder);
        item->setToolTip(run.folder);
        addItem(item);
    }
}

void RunList::select(const QString& folder)
{
    for (int row = 0; row < count(); ++row) {
        if (item(row)->data(Qt::UserRole).toString() == folder) {
            setCurrentRow(row);
            return;
        }
    }
    setCurrentRow(-1);
}

void RunList::paintEvent(QPaintEvent* event)
{
    QListWidget::paintEvent(event);
    if (count() == 0) {
        QPainter painter(viewport());
        painter.setPen(coloursOf(palette()).mutedText);
        painter.drawText(viewport()->rect().adjusted(12, 10, -12, -10),
                         Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, tr("Runs appear here"));
    }
}

} // namespace views
