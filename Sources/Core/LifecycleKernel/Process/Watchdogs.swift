/// What a watchdog watches, as crash reports name it. Source: facts 2.1.
package enum WatchdogEvent: String, CaseIterable, Hashable, Codable, Sendable {
    case processLaunch = "process-launch"
    case sceneCreate = "scene-create"
    case sceneUpdate = "scene-update"
    case processExit = "process-exit"
}

/// What a watchdog has ended a process for.
package struct WatchdogTransgression: Hashable, Codable, Sendable {
    package var event: WatchdogEvent
    /// How long it was allowed to take.
    package var allowance: Milliseconds
    /// Processor time that the process used meanwhile.
    package var cpuTime: Milliseconds

    /// The explanation in the words of the system. Sources: facts 2.1, 4.3.
    func explanation(_ bundleID: BundleID, _ pid: ProcessID) -> String {
        let process = "app<\(bundleID)>:\(pid)"
        switch event {
        case .processLaunch, .sceneCreate, .sceneUpdate:
            return "\(event.rawValue) watchdog transgression: \(process) exhausted real (wall clock) time allowance of "
                + "\(allowance.seconds(digits: 2)) seconds"
        case .processExit:
            return "[\(process)] Failed to terminate gracefully after \(allowance.seconds(digits: 1))s"
        }
    }
}

/// What the system waits for while a main thread is busy with something else, and since when.
struct AwaitedTransition: Hashable, Codable, Sendable {
    var transition: Transition
    /// When the system requested it, or when what precedes it was done.
    var since: Instant
}

extension AwaitedTransition: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("transition", Int(transition.rawValue))
        f.field("since", since)
    }
}

/// What watches a handler in flight.
struct HandlerWatch: Hashable, Sendable {
    var event: WatchdogEvent
    var since: Instant
    /// When it ends the process.
    var deadline: Instant

    init(_ event: WatchdogEvent, since: Instant, limit: Milliseconds) {
        self.event = event
        self.since = since
        deadline = since + limit
    }
}

/// Watchdogs, which limit how long an app takes to respond to the system, not how long one of its callbacks takes.
///
/// A transition counts from when the system asks for it, whatever the main thread is doing then. A callback that has a
/// watchdog of its own puts off what comes after it; any other handler in flight is watched by what the system waits
/// for. Sources: facts 2.1; Apple, "Addressing watchdog terminations".
extension App {
    /// What watches a callback that begins now; nil where nothing does until the system waits for something.
    ///
    /// - Parameter since: From when it counts, where what it belongs to has begun before; nil otherwise.
    func watch(over name: CallbackName, since: Instant? = nil, in system: SystemState) -> HandlerWatch? {
        guard system.rulebook.hasWatchdogs, let watchdog = name.watchdog else { return nil }
        let (event, limit) = (watchdog.event, watchdog.limit(in: system.rulebook))
        let own: HandlerWatch =
            switch event {
            case .processLaunch: HandlerWatch(event, since: process.launchedAt, limit: limit)
            case .sceneCreate where process.isLaunching && process.wasLaunchedToScreen:
                // The first scene has the rest of the launch's limit.
                HandlerWatch(
                    event,
                    since: process.launchedAt,
                    limit: system.rulebook.launchLimitSeconds
                )
            case .sceneCreate, .sceneUpdate, .processExit:
                HandlerWatch(event, since: since ?? process.awaited?.since ?? system.now, limit: limit)
            }
        return earlier(own, terminationWatch(in: system))
    }

    /// Called when a callback with a watchdog has begun: what the system waits for next counts from when it returns.
    mutating func awaitNothing() {
        if process.awaited != nil { process.awaited = nil }
    }

    /// The limit of a terminating process for all that it still does, including a handler in flight. Source: facts 2.1,
    /// `process-exit`.
    private func terminationWatch(in system: SystemState) -> HandlerWatch? {
        guard case .ending(_, let since) = process.phase else { return nil }
        return HandlerWatch(.processExit, since: since, limit: system.rulebook.willTerminateLimitSeconds)
    }

