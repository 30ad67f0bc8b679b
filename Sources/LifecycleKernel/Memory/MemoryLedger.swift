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
        MemoryLevel(available: availableMemory, of: madeWith.memoryBytes, rulebook)
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
            guard runs(index), mayBeWarned(index) else { continue }
            self[process: index].work.warnedAt = now
            warn(index)
        }
    }

    /// Whether a process has not been warned for a while.
    private func mayBeWarned(_ index: Int) -> Bool {
        self[process: index].work.warnedAt.map { now >= $0 + Self.warningRest } ?? true
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

    /// An app takes memory.
    mutating func allocate(_ bytes: Int64, _ index: Int) {
        self[process: index].footprintBytes += bytes
        footprintGrew(index)
    }

    /// The footprint of a process has grown, by a launch, an allocation, or the return of what was purged: crossing the
    /// process's own limit ends it at once, whatever its state, and coming near it warns it. Sources: facts 3.1, 3.3.
    mutating func footprintGrew(_ index: Int) {
        let limit = processMemoryLimit
        if self[process: index].footprintBytes > limit {
            end(index, .memoryResourceLimit)
            return
        }
        let pid = self[process: index].pid
        ledgerChanged()
        guard lives(pid, at: index), runs(index), mayBeWarned(index) else { return }
        guard self[process: index].footprintBytes >= rulebook.part(.processMemoryWarningFraction, of: limit) else {
            return
        }
        self[process: index].work.warnedAt = now
        warn(index)
    }

    /// How many bytes a process may take: what was measured on devices with this memory, else a part of it. Source:
    /// facts 10.3.
    private var processMemoryLimit: Int64 {
        let memory = madeWith.memoryBytes
        if !rulebook.isOverridden(.processMemoryLimitFraction),
            let key = RuleKey.measuredProcessLimit(madeWith.model, memoryBytes: memory),
            case .count(let mebibytes)? = rulebook[key]
        {
            return mebibytes << 20
        }
        return rulebook.part(.processMemoryLimitFraction, of: memory)
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

extension MemoryLevel {
    /// How short memory is when so much is left of that of a device.
    init(available: Int64, of deviceBytes: Int64, _ rulebook: Rulebook) {
        if available < rulebook.part(.memoryCriticalFraction, of: deviceBytes) {
            self = .critical
        } else if available < rulebook.part(.memoryWarningFraction, of: deviceBytes) {
            self = .warning
        } else {
            self = .normal
        }
    }
}

extension RuleKey {
    /// The rule with the limit of a process that was measured on devices of a model with this memory; nil where none
    /// was.
    fileprivate static func measuredProcessLimit(_ model: DeviceModel, memoryBytes: Int64) -> RuleKey? {
        let (gigabytes, rest) = memoryBytes.quotientAndRemainder(dividingBy: 1 << 30)
        guard rest == 0 else { return nil }
        return switch (model, gigabytes) {
        case (.iPhone, 1): .iPhone1GBProcessLimitMebibytes
        case (.iPhone, 2): .iPhone2GBProcessLimitMebibytes
        case (.iPhone, 3): .iPhone3GBProcessLimitMebibytes
        case (.iPhone, 4): .iPhone4GBProcessLimitMebibytes
        case (.iPad, 2): .iPad2GBProcessLimitMebibytes
        case (.iPad, 3): .iPad3GBProcessLimitMebibytes
        case (.iPad, 4): .iPad4GBProcessLimitMebibytes
        case (.iPad, 6): .iPad6GBProcessLimitMebibytes
        case (.iPhone, _), (.iPad, _): nil
        }
    }
}
