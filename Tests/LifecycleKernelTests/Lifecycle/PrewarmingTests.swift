import LifecycleKernel
import Testing
import WireFormat

/// Processes that the system prepares before anybody opens the app.
@Suite struct PrewarmingTests {
    static let modes = ["remote-notification", "location", "bluetooth-central", "voip", "fetch"]

    /// A device with a prewarmed app.
    static func stage(
        _ lifecycle: AppLifecycle = .appDelegate,
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws -> Stage {
        var stage = try Stage()
        try stage.install(modes: modes, lifecycle, handlers)
        try stage.send(.app("a", .prewarm))
        return stage
    }

    @Test("Nothing of the app runs, and for everybody but the system it does not run")
    func nothingRuns() throws {
        let stage = try Self.stage()
        #expect(stage.history.callbacks.isEmpty)
        #expect(stage.state() == .notRunning)
        #expect(stage.device.app("a")?.pid == nil)
        #expect(stage.device.app("a")?.launchCount == 0)
        #expect(stage.device.stateCounts[.suspended] == 0)
        let process = try #require(stage.device.process(101))
        #expect(process.state == .suspended)
        #expect(process.launchReason == .prewarm)
        #expect(process.jetsamPriority == 0)
        #expect(try #require(stage.device.explain("a", limit: 10)).because.count == 2)
    }

    @Test("The user's launch goes on in the same process, and is cold", arguments: AppLifecycle.allCases)
    func launch(lifecycle: AppLifecycle) throws {
        var stage = try Self.stage(lifecycle)
        let prewarming = try #require(stage.history.last)
        #expect(prewarming.value.matches(["from": "notRunning", "to": "suspended", "launchReason": "prewarm"]))
        #expect(prewarming.value["coldLaunch"] == nil)
        #expect(prewarming.value["launchSteps"] == [["name": "main", "tookSeconds": 0]])
        try stage.advance(3_600)
        let records = try stage.launch()
        let launched = try #require(records.first { $0.kind == .process })
        #expect(launched.pid == 101)
        #expect(launched.value.matches(["from": "suspended", "launchReason": "user", "coldLaunch": true]))
        #expect(records.callbacks.prefix(2) == [.willFinishLaunching, .didFinishLaunching])
        #expect(stage.state() == .active)
        #expect(stage.process()?.launchReason == .user)
        #expect(stage.device.app("a")?.launchCount == 1)
        // It is as old as its preparation.
        #expect(stage.process()?.startedAt == prewarming.time)
        #expect(stage.device.energy(of: "a")?.processes.first?.states[.suspended].time == 3_600_000)
        try stage.send(.app("a", .terminate(.jetsam)))
        try stage.launch()
        #expect(stage.process()?.pid == 102)
    }

    @Test("A prewarmed app hears the same as one that is not", arguments: AppLifecycle.allCases)
    func sameAsWithout(lifecycle: AppLifecycle) throws {
        for event in Self.openings {
            var plain = try Stage()
            try plain.install(modes: Self.modes, lifecycle, Self.asks)
            var prewarmed = try Self.stage(lifecycle, Self.asks)
            let expected = try plain.send(event)
            let records = try prewarmed.send(event)
            #expect(records.callbacks == expected.callbacks, "\(event)")
            #expect(records.notifications == expected.notifications, "\(event)")
            #expect(records.decisions == expected.decisions, "\(event)")
            #expect(prewarmed.state() == plain.state(), "\(event)")
        }
    }

    static let asks: [CallbackName: [AppBehavior.Entry]] = [
        .didFinishLaunching: [.now(.monitorSignificantLocationChanges), .now(.scanBluetooth(restoreIdentifier: "r"))]
    ]

    static let openings: [Event] =
        [
            .app("a", .launch(arguments: ["-x"])), .app("a", .performShortcut(shortcutType: "s")),
            .openURL("a://x", sourceApplication: nil, bundleID: "a"), .push(.silent()),
        ]
        + [WakeEvent.voipPush, .bluetooth, .locationUpdate, .significantLocationChange, .performFetch].map {
            .wake("a", $0)
        }

    @Test("Bluetooth restores the state of an app that was only prewarmed")
    func bluetooth() throws {
        var stage = try Stage()
        try stage.install(modes: Self.modes, .appDelegate, Self.asks)
        try stage.launch()
        try stage.send(.app("a", .terminate(.jetsam)))
        try stage.send(.app("a", .prewarm))
        #expect(try stage.wake(.bluetooth).callbacks.contains(.centralManagerWillRestoreState))
    }

    @Test("The launch has all its time, however long ago the process was prewarmed")
    func watchdog() throws {
        var stage = try Self.stage(.appDelegate, [.didFinishLaunching: [.now(.hang)]])
        try stage.advance(100)
        try stage.launch()
        #expect(try stage.advance(19.999).exit == nil)
        #expect(try stage.advance(0.001).exit?.reason == .appWatchdog)
    }

    @Test("It counts for memory, and goes first")
    func memory() throws {
        var stage = try Stage()
        try stage.install("a")
        try stage.install("b")
        try stage.launch("b")
        try stage.send(.home)
        try stage.advance(60)
        try stage.send(.app("a", .prewarm))
        var records: [Record] = []
        while records.exit == nil { records = try stage.send(.allocateSystemMemory(.mebibytes(256))) }
        #expect(records.first { $0.kind == .exit }?.bundleID == "a")
        #expect(records.exit?.state == .suspended)
        #expect(stage.device.process(102)?.state == .terminated)
        #expect(try stage.launch("a").first { $0.kind == .process }?.pid == 103)
    }

    @Test("A locked device prewarms too, before its first unlock as well")
    func locked() throws {
        var stage = try Stage()
        try stage.install("a", .appDelegate)
        try stage.send(.reboot)
        try stage.send(.app("a", .prewarm))
        #expect(stage.device.process(101)?.state == .suspended)
        try stage.send(.unlock)
        #expect(stage.history.callbacks.isEmpty)
    }

    @Test("Before the first unlock a prewarmed process is no way into the background")
    func beforeFirstUnlock() throws {
        var stage = try Stage()
        try stage.install(modes: Self.modes)
        try stage.send(.reboot)
        try stage.send(.app("a", .prewarm))
        #expect(try stage.push().decisions == ["held beforeFirstUnlock"])
        #expect(try stage.wake(.voipPush).decisions == ["dropped beforeFirstUnlock"])
    }

    @Test("Prewarming needs an app without a process, and a system that does it")
    func refusals() throws {
        var stage = try Self.stage()
        #expect(stage.refusal(of: .app("a", .prewarm)) == .notPossibleNow)
        #expect(stage.refusal(of: .app("x", .prewarm)) == .unknownApp)
        try stage.launch()
        #expect(stage.refusal(of: .app("a", .prewarm)) == .notPossibleNow)
        for profile in [RuleProfile.documents, .ios12] {
            var old = try Stage(profile)
            try old.install("a")
            #expect(old.refusal(of: .app("a", .prewarm)) == .notPossibleNow)
        }
        try stage.send(.powerOff)
        #expect(stage.refusal(of: .app("a", .prewarm)) == .notPossibleNow)
    }

    @Test("Code cannot run in it", arguments: [AppEvent.crash(.abort, message: nil), .suspend, .background])
    func noCode(event: AppEvent) throws {
        var stage = try Self.stage()
        #expect(stage.refusal(of: .app("a", event)) == .processNotRunning)
        #expect(throws: Rejection.self) { try stage.act(.save(count: nil)) }
    }

    @Test(
        "It can end before anybody opens the app, in silence",
        arguments: [
            (Input.event(.app("a", .terminate(.jetsam))), .memoryPressure),
            (.event(.app("a", .terminate(.system))), .system),
            (.event(.device(.reboot)), .reboot), (.uninstall("a"), .appRemoved),
            (.install(AppManifest(bundleID: "a")), .appUpdate),
        ] as [(Input, TerminationReason)]
    )
    func ends(input: Input, reason: TerminationReason) throws {
        var stage = try Self.stage()
        let records = try stage.apply(input)
        #expect(records.exit?.reason == reason)
        #expect(records.callbacks.isEmpty)
        #expect(stage.device.process(101)?.state == .terminated)
    }
}
