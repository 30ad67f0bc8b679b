import DeviceHost
import HTTPAPI
import Logging
import Metrics
import NIOCore
import ServiceLifecycle
import Telemetry

/// A feature of the server: what it has beside the core, which knows none.
///
/// A feature is a folder of `Sources/Features`, and a line in the list of `Sources/Greenroom/Features.swift`. What it has is named here
/// once: what it lacks needs no code.
///
/// A server makes each of its features once, before anything runs. Then it asks for routes, restores what the features keep, and runs
/// their services.
package protocol ServerFeature: Sendable {
    // MARK: Before it is made

    /// Its settings, in the order in which people read them.
    static var settings: [any SettingRow] { get }
    /// Its metrics.
    static var metrics: [any MetricRow] { get }
    /// What it adds to the dashboard.
    static var scripts: [DashboardScript] { get }
    /// Its commands.
    static var commands: [FeatureCommand] { get }
    /// What describes its endpoints in docs/openapi.json.
    static var description: InterfaceDescription { get }
    /// What its endpoints refuse, apart from the problems of the core.
    static var problems: [ProblemCode] { get }
    /// The Chinese of its sentences, by their templates.
    static var chinese: [String: String] { get }
    /// The listeners that it may have, and the settings of their ports. One without a port does not listen.
    static var listeners: [(listener: Listener, port: Setting<Int?>)] { get }
    /// The limits that something in its metrics comes near, by their names in the guide to operating.
    static var limits: [(name: String, value: Int64)] { get }

    /// Why no server is started with a configuration; nil if it may be.
    static func problem(_ configuration: ServerConfiguration) -> String?
    /// Whether it finds apps by their device tokens in a server with this configuration.
    static func findsDeviceTokens(_ configuration: ServerConfiguration) -> Bool

    /// Opens the store that devices are kept in; nil if a server with this configuration has none of this feature.
    ///
    /// - Throws: `UnusableStore`.
    static func openStore(_ configuration: ServerConfiguration, _ logger: Logger) async throws -> OpenedStore?

    /// Opens the store that an argument of a command names; nil if it names none of this feature.
    static func openStore(_ argument: String) async throws -> (any StepHistory)?

    /// Makes its parts; nothing runs yet.
    ///
    /// - Throws: `SettingError` or `UnusableFile` if a file of a setting cannot be used.
    init(_ core: ServerCore) throws

    // MARK: The interface

    /// Its endpoints, in the order in which they are described.
    var routes: [Route] { get }
    /// Its routes that call endpoints of any part of the interface. They speak another protocol, and are no part of the interface
    /// themselves.
    func protocolRoutes(_ api: InternalAPI) -> [Route]

    // MARK: The store

    /// Reads what it keeps in the store, after the devices were recovered. It is called again if it throws because the database is away.
    func restore() async throws
    /// Reads again what other servers have changed of it, by the revisions of the store's items.
    func follow(_ revisions: ItemRevisions) async throws

    // MARK: Running

    /// Creates the devices that it needs, before the server is ready.
    func createDevices(in registry: DeviceRegistry) async throws
    /// Its services. They start in this order, and stop in the reverse one.
    ///
    /// - Throws: What ends the start.
    func services(_ server: ServerInterface) throws -> [FeatureService]
}

extension ServerFeature {
    package static var settings: [any SettingRow] { [] }
    package static var metrics: [any MetricRow] { [] }
    package static var scripts: [DashboardScript] { [] }
    package static var commands: [FeatureCommand] { [] }
    package static var description: InterfaceDescription { .none }
    package static var problems: [ProblemCode] { [] }
    package static var chinese: [String: String] { [:] }
    package static var listeners: [(listener: Listener, port: Setting<Int?>)] { [] }
    package static var limits: [(name: String, value: Int64)] { [] }
    package static func problem(_ configuration: ServerConfiguration) -> String? { nil }
    package static func findsDeviceTokens(_ configuration: ServerConfiguration) -> Bool { false }
    package static func openStore(
        _ configuration: ServerConfiguration,
        _ logger: Logger
    ) async throws -> OpenedStore? { nil }
    package static func openStore(_ argument: String) async throws -> (any StepHistory)? { nil }
    package var routes: [Route] { [] }
    package func protocolRoutes(_ api: InternalAPI) -> [Route] { [] }
    package func restore() async throws {}
    package func follow(_ revisions: ItemRevisions) async throws {}
    package func createDevices(in registry: DeviceRegistry) async throws {}
    package func services(_ server: ServerInterface) throws -> [FeatureService] { [] }
}

