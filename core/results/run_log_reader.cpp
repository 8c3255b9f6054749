// SPDX-License-Identifier: MIT
#include "results/run_log_reader.h"

#include "results/run_log_writer.h"
#include "results/run_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace results {

namespace {

constexpr base::StatusCode internalError{0x80020000}; // Bad_InternalError
constexpr base::StatusCode decodingError{0x80070000}; // Bad_DecodingError

/// An open file that closes itself.
struct Descriptor
{
    int value = -1;

    explicit Descriptor(int descriptor)
        : value(descriptor)
    {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (value >= 0) {
            ::close(value);
        }
    }
};

} // namespace

base::Result<std::vector<Record>> RunLogReader::feed(std::string_view bytes)
{
    std::vector<Record> records;
    while (!bytes.empty() && !m_refused) {
        const std::size_t end = bytes.find('\n');
        const auto part = bytes.substr(0, end);
        if (!m_skipping && m_partial.size() + part.size() > maxLine) {
            m_skipping = true;
            m_partial = std::string();
        }
        if (end == std::string_view::npos) {
            if (!m_skipping) {
                m_partial += part;
            }
            break;
        }
        bytes.remove_prefix(end + 1);
        ++m_line;
        if (m_skipping) {
            m_skipping = false;
            addError(fmt::format("longer than {} MiB", maxLine >> 20U));
        } else if (m_partial.empty()) {
            takeLine(part, records);
        } else {
            m_partial += part;
            takeLine(m_partial, records);
            m_partial.clear();
        }
    }
    if (m_refused) {
        return std::unexpected(*m_refused);
    }
    return records;
}

void RunLogReader::takeLine(std::string_view line, std::vector<Record>& records)
{
    if (line.empty()) {
        return;
    }
    auto record = decodeRecord(line);
    const bool isFirst = std::exchange(m_first, false);
    if (!record) {
        // Without a readable first record nothing else can be trusted to mean what it says.
        const bool isNewer = record.error().context.find("newer UaSurge") != std::string::npos;
        if (isNewer || isFirst) {
            m_refused = isNewer ? record.error()
                                : base::Error{decodingError,
                                              "not a run log: line 1: " + record.error().context};
            return;
        }
        addError(record.error().context);
        return;
    }
    if (isFirst && !std::holds_alternative<RunRecord>(*record)) {
        m_refused =
            base::Error{decodingError, "not a run log: line 1: expected a record of kind run"};
        return;
    }
    records.push_back(std::move(*record));
}

void RunLogReader::finish()
{
    if (!m_partial.empty() || m_skipping) {
        ++m_line;
        addError("unfinished: the writer was killed while writing it");
        m_partial = std::string();
        m_skipping = false;
    }
}

void RunLogReader::addError(std::string text)
{
    ++m_errorCount;
    if (m_errors.size() < maxErrors) {
        m_errors.push_back({m_line, std::move(text)});
    }
}

RunLogTail::RunLogTail(std::filesystem::path file)
    : m_file(std::move(file))
{}

base::Result<std::size_t> RunLogTail::poll(RunModel& model, std::size_t maxBytes)
{
    m_atEnd = false;
    const Descriptor file(::open(m_file.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.value < 0 && errno == ENOENT) {
        m_atEnd = true;
        return 0;
    }
    struct stat facts{};
    if (file.value < 0 || ::fstat(file.value, &facts) != 0) {
        return base::fail(internalError,
                          fmt::format("cannot open {}: {}", m_file.string(), std::strerror(errno)));
    }
    if (static_cast<std::uint64_t>(facts.st_size) < m_offset) {
        return base::fail(internalError, fmt::format("{} became shorter: it is no longer the log "
                                                     "that was being read",
                                                     m_file.string()));
    }
    std::size_t count = 0;
    std::string block;
    for (std::size_t done = 0; done < maxBytes;) {
        block.resize(std::min<std::size_t>(maxBytes - done, 256U << 10U));
        const auto got =
            ::pread(file.value, block.data(), block.size(), static_cast<off_t>(m_offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return base::fail(internalError, fmt::format("cannot read {}: {}", m_file.string(),
                                                         std::strerror(errno)));
        }
        if (got == 0) {
            m_atEnd = true;
            break;
        }
        done += static_cast<std::size_t>(got);
        m_offset += static_cast<std::uint64_t>(got);
        UA_TRY_ASSIGN(auto records, m_reader.feed(std::string_view(block).substr(
                                        0, static_cast<std::size_t>(got))));
        count += records.size();
        for (auto& record : records) {
            model.append(std::move(record));
        }
    }
    model.setLogErrors(m_reader.errors(), m_reader.errorCount());
    return count;
}

void RunLogTail::finish(RunModel& model)
{
    m_reader.finish();
    model.setLogErrors(m_reader.errors(), m_reader.errorCount());
}

base::Result<RunModel> readRunLog(const std::filesystem::path& path)
{
    std::error_code ignored;
    const auto file = std::filesystem::is_directory(path, ignored) ? path / runLogName : path;
    if (!std::filesystem::exists(file, ignored)) {
        return base::fail(base::StatusCode{0x803E0000}, // Bad_NotFound
                          fmt::format("no run log at {}: expected a run.jsonl or a directory that "
                                      "holds one",
                                      path.string()));
    }
    RunModel model;
    RunLogTail tail(file);
    do {
        const auto polled = tail.poll(model);
        if (!polled) {
            return base::fail(file.string(), polled.error());
        }
    } while (!tail.atEnd());
    tail.finish(model);
    if (!model.hasRun()) {
        return base::fail(decodingError, file.string() + ": not a run log: it holds no record");
    }
    return model;
}

} // namespace results
