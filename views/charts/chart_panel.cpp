// SPDX-License-Identifier: MIT
#include "views/charts/chart_panel.h"

#include "report/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace views {

namespace {

constexpr int gap = 5;

} // namespace

void ChartLegend::setEntries(std::vector<Entry> entries)
{
    if (entries != m_entries) {
        m_entries = std::move(entries);
        update();
    }
}

QSize ChartLegend::sizeHint() const
{
    return {300, fontMetrics().height() + 4};
}

void ChartLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const auto colours = coloursOf(palette());
    auto bold = font();
    bold.setBold(true);
    const QFontMetrics boldMetrics(bold);
    // Right-aligned, so that it ends where the plot area ends.
    int texts = 0;
    for (const auto& entry : m_entries) {
        texts += gap + fontMetrics().horizontalAdvance(entry.label) + gap +
                 boldMetrics.horizontalAdvance(entry.figure);
    }
    const int count = static_cast<int>(m_entries.size());
    int sampleWidth = 22;
    int entryGap = 18;
    int needed = texts + count * (sampleWidth + entryGap) - entryGap;
    if (needed > width()) {
        sampleWidth = 14;
        entryGap = 8;
        needed = texts + count * (sampleWidth + entryGap) - entryGap;
    }
    int x = std::max(0, width() - needed);
    const int middle = height() / 2;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const auto& entry = m_entries[i];
        auto pen = colours.line(static_cast<int>(i));
        pen.setWidth(2);
        painter.setPen(pen);
        painter.drawLine(x, middle, x + sampleWidth, middle);
        x += sampleWidth + gap;
        painter.setPen(colours.mutedText);
        painter.setFont(font());
        const int labelWidth = fontMetrics().horizontalAdvance(entry.label);
        painter.drawText(QRect(x, 0, labelWidth + 2, height()), Qt::AlignVCenter, entry.label);
        x += labelWidth + gap;
        painter.setPen(colours.text);
        painter.setFont(bold);
        const int figureWidth = boldMetrics.horizontalAdvance(entry.figure);
        painter.drawText(QRect(x, 0, figureWidth + 2, height()), Qt::AlignVCenter, entry.figure);
        x += figureWidth + entryGap;
    }
}

ChartPanel::ChartPanel(const QString& title, TimeWindow& window, bool hasTimeLabels,
                       QWidget* parent)
    : QFrame(parent)
    , m_title(title)
    , m_window(window)
    , m_label(new QLabel(title))
    , m_choice(new QComboBox)
    , m_remark(new QLabel)
    , m_legend(new ChartLegend)
    , m_chart(new TimeChart(window, hasTimeLabels))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto bold = m_label->font();
    bold.setBold(true);
    m_label->setFont(bold);
    m_choice->setVisible(false);
    m_choice->setAccessibleName(tr("Metric of the chart %1").arg(title));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_remark->setVisible(false);
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->setForegroundRole(QPalette::PlaceholderText);
    m_remark->setContentsMargins(12, 2, 12, 0);
    m_remark->setMinimumWidth(40);
    auto* header = new QHBoxLayout;
    header->setContentsMargins(12, 0, TimeChart::rightMargin, 0);
    header->setSpacing(10);
    header->addWidget(m_label);
    header->addWidget(m_choice);
    header->addWidget(m_legend, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(header);
    layout->addWidget(m_remark);
    layout->addWidget(m_chart, 1);
    m_chart->setAccessibleName(title);
    connect(&window, &TimeWindow::crosshairChanged, this, &ChartPanel::updateLegend);
}

void ChartPanel::show(const ShownChart& chart, const std::vector<ShownPhase>& phases)
{
    m_chart->show(chart, phases);
    QStringList said;
    for (const auto& line : chart.lines) {
        said << line.label + QLatin1Char(' ') + line.figure;
    }
    m_chart->setAccessibleDescription(said.isEmpty() ? chart.note
                                                     : said.join(QStringLiteral(", ")));
    updateLegend();
}

void ChartPanel::setRemark(const QString& text)
{
    m_remark->setText(text);
    m_remark->setToolTip(text);
    m_remark->setVisible(!text.isEmpty());
}

void ChartPanel::clear(const QString& note)
{
    m_choice->setVisible(false);
    setRemark({});
    m_chart->clear(note);
    m_chart->setAccessibleDescription(note);
    updateLegend();
}

void ChartPanel::updateLegend()
{
    const auto& shown = m_chart->shownChart();
    std::vector<ChartLegend::Entry> entries;
    for (std::size_t i = 0; i < shown.lines.size(); ++i) {
        const auto& line = shown.lines[i];
        QString figure = line.figure;
        if (const auto at = m_window.crosshair()) {
            const auto value = m_chart->valueAt(i, *at);
            const auto unit = (line.isOnRightAxis ? shown.rightUnit : shown.unit).toStdString();
            figure = value ? QString::fromStdString(report::valueText(*value, unit))
                           : QStringLiteral("–");
        }
        entries.push_back({line.label, figure});
    }
    m_legend->setEntries(std::move(entries));
}

} // namespace views
