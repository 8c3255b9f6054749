// SPDX-License-Identifier: MIT
// Writing and tailing run.jsonl: locks, partial lines, damage, bounds, odd paths (field case R02).
#include "results/run_log_reader.h"
#include "results/run_log_writer.h"
#include "unit/results/synthetic_run.h"

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace results;
using namespace std::chrono_literals;

namespace {

QByteArray contents(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string syntheticLog()
{
    std::string text;
    for (const auto& record : synthetic::records()) {
        text += encodeRecord(record) + "\n";
    }
    return text;
}

} // namespace

class TestRunLog : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenIsRead()
    {
        QTemporaryDir root;
        base::ManualClock clock;
        const auto all = synthetic::records();
        {
            auto writer = RunLogWriter::create(root.filePath("out").toStdString(), clock);
            QVERIFY2(writer.has_value(), writer ? "" : writer.error().context.c_str());
            for (const auto& record : all) {
                QVERIFY(writer->append(record).has_value());
            }
        }
        const auto model = readRunLog(root.filePath("out").toStdString());
        QVERIFY2(model.has_value(), model ? "" : model.error().context.c_str());
        QCOMPARE(model->title(), std::string("target-scale-smoke"));
        QCOMPARE(model->sampleCount(), std::size_t(synthetic::seconds));
        QCOMPARE(model->logErrorCount(), 0U);
    }

    void samplesWaitOtherRecordsDoNot()
    {
        QTemporaryDir root;
        base::ManualClock clock;
        auto writer = RunLogWriter::create(root.path().toStdString(), clock);
        QVERIFY(writer.has_value());
        QVERIFY(writer->append(RunRecord{}).has_value());
        QCOMPARE(contents(writer->path()).count('\n'), 1);
        QVERIFY(writer->append(SampleRecord{}).has_value());
        QCOMPARE(contents(writer->path()).count('\n'), 1);
        clock.advance(100ms);
        QVERIFY(writer->append(SampleRecord{}).has_value());
        QCOMPARE(contents(writer->path()).count('\n'), 1);
        clock.advance(900ms);
        QVERIFY(writer->append(SampleRecord{}).has_value());
        QCOMPARE(contents(writer->path()).count('\n'), 4);
        QVERIFY(writer->append(SampleRecord{}).has_value());
        QVERIFY(writer->append(EventRecord{}).has_value());
        QCOMPARE(contents(writer->path()).count('\n'), 6);
    }

    void twoRunsCannotShareADirectory()
    {
        QTemporaryDir root;
        base::ManualClock clock;
        {
            const auto first = RunLogWriter::create(root.path().toStdString(), clock);
            QVERIFY(first.has_value());
            const auto second = RunLogWriter::create(root.path().toStdString(), clock);
            QVERIFY(!second.has_value());
            QVERIFY(second.error().context.find("another run is writing") != std::string::npos);
        }
        const auto later = RunLogWriter::create(root.path().toStdString(), clock);
        QVERIFY(!later.has_value());
        QVERIFY(later.error().context.find("holds a run already") != std::string::npos);
    }

