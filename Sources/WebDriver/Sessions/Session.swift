import DeviceHost
import HTTPAPI
import LifecycleKernel
import Synchronization
import WireFormat

/// A session of a client: which device it drives, and what it remembers.
final class Session: Sendable {
    /// Its id: a UUID, upper-case in WebDriverAgent.
    let id: String
    /// The dialect in which it was opened, and in which alone it can be used.
    let dialect: Dialect
    /// The device.
    let device: DeviceID
    /// The life of the device, with which the session ends.
    let life: DeviceLife
    /// The app under test.
    let bundleID: BundleID?
    /// What was answered when it was opened.
    let capabilities: Value
    /// What happens when it ends.
    let teardown: Teardown
    /// How long it lives without a command; nil for ever.
    let commandTimeout: Duration?
    /// When it was opened, in milliseconds since 1970.
    let created: Int64
    /// What it remembers.
    private let state: Mutex<State>

    /// What happens to the device when a session ends.
    struct Teardown: Hashable, Sendable {
        /// Whether the app under test is ended.
        var endsApp: Bool
        /// Whether the device is deleted.
        var deletesDevice: Bool
    }

    /// What a process was launched with by the session.
    struct Launch: Hashable, Sendable {
        var pid: ProcessID
        var arguments: [String]
        var environment: Value

        /// How many bytes it takes to keep it, about.
        var size: Int { Self.size(arguments, environment) }

        /// How many bytes it takes to keep arguments and an environment, as JSON text.
        static func size(_ arguments: [String], _ environment: Value) -> Int {
            JSONText.write(["args": .array(arguments.map(Value.string)), "env": environment] as Value).count
        }
    }

    /// What a session remembers.
    struct State: Sendable {
        /// What apps were launched with.
        var launches: [BundleID: Launch] = [:]
        /// The process of the app under test; nil until it runs, and once it was ended by a command.
        var watched: ProcessID?
        var settings: Value = .object([])
        var timeouts = Timeouts()
        /// The last URL that was opened.
        var url = ""
        /// The sequence up to which the system's log has been told.
        var syslogEnd: SequenceNumber
        /// The reports that have been told, or were there before the session.
        var reports: Set<String>
        var events = SessionEvents()
        /// How many commands are in progress.
        var commands = 0
        /// When the last command ended.
        var lastCommand: WallInstant
        var hasEnded = false
    }

    /// How many bytes the settings of a session may have together, as JSON text.
    static let settingsLimit = 16_384

    /// How many bytes the arguments and environments of the processes that a session has launched may have together, as JSON
    /// text.
    static let launchLimit = 65_536

    /// The timeouts that clients set, in milliseconds. They are kept, and nothing waits for them.
    struct Timeouts: Hashable, Sendable {
        var implicit: Int64 = 0
        var pageLoad: Int64 = 300_000
        var script: Int64 = 30_000
    }

    /// Makes a session.
    init(
        id: String,
        dialect: Dialect,
        device: DeviceID,
        life: DeviceLife,
        bundleID: BundleID?,
        capabilities: Value,
        teardown: Teardown,
        commandTimeout: Duration?,
        created: Int64,
        state: State
    ) {
        self.id = id
        self.dialect = dialect
        self.device = device
        self.life = life
        self.bundleID = bundleID
        self.capabilities = capabilities
        self.teardown = teardown
        self.commandTimeout = commandTimeout
        self.created = created
        self.state = Mutex(state)
    }

    /// Whether it has ended, or its device is gone.
    var hasEnded: Bool { life.isOver || state.withLock(\.hasEnded) }

    /// Reads or changes what it remembers.
    func withState<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0) }
    }

    /// A command begins; the session does not end for want of commands until it has ended.
    func begin() {
        state.withLock { $0.commands += 1 }
    }

    /// A command has ended.
    func end(_ command: SessionEvents.Command, at now: WallInstant) {
        state.withLock { state in
            state.commands -= 1
            state.lastCommand = now
            state.events.add(command)
        }
    }

    /// Whether it has had no command for as long as it may.
    func isForgotten(at now: WallInstant) -> Bool {
        guard let commandTimeout else { return false }
        return state.withLock { $0.commands == 0 && $0.lastCommand + commandTimeout <= now }
    }
}

