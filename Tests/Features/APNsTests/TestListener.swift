import AsyncHTTPClient
import Crypto
import DeviceHost
import Foundation
import LifecycleKernel
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import ServiceLifecycle
import WireFormat

@testable import APNs
@testable import HTTPAPI

/// A listener on a free port, whose host has one device with two apps; and a client of it.
struct TestListener: Sendable {
    let service: PushService
    let registry: DeviceRegistry
    let identity: ServerIdentity
    let port: Int
    let client: HTTPClient
    /// Begins the shutdown.
    let stop: @Sendable () async -> Void

    static let phone = DeviceID("phone")!
    static let notes: BundleID = "com.example.notes"
    static let calls: BundleID = "com.example.calls"

    /// Runs a test with a listener, and ends it.
    ///
    /// - Parameters:
    ///   - isFirst: Whether it makes its device; else the store has it.
    ///   - keys: The keys of a folder.
    static func run(
        settings: PushService.Settings = .init(),
        limits: ListenerLimits = .init(),
        rememberedPushes: Int = 100_000,
        directory: String? = nil,
        store: (any StepHistory)? = nil,
        isFirst: Bool = true,
        given keys: [ProviderKey] = [],
        requests: RequestLog = RequestLog(capacity: 0),
        logger: Logger = Logger(label: "apns") { _ in SwiftLogNoOpLogHandler() },
        isServing: @escaping @Sendable () -> Bool = { true },
        _ body: (TestListener) async throws -> Void
    ) async throws {
        let registry = DeviceRegistry(store: store, tokens: DeviceTokenIndex())
        let history = PushHistory(registry, limit: rememberedPushes, logger: logger)
        let service = PushService(
            registry,
            settings: settings,
            history: history,
            isServing: isServing,
            logger: logger
        )
        service.keys.add(given: keys)
        _ = try await registry.recover(logger: logger)
        try await history.restore()
        try await service.restore()
        let identity = try ServerIdentity.make(names: [], directory: directory)
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let listener = APNsListener(
            service,
            identity: { identity },
            host: "127.0.0.1",
            port: 0,
            limits: limits,
            requests: requests,
            logger: logger,
            onRunning: { channel, _ in running.yield(channel.localAddress?.port ?? 0) }
        )
        let writer = CommitService(registry: registry, logger: logger)
        let group = ServiceGroup(services: [writer].compactMap { $0 as (any Service)? } + [listener], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { running.finish() }
                try await group.run()
            }
            for await port in ports {
                let client = try client(trusting: identity)
                let test = TestListener(
                    service: service,
                    registry: registry,
                    identity: identity,
                    port: port,
                    client: client,
                    stop: { await group.triggerGracefulShutdown() }
                )
                let result: Result<Void, any Error>
                do {
                    if isFirst { try await test.makePhone() }
                    result = .success(try await body(test))
                } catch {
                    result = .failure(error)
                }
                try await client.shutdown()
                await group.triggerGracefulShutdown()
                try result.get()
            }
            try await tasks.waitForAll()
        }
    }

    private static func client(trusting identity: ServerIdentity) throws -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = try tls(trusting: identity)
        // Beside other tests the handshake may have to wait for a processor.
        configuration.timeout.connect = .minutes(2)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    static func tls(trusting identity: ServerIdentity) throws -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates([try NIOSSLCertificate(bytes: Array(identity.authority.utf8), format: .pem)])
        return tls
    }

    /// Makes the device.
    func makePhone() async throws {
        let calls = AppManifest(bundleID: Self.calls, infoPlist: InfoPlist(backgroundModes: ["voip"]))
        _ = try await registry.create(
            NewDevice(
                id: Self.phone,
                settings: DeviceSettings(clock: ClockSettings(mode: .manual)),
                apps: [AppManifest(bundleID: Self.notes, name: "Notes"), calls]
            )
        )
    }

    /// The device token of an app.
    func token(_ bundleID: BundleID = notes) async throws -> String {
        try await registry.app(bundleID, on: Self.phone).value.pushToken!
    }

    /// The token of an app for PushKit.
    func voipToken(_ bundleID: BundleID = calls) async throws -> String {
        try await registry.app(bundleID, on: Self.phone).value.voipToken!
    }

    /// What a client was answered.
    struct Answer: Hashable {
        var status: UInt
        var reason: String?
        var apnsID: String?
        var timestamp: Int64?
    }

    static let alert = #"{"aps":{"alert":"Hello"}}"#

    /// Sends a push: a good one, but for what is said.
    ///
    /// - Parameter headers: The headers, in place of those of a good push; nil leaves one out.
    func push(
        to token: String? = nil,
        _ headers: [String: String?] = [:],
        body: String = alert
    ) async throws -> Answer {
        let path = "/3/device/\(token == nil ? try await self.token() : token!)"
        var request = HTTPClientRequest(url: "https://localhost:\(port)\(path)")
        request.method = .POST
        let standard: [String: String?] = [
            "authorization": "bearer \(TestProvider.shared.token())", "apns-topic": Self.notes.rawValue,
            "apns-push-type": "alert",
        ]
        for (name, value) in standard.merging(headers, uniquingKeysWith: { $1 }) {
            if let value { request.headers.add(name: name, value: value) }
        }
        request.body = .bytes(Array(body.utf8), length: .known(Int64(body.utf8.count)))
        let response = try await client.execute(request, timeout: .minutes(2))
        let bytes = try await response.body.collect(upTo: 65_536)
        let document = bytes.readableBytes == 0 ? nil : try JSONText.parse(bytes.readableBytesView)
        return Answer(
            status: response.status.code,
            reason: document?["reason"]?.text,
            apnsID: response.headers.first(name: "apns-id"),
            timestamp: document?["timestamp"]?.whole
        )
    }

    /// The newest push with this id; nil if none is found.
    func document(_ apnsID: String) async throws -> PushDocument? {
        guard case .found(let document) = try await service.history.push(apnsID) else { return nil }
        return document
    }

    /// The verdicts that a push with this id has had.
    func verdicts(_ apnsID: String?) async throws -> [Verdict.Decision] {
        try await document(apnsID ?? "")?.decisions.map(\.verdict) ?? []
    }
}

/// A provider with a key.
struct TestProvider: Sendable {
    static let shared = TestProvider()

    let key = P256.Signing.PrivateKey()
    var keyID = "GREENROOM1"
    var teamID = "TEAM123456"

    /// A provider token.
    ///
    /// - Parameters:
    ///   - issuedAt: `iat`, as it is written in JSON; now unless given.
    ///   - header: The header, in place of a right one.
    func token(issuedAt: String? = nil, header: String? = nil) -> String {
        let now = String(Int(Date().timeIntervalSince1970))
        let head = header ?? #"{"alg":"ES256","kid":"\#(keyID)"}"#
        let signed = base64URL(head) + "." + base64URL(#"{"iss":"\#(teamID)","iat":\#(issuedAt ?? now)}"#)
        guard let signature = try? key.signature(for: Data(signed.utf8)) else { return signed }
        return signed + "." + base64URL(signature.rawRepresentation)
    }

    private func base64URL(_ text: String) -> String { base64URL(Data(text.utf8)) }

    private func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
