import LifecycleKernel
import NIOHTTP1
import WireFormat

/// Plays the attached apps of a device whose code is here.
///
/// The code cannot await what it asks for, so all of this blocks its thread: that of the device's executor.
final class DevicePlayer {
    let connection: BlockingConnection
    private let id: String
    private(set) var players: [String: Player] = [:]
    /// Whether the device has a passcode, once that is known. Without one all files can be read at any time.
    private var hasPasscode: Bool?
    /// The data protection classes of the files that cannot be read now, once they are known and while no event has come that may
    /// change them.
    private var knownProtectedClasses: Set<DataProtection>?
    /// The last record that was seen here.
    private var lastSequence: Int64?
    /// The callbacks in flight, as the last answer has them; nil where they must be asked for.
    private var callbacksInFlight: [AppCallback]?
    /// The apps, as the last answers have them.
    private var apps: [String: AppDocument] = [:]

    /// The events that make protected data available or unavailable, on a device with a passcode.
    private static let lockingEvents: Set<String> = [
        "device.lock", "device.unlock", "device.powerOn", "device.powerOff", "device.reboot", "device.upgradeOS",
    ]

    init(id: String, client: GreenroomClient) {
        self.id = id
        connection = BlockingConnection(client)
    }

    func ask(
        _ method: HTTPMethod,
        _ path: [String],
        _ body: Value? = nil,
        query: [String: String] = [:]
    ) throws -> Value {
        try connection.ask(method, ["devices", id] + path, body, query: query)
    }

    func readTime() throws -> Instant {
        guard let now = try ask(.GET, ["clock"])["now"]?.instant else {
            throw UnexpectedAnswer(what: "a clock without its time")
        }
        return now
    }

    // MARK: Apps

    func add(_ player: Player) {
        players[player.bundleID]?.endProcesses("has ended as other code was attached")
        players[player.bundleID] = player
        forgetCallbacks()
    }

    /// An app was uninstalled.
    func remove(_ bundleID: String) {
        guard let player = players.removeValue(forKey: bundleID) else { return }
        player.endProcesses("has ended as the app was uninstalled")
        player.world.disk.clear()
    }

    func removeAll() {
        for player in players.values { player.endProcesses("has ended with the device") }
        players = [:]
    }

    /// What has crashed an attached app, or was refused to its code, and nobody has looked at.
    var unseen: (any Error)? {
        players.sorted { $0.key < $1.key }.lazy.compactMap { $0.value.unseen }.first
    }

    // MARK: Inputs

    /// Sends an input, and lets attached apps handle what it calls.
    func input(_ path: [String], _ body: Value) throws -> Outcome {
        let outcome = Outcome(try ask(.POST, path, body))
        try observe(outcome)
        return outcome.followed(by: try playPending())
    }

    /// Moves the clock from callback to callback, each of which is handled at its own instant.
    func advance(_ goal: Value) throws -> Outcome {
        var request = AdvanceRequest(goal.setting("stopAtCallbacks", to: true))
        var repetitions = Repetitions()
        var before = try playPending(counting: &repetitions)
        var start: Int64?
        while true {
            let answer = try ask(.POST, ["clock", "advance"], request.body)
            let stretch = Outcome(answer)
            try observe(stretch)
            start = start ?? (stretch.records.first?.sequence).map { $0 - 1 }
            let outcome = stretch.followed(by: try playPending(counting: &repetitions))
            let whole = before?.followed(by: outcome) ?? outcome
            before = whole
            let stop = AdvanceRequest.stop(in: answer)
            guard stop == .callback || stop?.isEarly == true else { return whole.ended(as: answer) }
            try requirePlayer(in: answer)
            if let condition = goal["until"], try isMet(condition, after: start ?? 0) {
                return whole.ended(as: answer.setting("stopped", to: "condition").setting("met", to: true))
            }
            try request.shorten(after: answer, to: whole.time)
        }
    }

    private func isMet(_ condition: Value, after sequence: Int64) throws -> Bool {
        let body: Value = ["until": condition, "after": .integer(sequence), "timeoutSeconds": 0]
        return try ask(.POST, ["wait"], body)["met"] == true
    }

    /// Checks that code here completes a callback at which the clock stands still.
    func requirePlayer(in answer: Value) throws {
        guard AdvanceRequest.stop(in: answer) == .callback else { return }
        let callbacks = try Self.callbacks(in: answer).filter { !isRunning($0) }
        guard !callbacks.isEmpty, !callbacks.contains(where: { players[$0.bundleID] != nil }) else { return }
        let waiting = callbacks.map { "\($0.bundleID) is in \($0.name)" }
        throw AttachedAppError(
            description: """
                time stands still at \(answer["time"]?.text ?? ""): \(waiting.joined(separator: ", ")), and no code for that \
                is attached here
                """
        )
    }

    // MARK: Callbacks

    /// Lets attached apps handle their callbacks until none is in flight, but for processes whose code runs.
    ///
    /// - Returns: What that caused; nil where there was none.
    func playPending() throws -> Outcome? {
        var repetitions = Repetitions()
        return try playPending(counting: &repetitions)
    }

    private func playPending(counting repetitions: inout Repetitions) throws -> Outcome? {
        var whole: Outcome?
        while let (player, callback) = try nextCallback() {
            try repetitions.count(callback)
            let outcome = try player.play(callback, on: self)
            whole = whole?.followed(by: outcome) ?? outcome
        }
        return whole
    }

