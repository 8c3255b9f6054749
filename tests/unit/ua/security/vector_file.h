// SPDX-License-Identifier: MIT
// Reads tests/vectors: {"meta":…, "vectors":[…]}, and the test keys beside them.
#pragma once

#include "base/bytes.h"
#include "ua/security/certificate.h"
#include "ua/security/private_key.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace vectors {

inline QString pathOf(const QString& name)
{
    return QStringLiteral(UASURGE_SOURCE_DIR "/tests/vectors/") + name;
}

inline QJsonObject document(const QString& name)
{
    QFile file(pathOf(name));
    if (!file.open(QIODevice::ReadOnly)) {
        throw std::runtime_error("cannot open " + file.fileName().toStdString());
    }
    QJsonParseError error;
    const auto json = QJsonDocument::fromJson(file.readAll(), &error);
    if (error.error != QJsonParseError::NoError) {
        throw std::runtime_error("cannot parse " + file.fileName().toStdString());
    }
    return json.object();
}

inline QJsonArray read(const QString& name)
{
    return document(name).value("vectors").toArray();
}

/// A missing or malformed field fails the test instead of being empty.
inline base::Bytes bytes(const QJsonObject& object, const char* field)
{
    const auto value = object.value(QLatin1String(field));
    if (!value.isString()) {
        throw std::runtime_error(std::string("no text field ") + field);
    }
    auto decoded = base::fromHex(value.toString().toStdString());
    if (!decoded) {
        throw std::runtime_error(std::string("no hex in field ") + field);
    }
    return *decoded;
}

inline std::uint32_t number(const QJsonObject& object, const char* field)
{
    const auto value = object.value(QLatin1String(field));
    if (!value.isDouble()) {
        throw std::runtime_error(std::string("no number field ") + field);
    }
    return static_cast<std::uint32_t>(value.toDouble());
}

inline std::string text(const QJsonObject& object, const char* field)
{
    return object.value(QLatin1String(field)).toString().toStdString();
}

inline ua::Certificate certificate(const std::string& name)
{
    const auto file = pathOf(QStringLiteral("keys/")).toStdString() + name + "_cert.der";
    return ua::Certificate::load(file).value();
}

inline ua::PrivateKey key(const std::string& name)
{
    const auto file = pathOf(QStringLiteral("keys/")).toStdString() + name + "_key.pem";
    return ua::PrivateKey::load(file).value();
}

} // namespace vectors
