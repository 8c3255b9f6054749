// SPDX-License-Identifier: MIT
// What a chunk and a handshake cost in cryptography: the limits of secured rates.
#include "ua/security/certificate_builder.h"
#include "ua/security/digest.h"
#include "ua/security/symmetric_keys.h"

#include <benchmark/benchmark.h>

namespace {

const ua::SecurityPolicy& policy()
{
    return *ua::findPolicyByName("Basic256Sha256");
}

void signAndEncryptChunk(benchmark::State& state)
{
    const auto nonce = ua::randomBytes(32).value();
    const auto derived = ua::deriveKeys(policy(), nonce, nonce);
    auto keys =
        ua::SymmetricKeys::create(policy(), derived, ua::SymmetricKeys::Use::Encrypt).value();
    base::Bytes chunk(static_cast<std::size_t>(state.range(0)), 0x5A);
    base::Bytes signature(keys.signatureSize());
    for (auto _ : state) {
        keys.sign(chunk, signature);
        auto done = keys.transform(chunk);
        benchmark::DoNotOptimize(done);
    }
    state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(signAndEncryptChunk)->Arg(256)->Arg(8'192)->Arg(65'536);

void rsaPrivateOperation(benchmark::State& state)
{
    const auto key = ua::PrivateKey::generate(static_cast<std::uint32_t>(state.range(0))).value();
    const base::Bytes data(256, 1);
    base::Bytes signature(key.size());
    for (auto _ : state) {
        auto done = key.sign(policy().asymmetricSignature, data, signature);
        benchmark::DoNotOptimize(done);
    }
}
BENCHMARK(rsaPrivateOperation)->Arg(2'048)->Arg(4'096)->Unit(benchmark::kMicrosecond);

} // namespace
