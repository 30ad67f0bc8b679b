/// The jetsam priority of an app. Sources: facts 3.2, 3.4.
extension App {
    /// The process as a candidate for jetsam; nil when there is none.
    func jetsamCandidate(in system: SystemState) -> JetsamPolicy.Candidate? {
        guard hasProcess else { return nil }
        // The front app is above all where the rule says so.
        let isLast = isInFront(in: system) && system.rulebook.holds(.foregroundLast)
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
        case .suspended, .notRunning, .terminated: return 0
        // An app that was left counts as in the background, even while a slow handler delays its change of state.
        case .active, .inactive, .background:
            if holds(.audio) { return 120 }
            return process.assertions.held.contains { $0.kind != .transition } ? 40 : 30
        }
    }
}
