// SPDX-License-Identifier: MIT
#include "ua/security/certificate_cache.h"

#include <algorithm>

namespace ua {

base::Result<Certificate> CertificateCache::parse(base::BytesView blob)
{
    const auto key = sha256(blob);
    if (const auto found = m_known.find(key); found != m_known.end()) {
        if (auto parsed = found->second.lock()) {
            return Certificate(std::move(parsed));
        }
    }
    UA_TRY_ASSIGN(auto certificate, Certificate::fromDer(blob));
    m_known[key] = certificate.m_parsed;
    if (m_known.size() >= m_pruneAt) {
        forgetUnused();
    }
    return certificate;
}

void CertificateCache::forgetUnused()
{
    std::erase_if(m_known, [](const auto& entry) { return entry.second.expired(); });
    m_pruneAt = std::max<std::size_t>(64, 2 * m_known.size());
}

} // namespace ua
