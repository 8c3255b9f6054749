// SPDX-License-Identifier: MIT
#include "ua/server/sample.h"

#include "ua/codec/builtin.h"

namespace ua {

namespace {
constexpr std::uint32_t overflowBits = 0x480; // InfoType DataValue and Overflow
}

void restrictTimestamps(DataValue& value, TimestampsToReturn timestamps)
{
    if (timestamps == TimestampsToReturn::Server || timestamps == TimestampsToReturn::Neither) {
        value.sourceTimestamp.reset();
        value.sourcePicoseconds.reset();
    }
    if (timestamps == TimestampsToReturn::Source || timestamps == TimestampsToReturn::Neither) {
        value.serverTimestamp.reset();
        value.serverPicoseconds.reset();
    }
}

base::BytesView Sample::encoded(TimestampsToReturn timestamps) const
{
    auto& bytes = m_encoded[static_cast<std::size_t>(timestamps) & 3];
    if (bytes.empty()) {
        DataValue value = m_value;
        restrictTimestamps(value, timestamps);
        Encoder encoder(bytes);
        encode(encoder, value);
    }
    return bytes;
}

base::Bytes Sample::encodedWithOverflow(TimestampsToReturn timestamps) const
{
    DataValue value = m_value;
    restrictTimestamps(value, timestamps);
    value.status = StatusCode{value.statusOrGood().value | overflowBits};
    base::Bytes bytes;
    Encoder encoder(bytes);
    encode(encoder, value);
    return bytes;
}

} // namespace ua
