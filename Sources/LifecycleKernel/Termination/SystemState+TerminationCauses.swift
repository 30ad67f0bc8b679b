/// Which causes of a termination a system has.
extension SystemState {
    /// Refuses a termination by jetsam on a system without it, such as the Simulator.
    ///
    /// - Throws: `notPossibleNow`, with the causes that remain.
    func checkTerminates(for cause: TerminationCause) throws(Rejection) {
        guard cause.isJetsam, !rulebook.holds(.jetsamEnabled) else { return }
        throw Rejection(
            .notPossibleNow,
            "this system ends no process for lack of memory: the rule jetsamEnabled is false",
            field: "cause",
            accepted: TerminationCause.allCases.filter { !$0.isJetsam }.map(\.rawValue)
        )
    }
}

extension TerminationCause {
    /// Whether it is one of jetsam: for memory, or of its sweep of idle processes. Source: facts 3.3.
    fileprivate var isJetsam: Bool {
        switch self {
        case .jetsam, .perProcessLimit, .longIdleExit: true
        case .system, .simulatorHost, .cpuLimit, .thermal, .diskSpace: false
        }
    }
}
