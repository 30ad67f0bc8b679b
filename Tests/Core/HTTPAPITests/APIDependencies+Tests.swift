import Dashboard
import DeviceHost
import Greenroom
import LifecycleKernel
import Logging
import Metrics
import ServiceLifecycle
import TestKit
import WireFormat

@testable import GreenroomServer
@testable import HTTPAPI
@testable import WebDriver

/// The interface of a test, with all features: devices on a clock that stands, and whatever the test is about.
struct TestInterface {
    let dependencies: APIDependencies
    private let core: ServerCore
    private let features: [any ServerFeature]

    /// All but WebDriver, whose sessions are what the test says.
    private static let features = Features.all.filter {
        ObjectIdentifier($0) != ObjectIdentifier(WebDriverFeature.self)
    }

    /// What they add to the dashboard.
    static let scripts = features.flatMap { $0.scripts }
    /// The dashboard with it.
    static let dashboard = Dashboard(scripts)

    init(
        registry: DeviceRegistry = DeviceRegistry(wall: HandMovedClock()),
        settings: HTTPServerSettings = HTTPServerSettings(),
        readiness: Readiness = .ready,
        sessions: [WebDriverSession] = [],
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) throws {
        let arguments = ["webhook-hosts": "hooks.example.com,localhost"]
        let source = SettingSource(arguments: arguments, environment: [:])
        let core = ServerCore(
            configuration: try ServerConfiguration(from: source, features: Self.features),
            registry: registry,
            pushes: PushHistory(registry, logger: quietLogger),
            http: settings,
            readiness: { readiness },
            version: ServiceVersion(service: "1.2.3", kernel: "7"),
            metrics: metrics,
            logger: quietLogger
        )
        Sentence.addChinese(Features.all.flatMap { $0.chinese })
        let features = try Self.features.map { try $0.init(core) }
        var dependencies = APIDependencies(
            registry: registry,
            version: core.version,
            readiness: core.readiness,
            metricsText: { "# TYPE up gauge\nup 1\n" },
            metricsFactory: metrics,
            pushes: core.pushes
        )
        dependencies.problems += Self.features.flatMap { $0.problems }
        dependencies.routes = WebDriverEndpoints(sessions: { sessions }).routes + features.flatMap(\.routes)
        dependencies.protocolRoutes = { api in features.flatMap { $0.protocolRoutes(api) } }
        self.dependencies = dependencies
        self.core = core
        self.features = features
    }

    /// The services that answer requests.
    func services(_ api: InternalAPI) throws -> [any Service] {
        let (_, addresses) = AsyncStream.makeStream(of: ListeningAddress.self)
        let server = ServerInterface(api: api, core: core, addresses: addresses)
        return try features.flatMap { try $0.services(server) }.filter { $0.end == .beforeMainListener }.map(\.service)
    }
}

extension APIDependencies {
    /// What the endpoints of a test work on.
    static func test() throws -> APIDependencies { try TestInterface().dependencies }
}

extension InternalAPI {
    /// The interface of a test.
    static func test(
        registry: DeviceRegistry? = nil,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) throws -> InternalAPI {
        let registry = registry ?? DeviceRegistry(wall: HandMovedClock())
        return InternalAPI(try TestInterface(registry: registry, metrics: metrics).dependencies)
    }
}
