import LifecycleKernel
import TestKit
import Testing

/// Which apps get a memory warning, when, and how often.
@Suite struct MemoryWarningTests {
    /// One app in front, one with a task in the background, one suspended.
    static func device() throws -> TestDevice {
        var device = try TestDevice()
        for app in ["suspended", "task", "front"] as [BundleID] { try device.install(app, megabytes: 100) }
        try device.launch("suspended")
        try device.launch("task")
        try device.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true), "task")
        try device.launch("front")
        try device.advance(5)
        return device
    }

    @Test("Below the warning line suspended apps are killed; if that is enough, no app is warned")
    func enough() throws {
        var device = try Self.device()
        let records = try device.squeeze(to: TestDevice.warningLine - 1)
        #expect(records.killed == ["suspended"])
        #expect(records.warned.isEmpty)
        #expect(records.memoryLevels == [.warning, .normal])
    }

    @Test("Exactly at the line the level is normal")
    func onTheLine() throws {
        var device = try Self.device()
        #expect(try device.squeeze(to: TestDevice.warningLine).count == 1)
        #expect(try device.send(.allocateSystemMemory(1)).memoryLevels == [.warning, .normal])
    }

    @Test("If that is not enough, every running app is warned after the kills")
    func notEnough() throws {
        var device = try Self.device()
        let records = try device.squeeze(to: TestDevice.warningLine - TestDevice.megabyte * 100 - 1)
        #expect(records.killed == ["suspended"])
        #expect(records.warned == ["task", "front"])
        #expect(records.notifications == [.didReceiveMemoryWarning, .didReceiveMemoryWarning])
        let lastKill = records.lastIndex { $0.kind == .exit }
        let firstWarning = records.firstIndex { $0.kind == .callback }
        #expect(try #require(lastKill) < (try #require(firstWarning)))
    }

    @Test("Scene apps are warned through the app delegate alone")
    func scenes() throws {
        var device = try TestDevice()
        try device.install("a", .scenes)
        try device.launch()
        let records = try device.squeeze(to: TestDevice.warningLine - 1)
        #expect(records.callbacks == [.didReceiveMemoryWarning])
        #expect(records.notifications == [.didReceiveMemoryWarning])
    }

    @Test("A process is not warned again for 25 seconds after a warning")
    func rest() throws {
        var device = try TestDevice()
        try device.install("playing", megabytes: 10, modes: ["audio"])
        try device.install("front", megabytes: 10)
        try device.install("late", megabytes: 1)
        try device.launch("playing")
        try device.act(.playAudio, "playing")
        try device.launch("front")
        #expect(
            try device.squeeze(to: TestDevice.criticalLine + TestDevice.megabyte * 90).warned == ["playing", "front"]
        )
        try device.advance(10)
        #expect(try device.launch("late").warned == ["late"])
        try device.advance(14.999)
        #expect(try device.send(.allocateSystemMemory(1)).warned.isEmpty)
        try device.advance(0.001)
        #expect(try device.send(.allocateSystemMemory(1)).warned == ["playing"])
        try device.advance(10)
        #expect(try device.send(.allocateSystemMemory(1)).warned == ["late"])
    }

    @Test("No app is warned again unless the ledger changes")
    func neverByItself() throws {
        var device = try TestDevice()
        try device.install("a", megabytes: 100)
        try device.launch("a")
        #expect(try device.squeeze(to: TestDevice.warningLine - 1).warned == ["a"])
        #expect(device.kernel.nextDeadline == nil)
        #expect(try device.advance(3_600).warned.isEmpty)
        #expect(try device.send(.allocateSystemMemory(1)).warned == ["a"])
    }

    @Test("Memory that an app frees in its handler ends the shortage")
    func givesBack() throws {
        var device = try TestDevice()
        try device.install(
            "a",
            megabytes: 100,
            [.didReceiveMemoryWarning: [.now(.free(bytes: TestDevice.megabyte * 50))]]
        )
        try device.launch("a")
        #expect(try device.squeeze(to: TestDevice.warningLine - 1).memoryLevels == [.warning, .normal])
        #expect(device.available == TestDevice.warningLine - 1 + TestDevice.megabyte * 50)
    }

    @Test(
        "A level is recorded when it changes, with the memory available, before and after the kills",
        arguments: [
            (TestDevice.criticalLine - 1, [MemoryLevel.critical, .warning]), (TestDevice.criticalLine, [.warning]),
            (TestDevice.criticalLine - TestDevice.megabyte * 600, [.critical, .normal]),
        ]
    )
    func levels(left: ByteCount, expected: [MemoryLevel]) throws {
        var device = try TestDevice()
        try device.install("first", megabytes: 100)
        try device.install("large", megabytes: 1_000)
        try device.install("front", megabytes: 100)
        // An app that runs in the background is killed first, and frees little or much.
        let app: BundleID = expected.last == .normal ? "large" : "first"
        try device.launch(app)
        try device.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true), app)
        try device.launch("front")
        let records = try device.squeeze(to: left)
        #expect(records.memoryLevels == expected)
        let amounts = records.compactMap { if case .memory(_, let bytes) = $0.body { bytes } else { nil } }
        #expect(amounts.first == max(0, left))
        #expect(amounts.last == device.available)
        #expect(try device.send(.freeSystemMemory(1)).memoryLevels.isEmpty)
    }

    // MARK: The Simulator's menu

    @Test("The Simulator's warning goes to every running app, kills none, and does not delay the next warning")
    func simulated() throws {
        var device = try Self.device()
        for _ in 0..<2 {
            let records = try device.send(.memoryWarning)
            #expect(records.warned == ["task", "front"])
            #expect(records.killed.isEmpty)
            #expect(records.memoryLevels == [.warning])
        }
        #expect(device.state("suspended") == .suspended)
        #expect(
            try device.squeeze(to: TestDevice.warningLine - TestDevice.megabyte * 100 - 1).warned == ["task", "front"]
        )
    }
}

