// SPDX-License-Identifier: MIT
#include "ua/security/digest.h"

#include "ua/security/openssl_handles.h"
#include "ua/types/status_codes.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <limits>

namespace ua {

base::Result<void> fillRandom(std::span<std::uint8_t> out)
{
    if (out.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) ||
        RAND_bytes(out.data(), static_cast<int>(out.size())) != 1) {
        return failOpenssl(status::BadInternalError, "drawing random bytes");
    }
    return {};
}

base::Result<base::Bytes> randomBytes(std::size_t size)
{
    base::Bytes bytes(size);
    UA_TRY(fillRandom(bytes));
    return bytes;
}

Sha1 sha1(base::BytesView data)
{
    Sha1 digest;
    SHA1(data.data(), data.size(), digest.data());
    return digest;
}

Sha256 sha256(base::BytesView data)
{
    Sha256 digest;
    SHA256(data.data(), data.size(), digest.data());
    return digest;
}

bool equalConstantTime(base::BytesView a, base::BytesView b)
{
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

void wipe(std::span<std::uint8_t> secret)
{
    OPENSSL_cleanse(secret.data(), secret.size());
}

} // namespace ua
