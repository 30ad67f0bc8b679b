import DeviceHost
import HTTPAPI
import Hummingbird
import LifecycleKernel
import WireFormat

/// The sessions of clients of Appium and WebDriverAgent, whose own listeners tell only of their own.
struct WebDriverEndpoints: Sendable {
    let sessions: @Sendable () async throws -> [WebDriverSession]

    var routes: [Route] {
        [Route(.get, "/v1/webdriver/sessions") { request, _ in try await list(request) }]
    }

    private func list(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let device = try query.deviceID("device")
        let limit = try query.limit()
        try query.finish()
        let found = try await sessions().filter { device == nil || $0.device == device }
        return .json(WebDriverSessionList(sessions: Array(found.reversed().prefix(limit)), count: found.count))
    }
}

/// A session of a client of Appium or WebDriverAgent, as it is listed.
///
/// Its capabilities are left out: clients put passwords there.
public struct WebDriverSession: Hashable, Sendable {
    /// Its id.
    public var id: String
    /// What the client speaks, as in the metrics.
    public var dialect: String
    /// The device that it drives.
    public var device: DeviceID
    /// The app under test.
    public var bundleID: BundleID?
    /// When it was opened, by the server's clock.
    public var createdAt: Instant
    /// How many commands are in progress.
    public var commandsInProgress: Int
    /// The command that ended last; nil if none has.
    public var lastCommand: Command?
    /// How long it lives without a command; nil for ever.
    public var commandTimeout: Milliseconds?
    /// Whether its device is deleted with it.
    public var deletesDevice: Bool

    /// A command, by its name in the metrics.
    public struct Command: Hashable, Sendable {
        /// The route or the script.
        public var name: String
        /// When it ended, by the server's clock.
        public var endedAt: Instant

        /// Makes a command.
        public init(name: String, endedAt: Instant) {
            self.name = name
            self.endedAt = endedAt
        }
    }

    /// Makes a session.
    public init(
        id: String,
        dialect: String,
        device: DeviceID,
        bundleID: BundleID?,
        createdAt: Instant,
        commandsInProgress: Int,
        lastCommand: Command?,
        commandTimeout: Milliseconds?,
        deletesDevice: Bool
    ) {
        self.id = id
        self.dialect = dialect
        self.device = device
        self.bundleID = bundleID
        self.createdAt = createdAt
        self.commandsInProgress = commandsInProgress
        self.lastCommand = lastCommand
        self.commandTimeout = commandTimeout
        self.deletesDevice = deletesDevice
    }
}

extension WebDriverSession: FieldWritable {
    /// Puts every field.
    package func write(to sink: inout some FieldSink) {
        sink.put("id", id)
        sink.put("dialect", dialect)
        sink.put("device", device.description)
        sink.put("bundleID", textOrNull: bundleID?.rawValue)
        sink.put("createdAt", instant: createdAt)
        sink.put("commandsInProgress", Int64(commandsInProgress))
        sink.put("lastCommand", textOrNull: lastCommand?.name)
        if let lastCommand {
            sink.put("lastCommandAt", instant: lastCommand.endedAt)
        } else {
            sink.putNull("lastCommandAt")
        }
        if let commandTimeout {
            sink.put("newCommandTimeoutSeconds", seconds: commandTimeout)
        } else {
            sink.putNull("newCommandTimeoutSeconds")
        }
        sink.put("deletesDevice", deletesDevice)
    }
}

/// The newest sessions, and how many there are.
struct WebDriverSessionList: FieldWritable {
    let sessions: [WebDriverSession]
    let count: Int

    func write(to sink: inout some FieldSink) {
        sink.put("sessions", list: sessions)
        sink.put("count", Int64(count))
    }
}
