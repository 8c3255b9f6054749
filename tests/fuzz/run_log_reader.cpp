// SPDX-License-Identifier: MIT
// Feeds arbitrary bytes as a run log, in two pieces, and asks the model everything a report asks.
#include "results/run_log_reader.h"

#include "report/html.h"
#include "results/result_json.h"
#include "results/run_model.h"
#include "results/verdict.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::size_t cut = size == 0 ? 0 : data[0] % size;
    results::RunLogReader reader;
    results::RunModel model;
    for (const auto part : {bytes.substr(0, cut), bytes.substr(cut)}) {
        auto records = reader.feed(part);
        if (!records) {
            break;
        }
        for (auto& record : *records) {
            (void)results::encodeRecord(record);
            model.append(std::move(record));
        }
    }
    reader.finish();
    model.setLogErrors(reader.errors(), reader.errorCount());
    // Judging is linear in cells × metrics; a log of nothing but cells is not worth the time.
    constexpr std::size_t mostCells = 50;
    if (model.cells().size() <= mostCells) {
        const auto judgement = results::judge(model);
        (void)results::resultDocument(model, judgement);
        (void)report::htmlReport(model, judgement);
    }
    return 0;
}
