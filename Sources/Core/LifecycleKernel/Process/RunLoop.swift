// The main run loop of a process.
//
// The queue holds work in the order of arrival: scripts, which are lists of steps, and requests to reconcile the scenes
// with the screen. One script at a time is carried out, step by step (`App.runMainThread`). A step that calls the app's
// code puts a handler in flight, and the loop waits until it returns: at once, after the time that its declared
// behavior takes, or when a program outside completes it. When the loop is idle, the process is suspended if nothing
// holds it.

/// The main run loop of a process: one callback at a time, and what waits behind it.
///
/// Invariant: nothing begins while a handler is in flight. A script that has begun is completed before anything else
/// is looked at, so a transition announced by its will-callback always ends.
struct RunLoop: Hashable, Codable, Sendable {
    /// The handler that has begun and has not returned.
    private(set) var inFlight: HandlerInFlight?
    /// The rest of the script being carried out, the next step last.
    private var script: [Step] = []
    /// What comes after it, in order of arrival.
    private var queue: [Work] = []

    /// Work that waits in the queue.
    enum Work: Hashable, Codable, Sendable {
        /// Reconcile the scenes with the screen; the steps are determined when it is performed.
        case reconcile
        /// Perform these steps.
        case script([Step])
    }

    /// The most work that may wait. Events that would add more are refused.
    static let waitingLimit = 1_000

    /// Whether no more work may be added.
    var isFull: Bool { queue.count >= Self.waitingLimit }

    /// How much work waits.
    var waitingCount: Int { queue.count + (script.isEmpty ? 0 : 1) }

    /// Whether nothing is in flight and nothing waits.
    var isIdle: Bool { !isInHandler && script.isEmpty && queue.isEmpty }

    /// Whether a handler is in flight. Matches a pattern, since `==` would copy the handler.
    var isInHandler: Bool { if case nil = inFlight { false } else { true } }

    /// Begins a script at once. Requires that there is no current one.
    mutating func begin(_ steps: consuming [Step]) {
        steps.reverse()
        script = consume steps
    }

    /// Takes the empty script, so that the next one reuses its capacity.
    mutating func takeScript() -> [Step] {
        var taken: [Step] = []
        swap(&taken, &script)
        return taken
    }

    /// Whether there is a current script.
    var isInScript: Bool { !script.isEmpty }

    /// Removes and returns the next step of the current script. Requires that there is one.
    mutating func nextStep() -> Step { script.removeLast() }

    /// Whether the process is leaving the screen: not all callbacks of that transition have returned.
    var isLeavingScreen: Bool { script.contains { if case .leftScreen = $0 { true } else { false } } }

    /// Inserts steps before the rest of the current script.
    mutating func insert(_ steps: [Step]) { script += steps.reversed() }

    /// Begins the first work in the queue, if that is a script.
    ///
    /// - Returns: Whether it is one.
    mutating func beginNextScript() -> Bool {
        guard !queue.isEmpty, !isReconciliationNext, case .script(let steps) = queue.remove(at: 0) else {
            return false
        }
        begin(consume steps)
        return true
    }

    var isReconciliationNext: Bool { if case .reconcile? = queue.first { true } else { false } }

    /// Removes the first work in the queue.
    mutating func removeNextWork() { queue.remove(at: 0) }

    /// Frees unused capacity, since a main thread may be idle for long.
    mutating func shrink() {
        if script.isEmpty { script = [] }
        if queue.isEmpty { queue = [] }
    }

    /// Removes and returns the steps that have not begun, in order. Called when the process ends.
    mutating func takeWaitingSteps() -> [Step] {
        var steps: [Step] = script.reversed()
        script = []
        for work in queue {
            if case .script(let more) = work { steps += more }
        }
        queue = []
        return steps
    }

    /// Appends steps to the queue.
    mutating func enqueue(_ steps: consuming [Step]) {
        if isIdle { begin(steps) } else { queue.append(.script(steps)) }
    }

    /// Puts steps into the queue before a waiting reconciliation, so that they run before the transition that it
    /// begins.
    mutating func enqueueBeforeReconciliation(_ steps: consuming [Step]) {
        guard let index = queue.firstIndex(where: { if case .reconcile = $0 { true } else { false } }) else {
            return enqueue(steps)
        }
        queue.insert(.script(steps), at: index)
    }

    /// Appends reconciliation to the queue, unless it is there already.
    mutating func enqueueReconciliation() {
        if queue.last != .reconcile { queue.append(.reconcile) }
    }
}

