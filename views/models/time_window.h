// SPDX-License-Identifier: MIT
// The one time window of all charts and tables, and the one crosshair: nothing selected means the
// whole run, which grows while the run goes on.
#pragma once

#include "results/run_model.h"

#include <QObject>

#include <cstdint>
#include <optional>

namespace views {

class TimeWindow : public QObject
{
    Q_OBJECT

public:
    /// Shorter windows hold too few samples to say anything.
    static constexpr std::int64_t shortestNs = 500'000'000;

    using QObject::QObject;

    results::Window whole() const { return m_whole; }
    results::Window shown() const { return m_selected.value_or(m_whole); }
    std::optional<results::Window> selected() const { return m_selected; }
    std::optional<std::int64_t> crosshair() const { return m_crosshair; }

    void setWhole(results::Window whole);
    /// Clamped to the whole run; one that covers it all selects nothing.
    void select(results::Window window);
    void reset();
    /// Around a moment, which stays where it is on screen; factor < 1 shows less.
    void zoom(std::int64_t aroundNs, double factor);
    /// By a share of what is shown.
    void shift(double share);
    void setCrosshair(std::optional<std::int64_t> atNs);

Q_SIGNALS:
    void selectionChanged();
    void shownChanged();
    void crosshairChanged();

private:
    results::Window m_whole{0, 1};
    std::optional<results::Window> m_selected;
    std::optional<std::int64_t> m_crosshair;
};

} // namespace views
