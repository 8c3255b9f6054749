// SPDX-License-Identifier: MIT
#include "views/widgets/tone_icon.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QPolygonF>

#include <cmath>
#include <numbers>

namespace views {

namespace {

constexpr int iconSize = 32;

QPolygonF octagon(const QRectF& box)
{
    QPolygonF shape;
    for (int i = 0; i < 8; ++i) {
        const double angle = std::numbers::pi / 8 + i * std::numbers::pi / 4;
        shape << QPointF(box.center().x() + box.width() / 2 * std::cos(angle),
                         box.center().y() + box.height() / 2 * std::sin(angle));
    }
    return shape;
}

QPixmap emptyPixmap()
{
    QPixmap pixmap(iconSize, iconSize);
    pixmap.fill(Qt::transparent);
    return pixmap;
}

} // namespace

void paintTone(QPainter& painter, const QRectF& box, Tone tone, const QColor& ink)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double unit = box.width() / 16;
    const auto at = [&](double x, double y) {
        return QPointF(box.left() + x * unit, box.top() + y * unit);
    };
    QPen pen(ink, unit * 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const QRectF inner = box.adjusted(unit, unit, -unit, -unit);
    switch (tone) {
    case Tone::Good:
        painter.drawEllipse(inner);
        painter.drawPolyline(QPolygonF({at(4.6, 8.3), at(7, 10.7), at(11.4, 5.6)}));
        break;
    case Tone::Bad:
        painter.drawPolygon(octagon(inner));
        painter.drawLine(at(5.4, 5.4), at(10.6, 10.6));
        painter.drawLine(at(10.6, 5.4), at(5.4, 10.6));
        break;
    case Tone::Caution:
        painter.drawPolygon(QPolygonF({at(8, 1.6), at(15, 14), at(1, 14)}));
        painter.drawLine(at(8, 6), at(8, 9.2));
        painter.drawPoint(at(8, 11.7));
        break;
    case Tone::Invalid:
        painter.drawEllipse(inner);
        painter.drawLine(at(3.4, 12.6), at(12.6, 3.4));
        break;
    case Tone::Running:
        painter.drawEllipse(inner);
        painter.setBrush(ink);
        painter.drawPolygon(QPolygonF({at(6.6, 5.2), at(11, 8), at(6.6, 10.8)}));
        break;
    case Tone::Neutral:
        painter.drawEllipse(inner);
        painter.setBrush(ink);
        painter.drawEllipse(at(8, 8), unit * 0.6, unit * 0.6);
        break;
    }
    painter.restore();
}

QIcon toneIcon(Tone tone, const QPalette& palette)
{
    const auto draw = [tone](const QColor& ink) {
        auto pixmap = emptyPixmap();
        QPainter painter(&pixmap);
        paintTone(painter, QRectF(2, 2, iconSize - 4, iconSize - 4), tone, ink);
        return pixmap;
    };
    QIcon icon;
    icon.addPixmap(draw(coloursOf(palette).toneInk(tone)), QIcon::Normal);
    icon.addPixmap(draw(palette.color(QPalette::HighlightedText)), QIcon::Selected);
    return icon;
}

QIcon glyphIcon(Glyph glyph, const QPalette& palette)
{
    const auto draw = [glyph](const QColor& ink) {
        auto pixmap = emptyPixmap();
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(ink, 2.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(ink);
        switch (glyph) {
        case Glyph::Play:
            painter.drawPolygon(QPolygonF({{9, 6}, {25, 16}, {9, 26}}));
            break;
        case Glyph::Stop:
            painter.drawRect(QRectF(8, 8, 16, 16));
            break;
        case Glyph::Open:
            painter.setBrush(Qt::NoBrush);
            painter.drawPolygon(
                QPolygonF({{4, 8}, {12, 8}, {15, 12}, {27, 12}, {27, 26}, {4, 26}}));
            painter.drawLine(QPointF(4, 16), QPointF(27, 16));
            break;
        }
        return pixmap;
    };
    QIcon icon;
    const auto colours = coloursOf(palette);
    const auto ink = glyph == Glyph::Play   ? colours.toneInk(Tone::Good)
                     : glyph == Glyph::Stop ? colours.toneInk(Tone::Bad)
                                            : colours.text;
    icon.addPixmap(draw(ink), QIcon::Normal);
    icon.addPixmap(draw(palette.color(QPalette::Disabled, QPalette::Text)), QIcon::Disabled);
    return icon;
}

} // namespace views
