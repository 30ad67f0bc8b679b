extension Device {
    /// Returns why no device can reach this state, as a clause of a sentence; nil if it is possible.
    ///
    /// Every device that results from inputs is possible. A device that was read from bytes may not be, and could trap
    /// later. Quantities, instants and what is derived from rules need no check, since their arithmetic clamps.
    package var impossibility: String? {
        let counters = [
            system.lastSequence.rawValue, system.cause.rawValue, system.lastInput?.rawValue ?? 0,
            system.counters.lastVisit,
            system.deadlines.lastOrder, UInt64(system.counters.lastTransfer) << 21,
        ]
        let pidRange = 0..<ProcessID(rawValue: .max / 2)
        if !(counters + apps.flatMap(\.counters)).allSatisfy({ $0 < Self.counterBound })
            || !pidRange.contains(system.counters.lastPID)
        {
            return "a counter stands near its end"
        }
        let pids = 1...max(1, system.counters.lastPID)
        if !apps.allSatisfy({ $0.hasPossibleProcesses(numbered: pids) }) {
            return "a process has a number that no process has"
        }
        let bytes = [system.memory.systemBytes, system.initialSettings.value.memoryBytes] + processFootprints
        return bytes.allSatisfy { (0...ByteCount.most).contains($0) } ? nil : "an amount of memory is impossible"
    }

    private var processFootprints: [ByteCount] {
        apps.compactMap(\.livingProcess).flatMap { [$0.footprintBytes, $0.purgedBytes] }
            + apps.compactMap { $0.serviceProcess?.footprintBytes }
    }

    /// No counter of a device reaches this.
    private static let counterBound: UInt64 = 1 << 52
}

extension App {
    /// All counters and indices. Those that are narrower than 64 bits are shifted left, so that one bound serves for
    /// all; a negative number is beyond it.
    fileprivate var counters: [UInt64] {
        var counters = [
            UInt64(bitPattern: Int64(launchCount)), UInt64(bitPattern: Int64(lastSceneNumber.rawValue)) << 22,
            UInt64(workBudget.size) << 21, UInt64(notificationService?.workBudget.size ?? 0) << 21,
            UInt64(bitPattern: Int64(serviceProcess?.runLoop.inFlight?.entry ?? 0)),
        ]
        counters += auditLog.summaries.map { UInt64(bitPattern: Int64($0.count)) }
        if !history.isBlank { counters += history.exitCounts.counts.map { UInt64(bitPattern: Int64($0)) } }
        guard let process = livingProcess else { return counters }
        counters += [
            UInt64(process.assertions.lastID.rawValue) << 21, UInt64(bitPattern: Int64(process.unsavedChanges)),
            UInt64(bitPattern: Int64(process.runLoop.inFlight?.entry ?? 0)),
        ]
        return counters
    }

    /// Whether its process and that of its extension have numbers within a range.
    fileprivate func hasPossibleProcesses(numbered pids: ClosedRange<ProcessID>) -> Bool {
        if let pid = serviceProcess?.pid, !pids.contains(pid) { return false }
        guard let process = livingProcess else { return true }
        return pids.contains(process.pid)
    }
}
