// SPDX-License-Identifier: MIT
// Queues, filters and creation of monitored items: field cases P07, P09 and P13, Part 4 §5.13 and
// §7.22.
#include "bench.h"

#include <QObject>
#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <string>

using namespace std::chrono_literals;

namespace {

constexpr double quietNan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// "3*" for a value of 3 with the overflow bits, a name for what is no number.
std::string textOf(const ua::DataValue& value)
{
    std::string text;
    const auto number = value.value ? value.value->number() : std::nullopt;
    if (!number) {
        text = "?";
    } else if (std::isnan(*number)) {
        text = "NaN";
    } else if (std::isinf(*number)) {
        text = *number > 0 ? "Inf" : "-Inf";
    } else {
        text = std::to_string(*number);
        text.erase(text.find_last_not_of('0') + 1);
        text.erase(text.find_last_not_of('.') + 1);
    }
    const auto status = value.statusOrGood().value;
    return text + (status == 0x480 ? "*" : status == 0 ? "" : "!");
}
std::string textOf(const std::vector<ua::MonitoredItemNotification>& values)
{
    std::string text;
    for (const auto& value : values) {
        text += (text.empty() ? "" : ",") + textOf(value.value);
    }
    return text;
}

} // namespace

class MonitoredItemTest : public QObject
{
    Q_OBJECT

private slots:
    /// Case P07: the table of Part 4 §5.13.1.5.
    void overflow_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<bool>("discardOldest");
        QTest::addColumn<QString>("published");
        QTest::newRow("3, oldest") << 3 << true << "3*,4,5";
        QTest::newRow("3, newest") << 3 << false << "1,2,5*";
        QTest::newRow("2, oldest") << 2 << true << "4*,5";
        QTest::newRow("2, newest") << 2 << false << "1,5*";
        QTest::newRow("1, oldest") << 1 << true << "5";
        QTest::newRow("1, newest") << 1 << false << "5";
        QTest::newRow("0 means 1") << 0 << true << "5";
        QTest::newRow("5 fit") << 5 << true << "1,2,3,4,5";
    }
    void overflow()
    {
        QFETCH(int, size);
        QFETCH(bool, discardOldest);
        QFETCH(QString, published);
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(1'000);
        const auto item = b.client.monitor(id, {.node = bench::typed("Int32"),
                                                .queueSize = static_cast<std::uint32_t>(size),
                                                .discardOldest = discardOldest});
        QCOMPARE(item.revisedQueueSize, std::max<std::uint32_t>(1, std::uint32_t(size)));
        QCOMPARE(textOf(b.cycle(1s)), std::string("0")); // the initial value
        for (std::int32_t i = 1; i <= 5; ++i) {
            QVERIFY(b.client.write(bench::typed("Int32"), ua::Variant(i)).isGood());
        }
        const auto values = b.cycle(1s);
        QCOMPARE(textOf(values), published.toStdString());
        for (const auto& value : values) {
            QVERIFY(value.value.statusOrGood().isGood()); // the bits do not change the severity
        }
        ua::DeleteMonitoredItemsRequest remove;
        remove.subscriptionId = id;
        remove.monitoredItemIds = {item.monitoredItemId};
        QCOMPARE(b.client.call<ua::DeleteMonitoredItemsResponse>(remove)->results.at(0).value, 0U);
        QCOMPARE(b.server.counters().overflows, std::uint64_t(5 - std::min(5, std::max(1, size))));
    }
    void overflowOnTheWire()
    {
        ua::DataValue value;
        value.value = ua::Variant(std::int32_t{7});
        const ua::Sample sample(value);
        QCOMPARE(base::toHex(sample.encodedWithOverflow(ua::TimestampsToReturn::Neither)),
                 std::string("03060700000080040000"));
    }
    void queueIsShrunkByItsPolicy()
    {
        for (const bool oldest : {true, false}) {
            bench::Bench b;
            QVERIFY(b.client.establish().isGood());
            const auto id = b.client.subscribe(1'000);
            const auto item = b.client.monitor(
                id, {.node = bench::typed("Int32"), .queueSize = 10, .discardOldest = oldest});
            for (std::int32_t i = 1; i <= 4; ++i) {
                b.client.write(bench::typed("Int32"), ua::Variant(i));
            }
            ua::ModifyMonitoredItemsRequest modify;
            modify.subscriptionId = id;
            modify.timestampsToReturn = ua::TimestampsToReturn::Neither;
            ua::MonitoredItemModifyRequest one;
            one.monitoredItemId = item.monitoredItemId;
            one.requestedParameters.clientHandle = 9;
            one.requestedParameters.queueSize = 2;
            one.requestedParameters.discardOldest = oldest;
            modify.itemsToModify = {one};
            const auto modified = b.client.call<ua::ModifyMonitoredItemsResponse>(modify);
            QCOMPARE(modified->results.at(0).revisedQueueSize, 2U);
            const auto values = b.cycle(1s);
            QCOMPARE(textOf(values), std::string(oldest ? "3*,4" : "0,4*"));
            QCOMPARE(values.at(0).clientHandle, 9U);
        }
    }

    /// Case P09, with and without a deadband, for scalars and arrays.
    void notANumber_data()
    {
        QTest::addColumn<int>("deadbandType");
        QTest::newRow("no filter") << -1;
        QTest::newRow("no deadband") << 0;
        QTest::newRow("absolute deadband 1.0") << 1;
    }
    void notANumber()
    {
        QFETCH(int, deadbandType);
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto node = bench::typed("Double");
        QVERIFY(b.client.write(node, ua::Variant(100.0)).isGood());
        const auto id = b.client.subscribe(1'000);
        bench::Client::Item item{.node = node};
        if (deadbandType >= 0) {
            item.filter = bench::dataChange(ua::DataChangeTrigger::StatusValue,
                                            static_cast<std::uint32_t>(deadbandType), 1.0);
        }
        QCOMPARE(b.client.monitor(id, item).statusCode.value, 0U);
        QCOMPARE(textOf(b.cycle(1s)), std::string("100"));
        const auto otherPayload = std::bit_cast<double>(std::uint64_t{0x7FF4000000000001U});
        QVERIFY(std::isnan(otherPayload));
        for (const double value :
             {1.0, quietNan, otherPayload, -quietNan, 2.0, infinity, infinity, -0.0, 0.0}) {
            QVERIFY(b.client.write(node, ua::Variant(value)).isGood());
        }
        QCOMPARE(textOf(b.cycle(1s)), std::string("1,NaN,2,Inf,-0"));
    }
    void notANumberInArrays()
    {
        for (const std::uint32_t deadbandType : {0U, 1U}) {
            bench::Bench b;
            QVERIFY(b.client.establish().isGood());
            const auto node = bench::typed("DoubleArray");
            const auto id = b.client.subscribe(1'000);
            QCOMPARE(b.client
                         .monitor(id, {.node = node,
                                       .filter = bench::dataChange(
                                           ua::DataChangeTrigger::StatusValue, deadbandType, 1.0)})
                         .statusCode.value,
                     0U);
            QCOMPARE(b.cycle(1s).size(), std::size_t(1));
            const auto put = [&](ua::Array<double> values) {
                QVERIFY(b.client.write(node, ua::variantOf(std::move(values))).isGood());
            };
            put({quietNan, 1});
            put({quietNan, 1});
            QCOMPARE(b.cycle(1s).size(), std::size_t(1));
            put({quietNan, 1});
            QCOMPARE(b.cycle(1s).size(), std::size_t(0));
            put({quietNan, 1.5}); // within the deadband of 1
            QCOMPARE(b.cycle(1s).size(), std::size_t(deadbandType == 0 ? 1 : 0));
            put({quietNan, 2.5});
            QCOMPARE(b.cycle(1s).size(), std::size_t(1));
            put({quietNan, 2.5, 0}); // another length is always a change
            QCOMPARE(b.cycle(1s).size(), std::size_t(1));
        }
    }

    /// The deadband compares with the last value reported, not with the last one seen.
    void absoluteDeadband()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto node = bench::typed("Int32");
        const auto id = b.client.subscribe(1'000);
        b.client.monitor(
            id,
            {.node = node, .filter = bench::dataChange(ua::DataChangeTrigger::StatusValue, 1, 10)});
        for (const std::int32_t value : {4, 8, 10, 11, 20, 1, 2}) {
            b.client.write(node, ua::Variant(value));
        }
        QCOMPARE(textOf(b.cycle(1s)), std::string("0,11")); // 20 and 1 lie within 10 of 11
    }
    void percentDeadband()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto node = bench::typed("Analog"); // EURange 0 to 100
        const auto id = b.client.subscribe(1'000);
        const auto monitor = [&](const ua::NodeId& what, std::uint32_t type, double size) {
            return b.client
                .monitor(id, {.node = what,
                              .filter = bench::dataChange(ua::DataChangeTrigger::StatusValue, type,
                                                          size)})
                .statusCode.value;
        };
        QCOMPARE(monitor(node, 2, 10), 0U);
        for (const double value : {5.0, 10.0, 10.5, 20.5, 20.6}) {
            b.client.write(node, ua::Variant(value));
        }
        QCOMPARE(textOf(b.cycle(1s)), std::string("0,10.5,20.6"));
        QCOMPARE(monitor(node, 2, 100.5), 0x808E0000U); // BadDeadbandFilterInvalid
        QCOMPARE(monitor(node, 1, -1), 0x808E0000U);
        QCOMPARE(monitor(node, 2, quietNan), 0x808E0000U);
        QCOMPARE(monitor(node, 3, 1), 0x808E0000U);
        // No EURange, no number, no value.
        QCOMPARE(monitor(bench::typed("Double"), 2, 10), 0x80440000U);
        QCOMPARE(monitor(bench::typed("String"), 1, 10), 0x80450000U);
        QCOMPARE(b.server.monitoredItemCount(), std::size_t(1));
    }

    void triggers()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto node = bench::typed("Int32");
        const auto id = b.client.subscribe(1'000);
        std::uint32_t handle = 0;
        for (const auto trigger :
             {ua::DataChangeTrigger::Status, ua::DataChangeTrigger::StatusValue,
              ua::DataChangeTrigger::StatusValueTimestamp}) {
            b.client.monitor(
                id, {.node = node, .handle = handle++, .filter = bench::dataChange(trigger)});
        }
        QCOMPARE(b.cycle(1s).size(), std::size_t(3));
        const auto reported = [&](std::int32_t value, std::uint32_t status, std::int64_t ticks) {
            ua::DataValue data;
            data.value = ua::Variant(value);
            data.status = ua::StatusCode{status};
            data.sourceTimestamp = ua::DateTime{ticks};
            b.client.write(node, data);
            std::string handles;
            for (const auto& notification : b.cycle(1s)) {
                handles += std::to_string(notification.clientHandle);
            }
            return QByteArray::fromStdString(handles);
        };
        constexpr std::int64_t t = 134'000'000'000'000'000;
        QCOMPARE(reported(1, 0, t), QByteArray("12"));
        QCOMPARE(reported(1, 0, t), QByteArray(""));
        QCOMPARE(reported(1, 0, t + 1), QByteArray("2"));
        QCOMPARE(reported(1, 0x40900000U, t + 1), QByteArray("012")); // Uncertain
        QCOMPARE(reported(2, 0x40900000U, t + 1), QByteArray("12"));
    }

    /// Case P13: requested, created and failed are exact; a Bad value refuses nothing.
    void partlyFailedCreation()
    {
        ua::ServerConfig config;
        config.limits.maxMonitoredItemsPerSubscription = 1'000;
        config.limits.maxMonitoredItems = 4'000;
        config.limits.operations.maxMonitoredItemsPerCall = 100;
        bench::Bench b(config);
        QVERIFY(b.client.establish().isGood());
        std::size_t created = 0;
        std::size_t unknown = 0;
        std::size_t tooMany = 0;
        for (int s = 0; s < 5; ++s) {
            const auto id = b.client.subscribe(1'000);
            std::vector<ua::NodeId> nodes{ua::NodeId(2, 900'001U), ua::NodeId(2, 900'002U),
                                          ua::NodeId(7, 1U), bench::typed("BadQuality"),
                                          bench::typed("BadQuality")};
            for (std::uint32_t i = 1; nodes.size() < 976; ++i) {
                nodes.push_back(bench::counter(i));
            }
            for (std::size_t at = 0; at < nodes.size(); at += 100) {
                ua::CreateMonitoredItemsRequest request;
                request.subscriptionId = id;
                request.timestampsToReturn = ua::TimestampsToReturn::Both;
                for (std::size_t k = at; k < std::min(at + 100, nodes.size()); ++k) {
                    request.itemsToCreate.push_back(bench::Client::itemRequest({.node = nodes[k]}));
                }
                const auto answer = b.client.call<ua::CreateMonitoredItemsResponse>(request);
                QCOMPARE(answer->results.size(), request.itemsToCreate.size());
                for (const auto& result : answer->results) {
                    created += result.statusCode.isGood() ? 1 : 0;
                    unknown += result.statusCode.value == 0x80340000U ? 1 : 0;
                    tooMany += result.statusCode.value == 0x80DB0000U ? 1 : 0;
                }
            }
            const auto values = b.cycle(1s);
            if (s == 0) {
                QCOMPARE(values.size(), std::size_t(973));
                std::size_t bad = 0;
                for (const auto& value : values) {
                    bad += value.value.statusOrGood().value == 0x80000000U ? 1 : 0;
                }
                QCOMPARE(bad, std::size_t(2));
            }
        }
        QCOMPARE(unknown, std::size_t(15));
        QCOMPARE(created, std::size_t(4'000)); // 4 x 973, then what the total leaves
        QCOMPARE(tooMany, std::size_t(5 * 976 - 15 - 4'000));
        QCOMPARE(b.server.monitoredItemCount(), std::size_t(4'000));
    }
    void oneSubscriptionsLimit()
    {
        ua::ServerConfig config;
        config.limits.maxMonitoredItemsPerSubscription = 2;
        bench::Bench b(config);
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(1'000);
        QCOMPARE(b.client.monitor(id, {.node = bench::counter(1)}).statusCode.value, 0U);
        QCOMPARE(b.client.monitor(id, {.node = bench::counter(1)}).statusCode.value, 0U);
        QCOMPARE(b.client.monitor(id, {.node = bench::counter(1)}).statusCode.value, 0x80DB0000U);
        const auto second = b.client.subscribe(1'000);
        QCOMPARE(b.client.monitor(second, {.node = bench::counter(1)}).statusCode.value, 0U);
    }
    void aHundredThousandItemsInOneCall()
    {
        ua::CreateMonitoredItemsRequest request;
        request.timestampsToReturn = ua::TimestampsToReturn::Neither;
        for (std::uint32_t i = 0; i < 100'000; ++i) {
            request.itemsToCreate.push_back(
                bench::Client::itemRequest({.node = bench::counter(1 + i % 1'000)}));
        }
        for (const std::uint32_t limit : {10'000U, 0U}) {
            ua::ServerConfig config;
            config.limits.operations.maxMonitoredItemsPerCall = limit;
            bench::Bench b(config);
            QVERIFY(b.client.establish().isGood());
            request.subscriptionId = b.client.subscribe(1'000);
            const auto answer = b.client.call<ua::CreateMonitoredItemsResponse>(request);
            if (limit != 0) {
                QCOMPARE(answer.status.value, 0x80100000U); // BadTooManyOperations
                continue;
            }
            QCOMPARE(answer->results.size(), std::size_t(100'000));
            QCOMPARE(b.server.monitoredItemCount(), std::size_t(100'000));
            QCOMPARE(b.cycle(1s).size(), std::size_t(100'000));
        }
    }

    void samplingIntervals()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(1'000);
        // -1 is the publishing interval, 0 the fastest there is: every change, or 50 ms when
        // only reading the value tells of a change.
        QCOMPARE(b.client.monitor(id, {.node = bench::counter(1), .samplingInterval = -1})
                     .revisedSamplingInterval,
                 1'000.0);
        QCOMPARE(b.client.monitor(id, {.node = bench::counter(1), .samplingInterval = 0})
                     .revisedSamplingInterval,
                 0.0);
        QCOMPARE(b.client.monitor(id, {.node = ua::NodeId(2258), .samplingInterval = 0})
                     .revisedSamplingInterval,
                 50.0);
        QCOMPARE(b.client.monitor(id, {.node = bench::counter(1), .samplingInterval = 250})
                     .revisedSamplingInterval,
                 250.0);
    }
    /// Values between two samples are not seen: the one at the interval's end counts.
    void samplingGroups()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(1'000);
        b.client.monitor(id, {.node = bench::typed("Int32"), .samplingInterval = 500});
        QCOMPARE(textOf(b.cycle(1s)), std::string("0"));
        for (std::int32_t i = 1; i <= 10; ++i) {
            b.client.write(bench::typed("Int32"), ua::Variant(i));
            b.pass(100ms);
        }
        const auto values = b.cycle(1s);
        QCOMPARE(values.size(), std::size_t(2)); // two sampling intervals had changes
        QCOMPARE(textOf(values.back().value), std::string("10"));
        // A variable that is polled: CurrentTime changes with every sample.
        const auto other = b.client.subscribe(1'000);
        b.client.monitor(other, {.node = ua::NodeId(2258), .samplingInterval = 100});
        const auto first = b.client.publish();
        const auto second = b.client.publish();
        b.pass(2s);
        std::size_t times = 0;
        for (const auto request : {first, second}) {
            const auto answer = b.client.published(request);
            if (answer && (*answer)->subscriptionId == other) {
                times += bench::valuesOf((*answer)->notificationMessage).size();
            }
        }
        QVERIFY2(times >= 10 && times <= 22, qPrintable(QString::number(times)));
    }

    void itemsOnPartsOfArrays()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto node = bench::typed("Int32Array");
        const auto id = b.client.subscribe(1'000);
        QCOMPARE(b.client.monitor(id, {.node = node, .indexRange = "1:2"}).statusCode.value, 0U);
        QCOMPARE(b.client.monitor(id, {.node = node, .indexRange = "2:1"}).statusCode.value,
                 0x80360000U); // BadIndexRangeInvalid
        const auto first = b.cycle(1s);
        QVERIFY(*first.at(0).value.value == ua::variantOf(ua::Array<std::int32_t>{2, 3}));
        b.client.write(node, ua::variantOf(ua::Array<std::int32_t>{9, 2, 3, 9}));
        QVERIFY(b.cycle(1s).empty()); // nothing changed within the range
        b.client.write(node, ua::variantOf(ua::Array<std::int32_t>{9, 7, 3, 9}));
        const auto changed = b.cycle(1s);
        QVERIFY(*changed.at(0).value.value == ua::variantOf(ua::Array<std::int32_t>{7, 3}));
        b.client.write(node, ua::variantOf(ua::Array<std::int32_t>{1}));
        QCOMPARE(b.cycle(1s).at(0).value.statusOrGood().value, 0x80370000U); // no data there
    }

    void refusedItems()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(1'000);
        const auto refused = [&](ua::MonitoredItemCreateRequest item) {
            ua::CreateMonitoredItemsRequest request;
            request.subscriptionId = id;
            request.itemsToCreate = {std::move(item)};
            return b.client.call<ua::CreateMonitoredItemsResponse>(request)
                ->results.at(0)
                .statusCode.value;
        };
        auto item = bench::Client::itemRequest({.node = bench::counter(1)});
        item.itemToMonitor.attributeId = 99;
        QCOMPARE(refused(item), 0x80350000U); // BadAttributeIdInvalid
        item = bench::Client::itemRequest({.node = ua::NodeId(85)});
        QCOMPARE(refused(item), 0x80350000U); // a folder has no value
        item = bench::Client::itemRequest({.node = bench::counter(1)});
        item.monitoringMode = static_cast<ua::MonitoringMode>(3);
        QCOMPARE(refused(item), 0x80410000U);
        item = bench::Client::itemRequest({.node = bench::counter(1)});
        item.requestedParameters.filter = ua::toExtensionObject(ua::EventFilter{});
        QCOMPARE(refused(item), 0x80440000U); // BadMonitoredItemFilterUnsupported
        item.requestedParameters.filter = ua::toExtensionObject(ua::AnonymousIdentityToken{});
        QCOMPARE(refused(item), 0x80430000U); // BadMonitoredItemFilterInvalid
        ua::CreateMonitoredItemsRequest request;
        request.subscriptionId = 999;
        request.itemsToCreate = {item};
        QCOMPARE(b.client.call<ua::CreateMonitoredItemsResponse>(request).status.value,
                 0x80280000U);
        request.subscriptionId = id;
        request.timestampsToReturn = ua::TimestampsToReturn::Invalid;
        QCOMPARE(b.client.call<ua::CreateMonitoredItemsResponse>(request).status.value,
                 0x802B0000U);
        request.itemsToCreate.clear();
        QCOMPARE(b.client.call<ua::CreateMonitoredItemsResponse>(request).status.value,
                 0x800F0000U);
    }

    /// Another client's subscription is not there for this one.
    void otherSessionsItems()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto id = b.client.subscribe(1'000);
        bench::Client other(b.server, 2);
        QVERIFY(other.establish().isGood());
        ua::DeleteMonitoredItemsRequest remove;
        remove.subscriptionId = id;
        remove.monitoredItemIds = {1};
        QCOMPARE(other.call<ua::DeleteMonitoredItemsResponse>(remove).status.value, 0x80280000U);
        QCOMPARE(b.client.call<ua::DeleteMonitoredItemsResponse>(remove)->results.at(0).value,
                 0x80420000U);
    }
};

QTEST_GUILESS_MAIN(MonitoredItemTest)
#include "test_monitored_items.moc"
