// SPDX-License-Identifier: MIT
// `--set /pointer=value`: changes a scenario document before it is read.
#pragma once

#include "base/result.h"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace scenario {

/// Sets one value. The pointer must lead into the document; objects on the way that are left out
/// are made, and the strict reader judges afterwards whether they are known. The value is JSON, or
/// else a text: 5, true, {"kind": "anonymous"}, 250ms. A parameter that the matrix varies (or that
/// lies above or below one) is taken out of the matrix; /matrix=null drops the matrix.
base::Result<std::string> applyOverride(std::string_view document, std::string_view assignment);

/// The value at a pointer is replaced or, as the key of an object, added.
base::Result<void> setAt(boost::json::value& document, std::string_view pointer,
                         boost::json::value value);

} // namespace scenario
