// SPDX-License-Identifier: MIT
// A scenario file of any content: refused with problems, or read into a scenario that is written,
// read again to the same value, expanded and planned. Input with a line "--set <assignment>" in
// front is overridden first.
#include "scenario/scenario_reader.h"

#include "scenario/json_text.h"
#include "scenario/matrix.h"
#include "scenario/overrides.h"
#include "scenario/plan.h"
#include "scenario/scenario_writer.h"

#include <boost/json/object.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

void require(bool condition)
{
    if (!condition) {
        std::abort();
    }
}

#ifdef UASURGE_PLANTED_BUG
// Not in the product: a copy without a bound, for `./dev fuzz` to prove that a fuzzer finds such.
void plantedBug(std::string_view text)
{
    const auto document = scenario::parseJson(text);
    if (document && document->is_object() && !document->get_object().empty()) {
        const auto key = document->get_object().begin()->key();
        char name[24];
        std::memcpy(name, key.data(), key.size());
        volatile char last = name[0];
        static_cast<void>(last);
    }
}
#endif

void readAndUse(std::string_view text)
{
    const auto read = scenario::readScenario(text);
    if (!read) {
        require(!read.error().empty() && read.error().size() <= scenario::maxProblems);
        require(!scenario::toError(read.error()).context.empty());
        return;
    }
    const auto canonical = scenario::toJson(*read);
    const auto again = scenario::readScenario(canonical);
    require(again.has_value() && *again == *read);
    const auto cells = scenario::expandMatrix(*read);
    require(cells.has_value() && !cells->empty() && cells->size() <= scenario::maxCells);
    const auto plan = scenario::makePlan(cells->front().scenario, {.load = 2, .server = 2});
    require(plan.sessions == scenario::totalSessions(cells->front().scenario));
    require(!scenario::planText(plan).empty() && !scenario::planJson(plan).empty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view text(reinterpret_cast<const char*>(data), size);
    constexpr std::string_view option = "--set ";
    if (text.starts_with(option)) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos) {
            static_cast<void>(scenario::parseThreshold(text.substr(option.size())));
            return 0;
        }
        const auto changed = scenario::applyOverride(
            text.substr(end + 1), text.substr(option.size(), end - option.size()));
        if (changed) {
            readAndUse(*changed);
        }
        return 0;
    }
#ifdef UASURGE_PLANTED_BUG
    plantedBug(text);
#endif
    readAndUse(text);
    return 0;
}
