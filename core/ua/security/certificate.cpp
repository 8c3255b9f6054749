// SPDX-License-Identifier: MIT
#include "ua/security/certificate.h"

#include "ua/security/file_access.h"
#include "ua/security/openssl_handles.h"
#include "ua/security/private_key.h"
#include "ua/security/rsa_operations.h"
#include "ua/types/status_codes.h"

#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>

namespace ua {

struct Certificate::Parsed
{
    X509Handle x509;
    EVP_PKEY* key = nullptr; // owned by x509
    base::Bytes chain;
    std::size_t leafSize = 0;
    Sha1 thumbprint{};
    std::string subject;
    std::string commonName;
    std::string applicationUri;
    std::vector<std::string> hostNames;
    base::WallTime notBefore;
    base::WallTime notAfter;
    bool selfSigned = false;
};

namespace {

constexpr std::size_t maxChainSize = 128 * 1024;
constexpr std::size_t maxAlternativeNames = 256;

std::string textOf(const ASN1_STRING* text)
{
    return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
            static_cast<std::size_t>(ASN1_STRING_length(text))};
}

base::WallTime wallTimeOf(const ASN1_TIME* time)
{
    constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max() / 1'000'000'000;
    std::tm parts{};
    if (time == nullptr || ASN1_TIME_to_tm(time, &parts) != 1) {
        return {};
    }
    const std::int64_t seconds = timegm(&parts);
    return {std::clamp(seconds, -limit, limit) * 1'000'000'000};
}

std::string nameText(const X509_NAME* name)
{
    const BioHandle bio(BIO_new(BIO_s_mem()));
    constexpr unsigned long flags =
        XN_FLAG_RFC2253 & ~static_cast<unsigned long>(ASN1_STRFLGS_ESC_MSB);
    if (!bio || X509_NAME_print_ex(bio.get(), name, 0, flags) < 0) {
        return {};
    }
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &data);
    return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

std::string commonNameOf(const X509_NAME* name)
{
    const int at = X509_NAME_get_index_by_NID(name, NID_commonName, -1);
    if (at < 0) {
        return {};
    }
    unsigned char* utf8 = nullptr;
    const int size =
        ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, at)));
    std::string text;
    if (size > 0) {
        text.assign(reinterpret_cast<const char*>(utf8), static_cast<std::size_t>(size));
    }
    OPENSSL_free(utf8);
    return text;
}

std::string addressText(base::BytesView address)
{
    std::string text;
    if (address.size() == 4) {
        for (const auto byte : address) {
            text += (text.empty() ? "" : ".") + std::to_string(byte);
        }
    } else if (address.size() == 16) {
        for (std::size_t i = 0; i < address.size(); i += 2) {
            text += (i == 0 ? "" : ":") + base::toHex(address.subspan(i, 2));
        }
    }
    return text;
}

void readAlternativeNames(X509* x509, Certificate::Parsed& parsed)
{
    using Names = std::unique_ptr<GENERAL_NAMES, FreeWith<GENERAL_NAMES_free>>;
    const Names names(static_cast<GENERAL_NAMES*>(
        X509_get_ext_d2i(x509, NID_subject_alt_name, nullptr, nullptr)));
    const auto count = std::min<std::size_t>(
        names ? static_cast<std::size_t>(std::max(sk_GENERAL_NAME_num(names.get()), 0)) : 0,
        maxAlternativeNames);
    for (std::size_t i = 0; i < count; ++i) {
        const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), static_cast<int>(i));
        if (name->type == GEN_URI && parsed.applicationUri.empty()) {
            parsed.applicationUri = textOf(name->d.uniformResourceIdentifier);
        } else if (name->type == GEN_DNS) {
            parsed.hostNames.push_back(textOf(name->d.dNSName));
        } else if (name->type == GEN_IPADD) {
            const auto bytes = textOf(name->d.iPAddress);
            if (auto text = addressText(base::bytesOf(bytes)); !text.empty()) {
                parsed.hostNames.push_back(std::move(text));
            }
        }
    }
}

/// What an accessor of a null certificate refers to.
const Certificate::Parsed& emptyCertificate()
{
    static const Certificate::Parsed empty;
    return empty;
}

} // namespace

base::Result<Certificate> Certificate::fromDer(base::BytesView blob)
{
    if (blob.empty() || blob.size() > maxChainSize) {
        return base::fail(status::BadCertificateInvalid,
                          "certificate is empty or longer than 128 KiB; expected X.509 DER");
    }
    auto parsed = std::make_shared<Parsed>();
    const std::uint8_t* at = blob.data();
    parsed->x509.reset(d2i_X509(nullptr, &at, static_cast<long>(blob.size())));
    if (!parsed->x509) {
        return failOpenssl(status::BadCertificateInvalid, "reading certificate (X.509 DER)");
    }
    X509* x509 = parsed->x509.get();
    parsed->chain.assign(blob.begin(), blob.end());
    parsed->leafSize = static_cast<std::size_t>(at - blob.data());
    parsed->key = X509_get0_pubkey(x509);
    if (parsed->key == nullptr || EVP_PKEY_get_base_id(parsed->key) != EVP_PKEY_RSA ||
        EVP_PKEY_get_bits(parsed->key) > 8192) {
        ERR_clear_error();
        return base::fail(status::BadCertificateInvalid,
                          "certificate must hold an RSA key of at most 8192 bits");
    }
    parsed->thumbprint = sha1(blob.first(parsed->leafSize));
    parsed->subject = nameText(X509_get_subject_name(x509));
    parsed->commonName = commonNameOf(X509_get_subject_name(x509));
    parsed->notBefore = wallTimeOf(X509_get0_notBefore(x509));
    parsed->notAfter = wallTimeOf(X509_get0_notAfter(x509));
    parsed->selfSigned =
        X509_NAME_cmp(X509_get_subject_name(x509), X509_get_issuer_name(x509)) == 0;
    readAlternativeNames(x509, *parsed);
    ERR_clear_error();
    return Certificate(std::move(parsed));
}

