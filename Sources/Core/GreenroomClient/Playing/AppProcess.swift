public import LifecycleKernel
import WireFormat

/// A clock of a process.
public enum ProcessClock: String, CaseIterable, Sendable {
    /// It stands still while the device sleeps: `Timer` and `asyncAfter(deadline:)` follow it.
    case uptime
    /// `asyncAfter(wallDeadline:)` and the dates of BackgroundTasks follow it.
    case wall
}

/// The process that an attached app's code runs in: its handlers, and what the code asks of iOS.
///
/// What code asks for takes effect at that instant, and what iOS decides about it is known when the function returns. Edits, saves,
/// logs and requests are sent when the handler has returned or has asked for something else, before any time passes. If the process
/// ends meanwhile, the function throws `ProcessEnded`, and so does everything that the code asks for afterwards.
public final class AppProcess {
    /// A handler of a callback, whose method returns nothing.
    public typealias Handler = (AppCallback) throws -> Void
    /// A handler of a callback, which gives what the method returns.
    public typealias Answer = (AppCallback) throws -> Value?

    /// What outlasts the process, as the test controls it.
    public let world: World
    /// The number of the process.
    public let pid: Int64
    /// The app's files, preferences and keychain items.
    public var disk: AppDisk { AppDisk(process: self) }
    /// What the device's clock shows.
    public var now: Instant { current?.now ?? lastNow }

    /// The code; nil while its initializer runs.
    var code: (any AppCode)?
    /// The type of the code.
    let codeName: String
    /// The call of code that goes on now.
    var current: Running?
    /// How it ended.
    private(set) var ending: String?
    /// Whether it is none, and is only asked which handlers the code has.
    private let isProbe: Bool
    private(set) var handlers: [String: [(place: CodePlace, function: Answer)]] = [:]
    private var lastNow: Instant
    /// The wall clock minus the uptime clock; not known after a suspension, in which the device may have slept.
    private var slept: Milliseconds?
    private var timers: [AppTimer] = []
    /// What was asked for last, by clock.
    private var alarms: [ProcessClock: Instant] = [:]
    private var unsaved: [String: Int] = [:]
    private let openTasks = OpenTasks()
    private var expirations: [Int64: CodeFunction] = [:]
    private var tasks: [String: (launch: CodeFunction, expiration: CodeFunction?)] = [:]
    private var requests: [String: NetworkRequest] = [:]
    /// By the sequences of callbacks.
    private var transfers: [Int64: NetworkResponse] = [:]

    init(of code: Any.Type, pid: Int64 = 0, in world: World, at now: Instant = .manualStart, isProbe: Bool = false) {
        codeName = "\(code)"
        self.pid = pid
        self.world = world
        self.isProbe = isProbe
        lastNow = now
    }

    /// Whether code of the process runs now.
    var isRunning: Bool { current != nil }

    /// The call of code that goes on now.
    ///
    /// - Throws: `AttachedAppError` if none does; `ProcessEnded` if the process has ended in it.
    var running: Running {
        get throws {
            if let current { return try current.required() }
            if isProbe { throw ProcessEnded() }
            if let ending {
                throw AttachedAppError(
                    description: """
                        this is the \(codeName) of the process \(pid), which \(ending); run(_:) gives the code of the living one
                        """
                )
            }
            throw AttachedAppError(
                description: "\(codeName) acts while none of its code runs; let run(_:) of the attached app call it"
            )
        }
    }

    // MARK: Handlers

    /// Registers a handler of a callback. Several of one callback are called in their order.
    ///
    /// - Parameters:
    ///   - name: The callback.
    ///   - handler: What the app does when it is called.
    public func on(
        _ name: CallbackName,
        file: String = #fileID,
        line: Int = #line,
        _ handler: @escaping Handler
    ) {
        addHandler(name.rawValue, file, line, handler)
    }

