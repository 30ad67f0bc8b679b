import LifecycleKernel
import Testing

/// Transfers of background URL sessions: the system carries them on, and wakes the app when a session is done.
@Suite struct TransferTests {
    static let wakeCallbacks: [CallbackName] = [
        .handleEventsForBackgroundURLSession, .urlSessionTaskDidComplete, .urlSessionDidFinishEvents,
    ]

    static func transfer(_ session: String = "x", _ seconds: Double) -> Action {
        .startTransfer(identifier: session, bytes: 1_000, lasting: Milliseconds(Int64(seconds * 1_000)))
    }

    static func stage(
        _ transfers: [Action],
        _ lifecycle: AppLifecycle = .appDelegate,
        completes: Bool = true
    ) throws -> Stage {
        var stage = try Stage()
        let done: [AppBehavior.Entry] = completes ? [.now(.completeURLSessionEvents)] : []
        try stage.install(modes: [], lifecycle, [.urlSessionDidFinishEvents: done])
        try stage.launch()
        for action in transfers { try stage.act(action) }
        return stage
    }

    @Test("No mode is needed, and the suspended or dead app is woken", arguments: AppLifecycle.allCases, [false, true])
    func wakes(lifecycle: AppLifecycle, isDead: Bool) throws {
        var stage = try Self.stage([Self.transfer("x", 60)], lifecycle)
        try stage.leaveAndSuspend()
        if isDead { try stage.send(.app("a", .terminate(.jetsam))) }
        let records = try stage.advance(55)
        #expect(records.identifiedDecisions == ["x finished"])
        #expect(
            records.callbacks
                == (isDead ? [.willFinishLaunching, .didFinishLaunching] : []) + Self.wakeCallbacks
        )
        #expect(records.assertions == ["urlSessionEvents acquired", "urlSessionEvents released"])
        #expect(stage.state() == .suspended)
    }

    @Test("A running app hears its delegate's events only")
    func running() throws {
        var stage = try Self.stage([Self.transfer("x", 10)])
        let records = try stage.advance(10)
        #expect(records.callbacks == [.urlSessionTaskDidComplete])
        #expect(records.assertions.isEmpty)
    }

    @Test("Without a network a transfer stands still, and goes on with what was left")
    func network() throws {
        var stage = try Self.stage([Self.transfer("x", 60)])
        try stage.advance(20)
        try stage.set(.setNetwork(.none))
        #expect(stage.device.nextDeadline == nil)
        try stage.advance(1_000)
        try stage.set(.setNetwork(.cellular))
        #expect(stage.device.nextDeadline == stage.device.now + 40_000)
        try stage.set(.setNetwork(.wifi))
        #expect(try stage.advance(39.999).verdicts.isEmpty)
        #expect(try stage.advance(0.001).decisions == ["finished"])
    }

    @Test("A transfer begun without a network waits for one")
    func beginsWithout() throws {
        var stage = try Self.stage([])
        try stage.set(.setNetwork(.none))
        #expect(try stage.act(Self.transfer("x", 10)).identifiedDecisions == ["x started"])
        #expect(stage.device.nextDeadline == nil)
        try stage.set(.setNetwork(.wifi))
        #expect(try stage.advance(10).decisions == ["finished"])
    }

    @Test("On a device that is switched off a transfer stands still")
    func switchedOff() throws {
        var stage = try Self.stage([Self.transfer("x", 60)])
        try stage.advance(20)
        try stage.send(.powerOff)
        #expect(try stage.advance(1_000).verdicts.isEmpty)
        try stage.send(.powerOn)
        try stage.send(.unlock)
        #expect(try stage.advance(39.999).verdicts.isEmpty)
        #expect(try stage.advance(0.001).decisions == ["finished"])
    }

    @Test("Only when all of a session is done the app is woken, for each session once")
    func sessions() throws {
        var stage = try Self.stage([Self.transfer("x", 20), Self.transfer("x", 40), Self.transfer("y", 30)])
        try stage.leaveAndSuspend()
        #expect(try stage.advance(15).callbacks.isEmpty)
        #expect(try stage.advance(10).callbacks == Self.wakeCallbacks)
        let records = try stage.advance(10)
        #expect(
            records.callbacks == [
                .handleEventsForBackgroundURLSession, .urlSessionTaskDidComplete, .urlSessionTaskDidComplete,
                .urlSessionDidFinishEvents,
            ]
        )
        #expect(stage.device.nextDeadline == nil)
    }

    @Test("An app that runs when its session is done hears also of what ended while it did not")
    func returnsBetween() throws {
        var stage = try Self.stage([Self.transfer("x", 20), Self.transfer("x", 40)])
        try stage.leaveAndSuspend()
        try stage.advance(20)
        try stage.launch()
        #expect(try stage.advance(20).callbacks == [.urlSessionTaskDidComplete, .urlSessionTaskDidComplete])
        try stage.send(.lock)
        #expect(!(try stage.send(.unlock).callbacks.contains(.handleEventsForBackgroundURLSession)))
    }

    @Test("Before the first unlock it ends, and the app is told after it")
    func firstUnlock() throws {
        var stage = try Self.stage([Self.transfer("x", 60), Self.transfer("y", 60)])
        try stage.send(.reboot)
        let records = try stage.advance(60)
        #expect(records.identifiedDecisions == ["x finished", "y finished"])
        #expect(records.callbacks.isEmpty)
        let told = try stage.send(.unlock)
        #expect(
            told.callbacks == [.willFinishLaunching, .didFinishLaunching] + Self.wakeCallbacks + Self.wakeCallbacks
        )
        #expect(stage.process()?.launchReason == .urlSession)
    }

    @Test(
        "What ends transfers, each with its verdict",
        arguments: [
            ("forceQuit", "cancelled forceQuit"), ("uninstall", "cancelled appRemoved"),
        ]
    )
    func cancelled(how: String, expected: String) throws {
        var stage = try Self.stage([Self.transfer("x", 60), Self.transfer("y", 90)])
        let records = how == "forceQuit" ? try stage.send(.app("a", .forceQuit)) : try stage.apply(.uninstall("a"))
        #expect(records.decisions == [expected, expected])
        #expect(records.identifiedDecisions == ["x cancelled", "y cancelled"])
        #expect(stage.device.nextDeadline == nil)
    }

    @Test("A crash, an update and a kill do not touch them", arguments: ["crash", "update", "kill"])
    func survives(how: String) throws {
        var stage = try Self.stage([Self.transfer("x", 60)])
        switch how {
        case "crash": try stage.send(.app("a", .crash(.abort, message: nil)))
        case "update": try stage.apply(.install(try #require(stage.device.app("a")).manifest))
        default: try stage.send(.app("a", .terminate(.jetsam)))
        }
        #expect(try stage.advance(60).callbacks == [.willFinishLaunching, .didFinishLaunching] + Self.wakeCallbacks)
    }

    @Test("Events that are never completed end the app")
    func neverCompleted() throws {
        var stage = try Self.stage([Self.transfer("x", 60)], completes: false)
        try stage.leaveAndSuspend()
        try stage.advance(55)
        #expect(stage.held() == [.urlSessionEvents])
        #expect(try stage.advance(29.999).exit == nil)
        let exit = try stage.advance(0.001).exit
        #expect(exit?.reason == .backgroundURLSessionTimeout)
        #expect(exit?.code == 0x2182_bad3)
    }
}
