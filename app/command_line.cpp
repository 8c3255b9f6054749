// SPDX-License-Identifier: MIT
#include "app/command_line.h"

#include "base/text.h"

#include <boost/version.hpp>
#include <fmt/format.h>

#include <charconv>

namespace app {

namespace {

constexpr base::StatusCode badArguments{0x80AB0000U};

struct RoleOption
{
    std::string_view name;
    Role role;
};
constexpr RoleOption roleOptions[] = {
    {"--batch", Role::Batch},
    {"--serve", Role::Serve},
    {"--list-scenarios", Role::ListScenarios},
    {"--scenario-schema", Role::ScenarioSchema},
    {"--validate", Role::Validate},
    {"--dry-run", Role::DryRun},
    {"--report", Role::Report},
    {"--help", Role::Help},
    {"-h", Role::Help},
    {"--version", Role::Version},
};
constexpr std::string_view otherOptions[] = {"--set",   "--threshold", "--output-dir", "--control",
                                             "--quiet", "--address",   "--port",       "--pki"};

base::Error unknownOption(std::string_view option)
{
    std::vector<std::string_view> known;
    for (const auto& role : roleOptions) {
        known.push_back(role.name);
    }
    known.insert(known.end(), std::begin(otherOptions), std::end(otherOptions));
    std::string text = fmt::format("unknown option {}", option);
    if (const auto near = base::nearest(option, known)) {
        text += fmt::format("; did you mean {}?", *near);
    }
    return {badArguments, text + " (--help lists all)"};
}

/// Reads "--name value" and "--name=value" alike.
class Arguments
{
public:
    explicit Arguments(const std::vector<std::string>& all)
        : m_all(all)
    {}
    bool done() const { return m_next == m_all.size(); }
    std::string take()
    {
        std::string text = m_all[m_next++];
        m_value.reset();
        if (text.starts_with("--")) {
            if (const auto equals = text.find('='); equals != std::string::npos) {
                m_value = text.substr(equals + 1);
                text.resize(equals);
            }
        }
        return text;
    }
    base::Result<std::string> value(std::string_view option)
    {
        if (m_value) {
            return *std::exchange(m_value, std::nullopt);
        }
        if (done()) {
            return base::fail(badArguments, fmt::format("{} needs a value", option));
        }
        return m_all[m_next++];
    }
    bool hasUnusedValue() const { return m_value.has_value(); }

private:
    const std::vector<std::string>& m_all;
    std::size_t m_next = 0;
    std::optional<std::string> m_value;
};

base::Result<void> checkOperands(const CommandLine& line)
{
    const std::size_t count = line.operands.size();
    switch (line.role) {
    case Role::Batch:
        if (count > 1 || (count == 0 && !line.control)) {
            return base::fail(badArguments,
                              "--batch takes one scenario: the name of a built-in one "
                              "(--list-scenarios) or a file");
        }
        return {};
    case Role::Validate:
    case Role::DryRun:
    case Role::Report:
        if (count != 1) {
            return base::fail(badArguments, line.role == Role::Report
                                                ? "--report takes one folder or run.jsonl"
                                                : "takes one scenario: a name or a file");
        }
        return {};
    case Role::Serve:
        if (count > 1) {
            return base::fail(badArguments, "--serve takes at most one scenario, for its settings");
        }
        return {};
    case Role::Window:
        return {};
    default:
        if (count != 0) {
            return base::fail(badArguments,
                              fmt::format("unexpected argument {}", line.operands.front()));
        }
        return {};
    }
}

} // namespace

base::Result<CommandLine> parseCommandLine(const std::vector<std::string>& arguments)
{
    CommandLine line;
    bool haveRole = false;
    Arguments rest(arguments);
    while (!rest.done()) {
        const std::string argument = rest.take();
        const auto* role = std::find_if(std::begin(roleOptions), std::end(roleOptions),
                                        [&](const auto& r) { return r.name == argument; });
        if (role != std::end(roleOptions)) {
            // "--batch X --dry-run" shows what the batch would do.
            const bool refines = line.role == Role::Batch &&
                                 (role->role == Role::DryRun || role->role == Role::Validate);
            if (haveRole && !refines && role->role != Role::Help) {
                return base::fail(badArguments,
                                  fmt::format("{} cannot be combined with another role", argument));
            }
            line.role = role->role;
            haveRole = true;
            // "--batch=NAME"
            if (rest.hasUnusedValue()) {
                UA_TRY_ASSIGN(auto operand, rest.value(argument));
                line.operands.push_back(std::move(operand));
            }
            continue;
        }
        if (argument == "--set" || argument == "--threshold" || argument == "--output-dir" ||
            argument == "--address" || argument == "--port" || argument == "--pki") {
            UA_TRY_ASSIGN(auto value, rest.value(argument));
            if (argument == "--set") {
                line.overrides.push_back(std::move(value));
            } else if (argument == "--threshold") {
                line.thresholds.push_back(std::move(value));
            } else if (argument == "--output-dir") {
                line.outputDirectory = std::move(value);
            } else if (argument == "--address") {
                line.address = std::move(value);
            } else if (argument == "--pki") {
                line.pki = std::move(value);
            } else {
                const auto [end, error] =
                    std::from_chars(value.data(), value.data() + value.size(), line.port);
                if (error != std::errc{} || end != value.data() + value.size()) {
                    return base::fail(
                        badArguments,
                        fmt::format("--port takes a number from 0 to 65535, not {}", value));
                }
            }
        } else if (argument == "--control") {
            line.control = true;
        } else if (argument == "--quiet") {
            line.quiet = true;
        } else if (argument.size() > 1 && argument.starts_with('-')) {
            return std::unexpected(unknownOption(argument));
        } else {
            line.operands.push_back(argument);
        }
        if (rest.hasUnusedValue()) {
            return base::fail(badArguments, fmt::format("{} takes no value", argument));
        }
    }
    UA_TRY(checkOperands(line));
    return line;
}

std::string helpText()
{
    return R"(uasurge: load testing and profiling for OPC UA

  uasurge [FILE…]                     open the window (with stored runs or scenarios)
  uasurge --batch SCENARIO            run a scenario headless; NAME of a built-in one or a FILE
      --set /pointer=value            override a parameter (repeatable)
      --threshold 'metric:agg<value'  add a criterion (repeatable)
      --output-dir DIR                where run.jsonl, result.json and report.html go
      --dry-run | --validate          show the plan, or check the scenario, and do nothing
      --quiet                         no progress
      --control                       take the scenario and commands as JSON lines on standard input
  uasurge --serve [SCENARIO]          a simulation server until Ctrl+C
      --address IP  --port N  --pki DIR
  uasurge --report RUN                write report.html anew from a stored run
  uasurge --list-scenarios            the built-in scenarios
  uasurge --scenario-schema           the JSON Schema of scenario files
  uasurge --version | --help

Exit codes: 0 pass, 99 a threshold failed, 104 bad scenario or arguments, 105 interrupted (the
partial result is kept), 3 preflight failed, 4 invalid, 1 internal error.
)";
}

results::Tool toolFacts()
{
    results::Tool tool;
    tool.version = UASURGE_VERSION;
    tool.commit = UASURGE_COMMIT;
    tool.dirty = UASURGE_DIRTY;
    tool.buildType = UASURGE_BUILD;
    tool.compiler = fmt::format("Clang {}", __clang_version__);
    tool.libraries["boost"] = fmt::format("{}.{}.{}", BOOST_VERSION / 100000,
                                          BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100);
    tool.libraries["fmt"] =
        fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
    return tool;
}

} // namespace app
