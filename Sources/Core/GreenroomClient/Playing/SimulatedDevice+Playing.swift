public import LifecycleKernel
import NIOHTTP1
import WireFormat

extension SimulatedDevice {
    /// A completion that comes too late for its process: the system has ended it meanwhile.
    private static let tooLate: Set<String> = ["unknown-callback", "process-not-running", "process-suspended"]

    /// Installs an app whose code is here.
    ///
    /// - Parameters:
    ///   - bundleID: Its identifier.
    ///   - manifest: What it is: `infoPlist` and so on. Its handlers are declared in `behavior` by themselves.
    ///   - code: The class of its code.
    /// - Returns: The app, whose code can be called between callbacks.
    /// - Throws: `Refusal` where the server does not accept the app; an error of the connection.
    @discardableResult public func attach<Code: AppCode>(
        _ bundleID: String,
        _ manifest: [String: Value] = [:],
        code: Code.Type
    ) async throws -> AttachedApp<Code> {
        let probe = AppProcess()
        // The instance is only asked which handlers it registers.
        _ = code.init(probe)
        defer { probe.end() }
        try await install(bundleID, manifest.declaringHandlers(of: probe))
        players[bundleID]?.end()
        players[bundleID] = CodePlayer(bundleID: bundleID) { code.init($0) }
        return AttachedApp(app: app(bundleID))
    }

    /// Lets attached apps handle their callbacks until none is in flight.
    ///
    /// - Returns: What that caused; nil where there was none.
    func handlePendingCallbacks() async throws -> Outcome? {
        var repetitions = Repetitions()
        return try await handlePendingCallbacks(counting: &repetitions)
    }

    private func handlePendingCallbacks(counting repetitions: inout Repetitions) async throws -> Outcome? {
        var whole: Outcome?
        while let (player, bundleID, callback) = try await nextCallback() {
            try repetitions.count(callback, of: bundleID)
            let outcome = try await handle(callback, of: bundleID, by: player)
            whole = whole?.followed(by: outcome) ?? outcome
        }
        return whole
    }

    /// The oldest callback in flight among the apps whose code is here.
    private func nextCallback() async throws -> (any Player, String, AppCallback)? {
        var next: (player: any Player, bundleID: String, callback: AppCallback)?
        for (bundleID, player) in players {
            for callback in try await callbacksInFlight(of: bundleID)
            where next.map({ callback.sequence < $0.callback.sequence }) ?? true {
                next = (player, bundleID, callback)
            }
        }
        return next
    }

    private func callbacksInFlight(of bundleID: String) async throws -> [AppCallback] {
        do {
            let path = ["devices", id, "apps", bundleID, "callbacks"]
            let answer = try await client.ask(.GET, path, query: ["pending": "true"])
            return try (answer["callbacks"]?.elements ?? []).map(AppCallback.init)
        } catch let refusal as Refusal where refusal.code == "unknown-app" {
            // It was uninstalled.
            players.removeValue(forKey: bundleID)?.end()
            return []
        }
    }

    private func handle(_ callback: AppCallback, of bundleID: String, by player: any Player) async throws -> Outcome? {
        let storage = player.storage
        let done = try player.handle(callback)
        let busy = try await keepBusy(done)
        var body: [String: Value] = [:]
        if !done.actions.isEmpty { body["actions"] = .array(done.actions) }
        if let result = done.result { body["returns"] = result }
        do {
            let path = ["apps", bundleID, "callbacks", String(callback.sequence), "complete"]
            let outcome = Outcome(try await ask(.POST, path, .object(body)))
            observe(outcome)
            return busy?.followed(by: outcome) ?? outcome
        } catch var refusal as Refusal {
            guard Self.tooLate.contains(refusal.code) else {
                refusal.function = "\(bundleID), called for \(callback.name)"
                throw refusal
            }
            player.restore(storage)
            return busy
        }
    }

    /// Lets the time pass that code took.
    func keepBusy(_ done: DoneByCode) async throws -> Outcome? {
        guard done.seconds > 0 else { return nil }
        let outcome = Outcome(try await ask(.POST, ["clock", "advance"], ["seconds": .number(done.seconds)]))
        observe(outcome)
        return outcome
    }

    /// Shows every player what happened.
    func observe(_ outcome: Outcome) {
        for player in players.values { player.observe(outcome) }
    }

    /// Moves the clock from callback to callback, each of which is handled at its own instant.
    func advance(_ goal: Value) async throws -> Outcome {
        var request = AdvanceRequest(goal.setting("stopAtCallbacks", to: true))
        var repetitions = Repetitions()
        var before = try await handlePendingCallbacks(counting: &repetitions)
        var start: Int64?
        while true {
            let answer = try await ask(.POST, ["clock", "advance"], request.body)
            let stretch = Outcome(answer)
            observe(stretch)
            start = start ?? (stretch.records.first?.sequence).map { $0 - 1 }
            let outcome = stretch.followed(by: try await handlePendingCallbacks(counting: &repetitions))
            let whole = before?.followed(by: outcome) ?? outcome
            before = whole
            let stop = AdvanceRequest.stop(in: answer)
            guard stop == .callback || stop?.isEarly == true else { return whole.ended(as: answer) }
            if stop == .callback { try requirePlayer(in: answer) }
            if let condition = goal["until"], try await isMet(condition, after: start ?? 0) {
                return whole.ended(as: answer.setting("stopped", to: "condition").setting("met", to: true))
            }
            try request.shorten(after: answer, to: whole.time)
        }
    }

    private func isMet(_ condition: Value, after sequence: Int64) async throws -> Bool {
        let body: Value = ["until": condition, "after": .integer(sequence), "timeoutSeconds": 0]
        return try await ask(.POST, ["wait"], body)["met"] == true
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
}

/// Counts the callbacks that come without any time passing: code whose timers are always due would go on for ever.
private struct Repetitions {
    /// How many there may be; more are taken for an endless loop.
    private static let most = 1_000
    private var instant: Instant?
    private var calls = 0

    mutating func count(_ callback: AppCallback, of bundleID: String) throws {
        calls = callback.startedAt == instant ? calls + 1 : 1
        instant = callback.startedAt
        guard calls > Self.most else { return }
        throw AttachedAppError(
            description: """
                \(Self.most) callbacks came at \(callback.startedAt), the next is \(callback.name) of \(bundleID): does a \
                handler or a timer bring itself about again?
                """
        )
    }
}

extension Outcome {
    /// Returns the outcome of a whole advance that stopped as its last stretch did.
    func ended(as last: Value) -> Outcome {
        var whole = self
        for field in ["stopped", "met"] {
            if let value = last[field] { whole.document = whole.document.setting(field, to: value) }
        }
        return whole
    }
}

extension [String: Value] {
    /// Returns the manifest of an attached app that has the handlers of a process.
    func declaringHandlers(of process: AppProcess) -> [String: Value] {
        var manifest = self
        manifest["driver"] = "attached"
        manifest["behavior"] = .declaring(process.handlers.keys.sorted(), in: manifest["behavior"])
        return manifest
    }
}

extension Value {
    /// Returns a `behavior` in which handlers are declared, without entries where it has none.
    fileprivate static func declaring(_ handlers: [String], in behavior: Value?) -> Value {
        handlers.reduce(behavior ?? .object([])) { behavior, name in
            behavior[name] == nil ? behavior.setting(name, to: .array([])) : behavior
        }
    }
}
