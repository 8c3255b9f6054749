// SPDX-License-Identifier: MIT
// An X.509 certificate with an RSA key (Part 6 §6.2.2). Copies share the parsed certificate.
#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "ua/security/digest.h"
#include "ua/security/security_policy.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ua {

class PrivateKey;

class Certificate
{
public:
    struct Parsed;

    /// No certificate: isNull().
    Certificate() = default;

    /// DER, optionally followed by the DER of its issuers: the first one counts.
    static base::Result<Certificate> fromDer(base::BytesView blob);
    /// DER or PEM; of several PEM blocks the first is the leaf and the others its issuers.
    static base::Result<Certificate> parse(base::BytesView text);
    static base::Result<Certificate> load(const std::filesystem::path& file);

    bool isNull() const { return m_parsed == nullptr; }
    /// The leaf only.
    base::BytesView der() const;
    /// Leaf and issuers, as given.
    base::BytesView chain() const;
    const Sha1& thumbprint() const;
    const std::string& subject() const;
    const std::string& commonName() const;
    /// The subjectAltName's URI; empty when it has none.
    const std::string& applicationUri() const;
    /// DNS names and IP addresses of the subjectAltName.
    const std::vector<std::string>& hostNames() const;
    base::WallTime notBefore() const;
    base::WallTime notAfter() const;
    bool isSelfSigned() const;
    std::uint32_t keyBits() const;
    /// Bytes of a signature and of a cipher block.
    std::size_t keySize() const;
    std::string toPem() const;

    bool belongsTo(const PrivateKey& key) const;
    bool verify(AsymmetricSignature algorithm, base::BytesView data,
                base::BytesView signature) const;
    /// `out` must have encryptedSize() bytes and may not overlap `plain`.
    base::Result<void> encrypt(AsymmetricEncryption algorithm, base::BytesView plain,
                               std::span<std::uint8_t> out) const;

    friend bool operator==(const Certificate& a, const Certificate& b);

private:
    friend class CertificateCache;
    explicit Certificate(std::shared_ptr<const Parsed> parsed)
        : m_parsed(std::move(parsed))
    {}
    std::shared_ptr<const Parsed> m_parsed;
};

/// The key size the policy asks for (Bad_CertificatePolicyCheckFailed otherwise).
base::Result<void> checkKeySize(const SecurityPolicy& policy, const Certificate& certificate);

} // namespace ua
