// SPDX-License-Identifier: MIT
#include "measure/text_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace measure {

base::Result<std::string> readTextFile(const std::filesystem::path& file, std::size_t maxBytes)
{
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return base::fail(base::StatusCode{0x80020000},
                          "cannot open " + file.string() + ": " + std::strerror(errno));
    }
    std::string text;
    char block[4096];
    int failure = 0;
    while (text.size() < maxBytes) {
        const auto got = ::read(descriptor, block, std::min(sizeof block, maxBytes - text.size()));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            failure = errno;
        }
        if (got <= 0) {
            break;
        }
        text.append(block, static_cast<std::size_t>(got));
    }
    ::close(descriptor);
    if (failure != 0) {
        return base::fail(base::StatusCode{0x80020000},
                          "cannot read " + file.string() + ": " + std::strerror(failure));
    }
    return text;
}

} // namespace measure
