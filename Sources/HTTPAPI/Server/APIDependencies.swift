import APNs
import DeviceHost
import Explorations
import Logging
import Metrics
import Webhooks

/// What the endpoints work on. The composition root makes each part once, and all listeners share it.
package struct APIDependencies: Sendable {
    /// The devices.
    package var registry: DeviceRegistry
    /// The versions in `/version`.
    package var version: ServiceVersion
    /// Whether the service can be used, for `/readyz`.
    package var readiness: @Sendable () -> Readiness
    /// Every metric in the Prometheus text format, for `/metrics`.
    package var metricsText: @Sendable () async -> String
    /// Where requests are counted and timed.
    package var metricsFactory: any MetricsFactory
    /// The pushes of APNs, whether or not there is a listener for its clients.
    package var pushes: PushService
    /// Sends records to the URLs that clients have registered.
    package var webhooks: WebhookService
    /// Searches for the sequences in which an app fails.
    package var explorations: ExplorationService
    /// The endpoints of features.
    package var routes: [Route] = []
    /// The routes of other protocols, which call endpoints.
    package var protocolRoutes: @Sendable (InternalAPI) -> [Route] = { _ in [] }
    /// The newest requests.
    package var requests = RequestLog(capacity: RequestLog.defaultCapacity)

    /// Makes the dependencies. A service that is not given is made, with its defaults.
    package init(
        registry: DeviceRegistry,
        version: ServiceVersion,
        readiness: @escaping @Sendable () -> Readiness,
        metricsText: @escaping @Sendable () async -> String,
        metricsFactory: any MetricsFactory = MetricsSystem.factory,
        pushes: PushService? = nil,
        webhooks: WebhookService? = nil,
        explorations: ExplorationService? = nil
    ) {
        self.registry = registry
        self.version = version
        self.readiness = readiness
        self.metricsText = metricsText
        self.metricsFactory = metricsFactory
        let logger = Logger(label: "greenroom")
        self.pushes = pushes ?? PushService(registry, metricsFactory: metricsFactory, logger: logger)
        self.webhooks = webhooks ?? WebhookService(registry, metricsFactory: metricsFactory, logger: logger)
        self.explorations = explorations ?? ExplorationService(registry, metricsFactory: metricsFactory)
    }
}
