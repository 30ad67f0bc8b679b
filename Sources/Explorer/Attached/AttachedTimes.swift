import LifecycleKernel

extension SearchContext {
    /// How many instants at which something is due are offered to an attached app.
    private static let playedInstants = 8
    private static let day: Milliseconds = 86_400_000
    private static let hour: Milliseconds = 3_600_000

    /// The passings of time that may be tried on an attached app: to what is due next, and to shortly before it. What comes
    /// after its code has run is not known yet.
    func times(from state: ExploredState, mayInterrupt: Bool) -> [AttachedSearch.Candidate] {
        let start = state.device.now
        var copy = state
        var last = start
        var candidates: [AttachedSearch.Candidate] = []
        for _ in 0..<Self.playedInstants {
            guard let due = nextInstant(of: copy), due - start <= Self.day else { break }
            if mayInterrupt {
                let stops = stops(before: due, after: last, since: start).filter { $0 > copy.device.now }
                candidates += stops.map { .init(input: .time($0 - start), isInterruption: true) }
            }
            guard pass(due - copy.device.now, on: &copy) != nil else { break }
            if due > start {
                candidates.append(.init(input: .time(due - start), isInterruption: false))
                last = due
            }
            guard copy.device.pendingCallback(of: target) == nil else { return candidates + given }
        }
        let later = copy.device.now - start + Self.hour
        candidates.append(.init(input: .time(later), isInterruption: false))
        return candidates + given
    }

    /// The lengths of time that the user wants to be tried, too.
    private var given: [AttachedSearch.Candidate] {
        times.map { .init(input: .time($0), isInterruption: false) }
    }
}
