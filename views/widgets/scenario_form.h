// SPDX-License-Identifier: MIT
// The fields of a scenario with units; what the strict reader finds wrong stands at its field, and
// the plan of what is right stands below.
#pragma once

#include "views/models/scenario_document.h"

#include <QMap>
#include <QWidget>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;

namespace views {

class ScenarioForm : public QWidget
{
    Q_OBJECT

public:
    explicit ScenarioForm(ScenarioDocument& document, QWidget* parent = nullptr);

    /// The editor of a field, for keyboard focus and tests.
    QWidget* editor(const QString& pointer) const;
    /// What stands below the field; empty when it is right.
    QString errorAt(const QString& pointer) const;
    QString planText() const;

private:
    struct Row
    {
        QLineEdit* line = nullptr;
        QComboBox* choice = nullptr;
        QLabel* error = nullptr;
    };
    void build();
    void refresh();
    void addRow(QGridLayout& grid, int row, const FieldDescription& field);

    ScenarioDocument& m_document;
    QWidget* m_fields = nullptr;
    QMap<QString, Row> m_rows;
    QLabel* m_description;
    QLabel* m_otherProblems;
    QLabel* m_plan;
};

} // namespace views
