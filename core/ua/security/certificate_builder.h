// SPDX-License-Identifier: MIT
// Makes self-signed application instance certificates (Part 6 §6.2.2).
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "ua/security/certificate.h"
#include "ua/security/private_key.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ua {

struct CertificateRequest
{
    std::string commonName = "UaSurge";
    std::string organization = "UaSurge";
    std::string applicationUri;
    /// DNS names and IPv4 or IPv6 addresses.
    std::vector<std::string> hostNames;
    base::WallTime notBefore;
    std::chrono::hours validity = std::chrono::days(3650);
    std::uint32_t keyBits = 2048;
};

/// A certificate and the private key that belongs to it.
struct ApplicationIdentity
{
    Certificate certificate;
    PrivateKey key;
};

base::Result<Certificate> makeSelfSigned(const CertificateRequest& request, const PrivateKey& key);
/// With a new key of request.keyBits.
base::Result<ApplicationIdentity> makeSelfSigned(const CertificateRequest& request);

} // namespace ua
