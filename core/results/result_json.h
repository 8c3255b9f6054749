// SPDX-License-Identifier: MIT
// The summary of a run as "uasurge-result/1.0": the last record of the log, and result.json.
#pragma once

#include "base/result.h"
#include "results/run_model.h"
#include "results/verdict.h"

#include <boost/json/object.hpp>

#include <filesystem>
#include <string>

namespace results {

boost::json::object cellResultJson(const RunModel& model, const CellJudgement& judgement);
/// Everything but what the run record holds: members of the result record.
boost::json::object resultJson(const RunModel& model, const RunJudgement& judgement);
/// The text of result.json: resultJson() plus the run, pretty printed.
std::string resultDocument(const RunModel& model, const RunJudgement& judgement);
/// Writes result.json (or another report) beside itself first and renames it into place, so that a
/// reader never sees half a file.
base::Result<void> writeTextFile(const std::filesystem::path& file, std::string_view text);

} // namespace results
