// SPDX-License-Identifier: MIT
// One parsed certificate for all channels of a shard whose peers present the same bytes: parsing
// costs time and some kilobytes each. Entries live as long as a channel uses them.
#pragma once

#include "ua/security/certificate.h"

#include <map>
#include <memory>

namespace ua {

/// For one thread.
class CertificateCache
{
public:
    base::Result<Certificate> parse(base::BytesView blob);
    std::size_t size() const { return m_known.size(); }

private:
    void forgetUnused();

    std::map<Sha256, std::weak_ptr<const Certificate::Parsed>> m_known;
    std::size_t m_pruneAt = 64;
};

} // namespace ua
