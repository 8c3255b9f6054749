// SPDX-License-Identifier: MIT
#include "ua/security/certificate_store.h"

#include "ua/security/file_access.h"
#include "ua/types/status_codes.h"

#include <algorithm>
#include <array>
#include <sys/stat.h>
#include <system_error>

namespace ua {

namespace {

constexpr std::size_t maxTrusted = 10'000;
constexpr std::size_t maxRejected = 100;

namespace fs = std::filesystem;

base::Result<void> makeFolder(const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return base::fail(status::BadConfigurationError,
                          "creating folder " + displayPath(folder) + ": " + error.message());
    }
    return {};
}

/// Thumbprints make safe file names whatever the subject contains.
fs::path fileFor(const fs::path& folder, const Certificate& certificate)
{
    return folder / (base::toHex(certificate.thumbprint()) + ".der");
}

void removeOldest(const fs::path& folder, std::size_t keep)
{
    std::error_code error;
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        files.emplace_back(fs::last_write_time(entry.path(), error), entry.path());
    }
    std::ranges::sort(files);
    for (std::size_t i = 0; i + keep < files.size(); ++i) {
        fs::remove(files[i].second, error);
    }
}

} // namespace

void TrustList::add(const Certificate& certificate)
{
    const auto at = std::ranges::lower_bound(m_trusted, certificate.thumbprint());
    if (at == m_trusted.end() || *at != certificate.thumbprint()) {
        m_trusted.insert(at, certificate.thumbprint());
    }
}

base::Result<void> TrustList::check(const Certificate& certificate, base::WallTime now) const
{
    if (m_mode == TrustMode::AcceptAll) {
        return {};
    }
    if (!std::ranges::binary_search(m_trusted, certificate.thumbprint())) {
        return base::fail(status::BadCertificateUntrusted,
                          "certificate of " + certificate.subject() +
                              " is not in the trust list; put it into trusted/certs");
    }
    if (now < certificate.notBefore() || now > certificate.notAfter()) {
        return base::fail(status::BadCertificateTimeInvalid,
                          "certificate of " + certificate.subject() +
                              " is not valid now; renew it or check the clock");
    }
    return {};
}

base::Result<void> CertificateStore::createFolders() const
{
    for (const char* folder : {"own/certs", "own/private", "trusted/certs", "trusted/crl",
                               "issuer/certs", "issuer/crl", "rejected/certs"}) {
        UA_TRY(makeFolder(m_root / folder));
    }
    const auto secret = m_root / "own/private";
    if (::chmod(secret.c_str(), 0700) != 0) {
        return base::fail(status::BadConfigurationError,
                          "closing folder " + displayPath(secret) + " to others failed");
    }
    return {};
}

base::Result<ApplicationIdentity>
CertificateStore::loadOrCreate(const std::string& name, const CertificateRequest& request) const
{
    UA_TRY(createFolders());
    const auto certificateFile = m_root / "own/certs" / fs::path(name + ".der");
    const auto keyFile = m_root / "own/private" / fs::path(name + ".pem");
    std::error_code error;
    const bool hasCertificate = fs::exists(certificateFile, error);
    const bool hasKey = fs::exists(keyFile, error);
    if (hasCertificate != hasKey) {
        return base::fail(status::BadConfigurationError,
                          displayPath(hasCertificate ? keyFile : certificateFile) +
                              " is missing although its counterpart exists; restore it or remove "
                              "both to have new ones made");
    }
    if (hasCertificate) {
        UA_TRY_ASSIGN(auto certificate, Certificate::load(certificateFile));
        UA_TRY_ASSIGN(auto key, PrivateKey::load(keyFile));
        if (!certificate.belongsTo(key)) {
            return base::fail(status::BadConfigurationError, displayPath(certificateFile) +
                                                                 " does not belong to the key in " +
                                                                 displayPath(keyFile));
        }
        if (certificate.applicationUri() != request.applicationUri) {
            return base::fail(status::BadCertificateUriInvalid,
                              displayPath(certificateFile) + " is for application URI " +
                                  certificate.applicationUri() + ", not " + request.applicationUri);
        }
        return ApplicationIdentity{std::move(certificate), std::move(key)};
    }
    UA_TRY_ASSIGN(auto identity, makeSelfSigned(request));
    UA_TRY_ASSIGN(auto pem, identity.key.toPem());
    const auto written = writeFile(keyFile, pem, FileSecrecy::Private);
    wipe(pem);
    UA_TRY(written);
    UA_TRY(writeFile(certificateFile, identity.certificate.der(), FileSecrecy::Public));
    return identity;
}

base::Result<TrustList> CertificateStore::loadTrustList(TrustMode mode) const
{
    TrustList list(mode);
    if (mode == TrustMode::AcceptAll) {
        return list;
    }
    const auto folder = m_root / "trusted/certs";
    std::error_code error;
    fs::directory_iterator entries(folder, error);
    if (error) {
        return base::fail(status::BadConfigurationError,
                          "reading folder " + displayPath(folder) + ": " + error.message());
    }
    for (; entries != fs::directory_iterator(); entries.increment(error)) {
        if (error || list.size() >= maxTrusted) {
            return base::fail(status::BadConfigurationError,
                              "folder " + displayPath(folder) +
                                  " is unreadable or holds more than 10000 certificates");
        }
        if (!entries->is_regular_file(error)) {
            continue;
        }
        // One unreadable file must not lock out everyone else.
        if (const auto certificate = Certificate::load(entries->path())) {
            list.add(*certificate);
        }
    }
    return list;
}

base::Result<void> CertificateStore::trust(const Certificate& certificate) const
{
    const auto folder = m_root / "trusted/certs";
    UA_TRY(makeFolder(folder));
    return writeFile(fileFor(folder, certificate), certificate.der(), FileSecrecy::Public);
}

base::Result<void> CertificateStore::reject(const Certificate& certificate) const
{
    const auto folder = m_root / "rejected/certs";
    UA_TRY(makeFolder(folder));
    removeOldest(folder, maxRejected - 1);
    return writeFile(fileFor(folder, certificate), certificate.der(), FileSecrecy::Public);
}

} // namespace ua
