// SPDX-License-Identifier: MIT
#include "views/charts/time_chart.h"

#include "report/svg_chart.h"
#include "report/text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QLineSeries>
#include <QtCharts/QLogValueAxis>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>

namespace views {

namespace {

/// Lines drawn at most, gaps included: each is one item of the scene.
constexpr std::size_t poolSize = 32;
constexpr int topMargin = 9;

double seconds(std::int64_t ns)
{
    return static_cast<double>(ns) / 1e9;
}

QString phaseText(results::Phase phase)
{
    switch (phase) {
    case results::Phase::Ramp:
        return TimeChart::tr("ramp");
    case results::Phase::Settle:
        return TimeChart::tr("settle");
    case results::Phase::Steady:
        return TimeChart::tr("steady");
    case results::Phase::Drain:
        return TimeChart::tr("drain");
    }
    return {};
}

QString timeText(double at)
{
    const auto whole = static_cast<long long>(std::floor(at));
    if (at != std::floor(at)) {
        return QString::number(at, 'f', 1) + QStringLiteral(" s");
    }
    if (whole < 60) {
        return QStringLiteral("%1 s").arg(whole);
    }
    return QStringLiteral("%1:%2").arg(whole / 60).arg(whole % 60, 2, 10, QLatin1Char('0'));
}

/// Steps that people count time in; the shortest with at most `most` labels.
double timeStep(double length, int most)
{
    for (const double step : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0,
                              600.0, 900.0, 1800.0, 3600.0, 7200.0, 14400.0, 43200.0}) {
        if (length / step <= most) {
            return step;
        }
    }
    return std::ceil(length / most / 86400) * 86400;
}

void hideParts(QAbstractAxis* axis)
{
    axis->setLabelsVisible(false);
    axis->setGridLineVisible(false);
    axis->setMinorGridLineVisible(false);
    axis->setLineVisible(false);
}

} // namespace

TimeChart::TimeChart(TimeWindow& window, bool hasTimeLabels, QWidget* parent)
    : QChartView(parent)
    , m_window(window)
    , m_hasTimeLabels(hasTimeLabels)
    , m_time(new QValueAxis)
    , m_left(new QValueAxis)
    , m_leftLog(new QLogValueAxis)
    , m_right(new QValueAxis)
{
    auto* chart = this->chart();
    chart->legend()->hide();
    chart->setBackgroundVisible(false);
    chart->setPlotAreaBackgroundVisible(false);
    chart->setMargins({});
    chart->addAxis(m_time, Qt::AlignBottom);
    chart->addAxis(m_left, Qt::AlignLeft);
    chart->addAxis(m_leftLog, Qt::AlignLeft);
    chart->addAxis(m_right, Qt::AlignRight);
    m_leftLog->setRange(logFloor, logFloor * 10);
    for (QAbstractAxis* axis :
         {static_cast<QAbstractAxis*>(m_time), static_cast<QAbstractAxis*>(m_left),
          static_cast<QAbstractAxis*>(m_leftLog), static_cast<QAbstractAxis*>(m_right)}) {
        hideParts(axis);
    }
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(84);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    connect(&m_window, &TimeWindow::shownChanged, this, &TimeChart::applyWindow);
    connect(&m_window, &TimeWindow::crosshairChanged, this, [this] { viewport()->update(); });
}

void TimeChart::show(const ShownChart& chart, const std::vector<ShownPhase>& phases)
{
    m_chart = chart;
    m_phases = phases;
    redraw();
}

void TimeChart::clear(const QString& note)
{
    m_chart = {};
    m_chart.note = note;
    m_phases.clear();
    redraw();
}

TimeChart::Range TimeChart::rangeOf(bool isOnRightAxis) const
{
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (const auto& line : m_chart.lines) {
        if (line.isOnRightAxis != isOnRightAxis) {
            continue;
        }
        for (const auto& part : line.parts) {
            for (const auto& point : part) {
                low = std::min(low, point.value);
                high = std::max(high, point.value);
            }
        }
    }
    if (m_chart.isLogarithmic) {
        low = std::isfinite(low) ? std::max(low, logFloor) : 1e6;
        high = std::isfinite(high) ? std::max(high, low) : 1e8;
        return {
            std::pow(10, std::floor(std::log10(low))),
            std::pow(10, std::max(std::ceil(std::log10(high)), std::floor(std::log10(low)) + 1))};
    }
    high = std::isfinite(high) && high > 0 ? high : 1;
    // More room above on the right, so that lines of both axes do not lie on each other.
    return {0, high * (isOnRightAxis ? 1.45 : 1.12)};
}