base::Result<Certificate> Certificate::parse(base::BytesView text)
{
    if (base::textOf(text).find("-----BEGIN") == std::string_view::npos) {
        return fromDer(text);
    }
    if (text.size() > maxChainSize) {
        return base::fail(status::BadCertificateInvalid, "certificate file exceeds 128 KiB");
    }
    const BioHandle bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    base::Bytes blob;
    while (bio) {
        const X509Handle x509(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
        if (!x509) {
            break;
        }
        unsigned char* der = nullptr;
        const int size = i2d_X509(x509.get(), &der);
        if (size > 0) {
            blob.insert(blob.end(), der, der + size);
        }
        OPENSSL_free(der);
    }
    if (blob.empty()) {
        return failOpenssl(status::BadCertificateInvalid, "reading certificate (PEM)");
    }
    ERR_clear_error();
    return fromDer(blob);
}

base::Result<Certificate> Certificate::load(const std::filesystem::path& file)
{
    UA_TRY_ASSIGN(const auto text, readFile(file, maxChainSize));
    auto certificate = parse(text);
    if (!certificate) {
        return base::fail(displayPath(file), certificate.error());
    }
    return certificate;
}

base::BytesView Certificate::der() const
{
    return chain().first(m_parsed ? m_parsed->leafSize : 0);
}
base::BytesView Certificate::chain() const
{
    return m_parsed ? base::BytesView(m_parsed->chain) : base::BytesView();
}
const Sha1& Certificate::thumbprint() const
{
    return (m_parsed ? *m_parsed : emptyCertificate()).thumbprint;
}
const std::string& Certificate::subject() const
{
    return (m_parsed ? *m_parsed : emptyCertificate()).subject;
}
const std::string& Certificate::commonName() const
{
    return (m_parsed ? *m_parsed : emptyCertificate()).commonName;
}
const std::string& Certificate::applicationUri() const
{
    return (m_parsed ? *m_parsed : emptyCertificate()).applicationUri;
}
const std::vector<std::string>& Certificate::hostNames() const
{
    return (m_parsed ? *m_parsed : emptyCertificate()).hostNames;
}
base::WallTime Certificate::notBefore() const
{
    return (m_parsed ? *m_parsed : emptyCertificate()).notBefore;
}
base::WallTime Certificate::notAfter() const
{
    return (m_parsed ? *m_parsed : emptyCertificate()).notAfter;
}
bool Certificate::isSelfSigned() const
{
    return m_parsed && m_parsed->selfSigned;
}
std::uint32_t Certificate::keyBits() const
{
    return m_parsed ? static_cast<std::uint32_t>(EVP_PKEY_get_bits(m_parsed->key)) : 0;
}
std::size_t Certificate::keySize() const
{
    return m_parsed ? static_cast<std::size_t>(EVP_PKEY_get_size(m_parsed->key)) : 0;
}

std::string Certificate::toPem() const
{
    const BioHandle bio(BIO_new(BIO_s_mem()));
    if (!m_parsed || !bio || PEM_write_bio_X509(bio.get(), m_parsed->x509.get()) != 1) {
        return {};
    }
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &data);
    return {data, static_cast<std::size_t>(size)};
}

bool Certificate::belongsTo(const PrivateKey& key) const
{
    return m_parsed && !key.isNull() && EVP_PKEY_eq(m_parsed->key, key.native()) == 1;
}

bool Certificate::verify(AsymmetricSignature algorithm, base::BytesView data,
                         base::BytesView signature) const
{
    return m_parsed && rsa::verify(m_parsed->key, algorithm, data, signature);
}

base::Result<void> Certificate::encrypt(AsymmetricEncryption algorithm, base::BytesView plain,
                                        std::span<std::uint8_t> out) const
{
    if (!m_parsed) {
        return base::fail(status::BadCertificateInvalid, "encrypting needs a certificate");
    }
    return rsa::encrypt(m_parsed->key, algorithm, plain, out);
}

bool operator==(const Certificate& a, const Certificate& b)
{
    return a.m_parsed == b.m_parsed || std::ranges::equal(a.der(), b.der());
}

base::Result<void> checkKeySize(const SecurityPolicy& policy, const Certificate& certificate)
{
    const auto bits = certificate.keyBits();
    if (policy.isSecured() && (bits < policy.minKeyBits || bits > policy.maxKeyBits)) {
        return base::fail(status::BadCertificatePolicyCheckFailed,
                          "certificate key has " + std::to_string(bits) + " bits; " +
                              std::string(policy.name) + " takes " +
                              std::to_string(policy.minKeyBits) + " to " +
                              std::to_string(policy.maxKeyBits));
    }
    return {};
}

} // namespace ua
