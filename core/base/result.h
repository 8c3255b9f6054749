// SPDX-License-Identifier: MIT
// Failures as values: Result<T> carries either a T or an Error whose context is a sentence for an
// operator. Exceptions never cross a core function.
#pragma once

#include "base/status_code.h"

#include <expected>
#include <string>
#include <utility>

namespace base {

struct Error
{
    StatusCode status;
    std::string context;

    friend bool operator==(const Error&, const Error&) = default;
};

template <typename T>
using Result = std::expected<T, Error>;

[[nodiscard]] inline std::unexpected<Error> fail(StatusCode status, std::string context)
{
    return std::unexpected<Error>(Error{status, std::move(context)});
}

/// Adds what was being done, outermost first: "reading certificate: no such file".
[[nodiscard]] inline std::unexpected<Error> fail(std::string_view doing, const Error& cause)
{
    return std::unexpected<Error>(Error{cause.status, std::string(doing) + ": " + cause.context});
}

} // namespace base

/// Returns the error of `expression` from the enclosing function.
#define UA_TRY(expression)                                                                         \
    do {                                                                                           \
        auto&& uaTryResult = (expression);                                                         \
        if (!uaTryResult) {                                                                        \
            return std::unexpected(std::move(uaTryResult).error());                                \
        }                                                                                          \
    } while (false)

#define UA_TRY_CONCAT_INNER(a, b) a##b
#define UA_TRY_CONCAT(a, b) UA_TRY_CONCAT_INNER(a, b)
/// Declares `declaration` from the value of `expression`, or returns its error.
#define UA_TRY_ASSIGN(declaration, expression)                                                     \
    auto UA_TRY_CONCAT(uaTry, __LINE__) = (expression);                                            \
    if (!UA_TRY_CONCAT(uaTry, __LINE__)) {                                                         \
        return std::unexpected(std::move(UA_TRY_CONCAT(uaTry, __LINE__)).error());                 \
    }                                                                                              \
    declaration = std::move(*UA_TRY_CONCAT(uaTry, __LINE__))
