// SPDX-License-Identifier: MIT
// Everything the window shows of a run at one moment, as plain values: made from a RunModel off the
// UI thread, the same for a run that is going on and for a stored one, and never changed after.
#pragma once

#include "results/run_model.h"
#include "results/verdict.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace views {

struct ShownLine
{
    QString label;
    /// What the legend says beside the label: the figure of the whole window shown.
    QString figure;
    /// Cut where samples are missing, so that no line is drawn through a gap.
    std::vector<std::vector<results::Point>> parts;
    bool isOnRightAxis = false;
};

struct ShownChart
{
    QString unit;
    QString rightUnit;
    bool isLogarithmic = false;
    std::vector<ShownLine> lines;
    /// Said in place of lines when there is nothing to draw.
    QString note;
};

struct ShownPhase
{
    results::Phase phase = results::Phase::Ramp;
    std::uint32_t cell = 0;
    results::Window window;
};

struct ShownNote
{
    std::int64_t atNs = 0;
    results::Severity severity = results::Severity::Info;
    QString kind;
    QString text;
    QString evidence;
};

enum class RunState { Running, Ended };

struct RunSnapshot
{
    QString title;
    QString runId;
    QString startedAt;
    QString target;
    QString security;
    QString tool;
    RunState state = RunState::Running;
    results::RunJudgement judgement;
    /// The criteria of every cell; `cell` names it when there are several.
    struct Row
    {
        QString cell;
        results::Criterion criterion;
        QString limit;
    };
    std::vector<Row> criteria;
    QString phase;
    /// From the start to the last record.
    results::Window whole;
    results::Window shown;
    std::vector<ShownPhase> phases;
    std::vector<ShownNote> notes;
    QStringList latencyMetrics;
    QString latencyMetric;
    /// Where the mean latency of notifications comes from; empty for requests.
    QString latencySplit;
    ShownChart latency;
    ShownChart memory;
    ShownChart drops;
    ShownChart sessions;
    /// The few figures beside the verdict: label and value.
    std::vector<std::pair<QString, QString>> figures;
    /// About, since the length of the ramp is not known before; 0 when unknown.
    std::int64_t plannedNs = 0;
    std::size_t samples = 0;
    std::uint64_t logErrors = 0;
    QString firstLogError;
};
using SnapshotPtr = std::shared_ptr<const RunSnapshot>;

struct SnapshotRequest
{
    /// Nothing: the whole run.
    std::optional<results::Window> window;
    /// Empty: the first workload's latency.
    std::string latencyMetric;
    results::OpenEnd openEnd = results::OpenEnd::Interrupted;
};

RunSnapshot makeSnapshot(const results::RunModel& model, const SnapshotRequest& request);

} // namespace views
