// SPDX-License-Identifier: MIT
// Operands, content and monitoring filters (Part 4 §7.7, §7.22).
#pragma once

#include "ua/types/services/enumerations.h"
#include "ua/types/services/view.h"
#include "ua/types/variant.h"

#include <cstdint>
#include <string_view>

namespace ua {

// clang-format off
struct ElementOperand {
    static constexpr std::string_view typeName = "ElementOperand";
    static constexpr std::uint32_t binaryEncodingId = 594;

    std::uint32_t index = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("Index", self.index);
    }
};

struct LiteralOperand {
    static constexpr std::string_view typeName = "LiteralOperand";
    static constexpr std::uint32_t binaryEncodingId = 597;

    Variant value;

    auto fields(this auto& self, auto&& field) -> void {
        field("Value", self.value);
    }
};

struct AttributeOperand {
    static constexpr std::string_view typeName = "AttributeOperand";
    static constexpr std::uint32_t binaryEncodingId = 600;

    NodeId nodeId;
    String alias;
    RelativePath browsePath;
    std::uint32_t attributeId = 0;
    String indexRange;

    auto fields(this auto& self, auto&& field) -> void {
        field("NodeId", self.nodeId);
        field("Alias", self.alias);
        field("BrowsePath", self.browsePath);
        field("AttributeId", self.attributeId);
        field("IndexRange", self.indexRange);
    }
};

struct SimpleAttributeOperand {
    static constexpr std::string_view typeName = "SimpleAttributeOperand";
    static constexpr std::uint32_t binaryEncodingId = 603;

    NodeId typeDefinitionId;
    Array<QualifiedName> browsePath;
    std::uint32_t attributeId = 0;
    String indexRange;

    auto fields(this auto& self, auto&& field) -> void {
        field("TypeDefinitionId", self.typeDefinitionId);
        field("BrowsePath", self.browsePath);
        field("AttributeId", self.attributeId);
        field("IndexRange", self.indexRange);
    }
};

struct ContentFilterElement {
    static constexpr std::string_view typeName = "ContentFilterElement";
    static constexpr std::uint32_t binaryEncodingId = 585;

    FilterOperator filterOperator{};
    Array<ExtensionObject> filterOperands;

    auto fields(this auto& self, auto&& field) -> void {
        field("FilterOperator", self.filterOperator);
        field("FilterOperands", self.filterOperands);
    }
};

struct ContentFilter {
    static constexpr std::string_view typeName = "ContentFilter";
    static constexpr std::uint32_t binaryEncodingId = 588;

    Array<ContentFilterElement> elements;

    auto fields(this auto& self, auto&& field) -> void {
        field("Elements", self.elements);
    }
};

struct ContentFilterElementResult {
    static constexpr std::string_view typeName = "ContentFilterElementResult";
    static constexpr std::uint32_t binaryEncodingId = 606;

    StatusCode statusCode;
    Array<StatusCode> operandStatusCodes;
    Array<DiagnosticInfo> operandDiagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("StatusCode", self.statusCode);
        field("OperandStatusCodes", self.operandStatusCodes);
        field("OperandDiagnosticInfos", self.operandDiagnosticInfos);
    }
};

struct ContentFilterResult {
    static constexpr std::string_view typeName = "ContentFilterResult";
    static constexpr std::uint32_t binaryEncodingId = 609;

    Array<ContentFilterElementResult> elementResults;
    Array<DiagnosticInfo> elementDiagnosticInfos;

    auto fields(this auto& self, auto&& field) -> void {
        field("ElementResults", self.elementResults);
        field("ElementDiagnosticInfos", self.elementDiagnosticInfos);
    }
};

struct DataChangeFilter {
    static constexpr std::string_view typeName = "DataChangeFilter";
    static constexpr std::uint32_t binaryEncodingId = 724;

    DataChangeTrigger trigger{};
    std::uint32_t deadbandType = 0;
    double deadbandValue = 0;

    auto fields(this auto& self, auto&& field) -> void {
        field("Trigger", self.trigger);
        field("DeadbandType", self.deadbandType);
        field("DeadbandValue", self.deadbandValue);
    }
};

struct EventFilter {
    static constexpr std::string_view typeName = "EventFilter";
    static constexpr std::uint32_t binaryEncodingId = 727;

    Array<SimpleAttributeOperand> selectClauses;
    ContentFilter whereClause;

    auto fields(this auto& self, auto&& field) -> void {
        field("SelectClauses", self.selectClauses);
        field("WhereClause", self.whereClause);
    }
};

struct EventFilterResult {
    static constexpr std::string_view typeName = "EventFilterResult";
    static constexpr std::uint32_t binaryEncodingId = 736;

    Array<StatusCode> selectClauseResults;
    Array<DiagnosticInfo> selectClauseDiagnosticInfos;
    ContentFilterResult whereClauseResult;

    auto fields(this auto& self, auto&& field) -> void {
        field("SelectClauseResults", self.selectClauseResults);
        field("SelectClauseDiagnosticInfos", self.selectClauseDiagnosticInfos);
        field("WhereClauseResult", self.whereClauseResult);
    }
};

struct AggregateConfiguration {
    static constexpr std::string_view typeName = "AggregateConfiguration";
    static constexpr std::uint32_t binaryEncodingId = 950;

    bool useServerCapabilitiesDefaults = false;
    bool treatUncertainAsBad = false;
    std::uint8_t percentDataBad = 0;
    std::uint8_t percentDataGood = 0;
    bool useSlopedExtrapolation = false;

    auto fields(this auto& self, auto&& field) -> void {
        field("UseServerCapabilitiesDefaults", self.useServerCapabilitiesDefaults);
        field("TreatUncertainAsBad", self.treatUncertainAsBad);
        field("PercentDataBad", self.percentDataBad);
        field("PercentDataGood", self.percentDataGood);
        field("UseSlopedExtrapolation", self.useSlopedExtrapolation);
    }
};

struct AggregateFilter {
    static constexpr std::string_view typeName = "AggregateFilter";
    static constexpr std::uint32_t binaryEncodingId = 730;

    DateTime startTime;
    NodeId aggregateType;
    double processingInterval = 0;
    AggregateConfiguration aggregateConfiguration;

    auto fields(this auto& self, auto&& field) -> void {
        field("StartTime", self.startTime);
        field("AggregateType", self.aggregateType);
        field("ProcessingInterval", self.processingInterval);
        field("AggregateConfiguration", self.aggregateConfiguration);
    }
};

struct AggregateFilterResult {
    static constexpr std::string_view typeName = "AggregateFilterResult";
    static constexpr std::uint32_t binaryEncodingId = 739;

    DateTime revisedStartTime;
    double revisedProcessingInterval = 0;
    AggregateConfiguration revisedAggregateConfiguration;

    auto fields(this auto& self, auto&& field) -> void {
        field("RevisedStartTime", self.revisedStartTime);
        field("RevisedProcessingInterval", self.revisedProcessingInterval);
        field("RevisedAggregateConfiguration", self.revisedAggregateConfiguration);
    }
};

// clang-format on

} // namespace ua