extension RunLoop: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("inFlight", inFlight)
        f.field("script", script)
        f.field("queue", queue)
    }
}

extension RunLoop.Work: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .reconcile: f.choice("reconcile")
        case .script(let steps):
            f.choice("script")
            f.write(steps)
        }
    }
}

// The handler in flight of a simulated app, which performs the entries of its behaviour.
extension RunLoop {
    /// Whether the handler of a callback is in flight.
    func isInFlight(_ callback: SequenceNumber) -> Bool {
        if let handler = inFlight { handler.record == callback } else { false }
    }

    /// The progress of the handler in flight, if it continues by itself.
    var progress: HandlerProgress? {
        guard let handler = inFlight, !handler.hangs, case .callback(let name, let record, _) = handler.subject
        else { return nil }
        return HandlerProgress(
            callback: record,
            name: name,
            entry: Int(handler.entry),
            entryHasTakenItsTime: handler.entryHasTakenItsTime
        )
    }

    /// Begins a handler. Requires that none is in flight.
    mutating func begin(_ handler: HandlerInFlight) { inFlight = handler }

    /// Removes and returns the handler in flight. Called when it returns.
    mutating func takeHandler() -> HandlerInFlight? { inFlight.take() }

    /// Notes that the handler in flight will never return.
    mutating func hang() { inFlight?.hangs = true }

    /// Sets what the handler in flight returns.
    mutating func setResult(_ result: Value?) { inFlight?.result = result }

    /// Sets when the time of the watchdog of the handler in flight began.
    mutating func setWatch(since: Instant) { inFlight?.watchedSince = since }

    /// Called when the time of the current entry has passed.
    mutating func entryHasTakenItsTime() { inFlight?.entryHasTakenItsTime = true }

    /// Called when the current entry is done.
    ///
    /// - Parameter result: The result that the entry sets, if any.
    mutating func finishEntry(returning result: Value? = nil) {
        if let result { inFlight?.result = result }
        inFlight?.entry += 1
        inFlight?.entryHasTakenItsTime = false
    }
}

/// The progress of a handler, without its arguments and its result.
struct HandlerProgress {
    var callback: SequenceNumber
    var name: CallbackName
    var entry: Int
    var entryHasTakenItsTime: Bool
}

/// One step of what a process does on its main thread.
enum Step: Hashable, Codable, Sendable {
    /// Calls a method of the app; the next step waits until it returns.
    case call(CallbackName, scene: SceneReference, arguments: CallbackArguments?)
    /// Calls a method that has a completion handler. The assertion holds the process until the app calls that handler.
    indirect case callToComplete(CallbackName, arguments: CallbackArguments?, AssertionID)
    /// Calls the expiration handler of a background task, if the task is still open.
    case expire(task: AssertionID)
    /// Calls the launch handler of a task of `BGTaskScheduler`, if the process registered one. The assertion is what holds
    /// the process for the task.
    indirect case launchTask(String, AssertionID)
    /// Calls the expiration handler of such a task, if the task still runs.
    case expireTask(AssertionID)
    /// Calls the handler that the process registered for a wake-up by a framework, if there is one. The assertion holds
    /// the process meanwhile; nil if none does.
    indirect case deliverWake(SystemWake.Reason, SystemWake.Handler, arguments: CallbackArguments?, AssertionID?)
    /// The handler of a wake-up by a framework has returned: ends the assertion that held the process for it.
    case wakeHandled(AssertionID)
    /// Delivers a location that the process was woken for.
    case deliverLocation
    /// Fires timers that were due while the process was suspended.
    case fireLateTimers([String])
    /// Dispatches an event of the user along the responder chain.
    indirect case dispatch(InputEvent)
    /// Delivers the held push, since the app has become active.
    case deliverHeldPush
    /// Notifies the app that protected data becomes unavailable or is available again, unless it knows by then.
    case notifyOfProtectedData
    /// Reports discarded sessions that the app has not been notified of by then.
    indirect case reportDiscardedSessions([SceneID])
    /// Delivers the transfers of a session that have ended by then. With nil, which follows a launch, delivers those of
    /// every session.
    indirect case deliverTransfers(ofSession: String?)
    /// Delivers the first ended transfer of a session, and then the next ones: `of` says how many in all. Transfers
    /// that wait stay in the session, so that nothing has to be put back if the process ends first.
    indirect case deliverTransfer(ofSession: String, of: UInt32)
    /// Posts a notification.
    case post(NotificationName, scene: SceneReference, arguments: CallbackArguments?)
    /// Changes the state of a scene, and of the process if the scene is its most active one.
    case move(SceneID, SceneState, reason: ProcessChange.Reason)
    /// Ends the launch methods; from here on the process follows the screen.
    case finishLaunch
    /// Called when the handler of entering the background has returned: takes snapshots and purges memory.
    case leftScreen(SceneID)
    /// The scenes update in the background, as the system has asked.
    case updateScenes(takesSnapshots: Bool)
    /// Asks the app for the state to preserve for a scene.
    case preserveState(SceneID)
    /// The scene returns to the screen: the app uses purged memory again.
    case reusePurgedMemory
    /// Creates a scene for a session, unattached.
    case attach(SceneID)
    /// The app was notified of its new scene.
    case connected
    /// Removes the scene from the process; its session stays.
    case detach(SceneID)
    /// Removes the session.
    case discard(SceneID)
    /// Marks a payload as delivered; the calls that deliver it follow.
    indirect case deliver(PendingPayload)
    /// Creates a scene of an app that has not adopted scenes although it has to. UIKit traps, which ends the process.
    case trapWithoutScenes
    /// Ends the process.
    case end(TerminationReason)

