// SPDX-License-Identifier: MIT
// Owning handles and error text for OpenSSL objects. Included by ua/security sources only: no
// public header of this folder names an OpenSSL header.
#pragma once

#include "base/result.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>
#include <string>
#include <string_view>

namespace ua {

template <auto free>
struct FreeWith
{
    template <typename T>
    void operator()(T* object) const
    {
        free(object);
    }
};
using BioHandle = std::unique_ptr<BIO, FreeWith<BIO_free>>;
using PkeyContextHandle = std::unique_ptr<EVP_PKEY_CTX, FreeWith<EVP_PKEY_CTX_free>>;
using DigestContextHandle = std::unique_ptr<EVP_MD_CTX, FreeWith<EVP_MD_CTX_free>>;
using CipherHandle = std::unique_ptr<EVP_CIPHER, FreeWith<EVP_CIPHER_free>>;
using CipherContextHandle = std::unique_ptr<EVP_CIPHER_CTX, FreeWith<EVP_CIPHER_CTX_free>>;
using X509Handle = std::unique_ptr<X509, FreeWith<X509_free>>;

/// Takes OpenSSL's pending errors of this thread, so that none leaks into a later call.
inline std::string takeOpensslError()
{
    std::string text = "no reason given by OpenSSL";
    if (const auto code = ERR_peek_last_error(); code != 0) {
        const char* reason = ERR_reason_error_string(code);
        text = reason != nullptr ? reason : "OpenSSL error " + std::to_string(code);
    }
    ERR_clear_error();
    return text;
}

inline std::unexpected<base::Error> failOpenssl(base::StatusCode status, std::string_view doing)
{
    return base::fail(status, std::string(doing) + ": " + takeOpensslError());
}

} // namespace ua
