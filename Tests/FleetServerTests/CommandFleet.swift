import DeviceHost
import Fleet
import HTTPAPI
import HTTPTypes
import HummingbirdTesting
import LifecycleKernel
import NIOCore
import TestKit
import WireFormat

@testable import WebDriver

/// A fleet whose servers listen for clients of Appium and WebDriverAgent.
struct CommandFleet: Sendable {
    let fleet: TestFleet
    /// The listeners of each server, by its number - 1.
    fileprivate var listeners: [(appium: any TestClientProtocol, wda: any TestClientProtocol)] = []

    /// Runs a test against three servers of which the second owns everything.
    static func run(
        hold: Duration = .milliseconds(300),
        heldRequests: Int = 2_000,
        settings: HTTPServerSettings = HTTPServerSettings(),
        registry: (@Sendable (Int) -> DeviceRegistry)? = nil,
        _ test: @escaping @Sendable (CommandFleet) async throws -> Void
    ) async throws {
        try await TestFleet.run(3, hold: hold, heldRequests: heldRequests, settings: settings, registry: registry) {
            fleet in
            fleet.assign { _ in 2 }
            try await listen(CommandFleet(fleet: fleet), test)
        }
    }

    private static func listen(
        _ servers: CommandFleet,
        _ test: @escaping @Sendable (CommandFleet) async throws -> Void
    ) async throws {
        guard servers.listeners.count < servers.fleet.servers.count else { return try await test(servers) }
        let facades = servers.fleet.servers[servers.listeners.count].facades
        try await facades.application(.appium).test(.live) { appium in
            try await facades.application(.wda).test(.live) { wda in
                var servers = servers
                servers.listeners.append((appium, wda))
                try await listen(servers, test)
            }
        }
    }

    /// Sends a request to a server as a client of Appium.
    ///
    /// - Parameter number: The number of the server, from 1.
    func send(
        _ number: Int64,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        try await send(to: listeners[Int(number) - 1].appium, method, path, body, headers)
    }

    /// Sends a request to a server as a client of WebDriverAgent.
    ///
    /// - Parameter number: The number of the server, from 1.
    func sendToAgent(
        _ number: Int64,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil
    ) async throws -> Answer {
        try await send(to: listeners[Int(number) - 1].wda, method, path, body, [:])
    }

    private func send(
        to listener: any TestClientProtocol,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String?,
        _ headers: HTTPFields
    ) async throws -> Answer {
        let body = body.map { ByteBuffer(string: $0) }
        return Answer(try await listener.executeRequest(uri: path, method: method, headers: headers, body: body))
    }

    /// Opens a session of Appium.
    ///
    /// - Parameter more: Further capabilities, as members of a JSON object that begin with a comma.
    /// - Returns: Its id; an empty text if it was refused.
    func open(_ number: Int64, _ more: String = "", headers: HTTPFields = [:]) async throws -> String {
        let answer = try await send(number, .post, "/session", Self.capabilities(more), headers: headers)
        return answer["value"]?["sessionId"]?.text ?? ""
    }

    /// The body of a request for a session.
    static func capabilities(_ more: String = "") -> String {
        #"{"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:newCommandTimeout": 0\#(more)}}}"#
    }

    static let notes = "com.example.notes"

    /// Carries out a script in a session.
    func script(
        _ number: Int64,
        _ session: String,
        _ name: String,
        _ arguments: String = "",
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        let body = #"{"script": "\#(name)", "args": [\#(arguments)]}"#
        return try await send(number, .post, "/session/\(session)/execute/sync", body, headers: headers)
    }
}

extension TestServer {
    /// Makes a device with an app in the memory of this server.
    func makePhone(_ id: String) async throws {
        _ = try await registry.create(
            NewDevice(
                id: DeviceID(id)!,
                settings: DeviceSettings(clock: ClockSettings(mode: .manual)),
                apps: [AppManifest(bundleID: BundleID(CommandFleet.notes), name: "Notes", lifecycle: .scenes)]
            )
        )
    }
}

extension Answer {
    /// What a command has returned.
    var value: Value { self["value"] ?? .null }
    /// The error of a command, if it is one.
    var error: String? { value["error"]?.text }
    /// What the error says.
    var message: String { value["message"]?.text ?? "" }
}
