// SPDX-License-Identifier: MIT
#include "views/models/headline.h"

#include "report/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace views {

namespace {

QString tr(const char* source)
{
    return QCoreApplication::translate("views::Headline", source);
}

QString measuredText(const RunSnapshot::Row& row)
{
    const auto& criterion = row.criterion;
    const auto metric = QString::fromStdString(criterion.expression);
    if (!criterion.measured) {
        return criterion.note.empty()
                   ? tr("%1 was not measured").arg(metric)
                   : tr("%1: %2").arg(metric, QString::fromStdString(criterion.note));
    }
    return tr("%1, measured %2")
        .arg(metric,
             QString::fromStdString(report::valueText(*criterion.measured, criterion.unit)));
}

const RunSnapshot::Row* firstWith(const RunSnapshot& snapshot, results::CriterionState state)
{
    const auto found =
        std::find_if(snapshot.criteria.begin(), snapshot.criteria.end(),
                     [state](const auto& row) { return row.criterion.state == state; });
    return found == snapshot.criteria.end() ? nullptr : &*found;
}

/// The passing criterion closest to its limit.
const RunSnapshot::Row* tightest(const RunSnapshot& snapshot)
{
    const RunSnapshot::Row* best = nullptr;
    for (const auto& row : snapshot.criteria) {
        if (row.criterion.margin &&
            (best == nullptr || *row.criterion.margin < *best->criterion.margin)) {
            best = &row;
        }
    }
    return best;
}

void sayRunning(const RunSnapshot& snapshot, Headline& line)
{
    line.tone = Tone::Running;
    line.word = tr("RUNNING");
    const auto* failing = firstWith(snapshot, results::CriterionState::Fail);
    if (failing != nullptr && snapshot.phase != QLatin1String("ramp")) {
        line.tone = Tone::Caution;
        line.reason = tr("Would fail now: %1").arg(measuredText(*failing));
    } else if (snapshot.phase.isEmpty()) {
        line.reason = tr("Preparing");
    } else if (snapshot.phase == QLatin1String("ramp")) {
        line.reason = tr("Establishing sessions");
    } else if (snapshot.phase == QLatin1String("settle")) {
        line.reason = tr("Settling before the measurement");
    } else if (snapshot.phase == QLatin1String("drain")) {
        line.reason = tr("Waiting for the last answers");
    } else {
        line.reason = tr("Measuring; no criterion is broken so far");
    }
}

void sayEnded(const RunSnapshot& snapshot, Headline& line)
{
    const auto& verdict = snapshot.judgement.verdict;
    const auto said =
        verdict.reasons.empty() ? QString() : QString::fromStdString(verdict.reasons.front());
    switch (verdict.state) {
    case results::VerdictState::Interrupted:
        line.tone = Tone::Caution;
        line.word = tr("INTERRUPTED");
        line.reason = said.isEmpty() ? tr("The run ended before its time") : said;
        break;
    case results::VerdictState::Invalid:
        line.tone = Tone::Invalid;
        line.word = tr("INVALID");
        line.reason = said;
        break;
    case results::VerdictState::Fail: {
        line.tone = Tone::Bad;
        line.word = tr("FAIL");
        const auto* failing = firstWith(snapshot, results::CriterionState::Fail);
        line.reason = failing != nullptr ? measuredText(*failing) : said;
        break;
    }
    case results::VerdictState::Pass: {
        const auto* caveat = firstWith(snapshot, results::CriterionState::Caveat);
        line.tone = caveat != nullptr ? Tone::Caution : Tone::Good;
        line.word = caveat != nullptr ? tr("PASS WITH CAVEAT") : tr("PASS");
        if (caveat != nullptr) {
            line.reason = measuredText(*caveat);
            if (!caveat->criterion.note.empty()) {
                line.reason +=
                    QStringLiteral(" – ") + QString::fromStdString(caveat->criterion.note);
            }
        } else if (snapshot.criteria.empty()) {
            line.reason = tr("No criterion was set, so nothing could fail");
        } else if (const auto* row = tightest(snapshot)) {
            line.reason = tr("All %1 criteria hold; the tightest: %2")
                              .arg(snapshot.criteria.size())
                              .arg(measuredText(*row));
        } else {
            line.reason = tr("All %1 criteria hold").arg(snapshot.criteria.size());
        }
        break;
    }
    }
}

} // namespace

Tone toneOf(results::CriterionState state)
{
    switch (state) {
    case results::CriterionState::Pass:
        return Tone::Good;
    case results::CriterionState::Caveat:
        return Tone::Caution;
    case results::CriterionState::Fail:
        return Tone::Bad;
    case results::CriterionState::NotMeasured:
        return Tone::Invalid;
    }
    return Tone::Neutral;
}

QString wordOf(results::CriterionState state)
{
    switch (state) {
    case results::CriterionState::Pass:
        return tr("pass");
    case results::CriterionState::Caveat:
        return tr("caveat");
    case results::CriterionState::Fail:
        return tr("fail");
    case results::CriterionState::NotMeasured:
        return tr("not measured");
    }
    return {};
}

Headline headlineOf(const RunSnapshot& snapshot)
{
    Headline line;
    if (snapshot.state == RunState::Running) {
        sayRunning(snapshot, line);
    } else {
        sayEnded(snapshot, line);
    }
    QStringList figures;
    for (const auto& [label, value] : snapshot.figures) {
        figures << label + QLatin1Char(' ') + value;
    }
    line.detail = figures.join(QStringLiteral("  ·  "));
    return line;
}

} // namespace views