QLineSeries* TimeChart::pooled(std::size_t index)
{
    while (m_pool.size() <= index) {
        auto* series = new QLineSeries;
        series->setPointsVisible(false);
        chart()->addSeries(series);
        series->attachAxis(m_time);
        m_pool.push_back(series);
    }
    return m_pool[index];
}

void TimeChart::redraw()
{
    // Cheapest order (measured): empty the lines, set the axes, then hand over all points at once.
    for (auto* series : m_pool) {
        series->replace(QList<QPointF>());
        series->setVisible(false);
    }
    const auto left = rangeOf(false);
    const auto right = rangeOf(true);
    if (m_chart.isLogarithmic) {
        m_leftLog->setRange(left.low, left.high);
    } else {
        m_left->setRange(left.low, left.high);
    }
    m_right->setRange(right.low, right.high);
    applyWindow();
    const auto colours = coloursOf(palette());
    std::size_t used = 0;
    for (std::size_t i = 0; i < m_chart.lines.size(); ++i) {
        const auto& line = m_chart.lines[i];
        QAbstractAxis* axis = m_left;
        if (line.isOnRightAxis) {
            axis = m_right;
        } else if (m_chart.isLogarithmic) {
            axis = m_leftLog;
        }
        for (const auto& part : line.parts) {
            if (used >= poolSize) {
                break;
            }
            auto* series = pooled(used++);
            for (auto* attached : series->attachedAxes()) {
                if (attached != m_time && attached != axis) {
                    series->detachAxis(attached);
                }
            }
            if (!series->attachedAxes().contains(axis)) {
                series->attachAxis(axis);
            }
            series->setPen(colours.line(static_cast<int>(i)));
            QList<QPointF> points;
            points.reserve(static_cast<qsizetype>(part.size()) + 1);
            for (const auto& point : part) {
                const double value =
                    m_chart.isLogarithmic ? std::max(point.value, logFloor) : point.value;
                points << QPointF(seconds(point.atNs), value);
            }
            if (points.size() == 1) { // a single sample is a short dash, not nothing
                const double half =
                    0.004 * seconds(m_window.shown().toNs - m_window.shown().fromNs);
                points.first().rx() -= half;
                points << points.first() + QPointF(2 * half, 0);
            }
            series->replace(points);
            series->setVisible(true);
        }
    }
    viewport()->update();
}

void TimeChart::applyWindow()
{
    const auto shown = m_window.shown();
    m_time->setRange(seconds(shown.fromNs),
                     seconds(std::max(shown.toNs, shown.fromNs + 1'000'000)));
    viewport()->update();
}

void TimeChart::layOut()
{
    const int bottom = m_hasTimeLabels ? fontMetrics().height() + 6 : 6;
    chart()->setPlotArea(QRectF(leftMargin, topMargin,
                                std::max(10, width() - leftMargin - rightMargin),
                                std::max(10, height() - topMargin - bottom)));
}

double TimeChart::xOf(std::int64_t atNs) const
{
    const auto plot = chart()->plotArea();
    const auto shown = m_window.shown();
    return plot.left() +
           plot.width() * static_cast<double>(atNs - shown.fromNs) /
               static_cast<double>(std::max<std::int64_t>(1, shown.toNs - shown.fromNs));
}

std::int64_t TimeChart::timeAt(double x) const
{
    const auto plot = chart()->plotArea();
    const auto shown = m_window.shown();
    const double share = std::clamp((x - plot.left()) / plot.width(), 0.0, 1.0);
    return shown.fromNs +
           static_cast<std::int64_t>(share * static_cast<double>(shown.toNs - shown.fromNs));
}

double TimeChart::yOf(double value, const Range& range) const
{
    const auto plot = chart()->plotArea();
    const double share = m_chart.isLogarithmic
                             ? std::log10(value / range.low) / std::log10(range.high / range.low)
                             : (value - range.low) / (range.high - range.low);
    return plot.bottom() - share * plot.height();
}

