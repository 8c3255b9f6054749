// SPDX-License-Identifier: MIT
#include "scenario/threshold.h"

#include "base/text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

// threshold   = metric ":" aggregation comparison value [ "over" duration ]
// metric      = name { "." name }            ; at least two names: subscribe.latency
// name        = letter { letter | digit | "_" | "-" }
// aggregation = "p(" number ")" | "min" | "max" | "mean" | "count" | "rate" | "last" | "slope"
// comparison  = "<" | "<=" | ">" | ">=" | "==" | "!="
// value       = [ "-" ] number [ unit ]
// unit        = "ns" | "us" | "ms" | "s" | "min" | "h"                      ; durations
//             | ( "B" | "kB" | "MB" | "GB" | "KiB" | "MiB" | "GiB" ) [ "/min" ] ; sizes, slopes
//             | "/s" | "%"
// Blanks may stand around the comparison and "over".

namespace scenario {

namespace {

constexpr base::StatusCode invalidArgument{0x80AB0000}; // Bad_InvalidArgument
constexpr std::size_t maxExpression = 512;

struct NamedAggregation
{
    std::string_view name;
    Aggregation aggregation;
};
constexpr std::array aggregations{
    NamedAggregation{"min", Aggregation::Min},     NamedAggregation{"max", Aggregation::Max},
    NamedAggregation{"mean", Aggregation::Mean},   NamedAggregation{"count", Aggregation::Count},
    NamedAggregation{"rate", Aggregation::Rate},   NamedAggregation{"last", Aggregation::Last},
    NamedAggregation{"slope", Aggregation::Slope},
};

struct NamedComparison
{
    std::string_view name;
    Comparison comparison;
};
// Two-character operators first: "<=" must not be read as "<".
constexpr std::array comparisons{
    NamedComparison{"<=", Comparison::LessEqual}, NamedComparison{">=", Comparison::GreaterEqual},
    NamedComparison{"==", Comparison::Equal},     NamedComparison{"!=", Comparison::NotEqual},
    NamedComparison{"<", Comparison::Less},       NamedComparison{">", Comparison::Greater},
};

struct NamedUnit
{
    std::string_view name;
    LimitUnit unit;
    double factor;
};
constexpr std::array units{
    NamedUnit{"", LimitUnit::None, 1},           NamedUnit{"ns", LimitUnit::Duration, 1},
    NamedUnit{"us", LimitUnit::Duration, 1e3},   NamedUnit{"ms", LimitUnit::Duration, 1e6},
    NamedUnit{"s", LimitUnit::Duration, 1e9},    NamedUnit{"min", LimitUnit::Duration, 60e9},
    NamedUnit{"h", LimitUnit::Duration, 3600e9}, NamedUnit{"B", LimitUnit::Bytes, 1},
    NamedUnit{"kB", LimitUnit::Bytes, 1e3},      NamedUnit{"MB", LimitUnit::Bytes, 1e6},
    NamedUnit{"GB", LimitUnit::Bytes, 1e9},      NamedUnit{"KiB", LimitUnit::Bytes, 1024},
    NamedUnit{"MiB", LimitUnit::Bytes, 1048576}, NamedUnit{"GiB", LimitUnit::Bytes, 1073741824},
    NamedUnit{"/s", LimitUnit::None, 1},         NamedUnit{"%", LimitUnit::Ratio, 0.01},
};

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isBlank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

/// Reads left to right; every failure names the expression, the column and what was expected.
class Parser
{
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {}

