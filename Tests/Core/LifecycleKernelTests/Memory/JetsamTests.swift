import TestKit
import Testing

@testable import LifecycleKernel

/// Which process is killed for memory: by band, and within a band by the rule.
@Suite struct JetsamOrderTests {
    /// One app in each band: suspended, in its grace, with a task, in front, playing audio.
    static func bands(_ overrides: [String: Value] = [:]) throws -> TestDevice {
        var device = try TestDevice(.ios18, overrides)
        for app in ["playing", "front", "task", "grace", "suspended"] as [BundleID] {
            try device.install(app, megabytes: 300, modes: app == "playing" ? ["audio"] : [])
        }
        try device.launch("playing")
        try device.act(.playAudio, "playing")
        try device.launch("suspended")
        try device.launch("task")
        try device.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true), "task")
        try device.launch("grace")
        try device.advance(5)
        try device.launch("front")
        return device
    }

    @Test("The bands are those of current kernels")
    func numbers() throws {
        let device = try Self.bands()
        let bands = ["suspended", "grace", "task", "front", "playing"].map { device.process($0)?.jetsamPriority }
        #expect(bands == [0, 30, 40, 100, 120])
    }

    @Test(
        "The lowest band is killed first, and audio after the app in front unless the rule says otherwise",
        arguments: [
            (false, ["suspended", "grace", "task", "front", "playing"]),
            (true, ["suspended", "grace", "task", "playing", "front"]),
        ]
    )
    func bandOrder(foregroundLast: Bool, expected: [BundleID]) throws {
        var device = try Self.bands(["foregroundLast": .bool(foregroundLast)])
        #expect(try device.send(.allocateSystemMemory(.gibibytes(1_024))).killed == expected)
    }

    @Test("Killing stops as soon as the level is no longer critical", arguments: 1...5)
    func stops(count: Int) throws {
        var device = try Self.bands()
        // Each frees 300 MB; this many are needed to reach the critical line.
        let missing = TestDevice.megabyte * (Int64(count) * 300)
        let records = try device.squeeze(to: TestDevice.criticalLine - missing)
        #expect(records.killed.count == count)
        #expect(records.killed == Array(["suspended", "grace", "task", "front", "playing"].prefix(count)))
    }

    /// Launches of apps, and the app that is killed first then.
    static let visits: [(visits: [BundleID], order: [BundleID])] = [
        (["a", "b", "c"], ["a", "b", "c"]), (["c", "b", "a"], ["c", "b", "a"]),
        (["a", "b", "a", "c"], ["b", "a", "c"]),
        (["b", "c", "a", "c"], ["b", "a", "c"]), (["c", "a", "b", "a", "c"], ["b", "a", "c"]),
    ]

    @Test("Among suspended apps the one used longest ago is killed first", arguments: visits, [false, true])
    func leastRecentlyUsed(row: (visits: [BundleID], order: [BundleID]), isLocked: Bool) throws {
        var device = try TestDevice()
        for app in ["a", "b", "c"] as [BundleID] { try device.install(app, megabytes: 100) }
        for app in row.visits { try device.launch(app) }
        // The last one leaves the screen for the home screen, or is covered by the lock.
        try device.send(isLocked ? .lock : .home)
        try device.advance(10)
        #expect(try device.send(.allocateSystemMemory(.gibibytes(1_024))).killed == row.order)
    }

    @Test("Apps that were never on screen are killed first, in the order of their processes")
    func neverOnScreen() throws {
        var device = try TestDevice()
        for app in ["a", "b", "c"] as [BundleID] {
            try device.install(
                app,
                megabytes: 100,
                modes: ["remote-notification"],
                [.didReceiveRemoteNotification: [.now(.completeFetch(.noData))]]
            )
        }
        try device.launch("b")
        try device.leaveAndSuspend("b")
        try device.push(nil, "c")
        try device.push(nil, "a")
        #expect(try device.send(.allocateSystemMemory(.gibibytes(1_024))).killed == ["c", "a", "b"])
    }

    @Test("In the profile `documents` the largest is killed first, and of two equal ones the one used longest ago")
    func largestFirst() throws {
        var device = try TestDevice(.documents)
        for (app, size) in [("a", 100), ("b", 300), ("c", 200), ("d", 300)] as [(BundleID, Int64)] {
            try device.install(app, megabytes: size)
        }
        for app in ["d", "b", "c", "a"] as [BundleID] { try device.launch(app) }
        try device.send(.home)
        try device.advance(10)
        #expect(try device.send(.allocateSystemMemory(.gibibytes(1_024))).killed == ["d", "b", "c", "a"])
    }

    @Test("The largest is killed first within a band only")
    func largestFirstInBand() throws {
        var device = try TestDevice(.ios18, ["jetsamOrder": "largestFirst"])
        try device.install("small", megabytes: 100)
        try device.install("large", megabytes: 900)
        try device.launch("small")
        try device.leaveAndSuspend("small")
        try device.launch("large")
        #expect(try device.send(.allocateSystemMemory(.gibibytes(1_024))).killed == ["small", "large"])
    }

    @Test("A background launch that takes too much memory is killed itself, not a process in a higher band")
    func launchTakesTooMuch() throws {
        var device = try TestDevice()
        try device.install("front", megabytes: 100)
        try device.install("large", megabytes: 900, modes: ["remote-notification"])
        try device.launch("front")
        try device.squeeze(to: TestDevice.warningLine)
        let records = try device.push("one", "large")
        #expect(records.killed == ["large"])
        #expect(records.identifiedDecisions == ["one dropped"])
        #expect(records.warned.isEmpty)
        #expect(device.state("front") == .active)
    }

    @Test("A killed app gets no callback, and its unsaved changes are reported as lost")
    func silent() throws {
        var device = try TestDevice()
        try device.install("a", megabytes: 100)
        try device.launch("a")
        try device.act(.edit(count: 2, scene: nil), "a")
        let records = try device.send(.allocateSystemMemory(.gibibytes(1_024)))
        #expect(records.callbacks.isEmpty)
        #expect(records.exit?.unsavedChanges == 2)
        #expect(records.exit?.state == .active)
        #expect(records.contains { if case .finding(let found) = $0.body { found.code == .dataLoss } else { false } })
    }
}

