// SPDX-License-Identifier: MIT
// Method service set (Part 4 §5.12).
#pragma once

#include "ua/types/services/enumerations.h"
#include "ua/types/services/headers.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct CallMethodRequest {
    static constexpr std::string_view typeName = "CallMethodRequest";
    static constexpr std::uint32_t binaryEncodingId = 706;

    NodeId objectId;
    NodeId methodId;
    Array<Variant> inputArguments;

    auto fields(this auto& self, auto&& field) -> void {
        field("ObjectId", self.objectId);
        field("MethodId", self.methodId);
        field("InputArguments", self.inputArguments);
    }
};

struct CallMethodResult {
    static constexpr std::string_view typeName = "CallMethodResult";
    static constexpr std::uint32_t binaryEncodingId = 709;

    StatusCode statusCode;
    Array<StatusCode> inputArgumentResults;
    Array<DiagnosticInfo> inputArgumentDiagnosticInfos;
    Array<Variant> outputArguments;

    auto fields(this auto& self, auto&& field) -> void {
        field("StatusCode", self.statusCode);
        field("InputArgumentResults", self.inputArgumentResults);
        field("InputArgumentDiagnosticInfos", self.inputArgumentDiagnosticInfos);
        field("OutputArguments", self.outputArguments);
    }
};

struct CallRequest {
    static constexpr std::string_view typeName = "CallRequest";
    static constexpr std::uint32_t binaryEncodingId = 712;

    RequestHeader requestHeader;
    Array<CallMethodRequest> methodsToCall;

    auto fields(this auto& self, auto&& field) -> void {
        field("RequestHeader", self.requestHeader);
        field("MethodsToCall", self.methodsToCall);
    }
};

struct CallResponse {
    static constexpr std::string_view typeName = "CallResponse";
    static constexpr std::uint32_t binaryEncodingId = 715;

    ResponseHeader responseHeader;
    Array<CallMethodResult> results;
    Array<DiagnosticInfo> diagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ResponseHeader", self.responseHeader);
        field("Results", self.results);
        field("DiagnosticInfos", self.diagnosticInfos);
    }
};

// clang-format on

} // namespace ua
