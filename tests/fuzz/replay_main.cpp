// SPDX-License-Identifier: MIT
// Runs a fuzz target without libFuzzer, so that every fuzzer is also a plain test with any compiler
// and sanitizer: each file of the given folders as it is, cut at places all over, and with single
// bytes changed by a seeded generator.
#include "base/random.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t cutsPerFile = 64;
constexpr std::size_t changesPerFile = 64;

/// From a buffer of exactly that size, so that a sanitizer sees the first byte beyond.
void runOne(const std::vector<std::uint8_t>& input)
{
    const std::vector<std::uint8_t> exact(input.begin(), input.end());
    LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

std::size_t replay(const std::filesystem::path& file, base::Random& random)
{
    std::ifstream stream(file, std::ios::binary);
    const std::vector<std::uint8_t> input{std::istreambuf_iterator<char>(stream), {}};
    std::size_t runs = 1;
    runOne(input);
    const std::size_t step = std::max<std::size_t>(1, input.size() / cutsPerFile);
    for (std::size_t length = 0; length < input.size(); length += step, ++runs) {
        runOne({input.begin(), input.begin() + static_cast<std::ptrdiff_t>(length)});
    }
    for (std::size_t i = 0; i < changesPerFile && !input.empty(); ++i, ++runs) {
        auto changed = input;
        changed[random.below(changed.size())] = static_cast<std::uint8_t>(random.next());
        runOne(changed);
    }
    return runs;
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < argc; ++i) {
        const std::filesystem::path path(argv[i]);
        if (!std::filesystem::is_directory(path)) {
            files.push_back(path);
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
            if (entry.is_regular_file()) {
                files.push_back(entry.path());
            }
        }
    }
    if (files.empty()) {
        std::fprintf(stderr, "no input: name seed files or folders that hold some\n");
        return EXIT_FAILURE;
    }
    std::sort(files.begin(), files.end());
    base::Random random(1);
    std::size_t runs = 0;
    for (const auto& file : files) {
        runs += replay(file, random);
    }
    std::printf("%zu files, %zu inputs\n", files.size(), runs);
    return EXIT_SUCCESS;
}
