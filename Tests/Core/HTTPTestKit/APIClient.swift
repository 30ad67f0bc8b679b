import DeviceHost
import GreenroomServer
import HTTPAPI
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifecycleKernel
import Logging
import Metrics
import NIOCore
import ServiceLifecycle
import TestKit
import Testing
import WireFormat

/// A service of its own for one test, and a client that speaks to it.
package struct APIClient: Sendable {
    package let client: any TestClientProtocol
    package let registry: DeviceRegistry

    /// Runs a test against a fresh service.
    ///
    /// - Parameters:
    ///   - setup: Whether requests go through a connection.
    ///   - features: The features that the service has.
    ///   - options: Settings of features by their names, as texts.
    ///   - routes: Routes beside those of the core and of the features.
    package static func run<Result: Sendable>(
        _ setup: TestingSetup = .router,
        features: [any ServerFeature.Type] = [],
        options: [String: String] = [:],
        settings: HTTPServerSettings = HTTPServerSettings(),
        limits: HostLimits = HostLimits(),
        wall: any WallClock = HandMovedClock(),
        heartbeats: any WallClock = HandMovedClock(),
        readiness: Readiness = .ready,
        routes: [Route] = [],
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        store: TestStore? = nil,
        _ test: @Sendable (APIClient) async throws -> Result
    ) async throws -> Result {
        let registry = DeviceRegistry(limits: limits, wall: wall, store: store)
        let interface = try TestInterface(
            features: features,
            options: options,
            registry: registry,
            settings: settings,
            readiness: readiness,
            metrics: metrics
        )
        var dependencies = interface.dependencies
        dependencies.routes += routes
        let api = InternalAPI(dependencies, settings: settings)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var application = makeApplication(api, logger: logger)
        application.addServices(FanOut(registry: registry, wall: heartbeats))
        for service in try interface.services(api) { application.addServices(service) }
        if let service = CommitService(registry: registry, logger: logger) { application.addServices(service) }
        return try await application.test(setup) { client in
            try await test(APIClient(client: client, registry: registry))
        }
    }

    // MARK: Requests

    /// Sends a request; a body without a content type is JSON.
    package func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> APIAnswer {
        try await send(method, path, bytes: body.map { Array($0.utf8) }, headers: headers)
    }

    /// Sends a request whose body need not be text.
    package func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        bytes: [UInt8]?,
        headers: HTTPFields = [:]
    ) async throws -> APIAnswer {
        var headers = headers
        if bytes != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        let response = try await client.executeRequest(
            uri: path,
            method: method,
            headers: headers,
            body: bytes.map { ByteBuffer(bytes: $0) }
        )
        let answer = APIAnswer(response)
        for violation in DescribedAnswers.violations(method, path, answer) { Issue.record("\(violation)") }
        expectChinese(of: answer, path)
        return answer
    }

    /// A refusal is told in Chinese, too. `SentenceTests` looks for sentences with parameters.
    private func expectChinese(of answer: APIAnswer, _ path: String) {
        guard path.hasPrefix("/v1/"), answer.code != nil, answer["parameters"] == nil,
            let detail = answer["detail"]?.text
        else { return }
        #expect(Sentence.chinese[detail] != nil, "there is no Chinese for: \(detail)")
    }

    package func get(_ path: String, headers: HTTPFields = [:]) async throws -> APIAnswer {
        try await send(.get, path, headers: headers)
    }

    package func post(_ path: String, _ body: String, headers: HTTPFields = [:]) async throws -> APIAnswer {
        try await send(.post, path, body, headers: headers)
    }

    // MARK: What many tests begin with

    package static let notes = "com.example.notes"

    /// Makes the device `phone`, its clock a manual one, with the app Notes.
    package func makePhone(lifecycle: String = "appDelegate", driver: String = "simulated") async throws {
        let app = #"{"bundleID": "\#(Self.notes)", "lifecycle": "\#(lifecycle)", "driver": "\#(driver)"}"#
        let answer = try await post("/v1/devices", #"{"id": "phone", "clock": {"mode": "manual"}, "apps": [\#(app)]}"#)
        try #require(answer.status == 201)
    }

    /// Makes the device `phone` with Notes in front.
    package func makePhoneWithNotesInFront() async throws {
        try await makePhone()
        let answer = try await post("/v1/devices/phone/events", Self.launch)
        try #require(answer.status == 200)
    }

    package static let launch = #"{"type": "app.launch", "bundleID": "\#(notes)"}"#
    package static let home = #"{"type": "device.home"}"#
}

/// What the service answered.
package struct APIAnswer: Sendable {
    package let status: Int
    package let headers: HTTPFields
    package let text: String

    package init(_ response: TestResponse) {
        status = response.status.code
        headers = response.headers
        text = String(buffer: response.body)
    }

    /// The body as JSON; null when it is none.
    package var json: Value { (try? JSONText.parse(text.utf8)) ?? .null }

    /// A member of the body, such as `records` of `records[0].kind`.
    package subscript(name: String) -> Value? { json[name] }

    /// The elements of a member that is an array.
    package func list(_ name: String) -> [Value] { json[name]?.elements ?? [] }

    /// The code of the problem; nil when the answer is none.
    package var code: String? {
        headers[.contentType] == "application/problem+json" ? json["code"]?.text : nil
    }

    /// The sequence in the entity tag.
    package var tag: String? { headers[.eTag] }
}
