extension Device {
    /// Returns why no device can reach this state, as a clause of a sentence; nil if it is possible.
    ///
    /// Every device that inputs have made is possible. One that was read from bytes may not be, and would trap later.
    package var impossibility: String? {
        if !system.deadlines.haveValidOwners {
            return "a deadline of the device has a process, or one of a process has none"
        }
        let counters = [
            system.lastSequence.rawValue, system.cause.rawValue, system.lastInput?.rawValue ?? 0,
            system.counters.lastVisit,
            system.deadlines.lastOrder, UInt64(system.counters.lastTransfer) << 16,
        ]
        let pidRange = 0..<ProcessID(rawValue: .max / 2)
        if counters.contains(where: { $0 >= Self.counterBound }) || !pidRange.contains(system.counters.lastPID) {
            return "a counter stands near its end"
        }
        let bytes = [system.memory.systemBytes, system.initialSettings.memoryBytes] + processFootprints
        return bytes.allSatisfy { (0...Self.byteBound).contains($0) } ? nil : "an amount of memory is impossible"
    }

    private var processFootprints: [ByteCount] {
        apps.compactMap(\.livingProcess).flatMap { [$0.footprintBytes, $0.purgedBytes] }
            + apps.compactMap { $0.notificationService?.process?.footprintBytes }
    }

    /// No counter of a device reaches this.
    private static let counterBound: UInt64 = 1 << 47
    /// No device has this much memory, and no process uses it.
    private static let byteBound = ByteCount(1 << 53)
}
