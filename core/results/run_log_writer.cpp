// SPDX-License-Identifier: MIT
#include "results/run_log_writer.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace results {

namespace {

using namespace std::chrono_literals;

// Half the promised second: samples a second apart are each written when they come.
constexpr base::Duration flushInterval = 500ms;
/// What may wait while the disk refuses it; later records are then lost, and said to be.
constexpr std::size_t maxWaiting = 64U << 20U;

std::unexpected<base::Error> systemError(std::string_view doing, const std::filesystem::path& path)
{
    return base::fail(base::StatusCode{0x80020000}, // Bad_InternalError
                      fmt::format("{} {}: {}", doing, path.string(), std::strerror(errno)));
}

} // namespace

struct RunLogWriter::State
{
    const base::Clock& clock;
    std::filesystem::path path = {};
    int lock = -1;
    int file = -1;
    std::string waiting = {};
    base::MonotonicTime flushed = {};

    ~State()
    {
        if (file >= 0) {
            ::close(file);
        }
        if (lock >= 0) {
            ::close(lock); // ends the lock; the file stays, since removing it would race
        }
    }
};

RunLogWriter::RunLogWriter(std::unique_ptr<State> state)
    : m_state(std::move(state))
{}
RunLogWriter::RunLogWriter(RunLogWriter&&) noexcept = default;
RunLogWriter& RunLogWriter::operator=(RunLogWriter&&) noexcept = default;
RunLogWriter::~RunLogWriter()
{
    if (m_state != nullptr) {
        (void)flush();
    }
}

base::Result<RunLogWriter> RunLogWriter::create(const std::filesystem::path& directory,
                                                const base::Clock& clock)
{
    std::error_code failure;
    std::filesystem::create_directories(directory, failure);
    if (failure) {
        return base::fail(base::StatusCode{0x80020000},
                          fmt::format("cannot create the output directory {}: {}",
                                      directory.string(), failure.message()));
    }
    auto state = std::make_unique<State>(clock);
    state->path = directory / runLogName;
    const auto lockPath = directory / lockName;
    state->lock = ::open(lockPath.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (state->lock < 0) {
        return systemError("cannot create", lockPath);
    }
    if (::flock(state->lock, LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK
                   ? base::fail(base::StatusCode{0x80020000},
                                fmt::format("another run is writing to {}: choose another output "
                                            "directory or wait for its end",
                                            directory.string()))
                   : systemError("cannot lock", lockPath);
    }
    state->file =
        ::open(state->path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
    if (state->file < 0) {
        return errno == EEXIST
                   ? base::fail(
                         base::StatusCode{0x80020000},
                         fmt::format("{} holds a run already: choose another output directory",
                                     directory.string()))
                   : systemError("cannot create", state->path);
    }
    state->flushed = clock.monotonic();
    return RunLogWriter(std::move(state));
}

base::Result<void> RunLogWriter::append(const Record& record)
{
    const std::string line = encodeRecord(record);
    if (m_state->waiting.size() + line.size() + 1 > maxWaiting) {
        // Room may have come back; a record is lost only if there is still none.
        UA_TRY(flush());
    }
    m_state->waiting += line;
    m_state->waiting += '\n';
    const bool mayWait = std::holds_alternative<SampleRecord>(record) &&
                         m_state->clock.monotonic() - m_state->flushed < flushInterval;
    return mayWait ? base::Result<void>() : flush();
}

base::Result<void> RunLogWriter::flush()
{
    auto& waiting = m_state->waiting;
    std::size_t written = 0;
    while (written < waiting.size()) {
        const auto count =
            ::write(m_state->file, waiting.data() + written, waiting.size() - written);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            // What is left starts in the middle of a line and goes on there with the next try.
            const int why = errno;
            waiting.erase(0, written);
            errno = why;
            return systemError("cannot write", m_state->path);
        }
        written += static_cast<std::size_t>(count);
    }
    waiting.clear();
    m_state->flushed = m_state->clock.monotonic();
    return {};
}

const std::filesystem::path& RunLogWriter::path() const
{
    return m_state->path;
}

} // namespace results
