/// Which process the system kills when memory is short. Sources: facts 3.2, 3.4.
enum JetsamPolicy {
    /// What the choice depends on, for one process.
    struct Candidate: Hashable, Sendable {
        var pid: ProcessID
        /// Its jetsam band; the lowest one is killed first.
        var band: Int
        var footprintBytes: ByteCount
        /// When its app was last on screen, as the number of that visit; 0 for a process that never was.
        var lastOnScreen: UInt64
    }

    /// Returns the process to kill next: one of the lowest band, and within that the first in the order of the rule;
    /// nil if there are no candidates.
    static func victim(of candidates: [Candidate], order: JetsamOrder) -> Candidate? {
        candidates.min { isKilledBefore($0, $1, order) }
    }

    private static func isKilledBefore(_ one: Candidate, _ other: Candidate, _ order: JetsamOrder) -> Bool {
        if one.band != other.band { return one.band < other.band }
        switch order {
        case .largestFirst where one.footprintBytes != other.footprintBytes:
            return one.footprintBytes > other.footprintBytes
        case .largestFirst, .leastRecentlyUsed: break
        }
        if one.lastOnScreen != other.lastOnScreen { return one.lastOnScreen < other.lastOnScreen }
        return one.pid < other.pid
    }
}

/// The jetsam priority of an app. Sources: facts 3.2, 3.4.
extension App {
    /// The process as a candidate for jetsam; nil when there is none.
    func jetsamCandidate(in system: SystemState) -> JetsamPolicy.Candidate? {
        guard hasProcess else { return nil }
        // The app in front is killed last, if the rule says so.
        let isLast = isInFront(in: system) && system.rulebook.foregroundLast
        return JetsamPolicy.Candidate(
            pid: process.pid,
            band: isLast ? .max : jetsamPriority(in: system),
            footprintBytes: process.footprintBytes,
            // A prewarmed process was never on screen, even if the app was.
            lastOnScreen: process.isPrewarmed ? 0 : installation.lastOnScreen
        )
    }

    /// The jetsam band of a process, as current kernels number them. Source: facts 3.2.
    func jetsamPriority(in system: SystemState) -> Int {
        if isInFront(in: system) { return 100 }
        switch process.state {
        case .suspended: return 0
        // An app that was left counts as in the background, even while a slow handler delays its change of state.
        case .active, .inactive, .background:
            if process.assertions.holds(.audio) { return 120 }
            return process.assertions.held.contains { $0.kind != .transition } ? 40 : 30
        }
    }
}
