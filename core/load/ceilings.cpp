// SPDX-License-Identifier: MIT
#include "load/ceilings.h"

#include <arpa/inet.h>
#include <cstring>
#include <functional>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace load {

namespace {

/// Runs `work` (which returns how many operations it did) on every core for a while.
double perSecond(std::uint32_t cores, base::Duration each, const base::Clock& clock,
                 const std::function<double(std::uint32_t core)>& work)
{
    std::vector<double> done(cores, 0);
    std::vector<double> seconds(cores, 0);
    std::vector<std::thread> threads;
    for (std::uint32_t core = 0; core < cores; ++core) {
        threads.emplace_back([&, core] {
            const auto start = clock.monotonic();
            auto now = start;
            while (now - start < each) {
                done[core] += work(core);
                now = clock.monotonic();
            }
            seconds[core] = std::chrono::duration<double>(now - start).count();
        });
    }
    double total = 0;
    for (std::uint32_t core = 0; core < cores; ++core) {
        threads[core].join();
        total += done[core] / seconds[core];
    }
    return total;
}

/// A connected pair of TCP sockets on loopback; -1 when there is none.
struct Loopback
{
    int near = -1;
    int far = -1;

    Loopback()
    {
        const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        auto* raw = reinterpret_cast<sockaddr*>(&address);
        if (bind(listener, raw, size) == 0 && listen(listener, 1) == 0 &&
            getsockname(listener, raw, &size) == 0) {
            near = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            if (connect(near, raw, size) == 0) {
                far = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
            }
        }
        close(listener);
        const int one = 1;
        setsockopt(near, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
        setsockopt(far, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    }
    ~Loopback()
    {
        close(near);
        close(far);
    }
    Loopback(const Loopback&) = delete;
    Loopback& operator=(const Loopback&) = delete;
};

results::CeilingRecord ceiling(std::string operation, double total, std::uint32_t cores,
                               std::string unit)
{
    results::CeilingRecord record;
    record.operation = std::move(operation);
    record.perSecond = total;
    record.perCore = total / cores;
    record.unit = std::move(unit);
    return record;
}

} // namespace

std::vector<results::CeilingRecord> measureCeilings(const ua::SecurityPolicy& policy,
                                                    const ua::ApplicationIdentity& identity,
                                                    std::uint32_t cores, base::Duration each,
                                                    const base::Clock& clock)
{
    std::vector<results::CeilingRecord> ceilings;
    if (policy.isSecured()) {
        const base::Bytes data(256, 0x5A);
        const std::string bits = std::to_string(identity.key.bits());
        const double privates = perSecond(cores, each, clock, [&](std::uint32_t) {
            base::Bytes signature(identity.key.size());
            return identity.key.sign(policy.asymmetricSignature, data, signature) ? 1.0 : 0.0;
        });
        ceilings.push_back(ceiling("rsa" + bits + ".private", privates, cores, "1/s"));
        base::Bytes signature(identity.key.size());
        static_cast<void>(identity.key.sign(policy.asymmetricSignature, data, signature));
        const double publics = perSecond(cores, each, clock, [&](std::uint32_t) {
            return identity.certificate.verify(policy.asymmetricSignature, data, signature) ? 1.0
                                                                                            : 0.0;
        });
        ceilings.push_back(ceiling("rsa" + bits + ".public", publics, cores, "1/s"));
    }
    const Loopback loopback;
    if (loopback.near >= 0 && loopback.far >= 0) {
        // One thread answers on the other core, as server and load side do.
        std::thread echo([&] {
            char byte = 0;
            while (read(loopback.far, &byte, 1) == 1 && byte != 'q') {
                if (write(loopback.far, &byte, 1) != 1) {
                    break;
                }
            }
        });
        const double trips = perSecond(1, each, clock, [&](std::uint32_t) {
            char byte = 'x';
            return write(loopback.near, &byte, 1) == 1 && read(loopback.near, &byte, 1) == 1 ? 1.0
                                                                                             : 0.0;
        });
        const char quit = 'q';
        static_cast<void>(!write(loopback.near, &quit, 1));
        echo.join();
        ceilings.push_back(ceiling("loopback.roundTrip", trips, 1, "1/s"));
    }
    constexpr std::size_t block = 8U << 20;
    std::vector<base::Bytes> from(cores, base::Bytes(block, 1));
    std::vector<base::Bytes> to(cores, base::Bytes(block));
    const double copied = perSecond(cores, each, clock, [&](std::uint32_t core) {
        std::memcpy(to[core].data(), from[core].data(), block);
        return static_cast<double>(block) * (to[core][block / 2] == 1 ? 1 : 0);
    });
    ceilings.push_back(ceiling("memory.copy", copied, cores, "bytes/s"));
    return ceilings;
}

} // namespace load
