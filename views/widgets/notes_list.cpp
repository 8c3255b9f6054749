// SPDX-License-Identifier: MIT
#include "views/widgets/notes_list.h"

#include "views/widgets/tone_icon.h"

#include <QPainter>

#include <algorithm>

namespace views {

namespace {

/// A run with a refused session each may log thousands; the first ones tell the story.
constexpr std::size_t mostNotes = 500;

Tone toneOfSeverity(results::Severity severity)
{
    switch (severity) {
    case results::Severity::Info:
        return Tone::Neutral;
    case results::Severity::Caveat:
        return Tone::Caution;
    case results::Severity::Invalid:
        return Tone::Invalid;
    }
    return Tone::Neutral;
}

} // namespace

NotesList::NotesList(QWidget* parent)
    : QListWidget(parent)
{
    setAccessibleName(tr("Findings and events"));
    setFrameShape(QFrame::NoFrame);
    setIconSize(QSize(18, 18));
    setSpacing(2);
    setWordWrap(true);
    setAlternatingRowColors(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    const auto choose = [this](QListWidgetItem* item) {
        Q_EMIT chosen(item->data(Qt::UserRole).toLongLong());
    };
    connect(this, &QListWidget::itemActivated, this, choose);
    connect(this, &QListWidget::itemClicked, this, choose);
}

void NotesList::setNotes(const std::vector<ShownNote>& notes)
{
    // The list only grows at its end while a run goes on; the selection stays then.
    const bool isLonger = !notes.empty() && notes.size() >= m_shown && m_shown > 0 &&
                          notes[m_shown - 1].atNs == m_lastNs;
    if (!isLonger) {
        clear();
        m_shown = 0;
    }
    for (; m_shown < std::min(notes.size(), mostNotes); ++m_shown) {
        const auto& note = notes[m_shown];
        const auto at = QString::number(static_cast<double>(note.atNs) / 1e9, 'f', 1);
        auto text = QStringLiteral("%1 s  %2\n%3").arg(at, note.kind, note.text);
        if (!note.evidence.isEmpty()) {
            text += QStringLiteral("\n") + note.evidence;
        }
        auto* item = new QListWidgetItem(toneIcon(toneOfSeverity(note.severity), palette()), text);
        item->setData(Qt::UserRole, static_cast<qint64>(note.atNs));
        addItem(item);
        m_lastNs = note.atNs;
    }
}

void NotesList::paintEvent(QPaintEvent* event)
{
    QListWidget::paintEvent(event);
    if (count() == 0) {
        QPainter painter(viewport());
        painter.setPen(coloursOf(palette()).mutedText);
        painter.drawText(viewport()->rect().adjusted(12, 10, -12, -10),
                         Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         tr("Nothing noteworthy so far"));
    }
}

} // namespace views
