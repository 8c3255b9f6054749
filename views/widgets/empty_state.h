// SPDX-License-Identifier: MIT
// What is shown before there is a run: how to get one, in four cards.
#pragma once

#include <QWidget>

namespace views {

class EmptyState : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyState(QWidget* parent = nullptr);

Q_SIGNALS:
    void tryEmbedded();
    void testMyServer();
    void findLimit();
    void openResult();
};

} // namespace views
