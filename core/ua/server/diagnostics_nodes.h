// SPDX-License-Identifier: MIT
// Server diagnostics in the address space (Part 5 §6.3.3 to §6.3.6). Counters are kept as things
// happen; arrays are built only when somebody reads them.
#pragma once

namespace ua {

class Server;

void bindDiagnostics(Server& server);

} // namespace ua
