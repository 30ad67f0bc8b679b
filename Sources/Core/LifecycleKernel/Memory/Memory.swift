// Memory: what all processes use, against what the device has.
//
// When the free memory falls below a fraction, the level is `warning`: suspended processes are ended by jetsam and
// running ones are warned. Below a smaller fraction it is `critical`, and running processes are ended too, in the order
// of Jetsam. A process that crosses its own limit is ended at once. Sources: facts 3.1, 3.3.
//
// Callbacks: `didReceiveMemoryWarning`. Records: `memory` for a change of level.

/// The memory used by the system, the level that was recorded last, and the processes to notify of a memory warning.
struct MemoryLedger: Codable, Sendable {
    /// Memory that the system and everything else but the apps take, in bytes.
    private(set) var systemBytes: ByteCount
    /// The level recorded last.
    private(set) var level: MemoryLevel
    /// Whether the ledger is being settled. Changes that settling causes are handled in the same pass.
    private(set) var isSettling: Bool
    /// Processes whose memory warning is not delivered yet.
    private(set) var warned: [ProcessID]

    init(systemBytes: ByteCount, level: MemoryLevel = .normal, isSettling: Bool = false, warned: [ProcessID] = []) {
        self.systemBytes = systemBytes
        self.level = level
        self.isSettling = isSettling
        self.warned = warned
    }

    /// The ledger of a device without apps, where the system uses a quarter of the memory.
    init(deviceBytes: ByteCount) { self.init(systemBytes: deviceBytes / 4) }

    /// Restarts the system, which frees what it had taken beyond that quarter.
    mutating func restart(deviceBytes: ByteCount) { systemBytes = deviceBytes / 4 }

    /// Changes the memory used by the system itself. It stays between zero and the memory of the device.
    mutating func changeSystem(by bytes: ByteCount, deviceBytes: ByteCount) {
        systemBytes = min(max(0, systemBytes + bytes), deviceBytes)
    }

    /// Changes the level.
    ///
    /// - Returns: Whether it differs from the level recorded last.
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

    mutating func endSettling() { isSettling = false }

    /// Adds a process to those to notify of a memory warning.
    mutating func noteWarned(_ pid: ProcessID) { warned.append(pid) }

    /// Whether memory warnings wait to be delivered.
    var hasWarned: Bool { !warned.isEmpty }

    /// Removes and returns the next process to notify of a memory warning.
    mutating func takeWarned() -> ProcessID? { warned.isEmpty ? nil : warned.removeFirst() }
}

extension MemoryLedger: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("systemBytes", systemBytes)
        f.field("level", level)
        f.field("isSettling", isSettling)
        f.field("warned", warned)
    }
}

/// The memory ledger: memory use, the pressure level, and memory warnings. Sources: facts 3.1.
extension Device {
    /// The free memory of the device; negative while processes have to end for memory that the system has taken.
    private var memoryBalance: ByteCount {
        var available = system.initialSettings.value.memoryBytes - system.memory.systemBytes
        for index in apps.indices where apps[index].hasProcess {
            available -= apps[index].process.footprintBytes
        }
        for index in apps.indices { available -= apps[index].serviceProcess?.footprintBytes ?? 0 }
        return available
    }

    /// The free memory of the device, as it is recorded.
    private var availableMemory: ByteCount { max(0, memoryBalance) }

    private var memoryLevelNow: MemoryLevel {
        MemoryLevel(available: memoryBalance, of: system.initialSettings.value.memoryBytes, system.rulebook)
    }

    /// The process that is killed next, of an app or of an extension.
    private func jetsamVictim(amongSuspendedOnly: Bool) -> ProcessID? {
        let ofApps = apps.compactMap { app in
            amongSuspendedOnly && app.runs ? nil : app.jetsamCandidate(in: system)
        }
        let services = apps.compactMap(\.serviceProcess).filter { !amongSuspendedOnly || $0.state == .suspended }
        let candidates = ofApps + services.map(\.jetsamCandidate)
        return JetsamPolicy.victim(of: candidates, order: system.rulebook.jetsamOrder)?.pid
    }

    private mutating func endForMemoryPressure(_ pid: ProcessID) {
        if let index = apps.index(ofProcess: pid) {
            end(index, Termination(.memoryPressure))
        } else if let index = index(ofServiceProcess: pid) {
            endService(index, Termination(.memoryPressure))
        }
    }

    /// Called when memory use has changed: warns apps or kills processes if necessary.
    mutating func ledgerChanged() {
        guard system.rulebook.jetsamEnabled, system.memory.beginSettling() else { return }
        defer { system.memory.endSettling() }
        recordMemoryLevel()
        while memoryLevelNow == .critical, let victim = jetsamVictim(amongSuspendedOnly: false) {
            endForMemoryPressure(victim)
        }
        while memoryLevelNow != .normal, let victim = jetsamVictim(amongSuspendedOnly: true) {
            endForMemoryPressure(victim)
        }
        recordMemoryLevel()
        if memoryLevelNow != .normal { warnRunningApps() }
    }

    private mutating func recordMemoryLevel() {
        let level = memoryLevelNow
        guard system.memory.change(to: level) else { return }
        system.write(.memory(level, available: availableMemory))
    }

    // MARK: Warnings

