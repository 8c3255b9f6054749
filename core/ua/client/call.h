// SPDX-License-Identifier: MIT
// How this client awaits: coroutines on the shard's executor. Every co_await is a statement of its
// own, and requests are named first (Clang and g++ both get such code right).
#pragma once

#include "ua/transport/asio_types.h"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace ua {

template <typename T>
using Awaitable = asio::awaitable<T, Executor>;
inline constexpr asio::use_awaitable_t<Executor> useAwaitable{};

} // namespace ua
