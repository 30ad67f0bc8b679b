/// The memory ledger: what everybody takes, how short it gets, who is warned. Sources: facts 3.1.
extension Device {
    /// What is left of the device's memory.
    var availableMemory: Int64 {
        var available = madeWith.memoryBytes - systemMemory
        for index in installed.indices where installed[index].process != nil {
            available -= self[process: index].footprintBytes
        }
        return available
    }

    private var memoryLevelNow: MemoryLevel {
        let available = availableMemory
        if available < rulebook.part(.memoryCriticalFraction, of: madeWith.memoryBytes) { return .critical }
        if available < rulebook.part(.memoryWarningFraction, of: madeWith.memoryBytes) { return .warning }
        return .normal
    }

    /// How long a process is not warned again. Source: facts 3.1.
    private static let warningRest: Milliseconds = 25_000

    /// Somebody takes more or less: the system looks whether it has to do something about it.
    mutating func ledgerChanged() {
        guard !isSettlingMemory else { return }
        isSettlingMemory = true
        defer { isSettlingMemory = false }
        recordMemoryLevel()
        while memoryLevelNow == .critical, let victim = jetsamVictim(amongSuspendedOnly: false) {
            end(victim, .memoryPressure)
        }
        while memoryLevelNow != .normal, let victim = jetsamVictim(amongSuspendedOnly: true) {
            end(victim, .memoryPressure)
        }
        recordMemoryLevel()
        if memoryLevelNow != .normal { warnRunningApps() }
    }

    private mutating func recordMemoryLevel() {
        let level = memoryLevelNow
        guard level != memoryLevel else { return }
        memoryLevel = level
        write(.memory(level, available: availableMemory))
    }

    // MARK: Warnings

    private mutating func warnRunningApps() {
        for index in installed.indices {
            guard runs(index),
                self[process: index].work.warnedAt.map({ now >= $0 + Self.warningRest }) ?? true
            else { continue }
            self[process: index].work.warnedAt = now
            warn(index)
        }
    }

    /// What the Simulator's menu does: every running app is warned, and no one is killed.
    mutating func simulateMemoryWarning() {
        write(.memory(.warning, available: availableMemory))
        for index in installed.indices {
            if runs(index) { warn(index) }
        }
    }

    private mutating func warn(_ index: Int) {
        enqueue(
            [.call(.didReceiveMemoryWarning, scene: 0, arguments: []), .post(.didReceiveMemoryWarning, scene: 0)],
            index
        )
        warned.append(self[process: index].pid)
    }

    /// Lets the apps that were warned hear it, once whatever caused it is done.
    mutating func pumpWarnedApps() {
        while !warned.isEmpty {
            let pid = warned.removeFirst()
            if let index = index(ofProcess: pid) { pump(index) }
        }
    }

    // MARK: Taking and giving

    /// An app takes memory; crossing the limit of a process ends it at once, whatever its state. Source: facts 3.3.
    mutating func allocate(_ bytes: Int64, _ index: Int) {
        self[process: index].footprintBytes += bytes
        let limit = rulebook.part(.processMemoryLimitFraction, of: madeWith.memoryBytes)
        if self[process: index].footprintBytes > limit {
            end(index, .memoryResourceLimit)
        } else {
            ledgerChanged()
        }
    }

    mutating func free(_ bytes: Int64, _ index: Int) {
        self[process: index].footprintBytes = max(0, self[process: index].footprintBytes - bytes)
        noteFree(index)
        ledgerChanged()
    }

    /// Something that is no app takes memory or gives it back.
    mutating func changeSystemMemory(by bytes: Int64) {
        systemMemory = min(max(0, systemMemory + bytes), 1 << 52)
        ledgerChanged()
    }
}
