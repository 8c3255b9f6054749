// SPDX-License-Identifier: MIT
// Sizes of RSA operations and the parameters of a policy's algorithms (Part 6 §6.7.2.5.1).
#pragma once

#include "ua/security/security_policy.h"

#include <cstddef>

namespace ua {

/// Plain bytes one RSA block takes; 0 when the key is too small for the padding.
std::size_t plainBlockSize(AsymmetricEncryption algorithm, std::size_t keyBytes);
/// Cipher bytes of `plainSize` bytes, encrypted block by block.
std::size_t encryptedSize(AsymmetricEncryption algorithm, std::size_t keyBytes,
                          std::size_t plainSize);

} // namespace ua
