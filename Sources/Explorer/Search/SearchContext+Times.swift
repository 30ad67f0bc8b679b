import LifecycleKernel

/// How far time may pass in a situation, and where it may stop.
extension SearchContext {
    /// How many points of a grid are offered before one instant.
    private static let mostStops: Int64 = 4_000

    /// The next instant at which something is due: a deadline of the kernel's, the expiry of a monitor, or the last moment
    /// at which a handler of the attached target returns. Nil when there is none, or none is allowed.
    func nextInstant(of state: ExploredState) -> Instant? {
        let due = nextDue(in: state)
        guard let last = lastInstant(of: state) else { return due }
        guard last > state.device.now else { return nil }
        return due.map { min($0, last) } ?? last
    }

    /// Whether so much time may pass.
    func mayPass(_ length: Milliseconds, in state: ExploredState) -> Bool {
        guard let last = lastInstant(of: state) else { return true }
        return state.device.now + length <= last
    }

    /// Until when time may pass; nil for as long as one likes.
    private func lastInstant(of state: ExploredState) -> Instant? {
        guard let returnsWithin, let callback = state.device.pendingCallback(of: target) else { return nil }
        return callback.startedAt + returnsWithin
    }

    /// Where time may stop before an instant at which something is due, in order.
    func stops(before due: Instant, after last: Instant, since start: Instant) -> [Instant] {
        guard due - last > resolution else { return [] }
        guard isGrid else { return [due + -resolution] }
        let first = (last - start).count / resolution.count + 1
        let end = ((due - start).count - 1) / resolution.count
        guard first <= end else { return [] }
        return (max(first, end - Self.mostStops)...end).map { start + Milliseconds($0 * resolution.count) }
    }
}
