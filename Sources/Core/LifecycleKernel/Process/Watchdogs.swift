/// What a watchdog watches, as crash reports name it. Source: facts 2.1.
package enum WatchdogEvent: String, CaseIterable, Hashable, Codable, Sendable {
    case processLaunch = "process-launch"
    case sceneCreate = "scene-create"
    case sceneUpdate = "scene-update"
    case processExit = "process-exit"
}

/// Why a watchdog has ended a process.
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

/// The watchdog of a handler in flight.
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
/// The time of a transition counts from when the system asks for it, whatever the main thread is doing then. While a
/// callback with a watchdog of its own runs, the time of the next transition does not count yet. Any other handler in
/// flight is watched by the watchdog of the transition that the system waits for.
///
/// At most one watchdog is set at a time, as a deadline of the process. If it is reached, the process ends with the
/// code 0x8badf00d, and its `exit` record has the `WatchdogTransgression`. Sources: facts 2.1; Apple, "Addressing
/// watchdog terminations".
///
/// Methods that only read are `mutating`, since their callers would otherwise copy the app for each callback.
extension App {
    /// Returns the watchdog of a callback that begins now; nil if the callback has none of its own.
    ///
    /// - Parameters:
    ///   - since: When its time began, if the transition that it belongs to has begun before; otherwise nil.
    ///   - now: The present instant.
    mutating func watch(
        over name: CallbackName,
        since: Instant? = nil,
        at now: Instant,
        _ rulebook: Rulebook
    ) -> HandlerWatch? {
        guard let watchdog = name.watchdog, rulebook.hasWatchdogs else { return nil }
        let (event, limit) = (watchdog.event, watchdog.limit(in: rulebook))
        let awaited = process.awaited
        let own: HandlerWatch =
            switch event {
            case .processLaunch: launchWatch(rulebook)
            case .sceneCreate where process.isLaunching && process.wasLaunchedToScreen:
                // The first scene has the rest of the launch's limit.
                HandlerWatch(
                    event,
                    since: process.launchedAt,
                    limit: rulebook.launchLimitSeconds
                )
            case .sceneCreate, .sceneUpdate, .processExit:
                HandlerWatch(event, since: since ?? awaited?.since ?? now, limit: limit)
            }
        return Self.earlier(own, terminationWatch(rulebook))
    }

    /// Clears the awaited transition. Called when a callback with a watchdog begins: the time of the next transition
    /// counts from its return.
    mutating func awaitNothing() {
        if process.awaited != nil { process.awaited = nil }
    }

    /// The watchdog of a terminating process. Its limit covers all that the process still does, including a handler in
    /// flight. Source: facts 2.1, `process-exit`.
    private mutating func terminationWatch(_ rulebook: Rulebook) -> HandlerWatch? {
        guard case .ending(_, let since) = process.phase else { return nil }
        return HandlerWatch(.processExit, since: since, limit: rulebook.willTerminateLimitSeconds)
    }

    private static func earlier(_ one: HandlerWatch, _ other: HandlerWatch?) -> HandlerWatch {
        if let other, other.deadline < one.deadline { other } else { one }
    }

    /// Watches the handler in flight by the watchdog of the transition that the system waits for, unless the handler
    /// has an earlier one. Called when a handler without a watchdog stays in flight, and when the system requests
    /// something else of the process.
    mutating func watchMainThread(in system: inout SystemState) {
        guard process.runLoop.isInHandler, system.rulebook.hasWatchdogs else { return }
        let deadline = system.deadlines.watchdog(of: process.pid)
        var watch = mainThreadWatch(in: &system)
        if process.runLoop.inFlight?.counterpart?.watchdog != nil {
            // Its own watchdog stays, unless the process has to end earlier.
            watch = terminationWatch(system.rulebook)
            guard let end = watch, deadline.map({ end.deadline < $0 }) ?? true else { return }
        }
        guard watch?.deadline != deadline else { return }
        cancelWatchdog(in: &system)
        if let watch { set(watch, cause: system.lastSequence, in: &system) }
    }

    /// Returns the watchdog of a handler that has none of its own: that of the transition that the system waits for, of
    /// an update in the background, or of the termination; nil if the system waits for nothing.
    mutating func mainThreadWatch(in system: inout SystemState) -> HandlerWatch? {
        let rulebook = system.rulebook
        guard rulebook.hasWatchdogs else { return nil }
        noteAwaitedTransition(in: &system)
        let (update, end) = (sceneUpdateWatch(rulebook), terminationWatch(rulebook))
        guard let awaited = awaitedTransitionWatch(rulebook) else { return update.map { Self.earlier($0, end) } ?? end }
        return Self.earlier(Self.earlier(awaited, update), end)
    }

    /// Returns the watchdog of the update that the system has asked of scenes in the background.
    private mutating func sceneUpdateWatch(_ rulebook: Rulebook) -> HandlerWatch? {
        guard let since = sceneUpdateRequest, let limit = rulebook.backgroundSceneUpdateLimitSeconds else { return nil }
        return HandlerWatch(.sceneUpdate, since: since, limit: limit)
    }

    /// Returns the watchdog of a launch. In a launch in the background, the system also asks for a scene, even of an
    /// app without scenes, and waits for the answer. If the user opens the app meanwhile, this limit stays. Sources:
    /// facts 2.1, rules 2.8.
    private mutating func launchWatch(_ rulebook: Rulebook) -> HandlerWatch {
        process.wasLaunchedToScreen
            ? HandlerWatch(.processLaunch, since: process.launchedAt, limit: rulebook.launchLimitSeconds)
            : HandlerWatch(.sceneCreate, since: process.launchedAt, limit: rulebook.backgroundLaunchLimitSeconds)
    }

    /// Returns the watchdog of the launch in progress, or of the transition that the system waits for.
    private mutating func awaitedTransitionWatch(_ rulebook: Rulebook) -> HandlerWatch? {
        if process.isLaunching { return launchWatch(rulebook) }
        guard let awaited = process.awaited else { return nil }
        let limit =
            switch awaited.transition {
            case .enterBackground: rulebook.didEnterBackgroundLimitSeconds
            case .resign, .connectInBackground, .enterForeground, .activate: rulebook.sceneUpdateLimitSeconds
            }
        return HandlerWatch(.sceneUpdate, since: awaited.since, limit: limit)
    }

    /// Notes the transition that the system waits for, unless it has been waiting for it already.
    private mutating func noteAwaitedTransition(in system: inout SystemState) {
        guard !process.isLaunching, let transition = awaitedTransition(in: &system) else {
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
    func watchdogDeadline(in system: SystemState) -> Instant? { system.deadlines.watchdog(of: process.pid) }

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

extension DeadlineQueue {
    /// When the watchdog of a process ends it; nil if it has none.
    fileprivate func watchdog(of pid: ProcessID) -> Instant? {
        first(of: pid) { if case .watchdog = $0 { true } else { false } }?.at
    }
}
