import LifecycleKernel
import Simulation
import TestKit
import Testing

/// Memory that processes allocate and free, and the sum of it.
@Suite struct MemoryLedgerTests {
    /// Half of the device's memory, the limit of one process.
    static let processLimit: ByteCount = 3_221_225_472

    @Test(
        "Exceeding the limit of a process ends it at once, whatever its state and however much memory is available",
        arguments: [ProcessState.active, .inactive, .background]
    )
    func processLimit(state: ProcessState) throws {
        var device = try TestDevice()
        try device.install("a", megabytes: 0)
        try device.launch("a")
        if state == .inactive { try device.send(.present(.controlCenter)) }
        if state == .background { try device.send(.home) }
        #expect(try device.act(.allocate(bytes: Self.processLimit)).exit == nil)
        let exit = try device.act(.allocate(bytes: 1)).exit
        #expect(exit?.reason == .memoryResourceLimit)
        #expect(exit?.state == state)
        #expect(device.available > Self.processLimit)
    }

    @Test("The footprint of a process is never negative")
    func notBelowNothing() throws {
        var device = try TestDevice()
        try device.install("a", megabytes: 100)
        try device.launch("a")
        try device.act(.free(bytes: .gibibytes(1_024)))
        #expect(device.process("a")?.footprintBytes == 0)
    }

    @Test("The memory of the system is never negative")
    func systemNotBelowNothing() throws {
        var device = try TestDevice()
        try device.install("a", megabytes: 100)
        try device.launch("a")
        try device.send(.freeSystemMemory(.gibibytes(1_024)))
        let rest = device.kernel.settings.memoryBytes - TestDevice.megabyte * 100 - TestDevice.warningLine
        #expect(try device.send(.allocateSystemMemory(rest)).memoryLevels.isEmpty)
        #expect(try device.send(.allocateSystemMemory(1)).memoryLevels == [.warning])
    }

    @Test("The system takes no more memory than there is, and what is available is never negative")
    func systemNotBeyondTheDevice() throws {
        for isEnabled in [true, false] {
            var device = try TestDevice(.ios18, ["jetsamEnabled": .bool(isEnabled)])
            try device.install("a", megabytes: 100)
            try device.launch("a")
            let records = try device.send(.allocateSystemMemory(.gibibytes(1_024))) + device.send(.memoryWarning)
            let available = records.compactMap { record -> ByteCount? in
                if case .memory(_, let available) = record.body { available } else { nil }
            }
            #expect(!available.isEmpty && available.allSatisfy { $0 == 0 })
            // What is given back is there again, whatever more was asked for before.
            try device.send(.freeSystemMemory(device.kernel.settings.memoryBytes))
            let normal = try device.send(.memoryWarning).compactMap { record -> ByteCount? in
                if case .memory(_, let available) = record.body { available } else { nil }
            }
            let footprint = isEnabled ? 0 : TestDevice.megabyte * 100
            #expect(normal == [device.kernel.settings.memoryBytes - footprint])
        }
    }

    @Test(
        "Purgeable memory is freed on leaving the screen, and allocated again when the app returns",
        arguments: [
            (10, 100, 90), (100, 100, 0), (200, 100, 0), (0, 100, 100),
        ] as [(Int64, Int64, Int64)]
    )
    func purge(purgeable: Int64, footprint: Int64, left: Int64) throws {
        var device = try TestDevice()
        try device.install("a", megabytes: footprint, purgeable: purgeable)
        try device.launch("a")
        try device.send(.openAppSwitcher)
        #expect(device.process("a")?.footprintBytes == TestDevice.megabyte * footprint)
        try device.send(.home)
        #expect(device.process("a")?.footprintBytes == TestDevice.megabyte * left)
        try device.advance(5)
        try device.launch("a")
        #expect(device.process("a")?.footprintBytes == TestDevice.megabyte * footprint)
    }

    @Test("The memory of an app that was never on screen is not purged")
    func purgeNeedsScreen() throws {
        var device = try TestDevice()
        try device.install("a", megabytes: 100, purgeable: 50, modes: ["remote-notification"])
        try device.push()
        #expect(device.process("a")?.footprintBytes == TestDevice.megabyte * 100)
    }

    @Test("A purge can end a shortage, and a return to the screen can cause one")
    func purgeEndsShortage() throws {
        var device = try TestDevice()
        try device.install("a", megabytes: 100, purgeable: 50)
        try device.launch("a")
        try device.squeeze(to: TestDevice.warningLine - 1)
        #expect(try device.send(.home).memoryLevels == [.normal])
        #expect(try device.launch("a").memoryLevels == [.warning])
    }

    @Test("The memory of a process is free again when it ends, purged or not")
    func givenBack() throws {
        var device = try TestDevice()
        try device.install("a", megabytes: 100, purgeable: 50)
        try device.launch("a")
        try device.squeeze(to: TestDevice.warningLine - 1)
        #expect(try device.send(.app("a", .crash(.abort, message: nil))).memoryLevels == [.normal])
        #expect(device.available == TestDevice.warningLine - 1 + TestDevice.megabyte * 100)
    }

