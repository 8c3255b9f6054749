// SPDX-License-Identifier: MIT
#include "views/widgets/theme.h"

#include <array>

namespace views {

namespace {

QPalette makePalette(QColor window, QColor base, QColor text, QColor muted, QColor button,
                     QColor accent, QColor accentText)
{
    QPalette palette(button, window);
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, window);
    palette.setColor(QPalette::Button, button);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, accentText);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::ToolTipBase, base);
    palette.setColor(QPalette::PlaceholderText, muted);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                            QPalette::ToolTipText, QPalette::BrightText}) {
        palette.setColor(role, text);
    }
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, muted);
    }
    return palette;
}

} // namespace

QPalette lightPalette()
{
    return makePalette(QColor(0xf3, 0xf5, 0xf8), Qt::white, QColor(0x1b, 0x23, 0x30),
                       QColor(0x62, 0x6d, 0x7c), QColor(0xe9, 0xed, 0xf2), QColor(0x1f, 0x5f, 0xbf),
                       Qt::white);
}

QPalette darkPalette()
{
    return makePalette(QColor(0x17, 0x1b, 0x22), QColor(0x1e, 0x24, 0x2d), QColor(0xe6, 0xea, 0xf0),
                       QColor(0x98, 0xa3, 0xb3), QColor(0x2a, 0x32, 0x3e), QColor(0x7a, 0xb3, 0xff),
                       QColor(0x0d, 0x12, 0x1a));
}

Colours coloursOf(const QPalette& palette)
{
    Colours colours;
    colours.isDark = palette.color(QPalette::Window).lightness() < 128;
    colours.surface = palette.color(QPalette::Base);
    colours.text = palette.color(QPalette::Text);
    if (colours.isDark) {
        colours.frame = QColor(0x35, 0x3e, 0x4c);
        colours.mutedText = QColor(0xa3, 0xae, 0xbd);
        colours.grid = QColor(0x2e, 0x36, 0x42);
        colours.phaseBand = QColor(0xff, 0xff, 0xff, 10);
        colours.steadyBand = QColor(0x7a, 0xb3, 0xff, 26);
        colours.crosshair = QColor(0xe6, 0xea, 0xf0);
    } else {
        colours.frame = QColor(0xd5, 0xdb, 0xe3);
        colours.mutedText = QColor(0x56, 0x61, 0x70);
        colours.grid = QColor(0xe6, 0xea, 0xef);
        colours.phaseBand = QColor(0x1b, 0x23, 0x30, 9);
        colours.steadyBand = QColor(0x1f, 0x5f, 0xbf, 20);
        colours.crosshair = QColor(0x1b, 0x23, 0x30);
    }
    return colours;
}

QPen Colours::line(int index) const
{
    static const std::array light{QColor(0x1f, 0x5f, 0xbf), QColor(0xb4, 0x53, 0x09),
                                  QColor(0x0f, 0x76, 0x6e), QColor(0x8b, 0x2f, 0x97)};
    static const std::array dark{QColor(0x7a, 0xb3, 0xff), QColor(0xff, 0xb4, 0x54),
                                 QColor(0x5a, 0xd1, 0xc0), QColor(0xe2, 0x9a, 0xf0)};
    static constexpr std::array styles{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    const auto at = static_cast<std::size_t>(index) % light.size();
    QPen pen(isDark ? dark[at] : light[at]);
    pen.setWidth(1);
    pen.setStyle(styles[at]);
    pen.setCosmetic(true);
    return pen;
}

QColor Colours::toneInk(Tone tone) const
{
    switch (tone) {
    case Tone::Neutral:
        return text;
    case Tone::Running:
        return isDark ? QColor(0x8f, 0xc0, 0xff) : QColor(0x16, 0x4a, 0x96);
    case Tone::Good:
        return isDark ? QColor(0x7e, 0xdc, 0x9c) : QColor(0x13, 0x61, 0x33);
    case Tone::Caution:
        return isDark ? QColor(0xff, 0xca, 0x70) : QColor(0x84, 0x45, 0x02);
    case Tone::Bad:
        return isDark ? QColor(0xff, 0x9d, 0x94) : QColor(0xa1, 0x1a, 0x12);
    case Tone::Invalid:
        return isDark ? QColor(0xd5, 0xdb, 0xe3) : QColor(0x3d, 0x46, 0x53);
    }
    return text;
}

QColor Colours::toneFill(Tone tone) const
{
    switch (tone) {
    case Tone::Neutral:
        return surface;
    case Tone::Running:
        return isDark ? QColor(0x1b, 0x2b, 0x42) : QColor(0xe7, 0xf0, 0xfd);
    case Tone::Good:
        return isDark ? QColor(0x17, 0x30, 0x20) : QColor(0xe5, 0xf5, 0xea);
    case Tone::Caution:
        return isDark ? QColor(0x38, 0x2b, 0x14) : QColor(0xfd, 0xf2, 0xdf);
    case Tone::Bad:
        return isDark ? QColor(0x3b, 0x1d, 0x1c) : QColor(0xfd, 0xea, 0xe8);
    case Tone::Invalid:
        return isDark ? QColor(0x2c, 0x33, 0x3d) : QColor(0xe6, 0xe9, 0xee);
    }
    return surface;
}

} // namespace views
