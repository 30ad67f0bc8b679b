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
    /// Whether protected data is available, while no event has come that may change it.
    private var isProtectedDataAvailable: Bool?
    /// The last record that was seen here.
    private var lastSequence: Int64?

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
            if stop == .callback { try requirePlayer(in: answer) }
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
    private func requirePlayer(in answer: Value) throws {
        let callbacks = answer["callbacks"]?.elements ?? []
        guard !callbacks.contains(where: { players[$0["bundleID"]?.text ?? ""] != nil }) else { return }
        let waiting = callbacks.map { "\($0["bundleID"]?.text ?? "") is in \($0["name"]?.text ?? "")" }
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
        var pending: [(player: Player, callback: AppCallback)] = []
        for (bundleID, player) in players where player.mayBeCalled {
            let callbacks = try callbacksInFlight(of: bundleID)
            player.mayBeCalled = !callbacks.isEmpty
            pending += callbacks.map { (player, $0) }
        }
        let free = pending.filter { !$0.player.running.contains($0.callback.pid) }
        guard let first = free.min(by: { $0.callback.sequence < $1.callback.sequence }) else { return nil }
        first.player.mayBeCalled = pending.contains {
            $0.player === first.player && $0.callback.sequence != first.callback.sequence
        }
        return first
    }

    private func callbacksInFlight(of bundleID: String) throws -> [AppCallback] {
        do {
            let answer = try ask(.GET, ["apps", bundleID, "callbacks"], query: ["pending": "true"])
            return try (answer["callbacks"]?.elements ?? []).map(AppCallback.init)
        } catch let refusal as Refusal where refusal.code == "unknown-app" {
            remove(bundleID)
            return []
        }
    }

    /// What interrupts the time that code takes: the end of its process, and callbacks of other apps and processes.
    func stops(for running: Running) -> [Value] {
        let own = running.player
        let exit: [String: Value] = ["kind": "exit", "bundleID": .string(own.bundleID), "pid": .integer(running.pid)]
        let hasExtension = (own.manifest["notificationService"] ?? .null) != .null
        let others = players.values.filter { $0 !== own || hasExtension }.map(\.bundleID).sorted()
        let calls = others.flatMap { bundleID in
            ["callback", "notification"].map { kind -> [String: Value] in
                ["kind": .string(kind), "bundleID": .string(bundleID)]
            }
        }
        return ([exit] + calls).map { ["record": .object($0)] }
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
            if let event, World.lockingEvents.contains(event) { isProtectedDataAvailable = nil }
            for player in players.values { player.observe(record) }
        }
        for player in players.values { player.now = outcome.time ?? player.now }
        for callback in outcome.document["callbacks"]?.elements ?? [] {
            players[callback["bundleID"]?.text ?? ""]?.mayBeCalled = true
        }
    }

    /// Every record after a sequence that the server still keeps.
    func records(after sequence: Int64) throws -> [TimelineRecord] {
        var records: [TimelineRecord] = []
        var reached = sequence
        while true {
            let page = try ask(.GET, ["timeline"], query: ["after": String(reached), "limit": "1000"])
            let part = (page["records"]?.elements ?? []).map(TimelineRecord.init)
            guard let last = part.last else { return records }
            records += part
            reached = last.sequence
        }
    }

    /// Notes for a call of code whether all files can be read now.
    func readProtection(for running: Running) throws {
        if hasPasscode != false, isProtectedDataAvailable == nil {
            let device = try ask(.GET, [])
            hasPasscode = device["passcode"] == true
            isProtectedDataAvailable = device["isProtectedDataAvailable"] != false
        }
        running.isProtectedDataAvailable = isProtectedDataAvailable ?? true
    }
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
