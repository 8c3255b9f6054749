// SPDX-License-Identifier: MIT
#include "load/serve_request.h"

#include "scenario/scenario_reader.h"
#include "scenario/scenario_writer.h"
#include "ua/types/status_codes.h"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace load {

std::string serveRequestLine(const ServeRequest& request)
{
    boost::json::object line;
    line["scenario"] = scenario::toJson(request.scenario);
    line["clockBaseNs"] = request.clockBaseNs;
    line["pki"] = request.pki.string();
    return boost::json::serialize(line);
}

base::Result<ServeRequest> parseServeRequest(std::string_view line)
{
    const auto invalid = [](const char* what) {
        return base::fail(ua::status::BadInvalidArgument,
                          std::string("the first line on standard input: ") + what);
    };
    boost::system::error_code error;
    const auto value = boost::json::parse(line, error);
    if (error || !value.is_object()) {
        return invalid("not a JSON object");
    }
    const auto& object = value.as_object();
    const auto* text = object.if_contains("scenario");
    const auto* base = object.if_contains("clockBaseNs");
    const auto* pki = object.if_contains("pki");
    if (text == nullptr || !text->is_string() || base == nullptr || !base->is_int64() ||
        pki == nullptr || !pki->is_string()) {
        return invalid("expected scenario, clockBaseNs and pki");
    }
    auto scenario = scenario::readScenario(std::string_view(text->as_string()));
    if (!scenario) {
        return std::unexpected(scenario::toError(scenario.error()));
    }
    ServeRequest request;
    request.scenario = std::move(*scenario);
    request.clockBaseNs = base->as_int64();
    request.pki = std::string(pki->as_string());
    return request;
}

} // namespace load
