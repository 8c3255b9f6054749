// SPDX-License-Identifier: MIT
#include "views/widgets/empty_state.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <functional>

namespace views {

namespace {

QFrame* card(const QString& title, const QString& text, const QString& action,
             const std::function<void()>& act, bool isMain)
{
    auto* frame = new QFrame;
    frame->setFrameShape(QFrame::StyledPanel);
    frame->setAutoFillBackground(true);
    frame->setBackgroundRole(QPalette::Base);
    auto* heading = new QLabel(title);
    auto bold = heading->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    heading->setFont(bold);
    heading->setWordWrap(true);
    auto* body = new QLabel(text);
    body->setWordWrap(true);
    auto* button = new QPushButton(action);
    button->setAccessibleDescription(text);
    button->setDefault(isMain);
    QObject::connect(button, &QPushButton::clicked, frame, act);
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(18, 16, 18, 16);
    layout->setSpacing(8);
    layout->addWidget(heading);
    layout->addWidget(body);
    layout->addStretch(1);
    layout->addWidget(button, 0, Qt::AlignLeft);
    frame->setMinimumSize(260, 150);
    return frame;
}

} // namespace

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent)
{
    auto* heading = new QLabel(tr("How much does your OPC UA server take?"));
    auto large = heading->font();
    large.setPointSizeF(large.pointSizeF() * 1.7);
    large.setBold(true);
    heading->setFont(large);
    auto* lead = new QLabel(
        tr("A run puts a scenario on a server and tells whether it was good enough, what limited "
           "it, and whether the figures can be trusted. Choose a scenario above, or start here:"));
    lead->setWordWrap(true);
    auto* cards = new QGridLayout;
    cards->setSpacing(16);
    cards->addWidget(card(
                         tr("A first look"),
                         tr("100 encrypted sessions on a server that comes with the tool. Takes "
                            "half a minute and needs nothing else."),
                         tr("Try the embedded server"), [this] { Q_EMIT tryEmbedded(); }, true),
                     0, 0);
    cards->addWidget(card(
                         tr("Test my server"),
                         tr("Point a scenario at opc.tcp://… and watch latency, drops and errors. "
                            "Nothing is written without your leave."),
                         tr("Set up a target"), [this] { Q_EMIT testMyServer(); }, false),
                     0, 1);
    cards->addWidget(card(
                         tr("How many sessions?"),
                         tr("500 secured sessions, each of which must get every value. Change the "
                            "number until it fails."),
                         tr("Load session scalability"), [this] { Q_EMIT findLimit(); }, false),
                     1, 0);
    cards->addWidget(card(
                         tr("Open a result"),
                         tr("A stored run log opens in exactly the views that were live, even one "
                            "of a run that was killed."),
                         tr("Open a run…"), [this] { Q_EMIT openResult(); }, false),
                     1, 1);
    auto* column = new QVBoxLayout;
    column->setSpacing(14);
    column->addStretch(1);
    column->addWidget(heading);
    column->addWidget(lead);
    column->addSpacing(6);
    column->addLayout(cards);
    column->addStretch(2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(40, 24, 40, 24);
    layout->addLayout(column);
}

} // namespace views
