public import LifecycleKernel
import WireFormat

/// The process that an attached app's code runs in: its handlers, and what the code asks of iOS.
///
/// What code asks for takes effect when its handler returns, in the order in which it was asked for. A handler whose process
/// ends before has done nothing.
public final class AppProcess {
    /// A handler of a callback. What it returns is what the method returns; nil for `Void`.
    public typealias Handler = (AppCallback) throws -> Value?

    /// The app's files.
    public var storage: AppStorage
    /// The time that the device's clock shows.
    public private(set) var now: Instant
    private(set) var handlers: [String: Handler] = [:]
    private var taskExpirations: [String: () throws -> Void] = [:]
    private var tasks: [String: (launch: () throws -> Void, expiration: (() throws -> Void)?)] = [:]
    private var timers: [AppTimer] = []
    private var alarm: Instant?
    private var actions: [Value] = []
    private var takenSeconds = 0.0
    private var hasCrashed = false
    /// How much of what an error says is in the message of a record.
    private static let mostOfMessage = 200

    init(storage: AppStorage = AppStorage(), now: Instant = .manualStart) {
        self.storage = storage
        self.now = now
    }

    // MARK: Handlers

    /// Registers the handler of a callback; it takes the place of one before.
    ///
    /// - Parameters:
    ///   - name: The callback, as Apple writes it.
    ///   - handler: What the app does when it is called.
    public func on(_ name: String, _ handler: @escaping Handler) { handlers[name] = handler }

    /// Registers the handler of a callback; it takes the place of one before.
    ///
    /// - Parameters:
    ///   - name: The callback.
    ///   - handler: What the app does when it is called.
    public func on(_ name: CallbackName, _ handler: @escaping Handler) { on(name.rawValue, handler) }

    // MARK: What code does

    /// Does something that the server knows of.
    ///
    /// - Parameters:
    ///   - action: The action, such as `save`.
    ///   - fields: Its fields.
    public func act(_ action: String, _ fields: [String: Value] = [:]) {
        actions.append(.object(fields.merging(["action": .string(action)]) { $1 }))
    }

    /// Keeps the main thread busy, on the device's clock, which must be one that is moved by hand.
    ///
    /// - Parameter seconds: For how long.
    public func work(seconds: Double) { takenSeconds += max(0, seconds) }

    /// Calls a function later; later still if the process is suspended then, as on a phone.
    ///
    /// - Parameters:
    ///   - seconds: After how many seconds.
    ///   - function: What is called.
    /// - Returns: The timer, which can be cancelled.
    @discardableResult public func after(seconds: Double, _ function: @escaping () throws -> Void) -> AppTimer {
        let due = now + Milliseconds(Int64((max(0, min(seconds, 1e9)) * 1_000).rounded()))
        let timer = AppTimer(due: due, function: function)
        timers.append(timer)
        return timer
    }

    /// `beginBackgroundTask(withName:expirationHandler:)`.
    public func beginBackgroundTask(_ name: String, expiration: (() throws -> Void)? = nil) {
        taskExpirations[name] = expiration
        act("beginBackgroundTask", ["name": .string(name), "hasExpirationHandler": .bool(expiration != nil)])
    }

    /// `endBackgroundTask(_:)`.
    public func endBackgroundTask(_ name: String) {
        taskExpirations[name] = nil
        act("endBackgroundTask", ["name": .string(name)])
    }

    /// `BGTaskScheduler.register`, which belongs into `application(_:didFinishLaunchingWithOptions:)`.
    public func registerTask(
        _ identifier: String,
        expiration: (() throws -> Void)? = nil,
        launch: @escaping () throws -> Void
    ) {
        tasks[identifier] = (launch, expiration)
        act("registerTask", ["identifier": .string(identifier), "hasExpirationHandler": .bool(expiration != nil)])
    }