    /// Calls a method of the app about a scene, or about the app if there is no scene.
    static func call(_ name: CallbackName, scene: SceneID? = nil, arguments: CallbackArguments? = nil) -> Step {
        .call(name, scene: SceneReference(scene), arguments: arguments)
    }

    /// Posts a notification about a scene, or about the app if there is no scene.
    static func post(_ name: NotificationName, scene: SceneID? = nil, arguments: CallbackArguments? = nil) -> Step {
        .post(name, scene: SceneReference(scene), arguments: arguments)
    }
}

extension Step: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .call(let name, let scene, let arguments):
            f.choice("call")
            f.write(name)
            f.write(scene)
            f.write(arguments)
        case .callToComplete(let name, let arguments, let assertion):
            f.choice("callToComplete")
            f.write(name)
            f.write(arguments)
            f.write(assertion)
        case .expire(let assertion):
            f.choice("expire")
            f.write(assertion)
        case .launchTask(let identifier, let assertion):
            f.choice("launchTask")
            f.write(identifier)
            f.write(assertion)
        case .expireTask(let assertion):
            f.choice("expireTask")
            f.write(assertion)
        case .deliverWake(let reason, let handler, let arguments, let assertion):
            f.choice("deliverWake")
            f.write(reason)
            f.write(handler)
            f.write(arguments)
            f.write(assertion)
        case .wakeHandled(let assertion):
            f.choice("wakeHandled")
            f.write(assertion)
        case .deliverLocation: f.choice("deliverLocation")
        case .fireLateTimers(let names):
            f.choice("fireLateTimers")
            f.write(names)
        case .dispatch(let event):
            f.choice("dispatch")
            f.write(event)
        case .deliverHeldPush: f.choice("deliverHeldPush")
        case .notifyOfProtectedData: f.choice("notifyOfProtectedData")
        case .reportDiscardedSessions(let numbers):
            f.choice("reportDiscardedSessions")
            f.write(numbers)
        case .deliverTransfers(let session):
            f.choice("deliverTransfers")
            f.write(session)
        case .deliverTransfer(let session, let count):
            f.choice("deliverTransfer")
            f.write(session)
            f.write(Int(count))
        case .post(let name, let scene, let arguments):
            f.choice("post")
            f.write(name)
            f.write(scene)
            f.write(arguments)
        case .move(let scene, let state, let reason):
            f.choice("move")
            f.write(scene)
            f.write(state)
            f.write(reason)
        case .finishLaunch: f.choice("finishLaunch")
        case .leftScreen(let scene):
            f.choice("leftScreen")
            f.write(scene)
        case .updateScenes(let takesSnapshots):
            f.choice("updateScenes")
            f.write(takesSnapshots)
        case .preserveState(let scene):
            f.choice("preserveState")
            f.write(scene)
        case .reusePurgedMemory: f.choice("reusePurgedMemory")
        case .attach(let scene):
            f.choice("attach")
            f.write(scene)
        case .connected: f.choice("connected")
        case .detach(let scene):
            f.choice("detach")
            f.write(scene)
        case .discard(let scene):
            f.choice("discard")
            f.write(scene)
        case .deliver(let payload):
            f.choice("deliver")
            f.write(payload)
        case .trapWithoutScenes: f.choice("trapWithoutScenes")
        case .end(let reason):
            f.choice("end")
            f.write(reason)
        }
    }
}