extension Session.State {
    /// Keeps settings, beside those that are kept already.
    ///
    /// - Throws: `invalid argument` if all of them would be too large; then none is kept.
    mutating func keep(settings members: [Value.Member]) throws(DriverError) {
        // Merging takes time by the square of the number of members, so what is too large is not merged at all.
        try Self.check(.object(members))
        var merged = settings
        for member in members { merged = merged.setting(member.name, to: member.value) }
        try Self.check(merged)
        settings = merged
    }

    /// Refuses to keep what an app would be launched with, if all that is kept of such would be too large.
    ///
    /// - Throws: `invalid argument`.
    func requireRoom(for bundleID: BundleID, _ arguments: [String], _ environment: Value) throws(DriverError) {
        var size = Session.Launch.size(arguments, environment)
        for (other, launch) in launches where other != bundleID { size += launch.size }
        guard size <= Session.launchLimit else {
            throw DriverError(
                .invalidArgument,
                """
                too-large: The arguments and environments of the apps that a session has launched may have \
                \(Session.launchLimit) bytes together, as JSON text.
                """
            )
        }
    }

    private static func check(_ settings: Value) throws(DriverError) {
        guard JSONText.write(settings).count <= Session.settingsLimit else {
            throw DriverError(
                .invalidArgument,
                "too-large: The settings of a session may have \(Session.settingsLimit) bytes together, as JSON text."
            )
        }
    }
}

extension Session {
    /// The session as it is listed.
    var listed: WebDriverSession {
        let (commands, last) = withState { ($0.commands, $0.events.lastCommand) }
        return WebDriverSession(
            id: id,
            dialect: dialect.rawValue,
            device: device,
            bundleID: bundleID,
            createdAt: Instant(milliseconds: created),
            commandsInProgress: commands,
            lastCommand: last.map { .init(name: $0.name, endedAt: Instant(milliseconds: $0.end)) },
            commandTimeout: commandTimeout.map { Milliseconds($0.components.seconds * 1_000) },
            deletesDevice: teardown.deletesDevice
        )
    }
}

/// What a session's client can ask for with `events`: the newest commands, and events of its own, in wall time.
struct SessionEvents: Sendable {
    /// A command, and when it began and ended, in milliseconds since 1970.
    struct Command: Hashable, Sendable {
        var name: String
        var start: Int64
        var end: Int64
    }

    /// An event of the client's own.
    private struct Event: Sendable {
        var name: String
        var time: Int64
    }

    /// How many bytes the name of an event of the client's own may have.
    static let nameLimit = 256
    /// How many of each are kept.
    static let limit = 1_000

    private var commands = NewestEntries<Command>(limit: SessionEvents.limit)
    private var events = NewestEntries<Event>(limit: SessionEvents.limit)

    /// The command that ended last.
    var lastCommand: Command? { commands.all.last }

    /// Keeps a command.
    mutating func add(_ command: Command) { commands.append(command) }

    /// Keeps an event of the client's own.
    mutating func add(_ name: String, at time: Int64) { events.append(Event(name: name, time: time)) }

    /// The events by name, the commands under `commands`.
    ///
    /// - Parameter names: Which to tell; nil for all.
    func value(_ names: [String]?) -> Value {
        var members = [
            Value.Member(
                "commands",
                .array(
                    commands.all.map {
                        ["cmd": .string($0.name), "startTime": .integer($0.start), "endTime": .integer($0.end)]
                    }
                )
            )
        ]
        var times: [String: [Value]] = [:]
        var order: [String] = []
        for event in events.all {
            if times[event.name] == nil { order.append(event.name) }
            times[event.name, default: []].append(.integer(event.time))
        }
        members += order.map { Value.Member($0, .array(times[$0] ?? [])) }
        return .object(members.filter { names?.contains($0.name) ?? true })
    }
}
