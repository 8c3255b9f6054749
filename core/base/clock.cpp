// SPDX-License-Identifier: MIT
#include "base/clock.h"

#include <ctime>

namespace base {

namespace {

std::int64_t nanosecondsOf(clockid_t clock)
{
    timespec t{};
    clock_gettime(clock, &t);
    return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

} // namespace

MonotonicTime SystemClock::monotonic() const
{
    return {nanosecondsOf(CLOCK_MONOTONIC)};
}
WallTime SystemClock::wall() const
{
    return {nanosecondsOf(CLOCK_REALTIME)};
}

AnchoredClock AnchoredClock::now()
{
    return AnchoredClock(WallTime{nanosecondsOf(CLOCK_REALTIME) - nanosecondsOf(CLOCK_MONOTONIC)});
}
MonotonicTime AnchoredClock::monotonic() const
{
    return {nanosecondsOf(CLOCK_MONOTONIC)};
}
WallTime AnchoredClock::wall() const
{
    return {m_base.ns + nanosecondsOf(CLOCK_MONOTONIC)};
}

} // namespace base
