/// Something that the system may decide to do.
struct Decision: Sendable {
    /// What it is; apps and requests by their places.
    enum Kind: Sendable {
        case task(app: Int, request: Int)
        case fetch(app: Int)
        case push(app: Int)
        case longIdleExit(app: Int)
    }

    /// When it may be done.
    var at: Instant
    /// The record that it goes back to.
    var cause: UInt64
    var kind: Kind
}

extension Device {
    /// Sets the deadline of the next decision, as conditions are now. Called when everything else is settled.
    ///
    /// What will be decided is not kept: when the deadline comes it is looked for again, so that it follows from the
    /// state of the device alone, and a device that was restored decides the same.
    mutating func planDecisions() {
        let next = nextDecision().map { (at: max(system.now, $0.at), cause: $0.cause) }
        if let planned = system.deadlines.first(where: { $0.kind.isDecision }) {
            if planned.at == next?.at { return }
            system.deadlines.callOff(pid: 0) { $0.isDecision }
        }
        if let next { system.deadlines.set(.systemDecides, at: next.at, pid: 0, cause: next.cause) }
    }

    /// Takes the decision that is due, if conditions still allow it.
    mutating func decide() {
        guard let next = nextDecision(), next.at <= system.now else { return }
        system.timeline.attribute(to: next.cause)
        switch next.kind {
        case .task(let index, let place):
            launchTask(apps[index].background.requests[place].request.identifier, index)
        case .fetch(let index): performFetch(index)
        case .push(let index): deliverHeldPush(index)
        case .longIdleExit(let index): end(index, Termination(.longIdleExit))
        }
    }

    /// The decision that comes first; among several at one instant it is the one of the app installed first, and of one
    /// app a held push, then a fetch, then its task requests.
    ///
    /// Whether conditions allow it is asked only of what would come first.
    private func nextDecision() -> Decision? {
        guard system.screen.isOn, mayDecide else { return nil }
        var next = EarliestDecision()
        let idleLimit = system.rulebook.milliseconds(.longIdleExitSeconds)
        let allowsFetch = system.deviceAllowsFetch
        for index in apps.indices {
            if !apps[index].background.isBlank {
                if apps[index].background.known.heldPush != nil,
                    let (window, cause) = apps[index].windowForHeldPush(in: system)
                {
                    next.consider(.push(app: index), at: window, cause: cause)
                }
                if allowsFetch, let due = apps[index].background.known.nextFetch, next.isAfter(due),
                    !apps[index].isEnding, apps[index].installation.mayFetch(in: system)
                {
                    next.consider(.fetch(app: index), at: due, cause: apps[index].background.known.fetchCause)
                }
                if !apps[index].background.known.requests.isEmpty { considerTasks(of: index, &next) }
            }
            if idleLimit > 0, let due = apps[index].longIdleExitDue(idleLimit) {
                next.consider(.longIdleExit(app: index), at: due, cause: apps[index].process.suspendedBy ?? 1)
            }
        }
        return next.decision
    }

    /// Whether there may be something to decide: an app does something in the background, or may be idle for too long.
    private var mayDecide: Bool {
        for index in apps.indices where !apps[index].background.isBlank { return true }
        return system.rulebook.milliseconds(.longIdleExitSeconds) > 0
    }

    private func considerTasks(of index: Int, _ next: inout EarliestDecision) {
        let facts = apps[index].taskFacts(in: system)
        for (place, pending) in apps[index].background.requests.enumerated()
        where next.isAfter(pending.earliest) && TaskPolicy.launches(pending.request, facts) {
            next.consider(.task(app: index, request: place), at: pending.earliest, cause: pending.cause)
        }
    }
}

/// The earliest of the decisions considered so far; of several at one instant the one that was considered first.
private struct EarliestDecision {
    private(set) var decision: Decision?

    /// Whether a decision at an instant would come before it.
    func isAfter(_ instant: Instant) -> Bool {
        guard let decision else { return true }
        return instant < decision.at
    }

    mutating func consider(_ kind: Decision.Kind, at instant: Instant, cause: UInt64) {
        if isAfter(instant) { decision = Decision(at: instant, cause: cause, kind: kind) }
    }
}

extension SystemState {
    /// What the scheduler's policy adds to an earliest date: nothing, or up to a quarter of an hour of chance.
    mutating func schedulerDelay() -> Milliseconds {
        guard rulebook.schedulerPolicy == .random else { return 0 }
        return Milliseconds(random.next() % 900_000)
    }
}
