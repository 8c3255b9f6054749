// SPDX-License-Identifier: MIT
// Recording, merging and encoding of histograms: what measuring itself costs.
#include "measure/histogram.h"
#include "measure/histogram_codec.h"

#include <benchmark/benchmark.h>

namespace {

measure::Histogram filled()
{
    measure::Histogram histogram(60'000'000'000);
    for (std::int64_t i = 1; i <= 37'500; ++i) {
        histogram.record(i * 7'919 % 50'000'000);
    }
    return histogram;
}

void recordValue(benchmark::State& state)
{
    measure::Histogram histogram(60'000'000'000);
    std::int64_t value = 1;
    for (auto _ : state) {
        value = value * 7'919 % 50'000'017;
        histogram.record(value);
    }
    benchmark::DoNotOptimize(histogram.count());
}
BENCHMARK(recordValue);

void mergeHistograms(benchmark::State& state)
{
    const auto one = filled();
    measure::Histogram sum(60'000'000'000);
    for (auto _ : state) {
        sum.merge(one);
    }
    benchmark::DoNotOptimize(sum.count());
}
BENCHMARK(mergeHistograms)->Unit(benchmark::kMicrosecond);

void encodeOneSecond(benchmark::State& state)
{
    const auto histogram = filled();
    for (auto _ : state) {
        auto text = measure::encodeHistogram(histogram);
        benchmark::DoNotOptimize(text);
    }
}
BENCHMARK(encodeOneSecond)->Unit(benchmark::kMicrosecond);

} // namespace
