// SPDX-License-Identifier: MIT
#include "views/models/time_window.h"

#include <algorithm>

namespace views {

using results::Window;

void TimeWindow::setWhole(Window whole)
{
    if (whole == m_whole) {
        return;
    }
    m_whole = whole;
    if (!m_selected) {
        Q_EMIT shownChanged();
    }
}

void TimeWindow::select(Window window)
{
    if (window.toNs < window.fromNs) {
        std::swap(window.fromNs, window.toNs);
    }
    const auto middle = window.fromNs + (window.toNs - window.fromNs) / 2;
    if (window.toNs - window.fromNs < shortestNs) {
        window = {middle - shortestNs / 2, middle + shortestNs / 2};
    }
    const auto length = window.toNs - window.fromNs;
    if (window.fromNs < m_whole.fromNs) {
        window = {m_whole.fromNs, m_whole.fromNs + length};
    }
    if (window.toNs > m_whole.toNs) {
        window = {std::max(m_whole.fromNs, m_whole.toNs - length), m_whole.toNs};
    }
    if (window == m_whole) {
        reset();
    } else if (m_selected != window) {
        m_selected = window;
        Q_EMIT shownChanged();
        Q_EMIT selectionChanged();
    }
}

void TimeWindow::reset()
{
    if (m_selected) {
        m_selected.reset();
        Q_EMIT shownChanged();
        Q_EMIT selectionChanged();
    }
}

void TimeWindow::zoom(std::int64_t aroundNs, double factor)
{
    const auto now = shown();
    const auto scaled = [&](std::int64_t edge) {
        return aroundNs + static_cast<std::int64_t>(static_cast<double>(edge - aroundNs) * factor);
    };
    select(
        {std::max(scaled(now.fromNs), m_whole.fromNs), std::min(scaled(now.toNs), m_whole.toNs)});
}

void TimeWindow::shift(double share)
{
    if (!m_selected) {
        return;
    }
    const auto now = shown();
    const auto by = static_cast<std::int64_t>(static_cast<double>(now.toNs - now.fromNs) * share);
    select({now.fromNs + by, now.toNs + by});
}

void TimeWindow::setCrosshair(std::optional<std::int64_t> atNs)
{
    if (m_crosshair != atNs) {
        m_crosshair = atNs;
        Q_EMIT crosshairChanged();
    }
}

} // namespace views
