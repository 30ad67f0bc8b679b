/// Who is killed when memory is short. Sources: facts 3.2, 3.4.
extension Device {
    /// The process that goes next: the lowest band, and in it the rule's order.
    func jetsamVictim(amongSuspendedOnly: Bool) -> Int? {
        let candidates = installed.indices.filter { index in
            installed[index].process != nil && !(amongSuspendedOnly && runs(index))
        }
        return candidates.min { goesBefore($0, $1) }
    }

    private func goesBefore(_ one: Int, _ other: Int) -> Bool {
        let (band, otherBand) = (jetsamBand(one), jetsamBand(other))
        if band != otherBand { return band < otherBand }
        let (first, second) = (self[process: one], self[process: other])
        if rulebook.choice(.jetsamOrder) == "largestFirst", first.footprintBytes != second.footprintBytes {
            return first.footprintBytes > second.footprintBytes
        }
        // Nobody has seen a prewarmed process, whatever came before it.
        let used = first.isPrewarmed ? 0 : installed[one].lastOnScreen
        let otherUsed = second.isPrewarmed ? 0 : installed[other].lastOnScreen
        return used != otherUsed ? used < otherUsed : first.pid < second.pid
    }

    /// The band, with the front app above all where the rule says so.
    private func jetsamBand(_ index: Int) -> Int {
        isInFront(index) && rulebook.holds(.foregroundLast) ? Int.max : jetsamPriority(of: index)
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
