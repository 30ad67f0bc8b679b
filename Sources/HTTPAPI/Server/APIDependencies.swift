import APNs
import DeviceHost
import Explorations
import Hummingbird
import Logging
import Metrics
import Webhooks

/// What the endpoints depend on. Provided by the composition root.
public struct APIDependencies: Sendable {
    /// The devices.
    public var registry: DeviceRegistry
    /// The versions in `/version`.
    public var version: ServiceVersion
    /// Whether the service can be used, for `/readyz`.
    public var readiness: @Sendable () -> Readiness
    /// Every metric in the Prometheus text format, for `/metrics`.
    public var metricsText: @Sendable () async -> String
    /// The sessions of clients of Appium and WebDriverAgent, in the order in which they were opened.
    public var webDriverSessions: @Sendable () -> [WebDriverSession]
    /// Where requests are counted and timed.
    public var metricsFactory: any MetricsFactory
    /// The pushes of APNs, whether or not there is a listener for its clients.
    package var pushes: PushService
    /// Who is told of records.
    package var webhooks: WebhookService
    /// Searches for the sequences in which an app fails.
    package var explorations: ExplorationService
    /// The servers that share the devices; nil before it was read for the first time who they are.
    package var fleet: @Sendable () async -> FleetDocument?
    /// The servers that share the devices with this one; nil for a server alone.
    package var peers: (any Peers)?
    /// Carries out the commands of clients of Appium and WebDriverAgent that other servers have forwarded; nil for a server alone.
    package var forwardedCommands: (@Sendable (ForwardedCommand, Logger) async throws -> Response)?
    /// The requests that wait for the owners of their devices.
    let heldRequests = HeldRequests()
    /// The stream of all devices, where several servers share them; nil where this server has all of them.
    package var fleetTimeline: FleetTimeline?
    /// What this server promises the others for that stream; nil while it owns nothing.
    package var mark: @Sendable () -> Mark? = { nil }
    /// The newest requests.
    package var requests = RequestLog(capacity: RequestLog.defaultCapacity)

    /// Makes dependencies.
    public init(
        registry: DeviceRegistry,
        version: ServiceVersion,
        readiness: @escaping @Sendable () -> Readiness,
        metricsText: @escaping @Sendable () async -> String,
        webDriverSessions: @escaping @Sendable () -> [WebDriverSession] = { [] },
        metricsFactory: any MetricsFactory = MetricsSystem.factory
    ) {
        self.registry = registry
        self.version = version
        self.readiness = readiness
        self.metricsText = metricsText
        self.webDriverSessions = webDriverSessions
        self.metricsFactory = metricsFactory
        let start = SystemWallClock().date
        fleet = { .embedded(version, on: "greenroom", devices: registry.deviceCount, since: start) }
        pushes = PushService(registry, metricsFactory: metricsFactory, logger: Logger(label: "greenroom"))
        webhooks = WebhookService(registry, metricsFactory: metricsFactory, logger: Logger(label: "greenroom"))
        explorations = ExplorationService(registry, metricsFactory: metricsFactory)
    }
}
