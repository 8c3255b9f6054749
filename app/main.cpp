// SPDX-License-Identifier: MIT
// Decides the role from the arguments before anything of Qt exists: without a display, only the
// window is missing (field case R08).
#include "app/roles.h"

#include <climits>
#include <csignal>
#include <cstdio>
#include <exception>
#include <unistd.h>

namespace {

std::string ownPath(const char* argv0)
{
    std::string path(PATH_MAX, '\0');
    const auto size = readlink("/proc/self/exe", path.data(), path.size());
    if (size <= 0) {
        return argv0;
    }
    path.resize(static_cast<std::size_t>(size));
    return path;
}

int run(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const auto line = app::parseCommandLine(arguments);
    if (!line) {
        std::fprintf(stderr, "uasurge: %s\n", line.error().context.c_str());
        return static_cast<int>(app::ExitCode::BadArguments);
    }
    const std::string executable = ownPath(argv[0]);
    switch (line->role) {
    case app::Role::Window:
        return app::runWindow(argc, argv, *line, executable);
    case app::Role::Batch:
        return static_cast<int>(app::runBatch(*line, arguments, executable));
    case app::Role::Serve:
        return static_cast<int>(app::runServer(*line));
    default:
        return static_cast<int>(app::inspect(*line));
    }
}

} // namespace

int main(int argc, char** argv)
{
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe is an error code, not an end
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "uasurge: internal error: %s\n", error.what());
        return static_cast<int>(app::ExitCode::InternalError);
    }
}
