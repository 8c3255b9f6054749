// SPDX-License-Identifier: MIT
#include "views/widgets/verdict_bar.h"

#include "views/widgets/tone_icon.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace views {

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent)
{
    setFixedHeight(barHeight);
    setAccessibleName(tr("Verdict"));
}

void VerdictBar::setHeadline(const Headline& headline)
{
    if (headline == m_headline) {
        return;
    }
    m_headline = headline;
    setAccessibleDescription(headline.word + QStringLiteral(": ") + headline.reason +
                             QStringLiteral(". ") + headline.detail);
    update();
}

void VerdictBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const auto colours = coloursOf(palette());
    const auto ink = colours.toneInk(m_headline.tone);
    painter.fillRect(rect(), colours.toneFill(m_headline.tone));
    if (m_headline.tone == Tone::Invalid) {
        // Striped: no verdict on the server at all, which no colour alone could say.
        auto stripe = ink;
        stripe.setAlpha(colours.isDark ? 26 : 20);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(stripe, 5));
        for (int x = -height(); x < width(); x += 16) {
            painter.drawLine(x, height(), x + height(), 0);
        }
        painter.restore();
    }
    painter.fillRect(QRect(0, 0, 5, height()), ink);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colours.frame);

    paintTone(painter, QRectF(20, 14, 28, 28), m_headline.tone, ink);
    auto large = font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    large.setBold(true);
    painter.setFont(large);
    painter.setPen(ink);
    const QFontMetrics wordMetrics(large);
    const int wordWidth = wordMetrics.horizontalAdvance(m_headline.word);
    painter.drawText(QRect(60, 0, wordWidth + 4, height()), Qt::AlignVCenter, m_headline.word);

    const int left = 60 + wordWidth + 24;
    const int room = width() - left - 16;
    auto bold = font();
    bold.setBold(true);
    const QFontMetrics reasonMetrics(bold);
    painter.setFont(bold);
    painter.setPen(colours.text);
    const bool hasDetail = !m_headline.detail.isEmpty();
    const QRect reasonBox = hasDetail ? QRect(left, 8, room, 20) : QRect(left, 0, room, height());
    painter.drawText(reasonBox, Qt::AlignVCenter,
                     reasonMetrics.elidedText(m_headline.reason, Qt::ElideRight, room));
    if (hasDetail) {
        painter.setFont(font());
        painter.setPen(colours.mutedText);
        painter.drawText(QRect(left, 29, room, 18), Qt::AlignVCenter,
                         fontMetrics().elidedText(m_headline.detail, Qt::ElideRight, room));
    }
}

bool VerdictBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        // What does not fit the bar is said in full.
        QToolTip::showText(
            static_cast<QHelpEvent*>(event)->globalPos(),
            QStringLiteral("<p>%1</p><p>%2</p>")
                .arg(m_headline.reason.toHtmlEscaped(), m_headline.detail.toHtmlEscaped()),
            this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace views
