// SPDX-License-Identifier: MIT
// A hostile peer of either role. Input: "c\n" and bytes for a server channel, or "s\n" and bytes
// for a client channel. Whatever comes, memory stays within the caps, a closed channel keeps no
// buffer, and cutting the same bytes into other pieces changes nothing that is reported.
#include "ua/channel/client_channel.h"
#include "ua/channel/server_channel.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

namespace {

constexpr std::uint32_t maxMessage = 256 * 1024;
constexpr std::size_t maxMemory = 4 * maxMessage;

void require(bool condition)
{
    if (!condition) {
        std::abort();
    }
}

class Transcript final : public ua::ChannelHandler
{
public:
    void onOpened(const ua::TokenInfo& token) override { add("opened", token.tokenId, 0); }
    void onMessage(std::uint32_t id, base::BytesView body) override
    {
        std::uint64_t sum = body.size();
        for (const auto byte : body) {
            sum = sum * 31 + byte; // also reads every byte, for the sanitizer
        }
        add("message", id, sum);
    }
    void onAborted(std::uint32_t id, base::StatusCode status, std::string_view reason) override
    {
        add("aborted", id, status.value + reason.size());
    }
    void onClosed() override { add("closed", 0, 0); }
    void onHello(const ua::Hello& hello) override { add("hello", 0, hello.endpointUrl.size()); }
    void onAcknowledged() override
    {
        base::Bytes out;
        if (client != nullptr &&
            !client->open(ua::SecurityTokenRequestType::Issue, 1, ua::ChannelTime(), out)) {
            add("cannot open", 0, 0);
        }
    }
    void add(const char* what, std::uint64_t id, std::uint64_t value)
    {
        text += std::string(what) + ' ' + std::to_string(id) + ' ' + std::to_string(value) + '\n';
    }

    ua::ClientChannel* client = nullptr;
    std::string text;
};

/// The channel id a recorded client uses, so that its messages get past the header.
std::uint32_t channelIdIn(base::BytesView stream)
{
    while (stream.size() >= ua::symmetricHeaderSize) {
        const auto header = ua::parseFrameHeader(stream.data());
        if (!header || header->size < ua::frameHeaderSize || header->size > stream.size()) {
            break;
        }
        if (header->type == ua::MessageType::Message) {
            return ua::readU32(stream.data() + ua::frameHeaderSize);
        }
        stream = stream.subspan(header->size);
    }
    return 1;
}

void feed(ua::SecureChannel& channel, Transcript& transcript, base::BytesView stream,
          std::size_t step)
{
    base::Bytes out;
    while (!stream.empty()) {
        const auto part = stream.first(std::min(step, stream.size()));
        stream = stream.subspan(part.size());
        base::Bytes bytes(part.begin(), part.end());
        const auto result = channel.receive(bytes, ua::ChannelTime(), transcript, out);
        require(channel.bufferMemory() <= maxMemory);
        if (!result) {
            require(channel.isClosed() && channel.bufferMemory() == 0);
            transcript.add("error", result.error().status.value, 0);
            break;
        }
        if (channel.isClosed()) {
            break;
        }
    }
    transcript.add("answer", out.size(), 0);
}

std::string asServer(base::BytesView stream, std::size_t step)
{
    ua::ServerChannelConfig config;
    config.caps = {maxMessage, 64};
    config.endpoints.push_back({});
    ua::CertificateCache certificates;
    ua::ServerChannel channel(std::make_shared<const ua::ServerChannelConfig>(std::move(config)),
                              channelIdIn(stream), certificates);
    Transcript transcript;
    feed(channel, transcript, stream, step);
    return transcript.text;
}

std::string asClient(base::BytesView stream, std::size_t step)
{
    ua::ClientChannelConfig config;
    config.limits = {655'360, 655'360, 0, 0}; // as the recorded client announced
    config.caps = {maxMessage, 64};
    ua::ClientChannel channel(std::make_shared<const ua::ClientChannelConfig>(std::move(config)));
    Transcript transcript;
    transcript.client = &channel;
    base::Bytes out;
    require(channel.hello("opc.tcp://localhost:4840", out).has_value());
    feed(channel, transcript, stream, step);
    return transcript.text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2 || (data[0] != 'c' && data[0] != 's') || data[1] != '\n') {
        return 0;
    }
    const base::BytesView stream(data + 2, size - 2);
    const auto run = data[0] == 'c' ? asServer : asClient;
    const auto whole = run(stream, std::max<std::size_t>(1, stream.size()));
    require(run(stream, 13) == whole);
    return 0;
}
