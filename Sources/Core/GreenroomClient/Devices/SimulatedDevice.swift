public import LifecycleKernel
import NIOCore
import NIOHTTP1
import WireFormat

/// A simulated device on a server.
///
/// Whatever is sent to it goes on until no callback of an app whose code is attached here is in flight: each of them is
/// handled by that code, at its own instant of the device's clock. Send one thing after another: two at once have no order.
///
/// It has a thread of its own, on which the code of attached apps runs.
public actor SimulatedDevice {
    /// Its id on the server.
    public nonisolated let id: String
    nonisolated let client: GreenroomClient
    private nonisolated let executor = BlockingExecutor(label: "greenroom.device")
    private let player: DevicePlayer

    /// What runs its code.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(id: String, client: GreenroomClient) {
        self.id = id
        self.client = client
        player = DevicePlayer(id: id, client: client)
    }

    /// Calls a function with what plays the attached apps, which blocks the thread.
    func playing<Result>(_ body: (DevicePlayer) throws -> Result) async throws -> Result {
        try await player.connection.cancelling { try body(player) }
    }

    /// An app on this device.
    public nonisolated func app(_ bundleID: String) -> SimulatedApp { SimulatedApp(bundleID: bundleID, device: self) }

    /// Reads the device.
    public func read() async throws -> Value { try await ask(.GET, []) }

    /// Deletes the device.
    ///
    /// - Throws: What neither the test nor the code has looked at: an error that has crashed an attached app, or a `SystemRefusal` of
    ///   what its code did.
    public func delete() async throws {
        try await ask(.DELETE, [])
        let unseen = player.unseen
        player.removeAll()
        if let unseen { throw unseen }
    }

    /// Deletes the device even if the task has been cancelled, and whatever comes of it.
    func deleteRegardless() async {
        player.removeAll()
        await client.connection.sendRegardless(.DELETE, ["v1", "devices", id])
    }

    /// Installs an app, or updates it, which ends its process.
    ///
    /// - Parameters:
    ///   - bundleID: Its identifier.
    ///   - manifest: What it is: `infoPlist`, `behavior` and so on.
    /// - Returns: The app.
    /// - Throws: `Refusal` where the server does not accept it; an error of the connection.
    @discardableResult public func install(
        _ bundleID: String,
        _ manifest: [String: Value] = [:]
    ) async throws -> SimulatedApp {
        try await playing { player in
            _ = try player.ask(.PUT, ["apps", bundleID], .object(manifest))
            player.players[bundleID]?.endProcesses("has ended with an update")
        }
        return app(bundleID)
    }

    /// Uninstalls an app. One whose code is here is played no more, and its disk is empty.
    func uninstall(_ bundleID: String) async throws {
        try await playing { player in
            _ = try player.ask(.DELETE, ["apps", bundleID])
            player.remove(bundleID)
        }
    }

    /// Sends an event.
    ///
    /// - Parameters:
    ///   - type: Its type, such as `device.home`.
    ///   - fields: Its fields.
    /// - Returns: What it caused, and what the code of attached apps did.
    /// - Throws: `Refusal` where the event makes no sense now; what the code of an attached app throws; `AttachedAppError`.
    @discardableResult public func send(_ type: String, _ fields: [String: Value] = [:]) async throws -> Outcome {
        try await input(["events"], .object(fields.merging(["type": .string(type)]) { $1 }))
    }

    /// Lets time pass.
    ///
    /// - Parameter seconds: How many seconds of the device's time.
    /// - Returns: What happened meanwhile.
    /// - Throws: `Refusal` where the clock is not moved by hand; what the code of an attached app throws;
    ///   `AttachedAppError` where a callback is in flight whose code is not here.
    @discardableResult public func advance(seconds: Double) async throws -> Outcome {
        try await advance(["seconds": .number(seconds)])
    }

    /// Lets time pass until a condition is met.
    ///
    /// - Parameters:
    ///   - condition: The condition, such as `["app": ["bundleID": "com.example.notes", "state": "suspended"]]`.
    ///   - limitSeconds: The most time that passes; the server's limit when nil.
    /// - Returns: What happened meanwhile; `stopped` says whether the condition was met.
    /// - Throws: As `advance(seconds:)`.
    @discardableResult public func advance(
        until condition: Value,
        limitSeconds: Double? = nil
    ) async throws -> Outcome {
        try await advance(
            .object(["until": condition].merging(limitSeconds.map { ["limitSeconds": .number($0)] } ?? [:]) { $1 })
        )
    }

    /// Lets time pass until nothing is due any more.
    ///
    /// - Parameter limitSeconds: The most time that passes; the server's limit when nil.
    /// - Returns: What happened meanwhile.
    /// - Throws: As `advance(seconds:)`.
    @discardableResult public func advanceUntilIdle(limitSeconds: Double? = nil) async throws -> Outcome {
        try await advance(
            .object(["untilIdle": true].merging(limitSeconds.map { ["limitSeconds": .number($0)] } ?? [:]) { $1 })
        )
    }

    /// The newest records as text, for the message of a failed test.
    ///
    /// - Parameter last: How many.
    public func timelineText(last: Int = 60) async throws -> String {
        let path = ["v1", "devices", id, "timeline"]
        let request = client.connection.request(.GET, path, [("last", String(last))], accepting: "text/plain")
        return try await client.connection.text(request)
    }

    /// Every record after a sequence that the server still keeps.
    ///
    /// - Parameter sequence: The sequence; 0 asks for all.
    public func timeline(after sequence: Int64 = 0) async throws -> [TimelineRecord] {
        try await playing { try $0.records(after: sequence) }
    }

    /// Sends an input, and lets attached apps handle what it calls.
    func input(_ path: [String], _ body: Value) async throws -> Outcome {
        try await playing { try $0.input(path, body) }
    }

    private func advance(_ goal: Value) async throws -> Outcome { try await playing { try $0.advance(goal) } }

    @discardableResult func ask(_ method: HTTPMethod, _ path: [String], _ body: Value? = nil) async throws -> Value {
        try await client.ask(method, ["devices", id] + path, body)
    }
}