    /// Registers an observer of a notification. The app observes what its initializer registers, unless its manifest has `observes`.
    ///
    /// - Parameters:
    ///   - name: The notification.
    ///   - handler: What the app does when it hears it.
    public func observe(
        _ name: NotificationName,
        file: String = #fileID,
        line: Int = #line,
        _ handler: @escaping Handler
    ) {
        addHandler(name.rawValue, file, line, handler)
    }

    /// Registers a handler of a callback or a notification by the name that Apple gives it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - handler: What the app does when it is called.
    /// - Throws: `AttachedAppError` if there is no callback of this name.
    public func on(
        _ name: String,
        file: String = #fileID,
        line: Int = #line,
        _ handler: @escaping Handler
    ) throws {
        try CallbackNames.require(name)
        addHandler(name, file, line, handler)
    }

    /// Registers a handler of a callback that returns something: of several, the last result counts.
    ///
    /// - Parameters:
    ///   - name: The callback.
    ///   - handler: Gives what the method returns; nil for nothing.
    public func answer(
        _ name: CallbackName,
        file: String = #fileID,
        line: Int = #line,
        _ handler: @escaping Answer
    ) {
        addAnswer(name.rawValue, file, line, handler)
    }

    private func addHandler(_ name: String, _ file: String, _ line: Int, _ handler: @escaping Handler) {
        addAnswer(name, file, line) { callback in
            try handler(callback)
            return nil
        }
    }

    private func addAnswer(_ name: String, _ file: String, _ line: Int, _ handler: @escaping Answer) {
        handlers[name, default: []].append((CodePlace(file: file, line: line), handler))
    }

    // MARK: What code can ask

    /// How many seconds the device has been awake since it started: `ProcessInfo.systemUptime`.
    public var systemUptime: Double { get throws { Double(try uptime.count) / 1_000 } }

    /// `UIApplication.applicationState`: `active`, `inactive` or `background`.
    public var applicationState: String { get throws { try running.process["state"]?.text ?? "" } }

    /// `UIApplication.backgroundTimeRemaining`, in seconds; the greatest number while the app is in the foreground.
    public var backgroundTimeRemaining: Double {
        get throws { try running.process["backgroundTimeRemainingSeconds"]?.asDouble ?? .greatestFiniteMagnitude }
    }

    /// `UIApplication.isProtectedDataAvailable`.
    public var isProtectedDataAvailable: Bool {
        get throws { try running.process["isProtectedDataAvailable"] != false }
    }

    /// The scenes that are connected, each with its `sceneID` and `state`.
    public var scenes: [Value] { get throws { try running.process["scenes"]?.elements ?? [] } }

    /// What an object that the code holds knows, as JSON, for `AppCode.abstractState()`: its stored properties; nil where one of them
    /// is neither data nor something of the process.
    public func abstractState(of object: AnyObject) -> Value? { AbstractState.value(ofObject: object) }

    // MARK: What code does

    /// Does something that the server knows of.
    ///
    /// - Parameters:
    ///   - action: The action, such as `startActivity`; `crash`, `exit` and `hang` do not return.
    ///   - fields: Its fields.
    /// - Returns: What iOS decided about it.
    /// - Throws: `ProcessEnded`.
    @discardableResult public func act(_ action: String, _ fields: [String: Value] = [:]) throws -> ActionResult {
        let document = Value.object(fields.merging(["action": .string(action)]) { $1 })
        let running = try running
        if ["crash", "exit", "hang"].contains(action) { try running.end(with: document) }
        return try running.act(document)
    }

    /// Ends the process as a crash does. Crashes in different places of the code are different ones to an exploration.
    ///
    /// - Parameters:
    ///   - exception: What kind of crash it is.
    ///   - message: What explains the end of the process; nil for nothing.
    public func crash(
        _ exception: CrashException = .abort,
        message: String? = nil,
        file: String = #fileID,
        line: Int = #line,
        function: String = #function
    ) throws -> Never {
        let signature = "\(CodePlace(file: file, line: line)), in \(function)"
        try running.end(with: .crash(exception, message: message, signature: signature))
    }

