import APNs
import DeviceHost
import Explorations
import HTTPAPI
import Logging
import Metrics
import NIOCore
import OpenTelemetryExport
import PostgreSQLStore
import SQLiteStore
import ServiceLifecycle
import Telemetry
import UnixSignals
import WebDriver
import Webhooks

/// The server: the composition root. `init` makes every part once, and `services` is the order in which they start and stop.
struct Server: Sendable {
    private let configuration: ServerConfiguration
    private let logger: Logger
    private let registry: DeviceRegistry
    /// The clock of a database that other servers share; nil if there is none.
    private let sharedClock: SharedWallClock?
    private let metrics: PrometheusMetrics
    private let readiness = ReadinessFlag()
    private let apns: APNsFiles?
    private let pushes: PushService
    private let webhooks: WebhookService
    private let explorations: ExplorationService
    private let exportMetrics: ExportMetrics
    private let api: InternalAPI
    /// The listeners for clients of Appium and WebDriverAgent.
    private let drivers: DriverServer

    /// How long services may take to end after requests in progress were cut off.
    private static let cancellationTimeout = Duration.seconds(5)

    /// Makes the parts; nothing runs yet.
    ///
    /// - Parameters:
    ///   - configuration: Its configuration.
    ///   - store: The durable store; nil to keep devices in memory only.
    ///   - apns: What the listener for clients of APNs needs; nil if there is none.
    ///   - logger: Where it logs to.
    init(
        _ configuration: ServerConfiguration,
        store: OpenedStore? = nil,
        apns: APNsFiles? = nil,
        logger: Logger
    ) {
        let metrics = PrometheusMetrics(.init(help: MetricsHelp.texts))
        self.configuration = configuration
        self.logger = logger
        self.metrics = metrics
        self.apns = apns
        BuildInformation.record(to: metrics)
        LimitMetrics.record(configuration, to: metrics)
        var settings = configuration.httpSettings
        settings.maximumConnections = configuration.connectionsPerListener(within: .current, logger)
        settings.isStopping = { [readiness] in readiness.isStopping }
        sharedClock = store?.sharedClock
        let registry = withMetricsFactory(metrics) {
            DeviceRegistry(
                limits: configuration.hostLimits,
                wall: store?.sharedClock ?? SystemWallClock(),
                store: store?.store,
                tokens: apns.map { _ in DeviceTokenIndex() },
                logger: logger
            )
        }
        self.registry = registry
        let explorations = ExplorationService(
            registry,
            wall: sharedClock ?? SystemWallClock(),
            heartbeat: configuration.streamHeartbeat,
            metricsFactory: metrics
        )
        self.explorations = explorations
        let currentReadiness = { @Sendable [readiness] in readiness.current(of: registry) }
        pushes = PushService(
            registry,
            settings: configuration.pushSettings,
            isServing: {
                switch currentReadiness() {
                case .ready, .stopping: true
                case .starting, .readOnly: false
                }
            },
            metricsFactory: metrics,
            logger: logger
        )
        pushes.keys.add(given: apns?.keys ?? [])
        webhooks = WebhookService(
            registry,
            hosts: configuration.webhookHosts,
            version: ServiceVersion.current.service,
            metricsFactory: metrics,
            logger: logger
        )
        exportMetrics = ExportMetrics(factory: metrics)
        let processMetrics = ProcessMetrics(factory: metrics)
        let sessions = SessionStore(in: registry, metrics: metrics, logger: logger)
        var dependencies = APIDependencies(
            registry: registry,
            version: .current,
            readiness: currentReadiness,
            metricsText: {
                await registry.publishMetrics()
                processMetrics.refresh()
                return metrics.render()
            },
            webDriverSessions: { try await sessions.listed() },
            metricsFactory: metrics,
            pushes: pushes,
            webhooks: webhooks,
            explorations: explorations
        )
        dependencies.requests = RequestLog(capacity: configuration.maxKeptRequests)
        api = InternalAPI(dependencies, settings: settings, logger: logger)
        drivers = DriverServer(api, sessions: sessions, agentDevice: configuration.wdaDevice, logger: logger)
    }

