// SPDX-License-Identifier: MIT
// A chart with its title and a legend that carries the figures: of the whole window, or at the
// crosshair.
#pragma once

#include "views/charts/time_chart.h"

#include <QFrame>

class QComboBox;
class QLabel;

namespace views {

/// Painted in one row: a sample of each line, its name and its figure.
class ChartLegend : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;
    struct Entry
    {
        QString label;
        QString figure;
        bool operator==(const Entry&) const = default;
    };
    void setEntries(std::vector<Entry> entries);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {40, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<Entry> m_entries;
};

class ChartPanel : public QFrame
{
    Q_OBJECT

public:
    ChartPanel(const QString& title, TimeWindow& window, bool hasTimeLabels,
               QWidget* parent = nullptr);

    void show(const ShownChart& chart, const std::vector<ShownPhase>& phases);
    void clear(const QString& note);
    /// A sentence below the title; none when empty.
    void setRemark(const QString& text);
    /// A choice between metrics beside the title; hidden with fewer than two.
    QComboBox* choice() const { return m_choice; }
    TimeChart* chart() const { return m_chart; }

private:
    void updateLegend();

    QString m_title;
    TimeWindow& m_window;
    QLabel* m_label;
    QComboBox* m_choice;
    QLabel* m_remark;
    ChartLegend* m_legend;
    TimeChart* m_chart;
};

} // namespace views
