// SPDX-License-Identifier: MIT
// The security policies (Part 7 §6.6) as a table. Code branches on the properties of a row, never
// on its name, so a new policy is a new row.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ua {

enum class AsymmetricSignature : std::uint8_t { None, RsaPkcs1Sha1, RsaPkcs1Sha256, RsaPssSha256 };
enum class AsymmetricEncryption : std::uint8_t { None, RsaPkcs1, RsaOaepSha1, RsaOaepSha256 };
enum class KeyDerivation : std::uint8_t { None, PSha1, PSha256 };
enum class SymmetricCipher : std::uint8_t { None, Aes128Cbc, Aes256Cbc };
enum class SymmetricAuthentication : std::uint8_t { None, HmacSha1, HmacSha256 };
enum class PolicyStatus : std::uint8_t { Current, Deprecated };

struct SecurityPolicy
{
    std::string_view name;
    std::string_view uri;
    AsymmetricSignature asymmetricSignature = AsymmetricSignature::None;
    AsymmetricEncryption asymmetricEncryption = AsymmetricEncryption::None;
    std::uint32_t minKeyBits = 0;
    std::uint32_t maxKeyBits = 0;
    KeyDerivation keyDerivation = KeyDerivation::None;
    SymmetricCipher cipher = SymmetricCipher::None;
    SymmetricAuthentication authentication = SymmetricAuthentication::None;
    std::uint8_t signingKeyLength = 0;
    std::uint8_t encryptingKeyLength = 0;
    std::uint8_t ivLength = 0;
    std::uint8_t signatureLength = 0;
    /// SecureChannelNonceLength. Session nonces are a different thing: always 32 or more.
    std::uint16_t nonceLength = 0;
    bool legacySequenceNumbers = true;
    bool secureChannelEnhancements = false;
    PolicyStatus status = PolicyStatus::Current;

    /// False for None only.
    bool isSecured() const { return asymmetricSignature != AsymmetricSignature::None; }
    /// SignatureData.Algorithm; empty for None.
    std::string_view signatureAlgorithmUri() const;
    /// EncryptionAlgorithm of user identity tokens; empty for None.
    std::string_view encryptionAlgorithmUri() const;
};

std::span<const SecurityPolicy> securityPolicies();
/// Null when the URI is unknown.
const SecurityPolicy* findPolicy(std::string_view uri);
/// By the last part of the URI, for example "Basic256Sha256"; null when unknown.
const SecurityPolicy* findPolicyByName(std::string_view name);
const SecurityPolicy& nonePolicy();

} // namespace ua
