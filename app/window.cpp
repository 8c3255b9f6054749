// SPDX-License-Identifier: MIT
// The window role: the only place that makes a QApplication, and only with a display.
#include "app/roles.h"

#include <fmt/format.h>

#ifdef UASURGE_WITH_WINDOW
#include "views/shell/main_window.h"

#include <QApplication>
#endif

#include <cstdio>
#include <cstdlib>

namespace app {

#ifdef UASURGE_WITH_WINDOW
int runWindow(int argc, char** argv, const CommandLine& line, const std::string& executable)
{
    const auto isSet = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    if (!isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY") && !isSet("QT_QPA_PLATFORM")) {
        fmt::print(stderr, "uasurge: there is no display for the window. Run headless with "
                           "uasurge --batch SCENARIO (--help shows more)\n");
        return static_cast<int>(ExitCode::BadArguments);
    }
    QApplication application(argc, argv);
    views::WindowOptions options;
    options.executable = QString::fromStdString(executable);
    for (const auto& file : line.operands) {
        options.files << QString::fromLocal8Bit(file.c_str());
    }
    return views::runWindow(application, options);
}
#else
int runWindow(int, char**, const CommandLine&, const std::string&)
{
    fmt::print(stderr, "uasurge: built without the window\n");
    return static_cast<int>(ExitCode::InternalError);
}
#endif

} // namespace app
