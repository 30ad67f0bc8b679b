import Foundation
public import LifecycleKernel
import NIOCore
import NIOHTTP1
import WireFormat

/// A client of a Greenroom server.
public struct GreenroomClient: Sendable {
    let connection: ServerConnection
    private let onRequest: @Sendable (_ method: String, _ path: String) -> Void

    /// How long the server may take to answer when much time passes on a device.
    private static let timeout = TimeAmount.minutes(10)

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - address: The server's address; when nil, what `GREENROOM_SERVER` says, else `http://127.0.0.1:8080`.
    ///   - token: The server's token; when nil, what `GREENROOM_TOKEN` says.
    ///   - onRequest: Called with each request with a JSON answer before it is sent, such as to log it.
    public init(
        address: String? = nil,
        token: String? = nil,
        onRequest: @escaping @Sendable (_ method: String, _ path: String) -> Void = { _, _ in }
    ) {
        self.onRequest = onRequest
        let environment = ProcessInfo.processInfo.environment
        connection = ServerConnection(
            address: address ?? environment["GREENROOM_SERVER"] ?? "http://127.0.0.1:8080",
            token: token ?? environment["GREENROOM_TOKEN"]
        )
    }

    /// Creates a device.
    ///
    /// Its clock stands still until the test moves it, and the server deletes it after ten minutes without requests, unless
    /// the settings say otherwise.
    ///
    /// - Parameter settings: The fields of a new device, such as `["rules": "ios18"]`.
    /// - Throws: `Refusal` where the server does not accept them; an error of the connection.
    public func createDevice(_ settings: [String: Value] = [:]) async throws -> SimulatedDevice {
        let usual: [String: Value] = ["clock": ["mode": "manual"], "expiresAfterSeconds": 600]
        let device = try await ask(.POST, ["devices"], .object(usual.merging(settings) { $1 }))
        guard case .string(let id)? = device["id"] else { throw UnexpectedAnswer(what: "a device without an id") }
        return SimulatedDevice(id: id, client: self)
    }

    /// Creates a device, calls a function with it, and deletes it whatever comes of that.
    ///
    /// - Parameters:
    ///   - settings: The fields of a new device.
    ///   - body: What is done with it.
    /// - Returns: What the function returns.
    /// - Throws: What the function throws; `Refusal`; an error of the connection.
    public func withDevice<Result: Sendable>(
        _ settings: [String: Value] = [:],
        _ body: (SimulatedDevice) async throws -> Result
    ) async throws -> Result {
        let device = try await createDevice(settings)
        let result: Result
        do {
            result = try await body(device)
        } catch {
            // What went wrong first is what the test is told.
            await device.deleteRegardless()
            throw error
        }
        try await device.delete()
        return result
    }

    /// A device that exists already.
    public func device(_ id: String) -> SimulatedDevice { SimulatedDevice(id: id, client: self) }

    /// Sends any request of the interface.
    ///
    /// - Parameters:
    ///   - method: The method, such as `GET`.
    ///   - path: The parts of the path after `/v1`; each is escaped.
    ///   - query: What follows the question mark.
    ///   - body: The body; nil sends none.
    /// - Returns: The body of the answer; null where there is none.
    /// - Throws: `Refusal` where the server refuses it; an error of the connection.
    @discardableResult public func request(
        _ method: String,
        _ path: [String],
        query: [String: String] = [:],
        body: Value? = nil
    ) async throws -> Value {
        try await ask(HTTPMethod(rawValue: method), path, body, query: query)
    }

    @discardableResult func ask(
        _ method: HTTPMethod,
        _ path: [String],
        _ body: Value? = nil,
        query: [String: String] = [:]
    ) async throws -> Value {
        onRequest(method.rawValue, "/v1/" + path.joined(separator: "/"))
        let query = query.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let answer = try await connection.send(method, ["v1"] + path, query: query, body: body, timeout: Self.timeout)
        guard answer.isSuccess else { throw Refusal(problem: answer.body, status: Int(answer.status)) }
        return answer.body
    }
}

extension Value {
    /// An object with these members, by name.
    static func object(_ members: [String: Value]) -> Value {
        .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
    }
}