/// What a feature is made of: the parts of the core.
package struct ServerCore: Sendable {
    /// The settings.
    package let configuration: ServerConfiguration
    /// The devices.
    package let registry: DeviceRegistry
    /// The pushes that devices got.
    package let pushes: PushHistory
    /// How the main listener listens, and its limits.
    package let http: HTTPServerSettings
    /// Whether the server can be used.
    package let readiness: @Sendable () -> Readiness
    /// The version of the server.
    package let version: ServiceVersion
    /// Where it counts and measures.
    package let metrics: any MetricsFactory
    /// Where it logs to.
    package let logger: Logger

    /// The parts of a server.
    package init(
        configuration: ServerConfiguration,
        registry: DeviceRegistry,
        pushes: PushHistory,
        http: HTTPServerSettings,
        readiness: @escaping @Sendable () -> Readiness,
        version: ServiceVersion,
        metrics: any MetricsFactory,
        logger: Logger
    ) {
        self.configuration = configuration
        self.registry = registry
        self.pushes = pushes
        self.http = http
        self.readiness = readiness
        self.version = version
        self.metrics = metrics
        self.logger = logger
    }

    /// Real time: that of the database, if servers share one.
    package var wall: any WallClock { registry.wall }

    /// Handles requests that must be carried out once.
    package var posts: PostHandling { PostHandling(registry: registry, limits: http) }
}

extension APIDependencies {
    /// Adds the endpoints of features, and what they refuse.
    package mutating func add(_ features: [any ServerFeature]) {
        problems += features.flatMap { type(of: $0).problems }
        routes += features.flatMap(\.routes)
        protocolRoutes = { api in features.flatMap { $0.protocolRoutes(api) } }
    }
}

/// What the services of a feature may use: the whole interface, and where a listener reports its address.
package struct ServerInterface: Sendable {
    /// Every endpoint.
    package let api: InternalAPI
    let core: ServerCore
    let addresses: AsyncStream<ListeningAddress>.Continuation

    /// What the services of the features of a core may use.
    ///
    /// - Parameters:
    ///   - api: Every endpoint.
    ///   - core: What the features are made of.
    ///   - addresses: Where listeners report their addresses.
    package init(api: InternalAPI, core: ServerCore, addresses: AsyncStream<ListeningAddress>.Continuation) {
        self.api = api
        self.core = core
        self.addresses = addresses
    }

    /// Must be called when a listener accepts connections. The server is ready when all do.
    ///
    /// - Parameters:
    ///   - listener: Which one.
    ///   - channel: The channel that listens.
    ///   - scheme: The scheme of its URL.
    ///   - note: Is given its address, a URL, before the server may be ready.
    package func began(
        _ listener: Listener,
        on channel: any Channel,
        scheme: String = "http",
        _ note: (_ address: String) -> Void = { _ in }
    ) {
        AcceptPauseHandler.add(to: channel, listener, metricsFactory: core.metrics, logger: core.logger)
        let address = core.configuration.address(on: channel.localAddress?.port ?? 0, scheme: scheme)
        note(address)
        addresses.yield(ListeningAddress(listener, address))
    }
}

/// A service of a feature.
package struct FeatureService: Sendable {
    let name: String
    /// What runs.
    package let service: any Service
    /// When it stops.
    package let end: End

    /// When a service stops.
    package enum End: Sendable {
        /// Before the main listener, as do those whose streams that listener waits for.
        case beforeMainListener
        /// After the last request was answered, and before the devices' time stops.
        case afterLastRequest
    }

    /// A service with a name for logs.
    package init(_ name: String, _ service: any Service, stops end: End) {
        self.name = name
        self.service = service
        self.end = end
    }

    /// A service that listens.
    ///
    /// - Parameters:
    ///   - listener: What it listens for.
    ///   - address: The address that it is to listen on, for a message if it cannot.
    ///   - service: The service.
    package init(_ listener: Listener, at address: String, _ service: any Service) {
        self.init(listener.rawValue, FacadeListener(listener: service, address: address), stops: .beforeMainListener)
    }
}

/// A file or folder of a setting cannot be used.
package struct UnusableFile: Error, Hashable, CustomStringConvertible {
    /// Which one, and why.
    package let description: String

    /// Says it.
    package init(_ description: String) { self.description = description }
}
