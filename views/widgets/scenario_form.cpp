// SPDX-License-Identifier: MIT
#include "views/widgets/scenario_form.h"

#include "views/widgets/theme.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace views {

namespace {

void setInk(QLabel& label, const QColor& ink)
{
    auto palette = label.palette();
    palette.setColor(QPalette::WindowText, ink);
    label.setPalette(palette);
}

QLabel* wrappedLabel()
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

ScenarioForm::ScenarioForm(ScenarioDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_description(wrappedLabel())
    , m_otherProblems(wrappedLabel())
    , m_plan(wrappedLabel())
{
    m_otherProblems->setAccessibleName(tr("Problems of the scenario"));
    m_plan->setAccessibleName(tr("Plan"));
    m_plan->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(8);
    layout->addWidget(m_description);
    layout->addWidget(m_otherProblems);
    layout->addWidget(m_plan);
    layout->addStretch(1);
    connect(&document, &ScenarioDocument::loaded, this, &ScenarioForm::build);
    connect(&document, &ScenarioDocument::changed, this, &ScenarioForm::refresh);
    build();
}

void ScenarioForm::build()
{
    delete m_fields;
    m_rows.clear();
    m_fields = new QWidget;
    auto* grid = new QGridLayout(m_fields);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const auto& field : m_document.fields()) {
        addRow(*grid, row, field);
        row += 2;
    }
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, m_fields);
    refresh();
}

void ScenarioForm::addRow(QGridLayout& grid, int row, const FieldDescription& field)
{
    Row made;
    QWidget* editor = nullptr;
    if (field.choices.isEmpty()) {
        made.line = new QLineEdit(m_document.value(field.pointer));
        connect(made.line, &QLineEdit::textEdited, this,
                [this, pointer = field.pointer](const QString& text) {
                    m_document.setValue(pointer, text.trimmed());
                });
        editor = made.line;
    } else {
        made.choice = new QComboBox;
        made.choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        made.choice->setMinimumContentsLength(6);
        made.choice->addItems(field.choices);
        made.choice->setCurrentText(m_document.value(field.pointer));
        connect(made.choice, &QComboBox::textActivated, this,
                [this, pointer = field.pointer](const QString& text) {
                    m_document.setValue(pointer, text);
                });
        editor = made.choice;
    }
    auto* label = new QLabel(field.label);
    label->setBuddy(editor);
    editor->setAccessibleName(field.unit.isEmpty()
                                  ? field.label
                                  : QStringLiteral("%1 (%2)").arg(field.label, field.unit));
    editor->setToolTip(field.tip + QLatin1Char('\n') + field.pointer);
    editor->setMinimumWidth(60);
    grid.addWidget(label, row, 0);
    if (field.unit.isEmpty()) {
        grid.addWidget(editor, row, 1, 1, 2);
    } else {
        auto* unit = new QLabel(field.unit);
        unit->setForegroundRole(QPalette::PlaceholderText);
        grid.addWidget(editor, row, 1);
        grid.addWidget(unit, row, 2);
    }
    made.error = wrappedLabel();
    made.error->setVisible(false);
    grid.addWidget(made.error, row + 1, 0, 1, 3);
    m_rows.insert(field.pointer, made);
}

void ScenarioForm::refresh()
{
    const auto colours = coloursOf(palette());
    m_description->setText(m_document.description());
    m_description->setVisible(!m_document.description().isEmpty());
    setInk(*m_description, colours.mutedText);
    auto others = m_document.problems();
    for (auto row = m_rows.begin(); row != m_rows.end(); ++row) {
        const auto problem = others.take(row.key());
        row->error->setText(problem.isEmpty() ? QString() : QStringLiteral("⚠ ") + problem);
        row->error->setVisible(!problem.isEmpty());
        setInk(*row->error, colours.toneInk(Tone::Bad));
        QWidget* editor = row->line;
        if (row->choice != nullptr) {
            editor = row->choice;
        }
        editor->setAccessibleDescription(problem);
        auto palette = this->palette();
        if (!problem.isEmpty()) {
            palette.setColor(QPalette::Base, colours.toneFill(Tone::Bad));
        }
        editor->setPalette(palette);
    }
    QStringList lines;
    for (auto other = others.begin(); other != others.end(); ++other) {
        lines << QStringLiteral("⚠ ") + (other.key().isEmpty()
                                             ? other.value()
                                             : other.key() + QStringLiteral(": ") + other.value());
    }
    m_otherProblems->setText(lines.join(QLatin1Char('\n')));
    m_otherProblems->setVisible(!lines.isEmpty());
    setInk(*m_otherProblems, colours.toneInk(Tone::Bad));
    m_plan->setText(m_document.planSummary().isEmpty()
                        ? QString()
                        : tr("Plan\n%1").arg(m_document.planSummary()));
    m_plan->setToolTip(QStringLiteral("<pre>%1</pre>").arg(m_document.planText().toHtmlEscaped()));
    m_plan->setVisible(m_document.isValid());
}

QWidget* ScenarioForm::editor(const QString& pointer) const
{
    const auto row = m_rows.value(pointer);
    return row.line != nullptr ? static_cast<QWidget*>(row.line) : row.choice;
}

QString ScenarioForm::errorAt(const QString& pointer) const
{
    const auto row = m_rows.value(pointer);
    return row.error != nullptr ? row.error->text() : QString();
}

QString ScenarioForm::planText() const
{
    return m_plan->text();
}

} // namespace views
