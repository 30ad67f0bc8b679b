/// What the system waits for while a main thread is busy with something else, and since when.
struct AwaitedTransition: Hashable, Codable, Sendable {
    var transition: Transition
    /// When the system asked for it, or what came before it was done.
    var since: Instant
}

/// What watches a handler in flight.
struct HandlerWatch {
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
extension Device {
    /// What watches a callback that begins now; nil where nothing does until the system waits for something.
    @inline(__always)
    func watch(over name: CallbackName, _ index: Int) -> HandlerWatch? {
        guard rulebook.holds(.watchdogsEnabled), let watch = name.watch else { return nil }
        let limit = rulebook.milliseconds(watch.limit)
        let own: HandlerWatch =
            switch watch.event {
            case .processLaunch: HandlerWatch(watch.event, since: self[process: index].launchedAt, limit: limit)
            case .sceneCreate where self[process: index].isComingUp && self[process: index].wasLaunchedToScreen:
                // The first scene has what is left of the launch.
                HandlerWatch(
                    watch.event,
                    since: self[process: index].launchedAt,
                    limit: rulebook.milliseconds(.launchLimitSeconds)
                )
            case .sceneCreate, .sceneUpdate, .processExit:
                HandlerWatch(watch.event, since: self[process: index].awaited?.since ?? now, limit: limit)
            }
        return earlier(own, watchOverEnd(index))
    }

    /// A callback with a watchdog of its own has begun: what the system waits for next counts from when it returns.
    mutating func awaitNothing(_ index: Int) {
        if self[process: index].awaited != nil { self[process: index].awaited = nil }
    }

    /// A process that was asked to end has so long for all that it still does, a handler in flight included. Source:
    /// facts 2.1, `process-exit`.
    private func watchOverEnd(_ index: Int) -> HandlerWatch? {
        guard let ending = self[process: index].ending else { return nil }
        let limit = rulebook.milliseconds(.willTerminateLimitSeconds)
        return HandlerWatch(.processExit, since: ending.requestedAt ?? now, limit: limit)
    }

    private func earlier(_ one: HandlerWatch, _ other: HandlerWatch?) -> HandlerWatch {
        if let other, other.deadline < one.deadline { other } else { one }
    }

    /// Lets what the system waits for watch the handler in flight, if that has no watchdog of its own that is earlier.
    /// Called when a handler without one stays in flight, and when the system wants something else of the process.
    mutating func watchMainThread(_ index: Int) {
        guard rulebook.holds(.watchdogsEnabled), let handler = self[process: index].runLoop.inFlight else { return }
        noteAwaitedTransition(index)
        var watch = watchOverEnd(index)
        if handler.name?.watch != nil {
            // Its own stays unless the process has to be gone earlier.
            guard let end = watch, handler.deadline.map({ end.deadline < $0 }) ?? true else { return }
        } else if let awaited = watchOverAwaited(index) {
            watch = earlier(awaited, watch)
        }
        guard watch?.deadline != handler.deadline else { return }
        if handler.deadline != nil { callOffWatchdog(index) }
        self[process: index].runLoop.inFlight?.deadline = nil
        if let watch { set(watch, cause: lastSequence, index) }
    }

    /// What the system waits for while a handler without a watchdog of its own is in flight.
    private func watchOverAwaited(_ index: Int) -> HandlerWatch? {
        if self[process: index].isComingUp {
            let limit = rulebook.milliseconds(.launchLimitSeconds)
            return HandlerWatch(.processLaunch, since: self[process: index].launchedAt, limit: limit)
        }
        guard let awaited = self[process: index].awaited else { return nil }
        let limit: RuleKey =
            switch awaited.transition {
            case .enterBackground: .didEnterBackgroundLimitSeconds
            case .resign, .connectInBackground, .enterForeground, .activate: .sceneUpdateLimitSeconds
            }
        return HandlerWatch(.sceneUpdate, since: awaited.since, limit: rulebook.milliseconds(limit))
    }

    /// Notes what the system waits for. What it waited for already counts on; what is no longer wanted is forgotten.
    private mutating func noteAwaitedTransition(_ index: Int) {
        guard !self[process: index].isComingUp, let transition = awaitedTransition(of: index) else {
            self[process: index].awaited = nil
            return
        }
        if self[process: index].awaited?.transition != transition {
            self[process: index].awaited = AwaitedTransition(transition: transition, since: now)
        }
    }

    /// Sets the watchdog of the handler in flight.
    mutating func set(_ watch: HandlerWatch, cause: UInt64, _ index: Int) {
        self[process: index].runLoop.inFlight?.deadline = watch.deadline
        self[process: index].runLoop.inFlight?.watchedSince = watch.since
        deadlines.set(.watchdog(watch.event), at: watch.deadline, pid: self[process: index].pid, cause: cause)
    }

    mutating func callOffWatchdog(_ index: Int) {
        callOff(index) { if case .watchdog = $0 { true } else { false } }
    }

    mutating func watchdogBites(_ event: WatchdogEvent, _ index: Int) {
        let process = self[process: index]
        guard let handler = process.runLoop.inFlight, let deadline = handler.deadline else { return }
        let began = handler.watchedSince ?? handler.startedAt
        let transgression = WatchdogTransgression(
            event: event,
            allowance: deadline - began,
            cpuTime: cpuTime(ofProcessAt: index) - (began == process.launchedAt ? 0 : handler.cpuTimeBefore)
        )
        end(
            index,
            .appWatchdog,
            explanation: transgression.explanation(installed[index].manifest.bundleID, process.pid),
            transgression
        )
    }
}
