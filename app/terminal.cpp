// SPDX-License-Identifier: MIT
#include "app/terminal.h"

#include "report/terminal.h"

#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>

namespace app {

Terminal::Terminal(Progress progress)
    : m_progress(progress)
    , m_tty(isatty(STDERR_FILENO) != 0)
{}

void Terminal::clearLine()
{
    if (m_lineOpen) {
        fmt::print(stderr, "\r\033[K");
        m_lineOpen = false;
    }
}

void Terminal::started(const scenario::Scenario& scenario, const std::filesystem::path& directory)
{
    if (m_progress == Progress::On) {
        fmt::print(stderr, "{}: {}\nwriting to {}\n", scenario.name, scenario.description,
                   directory.string());
    }
}

void Terminal::sample(const results::RunModel& model, const results::SampleRecord& sample)
{
    if (m_progress == Progress::Off) {
        return;
    }
    const std::string line = report::progressLine(model, sample.cell);
    if (m_tty) {
        fmt::print(stderr, "\r\033[K{}", line);
        m_lineOpen = true;
    } else {
        fmt::print(stderr, "{}\n", line);
    }
    std::fflush(stderr);
}

void Terminal::notice(std::string_view text)
{
    clearLine();
    fmt::print(stderr, "{}\n", text);
}

void Terminal::finished(const results::RunModel& model, const load::RunOutcome& outcome,
                        const std::filesystem::path& report)
{
    clearLine();
    if (!outcome.message.empty()) {
        fmt::print(stderr, "{}\n", outcome.message);
    }
    if (outcome.end == load::RunEnd::CannotWrite && !model.hasRun()) {
        return;
    }
    report::TerminalOptions options;
    options.hasColour = isatty(STDOUT_FILENO) != 0;
    options.reportPath = report.string();
    fmt::print("{}", report::terminalReport(model, outcome.judgement, options));
    std::fflush(stdout);
}

} // namespace app