    base::Result<Threshold> parse()
    {
        Threshold threshold;
        threshold.expression = m_text;
        UA_TRY(readMetric(threshold));
        UA_TRY(readAggregation(threshold));
        UA_TRY(readComparison(threshold));
        UA_TRY(readLimit(threshold));
        UA_TRY(readWindow(threshold));
        return threshold;
    }

private:
    base::Result<void> readMetric(Threshold& threshold)
    {
        const std::size_t begin = m_at;
        std::size_t names = 0;
        do {
            if (names > 0) {
                ++m_at;
            }
            if (m_at >= m_text.size() || !isLetter(m_text[m_at])) {
                return expected("a metric such as subscribe.latency");
            }
            while (m_at < m_text.size() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at]) ||
                                            m_text[m_at] == '_' || m_text[m_at] == '-')) {
                ++m_at;
            }
            ++names;
        } while (m_at < m_text.size() && m_text[m_at] == '.');
        threshold.metric = m_text.substr(begin, m_at - begin);
        if (names < 2) {
            return expected("'.' and the rest of the metric's name, as in subscribe.latency");
        }
        if (!take(":")) {
            return expected("':' and an aggregation, as in " + threshold.metric + ":max<1s");
        }
        return {};
    }

    base::Result<void> readAggregation(Threshold& threshold)
    {
        if (take("p(")) {
            const std::size_t begin = m_at;
            const auto number = takeNumber();
            if (!number || !(*number > 0 && *number <= 100)) {
                m_at = begin;
                return expected("a percentile above 0 and up to 100, as in p(99.9)");
            }
            if (!take(")")) {
                return expected("')' after the percentile");
            }
            threshold.percentile = *number;
            threshold.aggregation = Aggregation::Percentile;
            return {};
        }
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && isLetter(m_text[m_at])) {
            ++m_at;
        }
        const auto word = m_text.substr(begin, m_at - begin);
        for (const auto& known : aggregations) {
            if (word == known.name) {
                threshold.aggregation = known.aggregation;
                return {};
            }
        }
        m_at = begin;
        std::vector<std::string_view> names;
        for (const auto& known : aggregations) {
            names.push_back(known.name);
        }
        const auto close = base::nearest(word, names);
        return expected("one of p(n), min, max, mean, count, rate, last, slope" +
                        (close ? fmt::format(" (did you mean {}?)", *close) : std::string()));
    }

    base::Result<void> readComparison(Threshold& threshold)
    {
        skipBlanks();
        for (const auto& known : comparisons) {
            if (take(known.name)) {
                threshold.comparison = known.comparison;
                skipBlanks();
                return {};
            }
        }
        return expected("one of <, <=, >, >=, ==, !=");
    }

    base::Result<void> readLimit(Threshold& threshold)
    {
        const auto number = takeNumber();
        if (!number) {
            return expected("a number, as in <250ms");
        }
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && !isBlank(m_text[m_at])) {
            ++m_at;
        }
        auto suffix = m_text.substr(begin, m_at - begin);
        const bool perMinute = suffix.ends_with("/min");
        if (perMinute) {
            suffix.remove_suffix(4);
        }
        for (const auto& known : units) {
            if (suffix == known.name) {
                if (perMinute && (known.unit == LimitUnit::Duration ||
                                  threshold.aggregation != Aggregation::Slope)) {
                    break;
                }
                threshold.unit = known.unit;
                threshold.limit = *number * known.factor;
                return std::isfinite(threshold.limit) ? base::Result<void>{}
                                                      : expected("a smaller number");
            }
        }
        m_at = begin;
        return expected("a unit (ns, us, ms, s, min, h, B, kB, MB, GB, KiB, MiB, GiB, /s, %; with "
                        "slope also /min after a size) or none");
    }

    base::Result<void> readWindow(Threshold& threshold)
    {
        skipBlanks();
        if (m_at == m_text.size()) {
            return {};
        }
        if (!take("over") || m_at == m_text.size() || !isBlank(m_text[m_at])) {
            return expected("the end, or a window such as 'over 30s'");
        }
        skipBlanks();
        const auto window = base::parseDuration(m_text.substr(m_at));
        if (!window || window->count() <= 0) {
            return expected("a duration above 0 with its unit, as in 'over 30s'");
        }
        threshold.window = *window;
        return {};
    }

    bool take(std::string_view token)
    {
        if (!m_text.substr(m_at).starts_with(token)) {
            return false;
        }
        m_at += token.size();
        return true;
    }

    std::optional<double> takeNumber()
    {
        double number = 0;
        const char* begin = m_text.data() + m_at;
        const char* end = m_text.data() + m_text.size();
        // from_chars would also take "inf" and "nan", which are no limits.
        if (begin == end || (!isDigit(*begin) && *begin != '-' && *begin != '.')) {
            return std::nullopt;
        }
        const auto [stop, error] = std::from_chars(begin, end, number);
        if (error != std::errc{} || !std::isfinite(number)) {
            return std::nullopt;
        }
        m_at += static_cast<std::size_t>(stop - begin);
        return number;
    }

    void skipBlanks()
    {
        while (m_at < m_text.size() && isBlank(m_text[m_at])) {
            ++m_at;
        }
    }

    std::unexpected<base::Error> expected(std::string what) const
    {
        const auto rest = m_text.substr(std::min(m_at, m_text.size()));
        return base::fail(invalidArgument,
                          fmt::format("threshold '{}', column {}: expected {}, found {}", m_text,
                                      m_at + 1, what,
                                      rest.empty() ? std::string("the end of the expression")
                                                   : fmt::format("'{}'", rest)));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

base::Result<Threshold> parseThreshold(std::string_view expression)
{
    const auto text = trimmed(expression);
    if (text.size() > maxExpression) {
        return base::fail(invalidArgument,
                          fmt::format("threshold of {} characters: expected at most {}",
                                      text.size(), maxExpression));
    }
    if (text.empty()) {
        return base::fail(invalidArgument,
                          "threshold is empty: expected <metric>:<aggregation><operator><value>, "
                          "as in subscribe.latency:p(99)<250ms");
    }
    return Parser(text).parse();
}

bool Threshold::holds(double measured) const
{
    switch (comparison) {
    case Comparison::Less:
        return measured < limit;
    case Comparison::LessEqual:
        return measured <= limit;
    case Comparison::Greater:
        return measured > limit;
    case Comparison::GreaterEqual:
        return measured >= limit;
    case Comparison::Equal:
        return measured == limit;
    case Comparison::NotEqual:
        return measured != limit;
    }
    std::unreachable();
}

std::optional<double> Threshold::margin(double measured) const
{
    if (!(measured > 0) || !(limit > 0)) {
        return std::nullopt;
    }
    switch (comparison) {
    case Comparison::Less:
    case Comparison::LessEqual:
        return limit / measured;
    case Comparison::Greater:
    case Comparison::GreaterEqual:
        return measured / limit;
    case Comparison::Equal:
    case Comparison::NotEqual:
        return std::nullopt;
    }
    std::unreachable();
}

std::string aggregationText(const Threshold& threshold)
{
    if (threshold.aggregation == Aggregation::Percentile) {
        return fmt::format("p({})", threshold.percentile);
    }
    for (const auto& known : aggregations) {
        if (threshold.aggregation == known.aggregation) {
            return std::string(known.name);
        }
    }
    std::unreachable();
}

std::string_view comparisonText(Comparison comparison)
{
    for (const auto& known : comparisons) {
        if (comparison == known.comparison) {
            return known.name;
        }
    }
    std::unreachable();
}

bool allows(MetricKind kind, Aggregation aggregation)
{
    using enum Aggregation;
    switch (kind) {
    case MetricKind::Histogram:
        return aggregation == Percentile || aggregation == Min || aggregation == Max ||
               aggregation == Mean || aggregation == Count;
    case MetricKind::Counter:
        return aggregation == Count || aggregation == Rate;
    case MetricKind::Gauge:
        return aggregation == Last || aggregation == Min || aggregation == Max ||
               aggregation == Mean || aggregation == Slope;
    case MetricKind::Rate:
        return aggregation == Rate;
    }
    std::unreachable();
}

std::string_view allowedAggregations(MetricKind kind)
{
    switch (kind) {
    case MetricKind::Histogram:
        return "p(n), min, max, mean, count";
    case MetricKind::Counter:
        return "count, rate";
    case MetricKind::Gauge:
        return "last, min, max, mean, slope";
    case MetricKind::Rate:
        return "rate";
    }
    std::unreachable();
}

} // namespace scenario
