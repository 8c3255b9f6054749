// SPDX-License-Identifier: MIT
// Always visible: shape, word, the one binding reason, and the key figures below it.
#pragma once

#include "views/widgets/theme.h"

#include <QWidget>

namespace views {

class VerdictBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr int barHeight = 56;

    explicit VerdictBar(QWidget* parent = nullptr);
    void setHeadline(const Headline& headline);
    const Headline& headline() const { return m_headline; }
    QSize sizeHint() const override { return {600, barHeight}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    Headline m_headline;
};

} // namespace views
