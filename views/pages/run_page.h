// SPDX-License-Identifier: MIT
// The four charts of a run over one time axis, and the chip of the selected time window.
#pragma once

#include "views/charts/chart_panel.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace views {

class RunPage : public QWidget
{
    Q_OBJECT

public:
    explicit RunPage(TimeWindow& window, QWidget* parent = nullptr);

    void show(const RunSnapshot& snapshot);
    void clear(const QString& note);
    QString latencyMetric() const;
    ChartPanel* latency() const { return m_latency; }
    ChartPanel* memory() const { return m_memory; }
    ChartPanel* drops() const { return m_drops; }
    ChartPanel* sessions() const { return m_sessions; }

Q_SIGNALS:
    void latencyMetricChosen(const QString& metric);

private:
    void updateChip();

    TimeWindow& m_window;
    QLabel* m_title;
    QLabel* m_facts;
    QToolButton* m_chip;
    ChartPanel* m_latency;
    ChartPanel* m_memory;
    ChartPanel* m_drops;
    ChartPanel* m_sessions;
};

} // namespace views
