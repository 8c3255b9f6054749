// SPDX-License-Identifier: MIT
#include "ua/security/file_access.h"

#include "ua/types/status_codes.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace ua {

namespace {

class Descriptor
{
public:
    explicit Descriptor(int fd)
        : m_fd(fd)
    {}
    ~Descriptor()
    {
        if (m_fd >= 0) {
            ::close(m_fd);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return m_fd; }

private:
    int m_fd;
};

std::unexpected<base::Error> failErrno(std::string_view doing, const std::filesystem::path& file)
{
    return base::fail(status::BadConfigurationError, std::string(doing) + " " + displayPath(file) +
                                                         ": " +
                                                         std::generic_category().message(errno));
}

bool writeAll(int fd, base::BytesView content)
{
    while (!content.empty()) {
        const auto written = ::write(fd, content.data(), content.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        content = content.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

std::string displayPath(const std::filesystem::path& path)
{
    const auto text = path.u8string();
    return {text.begin(), text.end()};
}

base::Result<base::Bytes> readFile(const std::filesystem::path& file, std::size_t maxSize)
{
    const Descriptor fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (fd.get() < 0) {
        return failErrno("opening", file);
    }
    base::Bytes content(maxSize + 1);
    std::size_t size = 0;
    while (size < content.size()) {
        const auto got = ::read(fd.get(), content.data() + size, content.size() - size);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return failErrno("reading", file);
        }
        if (got == 0) {
            break;
        }
        size += static_cast<std::size_t>(got);
    }
    if (size > maxSize) {
        return base::fail(status::BadConfigurationError, displayPath(file) + " is larger than " +
                                                             std::to_string(maxSize) + " bytes");
    }
    content.resize(size);
    return content;
}

base::Result<void> writeFile(const std::filesystem::path& file, base::BytesView content,
                             FileSecrecy secrecy)
{
    auto temporary = file;
    temporary += "." + std::to_string(::getpid()) + ".tmp";
    ::unlink(temporary.c_str());
    const ::mode_t mode = secrecy == FileSecrecy::Private ? 0600 : 0644;
    const Descriptor fd(
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode));
    if (fd.get() < 0) {
        return failErrno("creating", temporary);
    }
    if (!writeAll(fd.get(), content) || ::rename(temporary.c_str(), file.c_str()) != 0) {
        auto failure = failErrno("writing", file);
        ::unlink(temporary.c_str());
        return failure;
    }
    return {};
}

} // namespace ua
