// SPDX-License-Identifier: MIT
// Reading and safely writing the small files of the pki folder; paths stay std::filesystem::path so
// that any name the file system takes works (field case R02).
#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <filesystem>
#include <string>

namespace ua {

/// The path as UTF-8, for messages.
std::string displayPath(const std::filesystem::path& path);

base::Result<base::Bytes> readFile(const std::filesystem::path& file, std::size_t maxSize);

enum class FileSecrecy { Public, Private };
/// Writes a temporary file beside and renames it over. Private: mode 0600 from its creation on, so
/// there is no moment at which others could open it.
base::Result<void> writeFile(const std::filesystem::path& file, base::BytesView content,
                             FileSecrecy secrecy);

} // namespace ua
