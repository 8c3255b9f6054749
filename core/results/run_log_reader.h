// SPDX-License-Identifier: MIT
// Reads a run log as it grows: bytes in, records out. A line that is not complete yet waits, a
// corrupt line is reported with its number and the lines after it are read all the same.
#pragma once

#include "base/result.h"
#include "results/records.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace results {

class RunModel;

class RunLogReader
{
public:
    /// Longer lines are an error and are skipped without being kept.
    static constexpr std::size_t maxLine = 16U << 20U;
    /// Errors kept; more are only counted.
    static constexpr std::size_t maxErrors = 100;

    /// Reads what `bytes` completes. A log of a newer schema fails here and stays failed.
    base::Result<std::vector<Record>> feed(std::string_view bytes);
    /// The end of the file is reached for good: an unfinished last line is dropped and reported.
    void finish();

    const std::vector<LogError>& errors() const { return m_errors; }
    std::uint64_t errorCount() const { return m_errorCount; }
    std::uint64_t lines() const { return m_line; }

private:
    void takeLine(std::string_view line, std::vector<Record>& records);
    void addError(std::string text);

    std::string m_partial;
    bool m_skipping = false;
    bool m_first = true;
    std::uint64_t m_line = 0;
    std::uint64_t m_errorCount = 0;
    std::vector<LogError> m_errors;
    std::optional<base::Error> m_refused;
};

/// Follows a file: each poll reads what was appended since the last one.
class RunLogTail
{
public:
    explicit RunLogTail(std::filesystem::path file);
    /// Appends new records to the model; the number of them. A file that does not exist yet is no
    /// error. At most `maxBytes` are read per call, so that a large log does not block its reader.
    base::Result<std::size_t> poll(RunModel& model, std::size_t maxBytes = 8U << 20U);
    /// Nothing more will be written: an unfinished last line becomes an error of the model's log.
    void finish(RunModel& model);
    /// True when the last poll reached the end of the file.
    bool atEnd() const { return m_atEnd; }
    std::uint64_t offset() const { return m_offset; }
    const RunLogReader& reader() const { return m_reader; }

private:
    std::filesystem::path m_file;
    RunLogReader m_reader;
    std::uint64_t m_offset = 0;
    bool m_atEnd = false;
};

/// Reads a whole log: a run.jsonl, or the directory that holds one.
base::Result<RunModel> readRunLog(const std::filesystem::path& path);

} // namespace results
