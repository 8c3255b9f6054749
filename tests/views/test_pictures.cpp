// SPDX-License-Identifier: MIT
// The window as people see it, as pictures below the build folder: two sizes, light and dark. What
// a test can check of a picture is checked: it is not empty, and nothing is cut off.
#include "views/run_folder.h"
#include "views/shell/main_window.h"
#include "views/strict_messages.h"
#include "views/widgets/verdict_bar.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QObject>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace views;

namespace {

QString pictureFolder()
{
    const auto folder = QStringLiteral(UASURGE_BINARY_DIR "/pictures");
    QDir().mkpath(folder);
    return folder;
}

int coloursIn(const QImage& image)
{
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3) {
            seen.insert(image.pixel(x, y));
        }
    }
    return static_cast<int>(seen.size());
}

} // namespace

class TestPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qInstallMessageHandler(strict::onMessage);
        QApplication::setStyle(QStringLiteral("Fusion"));
    }

    void grab_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("isDark");
        QTest::addColumn<QString>("kind");
        for (const auto& kind : {"pass", "fail", "invalid", "empty"}) {
            for (const bool isDark : {false, true}) {
                for (const auto& size : {QSize(1280, 800), QSize(1440, 900)}) {
                    QTest::newRow(qPrintable(QStringLiteral("%1-%2-%3")
                                                 .arg(kind)
                                                 .arg(size.width())
                                                 .arg(isDark ? "dark" : "light")))
                        << size << isDark << kind;
                }
            }
        }
    }

    void grab()
    {
        QFETCH(QSize, size);
        QFETCH(bool, isDark);
        QFETCH(QString, kind);
        QApplication::setPalette(isDark ? darkPalette() : lightPalette());
        QTemporaryDir root;
        synthetic::Options options;
        if (kind == "fail") {
            options.dropsAtHiccup = 12;
        } else if (kind == "invalid") {
            options.lagNs = 200'000'000;
        } else {
            options.thresholds = R"(["subscribe.latency:p(99)<500ms", "subscribe.drops:count==0",
                "sessions.established:count==500", "server.rss:slope<20MB/min",
                {"expression": "read.latency:p(95)<25ms", "optional": true}])";
        }
        WindowOptions window;
        window.outputRoot = root.filePath("runs");
        window.settingsFile = root.filePath("settings.ini");
        // A real run may be looked at in the same way.
        const auto real = qEnvironmentVariable("UASURGE_PICTURE_RUN");
        if (kind != "empty") {
            const auto folder = root.filePath("runs/steady");
            QVERIFY(folders::write(folder, folders::stored(options)));
            window.files << (real.isEmpty() ? folder : real);
        }
        MainWindow shown(window);
        shown.resize(size);
        shown.show();
        if (kind != "empty") {
            QSignalSpy ready(&shown, &MainWindow::runShown);
            QVERIFY(ready.wait());
            QVERIFY(shown.snapshot() != nullptr);
        } else {
            QVERIFY(shown.isEmpty());
        }
        QCoreApplication::processEvents();
        QCOMPARE(shown.size(), size); // it fits without growing
        const auto picture = shown.grab();
        QVERIFY(coloursIn(picture.toImage()) > 20);
        QVERIFY(picture.save(
            QStringLiteral("%1/%2.png").arg(pictureFolder(), QTest::currentDataTag())));
        QVERIFY(shown.verdictBar().isVisible());
        QCOMPARE(shown.verdictBar().height(), VerdictBar::barHeight);
        for (const auto* button : shown.findChildren<QPushButton*>()) {
            if (button->isVisible()) {
                QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
            }
        }
    }

    void contrast()
    {
        // WCAG 2.1 §1.4.3: 4.5 to 1 for text.
        const auto luminance = [](const QColor& colour) {
            const auto part = [](double value) {
                return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
            };
            return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) +
                   0.0722 * part(colour.blueF());
        };
        const auto ratio = [&](const QColor& a, const QColor& b) {
            const double one = luminance(a) + 0.05;
            const double other = luminance(b) + 0.05;
            return std::max(one, other) / std::min(one, other);
        };
        for (const auto& palette : {lightPalette(), darkPalette()}) {
            const auto colours = coloursOf(palette);
            QVERIFY(ratio(colours.mutedText, colours.surface) >= 4.5);
            QVERIFY(ratio(palette.color(QPalette::PlaceholderText),
                          palette.color(QPalette::Window)) >= 4.5);
            for (const auto tone : {Tone::Neutral, Tone::Running, Tone::Good, Tone::Caution,
                                    Tone::Bad, Tone::Invalid}) {
                QVERIFY(ratio(colours.toneInk(tone), colours.toneFill(tone)) >= 4.5);
                QVERIFY(ratio(colours.text, colours.toneFill(tone)) >= 4.5);
                QVERIFY(ratio(colours.mutedText, colours.toneFill(tone)) >= 4.5);
            }
            for (int line = 0; line < 4; ++line) { // §1.4.11: 3 to 1 for graphics
                QVERIFY(ratio(colours.line(line).color(), colours.surface) >= 3.0);
            }
        }
    }
};

QTEST_MAIN(TestPictures)
#include "test_pictures.moc"