void TimeChart::paintPhases(QPainter& painter, const QRectF& plot, const Colours& colours) const
{
    double labelEnd = plot.left();
    for (const auto& phase : m_phases) {
        const double from = std::max(plot.left(), xOf(phase.window.fromNs));
        const double to = std::min(plot.right(), xOf(phase.window.toNs));
        if (to <= from) {
            continue;
        }
        const bool isSteady = phase.phase == results::Phase::Steady;
        const QRectF band(from, plot.top(), to - from, plot.height());
        const bool isShaded = phase.phase != results::Phase::Settle;
        if (isShaded) {
            painter.fillRect(band, isSteady ? colours.steadyBand : colours.phaseBand);
        }
        painter.setPen(QPen(colours.frame, 1));
        if (from > plot.left()) {
            painter.drawLine(QPointF(from, plot.top()), QPointF(from, plot.bottom()));
        }
        const auto text = phaseText(phase.phase);
        const double width = painter.fontMetrics().horizontalAdvance(text) + 8;
        if (from + 4 >= labelEnd && width <= band.width()) {
            painter.setPen(colours.mutedText);
            painter.drawText(
                QRectF(from + 4, plot.top() + 1, width, painter.fontMetrics().height()),
                Qt::AlignLeft | Qt::AlignTop, text);
            labelEnd = from + width;
        }
    }
}

void TimeChart::paintGrid(QPainter& painter, const QRectF& plot, const Colours& colours) const
{
    const auto height = painter.fontMetrics().height();
    const auto most =
        static_cast<std::size_t>(std::clamp(plot.height() / (height * 1.7), 2.0, 6.0));
    const auto label = [&](double value, const Range& range, const QString& unit, bool isRight) {
        const double y = yOf(value, range);
        const QRectF box = isRight
                               ? QRectF(plot.right() + 6, y - height / 2.0, rightMargin - 6, height)
                               : QRectF(0, y - height / 2.0, leftMargin - 6, height);
        painter.setPen(colours.mutedText);
        painter.drawText(box, (isRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                         QString::fromStdString(report::valueText(value, unit.toStdString())));
        return y;
    };
    const auto left = rangeOf(false);
    const bool isTall =
        plot.height() > height * 1.5 * std::log10(left.high / std::max(left.low, 1.0));
    const auto ticks = !m_chart.isLogarithmic ? report::linearTicks(left.low, left.high, most)
                                              : report::logarithmicTicks(left.low, left.high);
    for (const double tick : ticks) {
        const bool isDecade = !m_chart.isLogarithmic ||
                              std::abs(std::log10(tick) - std::round(std::log10(tick))) < 1e-9;
        const double y = yOf(tick, left);
        // Counts have no halves.
        const bool isHalf = m_chart.unit.isEmpty() && tick != std::round(tick);
        if (isHalf || y < plot.top() - 1 || y > plot.bottom() + 1 || (!isDecade && !isTall)) {
            continue;
        }
        painter.setPen(QPen(colours.grid, 1));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        if (isDecade) {
            label(tick, left, m_chart.unit, false);
        }
    }
    const bool hasRight = std::any_of(m_chart.lines.begin(), m_chart.lines.end(),
                                      [](const ShownLine& line) { return line.isOnRightAxis; });
    if (hasRight) {
        const auto right = rangeOf(true);
        for (const double tick : report::linearTicks(right.low, right.high, most)) {
            label(tick, right, m_chart.rightUnit, true);
        }
    }
}

void TimeChart::paintTimes(QPainter& painter, const QRectF& plot, const Colours& colours) const
{
    const auto shown = m_window.shown();
    const double from = seconds(shown.fromNs);
    const double to = seconds(shown.toNs);
    if (to <= from) {
        return;
    }
    const double step = timeStep(to - from, std::max(2, static_cast<int>(plot.width() / 70)));
    for (double at = std::ceil(from / step) * step; at <= to + step * 1e-6; at += step) {
        const double x = xOf(static_cast<std::int64_t>(at * 1e9));
        painter.setPen(QPen(colours.grid, 1));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        if (m_hasTimeLabels) {
            painter.setPen(colours.mutedText);
            painter.drawText(QRectF(x - 40, plot.bottom() + 4, 80, painter.fontMetrics().height()),
                             Qt::AlignHCenter | Qt::AlignTop, timeText(std::round(at * 10) / 10));
        }
    }
}

void TimeChart::drawBackground(QPainter* painter, const QRectF& rect)
{
    const auto colours = coloursOf(palette());
    painter->save();
    painter->fillRect(rect, colours.surface);
    const auto plot = chart()->plotArea();
    auto small = font();
    small.setPointSizeF(small.pointSizeF() * 0.86);
    painter->setFont(small);
    paintPhases(*painter, plot, colours);
    paintTimes(*painter, plot, colours);
    if (!m_chart.lines.empty()) {
        paintGrid(*painter, plot, colours);
    }
    painter->setPen(QPen(colours.frame, 1));
    painter->drawRect(plot);
    if (!m_chart.note.isEmpty()) {
        painter->setFont(font());
        painter->setPen(colours.mutedText);
        painter->drawText(plot, Qt::AlignCenter, m_chart.note);
    }
    painter->restore();
}

void TimeChart::drawForeground(QPainter* painter, const QRectF&)
{
    const auto colours = coloursOf(palette());
    const auto plot = chart()->plotArea();
    painter->save();
    if (const auto at = m_window.crosshair()) {
        const double x = xOf(*at);
        if (x >= plot.left() && x <= plot.right()) {
            painter->setPen(QPen(colours.crosshair, 1, Qt::DotLine));
            painter->drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        }
    }
    if (m_dragFrom) {
        auto fill = palette().color(QPalette::Highlight);
        painter->setPen(fill);
        fill.setAlpha(50);
        painter->setBrush(fill);
        painter->drawRect(QRectF(QPointF(std::min(*m_dragFrom, m_dragTo), plot.top()),
                                 QPointF(std::max(*m_dragFrom, m_dragTo), plot.bottom())));
    }
    if (m_isFocusShown) {
        painter->setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(plot);
    }
    painter->restore();
}

std::optional<double> TimeChart::valueAt(std::size_t line, std::int64_t atNs) const
{
    if (line >= m_chart.lines.size()) {
        return std::nullopt;
    }
    for (const auto& part : m_chart.lines[line].parts) {
        if (part.empty() || atNs < part.front().atNs || atNs > part.back().atNs) {
            continue;
        }
        const auto after = std::upper_bound(
            part.begin(), part.end(), atNs,
            [](std::int64_t at, const results::Point& point) { return at < point.atNs; });
        return std::prev(after)->value;
    }
    return std::nullopt;
}

void TimeChart::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    layOut();
}

