// SPDX-License-Identifier: MIT
#include "ua/types/scalars.h"

#include <fmt/format.h>

#include <chrono>

namespace ua {

std::string DateTime::text() const
{
    if (ticks <= 0) {
        return "0001-01-01T00:00:00Z";
    }
    if (ticks >= maxTicks) {
        return "9999-12-31T23:59:59Z";
    }
    constexpr std::int64_t ticksPerDay = 864'000'000'000;
    constexpr int daysFrom1601To1970 = 134'774;
    using namespace std::chrono;
    const auto day = static_cast<int>(ticks / ticksPerDay) - daysFrom1601To1970;
    const std::int64_t inDay = ticks % ticksPerDay;
    const year_month_day date{sys_days{days{day}}};
    const std::int64_t seconds = inDay / 10'000'000;
    std::string text =
        fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                    static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                    seconds / 3600, seconds / 60 % 60, seconds % 60);
    if (const std::int64_t fraction = inDay % 10'000'000; fraction != 0) {
        text += fmt::format(".{:07}", fraction);
    }
    return text + "Z";
}

std::string Guid::text() const
{
    return fmt::format("{:08x}-{:04x}-{:04x}-{:02x}{:02x}-{:02x}{:02x}{:02x}{:02x}{:02x}{:02x}",
                       data1, data2, data3, data4[0], data4[1], data4[2], data4[3], data4[4],
                       data4[5], data4[6], data4[7]);
}

} // namespace ua
