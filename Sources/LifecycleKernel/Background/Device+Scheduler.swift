/// What the system does by itself: background tasks, fetches, and pushes whose window opens. Sources: facts 2.3, 6.2.
extension Device {
    /// Something that the system may decide to do.
    private enum Decision {
        case task(app: Int, request: Int)
        case fetch(app: Int)
        case push(app: Int)
        case longIdleExit(app: Int)
    }

    /// Sets the deadline of the next decision, as conditions are now. Called when everything else is settled.
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
        switch next.decision {
        case .task(let index, let place):
            launchTask(installed[index].background.requests[place].request.identifier, index)
        case .fetch(let index): performFetch(index)
        case .push(let index): deliverHeldPush(index)
        case .longIdleExit(let index): end(index, .longIdleExit)
        }
    }

    /// The decision that comes first; among several at one instant the one of the app installed first.
    @inline(__always)
    private func nextDecision() -> (at: Instant, cause: UInt64, decision: Decision)? {
        guard screen.isOn else { return nil }
        var first: (at: Instant, cause: UInt64, decision: Decision)?
        // Whether conditions allow it is asked only of what would come first.
        func isFirst(_ at: Instant) -> Bool { first.map { at < $0.at } ?? true }
        let idleLimit = rulebook.milliseconds(.longIdleExitSeconds)
        for index in installed.indices {
            if !installed[index].background.isBlank {
                if installed[index].background.heldPush != nil, let (window, cause) = windowForHeldPush(index),
                    isFirst(window)
                {
                    first = (window, cause, .push(app: index))
                }
                if let due = installed[index].background.nextFetch, isFirst(due), mayFetch(index) {
                    first = (due, installed[index].background.fetchCause, .fetch(app: index))
                }
                for place in installed[index].background.requests.indices {
                    let earliest = installed[index].background.requests[place].earliest
                    if isFirst(earliest), isEligible(installed[index].background.requests[place].request, index) {
                        let cause = installed[index].background.requests[place].cause
                        first = (earliest, cause, .task(app: index, request: place))
                    }
                }
            }
            if idleLimit > 0, let due = longIdleExitDue(index, idleLimit), isFirst(due) {
                first = (due, lastSequence, .longIdleExit(app: index))
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
        guard rulebook.choice(.schedulerPolicy) == "random" else { return 0 }
        chance = chance &+ 0x9e37_79b9_7f4a_7c15
        var mixed = (chance ^ (chance >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Milliseconds((mixed ^ (mixed >> 31)) % 900_000)
    }
}
