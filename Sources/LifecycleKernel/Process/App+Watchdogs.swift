/// What the system waits for while a main thread is busy with something else, and since when.
struct AwaitedTransition: Hashable, Codable, Sendable {
    var transition: Transition
    /// When the system asked for it, or what came before it was done.
    var since: Instant
}

/// What watches a handler in flight.
struct HandlerWatch: Hashable, Sendable {
    var event: WatchdogEvent
    /// From when it counts.
    var since: Instant
    /// When it ends the process.
    var deadline: Instant

    init(_ event: WatchdogEvent, since: Instant, limit: Milliseconds) {
        self.event = event
        self.since = since
        deadline = since + limit
    }
}

/// Watchdogs: they watch how an app answers to the system, not how long one of its callbacks takes.
///
/// A transition counts from when the system asks for it, whatever the main thread is doing then. A callback that has a
/// watchdog of its own puts off what comes after it; any other handler in flight is watched by what the system waits
/// for. Sources: facts 2.1; Apple, "Addressing watchdog terminations".
extension App {
    /// What watches a callback that begins now; nil where nothing does until the system waits for something.
    // Inlining saves 3.9 % of the instructions of a transition, all of this file together.
    @inline(__always)
    func watch(over name: CallbackName, in system: SystemState) -> HandlerWatch? {
        guard system.rulebook.holds(.watchdogsEnabled), let watch = name.watch else { return nil }
        let limit = system.rulebook.milliseconds(watch.limit)
        let own: HandlerWatch =
            switch watch.event {
            case .processLaunch: HandlerWatch(watch.event, since: process.launchedAt, limit: limit)
            case .sceneCreate where process.isComingUp && process.wasLaunchedToScreen:
                // The first scene has what is left of the launch.
                HandlerWatch(
                    watch.event,
                    since: process.launchedAt,
                    limit: system.rulebook.milliseconds(.launchLimitSeconds)
                )
            case .sceneCreate, .sceneUpdate, .processExit:
                HandlerWatch(watch.event, since: process.awaited?.since ?? system.now, limit: limit)
            }
        return earlier(own, watchOverEnd(in: system))
    }

    /// A callback with a watchdog of its own has begun: what the system waits for next counts from when it returns.
    mutating func awaitNothing() {
        if process.awaited != nil { process.awaited = nil }
    }

    /// A process that was asked to end has so long for all that it still does, a handler in flight included. Source:
    /// facts 2.1, `process-exit`.
    @inline(__always)
    private func watchOverEnd(in system: SystemState) -> HandlerWatch? {
        guard let ending = process.ending else { return nil }
        let limit = system.rulebook.milliseconds(.willTerminateLimitSeconds)
        return HandlerWatch(.processExit, since: ending.requestedAt ?? system.now, limit: limit)
    }

    private func earlier(_ one: HandlerWatch, _ other: HandlerWatch?) -> HandlerWatch {
        if let other, other.deadline < one.deadline { other } else { one }
    }

    /// Lets what the system waits for watch the handler in flight, if that has no watchdog of its own that is earlier.
    /// Called when a handler without one stays in flight, and when the system wants something else of the process.
    mutating func watchMainThread(in system: inout SystemState) {
        guard system.rulebook.holds(.watchdogsEnabled), let watched = process.runLoop.watched else { return }
        noteAwaitedTransition(in: &system)
        var watch = watchOverEnd(in: system)
        if watched.hasOwn {
            // Its own stays unless the process has to be gone earlier.
            guard let end = watch, watched.deadline.map({ end.deadline < $0 }) ?? true else { return }
        } else if let awaited = watchOverAwaited(in: system) {
            watch = earlier(awaited, watch)
        }
        guard watch?.deadline != watched.deadline else { return }
        if watched.deadline != nil { callOffWatchdog(in: &system) }
        process.runLoop.inFlight?.deadline = nil
        if let watch { set(watch, cause: system.lastSequence, in: &system) }
    }

    /// What the system waits for while a handler without a watchdog of its own is in flight.
    @inline(__always)
    private func watchOverAwaited(in system: SystemState) -> HandlerWatch? {
        if process.isComingUp {
            let limit = system.rulebook.milliseconds(.launchLimitSeconds)
            return HandlerWatch(.processLaunch, since: process.launchedAt, limit: limit)
        }
        guard let awaited = process.awaited else { return nil }
        let limit: RuleKey =
            switch awaited.transition {
            case .enterBackground: .didEnterBackgroundLimitSeconds
            case .resign, .connectInBackground, .enterForeground, .activate: .sceneUpdateLimitSeconds
            }
        return HandlerWatch(.sceneUpdate, since: awaited.since, limit: system.rulebook.milliseconds(limit))
    }

    /// Notes what the system waits for. What it waited for already counts on; what is no longer wanted is forgotten.
    private mutating func noteAwaitedTransition(in system: inout SystemState) {
        guard !process.isComingUp, let transition = awaitedTransition(in: system) else {
            process.awaited = nil
            return
        }
        if process.awaited?.transition != transition {
            process.awaited = AwaitedTransition(transition: transition, since: system.now)
        }
    }

    /// Sets the watchdog of the handler in flight.
    mutating func set(_ watch: HandlerWatch, cause: UInt64, in system: inout SystemState) {
        process.runLoop.inFlight?.deadline = watch.deadline
        process.runLoop.inFlight?.watchedSince = watch.since
        system.deadlines.set(.watchdog(watch.event), at: watch.deadline, pid: process.pid, cause: cause)
    }

    mutating func callOffWatchdog(in system: inout SystemState) {
        callOff(in: &system) { if case .watchdog = $0 { true } else { false } }
    }

    /// The callback in flight has taken too long: that ends the process.
    func watchdogFired(_ event: WatchdogEvent, in system: SystemState) -> AppEffect? {
        let process = self.process
        guard let handler = process.runLoop.inFlight, let deadline = handler.deadline else { return nil }
        let began = handler.watchedSince ?? handler.startedAt
        let transgression = WatchdogTransgression(
            event: event,
            allowance: deadline - began,
            cpuTime: cpuTime(in: system) - (began == process.launchedAt ? 0 : handler.cpuTimeBefore)
        )
        let explanation = transgression.explanation(manifest.bundleID, process.pid)
        return .end(Termination(.appWatchdog, explanation: explanation, transgression: transgression))
    }
}
