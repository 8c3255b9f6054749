// SPDX-License-Identifier: MIT
// Findings and events in order of time; choosing one shows the seconds around it.
#pragma once

#include "views/models/run_snapshot.h"

#include <QListWidget>

namespace views {

class NotesList : public QListWidget
{
    Q_OBJECT

public:
    explicit NotesList(QWidget* parent = nullptr);
    void setNotes(const std::vector<ShownNote>& notes);

protected:
    void paintEvent(QPaintEvent* event) override;

Q_SIGNALS:
    void chosen(qint64 atNs);

private:
    std::size_t m_shown = 0;
    qint64 m_lastNs = 0;
};

} // namespace views