/// Memory: how much is left, and where it runs short.
extension TestDevice {
    /// A tenth and a twentieth of the device's memory: the warning line and the critical line.
    static let warningLine: ByteCount = 644_245_094
    static let criticalLine: ByteCount = 322_122_547
    static let megabyte: ByteCount = 1_000_000

    /// Installs an app with a footprint.
    mutating func install(
        _ app: BundleID,
        megabytes: Int64,
        purgeable: Int64 = 0,
        modes: [String] = [],
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws {
        try install(
            AppManifest(
                bundleID: app,
                lifecycle: .appDelegate,
                infoPlist: InfoPlist(backgroundModes: modes),
                footprintBytes: Self.megabyte * megabytes,
                purgeableBytes: Self.megabyte * purgeable,
                behavior: AppBehavior(handlers)
            )
        )
    }

    /// The available memory: the device's, without the system's and without footprints.
    var available: ByteCount {
        let all = kernel.settings.memoryBytes
        var system = ByteCount(all.count / 4)
        for record in history {
            if case .input(.event(.device(.allocateSystemMemory(let bytes)))) = record.body { system += bytes }
            if case .input(.event(.device(.freeSystemMemory(let bytes)))) = record.body { system = system - bytes }
            system = min(max(0, system), all)
        }
        return kernel.processes.reduce(all - system) { $1.state == .terminated ? $0 : $0 - $1.footprintBytes }
    }

    /// Lets the system allocate memory until an amount is available, before anything reacts.
    @discardableResult
    mutating func squeeze(to bytes: ByteCount) throws -> [Record] { try send(.allocateSystemMemory(available - bytes)) }
}

extension [Record] {
    /// The apps that were killed, in order.
    var killed: [BundleID] {
        compactMap { if case .exit = $0.body { $0.bundleID } else { nil } }
    }

    /// The apps that got a memory warning, in order.
    var warned: [BundleID] {
        filter { [$0].callbacks == [.didReceiveMemoryWarning] }.compactMap(\.bundleID)
    }

    /// The memory levels recorded, in order.
    var memoryLevels: [MemoryLevel] {
        compactMap { if case .memory(let level, _) = $0.body { level } else { nil } }
    }
}