void TimeChart::changeEvent(QEvent* event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        redraw();
    } else if (event->type() == QEvent::FontChange) {
        layOut();
    }
}

void TimeChart::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (event->button() == Qt::LeftButton && !m_chart.lines.empty()) {
        const auto plot = chart()->plotArea();
        m_dragFrom = std::clamp(event->position().x(), plot.left(), plot.right());
        m_dragTo = *m_dragFrom;
    }
}

void TimeChart::mouseMoveEvent(QMouseEvent* event)
{
    const auto plot = chart()->plotArea();
    if (m_dragFrom) {
        m_dragTo = std::clamp(event->position().x(), plot.left(), plot.right());
        viewport()->update();
    }
    const bool isInside = plot.contains(event->position()) && !m_chart.lines.empty();
    m_window.setCrosshair(isInside ? std::optional(timeAt(event->position().x())) : std::nullopt);
}

void TimeChart::mouseReleaseEvent(QMouseEvent*)
{
    if (m_dragFrom) {
        const double from = *m_dragFrom;
        m_dragFrom.reset();
        constexpr double leastPixels = 4; // a click selects nothing
        if (std::abs(m_dragTo - from) >= leastPixels) {
            m_window.select({timeAt(std::min(from, m_dragTo)), timeAt(std::max(from, m_dragTo))});
        }
        viewport()->update();
    }
}

void TimeChart::leaveEvent(QEvent* event)
{
    QChartView::leaveEvent(event);
    m_window.setCrosshair(std::nullopt);
}

void TimeChart::wheelEvent(QWheelEvent* event)
{
    if (event->angleDelta().y() != 0 && !m_chart.lines.empty()) {
        m_window.zoom(timeAt(event->position().x()), event->angleDelta().y() > 0 ? 0.8 : 1.25);
        event->accept();
    }
}

void TimeChart::focusInEvent(QFocusEvent* event)
{
    QChartView::focusInEvent(event);
    m_isFocusShown =
        event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    viewport()->update();
}

void TimeChart::focusOutEvent(QFocusEvent* event)
{
    QChartView::focusOutEvent(event);
    m_isFocusShown = false;
    viewport()->update();
}

void TimeChart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        m_window.reset();
        break;
    case Qt::Key_A:
        if (event->modifiers() != Qt::ControlModifier) {
            QChartView::keyPressEvent(event);
            return;
        }
        m_window.reset();
        break;
    case Qt::Key_Left:
        m_window.shift(-0.25);
        break;
    case Qt::Key_Right:
        m_window.shift(0.25);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Minus: {
        const auto shown = m_window.shown();
        m_window.zoom(shown.fromNs + (shown.toNs - shown.fromNs) / 2,
                      event->key() == Qt::Key_Plus ? 0.8 : 1.25);
        break;
    }
    default:
        QChartView::keyPressEvent(event);
        return;
    }
    event->accept();
}

} // namespace views
