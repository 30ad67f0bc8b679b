import DeviceHost
import HTTPAPI
import LifecycleKernel
import Logging
import Metrics
import ServiceLifecycle
import Telemetry
import UnixSignals
import WireFormat

/// The server. `init` makes every part once, and `services` is the order in which they start and stop. It has a list of features, and
/// knows nothing of any.
package struct Server: Sendable {
    private let configuration: ServerConfiguration
    private let logger: Logger
    private let registry: DeviceRegistry
    /// The clock of a database that other servers share; nil if there is none.
    private let sharedClock: SharedWallClock?
    private let metrics: PrometheusMetrics
    private let readiness = ReadinessFlag()
    private let core: ServerCore
    private let features: [any ServerFeature]
    private let api: InternalAPI

    /// How long services may take to end after requests in progress were cut off.
    private static let cancellationTimeout = Duration.seconds(5)

    /// Makes the parts; nothing runs yet.
    ///
    /// - Parameters:
    ///   - configuration: Its configuration, with its features.
    ///   - store: The durable store; nil to keep devices in memory only.
    ///   - logger: Where it logs to.
    /// - Throws: `SettingError` or `UnusableFile` if a file of a setting cannot be used.
    package init(
        _ configuration: ServerConfiguration,
        store: OpenedStore? = nil,
        logger: Logger
    ) throws {
        let help = MetricsGuide.all(with: configuration.features).map { ($0.label, $0.help) }
        let metrics = PrometheusMetrics(.init(help: Dictionary(uniqueKeysWithValues: help)))
        self.configuration = configuration
        self.logger = logger
        self.metrics = metrics
        Sentence.addChinese(configuration.features.flatMap { $0.chinese })
        BuildInformation.record(to: metrics)
        LimitMetrics.record(configuration, to: metrics)
        var settings = configuration.httpSettings
        settings.maximumConnections = configuration.connectionsPerListener(within: .current, logger)
        settings.isStopping = { [readiness] in readiness.isStopping }
        sharedClock = store?.sharedClock
        let findsTokens = configuration.features.contains { $0.findsDeviceTokens(configuration) }
        let registry = withMetricsFactory(metrics) {
            DeviceRegistry(
                limits: configuration.hostLimits,
                wall: store?.sharedClock ?? SystemWallClock(),
                store: store?.store,
                tokens: findsTokens ? DeviceTokenIndex() : nil,
                logger: logger
            )
        }
        self.registry = registry
        let currentReadiness = { @Sendable [readiness] in readiness.current(of: registry) }
        let core = ServerCore(
            configuration: configuration,
            registry: registry,
            pushes: PushHistory(registry, logger: logger),
            http: settings,
            readiness: currentReadiness,
            version: .current,
            metrics: metrics,
            logger: logger
        )
        self.core = core
        let features = try configuration.features.map { try $0.init(core) }
        self.features = features
        let processMetrics = ProcessMetrics(factory: metrics)
        var dependencies = APIDependencies(
            registry: registry,
            version: .current,
            readiness: currentReadiness,
            metricsText: {
                await registry.publishMetrics()
                processMetrics.refresh()
                return metrics.render()
            },
            metricsFactory: metrics,
            pushes: core.pushes
        )
        dependencies.add(features)
        dependencies.requests = RequestLog(capacity: configuration.maxKeptRequests)
        api = InternalAPI(dependencies, settings: settings, logger: logger)
    }

    /// Serves until a signal stops the server.
    ///
    /// - Parameters:
    ///   - signals: The signals that stop the server.
    ///   - client: A service whose end stops the server too.
    ///   - whenReady: Called when the server accepts connections, with its addresses.
    /// - Throws: When it cannot listen, the store cannot be read, or a device of the start cannot be made: `SeedError`
    ///   for a bad file.
    package func run(
        stoppingOn signals: [UnixSignal] = [.sigterm, .sigint],
        until client: (any Service)? = nil,
        whenReady: @escaping @Sendable (ServerAddresses) -> Void
    ) async throws {
        var group = ServiceGroupConfiguration(
            services: try services(until: client, whenReady: whenReady),
            gracefulShutdownSignals: signals,
            logger: logger
        )
        group.maximumGracefulShutdownDuration = configuration.shutdownDelay + configuration.shutdownTimeout
        group.maximumCancellationDuration = Self.cancellationTimeout
        try await ServiceGroup(configuration: group).run()
    }

    // MARK: Services

    /// All services, in the order in which they start.
    ///
    /// They stop in the reverse order, each after the one below it has ended: readiness turns red, waits and streams
    /// end, the listeners answer what they have begun, the ticker stops, and everything that has happened is written to
    /// the store.
    private func services(
        until client: (any Service)?,
        whenReady: @escaping @Sendable (ServerAddresses) -> Void
    ) throws -> [ServiceGroupConfiguration.ServiceConfiguration] {
        let (addresses, listening) = AsyncStream.makeStream(of: ListeningAddress.self)
        let server = ServerInterface(api: api, core: core, addresses: listening)
        let ofFeatures = try features.flatMap { try $0.services(server) }
        let lasting = ofFeatures.filter { $0.end == .afterLastRequest }
        let serving = ofFeatures.filter { $0.end == .beforeMainListener }
        let first: [ServiceGroupConfiguration.ServiceConfiguration?] = [
            .named("store", CommitService(registry: registry, logger: logger)),
            .named("sharing", sharing),
            .named("ticker", Ticker(registry: registry, interval: configuration.tickInterval, logger: logger)),
            .named("fan-out", FanOut(registry: registry, heartbeat: configuration.streamHeartbeat)),
        ]
        let middle: [ServiceGroupConfiguration.ServiceConfiguration?] = [
            // A failure of the start ends the server as a signal does.
            .named("start", start(addresses, whenReady), onFailure: .gracefullyShutdownGroup),
            .named("http", mainListener(server)),
        ]
        let last: [ServiceGroupConfiguration.ServiceConfiguration?] = [
            .named("wait-drain", WaitDrain(registry: registry)),
            .named("shutdown-delay", ShutdownDelay(length: configuration.shutdownDelay)),
            .named("readiness", ReadinessService(flag: readiness)),
            .named("client", client, onSuccess: .gracefullyShutdownGroup),
        ]
        let services =
            first + lasting.map { .named($0.name, $0.service) } + middle
            + serving.map { .named($0.name, $0.service) } + last
        return services.compactMap(\.self)
    }

    /// What this server does because others share its store; nil if there are none.
    private var sharing: SharingService? {
        SharingService(registry: registry, clock: sharedClock, logger: logger) { [features] revisions in
            for feature in features { try await feature.follow(revisions) }
        }
    }

    private func start(
        _ addresses: AsyncStream<ListeningAddress>,
        _ whenReady: @escaping @Sendable (ServerAddresses) -> Void
    ) -> StartService {
        StartService(
            registry: registry,
            pushes: core.pushes,
            features: features,
            readiness: readiness,
            demo: configuration.demo,
            seed: configuration.seed.map(SeedFolder.init(path:)),
            addresses: addresses,
            listeners: configuration.listeners,
            whenReady: whenReady,
            logger: logger
        )
    }

    private func mainListener(_ server: ServerInterface) -> some Service {
        makeApplication(api, logger: logger, onServerRunning: { server.began(.main, on: $0) })
    }
}

extension ServiceGroupConfiguration.ServiceConfiguration? {
    /// A service with a name for logs; nil if there is no such service.
    fileprivate static func named(
        _ name: String,
        _ service: (any Service)?,
        onSuccess: ServiceGroupConfiguration.ServiceConfiguration.TerminationBehavior = .cancelGroup,
        onFailure: ServiceGroupConfiguration.ServiceConfiguration.TerminationBehavior = .cancelGroup
    ) -> Self {
        service.map {
            .init(
                service: $0,
                successTerminationBehavior: onSuccess,
                failureTerminationBehavior: onFailure,
                serviceName: name
            )
        }
    }
}
