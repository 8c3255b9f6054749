// SPDX-License-Identifier: MIT
// The one writer of a run: every record goes into the log and into the model at once.
#pragma once

#include "base/clock.h"
#include "load/engine.h"
#include "results/run_log_writer.h"
#include "results/run_model.h"

#include <functional>

namespace load {

class RunWriter
{
public:
    RunWriter(results::RunLogWriter log, const base::Clock& clock, RunObserver observer)
        : m_log(std::move(log))
        , m_clock(clock)
        , m_start(clock.monotonic())
        , m_observer(std::move(observer))
    {}

    void append(results::Record record);
    void sample(results::SampleRecord record);
    void event(std::uint32_t cell, std::string kind, std::string text, std::string statusCode = {});
    void notice(std::string_view text)
    {
        if (m_observer.onNotice) {
            m_observer.onNotice(text);
        }
    }
    std::int64_t atNs() const { return (m_clock.monotonic() - m_start).count(); }
    std::int64_t atNs(base::MonotonicTime t) const { return (t - m_start).count(); }
    const results::RunModel& model() const { return m_model; }
    /// The first failure to write; the run goes on, its result says so.
    const std::string& writeError() const { return m_writeError; }
    void flush() { static_cast<void>(m_log.flush()); }
    const std::filesystem::path& path() const { return m_log.path(); }

private:
    results::RunLogWriter m_log;
    results::RunModel m_model;
    const base::Clock& m_clock;
    base::MonotonicTime m_start;
    RunObserver m_observer;
    std::string m_writeError;
};

} // namespace load
