/// Something that the system may decide to do by itself.
struct Decision: Sendable {
    /// What the system does. Apps and requests are named by their indices.
    enum Kind: Sendable {
        case task(app: Int, request: Int)
        case fetch(app: Int)
        case push(app: Int)
        case longIdleExit(app: Int)
    }

    /// When the system may do it.
    var at: Instant
    var cause: SequenceNumber
    var kind: Kind
}

extension Device {
    /// Sets the deadline of the next decision, as conditions are now. Called when everything else is settled.
    ///
    /// The decision is not stored. It is made again when the deadline is due. So it depends on the state alone, and a
    /// restored device decides the same.
    mutating func planDecisions() {
        let next = nextDecision().map { (at: max(system.now, $0.at), cause: $0.cause) }
        if let planned = system.deadlines.first(where: { $0.subject.isDecision }) {
            if planned.at == next?.at { return }
            system.deadlines.cancel(.systemDecides)
        }
        if let next { system.deadlines.set(.systemDecides, at: next.at, cause: next.cause) }
    }

    /// Takes the decision that is due, if conditions still allow it.
    mutating func decide() {
        guard let next = nextDecision(), next.at <= system.now else { return }
        system.timeline.attribute(to: next.cause)
        switch next.kind {
        case .task(let index, let requestIndex):
            launchTask(apps[index].background.requests[requestIndex].request.identifier, index)
        case .fetch(let index): wake(index, for: apps[index].beginFetch(in: &system))
        case .push(let index): wake(index, for: apps[index].takeDeliverablePush(in: &system))
        case .longIdleExit(let index): end(index, Termination(.longIdleExit))
        }
    }

    /// Returns the earliest decision. At one instant, the app installed first comes first. For one app, a held push comes
    /// before a fetch, and a fetch before task requests.
    ///
    /// Conditions are checked only for a decision that would be the earliest.
    // It changes nothing, but is `mutating`, since the caller would otherwise copy the device: 1.7 % of the
    // instructions of a timed event.
    private mutating func nextDecision() -> Decision? {
        guard system.screen.isOn else { return nil }
        var next = EarliestDecision()
        let idleLimit = system.rulebook.longIdleExitSeconds
        let letsAppsFetch = system.conditions.allowFetches && system.rulebook.schedulesAutomatically
        let fetchFacts = letsAppsFetch ? system.fetchFacts() : nil
        for index in apps.indices {
            if !apps[index].background.isBlank {
                if apps[index].background.value.heldPush != nil,
                    let (window, cause) = apps[index].windowForHeldPush(in: system)
                {
                    next.consider(.push(app: index), at: window, cause: cause)
                }
                if let fetchFacts, let fetches = apps[index].background.value.fetches, next.isAfter(fetches.next),
                    !apps[index].isEnding, !system.screen.hasInFront(apps[index].manifest.bundleID),
                    apps[index].installation.refusalOfFetch(fetchFacts, hasLaunched: apps[index].hasLaunched) == nil
                {
                    next.consider(.fetch(app: index), at: fetches.next, cause: fetches.cause)
                }
                if !apps[index].background.value.requests.isEmpty {
                    let isAtLimit = apps[index].hasRequestedContinuedProcessing && isAtContinuedTaskLimit
                    if let task = apps[index].earliestTask(isAtContinuedLimit: isAtLimit, in: system) {
                        next.consider(.task(app: index, request: task.request), at: task.at, cause: task.cause)
                    }
                }
            }
            if idleLimit > 0, apps[index].hasProcess, let suspension = apps[index].process.suspension {
                next.consider(.longIdleExit(app: index), at: suspension.since + idleLimit, cause: suspension.record)
            }
        }
        return next.decision
    }
}

/// The earliest of the decisions considered so far; of several at one instant, the first considered.
private struct EarliestDecision {
    private(set) var decision: Decision?

    /// Returns whether a decision at an instant would be earlier.
    fileprivate func isAfter(_ instant: Instant) -> Bool {
        guard let decision else { return true }
        return instant < decision.at
    }

    fileprivate mutating func consider(_ kind: Decision.Kind, at instant: Instant, cause: SequenceNumber) {
        if isAfter(instant) { decision = Decision(at: instant, cause: cause, kind: kind) }
    }
}

extension SystemState {
    /// Returns the delay that the scheduler's policy adds to an earliest date: nothing, or a random one of up to a
    /// quarter of an hour.
    mutating func schedulerDelay() -> Milliseconds {
        guard rulebook.schedulerPolicy == .random else { return 0 }
        return Milliseconds(random.next() % 900_000)
    }
}

/// What the system does by itself: background tasks, fetches, and pushes whose window opens. Sources: facts 2.3, 6.2.
extension App {
    /// Whether a continued processing task waits to be launched.
    fileprivate var hasRequestedContinuedProcessing: Bool {
        background.requests.contains { $0.request.kind == .continuedProcessing }
    }

    /// Returns the earliest of the requests that may be launched, by its index; of several at one instant the first.
    ///
    /// - Parameter isAtContinuedLimit: Whether the limit on continued processing tasks that run on the device is
    ///   reached.
    fileprivate func earliestTask(
        isAtContinuedLimit: Bool,
        in system: SystemState
    ) -> (request: Int, at: Instant, cause: SequenceNumber)? {
        var facts = taskFacts(in: system)
        facts.isAtContinuedLimit = isAtContinuedLimit
        var earliest: (request: Int, at: Instant, cause: SequenceNumber)?
        for (index, pending) in background.requests.enumerated() {
            if let earliest, earliest.at <= pending.earliest { continue }
            guard TaskPolicy.launches(pending.request, facts) else { continue }
            earliest = (index, pending.earliest, pending.cause)
        }
        return earliest
    }
}

/// Sentences that explain what requests of `BGTaskScheduler` wait for.
extension App {
    /// A sentence for each request that waits, in the order in which they were made.
    ///
    /// - Parameter isAtContinuedLimit: Whether the limit on continued processing tasks that run on the device is
    ///   reached.
    func sentencesAboutRequests(isAtContinuedLimit: Bool, in system: SystemState) -> [Sentence] {
        guard !background.isBlank else { return [] }
        var facts = taskFacts(in: system)
        facts.isAtContinuedLimit = isAtContinuedLimit
        return background.requests.map { pending in
            let identifier = pending.request.identifier
            if let obstacle = TaskPolicy.obstacle(to: pending.request, facts)?.sentence {
                return "its request for the task \(identifier, as: "identifier") waits: \(obstacle, as: "obstacle")"
            }
            guard pending.earliest > system.now else {
                return "its request for the task \(identifier, as: "identifier") waits until the device's time advances"
            }
            return """
                its request for the task \(identifier, as: "identifier") waits until \(pending.earliest, as: "time")
                """
        }
    }
}
