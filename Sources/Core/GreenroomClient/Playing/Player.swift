import LifecycleKernel
import NIOHTTP1
import WireFormat

/// An error that the code of an app has thrown.
struct ThrownByCode {
    var error: any Error
    /// The function that threw it, for people.
    var function: String

    /// What tells it apart from others: what it says may differ each time.
    var signature: String {
        let mirror = Mirror(reflecting: error)
        let name = mirror.displayStyle == .enum ? " \(mirror.children.first?.label ?? "\(error)")" : ""
        return "\(type(of: error))\(name), \(function)"
    }
}

/// Plays the code of one app: an instance of it for each process.
final class Player {
    let bundleID: String
    let world: World
    /// What the app is installed with.
    let manifest: [String: Value]
    /// Whether errors crash the app in any case.
    let isExplored: Bool
    /// Whether errors of the code end the test.
    var throwsErrors = false
    /// What the code has thrown, for which the app has crashed, in order.
    var thrown: [ThrownByCode] = []
    /// How many of them somebody has looked at.
    private var seen = 0
    /// What the code did and iOS refused, in order.
    var refused: [ActionResult] = []
    /// What the device's clock has shown last.
    var now: Instant?
    /// The processes whose code runs now.
    private(set) var running: Set<Int64> = []
    private let codeType: any AppCode.Type
    private let make: (AppProcess) throws -> any AppCode
    private let handled: Set<String>
    private var added: [String: [(place: CodePlace, function: (any AppCode, AppCallback) throws -> Value?)]] = [:]
    private var called: Set<String> = []
    private var ended: [Int64: String] = [:]
    // By number: the app's own, and that of its notification service extension.
    private var processes: [Int64: AppProcess] = [:]
    private var extensions: Set<Int64> = []

    /// A completion that comes too late for its process: the system has ended it meanwhile.
    private static let tooLate: Set<String> = ["unknown-callback", "process-not-running", "process-suspended"]
    /// Callbacks with a completion handler that must be called, or the process is killed.
    private static let fetches = [CallbackName.didReceiveRemoteNotification, .performFetch].map(\.rawValue)

    /// Makes a player, and an instance of the code that is only asked which handlers it registers.
    ///
    /// - Throws: `AttachedAppError` if one of the handlers can never be called; what the code throws that sets up the world.
    init<Code: AppCode>(
        _ code: Code.Type,
        bundleID: String,
        manifest fields: [String: Value],
        isExplored: Bool = false,
        make: @escaping (AppProcess) throws -> Code
    ) throws {
        self.bundleID = bundleID
        self.isExplored = isExplored
        self.make = make
        codeType = code
        world = World()
        try code.setUpWorld(world)
        let probe = AppProcess(of: code, in: world, isProbe: true)
        defer { probe.end("was none") }
        do {
            probe.code = try make(probe)
        } catch let error as AttachedAppError {
            throw error
        } catch {
            // It has registered its handlers; this is one of an app that is launched.
        }
        handled = Set(probe.handlers.keys)
        manifest = try CallbackNames.manifest(
            code.manifest.merging(fields) { $1 },
            handling: handled,
            of: probe.codeName
        )
    }

    /// The callbacks that have a handler, and that have not been called.
    var uncalled: [String] { handled.union(added.keys).subtracting(called).sorted() }

    /// The code of the living process, not that of its extension.
    ///
    /// - Throws: `AttachedAppError` if there is none.
    var code: any AppCode {
        get throws {
            if let process = livingProcesses.first(where: { !extensions.contains($0.pid) }), let code = process.code {
                return code
            }
            guard let (pid, ending) = ended.max(by: { $0.key < $1.key }) else {
                throw AttachedAppError(description: "\(bundleID) has no process yet whose code was called")
            }
            throw AttachedAppError(description: "no process of \(bundleID) lives: the process \(pid) \(ending)")
        }
    }

    /// Whether a function is due that the code has asked for.
    var isDue: Bool {
        guard let now else { return false }
        return livingProcesses.contains { $0.waitingTimers.contains { $0.due <= now } }
    }

    /// The living processes: the app's own, then that of its extension.
    private var livingProcesses: [AppProcess] {
        let sorted = processes.values.sorted { $0.pid < $1.pid }
        return sorted.filter { !extensions.contains($0.pid) } + sorted.filter { extensions.contains($0.pid) }
    }

    func hasEnded(_ pid: Int64) -> Bool { ended[pid] != nil }

