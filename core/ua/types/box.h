// SPDX-License-Identifier: MIT
// A heap-held value with value semantics, for recursive types.
#pragma once

#include <memory>
#include <utility>

namespace ua {

/// Never empty except after being moved from.
template <typename T>
class Box
{
public:
    Box()
        : m_value(std::make_unique<T>())
    {}
    Box(T value)
        : m_value(std::make_unique<T>(std::move(value)))
    {}
    Box(const Box& other)
        : m_value(other.m_value ? std::make_unique<T>(*other.m_value) : nullptr)
    {}
    Box(Box&&) noexcept = default;
    Box& operator=(const Box& other)
    {
        m_value = other.m_value ? std::make_unique<T>(*other.m_value) : nullptr;
        return *this;
    }
    Box& operator=(Box&&) noexcept = default;
    ~Box() = default;

    T& operator*() { return *m_value; }
    const T& operator*() const { return *m_value; }
    T* operator->() { return m_value.get(); }
    const T* operator->() const { return m_value.get(); }

    friend bool operator==(const Box& a, const Box& b) { return *a == *b; }

private:
    std::unique_ptr<T> m_value;
};

} // namespace ua
