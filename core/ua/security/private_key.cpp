// SPDX-License-Identifier: MIT
#include "ua/security/private_key.h"

#include "ua/security/digest.h"
#include "ua/security/file_access.h"
#include "ua/security/openssl_handles.h"
#include "ua/security/rsa_operations.h"
#include "ua/types/status_codes.h"

#include <openssl/pem.h>
#include <openssl/rsa.h>

namespace ua {

namespace {

constexpr std::size_t maxKeyFileSize = 64 * 1024;
constexpr std::uint32_t minBits = 1024;
constexpr std::uint32_t maxBits = 4096;

/// Refuses instead of asking for a pass phrase on the terminal.
int noPassphrase(char*, int, int, void*)
{
    return -1;
}

std::shared_ptr<EVP_PKEY> share(EVP_PKEY* key)
{
    return {key, EVP_PKEY_free};
}

} // namespace

base::Result<PrivateKey> PrivateKey::parse(base::BytesView text)
{
    if (text.empty() || text.size() > maxKeyFileSize) {
        return base::fail(status::BadConfigurationError,
                          "private key is empty or larger than 64 KiB; expected PEM or DER");
    }
    std::shared_ptr<EVP_PKEY> key;
    if (base::textOf(text).find("-----BEGIN") != std::string_view::npos) {
        const BioHandle bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
        if (bio) {
            key = share(PEM_read_bio_PrivateKey(bio.get(), nullptr, noPassphrase, nullptr));
        }
    } else {
        const std::uint8_t* at = text.data();
        key = share(d2i_AutoPrivateKey(nullptr, &at, static_cast<long>(text.size())));
    }
    if (!key) {
        return failOpenssl(status::BadConfigurationError,
                           "reading private key (expected an unencrypted RSA key in PEM or DER)");
    }
    const auto bits = static_cast<std::uint32_t>(EVP_PKEY_get_bits(key.get()));
    if (EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_RSA || bits < minBits || bits > maxBits) {
        return base::fail(status::BadConfigurationError,
                          "private key must be RSA with 1024 to 4096 bits");
    }
    return PrivateKey(std::move(key));
}

base::Result<PrivateKey> PrivateKey::load(const std::filesystem::path& file)
{
    UA_TRY_ASSIGN(auto text, readFile(file, maxKeyFileSize));
    auto key = parse(text);
    wipe(text);
    if (!key) {
        return base::fail(displayPath(file), key.error());
    }
    return key;
}

base::Result<PrivateKey> PrivateKey::generate(std::uint32_t bits)
{
    if (bits < minBits || bits > maxBits) {
        return base::fail(status::BadConfigurationError,
                          "RSA keys have 1024 to 4096 bits here, not " + std::to_string(bits));
    }
    auto key = share(EVP_RSA_gen(bits));
    if (!key) {
        return failOpenssl(status::BadInternalError, "generating an RSA key");
    }
    return PrivateKey(std::move(key));
}

std::uint32_t PrivateKey::bits() const
{
    return m_key ? static_cast<std::uint32_t>(EVP_PKEY_get_bits(m_key.get())) : 0;
}

std::size_t PrivateKey::size() const
{
    return m_key ? static_cast<std::size_t>(EVP_PKEY_get_size(m_key.get())) : 0;
}

base::Result<base::Bytes> PrivateKey::toPem() const
{
    const BioHandle bio(BIO_new(BIO_s_secmem()));
    if (!m_key || !bio ||
        PEM_write_bio_PKCS8PrivateKey(bio.get(), m_key.get(), nullptr, nullptr, 0, nullptr,
                                      nullptr) != 1) {
        return failOpenssl(status::BadInternalError, "writing a private key");
    }
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &data);
    return base::Bytes(data, data + size);
}

base::Result<void> PrivateKey::sign(AsymmetricSignature algorithm, base::BytesView data,
                                    std::span<std::uint8_t> signature) const
{
    if (!m_key) {
        return base::fail(status::BadConfigurationError, "signing needs a private key");
    }
    return rsa::sign(m_key.get(), algorithm, data, signature);
}

base::Result<void> PrivateKey::decrypt(AsymmetricEncryption algorithm, base::BytesView cipher,
                                       base::Bytes& out) const
{
    if (!m_key) {
        return base::fail(status::BadConfigurationError, "decrypting needs a private key");
    }
    return rsa::decrypt(m_key.get(), algorithm, cipher, out);
}

} // namespace ua
