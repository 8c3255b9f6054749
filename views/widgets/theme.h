// SPDX-License-Identifier: MIT
// Colours by meaning, light or dark as the palette of a widget says. Never the only carrier of a
// meaning: words, shapes and dashes stand beside them.
#pragma once

#include "views/models/headline.h"

#include <QColor>
#include <QPalette>
#include <QPen>

namespace views {

struct Colours
{
    bool isDark = false;
    QColor surface;
    QColor frame;
    QColor text;
    QColor mutedText;
    QColor grid;
    QColor phaseBand;
    QColor steadyBand;
    QColor crosshair;

    /// Pens of the lines of one chart, told apart by dashes too.
    QPen line(int index) const;
    /// 4.5:1 against toneFill().
    QColor toneInk(Tone tone) const;
    QColor toneFill(Tone tone) const;
};

Colours coloursOf(const QPalette& palette);

QPalette lightPalette();
QPalette darkPalette();

} // namespace views
