import AsyncHTTPClient
import Foundation

/// A simulated iPhone on a Greenroom server. Its clock stands still until the test moves it.
///
/// The server is the one that `GREENROOM_SERVER` names, or the one on this machine; `GREENROOM_TOKEN` is its token, if it
/// has one.
struct SimulatedDevice {
    private static let environment = ProcessInfo.processInfo.environment
    private static let server = environment["GREENROOM_SERVER"] ?? "http://127.0.0.1:8080"
    private let path: String

    /// Creates a device, hands it to the body, and deletes it whatever comes of that.
    static func with<Result>(_ body: (SimulatedDevice) async throws -> Result) async throws -> Result {
        let settings: [String: Any] = ["clock": ["mode": "manual"], "expiresAfterSeconds": 600]
        let made: Created = try await ask("POST", "/v1/devices", settings)
        let device = SimulatedDevice(path: "/v1/devices/\(made.id)")
        do {
            let result = try await body(device)
            try await send("DELETE", device.path)
            return result
        } catch {
            try await send("DELETE", device.path)
            throw error
        }
    }

    /// Installs an app.
    func install(_ bundleID: String, _ manifest: [String: Any] = [:]) async throws {
        try await Self.send("PUT", "\(path)/apps/\(bundleID)", manifest)
    }

    /// Sends an event.
    ///
    /// - Returns: Everything that iOS would have done because of it, in order.
    @discardableResult func send(_ type: String, _ fields: [String: Any] = [:]) async throws -> [Record] {
        let event = fields.merging(["type": type]) { _, new in new }
        let outcome: Outcome = try await Self.ask("POST", "\(path)/events", event)
        return outcome.records
    }

    /// Does something that the app's own code does.
    @discardableResult func act(
        _ bundleID: String,
        _ action: String,
        _ fields: [String: Any] = [:]
    ) async throws
        -> [Record]
    {
        let action = fields.merging(["action": action]) { _, new in new }
        let outcome: Outcome = try await Self.ask("POST", "\(path)/apps/\(bundleID)/actions", action)
        return outcome.records
    }

    /// Lets time pass.
    @discardableResult func advance(seconds: Double) async throws -> [Record] {
        let outcome: Outcome = try await Self.ask("POST", "\(path)/clock/advance", ["seconds": seconds])
        return outcome.records
    }

    /// How the app is now.
    func app(_ bundleID: String) async throws -> App {
        try await Self.ask("GET", "\(path)/apps/\(bundleID)")
    }

    // MARK: - HTTP

    private static func ask<Answer: Decodable>(
        _ method: String,
        _ path: String,
        _ body: [String: Any]? = nil
    )
        async throws -> Answer
    {
        try JSONDecoder().decode(Answer.self, from: await send(method, path, body))
    }

    @discardableResult private static func send(
        _ method: String,
        _ path: String,
        _ body: [String: Any]? = nil
    )
        async throws -> Data
    {
        var request = HTTPClientRequest(url: server + path)
        request.method = .init(rawValue: method)
        if let token = environment["GREENROOM_TOKEN"] {
            request.headers.add(name: "Authorization", value: "Bearer \(token)")
        }
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(try JSONSerialization.data(withJSONObject: body))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let answer = Data(try await response.body.collect(upTo: 16 * 1_024 * 1_024).readableBytesView)
        guard response.status.code < 400 else { throw try JSONDecoder().decode(Refusal.self, from: answer) }
        return answer
    }
}

/// What Greenroom says that a test looks at; there is more in its answers.
struct Record: Decodable {
    let kind: String
    let name: String?
    let code: String?
}

struct App: Decodable {
    struct Exit: Decodable {
        let reason: String
        let unsavedChanges: Int
    }

    let state: String
    let lastExit: Exit?
}

/// A request was refused: a problem document. `code` says why in one word.
struct Refusal: Decodable, Error {
    let code: String
    let detail: String
}

private struct Created: Decodable {
    let id: String
}

private struct Outcome: Decodable {
    let records: [Record]
}

extension [Record] {
    /// The names of the callbacks among them.
    var callbacks: [String] { filter { $0.kind == "callback" }.compactMap(\.name) }

    /// The codes of the findings among them.
    var findings: [String] { filter { $0.kind == "finding" }.compactMap(\.code) }
}
