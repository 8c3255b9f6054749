// SPDX-License-Identifier: MIT
// What the verdict bar says: one word, the one reason that binds, and the figures beside it.
#pragma once

#include "views/models/run_snapshot.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace views {

enum class Tone { Neutral, Running, Good, Caution, Bad, Invalid };

struct Headline
{
    Tone tone = Tone::Neutral;
    QString word;
    QString reason;
    QString detail;

    friend bool operator==(const Headline&, const Headline&) = default;
};

Tone toneOf(results::CriterionState state);
QString wordOf(results::CriterionState state);

Headline headlineOf(const RunSnapshot& snapshot);

} // namespace views
