import LifecycleKernel
import NIOHTTP1
import WireFormat

/// A call of an app's code: from its beginning until it returns, or its process ends.
///
/// What is wrong with the test, and not with the app, ends the code: the code gets `ProcessEnded`, and the test the error, which the
/// code cannot catch.
final class Running {
    /// What its process was called for; nil between callbacks.
    let callback: String?
    let device: DevicePlayer
    let player: Player
    let pid: Int64
    /// What the device's clock shows.
    private(set) var now: Instant
    /// Whether it is code of the app's extension.
    let isOfExtension: Bool
    /// The function that runs, for people.
    var function = ""
    /// What the callback returns.
    var returned: Value?
    /// What has crashed the app.
    private(set) var error: (any Error)?
    /// What is sent when it returns.
    private(set) var last: [Value] = []
    /// What it has caused so far.
    private(set) var outcome: Outcome?
    /// Whether no more of the code runs.
    private(set) var isOver = false
    /// What is wrong with the test.
    private(set) var failure: (any Error)?
    /// Whether all files can be read, which they cannot on a device with a passcode that is locked.
    var isProtectedDataAvailable = true

    private static let mostOfMessage = 2_000

    init(_ device: DevicePlayer, _ player: Player, pid: Int64, at now: Instant, for callback: AppCallback? = nil) {
        self.device = device
        self.player = player
        self.pid = pid
        self.now = now
        self.callback = callback?.name
        isOfExtension = callback?.isOfExtension ?? false
    }

    /// Whether its process has ended.
    var hasEnded: Bool { player.hasEnded(pid) }

    /// This, if the code may go on.
    ///
    /// - Throws: `ProcessEnded`.
    func required() throws(ProcessEnded) -> Running {
        guard !isOver, !hasEnded else {
            isOver = true
            throw ProcessEnded()
        }
        return self
    }

    /// Notes what is wrong with the test.
    ///
    /// - Returns: What the code gets.
    func fail(_ error: any Error) -> ProcessEnded {
        isOver = true
        if !(error is ProcessEnded), failure == nil { failure = error }
        return ProcessEnded()
    }

    /// The process, as it is now.
    var process: Value {
        get throws {
            _ = try required()
            do {
                return try device.ask(.GET, ["processes", String(pid)])
            } catch {
                throw fail(error)
            }
        }
    }

    /// Does something at this instant.
    func act(_ action: Value) throws -> ActionResult {
        _ = try required()
        guard callback != CallbackName.preMain.rawValue else {
            let what = "\(function) did \(action.describedAction)"
            let reason = "iOS notices what a process does from main on"
            throw fail(AttachedAppError(description: "\(what) in preMain: \(reason)"))
        }
        let records = try perform([action]).records
        let result = ActionResult(action, by: function, records: records)
        if result.unseenRefusal != nil { player.refused.append(result) }
        _ = try required()
        return result
    }

    /// Does something when the code returns.
    func doLast(_ action: Value) { last.append(action) }

    /// Does what ends the code.
    func end(with actions: [Value]) throws -> Never {
        _ = try required()
        last += actions
        isOver = true
        throw ProcessEnded()
    }

    /// Ends the process, as an error that nothing catches does.
    func crash(_ error: any Error) {
        self.error = error
        let message = "\(type(of: error)): \(error)\n  \(function)"
        doLast(["action": "log", "message": .string(String(message.prefix(bytes: Self.mostOfMessage)))])
        doLast(["action": "crash", "exception": "abort"])
        isOver = true
    }

    /// The code has ended before its end.
    func finishCode() { isOver = true }

    /// Does what is to be done when the code returns, between callbacks.
    func performLast() throws {
        do {
            _ = try perform(last)
        } catch {
            // The process has ended, or this is the test's.
            if let failure { throw failure }
        }
    }

    /// Lets time pass while the code runs; handlers of other apps run meanwhile.
    func takes(_ length: Milliseconds) throws {
        _ = try required()
        do {
            try pass(length)
        } catch {
            throw fail(error)
        }
        _ = try required()
    }

    private func pass(_ length: Milliseconds) throws {
        guard callback != nil || !player.isExplored else {
            // A search takes the time that passes outside of callbacks for an input.
            throw AttachedAppError(
                description: "\(function) is an input of an exploration, and takes time; use after(seconds:)"
            )
        }
        let end = now + max(.zero, length)
        let stops = device.stops(for: self)
        while !hasEnded {
            if let later = try device.playPending() { add(later) }
            now = max(now, player.now ?? now)
            if hasEnded || now == end { break }
            guard now < end else {
                throw AttachedAppError(
                    description: """
                        \(function) of \(player.bundleID) was to go on at \(end), and another app's handler that began meanwhile \
                        took until \(now): it must end first
                        """
                )
            }
            let goal: Value = ["until": ["any": .array(stops)], "limitSeconds": Value(seconds: end - now)]
            let passed = Outcome(try device.ask(.POST, ["clock", "advance"], goal))
            try note(passed)
            now = max(now, passed.time ?? now)
        }
        if !hasEnded { try device.readProtection(for: self) }
    }

    /// Carries actions out.
    private func perform(_ actions: [Value]) throws(ProcessEnded) -> Outcome {
        let sent = isOfExtension ? actions.map { $0.setting("extension", to: "notificationService") } : actions
        do {
            let outcome = Outcome(try device.ask(.POST, ["apps", player.bundleID, "actions"], .array(sent)))
            try note(outcome)
            return outcome
        } catch let refusal as Refusal {
            guard refusal.code != "process-not-running" else {
                isOver = true
                throw ProcessEnded()
            }
            throw fail(named(refusal, actions))
        } catch {
            throw fail(error)
        }
    }

    /// Adds to what it has caused, which every app on the device notices.
    func note(_ outcome: Outcome) throws {
        try device.observe(outcome)
        add(outcome)
    }

    private func add(_ later: Outcome) { outcome = outcome?.followed(by: later) ?? later }

    /// The refusal of what code did, which names the function and the action.
    func named(_ refusal: Refusal, _ actions: [Value]) -> Refusal {
        var refusal = refusal
        // Such as `actions[0].takesSeconds`.
        let index = refusal.field?.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
        let action = index.flatMap { Int($0) }.flatMap { actions.indices.contains($0) ? actions[$0] : nil }
        let caller = callback.map { ", called for \($0)," } ?? ""
        let what = (action ?? (actions.count == 1 ? actions[0] : nil)).map { " did \($0.describedAction)" } ?? ""
        refusal.function = function + caller + what
        return refusal
    }
}
