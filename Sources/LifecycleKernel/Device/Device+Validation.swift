extension Device {
    /// What this state says that no device can reach, as a clause of a sentence; nil if it is a possible state.
    ///
    /// Every device that inputs have made is possible. One that was read from bytes may not be, and would trap later.
    package var impossibility: String? {
        if !deadlines.fitTheirOwners { return "a deadline of the device has a process, or one of a process has none" }
        let counters = [
            lastSequence, lastVisit, cause, lastInput ?? 0, deadlines.lastOrder, UInt64(lastTransfer) << 16,
        ]
        if counters.contains(where: { $0 >= Self.counterBound }) || lastPID < 0 || lastPID >= .max / 2 {
            return "a counter stands near its end"
        }
        let bytes = [systemMemory, madeWith.memoryBytes] + processFootprints
        return bytes.allSatisfy { (0...Self.byteBound).contains($0) } ? nil : "an amount of memory is impossible"
    }

    private var processFootprints: [Int64] {
        installed.compactMap(\.process).flatMap { [$0.footprintBytes, $0.purgedBytes] }
    }

    /// No counter of a device comes so far in any life.
    private static let counterBound: UInt64 = 1 << 47
    /// No device has so much memory, and no process takes so much.
    private static let byteBound: Int64 = 1 << 53
}
