// SPDX-License-Identifier: MIT
// One chart over the common time axis. Qt Charts draws the lines; grid, labels, phases and
// crosshair are painted here, since its axes know neither durations nor sizes, and so that the plot
// areas of all charts stand exactly below each other.
#pragma once

#include "views/models/run_snapshot.h"
#include "views/models/time_window.h"
#include "views/widgets/theme.h"

#include <QtCharts/QChartView>

#include <optional>
#include <vector>

class QLineSeries;
class QValueAxis;
class QAbstractAxis;
class QLogValueAxis;

namespace views {

class TimeChart : public QChartView
{
    Q_OBJECT

public:
    static constexpr int leftMargin = 64;
    static constexpr int rightMargin = 64;
    /// A log axis shows no zero: what is smaller is drawn here.
    static constexpr double logFloor = 1'000; // 1 us

    TimeChart(TimeWindow& window, bool hasTimeLabels, QWidget* parent = nullptr);

    void show(const ShownChart& chart, const std::vector<ShownPhase>& phases);
    void clear(const QString& note);
    /// The value of a line at or before a moment; nothing in a gap.
    std::optional<double> valueAt(std::size_t line, std::int64_t atNs) const;
    const ShownChart& shownChart() const { return m_chart; }
    QSize sizeHint() const override { return {480, 150}; }

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Range
    {
        double low = 0;
        double high = 1;
    };
    Range rangeOf(bool isOnRightAxis) const;
    void layOut();
    void applyWindow();
    void redraw();
    void paintGrid(QPainter& painter, const QRectF& plot, const Colours& colours) const;
    void paintPhases(QPainter& painter, const QRectF& plot, const Colours& colours) const;
    void paintTimes(QPainter& painter, const QRectF& plot, const Colours& colours) const;
    double xOf(std::int64_t atNs) const;
    std::int64_t timeAt(double x) const;
    double yOf(double value, const Range& range) const;
    QLineSeries* pooled(std::size_t index);

    TimeWindow& m_window;
    bool m_hasTimeLabels;
    ShownChart m_chart;
    std::vector<ShownPhase> m_phases;
    QValueAxis* m_time;
    QValueAxis* m_left;
    QLogValueAxis* m_leftLog;
    QValueAxis* m_right;
    std::vector<QLineSeries*> m_pool;
    std::optional<double> m_dragFrom;
    double m_dragTo = 0;
    bool m_isFocusShown = false;
};

} // namespace views
