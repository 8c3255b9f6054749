// SPDX-License-Identifier: MIT
// What the sessions of one workload do, and when. Workloads of a scenario run side by side.
#pragma once

#include "scenario/field_info.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace scenario {

struct ClosedLoop
{
    static constexpr std::string_view choice = "closed";
    static constexpr std::string_view doc = "The next request starts when one has been answered.";

    std::uint32_t inFlight = 1;

    void fields(this auto& self, auto&& field)
    {
        field("inFlight", self.inFlight,
              between(1, 10'000, "Requests under way at once, per session."));
    }
    friend bool operator==(const ClosedLoop&, const ClosedLoop&) = default;
};

struct OpenLoop
{
    static constexpr std::string_view choice = "open";
    static constexpr std::string_view doc = "Requests start at a fixed rate, answered or not.";

    double rate = 1;
    std::uint32_t maxInFlight = 256;

    void fields(this auto& self, auto&& field)
    {
        field("rate", self.rate,
              between(0.001, 10'000'000, "Requests per second of the whole workload.").required());
        field("maxInFlight", self.maxInFlight,
              between(1, 10'000,
                      "Requests under way at once, per session; beyond it starts queue and keep "
                      "their intended time."));
    }
    friend bool operator==(const OpenLoop&, const OpenLoop&) = default;
};

struct Bursts
{
    static constexpr std::string_view choice = "burst";
    static constexpr std::string_view doc = "A number of requests at once, again and again.";

    std::uint32_t count = 1;
    base::Duration every = std::chrono::seconds(1);
    std::uint32_t maxInFlight = 256;

    void fields(this auto& self, auto&& field)
    {
        using namespace std::chrono_literals;
        field("count", self.count,
              between(1, 1'000'000, "Requests of one burst, of the whole workload.").required());
        field("every", self.every, lasting(1ms, 1h, "From one burst to the next.").required());
        field("maxInFlight", self.maxInFlight,
              between(1, 10'000, "Requests under way at once, per session."));
    }
    friend bool operator==(const Bursts&, const Bursts&) = default;
};

struct Arrival
{
    std::variant<ClosedLoop, OpenLoop, Bursts> model;

    void fields(this auto& self, auto&& field)
    {
        field.choose("model", self.model, about("When requests start."));
    }
    friend bool operator==(const Arrival&, const Arrival&) = default;
};

enum class Variables { Shared, Own };
constexpr auto namesOf(Variables)
{
    return std::array{Named<Variables>{"shared", Variables::Shared},
                      Named<Variables>{"own", Variables::Own}};
}
constexpr std::string_view variablesDoc =
    "shared: every session uses the same variables, counted from the first; own: no two sessions "
    "use the same one.";

struct SubscribeWorkload
{
    static constexpr std::string_view choice = "subscribe";
    static constexpr std::string_view doc = "Sessions with subscriptions that receive values.";

    std::uint32_t subscriptions = 1;
    std::uint32_t items = 1;
    Variables variables = Variables::Shared;
    base::Duration publishingInterval = std::chrono::seconds(1);
    std::optional<base::Duration> samplingInterval;
    std::uint32_t queueSize = 10;
    bool discardOldest = true;
    std::uint32_t keepAliveCount = 10;
    std::uint32_t lifetimeCount = 100;
    std::uint32_t maxNotificationsPerPublish = 0;
    std::uint32_t priority = 0;

    void fields(this auto& self, auto&& field)
    {
        using namespace std::chrono_literals;
        field("subscriptions", self.subscriptions,
              between(1, 1'000, "Subscriptions of each session."));
        field("items", self.items, between(1, 100'000, "Monitored items of each subscription."));
        field("variables", self.variables, about(variablesDoc));
        field("publishingInterval", self.publishingInterval,
              lasting(1ms, 1h, "Publishing interval requested."));
        field("samplingInterval", self.samplingInterval,
              lasting(0s, 1h,
                      "Sampling interval requested; 0s is by exception, absent is the publishing "
                      "interval."));
        field("queueSize", self.queueSize, between(1, 1'000'000, "Queue of each monitored item."));
        field("discardOldest", self.discardOldest,
              about("Whether a full queue loses its oldest value (true) or its newest."));
        field("keepAliveCount", self.keepAliveCount,
              between(1, 1'000'000, "Publishing intervals without data until a keep-alive."));
        field("lifetimeCount", self.lifetimeCount,
              between(3, 10'000'000,
                      "Publishing intervals without a Publish request until the subscription ends; "
                      "at least three times keepAliveCount."));
        field("maxNotificationsPerPublish", self.maxNotificationsPerPublish,
              between(0, 1'000'000, "Most notifications in one response; 0 is no limit."));
        field("priority", self.priority,
              between(0, 255, "Relative priority of the subscriptions."));
    }
    friend bool operator==(const SubscribeWorkload&, const SubscribeWorkload&) = default;
};

struct ReadWorkload
{
    static constexpr std::string_view choice = "read";
    static constexpr std::string_view doc = "Sessions that read values.";

    Arrival arrival;
    std::uint32_t nodesPerRead = 1;
    Variables variables = Variables::Shared;
    base::Duration maxAge{0};

    void fields(this auto& self, auto&& field)
    {
        using namespace std::chrono_literals;
        field("arrival", self.arrival, about("When requests start."));
        field("nodesPerRead", self.nodesPerRead, between(1, 100'000, "Values of each Read."));
        field("variables", self.variables, about(variablesDoc));
        field("maxAge", self.maxAge, lasting(0s, 1h, "Oldest value accepted from a cache."));
    }
    friend bool operator==(const ReadWorkload&, const ReadWorkload&) = default;
};

struct WriteWorkload
{
    static constexpr std::string_view choice = "write";
    static constexpr std::string_view doc =
        "Sessions that write the next counter value to each of their variables.";

    Arrival arrival{Bursts{}};
    std::uint32_t nodesPerWrite = 1;
    Variables variables = Variables::Shared;

    void fields(this auto& self, auto&& field)
    {
        field("arrival", self.arrival, about("When requests start."));
        field("nodesPerWrite", self.nodesPerWrite,
              between(1, 100'000, "Variables changed by each Write."));
        field("variables", self.variables, about(variablesDoc));
    }
    friend bool operator==(const WriteWorkload&, const WriteWorkload&) = default;
};

struct Workload
{
    std::string name;
    std::variant<SubscribeWorkload, ReadWorkload, WriteWorkload> work;
    std::uint32_t sessions = 1;
    base::Duration start{0};
    std::optional<base::Duration> stop;
    base::Duration timeout = std::chrono::seconds(10);
    base::Duration sessionTimeout = std::chrono::minutes(1);

    void fields(this auto& self, auto&& field)
    {
        using namespace std::chrono_literals;
        field("name", self.name,
              FieldInfo{.doc = "Name of the workload: the first part of its metrics' names.",
                        .min = 1,
                        .max = 40,
                        .presence = Presence::Required,
                        .pattern = "^[A-Za-z][A-Za-z0-9_-]*$"});
        field.choose("kind", self.work, about("What the sessions do."));
        field("sessions", self.sessions,
              between(1, 100'000, "Sessions of this workload, each on its own secure channel."));
        field("start", self.start,
              lasting(0s, 24h, "When it starts, counted from the end of the ramp."));
        field("stop", self.stop,
              lasting(1ms, 168h,
                      "When it stops, counted from the end of the ramp; absent: with the steady "
                      "phase."));
        field("timeout", self.timeout, lasting(10ms, 1h, "Timeout of each request."));
        field("sessionTimeout", self.sessionTimeout,
              lasting(1s, 24h, "Session timeout requested."));
    }
    friend bool operator==(const Workload&, const Workload&) = default;
};

} // namespace scenario
