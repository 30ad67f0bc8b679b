import DeviceHost
import Logging
import Metrics

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
    /// The pushes that devices got.
    package var pushes: PushHistory
    /// What endpoints refuse: the problems of the core, then those of features.
    package var problems = ProblemCode.core
    /// The endpoints of features.
    package var routes: [Route] = []
    /// The routes of other protocols, which call endpoints.
    package var protocolRoutes: @Sendable (InternalAPI) -> [Route] = { _ in [] }
    /// The newest requests.
    package var requests = RequestLog(capacity: RequestLog.defaultCapacity)

    /// Makes the dependencies, without features.
    package init(
        registry: DeviceRegistry,
        version: ServiceVersion,
        readiness: @escaping @Sendable () -> Readiness,
        metricsText: @escaping @Sendable () async -> String,
        metricsFactory: any MetricsFactory = MetricsSystem.factory,
        pushes: PushHistory? = nil
    ) {
        self.registry = registry
        self.version = version
        self.readiness = readiness
        self.metricsText = metricsText
        self.metricsFactory = metricsFactory
        self.pushes = pushes ?? PushHistory(registry, logger: Logger(label: "greenroom"))
    }
}
