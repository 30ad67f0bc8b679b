/// The main run loop of a process: one callback at a time, and what waits behind it.
///
/// Invariant: nothing begins while a handler is in flight. A script that has begun is completed before anything else
/// is looked at, so a transition announced by its will-callback always ends.
struct RunLoop: Codable, Sendable {
    /// The handler that has begun and has not returned.
    var inFlight: HandlerInFlight?
    /// The rest of the script being carried out, the next step last.
    private var script: [Step] = []
    /// What comes after it, in order of arrival.
    private var queue: [Work] = []
    /// How many callbacks began at `busySince`, caused by the input `busyInput` or by no input after it.
    private var callsAtOnce: UInt32 = 0
    /// The instant at which the callbacks counted began.
    private var busySince = Instant.earliest
    /// The record of the last input before the callbacks counted.
    private var busyInput: UInt64?

    /// Something that the run loop comes to.
    enum Work: Hashable, Codable, Sendable {
        /// Bring the scenes to where the screen wants them; what that takes is decided when it is reached.
        case reconcile
        /// Carry out these steps.
        case script([Step])
    }

    /// Counts a callback that begins.
    ///
    /// - Parameter input: The record of the device's last input: what the next one brings about is counted anew.
    /// - Returns: How many have begun at this instant since that input.
    mutating func countCall(at now: Instant, after input: UInt64?) -> UInt32 {
        if busySince != now || busyInput != input {
            busySince = now
            busyInput = input
            callsAtOnce = 0
        }
        callsAtOnce += 1
        return callsAtOnce
    }

    /// How many things wait behind what is being done. With so many waiting no event is taken that would tell an app
    /// more.
    static let waitingLimit = 1_000

    /// Whether no more may wait.
    var isFull: Bool { queue.count >= Self.waitingLimit }

    /// Whether nothing is in flight and nothing waits.
    var isIdle: Bool { inFlight == nil && script.isEmpty && queue.isEmpty }

    /// Begins a script at once; only when no other is being carried out.
    mutating func begin(_ steps: consuming [Step]) {
        // In the buffer, steps are moved; in the array they would be copied.
        if steps.count > 1 { steps.withUnsafeMutableBufferPointer { $0.reverse() } }
        script = consume steps
    }

    /// An empty script that has room for the steps of one, taken from the last one that was carried out.
    mutating func takeScript() -> [Step] {
        var taken: [Step] = []
        swap(&taken, &script)
        return taken
    }

    /// Whether a script is being carried out.
    var isInScript: Bool { !script.isEmpty }

    /// Takes out the next step of the script being carried out; only where there is one.
    mutating func nextStep() -> Step { script.removeLast() }

    /// Puts steps before what is left of the script being carried out.
    mutating func insert(_ steps: [Step]) { script += steps.reversed() }

    /// Begins what waits first, if that is a script.
    ///
    /// - Returns: Whether it is one.
    @inline(never)
    mutating func beginNextScript() -> Bool {
        guard !queue.isEmpty, !comesToReconciliation, case .script(let steps) = queue.remove(at: 0) else {
            return false
        }
        begin(consume steps)
        return true
    }

    /// Whether reconciliation is what waits first.
    var comesToReconciliation: Bool { if case .reconcile? = queue.first { true } else { false } }

    /// Takes the first one that waits out.
    mutating func removeNextWork() { queue.remove(at: 0) }

    /// Gives back memory that was kept for what waits; for an idle main thread that stays idle for long.
    mutating func shrink() {
        if script.isEmpty { script = [] }
        if queue.isEmpty { queue = [] }
    }

    /// Puts steps behind everything that waits.
    mutating func enqueue(_ steps: consuming [Step]) {
        if isIdle { begin(steps) } else { queue.append(.script(steps)) }
    }

    /// Asks for reconciliation behind everything that waits; once is enough.
    mutating func enqueueReconciliation() {
        if queue.last != .reconcile { queue.append(.reconcile) }
    }
}

// The handler in flight, as the behaviour of a simulated app goes through its entries.
extension RunLoop {
    /// Whether the handler of a callback is in flight.
    func isInFlight(_ callback: UInt64) -> Bool {
        if let handler = inFlight { handler.callback == callback } else { false }
    }

