/// Who is killed when memory is short. Sources: facts 3.2, 3.4.
extension Device {
    /// The index of the app whose process is killed next.
    func jetsamVictim(amongSuspendedOnly: Bool) -> Int? {
        let indices = installed.indices.filter { index in
            installed[index].process != nil && !(amongSuspendedOnly && runs(index))
        }
        let victim = JetsamPolicy.victim(of: indices.map(jetsamCandidate), order: rulebook.jetsamOrder)
        return victim.flatMap { index(ofProcess: $0.pid) }
    }

    private func jetsamCandidate(_ index: Int) -> JetsamPolicy.Candidate {
        // The front app is above all where the rule says so.
        let isLast = isInFront(index) && rulebook.holds(.foregroundLast)
        let process = self[process: index]
        return JetsamPolicy.Candidate(
            pid: process.pid,
            band: isLast ? .max : jetsamPriority(of: index),
            footprintBytes: process.footprintBytes,
            // Nobody has seen a prewarmed process, whatever came before it.
            lastOnScreen: process.isPrewarmed ? 0 : installed[index].lastOnScreen
        )
    }

    /// The jetsam band of a process, as current kernels number them. Source: facts 3.2.
    func jetsamPriority(of index: Int) -> Int {
        if isInFront(index) { return 100 }
        switch self[process: index].state {
        case .suspended, .notRunning, .terminated: return 0
        // Who was left is in the background for the system, whatever state a slow handler still shows.
        case .active, .inactive, .background:
            if holds(.audio, index) { return 120 }
            return self[process: index].assertions.contains { $0.kind != .transition } ? 40 : 30
        }
    }
}
