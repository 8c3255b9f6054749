// SPDX-License-Identifier: MIT
// A scenario: everything that determines a run, as values. It is read by scenario_reader.h; the
// schema in docs/ is made from the same fields().
#pragma once

#include "scenario/field_info.h"
#include "scenario/security.h"
#include "scenario/target.h"
#include "scenario/threshold.h"
#include "scenario/workload.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scenario {

constexpr std::string_view schemaVersion = "uasurge-scenario/1.0";

struct TargetSection
{
    Target which;

    const EmbeddedTarget* embedded() const { return std::get_if<EmbeddedTarget>(&which); }
    const ExternalTarget* external() const { return std::get_if<ExternalTarget>(&which); }

    void fields(this auto& self, auto&& field)
    {
        field.choose("kind", self.which, about("Which server is put under load."));
    }
    friend bool operator==(const TargetSection&, const TargetSection&) = default;
};

struct LoadSide
{
    std::vector<std::uint32_t> cores;
    std::optional<std::uint32_t> shards;

    void fields(this auto& self, auto&& field)
    {
        field("cores", self.cores,
              listOf(0, 1'024, 0, 1'023, "Processors the load side may use; none named: all."));
        field("shards", self.shards,
              between(1, 256, "Threads of the load side; one per core when absent."));
    }
    friend bool operator==(const LoadSide&, const LoadSide&) = default;
};

struct Ramp
{
    std::uint32_t concurrencyPerCore = 8;
    std::optional<double> rate;
    std::uint32_t attempts = 5;
    base::Duration retryDelay = std::chrono::milliseconds(250);
    base::Duration connectTimeout = std::chrono::seconds(10);
    base::Duration timeout = std::chrono::minutes(2);

    void fields(this auto& self, auto&& field)
    {
        using namespace std::chrono_literals;
        field("concurrencyPerCore", self.concurrencyPerCore,
              between(1, 10'000, "Connects under way at once, per shard of the load side."));
        field("rate", self.rate,
              between(0.1, 100'000, "Connects started per second at most; absent: no limit."));
        field("attempts", self.attempts,
              between(1, 100, "Attempts per session, the first one too."));
        field("retryDelay", self.retryDelay,
              lasting(0s, 1min, "Wait before attempt n + 1: this times n."));
        field("connectTimeout", self.connectTimeout,
              lasting(10ms, 10min, "Timeout of each stage of a connect."));
        field("timeout", self.timeout,
              lasting(1s, 24h, "When sessions not yet established are given up."));
    }
    friend bool operator==(const Ramp&, const Ramp&) = default;
};

struct Phases
{
    Ramp ramp;
    base::Duration settle = std::chrono::seconds(2);
    base::Duration steady = std::chrono::seconds(10);
    base::Duration drain = std::chrono::seconds(3);

    void fields(this auto& self, auto&& field)
    {
        using namespace std::chrono_literals;
        field("ramp", self.ramp, about("How sessions are established."));
        field("settle", self.settle, lasting(0s, 24h, "From the last session to the measurement."));
        field("steady", self.steady, lasting(100ms, 168h, "The measured phase."));
        field("drain", self.drain,
              lasting(0s, 1h, "How long answers under way are waited for afterwards."));
    }
    friend bool operator==(const Phases&, const Phases&) = default;
};

/// One parameter that is varied: a JSON pointer and its values as canonical JSON texts.
struct MatrixAxis
{
    std::string pointer;
    std::vector<std::string> values;

    friend bool operator==(const MatrixAxis&, const MatrixAxis&) = default;
};
using Matrix = std::vector<MatrixAxis>;

struct Scenario
{
    std::string schema{schemaVersion};
    std::string name;
    std::string description;
    TargetSection target;
    LoadSide load;
    Security security;
    std::vector<Workload> workloads;
    Phases phases;
    std::vector<Threshold> thresholds;
    std::uint64_t seed = 1;
    std::uint32_t repetitions = 1;
    base::Duration sampleInterval = std::chrono::seconds(1);
    Matrix matrix;

    void fields(this auto& self, auto&& field)
    {
        using namespace std::chrono_literals;
        field("schema", self.schema,
              FieldInfo{.doc = "Version of this format.",
                        .min = 1,
                        .max = 64,
                        .presence = Presence::Required,
                        .pattern = "^uasurge-scenario/1\\.[0-9]+$"});
        field("name", self.name,
              FieldInfo{.doc = "Name of the scenario.",
                        .min = 1,
                        .max = 80,
                        .presence = Presence::Required,
                        .pattern = "^[A-Za-z0-9][A-Za-z0-9._-]*$"});
        field("description", self.description,
              between(0, 4'096, "What the scenario shows, for people."));
        field("target", self.target, about("What is put under load."));
        field("load", self.load, about("Processors and threads of the load side."));
        field("security", self.security, about("Channel security and user identity."));
        field("workloads", self.workloads,
              between(1, 64, "What the sessions do; all run side by side.").required());
        field("phases", self.phases, about("Ramp, settle, steady and drain."));
        field("thresholds", self.thresholds,
              between(0, 256,
                      "Criteria such as subscribe.latency:p(99)<250ms; an object adds abortOnFail "
                      "and optional."));
        field("seed", self.seed,
              between(0, 9'007'199'254'740'991.0, "Same scenario and seed, same plan."));
        field("repetitions", self.repetitions,
              between(1, 1'000, "How often each cell is repeated."));
        field("sampleInterval", self.sampleInterval,
              lasting(100ms, 10min, "From one sample record to the next."));
        field("matrix", self.matrix,
              between(0, 8,
                      "Parameters to vary: JSON pointer to a list of values; every combination is "
                      "one cell."));
    }
    friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// The sum over all workloads.
inline std::uint64_t totalSessions(const Scenario& scenario)
{
    std::uint64_t total = 0;
    for (const auto& workload : scenario.workloads) {
        total += workload.sessions;
    }
    return total;
}

} // namespace scenario
