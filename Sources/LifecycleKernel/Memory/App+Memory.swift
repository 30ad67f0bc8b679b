/// The memory ledger: memory use, the pressure level, and memory warnings. Sources: facts 3.1.
extension Device {
    /// How long a process is not warned again. Source: facts 3.1.
    package static let memoryWarningRest: Milliseconds = 25_000
}

extension App {
    /// Whether a process has not been warned for a while.
    func mayBeWarned(in system: SystemState) -> Bool {
        process.work.warnedAt.map { system.now >= $0 + Device.memoryWarningRest } ?? true
    }

    /// What Appium's `mobile: sendMemoryWarning` does, and for every app the Simulator's menu: the app is warned if its code
    /// runs.
    mutating func simulateMemoryWarning(in system: inout SystemState) {
        if runs { warn(in: &system) }
    }

    mutating func warn(in system: inout SystemState) {
        enqueue([.call(.didReceiveMemoryWarning, scene: 0, arguments: []), .post(.didReceiveMemoryWarning, scene: 0)])
        system.memory.noteWarned(process.pid)
    }
}

extension MemoryLevel {
    /// Returns the memory pressure level for an amount of free memory.
    init(available: ByteCount, of deviceBytes: ByteCount, _ rulebook: Rulebook) {
        if available < rulebook.part(.memoryCriticalFraction, of: deviceBytes) {
            self = .critical
        } else if available < rulebook.part(.memoryWarningFraction, of: deviceBytes) {
            self = .warning
        } else {
            self = .normal
        }
    }
}
