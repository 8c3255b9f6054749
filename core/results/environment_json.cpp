// SPDX-License-Identifier: MIT
#include "results/environment_json.h"

namespace results {

boost::json::object environmentJson(const measure::Environment& environment)
{
    boost::json::object object;
    const auto text = [&](boost::json::string_view key, const std::string& value) {
        if (!value.empty()) {
            object[key] = value;
        }
    };
    text("cpu", environment.cpuModel);
    object["cores"] = environment.cores();
    object["affinityCores"] = environment.affinityCores;
    if (environment.quotaCores) {
        object["quotaCores"] = *environment.quotaCores;
    }
    object["memory_bytes"] = environment.memoryBytes;
    if (environment.memoryLimitBytes) {
        object["memoryLimit_bytes"] = *environment.memoryLimitBytes;
    }
    text("kernel", environment.kernel);
    object["descriptorsSoft"] = environment.descriptorsSoft;
    object["descriptorsHard"] = environment.descriptorsHard;
    object["portFirst"] = environment.portFirst;
    object["portLast"] = environment.portLast;
    text("clockSource", environment.clockSource);
    object["loadAverage"] = environment.loadAverage;
    return object;
}

} // namespace results
