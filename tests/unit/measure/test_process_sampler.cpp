// SPDX-License-Identifier: MIT
// Against made-up /proc trees with known figures, and against this very process.
#include "base/clock.h"
#include "measure/process_sampler.h"

#include <QDir>
#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace std::chrono_literals;

namespace {

void write(const QString& path, const QByteArray& text)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

const QByteArray oddName = "4242 (a) b (c d)) S 1 4242 4242 0 -1 4194560 100 0 0 0 "
                           "150 50 0 0 20 0 7 0 12345 1000000 2048 18446744073709551615 1 1";

} // namespace

class TestProcessSampler : public QObject
{
    Q_OBJECT

private slots:
    void readsAStatWithAnOddName()
    {
        const auto stat = measure::parseProcessStat(oddName.toStdString());
        QVERIFY(stat.has_value());
        QCOMPARE(stat->state, 'S');
        QCOMPARE(stat->cpuTicks, 200);
        QCOMPARE(stat->threads, 7);
        QCOMPARE(stat->rssPages, 2048);
        QVERIFY(!measure::parseProcessStat("4242 (x) S 1 2").has_value());
        QVERIFY(!measure::parseProcessStat("").has_value());
    }

    void samplesAMadeUpProcess()
    {
        QTemporaryDir root;
        write(root.filePath("4242/stat"), oddName);
        for (const char* name : {"0", "1", "2", "17"}) {
            write(root.filePath(QString("4242/fd/") + name), "");
        }
        const auto sample = measure::sampleProcess(4242, root.path().toStdString());
        QVERIFY(sample.has_value());
        QCOMPARE(sample->rssBytes, 2048 * ::sysconf(_SC_PAGESIZE));
        QCOMPARE(sample->cpuNs, 200 * (1'000'000'000 / ::sysconf(_SC_CLK_TCK)));
        QCOMPARE(sample->descriptors.value(), 4);
        // Descriptors of someone else's process are not available, which is not the same as 0.
        QVERIFY(QDir(root.filePath("4242/fd")).removeRecursively());
        QVERIFY(!measure::sampleProcess(4242, root.path().toStdString())->descriptors.has_value());
    }

    void countsOurOwnDescriptors()
    {
        const auto before = measure::sampleProcess(::getpid());
        QVERIFY(before.has_value());
        QVERIFY(before->rssBytes > 1'000'000);
        QVERIFY(before->cpuNs > 0);
        QVERIFY(before->threads >= 1);
        int opened[5];
        for (int& descriptor : opened) {
            descriptor = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
            QVERIFY(descriptor >= 0);
        }
        const auto after = measure::sampleProcess(::getpid());
        for (const int descriptor : opened) {
            ::close(descriptor);
        }
        QCOMPARE(after->descriptors.value() - before->descriptors.value(), 5);
        QVERIFY(after->cpuNs >= before->cpuNs);
    }

    void aProcessThatEndedIsAnError()
    {
        const pid_t child = ::fork();
        if (child == 0) {
            ::_exit(0);
        }
        QVERIFY(child > 0);
        siginfo_t info{};
        QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
        const auto zombie = measure::sampleProcess(child);
        QVERIFY(!zombie.has_value());
        QVERIFY(zombie.error().context.find("has ended") != std::string::npos);
        QCOMPARE(::waitpid(child, nullptr, 0), child);
        QVERIFY(!measure::sampleProcess(child).has_value());
    }

    void cpuInCoresNeedsTwoSamples()
    {
        base::ManualClock clock;
        measure::ProcessCpu cpu;
        QVERIFY(!cpu.cores(1'000, clock.monotonic()).has_value());
        QVERIFY(!cpu.cores(2'000, clock.monotonic()).has_value());
        clock.advance(2s);
        QCOMPARE(cpu.cores(2'000 + 3'000'000'000, clock.monotonic()).value(), 1.5);
    }

    void othersAreWhatIsBusyMinusOurs()
    {
        QTemporaryDir root;
        const auto tick = 1.0 / double(::sysconf(_SC_CLK_TCK));
        write(root.filePath("stat"), "cpu  1000 20 300 9000 77 10 5 40 0 0\ncpu0 1 2 3\n");
        write(root.filePath("loadavg"), "1.25 0.5 0.1 1/100 4242\n");
        base::ManualClock clock;
        measure::MachineSampler sampler(root.path().toStdString());
        const auto first = sampler.sample(0, clock.monotonic());
        QVERIFY(first.has_value() && !first->has_value());
        // user +300, system +50, irq +10, softirq +5, steal +20, idle and iowait do not count.
        write(root.filePath("stat"), "cpu  1300 20 350 9900 99 20 10 60 0 0\n");
        clock.advance(10s);
        const auto second = sampler.sample(1'000'000'000, clock.monotonic());
        QVERIFY(second.has_value() && second->has_value());
        const auto& sample = **second;
        QVERIFY(qFuzzyCompare(sample.othersCores, (365 * tick - 1.0) / 10));
        QVERIFY(qFuzzyCompare(sample.stealCores, 20 * tick / 10));
        QCOMPARE(sample.loadAverage, 1.25);
    }

    void aDamagedProcIsAnError()
    {
        QVERIFY(!measure::parseMachineStat("cpu 1 2 3").has_value());
        QVERIFY(!measure::parseMachineStat("intr 1 2 3 4 5 6 7 8 9").has_value());
        QVERIFY(!measure::parseMachineStat("cpu 1 2 3 x 5 6 7 8 9").has_value());
        QTemporaryDir root;
        measure::MachineSampler sampler(root.path().toStdString());
        QVERIFY(!sampler.sample(0, {}).has_value());
    }
};

QTEST_GUILESS_MAIN(TestProcessSampler)
#include "test_process_sampler.moc"
