// SPDX-License-Identifier: MIT
#include "app/stored_run.h"

#include "report/html.h"
#include "results/result_json.h"
#include "results/run_log_reader.h"
#include "results/run_log_writer.h"
#include "results/verdict.h"

#include <fmt/format.h>

#include <cstdio>

namespace app {

base::Result<std::filesystem::path> writeReport(const results::RunModel& model,
                                                const std::filesystem::path& directory)
{
    const auto judgement = results::judge(model);
    std::filesystem::path file = directory / "report.html";
    UA_TRY(results::writeTextFile(file, report::htmlReport(model, judgement)));
    return file;
}

ExitCode writeStoredReport(const std::string& run, const std::string& directory)
{
    const std::filesystem::path path(run);
    const auto model = results::readRunLog(path);
    if (!model) {
        fmt::print(stderr, "uasurge: {}\n", model.error().context);
        return ExitCode::BadArguments;
    }
    std::error_code ignored;
    const auto beside = std::filesystem::is_directory(path, ignored) ? path : path.parent_path();
    const auto written =
        writeReport(*model, directory.empty() ? beside : std::filesystem::path(directory));
    if (!written) {
        fmt::print(stderr, "uasurge: {}\n", written.error().context);
        return ExitCode::InternalError;
    }
    fmt::print("{}\n", written->string());
    return ExitCode::Pass;
}

} // namespace app
