/// What the system does by itself: background tasks, fetches, and pushes whose window opens. Sources: facts 2.3, 6.2.
extension App {
    func longIdleExitDue(_ limit: Milliseconds) -> Instant? {
        guard hasProcess, !runs else { return nil }
        return process.suspendedAt + limit
    }
}
