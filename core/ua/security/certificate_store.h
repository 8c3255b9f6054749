// SPDX-License-Identifier: MIT
// The pki folder: own/certs, own/private, trusted/certs, trusted/crl, issuer/certs, issuer/crl and
// rejected/certs, as most stacks lay it out.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "ua/security/certificate.h"
#include "ua/security/certificate_builder.h"

#include <filesystem>
#include <vector>

namespace ua {

enum class TrustMode : std::uint8_t {
    /// Any well-formed certificate: for load tests with generated clients.
    AcceptAll,
    /// Only certificates that lie in trusted/certs, and only while they are valid.
    TrustList
};

/// What a channel asks; values only, so it is read once and shared by all channels of a shard.
class TrustList
{
public:
    explicit TrustList(TrustMode mode = TrustMode::AcceptAll)
        : m_mode(mode)
    {}

    TrustMode mode() const { return m_mode; }
    std::size_t size() const { return m_trusted.size(); }
    void add(const Certificate& certificate);
    /// Bad_CertificateUntrusted or Bad_CertificateTimeInvalid.
    base::Result<void> check(const Certificate& certificate, base::WallTime now) const;

private:
    TrustMode m_mode;
    std::vector<Sha1> m_trusted; // sorted
};

class CertificateStore
{
public:
    explicit CertificateStore(std::filesystem::path root)
        : m_root(std::move(root))
    {}

    const std::filesystem::path& root() const { return m_root; }
    /// own/private is made for its owner only (mode 0700).
    base::Result<void> createFolders() const;

    /// Reads own/certs/<name>.der and own/private/<name>.pem, or makes both when absent. A
    /// certificate whose ApplicationUri differs from the request's, or that does not belong to the
    /// key, is an error, never silently replaced.
    base::Result<ApplicationIdentity> loadOrCreate(const std::string& name,
                                                   const CertificateRequest& request) const;

    base::Result<TrustList> loadTrustList(TrustMode mode) const;
    base::Result<void> trust(const Certificate& certificate) const;
    /// Keeps at most 100 rejected certificates, the oldest go first.
    base::Result<void> reject(const Certificate& certificate) const;

private:
    std::filesystem::path m_root;
};

} // namespace ua
