// SPDX-License-Identifier: MIT
// docs/metrics.md says of every metric what the code says, and names no metric that does not exist.
#include "results/metric_table.h"
#include "scenario/metric_catalogue.h"

#include <QFile>
#include <QObject>
#include <QRegularExpression>
#include <QTest>

#include <map>

using namespace results;

namespace {

struct Row
{
    QString kind;
    QString unit;
    QString scope;
    QString meaning;
};

std::map<QString, Row> documented()
{
    std::map<QString, Row> rows;
    QFile file(UASURGE_SOURCE_DIR "/docs/metrics.md");
    if (!file.open(QIODevice::ReadOnly)) {
        return rows;
    }
    const QRegularExpression line(
        "^\\| `([^`]+)` \\| (\\w+) \\| ([^|]+) \\| ([^|]+) \\| [^|]+ \\| ([^|]+) \\|$");
    for (const auto& text : QString::fromUtf8(file.readAll()).split('\n')) {
        if (const auto match = line.match(text); match.hasMatch()) {
            rows[match.captured(1)] = {match.captured(2), match.captured(3), match.captured(4),
                                       match.captured(5)};
        }
    }
    return rows;
}

QString scopeName(Scope scope)
{
    return scope == Scope::Cell ? "cell" : scope == Scope::Steady ? "steady" : "steady and drain";
}

void compare(const std::map<QString, Row>& rows, const std::string& written,
             const std::string& name)
{
    const auto metric = describeMetric(name);
    QVERIFY2(metric.has_value(), name.c_str());
    const auto row = rows.find(QString::fromStdString(written));
    QVERIFY2(row != rows.end(), written.c_str());
    const auto kind = metricKindName(metric->kind);
    QCOMPARE(row->second.kind, QString::fromUtf8(kind.data(), qsizetype(kind.size())));
    QCOMPARE(row->second.unit, metric->unit.empty() ? "-" : QString::fromStdString(metric->unit));
    QCOMPARE(row->second.meaning, QString::fromStdString(metric->meaning));
    QCOMPARE(row->second.scope, scopeName(scopeOf(name)));
}

} // namespace

class TestMetricTable : public QObject
{
    Q_OBJECT

private slots:
    void theDocumentationIsComplete()
    {
        const auto rows = documented();
        std::size_t expected = 0;
        for (const auto& metric : scenario::runMetrics()) {
            compare(rows, std::string(metric.name), std::string(metric.name));
            ++expected;
        }
        for (const auto& metric : scenario::workloadMetrics()) {
            compare(rows, "<w>." + std::string(metric.name),
                    "subscribe." + std::string(metric.name));
            ++expected;
        }
        QVERIFY(expected > 30);
        QCOMPARE(rows.size(), expected);
    }

    void workloadsHaveAnyName()
    {
        QCOMPARE(describeMetric("my-load.latency")->unit, std::string("ns"));
        QCOMPARE(describeMetric("my-load.drops.overflow")->name,
                 std::string("my-load.drops.overflow"));
        QVERIFY(describeMetric("my-load.sessions.established").has_value());
        QVERIFY(scopeOf("my-load.sessions.rate") == Scope::Cell);
        QCOMPARE(describeMetric("window.rss")->unit, std::string("bytes"));
        QVERIFY(describeMetric("my-load.latency.negative")->kind == scenario::MetricKind::Counter);
        QVERIFY(!describeMetric("server.latency").has_value());
        QVERIFY(!describeMetric("latency").has_value());
        QVERIFY(!describeMetric("my-load.rss").has_value());
        QVERIFY(!describeMetric("server.rss.negative").has_value());
        QVERIFY(!describeMetric("").has_value());
    }
};

QTEST_GUILESS_MAIN(TestMetricTable)
#include "test_metric_table.moc"