    private mutating func warnRunningApps() {
        for index in apps.indices {
            guard apps[index].runs, apps[index].mayBeWarned(in: system) else { continue }
            apps[index].process.work.warnedAt = system.now
            apps[index].warn(in: &system)
        }
    }

    /// Does what the Simulator's menu does: every running app is warned, and none is killed.
    mutating func simulateMemoryWarning() {
        system.write(.memory(.warning, available: availableMemory))
        for index in apps.indices { apps[index].simulateMemoryWarning(in: &system) }
    }

    /// Delivers memory warnings. Called when the input or deadline that caused them is done.
    mutating func pumpWarnedApps() {
        while let pid = system.memory.takeWarned() {
            if let index = apps.index(ofProcess: pid) { pump(index) }
        }
    }

    // MARK: Taking and giving

    /// Called when the footprint of a process has grown: by a launch, an allocation, or the return of purged memory.
    /// Above its own limit, the process ends at once, whatever its state; near the limit, it is warned. Sources: facts
    /// 3.1, 3.3.
    mutating func footprintGrew(_ index: Int) {
        guard system.rulebook.jetsamEnabled else { return }
        let limit = system.processMemoryLimit(
            isIncreased: apps[index].manifest.entitlements?.increasedMemoryLimit == true
        )
        if apps[index].process.footprintBytes > limit {
            end(index, .mistake(.memoryResourceLimit))
            return
        }
        let pid = apps[index].process.pid
        ledgerChanged()
        guard apps[index].hasProcess(withID: pid), apps[index].runs, apps[index].mayBeWarned(in: system) else { return }
        guard apps[index].process.footprintBytes >= limit.part(system.rulebook.processMemoryWarningFraction)
        else {
            return
        }
        apps[index].process.work.warnedAt = system.now
        apps[index].warn(in: &system)
    }

    /// Changes the memory used by the system itself.
    mutating func changeSystemMemory(by bytes: ByteCount) {
        system.memory.changeSystem(by: bytes, deviceBytes: system.initialSettings.value.memoryBytes)
        ledgerChanged()
    }
}

extension SystemState {
    /// How many bytes a process may use. With the entitlement for more memory, the larger of both limits applies.
    fileprivate func processMemoryLimit(isIncreased: Bool) -> ByteCount {
        guard isIncreased, let increased = rulebook.increasedProcessMemoryLimitFraction else {
            return processMemoryLimit
        }
        return max(processMemoryLimit, initialSettings.value.memoryBytes.part(increased))
    }

    /// How many bytes a process may use: what was measured on devices with this much memory, or else a fraction of it.
    /// Source: facts 10.3.
    fileprivate var processMemoryLimit: ByteCount {
        let memory = initialSettings.value.memoryBytes
        if !rulebook.isOverridden(.processMemoryLimitFraction),
            let mebibytes = rulebook.measuredProcessLimitMebibytes(initialSettings.value.model, memoryBytes: memory)
        {
            return .mebibytes(Int64(mebibytes))
        }
        return memory.part(rulebook.processMemoryLimitFraction)
    }
}

extension Rulebook {
    /// The limit of a process that was measured on devices of a model with this memory; nil if none was.
    fileprivate func measuredProcessLimitMebibytes(_ model: DeviceModel, memoryBytes: ByteCount) -> Int? {
        let (gigabytes, rest) = memoryBytes.count.quotientAndRemainder(dividingBy: 1 << 30)
        guard rest == 0 else { return nil }
        return switch (model, gigabytes) {
        case (.iPhone, 1): self.iPhone1GBProcessLimitMebibytes
        case (.iPhone, 2): self.iPhone2GBProcessLimitMebibytes
        case (.iPhone, 3): self.iPhone3GBProcessLimitMebibytes
        case (.iPhone, 4): self.iPhone4GBProcessLimitMebibytes
        case (.iPad, 2): self.iPad2GBProcessLimitMebibytes
        case (.iPad, 3): self.iPad3GBProcessLimitMebibytes
        case (.iPad, 4): self.iPad4GBProcessLimitMebibytes
        case (.iPad, 6): self.iPad6GBProcessLimitMebibytes
        case (.iPhone, _), (.iPad, _): nil
        }
    }
}

extension Device {
    /// How long a process gets no further memory warning after one. Source: facts 3.1.
    package static let memoryWarningRest: Milliseconds = 25_000
}

extension App {
    /// Whether a process has not been warned for a while.
    fileprivate func mayBeWarned(in system: SystemState) -> Bool {
        process.work.warnedAt.map { system.now >= $0 + Device.memoryWarningRest } ?? true
    }

    /// Warns the app if its code runs, as Appium's `mobile: sendMemoryWarning` does, and as the Simulator's menu does
    /// for every app.
    mutating func simulateMemoryWarning(in system: inout SystemState) {
        if runs { warn(in: &system) }
    }

    mutating func warn(in system: inout SystemState) {
        enqueue([.call(.didReceiveMemoryWarning), .post(.didReceiveMemoryWarning)])
        system.memory.noteWarned(process.pid)
    }
}

extension MemoryLevel {
    /// Returns the memory pressure level for an amount of free memory.
    init(available: ByteCount, of deviceBytes: ByteCount, _ rulebook: Rulebook) {
        if available < deviceBytes.part(rulebook.memoryCriticalFraction) {
            self = .critical
        } else if available < deviceBytes.part(rulebook.memoryWarningFraction) {
            self = .warning
        } else {
            self = .normal
        }
    }
}
