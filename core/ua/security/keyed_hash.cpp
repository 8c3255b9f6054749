// SPDX-License-Identifier: MIT
// EVP_MAC of OpenSSL 3.0 duplicates its digest contexts on the heap for every message. The plain
// hash states are copied by value instead: nothing is allocated per chunk, and a key takes 224
// bytes. They are marked deprecated in 3.0, in favour of the very interface that allocates.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "ua/security/keyed_hash.h"

#include "ua/security/digest.h"

#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace ua {

namespace {

struct Sha1Algorithm
{
    using Context = SHA_CTX;
    static constexpr std::size_t size = SHA_DIGEST_LENGTH;
    static void init(Context* c) { SHA1_Init(c); }
    static void update(Context* c, base::BytesView d) { SHA1_Update(c, d.data(), d.size()); }
    static void final(std::uint8_t* out, Context* c) { SHA1_Final(out, c); }
};
struct Sha256Algorithm
{
    using Context = SHA256_CTX;
    static constexpr std::size_t size = SHA256_DIGEST_LENGTH;
    static void init(Context* c) { SHA256_Init(c); }
    static void update(Context* c, base::BytesView d) { SHA256_Update(c, d.data(), d.size()); }
    static void final(std::uint8_t* out, Context* c) { SHA256_Final(out, c); }
};

constexpr std::size_t hashBlock = 64;

template <typename Algorithm, typename State>
void prepare(State& state, base::BytesView key, std::uint8_t pad)
{
    static_assert(sizeof(typename Algorithm::Context) <= sizeof(State));
    std::array<std::uint8_t, hashBlock> block{};
    typename Algorithm::Context context;
    if (key.size() > block.size()) {
        Algorithm::init(&context);
        Algorithm::update(&context, key);
        Algorithm::final(block.data(), &context);
    } else if (!key.empty()) {
        std::memcpy(block.data(), key.data(), key.size());
    }
    for (auto& byte : block) {
        byte = static_cast<std::uint8_t>(byte ^ pad);
    }
    Algorithm::init(&context);
    Algorithm::update(&context, block);
    std::memcpy(&state, &context, sizeof(context));
    wipe(block);
}

template <typename Algorithm, typename State>
void finish(const State& inner, const State& outer, base::BytesView first, base::BytesView second,
            std::uint8_t* mac)
{
    typename Algorithm::Context context;
    std::memcpy(&context, &inner, sizeof(context));
    Algorithm::update(&context, first);
    Algorithm::update(&context, second);
    std::array<std::uint8_t, Algorithm::size> digest;
    Algorithm::final(digest.data(), &context);
    std::memcpy(&context, &outer, sizeof(context));
    Algorithm::update(&context, digest);
    Algorithm::final(mac, &context);
}

} // namespace

KeyedHash::KeyedHash(SymmetricAuthentication algorithm, base::BytesView key)
    : m_algorithm(algorithm)
{
    constexpr std::uint8_t innerPad = 0x36;
    constexpr std::uint8_t outerPad = 0x5C;
    if (algorithm == SymmetricAuthentication::HmacSha1) {
        prepare<Sha1Algorithm>(m_inner, key, innerPad);
        prepare<Sha1Algorithm>(m_outer, key, outerPad);
    } else if (algorithm == SymmetricAuthentication::HmacSha256) {
        prepare<Sha256Algorithm>(m_inner, key, innerPad);
        prepare<Sha256Algorithm>(m_outer, key, outerPad);
    }
}

KeyedHash::~KeyedHash()
{
    wipe(m_inner.bytes);
    wipe(m_outer.bytes);
}

std::size_t KeyedHash::size() const
{
    switch (m_algorithm) {
    case SymmetricAuthentication::None:
        return 0;
    case SymmetricAuthentication::HmacSha1:
        return Sha1Algorithm::size;
    case SymmetricAuthentication::HmacSha256:
        return Sha256Algorithm::size;
    }
    return 0;
}

void KeyedHash::compute(base::BytesView first, base::BytesView second,
                        std::span<std::uint8_t> mac) const
{
    if (m_algorithm == SymmetricAuthentication::HmacSha1) {
        finish<Sha1Algorithm>(m_inner, m_outer, first, second, mac.data());
    } else if (m_algorithm == SymmetricAuthentication::HmacSha256) {
        finish<Sha256Algorithm>(m_inner, m_outer, first, second, mac.data());
    }
}

void pHash(KeyDerivation algorithm, base::BytesView secret, base::BytesView seed,
           std::span<std::uint8_t> out)
{
    const KeyedHash hash(algorithm == KeyDerivation::PSha1 ? SymmetricAuthentication::HmacSha1
                                                           : SymmetricAuthentication::HmacSha256,
                         secret);
    std::array<std::uint8_t, 32> a{};
    std::array<std::uint8_t, 32> block{};
    const std::span chain(a.data(), hash.size());
    hash.compute(seed, {}, chain); // A(1)
    while (!out.empty()) {
        hash.compute(chain, seed, block);
        const auto taken = std::min(out.size(), hash.size());
        std::copy_n(block.begin(), taken, out.begin());
        out = out.subspan(taken);
        hash.compute(chain, {}, chain);
    }
    wipe(a);
    wipe(block);
}

} // namespace ua
