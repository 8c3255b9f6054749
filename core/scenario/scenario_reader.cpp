// SPDX-License-Identifier: MIT
#include "scenario/scenario_reader.h"

#include "scenario/field_reader.h"
#include "scenario/json_text.h"
#include "scenario/matrix.h"

#include <fmt/format.h>

#include <utility>

namespace scenario {

namespace {

constexpr base::StatusCode configurationError{0x80890000}; // Bad_ConfigurationError

} // namespace

std::string Problem::text() const
{
    std::string line = fmt::format("{}: expected {}, found {}",
                                   pointer.empty() ? "the document" : pointer, expected, found);
    if (!hint.empty()) {
        line += "; " + hint;
    }
    return line;
}

base::Error toError(const Problems& problems)
{
    std::string lines;
    for (const auto& problem : problems) {
        lines += (lines.empty() ? "" : "\n") + problem.text();
    }
    return {configurationError, std::move(lines)};
}

std::expected<Scenario, Problems> readScenario(std::string_view json)
{
    const auto document = parseJson(json);
    if (!document) {
        return std::unexpected(
            Problems{{"", "a JSON document", "something else", document.error().context}});
    }
    ProblemList problems;
    const std::string root;
    Scenario scenario;
    const FieldInfo info = about("a scenario");
    readStructure(scenario, Place{*document, root, info, problems});
    if (problems.empty()) {
        // Comparing settings with each other makes sense only once each is sound.
        problems.append(findContradictions(scenario));
    }
    if (problems.empty() && !scenario.matrix.empty()) {
        auto cells = expandMatrix(scenario);
        if (!cells) {
            problems.append(std::move(cells).error());
        }
    }
    if (!problems.empty()) {
        return std::unexpected(problems.take());
    }
    return scenario;
}

} // namespace scenario
