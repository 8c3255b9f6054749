// SPDX-License-Identifier: MIT
// Read, Write, Call and the View services: operation limits (field case B02), index ranges,
// continuation points, every attribute a browsing client asks for.
#include "bench.h"
#include "ua/types/services/method.h"
#include "ua/types/services/view.h"

#include <QObject>
#include <QTest>

#include <set>
#include <string>

namespace {

constexpr std::uint32_t tooManyOperations = 0x80100000U;
constexpr std::uint32_t nothingToDo = 0x800F0000U;

ua::ReadRequest reading(std::size_t count)
{
    ua::ReadRequest request;
    for (std::size_t i = 0; i < count; ++i) {
        ua::ReadValueId what;
        what.nodeId = bench::counter(1 + static_cast<std::uint32_t>(i));
        what.attributeId = ua::attribute::Value;
        request.nodesToRead.push_back(what);
    }
    return request;
}

ua::BrowseDescription browsing(const ua::NodeId& node)
{
    ua::BrowseDescription what;
    what.nodeId = node;
    what.browseDirection = ua::BrowseDirection::Forward;
    what.referenceTypeId = ua::NodeId(33);
    what.includeSubtypes = true;
    what.resultMask = 63;
    return what;
}

ua::Variant int32s(ua::Array<std::int32_t> values)
{
    return ua::variantOf(std::move(values));
}

} // namespace

class ServicesTest : public QObject
{
    Q_OBJECT

private slots:
    /// Case B02: the limit counts operations; over it nothing is done, under it nothing is cut.
    void operationLimits_data()
    {
        QTest::addColumn<uint>("limit");
        QTest::addColumn<uint>("count");
        QTest::addColumn<uint>("status");
        QTest::newRow("20 of 20") << 20U << 20U << 0U;
        QTest::newRow("21 of 20") << 20U << 21U << tooManyOperations;
        QTest::newRow("101 of 20") << 20U << 101U << tooManyOperations;
        QTest::newRow("1 of 1") << 1U << 1U << 0U;
        QTest::newRow("2 of 1") << 1U << 2U << tooManyOperations;
        QTest::newRow("no limit") << 0U << 101U << 0U;
        QTest::newRow("none") << 20U << 0U << nothingToDo;
        QTest::newRow("none, no limit") << 0U << 0U << nothingToDo;
    }
    void operationLimits()
    {
        QFETCH(uint, limit);
        QFETCH(uint, count);
        QFETCH(uint, status);
        ua::ServerConfig config;
        auto& limits = config.limits.operations;
        limits = {limit, limit, limit, limit, limit, limit, limit};
        bench::Bench b(config);
        QVERIFY(b.client.establish().isGood());

        const auto read = b.client.call<ua::ReadResponse>(reading(count));
        QCOMPARE(read.status.value, status);
        ua::WriteRequest write;
        ua::BrowseRequest browse;
        ua::CallRequest call;
        ua::RegisterNodesRequest registering;
        ua::TranslateBrowsePathsToNodeIdsRequest translate;
        ua::CreateMonitoredItemsRequest items;
        items.subscriptionId = b.client.subscribe(100);
        for (uint i = 0; i < count; ++i) {
            ua::WriteValue value;
            value.nodeId = bench::counter(1 + i);
            value.attributeId = ua::attribute::Value;
            value.value.value = ua::Variant(std::uint64_t{i});
            write.nodesToWrite.push_back(value);
            browse.nodesToBrowse.push_back(browsing(ua::NodeId(85)));
            call.methodsToCall.push_back({});
            registering.nodesToRegister.push_back(bench::counter(1 + i));
            ua::BrowsePath path;
            path.startingNode = ua::NodeId(84);
            translate.browsePaths.push_back(path);
            items.itemsToCreate.push_back(bench::Client::itemRequest({.node = bench::counter(1)}));
        }
        const auto written = b.client.call<ua::WriteResponse>(write);
        const auto browsed = b.client.call<ua::BrowseResponse>(browse);
        const auto called = b.client.call<ua::CallResponse>(call);
        const auto registered = b.client.call<ua::RegisterNodesResponse>(registering);
        const auto translated = b.client.call<ua::TranslateBrowsePathsToNodeIdsResponse>(translate);
        const auto created = b.client.call<ua::CreateMonitoredItemsResponse>(items);
        QCOMPARE(written.status.value, status);
        QCOMPARE(browsed.status.value, status);
        QCOMPARE(called.status.value, status);
        QCOMPARE(registered.status.value, status);
        QCOMPARE(translated.status.value, status);
        QCOMPARE(created.status.value, status);
        QCOMPARE(b.server.counters().writes, std::uint64_t(status == 0 ? count : 0));
        if (status == 0) {
            QCOMPARE(read->results.size(), std::size_t(count));
            QCOMPARE(written->results.size(), std::size_t(count));
            QCOMPARE(browsed->results.size(), std::size_t(count));
            QCOMPARE(called->results.size(), std::size_t(count));
            QCOMPARE(registered->registeredNodeIds.size(), std::size_t(count));
            QCOMPARE(translated->results.size(), std::size_t(count));
            QCOMPARE(created->results.size(), std::size_t(count));
        }
        // What the server announces is what it does.
        for (const std::uint32_t node : {11705U, 11707U, 11709U, 11710U, 11711U, 11712U, 11714U}) {
            const auto value = b.client.read(ua::NodeId(node));
            QVERIFY2(value.value, qPrintable(QString::number(node)));
            QCOMPARE(*value.value->getIf<std::uint32_t>(), limit);
        }
    }
    /// 34 nodes with three attributes each are 102 operations.
    void limitsCountAttributes()
    {
        ua::ServerConfig config;
        config.limits.operations.maxNodesPerRead = 100;
        bench::Bench b(config);
        QVERIFY(b.client.establish().isGood());
        ua::ReadRequest request;
        for (std::uint32_t i = 1; i <= 34; ++i) {
            for (const auto attribute :
                 {ua::attribute::Value, ua::attribute::DisplayName, ua::attribute::DataType}) {
                ua::ReadValueId what;
                what.nodeId = bench::counter(i);
                what.attributeId = attribute;
                request.nodesToRead.push_back(what);
            }
        }
        QCOMPARE(b.client.call<ua::ReadResponse>(request).status.value, tooManyOperations);
        request.nodesToRead.resize(99);
        const auto answer = b.client.call<ua::ReadResponse>(request);
        QCOMPARE(answer->results.size(), std::size_t(99));
        for (const auto& result : answer->results) {
            QVERIFY(result.statusOrGood().isGood());
        }
    }

