// SPDX-License-Identifier: MIT
// The scenario being edited: a JSON document whose fields are changed one by one and judged by the
// strict reader each time, so that the form can never say less than the command line would.
#pragma once

#include <boost/json/value.hpp>

#include <QMap>
#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace views {

/// One field of the form.
struct FieldDescription
{
    QString pointer;
    QString label;
    QString unit;
    /// Allowed texts; empty: anything the reader accepts.
    QStringList choices;
    QString tip;
};

class ScenarioDocument : public QObject
{
    Q_OBJECT

public:
    explicit ScenarioDocument(QObject* parent = nullptr);

    static QStringList builtIns();

    /// The name of a built-in scenario; false when there is none.
    bool loadBuiltIn(const QString& name);
    /// Reads of a server that runs already: valid as it is, and without writes.
    void loadExternal(const QString& url);
    /// Returns an error text, empty when the file was read. A file with problems inside is read all
    /// the same: the form shows them.
    QString loadFile(const QString& file);
    /// JSON text; returns an error text when it is no JSON object.
    QString loadText(const QString& json);

    /// The fields this scenario has, in the order of the form.
    std::vector<FieldDescription> fields() const;
    QString value(const QString& pointer) const;
    void setValue(const QString& pointer, const QString& text);

    bool isValid() const { return m_problems.isEmpty(); }
    bool isModified() const { return m_isModified; }
    QString name() const;
    QString description() const;
    /// "embedded server", or the URL.
    QString targetText() const;
    QString origin() const { return m_origin; }
    /// Pointer → what is wrong and what was expected.
    const QMap<QString, QString>& problems() const { return m_problems; }
    /// One line for people, empty while there are problems.
    QString planSummary() const { return m_summary; }
    /// The whole plan, as --dry-run prints it.
    QString planText() const { return m_plan; }
    /// From the end of the ramp to the end, in nanoseconds.
    std::int64_t plannedNs() const { return m_plannedNs; }
    QString json() const;

Q_SIGNALS:
    /// Other fields: the form must be built anew.
    void loaded();
    void changed();

private:
    void judge();

    boost::json::value m_document;
    QString m_origin;
    QMap<QString, QString> m_problems;
    QString m_plan;
    QString m_summary;
    std::int64_t m_plannedNs = 0;
    bool m_isModified = false;
};

} // namespace views
