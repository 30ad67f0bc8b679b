/// Which process the system kills when memory is short. Sources: facts 3.2, 3.4.
enum JetsamPolicy {
    /// A process, as far as the choice depends on it.
    struct Candidate: Hashable, Sendable {
        var pid: ProcessID
        /// Its jetsam band; the lowest one is killed first.
        var band: Int
        var footprintBytes: ByteCount
        /// When its app last used the screen, counted on the device; 0 for a process that nobody has seen.
        var lastOnScreen: UInt64
    }

    /// Returns the process to kill next: the lowest band, and in it the rule's order; nil when there is none.
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