    /// Keeps the main thread busy, on the device's clock, which must be one that is moved by hand. Handlers of other apps run meanwhile.
    ///
    /// - Parameter seconds: For how long.
    public func takes(seconds: Double) throws { try running.takes(Milliseconds(ofSeconds: seconds)) }

    /// The user has made changes that a file will hold. Writing the file saves them.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - count: How many changes.
    public func edited(_ path: String, count: Int = 1) throws {
        try act("edit", ["count": .integer(Int64(count))])
        unsaved[path, default: 0] += count
    }

    /// A file was written, which saves the changes that it holds.
    func saved(_ path: String) throws {
        guard let count = unsaved.removeValue(forKey: path), count > 0 else { return }
        try act("save", ["count": .integer(Int64(count))])
    }

    /// Calls a function later; later still if the process is suspended then, as on a phone.
    ///
    /// - Parameters:
    ///   - seconds: After how many seconds.
    ///   - clock: The clock that counts them.
    ///   - function: What is called.
    /// - Returns: The timer, which can be cancelled.
    @discardableResult public func after(
        seconds: Double,
        clock: ProcessClock = .uptime,
        file: String = #fileID,
        line: Int = #line,
        _ function: @escaping () throws -> Void
    ) throws -> AppTimer {
        let running = try running
        let length = Milliseconds(ofSeconds: max(0, seconds))
        let shown = try time(of: clock)
        let timer = AppTimer(
            of: self,
            clock: clock,
            fires: shown + length,
            due: running.now + length,
            function: functionNamed(file, line, function)
        )
        timers.append(timer)
        return timer
    }

    // MARK: Background tasks and BGTaskScheduler

    /// `beginBackgroundTask(withName:expirationHandler:)`.
    ///
    /// - Parameters:
    ///   - name: The name of the task.
    ///   - expiration: Called shortly before the time is over.
    /// - Returns: The task; it is invalid if iOS has not begun it.
    @discardableResult public func beginBackgroundTask(
        _ name: String,
        file: String = #fileID,
        line: Int = #line,
        expiration: (() throws -> Void)? = nil
    ) throws -> BackgroundTask {
        let fields: [String: Value] = ["name": .string(name), "hasExpirationHandler": .bool(expiration != nil)]
        let task = BackgroundTask(name: name, result: try act("beginBackgroundTask", fields), openTasks: openTasks)
        guard let number = task.number else { return task }
        openTasks.add(number)
        if let expiration { expirations[number] = functionNamed(file, line, expiration) }
        return task
    }

    /// `endBackgroundTask(_:)`.
    @discardableResult public func endBackgroundTask(_ task: BackgroundTask) throws -> ActionResult {
        guard let number = task.number else { return try act("endBackgroundTask", ["name": .string(task.name)]) }
        expirations[number] = nil
        openTasks.remove(number)
        return try act("endBackgroundTask", ["number": .integer(number)])
    }

    /// `BGTaskScheduler.register`, to be called before `application(_:didFinishLaunchingWithOptions:)` returns.
    ///
    /// - Parameters:
    ///   - identifier: The task's identifier.
    ///   - expiration: `BGTask.expirationHandler`.
    ///   - launch: What is called when iOS launches the task.
    @discardableResult public func registerTask(
        _ identifier: String,
        file: String = #fileID,
        line: Int = #line,
        expiration: (() throws -> Void)? = nil,
        launch: @escaping () throws -> Void
    ) throws -> ActionResult {
        let fields: [String: Value] = [
            "identifier": .string(identifier), "hasExpirationHandler": .bool(expiration != nil),
        ]
        let result = try act("registerTask", fields)
        tasks[identifier] = (functionNamed(file, line, launch), expiration.map { functionNamed(file, line, $0) })
        return result
    }

