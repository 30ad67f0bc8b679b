import DeviceHost
import GreenroomServer
import HTTPAPI
import Telemetry

/// The settings of webhooks.
struct WebhookSettings: Sendable {
    static let table = WebhookSettings()

    let hosts = Setting<WebhookHosts>(
        about: SettingDescription(
            name: "webhook-hosts",
            summary: "The hosts to which webhooks may be sent. Without it, the server sends none.",
            defaultText: "none",
            accepted: "host names, addresses and ranges such as 10.1.0.0/16, separated by commas; private addresses "
                + "must be listed themselves"
        ),
        defaultValue: .none,
        parse: { WebhookHosts($0) }
    )
}

/// Webhooks: messages about records to URLs of others.
package struct WebhooksFeature: ServerFeature {
    package static let settings = Settings.rows(of: WebhookSettings.table)
    package static let description = InterfaceDescription(
        Operation.webhooks,
        SchemaComponent.webhooks,
        webhooks: Operation.webhookRequests
    )
    package static let chinese = WebhookSentences.chinese
    package static let metrics = MetricTable.rows(of: WebhookMetricTable.table)
    package static let problems = [ProblemCode.unknownWebhook]
    package static let scripts = [DashboardScript("webhooks.js")]
    package static let limits = [(name: "webhooks", value: Int64(WebhookLimits.webhooks))]

    private let core: ServerCore
    private let service: WebhookService

    package init(_ core: ServerCore) {
        self.core = core
        service = WebhookService(
            core.registry,
            hosts: core.configuration[WebhookSettings.table.hosts],
            version: core.version.service,
            metricsFactory: core.metrics,
            logger: core.logger
        )
    }

    package var routes: [Route] { WebhookEndpoints(service: service, bodyLimit: core.http.bodyLimit).routes }

    package func restore() async throws { try await service.restore() }

    package func follow(_ revisions: ItemRevisions) async throws { try await service.refresh(to: revisions) }

    package func services(_ server: ServerInterface) -> [FeatureService] {
        [FeatureService("webhooks", service, stops: .afterLastRequest)]
    }
}
