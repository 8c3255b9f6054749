// SPDX-License-Identifier: MIT
// Time is passed in, never read from the system by protocol code. Durations, schedules and timeouts
// use the monotonic clock; wall time is only a label (field case L07).
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>

namespace base {

using Duration = std::chrono::nanoseconds;

/// Nanoseconds of CLOCK_MONOTONIC: the same for every process of one machine.
struct MonotonicTime
{
    std::int64_t ns = 0;

    friend constexpr auto operator<=>(MonotonicTime, MonotonicTime) = default;
    friend constexpr Duration operator-(MonotonicTime a, MonotonicTime b)
    {
        return Duration(a.ns - b.ns);
    }
    friend constexpr MonotonicTime operator+(MonotonicTime t, Duration d)
    {
        return {t.ns + d.count()};
    }
};

/// Nanoseconds since 1970-01-01T00:00Z.
struct WallTime
{
    std::int64_t ns = 0;

    friend constexpr auto operator<=>(WallTime, WallTime) = default;
    friend constexpr Duration operator-(WallTime a, WallTime b) { return Duration(a.ns - b.ns); }
    friend constexpr WallTime operator+(WallTime t, Duration d) { return {t.ns + d.count()}; }
};

class Clock
{
public:
    virtual ~Clock() = default;
    virtual MonotonicTime monotonic() const = 0;
    virtual WallTime wall() const = 0;
};

class SystemClock final : public Clock
{
public:
    MonotonicTime monotonic() const override;
    WallTime wall() const override;
};

/// Wall time as an agreed base plus the monotonic clock, so that a step of the system's clock
/// changes no timestamp difference. Two processes given the same base agree.
class AnchoredClock final : public Clock
{
public:
    /// base = wall time at monotonic zero.
    explicit AnchoredClock(WallTime wallAtMonotonicZero)
        : m_base(wallAtMonotonicZero)
    {}
    /// Anchors at the system's wall clock of this moment.
    static AnchoredClock now();
    MonotonicTime monotonic() const override;
    WallTime wall() const override;
    WallTime base() const { return m_base; }

private:
    WallTime m_base;
};

/// For tests: stands still until told otherwise; both clocks may be moved apart.
class ManualClock final : public Clock
{
public:
    MonotonicTime monotonic() const override { return m_monotonic; }
    WallTime wall() const override { return m_wall; }
    void advance(Duration d)
    {
        m_monotonic = m_monotonic + d;
        m_wall = m_wall + d;
    }
    void stepWall(Duration d) { m_wall = m_wall + d; }

private:
    MonotonicTime m_monotonic{1'000'000'000};
    WallTime m_wall{1'767'225'600'000'000'000}; // 2026-01-01T00:00Z
};

} // namespace base
