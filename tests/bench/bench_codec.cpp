// SPDX-License-Identifier: MIT
// Encoding and decoding of what a load test moves most; a copy of the same bytes is the limit.
#include "ua/codec/structure.h"
#include "ua/types/services/attribute.h"

#include <benchmark/benchmark.h>
#include <cstring>

namespace {

ua::ReadResponse thousandValues()
{
    ua::ReadResponse response;
    response.results = ua::Array<ua::DataValue>::withSize(1'000);
    for (std::size_t i = 0; i < response.results.size(); ++i) {
        auto& value = response.results[i];
        value.value = ua::Variant(static_cast<double>(i) * 0.5);
        value.sourceTimestamp =
            ua::DateTime{static_cast<std::int64_t>(i) + 133'000'000'000'000'000};
        value.serverTimestamp = value.sourceTimestamp;
    }
    response.diagnosticInfos.setNotNull();
    return response;
}

void encodeReadResponse(benchmark::State& state)
{
    const auto response = thousandValues();
    base::Bytes bytes;
    for (auto _ : state) {
        bytes.clear();
        ua::Encoder encoder(bytes);
        ua::encodeMessage(encoder, response);
        benchmark::DoNotOptimize(bytes.data());
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
    state.SetItemsProcessed(state.iterations() * 1'000);
}
BENCHMARK(encodeReadResponse);

void decodeReadResponse(benchmark::State& state)
{
    const auto bytes = ua::encodeMessage(thousandValues());
    const ua::Limits limits;
    for (auto _ : state) {
        ua::Decoder decoder(bytes, limits);
        ua::NodeId id;
        ua::decode(decoder, id);
        auto response = ua::decodeBody<ua::ReadResponse>(decoder);
        benchmark::DoNotOptimize(response);
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
    state.SetItemsProcessed(state.iterations() * 1'000);
}
BENCHMARK(decodeReadResponse);

/// The physical limit of both: moving the bytes once.
void copyReadResponse(benchmark::State& state)
{
    const auto bytes = ua::encodeMessage(thousandValues());
    base::Bytes to(bytes.size());
    for (auto _ : state) {
        std::memcpy(to.data(), bytes.data(), bytes.size());
        benchmark::DoNotOptimize(to.data());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}
BENCHMARK(copyReadResponse);

} // namespace
