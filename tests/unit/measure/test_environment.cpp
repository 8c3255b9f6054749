// SPDX-License-Identifier: MIT
#include "measure/environment.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

namespace {

void write(const QString& path, const QByteArray& text)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

} // namespace

class TestEnvironment : public QObject
{
    Q_OBJECT

private slots:
    void readsTheFactsOfAMadeUpMachine()
    {
        QTemporaryDir root;
        write(root.filePath("proc/cpuinfo"), "processor\t: 0\nmodel name\t: Some CPU @ 3.1 GHz\n");
        write(root.filePath("proc/meminfo"), "MemTotal:       16384000 kB\nMemFree: 1 kB\n");
        write(root.filePath("proc/loadavg"), "0.75 0.5 0.1 1/100 4242\n");
        write(root.filePath("proc/sys/net/ipv4/ip_local_port_range"), "32768\t60999\n");
        write(root.filePath("sys/devices/system/clocksource/clocksource0/current_clocksource"),
              "tsc\n");
        write(root.filePath("proc/self/cgroup"), "0::/work.slice\n");
        write(root.filePath("sys/fs/cgroup/work.slice/cpu.max"), "150000 100000\n");
        write(root.filePath("sys/fs/cgroup/work.slice/memory.max"), "8589934592\n");
        const auto environment = measure::readEnvironment(root.path().toStdString());
        QCOMPARE(environment.cpuModel, std::string("Some CPU @ 3.1 GHz"));
        QCOMPARE(environment.memoryBytes, 16'384'000LL * 1024);
        QCOMPARE(environment.quotaCores.value(), 1.5);
        QCOMPARE(environment.memoryLimitBytes.value(), 8'589'934'592LL);
        QCOMPARE(environment.portFirst, 32768U);
        QCOMPARE(environment.portLast, 60999U);
        QCOMPARE(environment.clockSource, std::string("tsc"));
        QCOMPARE(environment.loadAverage, 0.75);
        QCOMPARE(environment.cores(), environment.affinityCores == 1 ? 1.0 : 1.5);
        rlimit limit{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &limit), 0);
        QCOMPARE(environment.descriptorsSoft, std::uint64_t(limit.rlim_cur));
    }

    void anEmptyMachineIsNotAnError()
    {
        QTemporaryDir root;
        const auto environment = measure::readEnvironment(root.path().toStdString());
        QVERIFY(environment.cpuModel.empty());
        QVERIFY(!environment.quotaCores.has_value());
        QVERIFY(!environment.memoryLimitBytes.has_value());
        QVERIFY(environment.cores() >= 1);
    }

    void readsTheOlderControlGroups()
    {
        QTemporaryDir root;
        write(root.filePath("sys/fs/cgroup/cpu/cpu.cfs_quota_us"), "50000\n");
        write(root.filePath("sys/fs/cgroup/cpu/cpu.cfs_period_us"), "100000\n");
        QCOMPARE(measure::readEnvironment(root.path().toStdString()).cores(), 0.5);
        write(root.filePath("sys/fs/cgroup/cpu/cpu.cfs_quota_us"), "-1\n");
        QVERIFY(!measure::readEnvironment(root.path().toStdString()).quotaCores.has_value());
    }

    void noQuotaIsNoQuota()
    {
        QVERIFY(!measure::parseCpuMax("max 100000").has_value());
        QVERIFY(!measure::parseCpuMax("").has_value());
        QVERIFY(!measure::parseCpuMax("100000 0").has_value());
        QCOMPARE(measure::parseCpuMax("200000 100000").value(), 2.0);
    }
};

QTEST_GUILESS_MAIN(TestEnvironment)
#include "test_environment.moc"
