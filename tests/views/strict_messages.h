// SPDX-License-Identifier: MIT
// A Qt warning that no test expects is a failure: they tell of broken connections, wrong parents
// and layouts that nobody sees otherwise.
#pragma once

#include <QString>
#include <QtTest>

namespace strict {

inline void onMessage(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    // The offscreen platform cannot raise or lower windows; that is no fault of the program.
    if (text.contains(QLatin1String("This plugin does not support"))) {
        return;
    }
    if (type != QtDebugMsg && type != QtInfoMsg) {
        QTest::qFail(qPrintable(QStringLiteral("unexpected message: ") + text), __FILE__, __LINE__);
    }
}

} // namespace strict