    /// Serves until a signal stops the server.
    ///
    /// - Parameters:
    ///   - signals: The signals that stop the server.
    ///   - client: A service whose end stops the server too.
    ///   - whenReady: Called when the server accepts connections, with its addresses.
    /// - Throws: When it cannot listen, the store cannot be read, or a device of the start cannot be made: `SeedError`
    ///   for a bad file.
    func run(
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
        let services: [ServiceGroupConfiguration.ServiceConfiguration?] = [
            .named("store", CommitService(registry: registry, logger: logger)),
            .named("sharing", sharing),
            .named("ticker", Ticker(registry: registry, interval: configuration.tickInterval, logger: logger)),
            .named("fan-out", FanOut(registry: registry, heartbeat: configuration.streamHeartbeat)),
            .named("webhooks", webhooks),
            .named("opentelemetry", try configuration.exporter(of: registry, metrics: exportMetrics, logger: logger)),
            // A failure of the start ends the server as a signal does.
            .named("start", start(addresses, whenReady), onFailure: .gracefullyShutdownGroup),
            .named("http", mainListener(listening)),
            // Their streams, which the main listener waits for, end before it stops.
            .named("explorations", explorations),
            .named("sessions", hasDrivers ? drivers.expiry : nil),
            .named("appium", driverListener(.appium, port: configuration.appiumPort, listening)),
            .named("wda", driverListener(.wda, port: configuration.wdaPort, listening)),
            .named("apns", apnsListener(listening)),
            .named("wait-drain", WaitDrain(registry: registry)),
            .named("shutdown-delay", ShutdownDelay(length: configuration.shutdownDelay)),
            .named("readiness", ReadinessService(flag: readiness)),
            .named("client", client, onSuccess: .gracefullyShutdownGroup),
        ]
        return services.compactMap(\.self)
    }

    /// What this server does because others share its store; nil if there are none.
    private var sharing: SharingService? {
        SharingService(registry: registry, clock: sharedClock, logger: logger) {
            [pushes, webhooks, explorations] revisions in
            try await pushes.keys.refresh(to: revisions)
            try await webhooks.refresh(to: revisions)
            try await explorations.follow(revisions)
        }
    }

    private func start(
        _ addresses: AsyncStream<ListeningAddress>,
        _ whenReady: @escaping @Sendable (ServerAddresses) -> Void
    ) -> StartService {
        StartService(
            registry: registry,
            pushes: pushes,
            webhooks: webhooks,
            readiness: readiness,
            demo: configuration.demo,
            seed: configuration.seed.map(SeedFolder.init(path:)),
            agentDevices: configuration.wdaPort == nil ? nil : drivers,
            addresses: addresses,
            listeners: configuration.listeners,
            whenReady: whenReady,
            logger: logger
        )
    }

    // MARK: Listeners

    private func mainListener(_ listening: AsyncStream<ListeningAddress>.Continuation) -> some Service {
        makeApplication(
            api,
            logger: logger,
            onServerRunning: { [configuration, metrics, logger] channel in
                AcceptPauseHandler.add(to: channel, .main, metricsFactory: metrics, logger: logger)
                let port = channel.localAddress?.port ?? configuration.port
                listening.yield(ListeningAddress(.main, configuration.address(on: port)))
            }
        )
    }

    /// Whether sessions can be opened.
    private var hasDrivers: Bool { configuration.appiumPort != nil || configuration.wdaPort != nil }

    private func driverListener(
        _ dialect: Dialect,
        port: Int?,
        _ listening: AsyncStream<ListeningAddress>.Continuation
    ) -> FacadeListener? {
        guard let port else { return nil }
        let listener: Listener = dialect == .appium ? .appium : .wda
        let service = drivers.listener(dialect, port: port) { [configuration, metrics, logger] channel in
            AcceptPauseHandler.add(to: channel, listener, metricsFactory: metrics, logger: logger)
            let address = configuration.address(on: channel.localAddress?.port ?? port)
            listening.yield(ListeningAddress(listener, address))
        }
        return FacadeListener(listener: service, address: configuration.address(on: port))
    }

