// SPDX-License-Identifier: MIT
// The machine's facts as the run record holds them.
#pragma once

#include "measure/environment.h"

#include <boost/json/object.hpp>

namespace results {

/// Unknown facts are left out. The member "cores" is what the process can use at most.
boost::json::object environmentJson(const measure::Environment& environment);

} // namespace results
