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

/// What the system does by itself: background tasks, fetches, and pushes whose window opens. Sources: facts 2.3, 6.2.
extension Device {
    /// Sets the deadline of the next decision, as conditions are now. Called when everything else is settled.
    ///
    /// What will be decided is not kept: when the deadline comes it is looked for again, so that it follows from the
    /// state of the device alone, and a device that was restored decides the same.
    mutating func planDecisions() {
        let next = nextDecision().map { (at: max(now, $0.at), cause: $0.cause) }
        if let planned = deadlines.first(where: { $0.kind.isDecision }) {
            if planned.at == next?.at { return }
            deadlines.callOff(pid: 0) { $0.isDecision }
        }
        if let next { deadlines.set(.systemDecides, at: next.at, pid: 0, cause: next.cause) }
    }

    /// Takes the decision that is due, if conditions still allow it.
    mutating func decide() {
        guard let next = nextDecision(), next.at <= now else { return }
        cause = next.cause
        switch next.kind {
        case .task(let index, let place):
            launchTask(installed[index].background.requests[place].request.identifier, index)
        case .fetch(let index): performFetch(index)
        case .push(let index): deliverHeldPush(index)
        case .longIdleExit(let index): end(index, .longIdleExit)
        }
    }

    /// The decision that comes first; among several at one instant it is the one of the app installed first, and of one
    /// app a held push, then a fetch, then its task requests.
    ///
    /// Whether conditions allow it is asked only of what would come first. Nothing changes: `mutating` spares the device
    /// from being copied, as this is asked after everything that happens.
    private mutating func nextDecision() -> Decision? {
        guard screen.isOn else { return nil }
        var first: Decision?
        var earliest = Instant(milliseconds: .max)
        let idleLimit = rulebook.milliseconds(.longIdleExitSeconds)
        let allowsFetch = deviceAllowsFetch
        for index in installed.indices {
            if !installed[index].background.isBlank {
                if installed[index].background.known.heldPush != nil {
                    if let (window, cause) = windowForHeldPush(index), window < earliest {
                        earliest = window
                        first = Decision(at: window, cause: cause, kind: .push(app: index))
                    }
                }
                if allowsFetch, let due = installed[index].background.known.nextFetch, due < earliest, mayFetch(index) {
                    earliest = due
                    let cause = installed[index].background.known.fetchCause
                    first = Decision(at: due, cause: cause, kind: .fetch(app: index))
                }
                for place in installed[index].background.known.requests.indices {
                    let due = installed[index].background.known.requests[place].earliest
                    if due < earliest, isEligible(installed[index].background.known.requests[place].request, index) {
                        earliest = due
                        let cause = installed[index].background.known.requests[place].cause
                        first = Decision(at: due, cause: cause, kind: .task(app: index, request: place))
                    }
                }
            }
            if idleLimit > 0, let due = longIdleExitDue(index, idleLimit), due < earliest {
                earliest = due
                first = Decision(at: due, cause: self[process: index].suspendedBy ?? 1, kind: .longIdleExit(app: index))
            }
        }
        return first
    }

    private func longIdleExitDue(_ index: Int, _ limit: Milliseconds) -> Instant? {
        guard installed[index].process != nil, !runs(index) else { return nil }
        return self[process: index].suspendedAt + limit
    }

    /// What the scheduler's policy adds to an earliest date: nothing, or up to a quarter of an hour of chance.
    mutating func schedulerDelay() -> Milliseconds {
        guard rulebook.schedulerPolicy == .random else { return 0 }
        var generator = SplitMix64(seed: chance)
        let delay = generator.next() % 900_000
        chance = generator.state
        return Milliseconds(delay)
    }
}