    @Test("In every random life the level recorded last follows from the sum of all memory", arguments: 0..<8)
    func addsUp(block: Int) {
        for seed in stride(from: UInt64(block), to: 240, by: 8) {
            var level = MemoryLevel.normal
            var system: ByteCount = 0
            var life = RandomLife(seed: seed)
            system = life.device.settings.memoryBytes / 4
            // The level is computed when the ledger changes: if a new device is short of memory, it shows only then.
            guard Lines(of: life.device).isNormal(system: system, life.device) else { continue }
            var isCounted = true
            life.live(steps: 60) { input, records, device in
                // Where memory ends nobody, no level is recorded.
                isCounted = isCounted && device.rulebook[.jetsamEnabled] == .flag(true)
                guard isCounted else { return }
                if case .event(.device(.allocateSystemMemory(let bytes))) = input {
                    system = min(device.settings.memoryBytes, system + bytes)
                }
                if case .event(.device(.freeSystemMemory(let bytes))) = input { system = max(0, system - bytes) }
                if input.restarts { system = device.settings.memoryBytes / 4 }
                var levels = records.memoryLevels
                if case .event(.device(.memoryWarning)) = input { levels.removeFirst() }
                level = levels.last ?? level
                let left = device.processes.reduce(device.settings.memoryBytes - system) {
                    $1.state == .terminated ? $0 : $0 - $1.footprintBytes
                }
                let lines = Lines(of: device)
                let expected: MemoryLevel =
                    left < lines.critical ? .critical : left < lines.warning ? .warning : .normal
                #expect(level == expected, "seed \(seed), after \(input)")
            }
        }
    }

    @Test("In every random life jetsam kills no process while a lower band has one", arguments: 0..<8)
    func lowestBandFirst(block: Int) {
        var kills = 0
        for seed in stride(from: UInt64(block), to: 240, by: 8) {
            var life = RandomLife(seed: seed)
            life.live(steps: 60) { _, _, device in
                for gibibytes in [2, 4, 64] as [Int64] {
                    kills += Self.squeeze(device, by: .gibibytes(gibibytes), "seed \(seed)")
                }
            }
        }
        #expect(kills > 100)
    }

    /// Makes memory short on a copy of a device, and compares the processes killed with the bands before.
    ///
    /// - Returns: How many were killed.
    static func squeeze(_ device: Device, by bytes: ByteCount, _ note: String) -> Int {
        var squeezed = device
        guard device.isOn,
            (try? squeezed.apply(.event(.device(.allocateSystemMemory(bytes))), at: device.now, limit: 1_000)) != nil
        else { return 0 }
        let isFrontLast = device.rulebook[.foregroundLast] == .flag(true)
        func band(_ pid: ProcessID) -> Int {
            guard let process = device.process(pid) else { return -1 }
            // An extension is never in front, whatever its app is.
            let isInFront = process.appExtension == nil && device.appsInFront.contains(process.bundleID)
            return isFrontLast && isInFront ? .max : process.jetsamPriority ?? -1
        }
        // A notification service extension may be launched for what waits, and killed, when the one before was killed.
        let killed = squeezed.takeRecords().compactMap { record in
            if case .exit(let exit) = record.body, exit.reason == .memoryPressure { record.pid } else { nil }
        }
        .filter { device.process($0) != nil }
        let bands = killed.map(band)
        #expect(bands == bands.sorted(), "\(note)")
        let spared = squeezed.processes.filter { $0.state != .terminated && device.process($0.pid) != nil }
            .map { band($0.pid) }
        #expect(spared.allSatisfy { $0 >= bands.last ?? 0 }, "\(note): spared \(spared), killed \(bands)")
        return killed.count
    }
}

/// The levels below which a device is short of memory by its own rules.
private struct Lines {
    var warning: ByteCount
    var critical: ByteCount

    init(of device: Device) {
        warning = Self.line(.memoryWarningFraction, of: device)
        critical = Self.line(.memoryCriticalFraction, of: device)
    }

    func isNormal(system: ByteCount, _ device: Device) -> Bool {
        device.settings.memoryBytes - system >= max(warning, critical)
    }

    private static func line(_ key: RuleKey, of device: Device) -> ByteCount {
        guard case .tenThousandths(let part)? = device.rulebook[key] else { return 0 }
        return device.settings.memoryBytes / 10_000 * part
    }
}

extension Input {
    /// Whether the system restarts, and takes its usual memory.
    fileprivate var restarts: Bool {
        guard case .event(.device(let event)) = self else { return false }
        return switch event {
        case .reboot, .powerOff, .upgradeOS: true
        default: false
        }
    }
}
