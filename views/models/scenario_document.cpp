// SPDX-License-Identifier: MIT
#include "views/models/scenario_document.h"

#include "base/text.h"
#include "scenario/built_in.h"
#include "scenario/json_text.h"
#include "scenario/matrix.h"
#include "scenario/overrides.h"
#include "scenario/plan.h"
#include "scenario/scenario_reader.h"

#include <QFile>
#include <QFileInfo>
#include <QThread>

#include <algorithm>

namespace views {

namespace {

const boost::json::value* find(const boost::json::value& document, const QString& pointer)
{
    boost::system::error_code error;
    return document.find_pointer(pointer.toStdString(), error);
}

QString textOf(const boost::json::value* value)
{
    if (value == nullptr) {
        return {};
    }
    return value->is_string() ? QString::fromUtf8(value->get_string().data(),
                                                  qsizetype(value->get_string().size()))
                              : QString::fromStdString(scenario::compactJson(*value));
}

/// Whether a field holds a number; all other fields of the form hold texts.
bool isCount(const QString& pointer)
{
    return pointer.endsWith(QLatin1String("/sessions")) ||
           pointer.endsWith(QLatin1String("/items")) ||
           pointer.endsWith(QLatin1String("/variables")) ||
           pointer.endsWith(QLatin1String("/rate"));
}

QString problemText(const scenario::Problem& problem)
{
    const auto text = [](const std::string& part) { return QString::fromStdString(part); };
    QString line = ScenarioDocument::tr("Expected %1, found %2")
                       .arg(text(problem.expected), text(problem.found));
    if (!problem.hint.empty()) {
        line += QLatin1String("; ") + text(problem.hint);
    }
    return line;
}

} // namespace

ScenarioDocument::ScenarioDocument(QObject* parent)
    : QObject(parent)
    , m_document(boost::json::object{})
{}

QStringList ScenarioDocument::builtIns()
{
    QStringList names;
    for (const auto& one : scenario::listBuiltIns()) {
        names << QString::fromUtf8(one.name.data(), qsizetype(one.name.size()));
    }
    return names;
}

bool ScenarioDocument::loadBuiltIn(const QString& name)
{
    const auto found = scenario::builtIn(name.toStdString());
    if (!found) {
        return false;
    }
    m_origin.clear();
    return loadText(QString::fromUtf8(found->json.data(), qsizetype(found->json.size()))).isEmpty();
}

QString ScenarioDocument::loadFile(const QString& file)
{
    QFile input(file);
    if (!input.open(QIODevice::ReadOnly)) {
        return tr("The scenario %1 cannot be read: %2").arg(file, input.errorString());
    }
    if (input.size() > qint64(scenario::maxDocumentBytes)) {
        return tr("%1 is too large for a scenario (at most 4 MB)").arg(file);
    }
    const auto error = loadText(QString::fromUtf8(input.readAll()));
    if (!error.isEmpty()) {
        return tr("%1 is no scenario: %2").arg(file, error);
    }
    m_origin = file;
    return {};
}

QString ScenarioDocument::loadText(const QString& json)
{
    auto parsed = scenario::parseJson(json.toStdString());
    if (!parsed) {
        return QString::fromStdString(parsed.error().context);
    }
    if (!parsed->is_object()) {
        return tr("a JSON object was expected");
    }
    m_document = std::move(*parsed);
    m_isModified = false;
    judge();
    Q_EMIT loaded();
    Q_EMIT changed();
    return {};
}

std::vector<FieldDescription> ScenarioDocument::fields() const
{
    std::vector<FieldDescription> all;
    all.push_back({QStringLiteral("/name"), tr("Name"), {}, {}, tr("Letters, digits, . _ -")});
    const auto* workloads = find(m_document, QStringLiteral("/workloads"));
    if (workloads != nullptr && workloads->is_array()) {
        const auto count = std::min<std::size_t>(workloads->get_array().size(), 8);
        for (std::size_t i = 0; i < count; ++i) {
            const auto base = QStringLiteral("/workloads/%1").arg(i);
            const auto name = value(base + QStringLiteral("/name"));
            const auto kind = value(base + QStringLiteral("/kind"));
            all.push_back({base + QStringLiteral("/sessions"),
                           tr("%1 sessions").arg(name),
                           {},
                           {},
                           tr("Sessions of the workload, each on its own channel")});
            if (kind == QLatin1String("subscribe")) {
                all.push_back({base + QStringLiteral("/items"),
                               tr("%1 items").arg(name),
                               {},
                               {},
                               tr("Monitored items of each subscription")});
                all.push_back({base + QStringLiteral("/publishingInterval"),
                               tr("%1 interval").arg(name),
                               tr("ms, s"),
                               {},
                               tr("Publishing interval requested, as in 250ms")});
            }
            const auto rate = base + QStringLiteral("/arrival/rate");
            if (find(m_document, rate) != nullptr) {
                all.push_back({rate,
                               tr("%1 rate").arg(name),
                               tr("1/s"),
                               {},
                               tr("Requests per second of the whole workload")});
            }
        }
    }
    all.push_back({QStringLiteral("/security/policy"),
                   tr("Security policy"),
                   {},
                   {QStringLiteral("None"), QStringLiteral("Basic256Sha256")},
                   tr("Security policy of every channel")});
    all.push_back(
        {QStringLiteral("/security/mode"),
         tr("Security mode"),
         {},
         {QStringLiteral("None"), QStringLiteral("Sign"), QStringLiteral("SignAndEncrypt")},
         tr("None goes with the policy None only")});
    all.push_back({QStringLiteral("/phases/steady"),
                   tr("Steady time"),
                   tr("s, min"),
                   {},
                   tr("How long is measured, as in 15s or 2min")});
    if (value(QStringLiteral("/target/kind")) == QLatin1String("external")) {
        all.push_back({QStringLiteral("/target/url"),
                       tr("Server URL"),
                       {},
                       {},
                       tr("As in opc.tcp://host:4840")});
        all.push_back({QStringLiteral("/target/nodes"),
                       tr("Node ids"),
                       {},
                       {},
                       tr("Variables to read or subscribe, separated by commas, as in "
                          "ns=2;s=Pump.Speed")});
    } else {
        all.push_back({QStringLiteral("/target/server/variables"),
                       tr("Server variables"),
                       {},
                       {},
                       tr("Simulated variables of the embedded server")});
    }
    return all;
}

QString ScenarioDocument::value(const QString& pointer) const
{
    if (const auto* found = find(m_document, pointer)) {
        return textOf(found);
    }
    // What is left out has its default, which the form shows as well.
    if (pointer == QLatin1String("/security/policy")) {
        return QStringLiteral("Basic256Sha256");
    }
    if (pointer == QLatin1String("/security/mode")) {
        return QStringLiteral("SignAndEncrypt");
    }
    if (pointer == QLatin1String("/phases/steady")) {
        return QStringLiteral("10s");
    }
    if (pointer == QLatin1String("/target/server/variables")) {
        return QStringLiteral("1000");
    }
    if (pointer.endsWith(QLatin1String("/publishingInterval"))) {
        return QStringLiteral("1s");
    }
    if (pointer.endsWith(QLatin1String("/sessions")) || pointer.endsWith(QLatin1String("/items"))) {
        return QStringLiteral("1");
    }
    return {};
}

void ScenarioDocument::setValue(const QString& pointer, const QString& text)
{
    if (value(pointer) == text) {
        return;
    }
    boost::json::value json(text.toStdString());
    if (pointer == QLatin1String("/target/nodes")) {
        boost::json::array nodes;
        for (const auto& node : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
            nodes.emplace_back(node.trimmed().toStdString());
        }
        json = std::move(nodes);
    } else if (isCount(pointer)) {
        // A number stays a number; anything else is left for the reader to refuse.
        bool isWhole = false;
        bool isNumber = false;
        const auto whole = text.toLongLong(&isWhole);
        const auto number = text.toDouble(&isNumber);
        if (isWhole) {
            json = whole;
        } else if (isNumber) {
            json = number;
        }
    }
    auto changedDocument = m_document;
    if (!scenario::setAt(changedDocument, pointer.toStdString(), std::move(json))) {
        return; // the path exists for every field of fields(), except in a broken document
    }
    m_document = std::move(changedDocument);
    m_isModified = true;
    judge();
    Q_EMIT changed();
}

void ScenarioDocument::loadExternal(const QString& url)
{
    const auto found = scenario::builtIn("read-closed-loop");
    auto parsed = found ? scenario::parseJson(found->json)
                        : base::Result<boost::json::value>(boost::json::object{});
    if (!parsed) {
        return;
    }
    // CurrentTime (Part 5 §12.8, Part 6 Annex A): every server has it, and reading it harms nobody.
    const boost::json::array nodes{"i=2258"};
    const std::string text =
        tr("Ten sessions read the time of a server that runs already. Name your "
           "own node ids to read more.")
            .toStdString();
    const std::pair<const char*, boost::json::value> changes[] = {
        {"/name", "my-server"},
        {"/description", boost::json::string(text)},
        {"/target",
         boost::json::object{{"kind", "external"}, {"url", url.toStdString()}, {"nodes", nodes}}},
        {"/workloads/0/nodesPerRead", 1}};
    for (const auto& [pointer, value] : changes) {
        if (!scenario::setAt(*parsed, pointer, value)) {
            return;
        }
    }
    m_document = std::move(*parsed);
    m_origin.clear();
    m_isModified = false;
    judge();
    Q_EMIT loaded();
    Q_EMIT changed();
}

QString ScenarioDocument::name() const
{
    return value(QStringLiteral("/name"));
}

QString ScenarioDocument::description() const
{
    return value(QStringLiteral("/description"));
}

QString ScenarioDocument::targetText() const
{
    const auto url = value(QStringLiteral("/target/url"));
    return url.isEmpty() ? tr("embedded server") : url;
}

QString ScenarioDocument::json() const
{
    return QString::fromStdString(scenario::prettyJson(m_document));
}

void ScenarioDocument::judge()
{
    m_problems.clear();
    m_plan.clear();
    m_summary.clear();
    m_plannedNs = 0;
    const auto read = scenario::readScenario(scenario::compactJson(m_document));
    if (!read) {
        for (const auto& problem : read.error()) {
            const auto pointer = QString::fromStdString(problem.pointer);
            if (!m_problems.contains(pointer)) {
                m_problems.insert(pointer, problemText(problem));
            }
        }
        return;
    }
    const auto cells = scenario::expandMatrix(*read);
    if (!cells || cells->empty()) {
        return;
    }
    const auto cores = static_cast<std::uint32_t>(std::max(1, QThread::idealThreadCount()));
    const auto& first = cells->front().scenario;
    const auto plan = scenario::makePlan(first, {cores, cores});
    m_plan = QString::fromStdString(scenario::planText(plan));
    m_plannedNs = (plan.settle + plan.steady + plan.drain).count();
    m_summary = tr("%L1 sessions, %L2 subscriptions, %L3 items\n"
                   "%L4 RSA private operations a side\n"
                   "%5 after the ramp, %6 of it measured")
                    .arg(plan.sessions)
                    .arg(plan.subscriptions)
                    .arg(plan.items)
                    .arg(plan.rsa.privateTotal, 0, 'f', 0)
                    .arg(QString::fromStdString(
                             base::formatDuration(plan.settle + plan.steady + plan.drain)),
                         QString::fromStdString(base::formatDuration(plan.steady)));
    if (cells->size() > 1) {
        m_summary += tr("\nfirst of %L1 cells").arg(cells->size());
    }
}

} // namespace views
