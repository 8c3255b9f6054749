// SPDX-License-Identifier: MIT
// Fills the server's namespace 0 and binds the values that live: status, limits, diagnostics.
#pragma once

namespace ua {

class Server;

void populateStandardSpace(Server& server);

} // namespace ua
