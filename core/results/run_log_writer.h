// SPDX-License-Identifier: MIT
// Appends records to run.jsonl. One writer per output directory, held by a lock file, so that two
// runs can never mix their records.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "results/records.h"

#include <filesystem>
#include <memory>
#include <string>

namespace results {

inline constexpr const char* runLogName = "run.jsonl";
inline constexpr const char* lockName = "run.lock";

class RunLogWriter
{
public:
    /// Creates the directory when needed. Fails when another run writes there, or when a run log is
    /// there already.
    static base::Result<RunLogWriter> create(const std::filesystem::path& directory,
                                             const base::Clock& clock);
    RunLogWriter(RunLogWriter&&) noexcept;
    RunLogWriter& operator=(RunLogWriter&&) noexcept;
    ~RunLogWriter();

    /// Samples reach the file within a second, every other record at once. After a failed write
    /// (disk full) each append tries again, without mixing lines.
    base::Result<void> append(const Record& record);
    base::Result<void> flush();
    const std::filesystem::path& path() const;

private:
    struct State;
    explicit RunLogWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace results