/// The order in which processes are killed for memory, by the table of jetsam bands.
@Suite struct JetsamPolicyTests {
    struct Row: Sendable {
        var what: String
        /// pid, band, megabytes, last on screen
        var candidates: [(ProcessID, Int, Int64, UInt64)]
        var leastRecentlyUsed: ProcessID?
        var largestFirst: ProcessID?
    }

    static let rows = [
        Row(what: "nobody", candidates: [], leastRecentlyUsed: nil, largestFirst: nil),
        Row(
            what: "a suspended one before one that runs in the background, however large",
            candidates: [(101, 30, 900, 1), (102, 0, 10, 9)],
            leastRecentlyUsed: 102,
            largestFirst: 102
        ),
        Row(
            what: "one in the background before the app in front, and that before one that plays",
            candidates: [(101, 120, 10, 1), (102, 100, 10, 3), (103, 40, 10, 2)],
            leastRecentlyUsed: 103,
            largestFirst: 103
        ),
        Row(
            what: "in one band the one used longest ago, or the largest",
            candidates: [(101, 0, 10, 5), (102, 0, 50, 7), (103, 0, 30, 6)],
            leastRecentlyUsed: 101,
            largestFirst: 102
        ),
        Row(
            what: "one that nobody has seen before all that were on screen",
            candidates: [(101, 0, 10, 1), (102, 0, 10, 0)],
            leastRecentlyUsed: 102,
            largestFirst: 102
        ),
        Row(
            what: "of those that nothing tells apart the oldest",
            candidates: [(104, 0, 10, 0), (103, 0, 10, 0)],
            leastRecentlyUsed: 103,
            largestFirst: 103
        ),
    ]

    @Test("The system kills", arguments: rows)
    func victim(row: Row) {
        let candidates = row.candidates.map {
            JetsamPolicy.Candidate(pid: $0.0, band: $0.1, footprintBytes: .mebibytes($0.2), lastOnScreen: $0.3)
        }
        for candidates in [candidates, candidates.reversed()] {
            let leastUsed = JetsamPolicy.victim(of: candidates, order: .leastRecentlyUsed)
            #expect(leastUsed?.pid == row.leastRecentlyUsed, "\(row.what)")
            #expect(JetsamPolicy.victim(of: candidates, order: .largestFirst)?.pid == row.largestFirst, "\(row.what)")
        }
    }

    @Test(
        "The level is a warning below a tenth of the device's memory, and critical below a twentieth",
        arguments: [
            (100_000, .normal), (10_000, .normal), (9_999, .warning), (5_000, .warning), (4_999, .critical),
            (0, .critical), (-1, .critical),
        ] as [(ByteCount, MemoryLevel)]
    )
    func level(available: ByteCount, expected: MemoryLevel) {
        #expect(MemoryLevel(available: available, of: 100_000, Rulebook(.ios18)) == expected)
    }
}

/// A system without jetsam, such as the Simulator.
@Suite struct NoJetsamTests {
    @Test(
        "It ends no process by a cause of jetsam, and says which causes there are",
        arguments: [TerminationCause.jetsam, .perProcessLimit, .longIdleExit]
    )
    func refused(cause: TerminationCause) throws {
        var device = try TestDevice(.simulator)
        try device.install("a", .scenes)
        try device.launch()
        do throws(Rejection) {
            try device.send(.app("a", .terminate(cause)))
            Issue.record("it was ended by \(cause)")
        } catch {
            #expect(error.code == .notPossibleNow && error.field == "cause")
            #expect(error.accepted == ["system", "simulatorHost", "cpuLimit", "thermal", "diskSpace"])
        }
        #expect(device.state() == .active)
        try device.send(.app("a", .terminate(.simulatorHost)))
        #expect(device.state() == .notRunning)
    }
}
