// SPDX-License-Identifier: MIT
// What a person sees of a headless run: a progress line, then verdict, figures and criteria.
#pragma once

#include "load/engine.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace app {

class Terminal
{
public:
    enum class Progress : std::uint8_t { Off, On };
    explicit Terminal(Progress progress);

    void started(const scenario::Scenario& scenario, const std::filesystem::path& directory);
    void sample(const results::RunModel& model, const results::SampleRecord& sample);
    void notice(std::string_view text);
    void finished(const results::RunModel& model, const load::RunOutcome& outcome,
                  const std::filesystem::path& report);

private:
    void clearLine();

    Progress m_progress;
    bool m_tty;
    bool m_lineOpen = false;
};

} // namespace app
