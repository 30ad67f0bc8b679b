import DeviceHost
import GreenroomServer
import HTTPAPI
import LifecycleKernel
import Logging
import Metrics
import ServiceLifecycle
import TestKit
import WireFormat

/// The interface of a test, with the features that the test is about: devices on a clock that stands.
package struct TestInterface {
    package let dependencies: APIDependencies
    private let core: ServerCore
    private let features: [any ServerFeature]

    /// Makes the interface.
    ///
    /// - Parameters:
    ///   - types: The features.
    ///   - options: Settings by their names, as texts.
    ///   - registry: The devices.
    ///   - settings: How the main listener listens, and its limits.
    ///   - readiness: What `/readyz` says.
    ///   - metrics: Where requests are counted.
    package init(
        features types: [any ServerFeature.Type] = [],
        options: [String: String] = [:],
        registry: DeviceRegistry = DeviceRegistry(wall: HandMovedClock()),
        settings: HTTPServerSettings = HTTPServerSettings(),
        readiness: Readiness = .ready,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) throws {
        let core = ServerCore.test(
            try .test(options, features: types),
            registry: registry,
            settings: settings,
            readiness: readiness,
            metrics: metrics
        )
        Sentence.addChinese(types.flatMap { $0.chinese })
        let features = try types.map { try $0.init(core) }
        var dependencies = APIDependencies(
            registry: registry,
            version: core.version,
            readiness: core.readiness,
            metricsText: { "# TYPE up gauge\nup 1\n" },
            metricsFactory: metrics,
            pushes: core.pushes
        )
        dependencies.add(features)
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

extension ServerConfiguration {
    /// The configuration of a test.
    ///
    /// - Parameters:
    ///   - options: Settings by their names, as texts.
    ///   - features: The features whose settings there are.
    package static func test(
        _ options: [String: String] = [:],
        features: [any ServerFeature.Type] = []
    ) throws -> ServerConfiguration {
        try ServerConfiguration(from: SettingSource(arguments: options, environment: [:]), features: features)
    }
}

extension ServerCore {
    /// What the features of a test are made of.
    package static func test(
        _ configuration: ServerConfiguration,
        registry: DeviceRegistry = DeviceRegistry(),
        settings: HTTPServerSettings? = nil,
        readiness: Readiness = .ready,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) -> ServerCore {
        ServerCore(
            configuration: configuration,
            registry: registry,
            pushes: PushHistory(registry, logger: quietLogger),
            http: settings ?? configuration.httpSettings,
            readiness: { readiness },
            version: ServiceVersion(service: "1.2.3", kernel: "7"),
            metrics: metrics,
            logger: quietLogger
        )
    }
}

extension APIDependencies {
    /// What the endpoints of a test work on.
    package static func test(features: [any ServerFeature.Type] = []) throws -> APIDependencies {
        try TestInterface(features: features).dependencies
    }
}

extension InternalAPI {
    /// The interface of a test.
    package static func test(
        features: [any ServerFeature.Type] = [],
        registry: DeviceRegistry? = nil,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) throws -> InternalAPI {
        let registry = registry ?? DeviceRegistry(wall: HandMovedClock())
        return InternalAPI(try TestInterface(features: features, registry: registry, metrics: metrics).dependencies)
    }
}
