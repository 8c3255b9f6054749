// SPDX-License-Identifier: MIT
#include "ua/server/index_range.h"

#include "ua/types/status_codes.h"

#include <algorithm>
#include <charconv>

namespace ua {

namespace {

bool parseNumber(std::string_view text, std::uint32_t& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

base::Error noData()
{
    return {status::BadIndexRangeNoData, "the index range lies outside the value"};
}

} // namespace

base::Result<IndexRange> IndexRange::parse(std::string_view text)
{
    IndexRange range;
    while (!text.empty()) {
        const auto comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        const auto colon = part.find(':');
        Bounds bounds;
        bool good = parseNumber(part.substr(0, colon), bounds.first);
        bounds.last = bounds.first;
        if (good && colon != std::string_view::npos) {
            good = parseNumber(part.substr(colon + 1), bounds.last) && bounds.first < bounds.last;
        }
        good = good && (comma == std::string_view::npos || comma + 1 < text.size());
        if (!good || range.m_dimensions.size() >= 16) {
            return base::fail(status::BadIndexRangeInvalid,
                              "an index range is written as 3, 2:5 or 0:1,4:7");
        }
        range.m_dimensions.push_back(bounds);
        text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    }
    return range;
}

base::Result<Variant> IndexRange::of(const Variant& value) const
{
    if (whole()) {
        return value;
    }
    const auto cut = [this](std::size_t size) {
        const std::size_t first = std::min<std::size_t>(m_dimensions[0].first, size);
        const std::size_t last = std::min<std::size_t>(std::size_t{m_dimensions[0].last} + 1, size);
        return std::pair(first, last - first);
    };
    if (const auto* text = value.getIf<String>(); text != nullptr && m_dimensions.size() == 1) {
        const auto [first, count] = cut(text->size());
        return count == 0 ? base::Result<Variant>(std::unexpected(noData()))
                          : Variant(String(text->text().substr(first, count)));
    }
    if (const auto* bytes = value.getIf<ByteString>();
        bytes != nullptr && m_dimensions.size() == 1) {
        const auto [first, count] = cut(bytes->size());
        return count == 0 ? base::Result<Variant>(std::unexpected(noData()))
                          : Variant(ByteString(bytes->view().subspan(first, count)));
    }
    const auto* box = value.getIf<Box<VariantArray>>();
    if (box == nullptr) {
        return std::unexpected(noData());
    }
    const VariantArray& array = **box;
    std::vector<std::size_t> sizes;
    for (const auto dimension : array.dimensions) {
        sizes.push_back(static_cast<std::size_t>(dimension));
    }
    if (sizes.empty()) {
        sizes.push_back(array.size());
    }
    if (sizes.size() != m_dimensions.size()) {
        return std::unexpected(noData());
    }
    std::vector<std::size_t> firsts;
    std::vector<std::size_t> counts;
    std::size_t total = 1;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        const std::size_t last =
            std::min<std::size_t>(std::size_t{m_dimensions[d].last} + 1, sizes[d]);
        if (m_dimensions[d].first >= last) {
            return std::unexpected(noData());
        }
        firsts.push_back(m_dimensions[d].first);
        counts.push_back(last - m_dimensions[d].first);
        total *= counts.back();
    }
    VariantArray part;
    if (sizes.size() > 1) {
        for (const auto count : counts) {
            part.dimensions.push_back(static_cast<std::int32_t>(count));
        }
    }
    std::visit(
        [&](const auto& elements) {
            using A = std::remove_cvref_t<decltype(elements)>;
            if constexpr (!std::is_same_v<A, std::monostate>) {
                A out = A::withSize(total);
                for (std::size_t i = 0; i < total; ++i) {
                    std::size_t rest = i;
                    std::size_t index = 0;
                    std::size_t stride = 1;
                    for (std::size_t d = sizes.size(); d-- > 0;) {
                        index += (firsts[d] + rest % counts[d]) * stride;
                        rest /= counts[d];
                        stride *= sizes[d];
                    }
                    out[i] = elements[index];
                }
                part.elements = std::move(out);
            }
        },
        array.elements);
    return Variant(Box<VariantArray>(std::move(part)));
}

base::Result<void> IndexRange::assign(Variant& target, const Variant& part) const
{
    if (whole()) {
        target = part;
        return {};
    }
    if (m_dimensions.size() != 1) {
        return base::fail(status::BadWriteNotSupported,
                          "writing parts of matrices is not supported");
    }
    const std::size_t first = m_dimensions[0].first;
    const std::size_t count = m_dimensions[0].last - first + 1;
    const auto mismatch = [] {
        return base::fail(status::BadIndexRangeDataMismatch,
                          "the written part has another size than the index range");
    };
    if (auto* text = std::get_if<String>(&target.value); text != nullptr) {
        const auto* piece = part.getIf<String>();
        if (piece == nullptr || piece->size() != count) {
            return mismatch();
        }
        if (first + count > text->size()) {
            return std::unexpected(noData());
        }
        std::string changed = text->text();
        changed.replace(first, count, piece->text());
        *text = String(std::move(changed));
        return {};
    }
    if (auto* bytes = std::get_if<ByteString>(&target.value); bytes != nullptr) {
        const auto* piece = part.getIf<ByteString>();
        if (piece == nullptr || piece->size() != count) {
            return mismatch();
        }
        if (first + count > bytes->size()) {
            return std::unexpected(noData());
        }
        base::Bytes changed = bytes->bytes();
        std::ranges::copy(piece->bytes(), changed.begin() + static_cast<std::ptrdiff_t>(first));
        *bytes = ByteString(std::move(changed));
        return {};
    }
    auto* whole = std::get_if<Box<VariantArray>>(&target.value);
    const auto* piece = part.getIf<Box<VariantArray>>();
    if (whole == nullptr) {
        return std::unexpected(noData());
    }
    if (piece == nullptr || (*piece)->elements.index() != (*whole)->elements.index() ||
        (*piece)->size() != count) {
        return mismatch();
    }
    if (first + count > (*whole)->size()) {
        return std::unexpected(noData());
    }
    std::visit(
        [&](auto& elements) {
            using A = std::remove_cvref_t<decltype(elements)>;
            if constexpr (!std::is_same_v<A, std::monostate>) {
                const auto& from = std::get<A>((*piece)->elements);
                std::copy(from.begin(), from.end(),
                          elements.begin() + static_cast<std::ptrdiff_t>(first));
            }
        },
        (*whole)->elements);
    return {};
}

} // namespace ua
