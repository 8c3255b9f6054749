// SPDX-License-Identifier: MIT
// A histogram as the compressed V2 text of HdrHistogram ("HISTF…", as in .hlog files), which every
// HdrHistogram tool reads. Decoding takes hostile input: sizes, counts and sums are bounded.
#pragma once

#include "base/result.h"
#include "measure/histogram.h"

#include <string>
#include <string_view>

namespace measure {

/// Longer texts are refused: no histogram of three digits needs as much.
constexpr std::size_t maxEncodedHistogram = 1U << 20U;

/// Equal histograms have equal texts. Negative values are not part of the format.
std::string encodeHistogram(const Histogram& histogram);
base::Result<Histogram> decodeHistogram(std::string_view text);

} // namespace measure
