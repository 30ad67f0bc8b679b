/// The memory used by the system, the level that was recorded last, and the processes to notify of a memory warning.
struct MemoryLedger: Sendable {
    /// Memory that the system and everything else but the apps take, in bytes.
    private(set) var systemBytes: ByteCount
    /// The level recorded last.
    private(set) var level: MemoryLevel
    /// Whether the ledger is being settled; changes that this makes are handled by the same pass.
    private(set) var isSettling: Bool
    /// Processes whose memory warning is not delivered yet.
    private(set) var warned: [ProcessID]

    init(systemBytes: ByteCount, level: MemoryLevel = .normal, isSettling: Bool = false, warned: [ProcessID] = []) {
        self.systemBytes = systemBytes
        self.level = level
        self.isSettling = isSettling
        self.warned = warned
    }

    /// The ledger of a device without apps, of whose memory the system takes a quarter.
    init(deviceBytes: ByteCount) { self.init(systemBytes: deviceBytes / 4) }

    /// The system starts anew: what it had taken besides is free again.
    mutating func restart(deviceBytes: ByteCount) { systemBytes = deviceBytes / 4 }

    /// Changes the memory used by the system itself, which is never less than nothing and never more than the device has.
    mutating func changeSystem(by bytes: ByteCount, deviceBytes: ByteCount) {
        systemBytes = min(max(0, systemBytes + bytes), deviceBytes)
    }

    /// Takes up a level.
    ///
    /// - Returns: Whether it is another than the one recorded last.
    mutating func change(to level: MemoryLevel) -> Bool {
        defer { self.level = level }
        return level != self.level
    }

    /// Begins to settle the ledger.
    ///
    /// - Returns: Whether it was not being settled before.
    mutating func beginSettling() -> Bool {
        defer { isSettling = true }
        return !isSettling
    }

    /// Ends settling the ledger.
    mutating func endSettling() { isSettling = false }

    /// Adds a process to those to notify of a memory warning.
    mutating func noteWarned(_ pid: ProcessID) { warned.append(pid) }

    /// Whether memory warnings wait to be delivered.
    var hasWarned: Bool { !warned.isEmpty }

    /// Removes and returns the next process to notify of a memory warning.
    mutating func takeWarned() -> ProcessID? { warned.isEmpty ? nil : warned.removeFirst() }
}