    /// The oldest callback in flight among the apps whose code is here, unless code of its process runs already.
    private func nextCallback() throws -> (Player, AppCallback)? {
        let callbacks = try callbacksInFlight ?? players.keys.sorted().flatMap { try readCallbacks(of: $0) }
        callbacksInFlight = callbacks
        let free = callbacks.filter { !isRunning($0) && players[$0.bundleID] != nil }
        guard let first = free.min(by: { $0.sequence < $1.sequence }), let player = players[first.bundleID] else {
            return nil
        }
        return (player, first)
    }

    private func readCallbacks(of bundleID: String) throws -> [AppCallback] {
        do {
            return try Self.callbacks(in: ask(.GET, ["apps", bundleID, "callbacks"], query: ["pending": "true"]))
        } catch let refusal as Refusal where refusal.code == "unknown-app" {
            remove(bundleID)
            return []
        }
    }

    private static func callbacks(in answer: Value) throws -> [AppCallback] {
        try (answer["callbacks"]?.elements ?? []).map(AppCallback.init)
    }

    /// The callbacks in flight must be asked for: an answer was a refusal.
    func forgetCallbacks() { callbacksInFlight = nil }

    /// The callbacks in flight of processes whose code runs.
    var callbacksThatRun: [AppCallback] { (callbacksInFlight ?? []).filter(isRunning) }

    private func isRunning(_ callback: AppCallback) -> Bool {
        players[callback.bundleID]?.running.contains(callback.pid) ?? false
    }

    // MARK: What happens

    /// Shows every player what happened, also what somebody else has caused since.
    func observe(_ outcome: Outcome) throws {
        let sequence = outcome.document["sequence"]?.whole ?? 0
        defer { lastSequence = sequence }
        guard !players.isEmpty else { return }
        let before = sequence - Int64(outcome.records.count)
        var missed: [TimelineRecord] = []
        if let lastSequence, lastSequence < before {
            missed = try records(after: lastSequence).filter { $0.sequence <= before }
        }
        for record in missed + outcome.records {
            let event = record.kind == "input" ? record["event"]?["type"]?.text : nil
            if let event, Self.lockingEvents.contains(event) { knownProtectedClasses = nil }
            for player in players.values { player.observe(record) }
        }
        for player in players.values { player.now = outcome.time ?? player.now }
        callbacksInFlight = try Self.callbacks(in: outcome.document)
        for app in outcome.document["apps"]?.elements ?? [] {
            if let bundleID = app["bundleID"]?.text { apps[bundleID] = AppDocument(document: app) }
        }
    }

    /// An app as it is now. Nobody else changes the device of an app that is explored.
    func app(of player: Player) throws -> AppDocument {
        if player.isExplored, let app = apps[player.bundleID] { return app }
        return AppDocument(document: try ask(.GET, ["apps", player.bundleID]))
    }

    /// Every record after a sequence that the server still keeps.
    func records(after sequence: Int64) throws -> [TimelineRecord] {
        var records: [TimelineRecord] = []
        var reached: Int64? = sequence
        while let after = reached {
            let page = try ask(.GET, ["timeline"], query: ["after": String(after), "limit": "1000"])
            records += (page["records"]?.elements ?? []).map(TimelineRecord.init)
            reached = page["next"]?.whole
        }
        return records
    }

    /// The data protection classes of the files that cannot be read now.
    var protectedClasses: Set<DataProtection> {
        get throws {
            if let knownProtectedClasses { return knownProtectedClasses }
            guard hasPasscode != false else { return [] }
            let device = try ask(.GET, [])
            hasPasscode = device["passcode"] == true
            var classes: Set<DataProtection> = []
            if device["isProtectedDataAvailable"] == false { classes.insert(.complete) }
            if device["unlockedSinceBoot"] == false { classes.insert(.untilFirstUserAuthentication) }
            knownProtectedClasses = classes
            return classes
        }
    }

    /// Tells which files cannot be read on a device that is as another one was.
    func begin(withProtectedClasses classes: Set<DataProtection>) { knownProtectedClasses = classes }
}

/// Counts what each app is called for at one instant: code whose timers are always due would go on for ever.
private struct Repetitions {
    /// How many callbacks one app may have without any time passing; more are taken for an endless loop.
    private static let most = 1_000
    private var instant: Instant?
    private var calls: [String: Int] = [:]

    mutating func count(_ callback: AppCallback) throws {
        if callback.startedAt != instant {
            instant = callback.startedAt
            calls = [:]
        }
        calls[callback.bundleID, default: 0] += 1
        guard calls[callback.bundleID, default: 0] > Self.most else { return }
        throw AttachedAppError(
            description: """
                \(callback.bundleID) was called \(Self.most) times at \(callback.startedAt), the next is \(callback.name): does a \
                handler or a timer bring itself about again?
                """
        )
    }
}

extension Outcome {
    /// Returns the outcome of a whole advance that stopped as its last stretch did.
    fileprivate func ended(as last: Value) -> Outcome {
        var whole = self
        for field in ["stopped", "met"] {
            if let value = last[field] { whole.document = whole.document.setting(field, to: value) }
        }
        return whole
    }
}