    /// `BGTaskScheduler.submit`.
    ///
    /// - Parameters:
    ///   - identifier: The task's identifier.
    ///   - kind: `appRefresh`, `processing` or `continuedProcessing`.
    ///   - seconds: `earliestBeginDate`, in seconds from now.
    public func submitTaskRequest(
        _ identifier: String,
        kind: String = "appRefresh",
        earliestBeginAfterSeconds seconds: Double? = nil
    ) {
        var fields: [String: Value] = ["identifier": .string(identifier), "kind": .string(kind)]
        if let seconds { fields["earliestBeginAfterSeconds"] = .number(seconds) }
        act("submitTaskRequest", fields)
    }

    /// `BGTask.setTaskCompleted(success:)`.
    public func completeTask(_ identifier: String, success: Bool = true) {
        act("completeTask", ["identifier": .string(identifier), "success": .bool(success)])
    }

    /// Calls the completion handler of a silent push or of a background fetch.
    ///
    /// - Parameters:
    ///   - callback: The callback that the handler was given in.
    ///   - result: `newData`, `noData` or `failed`.
    public func completeFetch(_ callback: AppCallback, result: String = "newData") {
        act("completeFetch", ["identifier": .integer(callback.sequence), "result": .string(result)])
    }
}

/// Something that the code of an app will do later.
public final class AppTimer {
    let due: Instant
    let function: () throws -> Void
    private(set) var isCancelled = false

    init(due: Instant, function: @escaping () throws -> Void) {
        self.due = due
        self.function = function
    }

    /// The function will not be called.
    public func cancel() { isCancelled = true }
}

// MARK: Calls

/// What code has done since it was called.
struct DoneByCode {
    /// What it asked for, in order.
    var actions: [Value]
    /// How long it kept the main thread busy.
    var seconds: Double
    /// What it returned.
    var result: Value?
}

extension AppProcess {
    /// Calls a function of the code.
    ///
    /// - Returns: What the function did.
    func call(at instant: Instant, _ function: () throws -> Value?) rethrows -> DoneByCode {
        now = instant
        defer {
            actions = []
            takenSeconds = 0
        }
        let result = try function()
        if !hasCrashed { setAlarm() }
        return DoneByCode(actions: actions, seconds: takenSeconds, result: result)
    }

    func handle(_ callback: AppCallback) throws -> Value? {
        if let handler = handlers[callback.name] { return try handler(callback) }
        let task = (callback.arguments["identifier"] ?? callback.arguments["name"])?.text ?? ""
        switch callback.name {
        case "alarmHandler": for timer in takeDueTimers() { try timer.function() }
        case "expirationHandler": try taskExpirations.removeValue(forKey: task)?()
        case "launchHandler": try tasks[task]?.launch()
        case "taskExpirationHandler": try tasks[task]?.expiration?()
        // Without code of its own an extension shows a notification as it came.
        case "didReceive(_:withContentHandler:)": return .object([])
        default: break
        }
        return nil
    }

    /// The process ends here, as on an error that nothing catches.
    func crash(_ error: any Error) {
        hasCrashed = true
        act("log", ["message": .string(String("\(error)".prefix(bytes: Self.mostOfMessage)))])
        act("crash", ["exception": "abort"])
    }

    /// In how many seconds from a time on each timer is due, in order.
    func secondsToTimers(at now: Instant) -> [Double] {
        timers.filter { !$0.isCancelled }.map { Double(($0.due - now).count) / 1_000 }.sorted()
    }

    /// The process has ended: nothing of its code is called any more. Functions that hold the process are let go.
    func end() {
        handlers = [:]
        taskExpirations = [:]
        tasks = [:]
        timers = []
    }

    private func takeDueTimers() -> [AppTimer] {
        let due = timers.filter { $0.due <= now }.sorted { $0.due < $1.due }
        timers.removeAll { $0.due <= now }
        alarm = nil
        return due.filter { !$0.isCancelled }
    }

    /// Asks for the next timer: the server keeps one for each process.
    private func setAlarm() {
        timers.removeAll(where: \.isCancelled)
        guard let due = timers.map(\.due).min(), due != alarm else { return }
        act("setAlarm", ["at": .string(due.description)])
        alarm = due
    }
}
