/// The numbers that a device gives out; none is given twice.
struct Counters: Sendable {
    /// The number of the process launched last.
    private(set) var lastPID: ProcessID
    /// The number of the transfer started last.
    private(set) var lastTransfer: UInt32
    /// How often apps have entered or left the screen.
    private(set) var lastVisit: UInt64

    init(lastPID: ProcessID = 100, lastTransfer: UInt32 = 0, lastVisit: UInt64 = 0) {
        self.lastPID = lastPID
        self.lastTransfer = lastTransfer
        self.lastVisit = lastVisit
    }

    /// A number for the next process.
    mutating func nextPID() -> ProcessID {
        lastPID = lastPID.next
        return lastPID
    }

    /// A number for the next transfer.
    mutating func nextTransfer() -> UInt32 {
        lastTransfer += 1
        return lastTransfer
    }

    /// Counts one more use of the screen: who has the higher number used it later.
    mutating func nextVisit() -> UInt64 {
        lastVisit += 1
        return lastVisit
    }
}