    private func earlier(_ one: HandlerWatch, _ other: HandlerWatch?) -> HandlerWatch {
        if let other, other.deadline < one.deadline { other } else { one }
    }

    /// Sets the watchdog of what the system waits for on the handler in flight, unless that has an earlier one. Called
    /// when a handler without one stays in flight, and when the system requests something else of the process.
    mutating func watchMainThread(in system: inout SystemState) {
        guard system.rulebook.hasWatchdogs, let handler = process.runLoop.inFlight else { return }
        let deadline = watchdogDeadline(in: system)
        var watch = mainThreadWatch(in: &system)
        if handler.counterpart?.watchdog != nil {
            // Its own stays unless the process has to be gone earlier.
            watch = terminationWatch(in: system)
            guard let end = watch, deadline.map({ end.deadline < $0 }) ?? true else { return }
        }
        guard watch?.deadline != deadline else { return }
        cancelWatchdog(in: &system)
        if let watch { set(watch, cause: system.lastSequence, in: &system) }
    }

    /// Returns what watches a main thread in a handler without a watchdog of its own: what the system waits for, or the end
    /// of the process; nil where it waits for nothing.
    mutating func mainThreadWatch(in system: inout SystemState) -> HandlerWatch? {
        guard system.rulebook.hasWatchdogs else { return nil }
        noteAwaitedTransition(in: &system)
        let end = terminationWatch(in: system)
        return awaitedTransitionWatch(in: system).map { earlier($0, end) } ?? end
    }

    /// Returns the watchdog of what the system waits for while a handler without one is in flight.
    private func awaitedTransitionWatch(in system: SystemState) -> HandlerWatch? {
        if process.isLaunching {
            let limit = system.rulebook.launchLimitSeconds
            return HandlerWatch(.processLaunch, since: process.launchedAt, limit: limit)
        }
        guard let awaited = process.awaited else { return nil }
        let limit =
            switch awaited.transition {
            case .enterBackground: system.rulebook.didEnterBackgroundLimitSeconds
            case .resign, .connectInBackground, .enterForeground, .activate: system.rulebook.sceneUpdateLimitSeconds
            }
        return HandlerWatch(.sceneUpdate, since: awaited.since, limit: limit)
    }

    /// Notes the transition that the system waits for, unless it has been waiting for it already.
    private mutating func noteAwaitedTransition(in system: inout SystemState) {
        guard !process.isLaunching, let transition = awaitedTransition(in: system) else {
            process.awaited = nil
            return
        }
        if process.awaited?.transition != transition {
            process.awaited = AwaitedTransition(transition: transition, since: system.now)
        }
    }

    /// Sets the watchdog of the handler in flight.
    mutating func set(_ watch: HandlerWatch, cause: SequenceNumber, in system: inout SystemState) {
        process.runLoop.setWatch(since: watch.since)
        system.deadlines.set(.watchdog(watch.event), of: process.pid, at: watch.deadline, cause: cause)
    }

    /// When a watchdog ends the handler in flight; nil if none watches it.
    func watchdogDeadline(in system: SystemState) -> Instant? {
        system.deadlines.first(of: process.pid) { if case .watchdog = $0 { true } else { false } }?.at
    }

    mutating func cancelWatchdog(in system: inout SystemState) {
        cancelDeadlines(in: &system) { if case .watchdog = $0 { true } else { false } }
    }

    /// Ends the process, since the callback in flight has taken too long.
    func watchdogFired(_ event: WatchdogEvent, in system: SystemState) -> AppEffect? {
        let process = self.process
        guard let handler = process.runLoop.inFlight else { return nil }
        let began = handler.watchedSince ?? handler.startedAt
        let transgression = WatchdogTransgression(
            event: event,
            allowance: system.now - began,
            cpuTime: cpuTime(at: system.now, system.rulebook)
                - (began == process.launchedAt ? 0 : handler.cpuTimeBefore)
        )
        let explanation = transgression.explanation(manifest.bundleID, process.pid)
        return .end(Termination(.appWatchdog, explanation: explanation, transgression: transgression))
    }
}