    /// `BGTaskScheduler.submit`.
    ///
    /// - Parameters:
    ///   - identifier: The task's identifier.
    ///   - kind: `appRefresh`, `processing` or `continuedProcessing`.
    ///   - seconds: `earliestBeginDate`, in seconds from now.
    @discardableResult public func submitTaskRequest(
        _ identifier: String,
        kind: String = "appRefresh",
        earliestBeginAfterSeconds seconds: Double? = nil
    ) throws -> ActionResult {
        var fields: [String: Value] = ["identifier": .string(identifier), "kind": .string(kind)]
        if let seconds { fields["earliestBeginAfterSeconds"] = Value(seconds) }
        return try act("submitTaskRequest", fields)
    }

    /// `BGTask.setTaskCompleted(success:)`.
    @discardableResult public func completeTask(_ identifier: String, success: Bool = true) throws -> ActionResult {
        try act("completeTask", ["identifier": .string(identifier), "success": .bool(success)])
    }

    /// Calls the completion handler of a silent push or of a background fetch.
    ///
    /// - Parameters:
    ///   - callback: The callback that the handler was given in.
    ///   - result: The result.
    @discardableResult public func completeFetch(
        _ callback: AppCallback,
        result: FetchResult = .newData
    ) throws -> ActionResult {
        try act("completeFetch", ["identifier": .integer(callback.sequence), "result": .string(result.rawValue)])
    }

    // MARK: The network

    /// Sends a request of a default `URLSession` to the server of `world.network`.
    ///
    /// - Parameters:
    ///   - method: Its method.
    ///   - path: Its path.
    ///   - body: What it carries: bytes, or what can be encoded as JSON.
    ///   - completion: Called with the response, in this process and while it runs. If the process is suspended before the response,
    ///     the connection is lost, and this is called with the error -1005 when the process runs again.
    /// - Returns: The request, which can be cancelled.
    @discardableResult public func request(
        _ method: String,
        _ path: String,
        body: (any Encodable)? = nil,
        file: String = #fileID,
        line: Int = #line,
        completion: ((NetworkResponse) throws -> Void)? = nil
    ) throws -> NetworkRequest {
        let place = CodePlace(file: file, line: line)
        let request = NetworkRequest(
            of: self,
            identifier: freeName("\(method) \(path)") { requests[$0] != nil },
            exchange: try exchange(method, path, body),
            place: completion.map { _ in place },
            completion: completion
        )
        if world.network.isOffline {
            if let completion {
                try after(seconds: 0, clock: .wall, file: file, line: line) { try completion(.cannotConnect) }
            }
            return request
        }
        requests[request.identifier] = request
        let answer = request.exchange.answer
        let fields: [String: Value] = [
            "identifier": .string(request.identifier), "seconds": Value(answer.delay),
            "arrives": .bool(answer.arrivesAtOnce),
        ]
        try act("startRequest", fields)
        return request
    }

    /// Begins a transfer of a background `URLSession`, which goes on without the process.
    ///
    /// - Parameters:
    ///   - session: The session's identifier.
    ///   - method: The method of the request.
    ///   - path: Its path.
    ///   - body: What it carries: bytes, or what can be encoded as JSON.
    ///   - fields: Further fields of the action `startTransfer`, such as `kind` and `discretionary`.
    @discardableResult public func transfer(
        _ session: String,
        _ method: String,
        _ path: String,
        body: (any Encodable)? = nil,
        _ fields: [String: Value] = [:]
    ) throws -> ActionResult {
        let exchange = try exchange(method, path, body)
        let name = world.network.beginTransfer(of: session, exchange)
        let own: [String: Value] = [
            "identifier": .string(session), "seconds": Value(exchange.answer.delay), "taskDescription": .string(name),
        ]
        return try act("startTransfer", fields.merging(own) { $1 })
    }