/// A handler that has begun and has not returned.
struct HandlerInFlight: Hashable, Codable, Sendable {
    /// The code that runs.
    var subject: Subject
    /// The scene that it is about.
    var scene = SceneReference(nil)
    var startedAt: Instant
    /// Processor time that the process had used when it began.
    var cpuTimeBefore: Milliseconds
    /// When the time of its watchdog began; nil if it began with the handler.
    var watchedSince: Instant?
    /// The current entry of the behaviour.
    var entry: Int32 = 0
    /// Whether the time of that entry has passed.
    var entryHasTakenItsTime = false
    /// Whether it will never return.
    var hangs = false
    var result: Value?

    /// What keeps the main thread busy.
    enum Subject: Hashable, Codable, Sendable {
        /// A callback, with its record.
        case callback(CallbackName, record: SequenceNumber, CallbackArguments?)
        /// The observers of a notification, with its record.
        case notification(NotificationName, record: SequenceNumber, CallbackArguments? = nil)
        /// Code outside of any callback, which never returns.
        case otherCode
    }
}

extension HandlerInFlight: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("subject", subject)
        f.field("scene", scene)
        f.field("startedAt", elapsedSince: startedAt, atMost: f.bounds.handler)
        f.ignore("cpuTimeBefore")  // For the explanation of a watchdog termination.
        f.field("watchedSince", elapsedSince: watchedSince, atMost: f.bounds.handler)
        f.field("entry", Int(entry))
        f.field("entryHasTakenItsTime", entryHasTakenItsTime)
        f.field("hangs", hangs)
        f.field("result", result)
    }
}

extension HandlerInFlight.Subject: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .callback(let name, let record, let arguments):
            f.choice("callback")
            f.write(name)
            f.write(ordinal: record, of: .callback)
            f.write(arguments)
        case .notification(let name, let record, let arguments):
            f.choice("notification")
            f.write(name)
            f.write(ordinal: record, of: .callback)
            f.write(arguments)
        case .otherCode: f.choice("otherCode")
        }
    }
}

extension HandlerInFlight {
    /// The record of the callback or the notification; nil for code outside of any.
    var record: SequenceNumber? {
        switch subject {
        case .callback(_, let record, _), .notification(_, let record, _): record
        case .otherCode: nil
        }
    }

    /// The record of its return; nil if that comes at once and gives no result.
    func returned(at now: Instant) -> Record.Body? {
        guard let record, now > startedAt || result != nil else { return nil }
        return .returned(callback: record, took: now - startedAt, result: result)
    }

    var name: CallbackName? { if case .callback(let name, _, _) = subject { name } else { nil } }

    var notification: NotificationName? { if case .notification(let name, _, _) = subject { name } else { nil } }

    /// The callback, or the callback of the same transition as the notification; nil if there is none.
    var counterpart: CallbackName? { name ?? notification?.counterpart }
}

/// The arguments of a callback. Those that the kernel reads again have a case of their own; the others are kept as
/// records have them.
enum CallbackArguments: Hashable, Codable, Sendable {
    /// A background URL session. A callback about one of its transfers also gets the description of the transfer and,
    /// if it failed, its error.
    indirect case session(String, taskDescription: String? = nil, error: Value? = nil)
    /// A task of `BGTaskScheduler`, by its identifier.
    indirect case task(String)
    /// By name.
    case named([Value.Member])

    /// The arguments of these names; nil without any.
    init?(_ members: [Value.Member]) {
        guard !members.isEmpty else { return nil }
        self = .named(members)
    }

    /// By name, as records have them.
    var members: [Value.Member] {
        switch self {
        case .session(let session, let description, let error):
            [Value.Member("session", .string(session))]
                + (description.map { [Value.Member("taskDescription", .string($0))] } ?? [])
                + (error.map { [Value.Member("error", $0)] } ?? [])
        case .task(let identifier): [Value.Member("identifier", .string(identifier))]
        case .named(let members): members
        }
    }
}

extension CallbackArguments: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .session(let session, let description, let error):
            f.choice("session")
            f.write(session)
            f.write(description)
            f.write(error)
        case .task(let identifier):
            f.choice("task")
            f.write(identifier)
        case .named(let members):
            f.choice("named")
            f.write(members)
        }
    }
}

extension CallbackArguments: ExpressibleByArrayLiteral {
    init(arrayLiteral members: Value.Member...) { self = .named(members) }
}
