import APNs
import DeviceHost
import Explorations
import Fleet
import FleetServer
import HTTPAPI
import Logging
import Metrics
import NIOCore
import OpenTelemetryExport
import SQLiteJournal
import ServiceLifecycle
import Telemetry
import UnixSignals
import WebDriver
import Webhooks

/// The server: the composition root, which knows every part.
struct Server: Sendable {
    private let configuration: ServerConfiguration
    private let logger: Logger
    private let registry: DeviceRegistry
    private let metrics: PrometheusMetrics
    private let processMetrics: ProcessMetrics
    private let readiness = ReadinessFlag()
    private let sessions: SessionStore
    private let apns: APNsFiles?
    private let pushes: PushService
    private let webhooks: WebhookService
    private let explorations: ExplorationService
    private let exportMetrics: ExportMetrics
    private let requests: RequestLog
    private let fleet: FleetMembership?
    private let connectionsPerListener: Int

    /// How long services may take to end after requests in progress were cut off.
    private static let cancellationTimeout = Duration.seconds(5)

    /// What a server counts with: its metrics have texts of help.
    static func makeMetrics() -> PrometheusMetrics {
        PrometheusMetrics(.init(help: MetricsHelp.texts.merging(MetricsHelp.textsOfFleet) { $1 }))
    }