    private func apnsListener(_ listening: AsyncStream<ListeningAddress>.Continuation) -> FacadeListener? {
        guard let apns, let port = configuration.apnsPort else { return nil }
        var limits = configuration.apnsLimits
        limits.connections = api.settings.maximumConnections
        let listener = APNsListener(
            pushes,
            identity: { [configuration, registry] in
                if let identity = apns.identity { return identity }
                return try await ServerIdentity.make(names: configuration.apnsNames, sharedIn: registry)
            },
            host: configuration.host,
            port: port,
            limits: limits,
            logger: logger,
            onRunning: { [configuration, pushes, metrics, logger] channel, identity in
                AcceptPauseHandler.add(to: channel, .apns, metricsFactory: metrics, logger: logger)
                let address = configuration.address(on: channel.localAddress?.port ?? port, scheme: "https")
                pushes.listening.begin(at: address, authority: identity.authority)
                listening.yield(ListeningAddress(.apns, address))
            }
        )
        return FacadeListener(listener: listener, address: configuration.address(on: port, scheme: "https"))
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

/// A durable store, and the clock that servers which share it have in common.
struct OpenedStore: Sendable {
    /// The store.
    let store: any StepHistory
    /// The clock; nil if the store is this server's own.
    let sharedClock: SharedWallClock?
}

extension ServerConfiguration {
    /// The limits of the host.
    var hostLimits: HostLimits {
        var limits = HostLimits()
        limits.devices = self.maxDevices
        limits.devicesInMemory = self.devicesInMemory
        limits.appsPerDevice = self.maxAppsPerDevice
        limits.recordsPerDevice = self.recordsPerDevice
        limits.recordBytesInTotal = self.maxRecordBytes
        limits.inputsPerDevice = self.inputsPerDevice
        limits.storedRecordsPerDevice = self.storedRecordsPerDevice
        limits.stepsPerSnapshot = self.stepsPerSnapshot
        limits.subscribers = self.maxStreams
        limits.streamedRecords = self.streamBuffer
        limits.deadlinesPerAdvance = self.deadlinesPerAdvance
        limits.recordsPerAdvance = self.recordsPerAdvance
        limits.idempotencyBytesInTotal = self.maxKeptAnswerBytes
        limits.idempotencySeconds = self.keptAnswerAge
        limits.shards = self.shards
        return limits
    }

    /// Opens the store in the data directory or the database; nil without both.
    ///
    /// - Throws: `StoreOpeningError`, `DatabaseOpeningError`.
    func openStore() async throws -> OpenedStore? {
        if let database = self.database {
            var settings = PostgreSQLStore.Settings()
            settings.connections = self.databaseConnections
            settings.answersKept = hostLimits.idempotencyKeys
            settings.answerAge = .seconds(hostLimits.idempotencySeconds)
            let store = PostgreSQLStore(database, settings)
            // What somebody has to mend ends the start at once. A database that is away is waited for.
            do { try await store.open() } catch is StoreAway {}
            return OpenedStore(store: store, sharedClock: SharedWallClock())
        }
        guard let dataDirectory = self.dataDirectory else { return nil }
        var settings = SQLiteStore.Settings()
        settings.durability = self.durability
        settings.maximumBytes = self.maxStoreBytes
        settings.answersKept = hostLimits.idempotencyKeys
        settings.acceptsDamage = self.acceptDamage
        return OpenedStore(store: try SQLiteStore(directory: dataDirectory, settings), sharedClock: nil)
    }

    /// How the HTTP server listens.
    var httpSettings: HTTPServerSettings {
        var settings = HTTPServerSettings()
        settings.host = self.host
        settings.port = self.port
        settings.bearerToken = token
        settings.readOnlyToken = readOnlyToken
        settings.allowedHosts = self.allowedHosts
        settings.allowedOrigins = self.allowedOrigins
        settings.bodyLimit = self.maxBodyBytes
        settings.requestLimit = self.maxRequests
        settings.idleTimeout = self.idleTimeout
        settings.writeTimeout = self.streamHeartbeat * Self.heartbeatsMissed
        return settings
    }

    /// How many heartbeats a reader may leave unread before its connection is closed.
    private static let heartbeatsMissed = 3

    /// The address of a server that listens on a port.
    func address(on port: Int, scheme: String = "http") -> String {
        self.host.contains(":") ? "\(scheme)://[\(self.host)]:\(port)" : "\(scheme)://\(self.host):\(port)"
    }
}
