// SPDX-License-Identifier: MIT
#include "ua/server/diagnostics_nodes.h"

#include "ua/server/server.h"
#include "ua/server/well_known_ids.h"
#include "ua/types/status_codes.h"

namespace ua {

/// Reads the server's private state for the diagnostics variables.
class DiagnosticsNodes
{
public:
    explicit DiagnosticsNodes(Server& server)
        : m_server(server)
    {}

    void bindAll()
    {
        bind(id::serverDiagnosticsSummary, [&s = m_server] {
            return Variant(Box<ExtensionObject>(toExtensionObject(s.m_summary)));
        });
        using S = ServerDiagnosticsSummaryDataType;
        bindCounter(2276, &S::serverViewCount);
        bindCounter(2277, &S::currentSessionCount);
        bindCounter(2278, &S::cumulatedSessionCount);
        bindCounter(2279, &S::securityRejectedSessionCount);
        bindCounter(2281, &S::sessionTimeoutCount);
        bindCounter(2282, &S::sessionAbortCount);
        bindCounter(2284, &S::publishingIntervalCount);
        bindCounter(2285, &S::currentSubscriptionCount);
        bindCounter(2286, &S::cumulatedSubscriptionCount);
        bindCounter(2287, &S::securityRejectedRequestsCount);
        bindCounter(2288, &S::rejectedRequestsCount);
        bindCounter(3705, &S::rejectedSessionCount);
        bind(2294, [&s = m_server] { return Variant(s.m_config.diagnostics); });
        bind(id::sessionDiagnosticsArray, [&s = m_server] {
            auto array = Array<ExtensionObject>::emptyArray();
            for (const auto& [token, session] : s.m_sessions) {
                auto d = session->diagnostics;
                d.currentPublishRequestsInQueue =
                    static_cast<std::uint32_t>(session->publishQueue.size());
                array.push_back(toExtensionObject(d));
            }
            return variantOf(std::move(array));
        });
        bind(id::sessionSecurityDiagnosticsArray, [&s = m_server] {
            auto array = Array<ExtensionObject>::emptyArray();
            for (const auto& [token, session] : s.m_sessions) {
                auto d = session->securityDiagnostics;
                if (!session->clientCertificate.isNull()) {
                    d.clientCertificate = ByteString(session->clientCertificate.der());
                }
                array.push_back(toExtensionObject(d));
            }
            return variantOf(std::move(array));
        });
        bind(id::subscriptionDiagnosticsArray, [&s = m_server] {
            auto array = Array<ExtensionObject>::emptyArray();
            for (const auto& [number, subscription] : s.m_subscriptions) {
                array.push_back(toExtensionObject(subscription->currentDiagnostics()));
            }
            return variantOf(std::move(array));
        });
    }

private:
    void bind(std::uint32_t number, std::function<Variant()> source)
    {
        Node* node = m_server.m_space.find(NodeId(number));
        if (node == nullptr || !node->variable) {
            return;
        }
        node->variable->minimumSamplingInterval = 1'000;
        node->variable->source = [source = std::move(source), &s = m_server] {
            DataValue value;
            if (s.m_config.diagnostics) {
                value.value = source();
            } else {
                value.status = status::BadNotReadable;
            }
            return value;
        };
    }
    void bindCounter(std::uint32_t number,
                     std::uint32_t ServerDiagnosticsSummaryDataType::* counter)
    {
        bind(number, [&s = m_server, counter] { return Variant(s.m_summary.*counter); });
    }

    Server& m_server;
};

void bindDiagnostics(Server& server)
{
    DiagnosticsNodes(server).bindAll();
}

} // namespace ua