    /// Makes the parts; nothing runs yet.
    ///
    /// - Parameters:
    ///   - configuration: Its configuration.
    ///   - metrics: What it counts with.
    ///   - journal: The journal; nil to keep devices in memory only.
    ///   - fleetStore: The database through which several servers share the devices of the journal; nil if there is one.
    ///   - apns: What the listener for clients of APNs needs; nil if there is none.
    ///   - logger: Where it logs to.
    init(
        _ configuration: ServerConfiguration,
        metrics: PrometheusMetrics = makeMetrics(),
        journal: (any Journal)? = nil,
        fleetStore: (any FleetStore)? = nil,
        apns: APNsFiles? = nil,
        logger: Logger
    ) {
        self.configuration = configuration
        self.logger = logger
        self.metrics = metrics
        processMetrics = ProcessMetrics(factory: metrics)
        connectionsPerListener = configuration.connectionsPerListener(within: .current, logger)
        sessions = SessionStore(metrics: metrics)
        BuildInformation.record(to: metrics)
        LimitMetrics.record(configuration, to: metrics)
        let wall = SystemWallClock()
        let tenure = fleetStore.map { _ in Tenure() }
        registry = withMetricsFactory(metrics) {
            DeviceRegistry(
                limits: configuration.hostLimits,
                wall: wall,
                metrics: HostMetrics(),
                journal: journal,
                // A server asks the others for tokens, whether or not they listen for clients of APNs.
                tokens: apns == nil && tenure == nil ? nil : DeviceTokenIndex(),
                tenure: tenure
            )
        }
        fleet = FleetMembership(configuration, fleetStore, tenure, registry, wall, metrics: metrics, logger: logger)
        requests = RequestLog(capacity: configuration.maxKeptRequests)
        exportMetrics = ExportMetrics(factory: metrics)
        self.apns = apns
        pushes = PushService(
            registry,
            settings: configuration.pushSettings,
            isServing: { [registry, readiness, fleet] in
                switch readiness.current(of: registry, in: fleet?.view) {
                case .ready, .stopping: true
                case .starting, .noLease, .readOnly: false
                }
            },
            others: fleet.map { [registry] in PeerPushes($0.peers, registry, metricsFactory: metrics, logger: logger) },
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
        explorations = ExplorationService(
            registry,
            heartbeat: configuration.streamHeartbeat,
            metricsFactory: metrics
        )
    }

    /// Serves until a signal stops the server.
    ///
    /// Services stop in the reverse order: readiness turns red, waits and streams end, requests in progress finish, the
    /// ticker stops, and what has happened is in the journal.
    ///
    /// - Parameters:
    ///   - signals: The signals that stop the server.
    ///   - client: A service whose end stops the server too.
    ///   - whenReady: Called when the server accepts connections, with its addresses.
    /// - Throws: When it cannot listen, the journal cannot be read, or a device of the start cannot be made: `SeedError`
    ///   for a bad file.
    func run(
        stoppingOn signals: [UnixSignal] = [.sigterm, .sigint],
        until client: (any Service)? = nil,
        whenReady: @escaping @Sendable (ServerAddresses) -> Void
    ) async throws {
        let (addresses, listening) = AsyncStream.makeStream(of: ListeningAddress.self)
        let facades = self.facades
        let start = StartService(
            registry: registry,
            pushes: pushes,
            webhooks: webhooks,
            readiness: readiness,
            fleet: fleet,
            demo: configuration.demo,
            seed: configuration.seed.map(SeedFolder.init(path:)),
            agentDevices: configuration.wdaPort == nil ? nil : facades,
            addresses: addresses,
            listeners: configuration.listeners,
            whenReady: whenReady,
            logger: logger
        )
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
            .init(service: ticker, serviceName: "ticker"),
            .init(service: fanOut, serviceName: "fan-out"),
            .init(service: webhooks, serviceName: "webhooks"),
            // A failure of the start ends the server as a signal does.
            .init(service: start, failureTerminationBehavior: .gracefullyShutdownGroup, serviceName: "start"),
            .init(
                service: application(commandsBy: facades) { [fleet] address, port in
                    listening.yield(.init(.main, address))
                    fleet?.listening.yield(port)
                },
                serviceName: "http"
            ),
            // After the main listener, so that its streams end before that waits for them.
            .init(service: explorations, serviceName: "explorations"),
            .init(service: WaitDrain(registry: registry), serviceName: "wait-drain"),
            .init(service: ReadinessService(flag: readiness), serviceName: "readiness"),
        ]
        // After the main listener it stops, when nothing happens any more, and before the fan-out.
        if let exporter = try configuration.exporter(of: registry, metrics: exportMetrics, logger: logger) {
            let place = services.firstIndex { $0.serviceName == "start" } ?? services.endIndex
            services.insert(.init(service: exporter, serviceName: "opentelemetry"), at: place)
        }
        // Beside the main listener, so that they stop with it: after waits have been answered.
        let beside = services.firstIndex { $0.serviceName == "wait-drain" } ?? services.endIndex
        services.insert(contentsOf: facadeServices(facades, listening), at: beside)
        if let client {
            services.append(
                .init(
                    service: client,
                    successTerminationBehavior: .gracefullyShutdownGroup,
                    serviceName: "client"
                )
            )
        }
        if let fleet {
            let reloading = ItemReloading(
                webhooks: webhooks,
                keys: pushes.keys,
                changes: fleet.itemChanges,
                logger: logger
            )
            services.insert(.init(service: reloading, serviceName: "item-reloading"), at: 0)
            services.insert(.init(service: fleet.keeping, serviceName: "fleet"), at: 0)
            let place = services.firstIndex { $0.serviceName == "readiness" } ?? services.endIndex
            services.insert(.init(service: fleet.handover(configuration), serviceName: "handover"), at: place)
            // After the main listener, so that its streams end before that waits for them.
            if let streaming = fleet.streaming(configuration) {
                services.insert(.init(service: streaming, serviceName: "fleet-timeline"), at: place)
            }
        }
        if let journal = JournalService(registry: registry, logger: logger) {
            services.insert(.init(service: journal, serviceName: "journal"), at: 0)
        }
        var group = ServiceGroupConfiguration(
            services: services,
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

    private var dependencies: APIDependencies {
        var dependencies = APIDependencies(
            registry: registry,
            version: .current,
            readiness: { [registry, readiness, fleet] in readiness.current(of: registry, in: fleet?.view) },
            metricsText: { [registry, metrics, processMetrics] in
                await registry.publishMetrics()
                processMetrics.refresh()
                return metrics.render()
            },
            webDriverSessions: { [sessions] in sessions.listed },
            metricsFactory: metrics
        )
        dependencies.pushes = pushes
        dependencies.webhooks = webhooks
        dependencies.explorations = explorations
        dependencies.requests = requests
        if let fleet {
            dependencies.fleet = { fleet.view.document }
            dependencies.peers = fleet.peers
            dependencies.fleetTimeline = fleet.timeline
            dependencies.mark = fleet.mark
        }
        return dependencies
    }

    /// How the main listener listens, and those of clients of Appium and WebDriverAgent.
    private var httpSettings: HTTPServerSettings {
        var settings = configuration.httpSettings
        settings.maximumConnections = connectionsPerListener
        return settings
    }

    /// The listeners for clients of Appium and WebDriverAgent.
    private var facades: DriverServer {
        DriverServer(
            dependencies,
            sessions: sessions,
            settings: httpSettings,
            agentDevice: configuration.wdaDevice,
            logger: logger
        )
    }

    private func facadeServices(
        _ facades: DriverServer,
        _ listening: AsyncStream<ListeningAddress>.Continuation
    ) -> [ServiceGroupConfiguration.ServiceConfiguration] {
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = []
        for (listener, dialect, port) in [
            (Listener.appium, Dialect.appium, configuration.appiumPort), (.wda, .wda, configuration.wdaPort),
        ] {
            guard let port else { continue }
            let service = facades.listener(dialect, port: port) { [configuration, metrics, logger] channel in
                AcceptPauseHandler.add(to: channel, listener, metricsFactory: metrics, logger: logger)
                let address = configuration.address(on: channel.localAddress?.port ?? port)
                listening.yield(ListeningAddress(listener, address))
            }
            let named = FacadeListener(listener: service, address: configuration.address(on: port))
            services.append(.init(service: named, serviceName: listener.rawValue))
        }
        // Other servers forward commands here, whether or not there is a listener for them.
        if !services.isEmpty || fleet != nil {
            services.insert(.init(service: facades.expiry, serviceName: "sessions"), at: 0)
        }
        if let apns = apnsService(listening) { services.append(apns) }
        return services
    }

    /// The listener for clients of APNs; nil if there is none.
    private func apnsService(
        _ listening: AsyncStream<ListeningAddress>.Continuation
    ) -> ServiceGroupConfiguration.ServiceConfiguration? {
        guard let apns, let port = configuration.apnsPort else { return nil }
        var limits = configuration.apnsLimits
        limits.connections = connectionsPerListener
        let listener = APNsListener(
            pushes,
            identity: apns.identity,
            host: configuration.host,
            port: port,
            limits: limits,
            logger: logger
        ) { [configuration, pushes, metrics, logger] channel in
            AcceptPauseHandler.add(to: channel, .apns, metricsFactory: metrics, logger: logger)
            let address = configuration.address(on: channel.localAddress?.port ?? port, scheme: "https")
            pushes.listening.begin(at: address, authority: apns.identity.authority)
            listening.yield(ListeningAddress(.apns, address))
        }
        let address = configuration.address(on: port, scheme: "https")
        let named = FacadeListener(listener: listener, address: address)
        return .init(service: named, serviceName: Listener.apns.rawValue)
    }

    private func application(
        commandsBy facades: DriverServer,
        _ whenListening: @escaping @Sendable (String, Int) -> Void
    ) -> some Service {
        var dependencies = dependencies
        if fleet != nil {
            dependencies.forwardedCommands = { command, logger in try await facades.answer(command, logger) }
        }
        return makeApplication(
            dependencies,
            settings: httpSettings,
            logger: logger,
            onServerRunning: { [configuration, metrics, logger] channel in
                AcceptPauseHandler.add(to: channel, .main, metricsFactory: metrics, logger: logger)
                let port = channel.localAddress?.port ?? configuration.port
                whenListening(configuration.address(on: port), port)
            }
        )
    }
}

extension ServerConfiguration {
    /// The limits of the host.
    var hostLimits: HostLimits {
        var limits = HostLimits()
        limits.devices = self.maxDevices
        limits.appsPerDevice = self.maxAppsPerDevice
        limits.recordsPerDevice = self.recordsPerDevice
        limits.recordBytesInTotal = self.maxRecordBytes
        limits.inputsPerDevice = self.inputsPerDevice
        limits.journalledRecordsPerDevice = self.journalRecordsPerDevice
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

    /// Opens the journal in the data directory; nil when there is none.
    ///
    /// - Throws: `JournalOpeningError`.
    func openJournal() throws -> SQLiteJournal? {
        guard let dataDirectory = self.dataDirectory else { return nil }
        var settings = SQLiteJournal.Settings()
        settings.durability = self.durability
        settings.maximumBytes = self.maxJournalBytes
        settings.answersKept = hostLimits.idempotencyKeys
        settings.acceptsDamage = self.acceptJournalDamage
        return try SQLiteJournal(directory: dataDirectory, settings)
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
        settings.streamHeartbeat = self.streamHeartbeat
        settings.writeTimeout = self.streamHeartbeat * Self.heartbeatsMissed
        return settings
    }

    /// How many heartbeats a reader may leave unread before its connection is closed, and how many another server may leave out.
    static let heartbeatsMissed = 3

    /// The address of a server that listens on a port.
    func address(on port: Int, scheme: String = "http") -> String {
        self.host.contains(":") ? "\(scheme)://[\(self.host)]:\(port)" : "\(scheme)://\(self.host):\(port)"
    }
}
