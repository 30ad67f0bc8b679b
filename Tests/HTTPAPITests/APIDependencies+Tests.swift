import DeviceHost
import Logging
import Metrics
import TestKit
import Webhooks

@testable import HTTPAPI
@testable import WebDriver

extension APIDependencies {
    /// What a service of a test works on: devices on a clock that stands, and whatever the test is about.
    static func test(
        registry: DeviceRegistry = DeviceRegistry(wall: HandMovedClock()),
        readiness: Readiness = .ready,
        sessions: [WebDriverSession] = [],
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) -> APIDependencies {
        let hosts = WebhookHosts("hooks.example.com,localhost") ?? .none
        var dependencies = APIDependencies(
            registry: registry,
            version: ServiceVersion(service: "1.2.3", kernel: "7"),
            readiness: { readiness },
            metricsText: { "# TYPE up gauge\nup 1\n" },
            metricsFactory: metrics,
            webhooks: WebhookService(registry, hosts: hosts, metricsFactory: metrics, logger: quietLogger)
        )
        dependencies.routes = WebDriverEndpoints(sessions: { sessions }).routes
        return dependencies
    }
}

extension InternalAPI {
    /// The interface of a test.
    static func test(
        registry: DeviceRegistry? = nil,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) -> InternalAPI {
        let registry = registry ?? DeviceRegistry(wall: HandMovedClock())
        return InternalAPI(.test(registry: registry, metrics: metrics))
    }
}
