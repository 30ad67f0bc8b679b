import LifecycleKernel
import TestKit
import Testing
import WireFormat

/// Processes that the system prewarms before the user opens the app.
@Suite struct PrewarmingTests {
    static let modes = ["remote-notification", "location", "bluetooth-central", "voip", "fetch"]

    /// A device with a prewarmed app.
    static func device(
        _ lifecycle: AppLifecycle = .appDelegate,
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws -> TestDevice {
        var device = try TestDevice()
        try device.install(modes: modes, lifecycle, handlers)
        try device.send(.app("a", .prewarm))
        return device
    }

    @Test("No code of the app runs, and its state is not running")
    func nothingRuns() throws {
        let device = try Self.device()
        #expect(device.history.callbacks.isEmpty)
        #expect(device.state() == .notRunning)
        #expect(device.kernel.app("a")?.pid == nil)
        #expect(device.kernel.app("a")?.launchCount == 0)
        #expect(device.kernel.stateCounts[.suspended] == 0)
        let process = try #require(device.kernel.process(101))
        #expect(process.state == .suspended)
        #expect(process.launchReason == .prewarm)
        #expect(process.jetsamPriority == 0)
        #expect(try #require(device.kernel.explain("a", within: .standard)).because.count == 2)
    }

    @Test("The user's launch continues in the same process, and is cold", arguments: AppLifecycle.allCases)
    func launch(lifecycle: AppLifecycle) throws {
        var device = try Self.device(lifecycle)
        let prewarming = try #require(device.history.last)
        #expect(prewarming.value.matches(["from": "notRunning", "to": "suspended", "launchReason": "prewarm"]))
        #expect(prewarming.value["coldLaunch"] == nil)
        #expect(prewarming.value["launchSteps"] == [["name": "main", "tookSeconds": 0]])
        try device.advance(3_600)
        let records = try device.launch()
        let launched = try #require(records.first { $0.kind == .process })
        #expect(launched.pid == 101)
        #expect(launched.value.matches(["from": "suspended", "launchReason": "user", "coldLaunch": true]))
        #expect(records.callbacks.prefix(2) == [.willFinishLaunching, .didFinishLaunching])
        #expect(device.state() == .active)
        #expect(device.process()?.launchReason == .user)
        #expect(device.kernel.app("a")?.launchCount == 1)
        // The process started when it was prewarmed.
        #expect(device.process()?.startedAt == prewarming.time)
        #expect(device.kernel.energy(of: "a")?.processes.first?.states[.suspended].time == 3_600_000)
        try device.send(.app("a", .terminate(.jetsam)))
        try device.launch()
        #expect(device.process()?.pid == 102)
    }

    @Test("A prewarmed app gets the same callbacks as one that is not", arguments: AppLifecycle.allCases)
    func sameAsWithout(lifecycle: AppLifecycle) throws {
        for event in Self.openings {
            var plain = try TestDevice()
            try plain.install(modes: Self.modes, lifecycle, Self.asks)
            var prewarmed = try Self.device(lifecycle, Self.asks)
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
        + [WakeEvent.voipPush(), .bluetooth, .locationUpdate, .significantLocationChange, .performFetch].map {
            .wake("a", $0)
        }

    @Test("Bluetooth restores the state of an app that was only prewarmed")
    func bluetooth() throws {
        var device = try TestDevice()
        try device.install(modes: Self.modes, .appDelegate, Self.asks)
        try device.launch()
        try device.send(.app("a", .terminate(.jetsam)))
        try device.send(.app("a", .prewarm))
        #expect(try device.wake(.bluetooth).callbacks.contains(.centralManagerWillRestoreState))
    }

    @Test("The launch has its full limit, however long ago the process was prewarmed")
    func watchdog() throws {
        var device = try Self.device(.appDelegate, [.didFinishLaunching: [.now(.hang)]])
        try device.advance(100)
        try device.launch()
        #expect(try device.advance(19.999).exit == nil)
        #expect(try device.advance(0.001).exit?.reason == .appWatchdog)
    }

    /// A device that runs the launch methods when it prewarms an app.
    private static func running(
        _ lifecycle: AppLifecycle = .appDelegate,
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws -> TestDevice {
        var device = try TestDevice(.ios18, ["prewarmingEnds": "didFinishLaunching"])
        try device.install(modes: modes, lifecycle, handlers)
        return device
    }

    @Test("By a rule the launch methods run in the background, and once", arguments: AppLifecycle.allCases)
    func launchMethods(lifecycle: AppLifecycle) throws {
        var device = try Self.running(lifecycle)
        let records = try device.send(.app("a", .prewarm))
        #expect(records.callbacks == [.willFinishLaunching, .didFinishLaunching])
        #expect(records.states == [.background, .suspended])
        #expect(device.process()?.launchReason == .prewarm)
        #expect(device.refusal(of: .app("a", .prewarm)) == .notPossibleNow)
        try device.advance(14_400)
        let opened = try device.launch()
        #expect(!opened.callbacks.contains(.didFinishLaunching))
        #expect(opened.callbacks.last == (lifecycle == .scenes ? .sceneDidBecomeActive : .applicationDidBecomeActive))
        #expect(device.state() == .active)
        #expect(device.process()?.pid == 101)
        #expect(device.kernel.app("a")?.launchCount == 1)
    }

    @Test("By that rule code of main runs, what the launch starts holds the process, and a slow launch is ended")
    func launchMethodsWithCode() throws {
        var device = try Self.running(.appDelegate, [.main: [.now(.edit(count: 1, scene: nil))]])
        try device.send(.app("a", .prewarm))
        #expect(device.state() == .suspended)
        device = try Self.running(.scenes, [.didFinishLaunching: [.now(.startLocation())]])
        try device.send(.app("a", .prewarm))
        #expect(device.state() == .background)
        device = try Self.running(.scenes, [.didFinishLaunching: [.now(.hang)]])
        try device.send(.app("a", .prewarm))
        #expect(try device.advance(9.999).exit == nil)
        #expect(try device.advance(0.001).exit?.reason == .appWatchdog)
    }

    @Test("The launch methods of a prewarmed process find ActivePrewarm in the environment", arguments: [true, false])
    func environment(runsLaunchMethods: Bool) throws {
        var device = try runsLaunchMethods ? Self.running() : Self.device()
        if runsLaunchMethods { try device.send(.app("a", .prewarm)) } else { try device.launch() }
        let launches = device.history.filter { $0.kind == .callback }.prefix(2)
        #expect(launches.count == 2)
        for launch in launches { #expect(launch.value["arguments"] == ["environment": ["ActivePrewarm": "1"]]) }
        try device.send(.app("a", .terminate(.jetsam)))
        let plain = try device.launch().first { $0.kind == .callback }
        #expect(plain?.value["arguments"] == .object([]))
    }

    @Test("A prewarmed process uses memory, and is killed first")
    func memory() throws {
        var device = try TestDevice()
        try device.install("a")
        try device.install("b")
        try device.launch("b")
        try device.send(.home)
        try device.advance(60)
        try device.send(.app("a", .prewarm))
        var records: [Record] = []
        while records.exit == nil { records = try device.send(.allocateSystemMemory(.mebibytes(256))) }
        #expect(records.first { $0.kind == .exit }?.bundleID == "a")
        #expect(records.exit?.state == .suspended)
        #expect(device.kernel.process(102)?.state == .terminated)
        #expect(try device.launch("a").first { $0.kind == .process }?.pid == 103)
    }

    @Test("A locked device prewarms too, also before the first unlock")
    func locked() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate)
        try device.send(.reboot)
        try device.send(.app("a", .prewarm))
        #expect(device.kernel.process(101)?.state == .suspended)
        try device.send(.unlock)
        #expect(device.history.callbacks.isEmpty)
    }

    @Test("Before the first unlock a prewarmed process gets no background launch")
    func beforeFirstUnlock() throws {
        var device = try TestDevice()
        try device.install(modes: Self.modes)
        try device.send(.reboot)
        try device.send(.app("a", .prewarm))
        #expect(try device.push().decisions == ["held beforeFirstUnlock"])
        let wake = WakeEvent.systemWake(SystemWake(.systemWake))
        #expect(try device.wake(wake).decisions == ["held beforeFirstUnlock"])
        #expect(device.state() == .notRunning)
        let because = device.kernel.explain("a", within: .standard)?.because.map(\.description) ?? []
        #expect(because.contains("after the first unlock of the device, the system wakes it for systemWake"))
        #expect(try device.send(.unlock).decisions == ["delivered", "delivered"])
        #expect(device.process()?.launchReason == .remoteNotification)
    }

    @Test("Prewarming needs an app without a process, and a profile that prewarms")
    func refusals() throws {
        var device = try Self.device()
        #expect(device.refusal(of: .app("a", .prewarm)) == .notPossibleNow)
        #expect(device.refusal(of: .app("x", .prewarm)) == .unknownApp)
        try device.launch()
        #expect(device.refusal(of: .app("a", .prewarm)) == .notPossibleNow)
        for profile in [RuleProfile.documents, .ios12] {
            var old = try TestDevice(profile)
            try old.install("a")
            #expect(old.refusal(of: .app("a", .prewarm)) == .notPossibleNow)
        }
        try device.send(.powerOff)
        #expect(device.refusal(of: .app("a", .prewarm)) == .notPossibleNow)
    }

    @Test(
        "No code can run in a prewarmed process",
        arguments: [AppEvent.crash(.abort, message: nil), .suspend, .background]
    )
    func noCode(event: AppEvent) throws {
        var device = try Self.device()
        #expect(device.refusal(of: .app("a", event)) == .processNotRunning)
        #expect(throws: Rejection.self) { try device.act(.save(count: nil)) }
    }

    @Test(
        "A prewarmed process can end before the user opens the app, without a callback",
        arguments: [
            (Input.event(.app("a", .terminate(.jetsam))), .memoryPressure),
            (.event(.app("a", .terminate(.system))), .system),
            (.event(.device(.reboot)), .reboot), (.uninstall("a"), .appRemoved),
            (.install(AppManifest(bundleID: "a")), .appUpdate),
        ] as [(Input, TerminationReason)]
    )
    func ends(input: Input, reason: TerminationReason) throws {
        var device = try Self.device()
        let records = try device.apply(input)
        #expect(records.exit?.reason == reason)
        #expect(records.callbacks.isEmpty)
        #expect(device.kernel.process(101)?.state == .terminated)
    }
}