    /// What the transfer led to that a callback of a session's delegate is about.
    public func transferred(_ callback: AppCallback) -> NetworkResponse {
        transfers[callback.sequence] ?? NetworkResponse(error: nil)
    }

    private func exchange(_ method: String, _ path: String, _ body: (any Encodable)?) throws -> Exchange {
        let running = try running
        do {
            let content = try body.map { body throws(AttachedAppError) in
                try Content(body, of: "the body of \(method) \(path)")
            }
            return world.network.exchange(method, path, content)
        } catch {
            throw running.fail(error)
        }
    }

    private func functionNamed(_ file: String, _ line: Int, _ body: @escaping () throws -> Void) -> CodeFunction {
        CodeFunction("\(codeName) at \(CodePlace(file: file, line: line))") {
            try body()
            return nil
        }
    }
}

// MARK: What is called, and what happens

extension AppProcess {
    /// The callbacks of a session's delegate about one transfer, in their order.
    private static let transferCallbacks = [
        CallbackName.urlSessionDidFinishDownloading.rawValue, CallbackName.urlSessionTaskDidComplete.rawValue,
    ]

    /// The code's handlers of a callback.
    func ownHandlers(of callback: AppCallback) -> [CodeFunction] {
        (handlers[callback.name] ?? []).map { place, function in
            CodeFunction("\(codeName) at \(place)") { try function(callback) }
        }
    }

    /// What a callback calls that has no handler of its own: what the code gave to a function of iOS.
    func functions(for callback: AppCallback) throws -> [CodeFunction] {
        let identifier = callback.arguments["identifier"]?.text ?? ""
        switch CallbackName(rawValue: callback.name) {
        case .alarmHandler:
            let clock = callback.arguments["clock"]?.text.flatMap(ProcessClock.init(rawValue:)) ?? .wall
            return try takeDueTimers(of: clock)
        case .requestCompletionHandler: return takeRequest(identifier, callback)
        case .launchHandler: return tasks[identifier].map { [$0.launch] } ?? []
        case .taskExpirationHandler: return tasks[identifier]?.expiration.map { [$0] } ?? []
        case .expirationHandler:
            let number = callback.arguments["number"]?.whole ?? 0
            return expirations.removeValue(forKey: number).map { [$0] } ?? []
        default: return []
        }
    }

    /// Notes what came of a transfer before a callback tells of it.
    func noteTransfer(_ callback: AppCallback) {
        guard let index = Self.transferCallbacks.firstIndex(of: callback.name) else { return }
        let session = callback.arguments["session"]?.text ?? ""
        let name = callback.arguments["taskDescription"]?.text ?? ""
        let isLast = index == Self.transferCallbacks.count - 1
        transfers[callback.sequence] =
            callback.errorCode.map { NetworkResponse(error: $0) }
            ?? world.network.transferred(name, of: session, isLast: isLast)
    }

    /// Asks for the next timer of each clock: the server keeps one for each.
    func setAlarms(in running: Running) throws {
        timers.removeAll(where: \.isCancelled)
        let first = firstTimers
        if alarms.keys.contains(where: { first[$0] == nil }) {
            // This cancels those of both clocks.
            running.doLast(["action": "setAlarm"])
            alarms = [:]
        }
        for clock in ProcessClock.allCases {
            guard let next = first[clock], next != alarms[clock] else { continue }
            alarms[clock] = next
            if clock == .wall {
                running.doLast(["action": "setAlarm", "at": .string(next.description)])
            } else {
                let rest = max(.zero, next - (try time(of: clock)))
                running.doLast(["action": "setAlarm", "afterSeconds": Value(seconds: rest)])
            }
        }
    }

    /// When the first timer of each clock fires.
    private var firstTimers: [ProcessClock: Instant] {
        Dictionary(waitingTimers.map { ($0.clock, $0.fires) }, uniquingKeysWith: min)
    }

