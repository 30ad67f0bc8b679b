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
    /// What is sent when it returns, or before something else is asked of the server.
    private(set) var last: [ActionResult] = []
    /// What it has caused so far.
    private(set) var outcome: Outcome?
    /// Whether no more of the code runs.
    private(set) var isOver = false
    /// What is wrong with the test.
    private(set) var failure: (any Error)?

    /// What leads to nothing that code could ask for.
    private static let sentLater: Set<String> = ["edit", "save", "log", "startRequest"]
    /// How many actions are sent at most when the code returns; the server takes a thousand.
    private static let mostSentLater = 500

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
            try flush()
            do {
                return try device.ask(.GET, ["processes", String(pid)])
            } catch {
                throw fail(error)
            }
        }
    }

    /// The data protection classes of the files that cannot be read now.
    var protectedClasses: Set<DataProtection> {
        get throws {
            _ = try required()
            do {
                return try device.protectedClasses
            } catch {
                throw fail(error)
            }
        }
    }

    /// Does something at this instant.
    ///
    /// What leads to nothing that the code could ask for is sent later: no time passes for the code before it takes some, asks
    /// something or returns.
    func act(_ action: Value) throws -> ActionResult {
        _ = try required()
        guard callback != CallbackName.preMain.rawValue else {
            let what = "\(function) did \(action.describedAction)"
            let reason = "iOS notices what a process does from main on"
            throw fail(AttachedAppError(description: "\(what) in preMain: \(reason)"))
        }
        let result = ActionResult(action, by: function)
        last.append(result)
        let isSentLater = Self.sentLater.contains(action["action"]?.text ?? "")
        if !isSentLater || last.count >= Self.mostSentLater { try flush() }
        return result
    }

    /// Does something when the code returns.
    func doLast(_ action: Value) { last.append(ActionResult(action, by: function)) }

    /// Does what ends the code.
    func end(with action: Value) throws -> Never {
        _ = try required()
        doLast(action)
        isOver = true
        throw ProcessEnded()
    }

    /// Sends what the code has done and was not sent yet.
    private func flush() throws {
        _ = try required()
        guard !last.isEmpty else { return }
        try performLast()
        _ = try required()
    }

    /// Ends the process, as an error that nothing catches does.
    func crash(_ thrown: ThrownByCode) {
        error = thrown.error
        let message = "\(type(of: thrown.error)): \(thrown.error)\n  \(thrown.function)"
        doLast(.crash(.abort, message: message, signature: thrown.signature))
        isOver = true
    }

    /// The code has ended before its end.
    func finishCode() { isOver = true }

    /// Lets time pass while the code runs; handlers of other apps run meanwhile.
    func takes(_ length: Milliseconds) throws {
        try flush()
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
            let answer = try device.ask(.POST, ["clock", "advance"], advance(by: end - now))
            try device.requirePlayer(in: answer)
            let passed = Outcome(answer)
            try note(passed)
            now = max(now, passed.time ?? now)
        }
    }

    /// The body of a request that lets time pass for the handlers that run, up to the end of the process and to callbacks of others.
    private func advance(by length: Milliseconds) -> Value {
        var goal: Value = ["seconds": Value(seconds: length)]
        if callback == nil {
            // No callback is in flight with whose process the time would end.
            let exit: Value = ["kind": "exit", "bundleID": .string(player.bundleID), "pid": .integer(pid)]
            goal = ["until": ["record": exit], "limitSeconds": Value(seconds: length)]
        }
        let during = device.callbacksThatRun.map { Value.integer($0.sequence) }
        return goal.setting("during", to: .array(during)).setting("stopAtCallbacks", to: true)
    }

    /// Sends what is to be sent when the code returns.
    func performLast() throws(ProcessEnded) {
        let results = last
        last = []
        let actions = results.map(\.action)
        let sent = isOfExtension ? actions.map { $0.setting("extension", to: "notificationService") } : actions
        do {
            try settle(results, try device.ask(.POST, ["apps", player.bundleID, "actions"], .array(sent)))
        } catch let refusal as Refusal {
            guard refusal.code != "process-not-running" else {
                device.forgetCallbacks()
                isOver = true
                throw ProcessEnded()
            }
            throw fail(named(refusal, results))
        } catch {
            throw fail(error)
        }
    }

    /// Notes what came of actions.
    func settle(_ results: [ActionResult], _ answer: Value) throws {
        let outcome = Outcome(answer)
        ActionResult.settle(results, outcome)
        player.refused += results.filter { $0.unseenRefusal != nil }
        try note(outcome)
    }

    /// Adds to what it has caused, which every app on the device notices.
    private func note(_ outcome: Outcome) throws {
        try device.observe(outcome)
        add(outcome)
    }

    private func add(_ later: Outcome) { outcome = outcome?.followed(by: later) ?? later }

    /// The refusal of what code did, which names the function and the action.
    func named(_ refusal: Refusal, _ results: [ActionResult]) -> Refusal {
        var refusal = refusal
        let indicated = refusal.actionIndex.flatMap { results.indices.contains($0) ? results[$0] : nil }
        let result = indicated ?? (results.count == 1 ? results[0] : nil)
        let caller = callback.map { ", called for \($0)," } ?? ""
        let what = result.map { " did \($0.action.describedAction)" } ?? ""
        refusal.function = (result?.function ?? function) + caller + what
        return refusal
    }
}

extension Refusal {
    /// Which of several actions was refused, where it was one of them: the field is such as `actions[0].takesSeconds`.
    fileprivate var actionIndex: Int? {
        let index = field?.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
        return index.flatMap { Int($0) } ?? problem["index"]?.whole.map { Int($0) }
    }
}

extension Value {
    /// The longest texts of a crash that the server takes, in bytes.
    private static let mostOfMessage = 8_192
    private static let mostOfSignature = 256

    /// The action that ends a process by a crash.
    ///
    /// - Parameters:
    ///   - exception: What kind of crash it is.
    ///   - message: What explains it; nil for nothing.
    ///   - signature: What tells it from other crashes.
    static func crash(_ exception: CrashException, message: String?, signature: String) -> Value {
        let action: Value = [
            "action": "crash", "exception": .string(exception.rawValue),
            "signature": .string(String(signature.prefix(bytes: mostOfSignature))),
        ]
        guard let message, !message.isEmpty else { return action }
        return action.setting("message", to: .string(String(message.prefix(bytes: mostOfMessage))))
    }
}