    /// Makes a function a handler of a callback, after others.
    ///
    /// - Throws: `AttachedAppError` if it is never called.
    func addHandler(
        of name: String,
        at place: CodePlace,
        _ function: @escaping (any AppCode, AppCallback) throws -> Value?
    ) throws {
        try CallbackNames.require(name)
        try CallbackNames.requireDeclared(name, in: manifest, of: bundleID)
        try CallbackNames.requireNotInVain(name, in: manifest, of: bundleID)
        added[name, default: []].append((place, function))
    }

    /// What the code has thrown; all of it is seen then.
    func lookAtErrors() -> [any Error] {
        seen = thrown.count
        return thrown.map(\.error)
    }

    /// What has crashed the app, or was refused to its code, and nobody has looked at.
    var unseen: (any Error)? {
        if seen < thrown.count { return thrown[seen].error }
        return refused.lazy.compactMap(\.unseenRefusal).first
    }

    // MARK: What happens

    /// Notes what happened to the app and its processes.
    func observe(_ record: TimelineRecord) {
        guard record.bundleID == bundleID else { return }
        switch record.kind {
        case "exit":
            guard let pid = record.pid else { break }
            let words = ["time", "reason", "code"].map { record[$0]?.text ?? "" }
            forget(pid, "ended at \(words[0]): \(words[1]) (\(words[2]))")
        case "verdict":
            let verdict = record["verdict"]?.text ?? ""
            if record["subject"] == "transfer", ["finished", "cancelled", "refused"].contains(verdict),
                let session = record["identifier"]?.text, let name = record["taskDescription"]?.text,
                let time = record.time
            {
                world.network.endTransfer(name, of: session, verdict, at: time)
            }
            record.pid.flatMap { processes[$0] }?.observe(record)
        case "process": record.pid.flatMap { processes[$0] }?.observe(record)
        default: break
        }
    }

    /// Its processes have ended otherwise than by an input.
    func endProcesses(_ ending: String) {
        for pid in processes.keys { forget(pid, ending) }
    }

    private func forget(_ pid: Int64, _ ending: String) {
        ended[pid] = ending
        processes.removeValue(forKey: pid)?.end(ending)
        extensions.remove(pid)
    }

    // MARK: Calls

    /// Calls what handles a callback, in the code of its process, and completes it.
    ///
    /// - Returns: What that caused.
    func play(_ callback: AppCallback, on device: DevicePlayer) throws -> Outcome? {
        let started = max(callback.startedAt, now ?? callback.startedAt)
        let running = Running(device, self, pid: callback.pid, at: started, for: callback)
        called.insert(callback.name)
        try call(running) { process in
            process.noteTransfer(callback)
            let handlers = process.ownHandlers(of: callback) + addedHandlers(of: callback, in: process)
            return handlers.isEmpty ? try process.functions(for: callback) : handlers
        }
        if Self.fetches.contains(callback.name), !isHandled(callback.name) {
            let message = "\(callback.name) has no handler here: the client answers noData"
            running.doLast(["action": "log", "message": .string(message)])
            running.doLast(["action": "completeFetch", "identifier": .integer(callback.sequence), "result": "noData"])
        }
        if !running.hasEnded { try complete(callback, running) }
        return running.outcome
    }

    private func isHandled(_ name: String) -> Bool { handled.contains(name) || added[name] != nil }

    /// Completes a callback with what its handlers have done last.
    private func complete(_ callback: AppCallback, _ running: Running) throws {
        var body: [String: Value] = [:]
        if !running.last.isEmpty { body["actions"] = .array(running.last.map(\.action)) }
        if let returned = running.returned {
            body["returns"] = returned
        } else if callback.name == CallbackName.didReceiveNotificationRequest.rawValue, !isHandled(callback.name) {
            // Without code of its own an extension shows a notification as it came.
            body["returns"] = .object([])
        }
        let path = ["apps", bundleID, "callbacks", String(callback.sequence), "complete"]
        let answer: Value
        do {
            answer = try running.device.ask(.POST, path, .object(body))
        } catch let refusal as Refusal {
            guard !Self.tooLate.contains(refusal.code) else { return running.device.forgetCallbacks() }
            throw running.named(refusal, running.last)
        }
        try running.settle(running.last, answer)
    }

