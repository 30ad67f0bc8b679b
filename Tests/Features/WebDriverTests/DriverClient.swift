import DeviceHost
import HTTPAPI
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifecycleKernel
import Metrics
import NIOCore
import TestKit
import Testing
import WireFormat

@testable import WebDriver

/// A listener of its own for one test, and a client that speaks to it.
struct DriverClient: Sendable {
    let client: any TestClientProtocol
    let core: DriverCore
    let wall: HandMovedClock

    static let notes: BundleID = "com.example.notes"
    static let mail: BundleID = "com.example.mail"

    /// The id of the device that tests begin with, which is also that of WebDriverAgent without a path.
    static let phone: DeviceID = DeviceID("phone")!

    /// Runs a test against a fresh listener, and the device `phone` with two apps.
    static func run<Result: Sendable>(
        _ dialect: Dialect = .appium,
        on testing: TestingSetup = .router,
        settings: HTTPServerSettings = HTTPServerSettings(),
        limits: HostLimits = HostLimits(),
        clock: ClockSettings = ClockSettings(mode: .manual),
        readiness: Readiness = .ready,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        _ test: @Sendable (DriverClient) async throws -> Result
    ) async throws -> Result {
        let wall = HandMovedClock()
        let registry = DeviceRegistry(limits: limits, wall: wall, store: nil)
        let dependencies = APIDependencies(
            registry: registry,
            version: ServiceVersion(service: "1.2.3", kernel: "7"),
            readiness: { readiness },
            metricsText: { "" },
            metricsFactory: metrics
        )
        let server = DriverServer(
            InternalAPI(dependencies, settings: settings),
            sessions: SessionStore(in: registry, metrics: metrics, logger: quietLogger),
            agentDevice: phone,
            logger: quietLogger
        )
        let apps = [AppManifest(bundleID: notes, name: "Notes", lifecycle: .scenes), AppManifest(bundleID: mail)]
        _ = try await registry.create(NewDevice(id: phone, settings: DeviceSettings(clock: clock), apps: apps))
        return try await server.application(dialect).test(testing) { client in
            try await test(DriverClient(client: client, core: server.core, wall: wall))
        }
    }

    /// Sends a request.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> DriverReply {
        let response = try await client.executeRequest(
            uri: path,
            method: method,
            headers: headers,
            body: body.map { ByteBuffer(string: $0) }
        )
        return DriverReply(response)
    }

    /// Opens a session on the device `phone`.
    ///
    /// - Parameter more: Further capabilities, as members of a JSON object that begin with a comma.
    func open(_ more: String = "") async throws -> String {
        let answer = try await openSession(
            #""platformName": "iOS", "appium:udid": "phone", "appium:newCommandTimeout": 0\#(more)"#
        )
        return try #require(answer.value["sessionId"]?.text, "\(answer.value)")
    }

    /// Asks for a session with these capabilities.
    func openSession(_ capabilities: String) async throws -> DriverReply {
        try await send(.post, "/session", #"{"capabilities": {"alwaysMatch": {\#(capabilities)}}}"#)
    }

    /// Carries out a script in a session.
    func script(_ session: String, _ name: String, _ arguments: String = "") async throws -> DriverReply {
        let body = #"{"script": "\#(name)", "args": [\#(arguments)]}"#
        return try await send(.post, "/session/\(session)/execute/sync", body)
    }

    /// How many devices there are.
    var deviceCount: Int { core.registry.deviceCount }

    /// The state of an app of the device `phone`.
    func state(_ bundleID: BundleID = notes) async throws -> ProcessState {
        try await core.registry.app(bundleID, on: Self.phone).value.state
    }
}

/// What the listener answered.
struct DriverReply: Sendable {
    let status: Int
    let headers: HTTPFields
    let document: Value

    init(_ response: TestResponse) {
        status = response.status.code
        headers = response.headers
        document = (try? JSONText.parse(response.body.readableBytesView)) ?? .null
    }

    /// What the answer carries.
    var value: Value { document["value"] ?? .null }

    /// The error of the answer, if it is one.
    var error: String? { value["error"]?.text }

    /// What the error says.
    var message: String { value["message"]?.text ?? "" }
}
