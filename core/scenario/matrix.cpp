// SPDX-License-Identifier: MIT
#include "scenario/matrix.h"

#include "scenario/json_text.h"
#include "scenario/overrides.h"
#include "scenario/scenario_writer.h"

#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <utility>

namespace scenario {

namespace {

std::string label(const Cell& cell)
{
    std::string text;
    for (const auto& [pointer, value] : cell.parameters) {
        text += fmt::format("{}{}={}", text.empty() ? "" : ", ", pointer, value);
    }
    return text;
}

/// One of /matrix's own entries is at fault.
Problem axisProblem(const std::string& axis, std::string expected, std::string found,
                    std::string hint = {})
{
    return {childPointer("/matrix", axis), std::move(expected), std::move(found), std::move(hint)};
}

std::expected<Cell, Problems> makeCell(const boost::json::value& document, Cell cell)
{
    boost::json::value varied = document;
    for (const auto& [pointer, text] : cell.parameters) {
        auto value = parseJson(text);
        if (!value) {
            return std::unexpected(
                Problems{axisProblem(pointer, "JSON values", text, value.error().context)});
        }
        if (const auto set = setAt(varied, pointer, std::move(*value)); !set) {
            return std::unexpected(Problems{
                axisProblem(pointer, "a parameter of the scenario", "none", set.error().context)});
        }
    }
    auto scenario = readScenario(compactJson(varied));
    if (!scenario) {
        auto problems = std::move(scenario).error();
        for (auto& problem : problems) {
            problem.hint +=
                fmt::format("{}in the cell {}", problem.hint.empty() ? "" : "; ", label(cell));
        }
        return std::unexpected(std::move(problems));
    }
    cell.scenario = std::move(*scenario);
    return cell;
}

} // namespace

std::expected<std::vector<Cell>, Problems> expandMatrix(const Scenario& scenario)
{
    std::size_t count = 1;
    for (const auto& axis : scenario.matrix) {
        if (axis.pointer == "/matrix" || axis.pointer.starts_with("/matrix/") ||
            axis.pointer == "/schema" || axis.pointer == "/name") {
            return std::unexpected(Problems{axisProblem(
                axis.pointer, "a parameter that can be varied", "'" + axis.pointer + "'")});
        }
        count *= axis.values.size();
        if (count > maxCells || count == 0) {
            return std::unexpected(
                Problems{{"/matrix", fmt::format("1 to {} cells", maxCells),
                          count == 0 ? "none" : "more", "take values out of an axis"}});
        }
    }
    Scenario plain = scenario;
    plain.matrix.clear();
    const auto document = parseJson(toJson(plain));
    if (!document) {
        return std::unexpected(
            Problems{{"", "a JSON document", "something else", document.error().context}});
    }
    std::vector<Cell> cells;
    for (std::size_t number = 0; number < count; ++number) {
        Cell cell;
        std::size_t block = count;
        for (const auto& axis : scenario.matrix) {
            block /= axis.values.size();
            cell.parameters.emplace_back(axis.pointer,
                                         axis.values[number / block % axis.values.size()]);
        }
        auto made = makeCell(*document, std::move(cell));
        if (!made) {
            return std::unexpected(std::move(made).error());
        }
        cells.push_back(std::move(*made));
    }
    return cells;
}

} // namespace scenario
