// SPDX-License-Identifier: MIT
#include "base/result.h"
#include "base/strong_id.h"

#include <QObject>
#include <QTest>

#include <memory>
#include <type_traits>

namespace {

base::Result<int> half(int number)
{
    if (number % 2 != 0) {
        return base::fail(base::StatusCode{0x80AB0000}, "odd");
    }
    return number / 2;
}

base::Result<int> quarter(int number)
{
    UA_TRY_ASSIGN(const int once, half(number));
    UA_TRY_ASSIGN(const int twice, half(once));
    return twice;
}

base::Result<void> divisible(int number)
{
    UA_TRY(half(number));
    return {};
}

base::Result<int> opened(int number)
{
    auto result = half(number);
    if (!result) {
        return base::fail("halving", result.error());
    }
    return result;
}

} // namespace

class TestResult : public QObject
{
    Q_OBJECT

private slots:
    void tryPassesValuesAndErrorsOn();
    void contextIsAddedOutermostFirst();
    void statusSeverityIsInTheTopBits();
    void idsOfDifferentThingsDoNotMix();
};

void TestResult::tryPassesValuesAndErrorsOn()
{
    QVERIFY(quarter(12) == 3);
    QVERIFY(!quarter(6));
    QCOMPARE(quarter(6).error().context, "odd");
    QVERIFY(divisible(2));
    QVERIFY(!divisible(3));
}

void TestResult::contextIsAddedOutermostFirst()
{
    QVERIFY(opened(4) == 2);
    QCOMPARE(opened(3).error().context, "halving: odd");
    QCOMPARE(opened(3).error().status.value, 0x80AB0000U);
}

void TestResult::statusSeverityIsInTheTopBits()
{
    // Part 4 §7.38: 00 good, 01 uncertain, 10 bad; the low word holds info bits.
    QVERIFY(base::StatusCode{0}.isGood());
    QVERIFY(base::StatusCode{0x40000000}.isUncertain());
    QVERIFY(base::StatusCode{0x80AB0000}.isBad());
    QVERIFY(base::StatusCode{0xC0000000}.isBad());
    QCOMPARE(base::StatusCode{0x80AB0480}.code().value, 0x80AB0000U);
}

void TestResult::idsOfDifferentThingsDoNotMix()
{
    using SessionId = base::StrongId<struct SessionTag>;
    using ChannelId = base::StrongId<struct ChannelTag>;
    static_assert(!std::is_convertible_v<SessionId, ChannelId>);
    static_assert(!std::is_convertible_v<std::uint32_t, SessionId>);
    QVERIFY(SessionId{1} < SessionId{2});
    QCOMPARE(std::hash<SessionId>{}(SessionId{7}), std::hash<std::uint32_t>{}(7));
}

QTEST_GUILESS_MAIN(TestResult)
#include "test_result.moc"
