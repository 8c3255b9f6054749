// SPDX-License-Identifier: MIT
#include "ua/security/rsa_operations.h"

#include "ua/security/asymmetric.h"
#include "ua/types/status_codes.h"

#include <openssl/rsa.h>

#include <algorithm>

namespace ua {

std::size_t plainBlockSize(AsymmetricEncryption algorithm, std::size_t keyBytes)
{
    std::size_t overhead = 0;
    switch (algorithm) {
    case AsymmetricEncryption::None:
        return 0;
    case AsymmetricEncryption::RsaPkcs1:
        overhead = 11;
        break;
    case AsymmetricEncryption::RsaOaepSha1:
        overhead = 42; // 2 hashes of 20 bytes and 2
        break;
    case AsymmetricEncryption::RsaOaepSha256:
        overhead = 66; // 2 hashes of 32 bytes and 2
        break;
    }
    return keyBytes > overhead ? keyBytes - overhead : 0;
}

std::size_t encryptedSize(AsymmetricEncryption algorithm, std::size_t keyBytes,
                          std::size_t plainSize)
{
    const auto block = plainBlockSize(algorithm, keyBytes);
    return block == 0 ? 0 : (plainSize + block - 1) / block * keyBytes;
}

namespace rsa {

namespace {

const EVP_MD* digestOf(AsymmetricSignature algorithm)
{
    return algorithm == AsymmetricSignature::RsaPkcs1Sha1 ? EVP_sha1() : EVP_sha256();
}

bool setPadding(EVP_PKEY_CTX* context, AsymmetricSignature algorithm)
{
    if (algorithm != AsymmetricSignature::RsaPssSha256) {
        return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1;
    }
    return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1 &&
           EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1 &&
           EVP_PKEY_CTX_set_rsa_mgf1_md(context, EVP_sha256()) == 1;
}

bool setPadding(EVP_PKEY_CTX* context, AsymmetricEncryption algorithm)
{
    if (algorithm == AsymmetricEncryption::RsaPkcs1) {
        return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1;
    }
    const EVP_MD* md = algorithm == AsymmetricEncryption::RsaOaepSha256 ? EVP_sha256() : EVP_sha1();
    return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1 &&
           EVP_PKEY_CTX_set_rsa_oaep_md(context, md) == 1 &&
           EVP_PKEY_CTX_set_rsa_mgf1_md(context, md) == 1;
}

std::size_t keyBytesOf(const EVP_PKEY* key)
{
    return static_cast<std::size_t>(EVP_PKEY_get_size(key));
}

} // namespace

base::Result<void> sign(EVP_PKEY* key, AsymmetricSignature algorithm, base::BytesView data,
                        std::span<std::uint8_t> signature)
{
    if (algorithm == AsymmetricSignature::None || signature.size() != keyBytesOf(key)) {
        return base::fail(status::BadInternalError, "no room for an RSA signature");
    }
    const DigestContextHandle context(EVP_MD_CTX_new());
    EVP_PKEY_CTX* keyContext = nullptr;
    std::size_t size = signature.size();
    if (!context ||
        EVP_DigestSignInit(context.get(), &keyContext, digestOf(algorithm), nullptr, key) != 1 ||
        !setPadding(keyContext, algorithm) ||
        EVP_DigestSign(context.get(), signature.data(), &size, data.data(), data.size()) != 1 ||
        size != signature.size()) {
        return failOpenssl(status::BadInternalError, "signing with the private key");
    }
    return {};
}

bool verify(EVP_PKEY* key, AsymmetricSignature algorithm, base::BytesView data,
            base::BytesView signature)
{
    if (algorithm == AsymmetricSignature::None) {
        return false;
    }
    const DigestContextHandle context(EVP_MD_CTX_new());
    EVP_PKEY_CTX* keyContext = nullptr;
    const bool good =
        context &&
        EVP_DigestVerifyInit(context.get(), &keyContext, digestOf(algorithm), nullptr, key) == 1 &&
        setPadding(keyContext, algorithm) &&
        EVP_DigestVerify(context.get(), signature.data(), signature.size(), data.data(),
                         data.size()) == 1;
    ERR_clear_error();
    return good;
}

base::Result<void> encrypt(EVP_PKEY* key, AsymmetricEncryption algorithm, base::BytesView plain,
                           std::span<std::uint8_t> out)
{
    const auto keyBytes = keyBytesOf(key);
    const auto block = plainBlockSize(algorithm, keyBytes);
    if (block == 0 || out.size() != encryptedSize(algorithm, keyBytes, plain.size())) {
        return base::fail(status::BadInternalError, "no room for the RSA-encrypted bytes");
    }
    const PkeyContextHandle context(EVP_PKEY_CTX_new_from_pkey(nullptr, key, nullptr));
    if (!context || EVP_PKEY_encrypt_init(context.get()) != 1 ||
        !setPadding(context.get(), algorithm)) {
        return failOpenssl(status::BadInternalError, "preparing RSA encryption");
    }
    while (!plain.empty()) {
        const auto part = plain.first(std::min(block, plain.size()));
        std::size_t size = keyBytes;
        if (EVP_PKEY_encrypt(context.get(), out.data(), &size, part.data(), part.size()) != 1 ||
            size != keyBytes) {
            return failOpenssl(status::BadInternalError, "encrypting with the public key");
        }
        plain = plain.subspan(part.size());
        out = out.subspan(keyBytes);
    }
    return {};
}

base::Result<void> decrypt(EVP_PKEY* key, AsymmetricEncryption algorithm, base::BytesView cipher,
                           base::Bytes& out)
{
    const auto keyBytes = keyBytesOf(key);
    const PkeyContextHandle context(EVP_PKEY_CTX_new_from_pkey(nullptr, key, nullptr));
    bool good = plainBlockSize(algorithm, keyBytes) != 0 && cipher.size() % keyBytes == 0 &&
                !cipher.empty() && context && EVP_PKEY_decrypt_init(context.get()) == 1 &&
                setPadding(context.get(), algorithm);
    while (good && !cipher.empty()) {
        const auto at = out.size();
        out.resize(at + keyBytes);
        std::size_t size = keyBytes;
        good =
            EVP_PKEY_decrypt(context.get(), out.data() + at, &size, cipher.data(), keyBytes) == 1;
        out.resize(good ? at + size : at);
        cipher = cipher.subspan(keyBytes);
    }
    ERR_clear_error();
    if (!good) {
        return base::fail(status::BadSecurityChecksFailed,
                          "decryption with the private key failed");
    }
    return {};
}

} // namespace rsa
} // namespace ua