    /// Notes what happened to the process.
    func observe(_ record: TimelineRecord) {
        if record.kind == "process", record["to"] == "suspended" {
            slept = nil
        } else if record.kind == "verdict", record["subject"] == "request", record["verdict"] == "delivered",
            let request = requests[record["identifier"]?.text ?? ""]
        {
            world.network.deliver(request.exchange, at: record.time ?? now)
        }
    }

    /// A call of code is over.
    func finishCall() {
        lastNow = now
        current = nil
    }

    /// The process has ended: nothing of its code is called any more. Functions that hold the process are let go.
    ///
    /// - Parameter ending: How it ended.
    func end(_ ending: String) {
        self.ending = ending
        removeHandlers()
        expirations = [:]
        tasks = [:]
        timers = []
        requests = [:]
        code = nil
    }

    func removeHandlers() { handlers = [:] }

    /// What it waits for, as JSON.
    func abstractState(at now: Instant) -> [String: Value] {
        let first = firstTimers
        // Timers of one clock keep their distances, also where the device has slept between two of them.
        let timers = waitingTimers.map { timer -> Value in
            [
                Value(seconds: timer.due - now), .string(timer.clock.rawValue),
                Value(seconds: timer.fires - (first[timer.clock] ?? timer.fires)), .string(timer.function.name),
            ]
        }
        let sent = requests.sorted { $0.key < $1.key }.map { identifier, request -> Value in
            let place = request.place.map { Value.string($0.description) } ?? .null
            return [.string(identifier), world.network.abstractState(of: request.exchange), place]
        }
        let expirations = expirations.sorted { $0.key < $1.key }.map { number, function -> Value in
            [openTasks.order(of: number), .string(function.name)]
        }
        let registered = tasks.mapValues { task -> Value in
            [.string(task.launch.name), task.expiration.map { .string($0.name) } ?? .null]
        }
        return [
            "timers": .array(timers), "requests": .array(sent), "tasks": .array(expirations),
            "registered": .object(registered), "unsaved": .object(unsaved.mapValues { .integer(Int64($0)) }),
        ]
    }

    /// What `after` will call, in order.
    var waitingTimers: [AppTimer] { timers.filter { !$0.isCancelled }.sorted { $0.due < $1.due } }

    /// Whether a request waits for its response.
    func isUnderWay(_ request: NetworkRequest) -> Bool { requests[request.identifier] === request }

    /// What a clock shows.
    private func time(of clock: ProcessClock) throws -> Instant {
        clock == .wall ? now : Instant(milliseconds: try uptime.count)
    }

    private var uptime: Milliseconds {
        get throws {
            let running = try running
            if let slept { return running.now - Instant(milliseconds: 0) - slept }
            let uptime = Milliseconds(ofSeconds: try running.process["uptimeSeconds"]?.asDouble ?? 0)
            slept = running.now - Instant(milliseconds: 0) - uptime
            return uptime
        }
    }

    private func takeDueTimers(of clock: ProcessClock) throws -> [CodeFunction] {
        let shown = try time(of: clock)
        alarms[clock] = nil
        let due = timers.filter { $0.clock == clock && $0.fires <= shown }.sorted { $0.fires < $1.fires }
        timers.removeAll { $0.clock == clock && $0.fires <= shown }
        // One that is due may cancel the next.
        return due.map { timer in
            CodeFunction(timer.function.name, isCalled: { !timer.isCancelled }, timer.function.body)
        }
    }

    private func takeRequest(_ identifier: String, _ callback: AppCallback) -> [CodeFunction] {
        guard let request = requests.removeValue(forKey: identifier) else { return [] }
        let response =
            callback.errorCode.map { NetworkResponse(error: $0) } ?? world.network.deliver(request.exchange, at: now)
        guard let completion = request.completion, let place = request.place else { return [] }
        return [
            CodeFunction("\(codeName) at \(place)") {
                try completion(response)
                return nil
            }
        ]
    }
}
