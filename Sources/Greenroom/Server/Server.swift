import DeviceHost
import HTTPAPI
import Logging
import Metrics
import NIOCore
import ServiceLifecycle
import Telemetry
import UnixSignals

/// The server, put together: the one place that knows every part.
struct Server: Sendable {
    private let configuration: ServerConfiguration
    private let logger: Logger
    private let registry: DeviceRegistry
    private let metrics: PrometheusMetrics
    private let processMetrics: ProcessMetrics
    private let readiness = ReadinessFlag()

    /// How long services may take to end after requests in progress were cut off.
    private static let cancellationTimeout = Duration.seconds(5)

    /// Puts the parts together; nothing runs yet.
    init(_ configuration: ServerConfiguration, logger: Logger) {
        let metrics = PrometheusMetrics(.init(help: MetricsHelp.texts))
        self.configuration = configuration
        self.logger = logger
        self.metrics = metrics
        processMetrics = ProcessMetrics(factory: metrics)
        registry = withMetricsFactory(metrics) {
            DeviceRegistry(limits: configuration.hostLimits, metrics: HostMetrics())
        }
    }

    /// Serves until a signal asks to stop.
    ///
    /// Services stop in the reverse order: readiness turns red, waits and streams end, requests in progress finish, the
    /// ticker stops.
    ///
    /// - Parameters:
    ///   - signals: What asks to stop.
    ///   - whenReady: Told once the server accepts connections, with its address.
    /// - Throws: When it cannot listen, or a device of the start cannot be made: `SeedError` for a bad file.
    func run(
        stoppingOn signals: [UnixSignal] = [.sigterm, .sigint],
        whenReady: @escaping @Sendable (String) -> Void
    ) async throws {
        if configuration.demo { try await DemoDevice.create(in: registry) }
        if let folder = configuration.seed {
            try await SeedFolder(path: folder).createDevices(in: registry, logger: logger)
        }
        var group = ServiceGroupConfiguration(
            services: [
                .init(service: ticker, serviceName: "ticker"),
                .init(service: fanOut, serviceName: "fan-out"),
                .init(service: application(whenReady), serviceName: "http"),
                .init(service: WaitDrain(registry: registry), serviceName: "wait-drain"),
                .init(service: ReadinessService(flag: readiness), serviceName: "readiness"),
            ],
            gracefulShutdownSignals: signals,
            logger: logger
        )
        group.maximumGracefulShutdownDuration = configuration.shutdownTimeout
        group.maximumCancellationDuration = Self.cancellationTimeout
        try await ServiceGroup(configuration: group).run()
    }

    private var ticker: Ticker {
        Ticker(registry: registry, interval: configuration.tickInterval, logger: logger)
    }

    private var fanOut: FanOut {
        FanOut(registry: registry, heartbeat: configuration.streamHeartbeat)
    }

    private func application(_ whenReady: @escaping @Sendable (String) -> Void) -> some Service {
        let dependencies = APIDependencies(
            registry: registry,
            version: .current,
            readiness: { [readiness] in readiness.current },
            metricsText: { [registry, metrics, processMetrics] in
                await registry.publishMetrics()
                processMetrics.refresh()
                return metrics.render()
            },
            metricsFactory: metrics
        )
        return makeApplication(
            dependencies,
            settings: configuration.httpSettings,
            logger: logger,
            onServerRunning: { [readiness, configuration] channel in
                readiness.becomeReady()
                whenReady(configuration.address(on: channel.localAddress?.port ?? configuration.port))
            }
        )
    }
}

extension ServerConfiguration {
    /// How much the host takes on.
    var hostLimits: HostLimits {
        var limits = HostLimits()
        limits.devices = maxDevices
        limits.appsPerDevice = maxAppsPerDevice
        limits.recordsPerDevice = recordsPerDevice
        limits.subscribers = maxStreams
        limits.streamedRecords = streamBuffer
        limits.deadlinesPerAdvance = deadlinesPerAdvance
        limits.shards = shards
        return limits
    }

    /// How the HTTP server listens.
    var httpSettings: HTTPServerSettings {
        var settings = HTTPServerSettings()
        settings.host = host
        settings.port = port
        settings.bearerToken = token
        settings.bodyLimit = maxBodyBytes
        settings.maximumConnections = maxConnections
        settings.idleTimeout = idleTimeout
        return settings
    }

    /// The address of a server that listens on a port.
    func address(on port: Int) -> String {
        host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
    }
}
