// SPDX-License-Identifier: MIT
#include "views/pages/run_page.h"

#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

namespace views {

RunPage::RunPage(TimeWindow& window, QWidget* parent)
    : QWidget(parent)
    , m_window(window)
    , m_title(new QLabel)
    , m_facts(new QLabel)
    , m_chip(new QToolButton)
    , m_latency(new ChartPanel(tr("Latency"), window, false))
    , m_memory(new ChartPanel(tr("Memory (RSS)"), window, false))
    , m_drops(new ChartPanel(tr("Lost or late values"), window, false))
    , m_sessions(new ChartPanel(tr("Sessions and rates"), window, true))
{
    auto bold = m_title->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    m_title->setFont(bold);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_facts->setMinimumWidth(40);
    // Names come from files of anybody.
    m_title->setTextFormat(Qt::PlainText);
    m_facts->setTextFormat(Qt::PlainText);
    m_chip->setAccessibleName(tr("Selected time window; press to show the whole run"));
    m_chip->setToolTip(tr("Show the whole run (Esc)"));
    // The chip keeps its place, so that the charts do not jump when it comes.
    auto policy = m_chip->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_chip->setSizePolicy(policy);
    auto* header = new QHBoxLayout;
    header->setContentsMargins(12, 6, 12, 2);
    header->setSpacing(12);
    header->addWidget(m_title);
    header->addWidget(m_facts, 1);
    header->addWidget(m_chip);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addLayout(header);
    layout->addWidget(m_latency, 5);
    layout->addWidget(m_memory, 4);
    layout->addWidget(m_drops, 4);
    layout->addWidget(m_sessions, 5);
    connect(&window, &TimeWindow::shownChanged, this, &RunPage::updateChip);
    connect(m_chip, &QToolButton::clicked, &window, &TimeWindow::reset);
    connect(m_latency->choice(), &QComboBox::textActivated, this, &RunPage::latencyMetricChosen);
    updateChip();
}

void RunPage::show(const RunSnapshot& snapshot)
{
    m_title->setText(snapshot.title);
    QStringList facts{snapshot.target};
    if (!snapshot.security.isEmpty()) {
        facts << snapshot.security;
    }
    const auto started = QDateTime::fromString(snapshot.startedAt, Qt::ISODateWithMs);
    if (started.isValid()) {
        facts << QLocale().toString(started.toLocalTime(), QLocale::ShortFormat);
    }
    m_facts->setText(facts.join(QStringLiteral("  ·  ")));
    auto* choice = m_latency->choice();
    QStringList offered;
    for (int i = 0; i < choice->count(); ++i) {
        offered << choice->itemText(i);
    }
    if (offered != snapshot.latencyMetrics) {
        choice->clear();
        choice->addItems(snapshot.latencyMetrics);
    }
    choice->setCurrentText(snapshot.latencyMetric);
    choice->setVisible(choice->count() > 1);
    m_latency->setRemark(snapshot.latencySplit);
    m_latency->show(snapshot.latency, snapshot.phases);
    m_memory->show(snapshot.memory, snapshot.phases);
    m_drops->show(snapshot.drops, snapshot.phases);
    m_sessions->show(snapshot.sessions, snapshot.phases);
}

void RunPage::clear(const QString& note)
{
    m_title->clear();
    m_facts->clear();
    m_latency->choice()->clear();
    for (auto* panel : {m_latency, m_memory, m_drops, m_sessions}) {
        panel->clear(note);
    }
}

QString RunPage::latencyMetric() const
{
    return m_latency->choice()->currentText();
}

void RunPage::updateChip()
{
    const auto selected = m_window.selected();
    if (selected) {
        m_chip->setText(tr("%1 s to %2 s  ×")
                            .arg(static_cast<double>(selected->fromNs) / 1e9, 0, 'f', 1)
                            .arg(static_cast<double>(selected->toNs) / 1e9, 0, 'f', 1));
    } else {
        m_chip->setText(tr("whole run"));
    }
    m_chip->setVisible(selected.has_value());
}

} // namespace views
