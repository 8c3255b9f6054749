// SPDX-License-Identifier: MIT
#include "ua/channel/frame_header.h"

#include "ua/types/status_codes.h"

#include <array>
#include <string_view>

namespace ua {

namespace {

// In the order of MessageType.
constexpr std::array<std::string_view, 7> names = {"HEL", "ACK", "ERR", "RHE", "OPN", "MSG", "CLO"};

} // namespace

base::Result<FrameHeader> parseFrameHeader(const std::uint8_t* bytes)
{
    FrameHeader header;
    const std::string_view name(reinterpret_cast<const char*>(bytes), 3);
    std::size_t type = 0;
    while (type < names.size() && names[type] != name) {
        ++type;
    }
    if (type == names.size()) {
        return base::fail(status::BadTcpMessageTypeInvalid,
                          "message type is 0x" + base::toHex({bytes, 3}) +
                              ", expected HEL, ACK, ERR, RHE, OPN, MSG or CLO; the peer may not "
                              "speak OPC UA over TCP");
    }
    header.type = static_cast<MessageType>(type);
    header.kind = static_cast<ChunkKind>(bytes[3]);
    const bool chunked =
        header.type == MessageType::Message &&
        (header.kind == ChunkKind::Intermediate || header.kind == ChunkKind::Abort);
    if (header.kind != ChunkKind::Final && !chunked) {
        return base::fail(status::BadTcpMessageTypeInvalid,
                          "chunk type of " + std::string(name) + " is 0x" +
                              base::toHex({bytes + 3, 1}) + ", expected F (MSG also C or A)");
    }
    header.size = readU32(bytes + 4);
    return header;
}

void writeFrameHeader(std::uint8_t* at, const FrameHeader& header)
{
    const auto name = names[static_cast<std::size_t>(header.type)];
    std::memcpy(at, name.data(), name.size());
    at[3] = static_cast<std::uint8_t>(header.kind);
    writeU32(at + 4, header.size);
}

} // namespace ua
