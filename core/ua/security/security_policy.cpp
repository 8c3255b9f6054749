// SPDX-License-Identifier: MIT
#include "ua/security/security_policy.h"

#include <algorithm>
#include <array>

namespace ua {

namespace {

constexpr auto table = std::to_array<SecurityPolicy>({
    {.name = "None", .uri = "http://opcfoundation.org/UA/SecurityPolicy#None"},
    {.name = "Basic128Rsa15",
     .uri = "http://opcfoundation.org/UA/SecurityPolicy#Basic128Rsa15",
     .asymmetricSignature = AsymmetricSignature::RsaPkcs1Sha1,
     .asymmetricEncryption = AsymmetricEncryption::RsaPkcs1,
     .minKeyBits = 1024,
     .maxKeyBits = 2048,
     .keyDerivation = KeyDerivation::PSha1,
     .cipher = SymmetricCipher::Aes128Cbc,
     .authentication = SymmetricAuthentication::HmacSha1,
     .signingKeyLength = 16,
     .encryptingKeyLength = 16,
     .ivLength = 16,
     .signatureLength = 20,
     .nonceLength = 16,
     .status = PolicyStatus::Deprecated},
    {.name = "Basic256",
     .uri = "http://opcfoundation.org/UA/SecurityPolicy#Basic256",
     .asymmetricSignature = AsymmetricSignature::RsaPkcs1Sha1,
     .asymmetricEncryption = AsymmetricEncryption::RsaOaepSha1,
     .minKeyBits = 1024,
     .maxKeyBits = 2048,
     .keyDerivation = KeyDerivation::PSha1,
     .cipher = SymmetricCipher::Aes256Cbc,
     .authentication = SymmetricAuthentication::HmacSha1,
     .signingKeyLength = 24,
     .encryptingKeyLength = 32,
     .ivLength = 16,
     .signatureLength = 20,
     .nonceLength = 32,
     .status = PolicyStatus::Deprecated},
    {.name = "Basic256Sha256",
     .uri = "http://opcfoundation.org/UA/SecurityPolicy#Basic256Sha256",
     .asymmetricSignature = AsymmetricSignature::RsaPkcs1Sha256,
     .asymmetricEncryption = AsymmetricEncryption::RsaOaepSha1,
     .minKeyBits = 2048,
     .maxKeyBits = 4096,
     .keyDerivation = KeyDerivation::PSha256,
     .cipher = SymmetricCipher::Aes256Cbc,
     .authentication = SymmetricAuthentication::HmacSha256,
     .signingKeyLength = 32,
     .encryptingKeyLength = 32,
     .ivLength = 16,
     .signatureLength = 32,
     .nonceLength = 32},
    {.name = "Aes128_Sha256_RsaOaep",
     .uri = "http://opcfoundation.org/UA/SecurityPolicy#Aes128_Sha256_RsaOaep",
     .asymmetricSignature = AsymmetricSignature::RsaPkcs1Sha256,
     .asymmetricEncryption = AsymmetricEncryption::RsaOaepSha1,
     .minKeyBits = 2048,
     .maxKeyBits = 4096,
     .keyDerivation = KeyDerivation::PSha256,
     .cipher = SymmetricCipher::Aes128Cbc,
     .authentication = SymmetricAuthentication::HmacSha256,
     .signingKeyLength = 32,
     .encryptingKeyLength = 16,
     .ivLength = 16,
     .signatureLength = 32,
     .nonceLength = 32},
    {.name = "Aes256_Sha256_RsaPss",
     .uri = "http://opcfoundation.org/UA/SecurityPolicy#Aes256_Sha256_RsaPss",
     .asymmetricSignature = AsymmetricSignature::RsaPssSha256,
     .asymmetricEncryption = AsymmetricEncryption::RsaOaepSha256,
     .minKeyBits = 2048,
     .maxKeyBits = 4096,
     .keyDerivation = KeyDerivation::PSha256,
     .cipher = SymmetricCipher::Aes256Cbc,
     .authentication = SymmetricAuthentication::HmacSha256,
     .signingKeyLength = 32,
     .encryptingKeyLength = 32,
     .ivLength = 16,
     .signatureLength = 32,
     .nonceLength = 32},
});

const SecurityPolicy* findBy(std::string_view SecurityPolicy::* field, std::string_view value)
{
    const auto found = std::ranges::find(table, value, field);
    return found == table.end() ? nullptr : &*found;
}

} // namespace

std::string_view SecurityPolicy::signatureAlgorithmUri() const
{
    switch (asymmetricSignature) {
    case AsymmetricSignature::None:
        return {};
    case AsymmetricSignature::RsaPkcs1Sha1:
        return "http://www.w3.org/2000/09/xmldsig#rsa-sha1";
    case AsymmetricSignature::RsaPkcs1Sha256:
        return "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
    case AsymmetricSignature::RsaPssSha256:
        return "http://opcfoundation.org/UA/security/rsa-pss-sha2-256";
    }
    return {};
}

std::string_view SecurityPolicy::encryptionAlgorithmUri() const
{
    switch (asymmetricEncryption) {
    case AsymmetricEncryption::None:
        return {};
    case AsymmetricEncryption::RsaPkcs1:
        return "http://www.w3.org/2001/04/xmlenc#rsa-1_5";
    case AsymmetricEncryption::RsaOaepSha1:
        return "http://www.w3.org/2001/04/xmlenc#rsa-oaep";
    case AsymmetricEncryption::RsaOaepSha256:
        return "http://opcfoundation.org/UA/security/rsa-oaep-sha2-256";
    }
    return {};
}

std::span<const SecurityPolicy> securityPolicies()
{
    return table;
}

const SecurityPolicy* findPolicy(std::string_view uri)
{
    return findBy(&SecurityPolicy::uri, uri);
}

const SecurityPolicy* findPolicyByName(std::string_view name)
{
    return findBy(&SecurityPolicy::name, name);
}

const SecurityPolicy& nonePolicy()
{
    return table.front();
}

} // namespace ua