    void readingBadRequests()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        auto request = reading(1);
        request.maxAge = -1;
        QCOMPARE(b.client.call<ua::ReadResponse>(request).status.value, 0x80700000U);
        request.maxAge = 0;
        request.timestampsToReturn = ua::TimestampsToReturn::Invalid;
        QCOMPARE(b.client.call<ua::ReadResponse>(request).status.value, 0x802B0000U);
        const auto one = [&](ua::ReadValueId what) {
            ua::ReadRequest single;
            single.nodesToRead = {std::move(what)};
            return b.client.call<ua::ReadResponse>(single)->results.at(0).statusOrGood().value;
        };
        ua::ReadValueId what;
        what.nodeId = ua::NodeId(2, 999'999U);
        what.attributeId = ua::attribute::Value;
        QCOMPARE(one(what), 0x80340000U); // BadNodeIdUnknown
        what.nodeId = bench::counter(1);
        what.attributeId = 0;
        QCOMPARE(one(what), 0x80350000U);
        what.attributeId = ua::attribute::EventNotifier;
        QCOMPARE(one(what), 0x80350000U);
        what.attributeId = ua::attribute::Value;
        what.dataEncoding = ua::QualifiedName(0, "Default XML");
        QCOMPARE(one(what), 0x80390000U); // BadDataEncodingUnsupported
        what.dataEncoding = ua::QualifiedName(0, "Default Binary");
        QCOMPARE(one(what), 0U);
        what.attributeId = ua::attribute::DisplayName;
        QCOMPARE(one(what), 0x80380000U); // BadDataEncodingInvalid
    }
    void timestamps()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        for (int wanted = 0; wanted <= 3; ++wanted) {
            auto request = reading(1);
            request.timestampsToReturn = static_cast<ua::TimestampsToReturn>(wanted);
            const auto value = b.client.call<ua::ReadResponse>(request)->results.at(0);
            QCOMPARE(value.sourceTimestamp.has_value(), wanted == 0 || wanted == 2);
            QCOMPARE(value.serverTimestamp.has_value(), wanted == 1 || wanted == 2);
        }
    }

    void indexRanges_data()
    {
        QTest::addColumn<QString>("range");
        QTest::addColumn<uint>("status");
        QTest::addColumn<QList<int>>("values");
        QTest::newRow("middle") << "1:2" << 0U << QList<int>{2, 3};
        QTest::newRow("one element is an array") << "0" << 0U << QList<int>{1};
        QTest::newRow("what exists of it") << "2:9" << 0U << QList<int>{3, 4};
        QTest::newRow("outside") << "4:9" << 0x80370000U << QList<int>{};
        QTest::newRow("backwards") << "2:1" << 0x80360000U << QList<int>{};
        QTest::newRow("equal") << "1:1" << 0x80360000U << QList<int>{};
        QTest::newRow("words") << "a" << 0x80360000U << QList<int>{};
        QTest::newRow("open") << "1:" << 0x80360000U << QList<int>{};
        QTest::newRow("negative") << "-1" << 0x80360000U << QList<int>{};
        QTest::newRow("too large") << "0:4294967296" << 0x80360000U << QList<int>{};
        QTest::newRow("another rank") << "0:1,0:1" << 0x80370000U << QList<int>{};
        QTest::newRow("trailing comma") << "0:1," << 0x80360000U << QList<int>{};
    }
    void indexRanges()
    {
        QFETCH(QString, range);
        QFETCH(uint, status);
        QFETCH(QList<int>, values);
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto value = b.client.read(bench::typed("Int32Array"), qPrintable(range));
        QCOMPARE(value.statusOrGood().value, status);
        if (status == 0) {
            const auto* part = ua::arrayIf<std::int32_t>(*value.value);
            QVERIFY(part != nullptr);
            QCOMPARE(QList<int>(part->begin(), part->end()), values);
        }
    }
    void matrixRanges()
    {
        // Rows 0 1 2 / 3 4 5 / 6 7 8: columns 1:2 of rows 0:1.
        ua::VariantArray matrix;
        matrix.elements = ua::Array<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8};
        matrix.dimensions = {3, 3};
        const ua::Variant value{ua::Box<ua::VariantArray>(matrix)};
        const auto range = ua::IndexRange::parse("0:1,1:2");
        QVERIFY(range);
        const auto part = range->of(value);
        QVERIFY(part);
        const auto* box = part->getIf<ua::Box<ua::VariantArray>>();
        QCOMPARE((*box)->dimensions, (ua::Array<std::int32_t>{2, 2}));
        QCOMPARE(*ua::arrayIf<std::int32_t>(*part), (ua::Array<std::int32_t>{1, 2, 4, 5}));
        QVERIFY(!ua::IndexRange::parse("0:1")->of(value)); // a matrix has two dimensions
    }
    void partsOfTexts()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto text = bench::typed("String"); // "text"
        QCOMPARE(b.client.read(text, "1:2").value->getIf<ua::String>()->text(), std::string("ex"));
        QCOMPARE(b.client.read(text, "4").statusOrGood().value, 0x80370000U);
        QVERIFY(b.client.write(text, ua::Variant(ua::String("as")), "1:2").isGood());
        QCOMPARE(b.client.read(text).value->getIf<ua::String>()->text(), std::string("tast"));
        QCOMPARE(b.client.write(text, ua::Variant(ua::String("a")), "1:2").value, 0x80EA0000U);
    }
    void writingParts()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto node = bench::typed("Int32Array"); // 1 2 3 4
        QVERIFY(b.client.write(node, int32s({8, 9}), "1:2").isGood());
        QVERIFY(*b.client.read(node).value == int32s({1, 8, 9, 4}));
        QCOMPARE(b.client.write(node, int32s({8}), "1:2").value, 0x80EA0000U);
        QCOMPARE(b.client.write(node, int32s({8, 9}), "3:4").value, 0x80370000U);
        QCOMPARE(b.client.write(node, ua::Variant(std::int32_t{8}), "0").value, 0x80EA0000U);
        QVERIFY(*b.client.read(node).value == int32s({1, 8, 9, 4}));
    }
    void refusedWrites()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        QCOMPARE(b.client.write(bench::counter(1), ua::Variant(1.0)).value, 0x80740000U);
        QCOMPARE(b.client.write(bench::typed("Int32"), int32s({1})).value, 0x80740000U);
        QCOMPARE(b.client.write(ua::NodeId(2258), ua::Variant(ua::DateTime{})).value, 0x803B0000U);
        QCOMPARE(b.client.write(ua::NodeId(2, 999'999U), ua::Variant(1.0)).value, 0x80340000U);
        QCOMPARE(b.client.write(ua::NodeId(85), ua::Variant(1.0)).value, 0x80350000U);
        ua::DataValue withServerTime;
        withServerTime.value = ua::Variant(std::uint64_t{1});
        withServerTime.serverTimestamp = ua::DateTime{1};
        QCOMPARE(b.client.write(bench::counter(1), withServerTime).value, 0x80730000U);
        QCOMPARE(b.client.write(bench::counter(1), ua::DataValue{}).value, 0x80740000U);
        // A byte array is a ByteString's other form (Part 4 §5.11.4).
        QVERIFY(
            b.client.write(bench::typed("ByteString"), ua::variantOf(ua::Array<std::uint8_t>{7, 8}))
                .isGood());
        QCOMPARE(b.client.read(bench::typed("ByteString")).value->getIf<ua::ByteString>()->bytes(),
                 (base::Bytes{7, 8}));
        QCOMPARE(b.server.counters().writes, std::uint64_t(1));
    }

    void continuationPoints()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const ua::NodeId object(2, ua::String("Object1")); // 75 variables
        ua::BrowseRequest request;
        request.requestedMaxReferencesPerNode = 30;
        request.nodesToBrowse = {browsing(object)};
        auto page = b.client.call<ua::BrowseResponse>(request)->results.at(0);
        std::set<std::string> seen;
        std::vector<std::size_t> sizes;
        for (;;) {
            sizes.push_back(page.references.size());
            for (const auto& reference : page.references) {
                seen.insert(reference.nodeId.nodeId.text());
            }
            if (page.continuationPoint.empty()) {
                break;
            }
            ua::BrowseNextRequest next;
            next.continuationPoints = {page.continuationPoint};
            page = b.client.call<ua::BrowseNextResponse>(next)->results.at(0);
        }
        QCOMPARE(sizes, (std::vector<std::size_t>{30, 30, 15}));
        QCOMPARE(seen.size(), std::size_t(75));

        // A point is good once, and not after its release; a made-up one never was.
        page = b.client.call<ua::BrowseResponse>(request)->results.at(0);
        ua::BrowseNextRequest next;
        next.continuationPoints = {page.continuationPoint};
        next.releaseContinuationPoints = true;
        const auto released = b.client.call<ua::BrowseNextResponse>(next)->results.at(0);
        QVERIFY(released.statusCode.isGood() && released.references.empty());
        next.releaseContinuationPoints = false;
        next.continuationPoints.push_back(ua::ByteString(base::bytesOf("made up")));
        for (const auto& result : b.client.call<ua::BrowseNextResponse>(next)->results) {
            QCOMPARE(result.statusCode.value, 0x804A0000U); // BadContinuationPointInvalid
        }
    }
    /// Part 4 §7.9: points of one request do not push each other out; older ones give way.
    void continuationPointsAreBounded()
    {
        ua::ServerConfig config;
        config.limits.maxBrowseContinuationPoints = 2;
        bench::Bench b(config);
        QVERIFY(b.client.establish().isGood());
        ua::BrowseRequest request;
        request.requestedMaxReferencesPerNode = 1;
        request.nodesToBrowse = {browsing(ua::NodeId(84)), browsing(ua::NodeId(85)),
                                 browsing(ua::NodeId(86)), browsing(bench::counter(1))};
        const auto first = b.client.call<ua::BrowseResponse>(request);
        QVERIFY(!first->results.at(0).continuationPoint.empty());
        QVERIFY(!first->results.at(1).continuationPoint.empty());
        QCOMPARE(first->results.at(2).statusCode.value, 0x804B0000U); // BadNoContinuationPoints
        QVERIFY(first->results.at(2).references.empty());
        QVERIFY(first->results.at(3).statusCode.isGood()); // needs none
        request.nodesToBrowse = {browsing(ua::NodeId(86))};
        QVERIFY(
            !b.client.call<ua::BrowseResponse>(request)->results.at(0).continuationPoint.empty());
        ua::BrowseNextRequest next;
        next.continuationPoints = {first->results.at(0).continuationPoint,
                                   first->results.at(1).continuationPoint};
        const auto continued = b.client.call<ua::BrowseNextResponse>(next);
        QCOMPARE(continued->results.at(0).statusCode.value, 0x804A0000U); // the oldest gave way
        QVERIFY(continued->results.at(1).statusCode.isGood());
    }

    void browse()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto one = [&](const ua::BrowseDescription& what) {
            ua::BrowseRequest request;
            request.nodesToBrowse = {what};
            return b.client.call<ua::BrowseResponse>(request)->results.at(0);
        };
        auto what = browsing(bench::counter(1));
        what.referenceTypeId = ua::NodeId();
        auto result = one(what);
        QCOMPARE(result.references.size(), std::size_t(1)); // HasTypeDefinition
        QCOMPARE(result.references[0].referenceTypeId, ua::NodeId(40));
        what.browseDirection = ua::BrowseDirection::Inverse;
        result = one(what);
        QCOMPARE(result.references.size(), std::size_t(1));
        QVERIFY(!result.references[0].isForward);
        QCOMPARE(result.references[0].browseName.name.text(), std::string("Object1"));
        what.resultMask = 0;
        result = one(what);
        QVERIFY(result.references[0].browseName.name.empty());
        QVERIFY(result.references[0].referenceTypeId.isNull());
        what.nodeClassMask = 4; // methods
        QVERIFY(one(what).references.empty());
        what.browseDirection = static_cast<ua::BrowseDirection>(3);
        QCOMPARE(one(what).statusCode.value, 0x804D0000U);
        what = browsing(ua::NodeId(85));
        what.referenceTypeId = ua::NodeId(85);
        QCOMPARE(one(what).statusCode.value, 0x804C0000U); // BadReferenceTypeIdInvalid
        QCOMPARE(one(browsing(ua::NodeId(2, 999'999U))).statusCode.value, 0x80340000U);
    }
    void translating()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto path = [&](std::vector<ua::QualifiedName> names) {
            ua::BrowsePath p;
            p.startingNode = ua::NodeId(85);
            for (auto& name : names) {
                ua::RelativePathElement element;
                element.referenceTypeId = ua::NodeId(33);
                element.includeSubtypes = true;
                element.targetName = std::move(name);
                p.relativePath.elements.push_back(element);
            }
            ua::TranslateBrowsePathsToNodeIdsRequest request;
            request.browsePaths = {p};
            return b.client.call<ua::TranslateBrowsePathsToNodeIdsResponse>(request)->results.at(0);
        };
        const auto found = path({{2, "Simulation"}, {2, "Object1"}, {2, "Variable75"}});
        QCOMPARE(found.statusCode.value, 0U);
        QCOMPARE(found.targets.size(), std::size_t(1));
        QCOMPARE(found.targets[0].targetId.nodeId, bench::counter(75));
        QCOMPARE(found.targets[0].remainingPathIndex, 0xFFFFFFFFU);
        QCOMPARE(path({{2, "Nowhere"}}).statusCode.value, 0x806F0000U); // BadNoMatch
        QCOMPARE(path({}).statusCode.value, nothingToDo);
        QCOMPARE(path({{2, ua::String()}}).statusCode.value, 0x80600000U); // BadBrowseNameInvalid
    }
    void calls()
    {
        bench::Bench b;
        QVERIFY(b.client.establish().isGood());
        const auto call = [&](ua::CallMethodRequest method) {
            ua::CallRequest request;
            request.methodsToCall = {std::move(method)};
            return b.client.call<ua::CallResponse>(request)->results.at(0);
        };
        ua::CallMethodRequest method;
        method.objectId = ua::NodeId(2, ua::String("Simulation"));
        method.methodId = ua::NodeId(2, ua::String("Add"));
        method.inputArguments = {ua::Variant(1.25), ua::Variant(2.5)};
        QCOMPARE(*call(method).outputArguments.at(0).getIf<double>(), 3.75);
        method.inputArguments = {ua::Variant(1.25)};
        QCOMPARE(call(method).statusCode.value, 0x80760000U); // BadArgumentsMissing
        method.inputArguments = {ua::Variant(1.0), ua::Variant(1.0), ua::Variant(1.0)};
        QCOMPARE(call(method).statusCode.value, 0x80E50000U); // BadTooManyArguments
        method.inputArguments = {ua::Variant(1.0), ua::Variant(std::int32_t{1})};
        const auto mismatch = call(method);
        QCOMPARE(mismatch.statusCode.value, 0x80AB0000U); // BadInvalidArgument
        QCOMPARE(mismatch.inputArgumentResults.at(1).value, 0x80740000U);
        method.objectId = ua::NodeId(85);
        QCOMPARE(call(method).statusCode.value, 0x80750000U); // BadMethodInvalid
        method.objectId = ua::NodeId(2, 999'999U);
        QCOMPARE(call(method).statusCode.value, 0x80340000U);
    }
};

QTEST_GUILESS_MAIN(ServicesTest)
#include "test_services.moc"
