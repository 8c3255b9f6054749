// SPDX-License-Identifier: MIT
#include "scenario/matrix.h"

#include <QObject>
#include <QTest>

#include <string>

using namespace scenario;

namespace {

std::string document(const std::string& matrix)
{
    return R"({"schema": "uasurge-scenario/1.0", "name": "t", "workloads": [)"
           R"({"name": "w", "kind": "subscribe"}], "matrix": )" +
           matrix + "}";
}

std::string firstProblem(const std::string& matrix)
{
    const auto scenario = readScenario(document(matrix));
    return scenario ? std::string() : scenario.error()[0].text();
}

} // namespace

class TestMatrix : public QObject
{
    Q_OBJECT

private slots:
    void crossProductWithTheLastAxisFastest();
    void withoutAMatrixThereIsOneCell();
    void aBadCellIsFoundWhenTheFileIsRead();
    void theNumberOfCellsIsBounded();
};

void TestMatrix::crossProductWithTheLastAxisFastest()
{
    const auto scenario = readScenario(document(R"({
        "/workloads/0/sessions": [500, 1000],
        "/security": [{"policy": "None", "mode": "None"},
                      {"policy": "Basic256Sha256", "mode": "Sign"},
                      {"policy": "Basic256Sha256", "mode": "SignAndEncrypt"}]})"));
    QVERIFY2(scenario, scenario ? "" : toError(scenario.error()).context.c_str());
    const auto cells = expandMatrix(*scenario);
    QVERIFY(cells);
    QCOMPARE(cells->size(), 6U);
    const Mode modes[] = {Mode::None, Mode::Sign, Mode::SignAndEncrypt};
    for (std::size_t i = 0; i < 6; ++i) {
        const auto& cell = (*cells)[i];
        QCOMPARE(cell.scenario.workloads[0].sessions, i < 3 ? 500U : 1000U);
        QVERIFY(cell.scenario.security.mode == modes[i % 3]);
        QVERIFY(cell.scenario.matrix.empty());
        QCOMPARE(cell.parameters.size(), 2U);
        QCOMPARE(cell.parameters[0].first, "/workloads/0/sessions");
        QCOMPARE(cell.parameters[0].second, i < 3 ? "500" : "1000");
    }
    // What a cell does not name keeps its default, not the value of the cell before.
    QCOMPARE((*cells)[0].scenario.security.keyBits, 2048U);
}

void TestMatrix::withoutAMatrixThereIsOneCell()
{
    const auto scenario = readScenario(document("{}"));
    QVERIFY(scenario);
    const auto cells = expandMatrix(*scenario);
    QVERIFY(cells);
    QCOMPARE(cells->size(), 1U);
    QVERIFY((*cells)[0].parameters.empty());
    QVERIFY((*cells)[0].scenario == *scenario);
}

void TestMatrix::aBadCellIsFoundWhenTheFileIsRead()
{
    const auto range = firstProblem(R"({"/workloads/0/sessions": [1, 0]})");
    QVERIFY2(range.starts_with("/workloads/0/sessions: expected a whole number") &&
                 range.ends_with("in the cell /workloads/0/sessions=0"),
             range.c_str());
    const auto pointer = firstProblem(R"({"/workloads/7/sessions": [1]})");
    QVERIFY2(pointer.starts_with("/matrix/~1workloads~17~1sessions: "), pointer.c_str());
    const auto contradiction = firstProblem(R"({"/security/policy": ["Basic256Sha256", "None"]})");
    QVERIFY2(contradiction.starts_with("/security/mode: expected None"), contradiction.c_str());
    QVERIFY(firstProblem(R"({"/workloads/0/sessions": []})").find("a list of 1 to 256") !=
            std::string::npos);
    QVERIFY(firstProblem(R"({"/matrix": [1]})").find("that can be varied") != std::string::npos);
    QVERIFY(!firstProblem(R"({"/workloads/0/sesions": [1]})").empty());
}

void TestMatrix::theNumberOfCellsIsBounded()
{
    std::string values;
    for (int i = 1; i <= 16; ++i) {
        values += (i > 1 ? ", " : "") + std::to_string(i);
    }
    QVERIFY(
        firstProblem(R"({"/seed": [)" + values + R"(], "/workloads/0/sessions": [)" + values + "]}")
            .empty());
    const auto problem = firstProblem(R"({"/seed": [0, )" + values +
                                      R"(], "/workloads/0/sessions": [)" + values + "]}");
    QVERIFY2(problem.starts_with("/matrix: expected 1 to 256 cells"), problem.c_str());
}

QTEST_GUILESS_MAIN(TestMatrix)
#include "test_matrix.moc"
