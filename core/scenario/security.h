// SPDX-License-Identifier: MIT
// How every session of a scenario secures its channel and who it says it is.
#pragma once

#include "scenario/field_info.h"

#include <cstdint>
#include <string>
#include <variant>

namespace scenario {

/// The names are the last part of the policy's URI (Part 7 §6.6).
enum class Policy { None, Basic256Sha256 };
constexpr auto namesOf(Policy)
{
    return std::array{Named<Policy>{"None", Policy::None},
                      Named<Policy>{"Basic256Sha256", Policy::Basic256Sha256}};
}

enum class Mode { None, Sign, SignAndEncrypt };
constexpr auto namesOf(Mode)
{
    return std::array{Named<Mode>{"None", Mode::None}, Named<Mode>{"Sign", Mode::Sign},
                      Named<Mode>{"SignAndEncrypt", Mode::SignAndEncrypt}};
}

struct AnonymousIdentity
{
    static constexpr std::string_view choice = "anonymous";
    static constexpr std::string_view doc = "No user.";

    void fields(this auto&, auto&&) {}
    friend bool operator==(const AnonymousIdentity&, const AnonymousIdentity&) = default;
};

struct UserNameIdentity
{
    static constexpr std::string_view choice = "userName";
    static constexpr std::string_view doc =
        "A user with a password; the embedded server accepts exactly this one.";

    std::string user;
    Secret password;

    void fields(this auto& self, auto&& field)
    {
        field("user", self.user, between(1, 256, "Name of the user.").required());
        field("password", self.password,
              about("Where the password is: an environment variable or a file.").required());
    }
    friend bool operator==(const UserNameIdentity&, const UserNameIdentity&) = default;
};

/// A structure of its own, because its only field is the choice.
struct Identity
{
    std::variant<AnonymousIdentity, UserNameIdentity> who;

    void fields(this auto& self, auto&& field)
    {
        field.choose("kind", self.who, about("Kind of user identity token."));
    }
    friend bool operator==(const Identity&, const Identity&) = default;
};

struct Security
{
    Policy policy = Policy::Basic256Sha256;
    Mode mode = Mode::SignAndEncrypt;
    std::uint32_t keyBits = 2'048;
    std::uint32_t certificates = 1;
    base::Duration tokenLifetime = std::chrono::hours(1);
    std::string certificate;
    Secret key;
    Identity identity;

    void fields(this auto& self, auto&& field)
    {
        using namespace std::chrono_literals;
        field("policy", self.policy, about("Security policy of the channel."));
        field("mode", self.mode, about("Message security mode."));
        field("keyBits", self.keyBits,
              between(2'048, 4'096, "RSA key size of generated certificates: 2048, 3072 or 4096."));
        field(
            "certificates", self.certificates,
            between(1, 1'000,
                    "Different client certificates the sessions share. One for all trips lockouts "
                    "and flatters caches."));
        field("tokenLifetime", self.tokenLifetime,
              lasting(1s, 24h, "Lifetime requested for each channel's token; renewed at 75 %."));
        field("certificate", self.certificate,
              between(0, 4'096,
                      "File with the client certificate (DER or PEM); generated when absent."));
        field("key", self.key, about("Where the private key of that certificate is (PEM)."));
        field("identity", self.identity, about("Who each session says it is."));
    }
    friend bool operator==(const Security&, const Security&) = default;
};

} // namespace scenario
