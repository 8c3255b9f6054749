// SPDX-License-Identifier: MIT
// A sequence that keeps null (-1 on the wire) and empty (0) apart (Part 6 §5.2.5).
#pragma once

#include <initializer_list>
#include <utility>
#include <vector>

namespace ua {

/// Default-constructed is null; anything with elements, or made by empty(), is not.
template <typename T>
class Array : public std::vector<T>
{
public:
    Array() = default;
    Array(std::initializer_list<T> values)
        : std::vector<T>(values)
        , m_nullIfEmpty(false)
    {}
    explicit Array(std::vector<T> values)
        : std::vector<T>(std::move(values))
        , m_nullIfEmpty(false)
    {}

    static Array withSize(std::size_t size)
    {
        Array array;
        array.resize(size);
        array.m_nullIfEmpty = false;
        return array;
    }
    static Array emptyArray() { return withSize(0); }

    bool isNull() const { return m_nullIfEmpty && this->empty(); }
    void setNotNull() { m_nullIfEmpty = false; }

    friend bool operator==(const Array& a, const Array& b)
    {
        return a.isNull() == b.isNull() &&
               static_cast<const std::vector<T>&>(a) == static_cast<const std::vector<T>&>(b);
    }

private:
    bool m_nullIfEmpty = true;
};

} // namespace ua