    /// When a watchdog ends the handler in flight, and whether its callback has a watchdog of its own; nil where none is.
    var watched: (deadline: Instant?, hasOwn: Bool)? {
        guard let handler = inFlight else { return nil }
        return (handler.deadline, handler.name?.watch != nil)
    }

    /// Where the handler in flight is, if it is one that goes on by itself.
    var progress: HandlerProgress? {
        guard let handler = inFlight, !handler.hangs, let name = handler.name else { return nil }
        return HandlerProgress(
            callback: handler.callback,
            name: name,
            entry: Int(handler.entry),
            entryHasTakenItsTime: handler.entryHasTakenItsTime
        )
    }

    /// The entry that the handler in flight is in has taken its time.
    mutating func entryHasTakenItsTime() { inFlight?.entryHasTakenItsTime = true }

    /// The handler in flight is done with an entry.
    ///
    /// - Parameter result: What it returns, if the entry says so.
    mutating func finishEntry(returning result: Value? = nil) {
        if let result { inFlight?.result = result }
        inFlight?.entry += 1
        inFlight?.entryHasTakenItsTime = false
    }
}

/// Where a handler is: what is asked of it again and again, without its arguments and its result.
struct HandlerProgress {
    var callback: UInt64
    var name: CallbackName
    var entry: Int
    var entryHasTakenItsTime: Bool
}

/// One step of what a process does on its main thread.
enum Step: Hashable, Codable, Sendable {
    /// A method of the app is called; what follows waits until it returns.
    case call(CallbackName, scene: SceneNumber, arguments: [Value.Member])
    /// The expiration handler of a background task is called, if the task is still open.
    case expire(task: UInt32)
    /// The launch handler of a task of `BGTaskScheduler` is called, if the process registered one.
    indirect case launchTask(String)
    /// The expiration handler of such a task is called, if the task still runs.
    indirect case expireTask(String)
    /// Timers that would have fired while the process was suspended fire.
    case fireLateTimers([String])
    /// An event of the user goes along the responder chain.
    indirect case dispatch(InputEvent)
    /// The app has become active: the push that was held for it goes out.
    case deliverHeldPush
    /// The app has been launched: it hears of transfers that ended and were not told.
    case tellTransfers
    case post(NotificationName, scene: SceneNumber)
    /// The scene changes its state, and the process with it where it is the most active one.
    case move(SceneNumber, SceneState, why: ProcessChange.Why)
    /// The launch is over: from here on the process goes where the screen wants it.
    case finishLaunch
    /// The handler of entering the background has returned: snapshots, the system's own purge.
    case leftScreen(SceneNumber)
    /// The snapshots of the scene are taken: the app is asked what it wants to have back.
    case preserveState(SceneNumber)
    /// The scene comes back: the app uses again what was purged.
    case returnsToScreen
    /// A scene comes to be for a session, unattached.
    case attach(SceneNumber)
    /// The app has been told of its new scene.
    case connected
    /// The scene goes from the process; its session stays.
    case detach(SceneNumber)
    /// The session is gone.
    case discard(SceneNumber)
    /// A payload counts as told: the calls that tell it follow.
    indirect case deliver(PendingPayload)
    /// The process ends.
    case end(TerminationReason)
}

/// A handler that has begun and has not returned.
struct HandlerInFlight: Codable, Sendable {
    /// The sequence of the callback's record; 0 when code outside of any callback blocks the main thread.
    var callback: UInt64
    /// Which callback; nil when code outside of any callback blocks the main thread.
    var name: CallbackName?
    var scene: SceneNumber
    var arguments: [Value.Member]
    var startedAt: Instant
    /// Processor time that the process had used when it began.
    var cpuTimeBefore: Milliseconds
    /// When a watchdog ends the process.
    var deadline: Instant?
    /// From when that watchdog counts; nil for the beginning of the handler.
    var watchedSince: Instant?
    /// The entry of the behaviour that it has come to.
    var entry: Int32 = 0
    /// Whether that entry has taken its time already.
    var entryHasTakenItsTime = false
    /// Whether it will never return.
    var hangs = false
    var result: Value?
}
