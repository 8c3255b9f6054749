// SPDX-License-Identifier: MIT
// Shapes for states, so that a state is told by form as well as by colour and word.
#pragma once

#include "views/widgets/theme.h"

#include <QIcon>
#include <QRectF>

class QPainter;

namespace views {

/// Check in a circle, cross in an octagon, bars in a square, triangle …
void paintTone(QPainter& painter, const QRectF& box, Tone tone, const QColor& ink);
QIcon toneIcon(Tone tone, const QPalette& palette);

enum class Glyph { Play, Stop, Open };
QIcon glyphIcon(Glyph glyph, const QPalette& palette);

} // namespace views
