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
    /// Which of the devices that have had this id it is. The session ends with it.
    let identity: DeviceIdentity
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
    /// The changes that are to be made to the session in the store, too. None where the session is in memory only.
    private let unsaved = Mutex<[Change]>([])

    /// A change of what a session remembers.
    typealias Change = @Sendable (inout State) throws -> Void

    /// What tells a device from others that have its id before or after it.
    enum DeviceIdentity: Sendable {
        /// In a server that shares its store with no other.
        case life(DeviceLife)
        /// In a store that servers share.
        case number(Int64)
    }

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
        /// How many commands are in progress, by server; only of servers that share the session. See `SessionStore`.
        var servers: [String: CommandsInProgress] = [:]
        /// When the last command ended.
        var lastCommand: WallInstant
    }

    /// The commands of a session that are in progress at a server, as it says every second.
    struct CommandsInProgress: Hashable, Sendable {
        var count: Int
        /// When the server has ended if it has said nothing since.
        var until: WallInstant
    }

    /// How many bytes the settings of a session may have together, as JSON text.
    static let settingsLimit = 16_384

    /// How many bytes the arguments and environments of the processes that a session has launched may have together, as JSON
    /// text.
    static let launchLimit = 65_536

    /// The timeouts that clients set, in milliseconds. Searches for elements wait for the implicit one, in the device's time.
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
        identity: DeviceIdentity,
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
        self.identity = identity
        self.bundleID = bundleID
        self.capabilities = capabilities
        self.teardown = teardown
        self.commandTimeout = commandTimeout
        self.created = created
        self.state = Mutex(state)
    }

    /// The capabilities as a client is answered them: those of Appium without their prefix, as its driver answers, beside
    /// those with it, by which they were asked for.
    var answeredCapabilities: Value {
        var answer = capabilities
        for member in capabilities.members where member.name.hasPrefix("appium:") {
            let name = String(member.name.dropFirst("appium:".count))
            if answer[name] == nil { answer = answer.setting(name, to: member.value) }
        }
        return answer
    }

    /// Whether the alerts of its device are answered by themselves, before and after each command.
    var answersAlerts: Bool { Self.answersAlerts(capabilities) }

    /// Whether capabilities say that alerts are answered by themselves. Which answer does not matter: it is not simulated.
    static func answersAlerts(_ capabilities: Value) -> Bool {
        ["appium:autoAcceptAlerts", "appium:autoDismissAlerts"].contains { name in
            capabilities[name] == true || capabilities[name]?.text?.lowercased() == "true"
        }
    }

    /// Whether its device is known to be gone. Of a session that servers share, the store tells.
    var isDeviceGone: Bool { if case .life(let life) = identity { life.isOver } else { false } }

    /// Reads what it remembers.
    func withState<Result: Sendable>(_ body: (State) throws -> Result) rethrows -> Result {
        try state.withLock { try body($0) }
    }

    /// Changes what it remembers.
    ///
    /// - Parameter body: Makes the change; again to what the store has, where servers share the session.
    /// - Throws: What the change throws.
    func change<Result: Sendable>(_ body: @escaping @Sendable (inout State) throws -> Result) throws -> Result {
        let result = try state.withLock { try body(&$0) }
        if case .number = identity { unsaved.withLock { $0.append { _ = try body(&$0) } } }
        return result
    }

    /// The changes that are to be made in the store, in order.
    func takeUnsaved() -> [Change] {
        unsaved.withLock { unsaved in
            defer { unsaved = [] }
            return unsaved
        }
    }

    /// How many commands are in progress at other servers.
    func commandsInProgress(besides server: String, at now: WallInstant) -> Int {
        withState { $0.servers.reduce(0) { $0 + ($1.key != server && $1.value.until > now ? $1.value.count : 0) } }
    }

    /// Whether it has had no command for as long as it may. Of those in progress, it knows what other servers have said.
    ///
    /// - Parameter grace: How much longer than that it may.
    func isForgotten(at now: WallInstant, after grace: Duration = .zero) -> Bool {
        guard let commandTimeout else { return false }
        return withState {
            $0.lastCommand + commandTimeout + grace <= now && !$0.servers.contains { $0.value.until > now }
        }
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
    ///
    /// - Parameter commands: How many commands are in progress.
    func listed(_ commands: Int) -> WebDriverSession {
        let last = withState(\.events.lastCommand)
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
    struct Event: Hashable, Sendable {
        var name: String
        var time: Int64
    }

    /// How many bytes the name of an event of the client's own may have.
    static let nameLimit = 256
    /// How many of each are kept.
    static let limit = 1_000
    /// How many of each a store keeps that servers share: they are written with each command.
    static let sharedLimit = 100

    private var commands = NewestEntries<Command>(limit: SessionEvents.limit)
    private var events = NewestEntries<Event>(limit: SessionEvents.limit)

    /// The command that ended last.
    var lastCommand: Command? { commands.all.last }

    /// The newest of each, the oldest first, as many as a store keeps that servers share.
    var shared: (commands: ArraySlice<Command>, events: ArraySlice<Event>) {
        (commands.all.suffix(Self.sharedLimit), events.all.suffix(Self.sharedLimit))
    }

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