    /// Calls a function as code of the app's process, between callbacks. What it throws has crashed the app.
    ///
    /// - Parameter first: An action that comes before all that the function does.
    /// - Returns: What the function returns.
    /// - Throws: What the function throws; `ProcessEnded` if the process has ended in it; `AttachedAppError`; `Refusal`.
    func run<Code: AppCode, Result>(
        on device: DevicePlayer,
        named name: String,
        after first: Value? = nil,
        _ body: (Code) throws -> Result
    ) throws -> Result? {
        let app = try device.app(of: self)
        guard let pid = app.pid, app.state != "suspended" else {
            throw AttachedAppError(description: "no code of \(bundleID) can run: it is \(app.state)")
        }
        // Nobody else moves the clock of an exploration.
        let running = Running(device, self, pid: pid, at: try (isExplored ? now : nil) ?? device.readTime())
        if let first { running.doLast(first) }
        var result: Result?
        try withoutActuallyEscaping(body) { body in
            try call(running) { process in
                [
                    CodeFunction(name) {
                        guard let code = process.code as? Code else {
                            throw AttachedAppError(description: "\(process.codeName) is not a \(Code.self)")
                        }
                        result = try body(code)
                        return nil
                    }
                ]
            }
        }
        if !running.last.isEmpty, !running.hasEnded {
            do {
                try running.performLast()
            } catch {
                // The process has ended, or this is the test's.
                if let failure = running.failure { throw failure }
            }
        }
        _ = try device.playPending()
        if let error = running.error, !isExplored {
            thrown.removeLast()
            throw error
        }
        return result
    }

    /// Calls functions of the code of a process.
    private func call(_ running: Running, _ functions: (AppProcess) throws -> [CodeFunction]) throws {
        let process = process(running)
        process.current = running
        self.running.insert(running.pid)
        defer {
            process.finishCall()
            self.running.remove(running.pid)
        }
        do {
            if process.code == nil {
                running.function = "the initializer of \(process.codeName)"
                process.removeHandlers()
                process.code = try make(process)
                try requireKnown(process.handlers.keys, of: process)
            }
            for function in try functions(process) where !running.isOver && function.isCalled() {
                running.function = function.name
                if let returned = try function.body() { running.returned = returned }
            }
            if !running.isOver { try process.setAlarms(in: running) }
        } catch is ProcessEnded {
            running.finishCode()
        } catch  where running.isOver {
            // What code throws after its end does not matter.
        } catch  where crashes(error) {
            let thrown = ThrownByCode(error: error, function: running.function)
            self.thrown.append(thrown)
            running.crash(thrown)
        }
        if let failure = running.failure { throw failure }
    }

    /// Whether the app crashes because its code has thrown this, rather than the test ending with it.
    private func crashes(_ error: any Error) -> Bool {
        !(error is AttachedAppError) && (isExplored || !throwsErrors)
    }

    private func addedHandlers(of callback: AppCallback, in process: AppProcess) -> [CodeFunction] {
        (added[callback.name] ?? []).map { place, function in
            CodeFunction("the test at \(place)") { try process.code.flatMap { try function($0, callback) } }
        }
    }

    /// A handler of an app that was installed without it is never called.
    private func requireKnown(_ names: some Collection<String>, of process: AppProcess) throws(AttachedAppError) {
        guard let name = names.filter({ !handled.contains($0) }).min() else { return }
        throw AttachedAppError(
            description: """
                \(process.codeName) registers a handler of \(name), and has not done so when it was installed: its initializer \
                must register the handlers always, and before it asks iOS for anything
                """
        )
    }

    /// The process of a call, which may be a new one, without code yet.
    private func process(_ running: Running) -> AppProcess {
        if let found = processes[running.pid] { return found }
        // There is one process of each kind at a time.
        for pid in processes.keys where extensions.contains(pid) == running.isOfExtension { forget(pid, "has ended") }
        let process = AppProcess(of: codeType, pid: running.pid, in: world, at: running.now)
        processes[running.pid] = process
        if running.isOfExtension { extensions.insert(running.pid) }
        return process
    }

    // MARK: Explorations

    /// What the code of the living processes says of itself, with what they wait for, and what outlasts them; nil where the code of a
    /// living process says nothing.
    ///
    /// - Parameter now: The time of the device.
    func abstractState(at now: Instant) -> Value? {
        var parts: [Value] = []
        for process in livingProcesses {
            guard let said = process.code?.abstractState() else { return nil }
            parts.append(.object(process.abstractState(at: now).merging(["said": said]) { $1 }))
        }
        return ["code": .array(parts), "world": world.abstractState]
    }

    /// The line of a report for the code of a living process that says nothing of its state; nil where there is none.
    var unknownState: String? {
        let codes = livingProcesses.compactMap(\.code)
        guard let code = codes.first(where: { $0.abstractState() == nil }) else { return nil }
        let names = AbstractState.unknownProperties(ofObject: code)
        let why = names.isEmpty ? "" : " (\(names.joined(separator: ", ")) cannot be JSON)"
        return """
            note  abstractState() of \(type(of: code)) returns nil\(why): each sequence counts \
            as a state of its own while a process lives
            """
    }
}
