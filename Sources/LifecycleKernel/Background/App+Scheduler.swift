/// What the system does by itself: background tasks, fetches, and pushes whose window opens. Sources: facts 2.3, 6.2.
extension App {
    func longIdleExitDue(_ limit: Milliseconds) -> Instant? {
        guard hasProcess, !runs else { return nil }
        return process.suspendedAt + limit
    }

    /// Whether a continued processing task waits to be launched.
    var hasRequestedContinuedProcessing: Bool {
        background.requests.contains { $0.request.kind == .continuedProcessing }
    }

    /// Returns the earliest of the requests that may be launched, by its index; of several at one instant the first.
    ///
    /// - Parameter isAtContinuedLimit: Whether as many continued processing tasks of all apps run as the system permits.
    func earliestTask(
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