    /// Field case R02.
    void oddDirectoriesWork_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("umlauts and blanks") << QString::fromUtf8("Prüfstand Größe/测试");
        QTest::newRow("decomposed") << QString::fromUtf8("e\xcc\x81");
        QTest::newRow("line feed") << QString("a\nb");
        QTest::newRow("250 bytes") << QString(250, 'x');
        QTest::newRow("emoji") << QString::fromUtf8("🚀 run");
    }
    void oddDirectoriesWork()
    {
        QFETCH(QString, name);
        QTemporaryDir root;
        base::ManualClock clock;
        const auto folder = std::filesystem::path((root.path() + "/" + name).toStdString());
        {
            auto writer = RunLogWriter::create(folder, clock);
            QVERIFY2(writer.has_value(), writer ? "" : writer.error().context.c_str());
            QVERIFY(writer->append(RunRecord{}).has_value());
        }
        QVERIFY(QFile::exists(QString::fromStdString((folder / "run.jsonl").string())));
        QVERIFY(readRunLog(folder).has_value());
    }

    void failuresSayWhatAndWhere()
    {
        base::ManualClock clock;
        const auto writer = RunLogWriter::create("/dev/null/out", clock);
        QVERIFY(!writer.has_value());
        QVERIFY(writer.error().context.find("/dev/null/out") != std::string::npos);
        const auto reader = readRunLog("/nowhere/at/all");
        QVERIFY(!reader.has_value());
        QVERIFY(reader.error().context.find("expected a run.jsonl") != std::string::npos);
    }

    /// A full disk, played by the file size limit: the append fails, and once there is room again
    /// the log goes on where it stopped, in whole lines.
    void aFullDiskIsReportedAndSurvived()
    {
        QTemporaryDir root;
        base::ManualClock clock;
        auto writer = RunLogWriter::create(root.path().toStdString(), clock);
        QVERIFY(writer.has_value());
        QVERIFY(writer->append(RunRecord{}).has_value());
        const auto size = contents(writer->path()).size();

        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        rlimit small = before;
        small.rlim_cur = static_cast<rlim_t>(size + 10);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto failed = writer->append(EventRecord{1, 0, "mark", "while full", "", {}});
        const auto partly = contents(writer->path());
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        std::signal(SIGXFSZ, handler);

        QVERIFY(!failed.has_value());
        QVERIFY(failed.error().context.find("run.jsonl") != std::string::npos);
        QCOMPARE(partly.size(), size + 10);
        QVERIFY(writer->append(EventRecord{2, 0, "mark", "room again", "", {}}).has_value());
        const auto model = readRunLog(root.path().toStdString());
        QVERIFY(model.has_value());
        QCOMPARE(model->logErrorCount(), 0U);
        QCOMPARE(model->events().size(), 2U);
        QCOMPARE(model->events()[0].text, std::string("while full"));
    }

    void piecesOfAnySizeGiveTheSameRecords()
    {
        const auto text = syntheticLog();
        RunLogReader whole;
        const auto all = whole.feed(text);
        QVERIFY(all.has_value());
        QCOMPARE(all->size(), synthetic::records().size());
        for (const std::size_t size : {1UL, 7UL, 4096UL}) {
            RunLogReader reader;
            std::vector<Record> found;
            for (std::size_t at = 0; at < text.size(); at += size) {
                auto some = reader.feed(std::string_view(text).substr(at, size));
                QVERIFY(some.has_value());
                found.insert(found.end(), some->begin(), some->end());
            }
            QVERIFY(found == *all);
        }
    }

    void aTailFollowsAGrowingFile()
    {
        QTemporaryDir root;
        const auto path = root.filePath("run.jsonl");
        RunModel model;
        RunLogTail tail(path.toStdString());
        QCOMPARE(tail.poll(model).value(), 0U); // not there yet
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        const auto run = QByteArray::fromStdString(encodeRecord(synthetic::runRecord({}))) + "\n";
        const auto cell = QByteArray::fromStdString(encodeRecord(CellRecord{1, 0, 0, {}})) + "\n";
        file.write(run + cell.left(9));
        QCOMPARE(tail.poll(model).value(), 1U);
        QVERIFY(model.hasRun());
        QVERIFY(tail.atEnd());
        QCOMPARE(tail.poll(model).value(), 0U);
        file.write(cell.mid(9));
        QCOMPARE(tail.poll(model).value(), 1U);
        QCOMPARE(model.cells().size(), 1U);
        file.write("{\"record\":\"ce");
        QCOMPARE(tail.poll(model).value(), 0U);
        QCOMPARE(model.logErrorCount(), 0U);
        tail.finish(model);
        QCOMPARE(model.logErrorCount(), 1U);
        QVERIFY(file.resize(5));
        const auto shorter = tail.poll(model);
        QVERIFY(!shorter.has_value());
        QVERIFY(shorter.error().context.find("became shorter") != std::string::npos);
    }

    void aCorruptLineCostsOnlyItself()
    {
        RunLogReader reader;
        const auto text = encodeRecord(RunRecord{}) + "\n" + "{\"record\":\"cell\",\"at_ns\":}\n" +
                          "\n" + encodeRecord(CellRecord{5, 2, 0, {}}) + "\n";
        const auto records = reader.feed(text);
        QVERIFY(records.has_value());
        QCOMPARE(records->size(), 2U);
        QCOMPARE(reader.errors().size(), 1U);
        QCOMPARE(reader.errors()[0].line, 2U);
        QCOMPARE(reader.lines(), 4U);
    }

    void newerAndForeignFilesAreRefused()
    {
        RunLogReader newer;
        auto run = RunRecord{};
        run.schema = "uasurge-runlog/1.7";
        const auto refused = newer.feed(encodeRecord(run) + "\n");
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().context,
                 std::string("written by a newer UaSurge (schema 1.7; this one reads up to 1.0)"));
        QVERIFY(!newer.feed(encodeRecord(CellRecord{}) + "\n").has_value());

        RunLogReader foreign;
        QVERIFY(!foreign.feed("a,b,c\n1,2,3\n").has_value());
        RunLogReader headless;
        const auto cell = headless.feed(encodeRecord(CellRecord{}) + "\n");
        QVERIFY(!cell.has_value());
        QVERIFY(cell.error().context.find("kind run") != std::string::npos);
    }

    void anEndlessLineIsNotKept()
    {
        RunLogReader reader;
        QVERIFY(reader.feed(encodeRecord(RunRecord{}) + "\n").has_value());
        const std::string block(1U << 20U, 'x');
        for (int i = 0; i < 20; ++i) {
            QVERIFY(reader.feed(block).has_value());
        }
        const auto after = reader.feed("\n" + encodeRecord(CellRecord{}) + "\n");
        QVERIFY(after.has_value());
        QCOMPARE(after->size(), 1U);
        QCOMPARE(reader.errors().size(), 1U);
        QCOMPARE(reader.errors()[0].text, std::string("longer than 16 MiB"));
    }

    void errorsAreCountedBeyondTheOnesKept()
    {
        RunLogReader reader;
        QVERIFY(reader.feed(encodeRecord(RunRecord{}) + "\n").has_value());
        for (int i = 0; i < 500; ++i) {
            QVERIFY(reader.feed("nonsense\n").has_value());
        }
        QCOMPARE(reader.errorCount(), 500U);
        QCOMPARE(reader.errors().size(), RunLogReader::maxErrors);
    }
};

QTEST_GUILESS_MAIN(TestRunLog)
#include "test_run_log.moc"
