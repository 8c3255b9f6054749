// SPDX-License-Identifier: MIT
// The window with the real runner and the real embedded server: started, watched, stopped. The
// result on screen is compared with the result.json that the runner wrote.
#include "scenario/json_text.h"
#include "views/pages/run_page.h"
#include "views/shell/main_window.h"
#include "views/strict_messages.h"
#include "views/widgets/run_list.h"
#include "views/widgets/verdict_bar.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace views;

namespace {

constexpr int longest = 60'000;

boost::json::value resultOf(const QString& folder)
{
    QFile file(folder + "/result.json");
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    auto json = scenario::parseJson(file.readAll().toStdString());
    return json ? *json : boost::json::value();
}

std::string textAt(const boost::json::value& json, const char* pointer)
{
    boost::system::error_code error;
    const auto* found = json.find_pointer(pointer, error);
    return found != nullptr && found->is_string() ? std::string(found->get_string())
                                                  : std::string();
}

} // namespace

class TestLive : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qInstallMessageHandler(strict::onMessage);
        QApplication::setStyle(QStringLiteral("Fusion"));
        QApplication::setPalette(lightPalette());
    }
    void init()
    {
        m_root = std::make_unique<QTemporaryDir>();
        WindowOptions options;
        options.executable = QStringLiteral(UASURGE_EXECUTABLE);
        options.outputRoot = m_root->filePath("runs");
        options.settingsFile = m_root->filePath("settings.ini");
        m_window = std::make_unique<MainWindow>(options);
        m_window->resize(1440, 900);
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void quickStart()
    {
        // The whole of it only for a picture; a short one shows the same.
        const bool isForPicture = qEnvironmentVariableIsSet("UASURGE_LIVE_PICTURE");
        auto& document = m_window->document();
        if (!isForPicture) {
            document.setValue("/workloads/0/sessions", "10");
            document.setValue("/phases/steady", "3s");
        }
        QVERIFY(document.isValid());
        m_window->startRun();
        const auto isMeasuring = [this, isForPicture] {
            const auto* shown = m_window->snapshot();
            const qint64 atNs = isForPicture ? 14'000'000'000 : 0;
            return shown != nullptr && shown->phase == "steady" && shown->whole.toNs > atNs &&
                   !shown->latency.lines.empty() && !shown->memory.lines.empty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isMeasuring(), longest);
        QVERIFY(m_window->isRunning());
        QVERIFY2(QStringList({"RUNNING"}).contains(word()), qPrintable(word()));
        QCoreApplication::processEvents();
        QDir().mkpath(UASURGE_BINARY_DIR "/pictures");
        QVERIFY(m_window->grab().save(UASURGE_BINARY_DIR "/pictures/live.png"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isRunning(), longest);
        QTRY_COMPARE(int(m_window->snapshot()->state), int(RunState::Ended));
        const auto folder = m_window->runList().item(0)->data(Qt::UserRole).toString();
        const auto result = resultOf(folder);
        const auto& verdict = m_window->snapshot()->judgement.verdict;
        QCOMPARE(std::string(results::verdictStateName(verdict.state)),
                 textAt(result, "/verdict/state"));
        QVERIFY(verdict.state != results::VerdictState::Interrupted);
        boost::system::error_code error;
        const auto* criteria = result.find_pointer("/cells/0/criteria", error);
        QVERIFY(criteria != nullptr);
        QCOMPARE(m_window->criteria().rowCount(), int(criteria->get_array().size()));
    }

    void stoppedRunKeepsItsResult()
    {
        auto& document = m_window->document();
        document.setValue("/workloads/0/sessions", "3");
        document.setValue("/phases/steady", "1h");
        m_window->startRun();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->snapshot() != nullptr && m_window->snapshot()->phase == "steady", longest);
        m_window->stopRun();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isRunning(), longest);
        QTRY_COMPARE(word(), QString("INTERRUPTED"));
        const auto folder = m_window->runList().item(0)->data(Qt::UserRole).toString();
        QCOMPARE(textAt(resultOf(folder), "/verdict/state"), std::string("interrupted"));
    }

private:
    QString word() const { return m_window->verdictBar().headline().word; }

    std::unique_ptr<QTemporaryDir> m_root;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestLive)
#include "test_live.moc"
