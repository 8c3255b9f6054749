// SPDX-License-Identifier: MIT
#include "load/run_writer.h"

namespace load {

void RunWriter::append(results::Record record)
{
    const auto written = m_log.append(record);
    if (!written && m_writeError.empty()) {
        m_writeError = written.error().context;
        notice("cannot write the run log: " + m_writeError);
    }
    m_model.append(std::move(record));
}

void RunWriter::sample(results::SampleRecord record)
{
    append(record);
    if (m_observer.onSample) {
        m_observer.onSample(m_model, record);
    }
}

void RunWriter::event(std::uint32_t cell, std::string kind, std::string text,
                      std::string statusCode)
{
    results::EventRecord record;
    record.atNs = atNs();
    record.cell = cell;
    record.kind = std::move(kind);
    record.text = std::move(text);
    record.statusCode = std::move(statusCode);
    append(std::move(record));
}

} // namespace load
