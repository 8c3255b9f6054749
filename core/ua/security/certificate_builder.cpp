// SPDX-License-Identifier: MIT
#include "ua/security/certificate_builder.h"

#include "ua/security/openssl_handles.h"
#include "ua/types/status_codes.h"

#include <openssl/x509v3.h>

#include <arpa/inet.h>
#include <array>
#include <cctype>

namespace ua {

namespace {

bool isAddress(const std::string& host)
{
    std::array<unsigned char, 16> bytes;
    return inet_pton(AF_INET, host.c_str(), bytes.data()) == 1 ||
           inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1;
}

/// subjectAltName entries are built directly: the configuration syntax would give commas and
/// colons in a name a meaning.
bool addAlternativeName(GENERAL_NAMES* names, int type, const std::string& text)
{
    GENERAL_NAME* name = GENERAL_NAME_new();
    ASN1_STRING* value = nullptr;
    if (type == GEN_IPADD) {
        value = a2i_IPADDRESS(text.c_str());
    } else if (value = ASN1_IA5STRING_new(); value != nullptr) {
        ASN1_STRING_set(value, text.data(), static_cast<int>(text.size()));
    }
    if (name == nullptr || value == nullptr) {
        GENERAL_NAME_free(name);
        ASN1_STRING_free(value);
        return false;
    }
    GENERAL_NAME_set0_value(name, type, value);
    return sk_GENERAL_NAME_push(names, name) > 0;
}

bool addAlternativeNames(X509* x509, const CertificateRequest& request)
{
    using Names = std::unique_ptr<GENERAL_NAMES, FreeWith<GENERAL_NAMES_free>>;
    const Names names(sk_GENERAL_NAME_new_null());
    bool good = names && addAlternativeName(names.get(), GEN_URI, request.applicationUri);
    for (const auto& host : request.hostNames) {
        good = good && addAlternativeName(names.get(), isAddress(host) ? GEN_IPADD : GEN_DNS, host);
    }
    return good && X509_add1_ext_i2d(x509, NID_subject_alt_name, names.get(), 0, 0) == 1;
}

bool addExtension(X509* x509, X509V3_CTX* context, int id, const char* value)
{
    using Extension = std::unique_ptr<X509_EXTENSION, FreeWith<X509_EXTENSION_free>>;
    const Extension extension(X509V3_EXT_conf_nid(nullptr, context, id, value));
    return extension && X509_add_ext(x509, extension.get(), -1) == 1;
}

bool addExtensions(X509* x509, const CertificateRequest& request)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, x509, x509, nullptr, nullptr, 0);
    return addExtension(x509, &context, NID_basic_constraints, "critical,CA:FALSE") &&
           addExtension(x509, &context, NID_key_usage,
                        "critical,digitalSignature,nonRepudiation,keyEncipherment,"
                        "dataEncipherment,keyCertSign") &&
           addExtension(x509, &context, NID_ext_key_usage, "serverAuth,clientAuth") &&
           addExtension(x509, &context, NID_subject_key_identifier, "hash") &&
           addExtension(x509, &context, NID_authority_key_identifier, "keyid") &&
           addAlternativeNames(x509, request);
}

bool addName(X509_NAME* name, const char* field, const std::string& text)
{
    return text.empty() ||
           X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8,
                                      reinterpret_cast<const unsigned char*>(text.data()),
                                      static_cast<int>(text.size()), -1, 0) == 1;
}

bool setSerialNumber(X509* x509)
{
    std::array<std::uint8_t, 16> serial;
    if (!fillRandom(serial)) {
        return false;
    }
    serial[0] = static_cast<std::uint8_t>((serial[0] & 0x7F) | 0x40); // positive, full length
    using Number = std::unique_ptr<BIGNUM, FreeWith<BN_free>>;
    const Number number(BN_bin2bn(serial.data(), static_cast<int>(serial.size()), nullptr));
    return number && BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(x509)) != nullptr;
}

bool setValidity(X509* x509, const CertificateRequest& request)
{
    const std::time_t from = request.notBefore.ns / 1'000'000'000;
    const std::time_t until =
        from + std::chrono::duration_cast<std::chrono::seconds>(request.validity).count();
    return ASN1_TIME_set(X509_getm_notBefore(x509), from) != nullptr &&
           ASN1_TIME_set(X509_getm_notAfter(x509), until) != nullptr;
}

bool isAscii(std::string_view text)
{
    return text.find_first_not_of(
               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;"
               "=%") == std::string_view::npos;
}

} // namespace

base::Result<Certificate> makeSelfSigned(const CertificateRequest& request, const PrivateKey& key)
{
    if (request.applicationUri.empty() || !isAscii(request.applicationUri)) {
        return base::fail(status::BadConfigurationError,
                          "applicationUri of a certificate must be a URI in ASCII characters, "
                          "for example urn:host:uasurge");
    }
    if (key.isNull()) {
        return base::fail(status::BadConfigurationError, "a certificate needs a private key");
    }
    const X509Handle x509(X509_new());
    if (!x509 || X509_set_version(x509.get(), 2) != 1 || !setSerialNumber(x509.get()) ||
        !setValidity(x509.get(), request) || X509_set_pubkey(x509.get(), key.native()) != 1) {
        return failOpenssl(status::BadInternalError, "making a certificate");
    }
    X509_NAME* name = X509_get_subject_name(x509.get());
    if (!addName(name, "CN", request.commonName) || !addName(name, "O", request.organization) ||
        X509_set_issuer_name(x509.get(), name) != 1 || !addExtensions(x509.get(), request) ||
        X509_sign(x509.get(), key.native(), EVP_sha256()) == 0) {
        return failOpenssl(status::BadConfigurationError,
                           "making a certificate (check its names: at most 64 characters, hosts "
                           "in ASCII)");
    }
    unsigned char* der = nullptr;
    const int size = i2d_X509(x509.get(), &der);
    if (size <= 0) {
        return failOpenssl(status::BadInternalError, "encoding a certificate");
    }
    auto certificate = Certificate::fromDer({der, static_cast<std::size_t>(size)});
    OPENSSL_free(der);
    return certificate;
}

base::Result<ApplicationIdentity> makeSelfSigned(const CertificateRequest& request)
{
    UA_TRY_ASSIGN(auto key, PrivateKey::generate(request.keyBits));
    UA_TRY_ASSIGN(auto certificate, makeSelfSigned(request, key));
    return ApplicationIdentity{std::move(certificate), std::move(key)};
}

} // namespace ua
