// SPDX-License-Identifier: MIT
// JSON lines on standard input, only with --control: the scenario first, then mark, stop, abort.
#pragma once

#include "base/result.h"
#include "load/engine.h"

#include <atomic>
#include <string>
#include <thread>

namespace app {

class ControlInput
{
public:
    ControlInput() = default;
    ~ControlInput();
    ControlInput(const ControlInput&) = delete;
    ControlInput& operator=(const ControlInput&) = delete;

    /// Blocks until the line with the scenario has come.
    base::Result<std::string> waitForScenario();
    /// Passes commands on until standard input ends, which means nothing by itself.
    void follow(load::Engine& engine);

private:
    /// False at the end of standard input or when told to stop.
    bool readLine(std::string& line);

    std::string m_pending;
    std::thread m_thread;
    std::atomic<bool> m_stop{false};
};

} // namespace app
