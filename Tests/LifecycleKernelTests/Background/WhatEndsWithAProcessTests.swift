import LifecycleKernel
import Testing

/// What comes to a process that is ending, and what a process takes with it.
@Suite struct WhatEndsWithAProcessTests {
    /// An attached app in the background that the system has asked to end: it is in `applicationWillTerminate(_:)`.
    static func ending(_ actions: [Action] = []) throws -> Stage {
        var stage = try Stage()
        try stage.install(
            "a",
            driver: .attached,
            infoPlist: InfoPlist(backgroundModes: ["remote-notification", "voip", "fetch"])
        )
        try stage.launch()
        for _ in 0..<3 { try stage.complete() }
        for action in actions { try stage.act(action) }
        try stage.send(.home)
        for _ in 0..<2 { try stage.complete() }
        try stage.send(.app("a", .terminate(.system)))
        try #require(stage.process()?.callbackInFlight?.name == .applicationWillTerminate)
        return stage
    }

    static let wakes: [WakeEvent] = [
        .performFetch, .locationUpdate, .significantLocationChange, .region("home"), .bluetooth, .voipPush,
    ]

    @Test("An ending process is woken for nothing", arguments: wakes)
    func notWoken(event: WakeEvent) throws {
        let stage = try Self.ending()
        #expect(stage.refusal(of: .wake("a", event)) == .notPossibleNow)
        #expect(
            stage.refusal(of: .app("a", .tapNotification(notificationID: nil, actionIdentifier: "x")))
                == .notPossibleNow
        )
    }

    @Test("A push waits for the end of the process, and then launches the app; a newer one takes its place")
    func push() throws {
        var stage = try Self.ending()
        #expect(try stage.push("one").decisions == ["held terminating"])
        #expect(try stage.push("two").identifiedDecisions == ["one replaced", "two held"])
        #expect(try stage.set(.setIdle(true)).verdicts.isEmpty)
        let records = try stage.complete()
        #expect(records.exit?.reason == .system)
        #expect(records.identifiedDecisions == ["two delivered"])
        #expect(records.callbacks == [.willFinishLaunching])
        #expect(stage.process()?.launchReason == .remoteNotification)
    }

    @Test("A push that waits for the end is judged then")
    func judgedThen() throws {
        var stage = try Self.ending()
        try stage.push("one")
        try stage.set(.setLowPowerMode(true))
        #expect(try stage.complete().decisions == ["held lowPowerMode"])
        #expect(stage.state() == .notRunning)
    }

    @Test("A push for an app that the user force-quits is dropped while it ends")
    func forceQuit() throws {
        var stage = try Stage()
        try stage.install("a", driver: .attached, infoPlist: InfoPlist(backgroundModes: ["remote-notification"]))
        try stage.launch()
        for _ in 0..<3 { try stage.complete() }
        try stage.send(.app("a", .forceQuit))
        try #require(stage.process()?.callbackInFlight != nil)
        #expect(try stage.push().decisions == ["dropped forceQuit"])
    }

    @Test("The device's held push goes with an ending process when that has ended, not before")
    func heldBefore() throws {
        var stage = try Self.ending()
        try stage.push("one")
        // A restart ends it meanwhile: what waits for the end waits on, for the first unlock.
        #expect(try stage.send(.reboot).decisions == ["held beforeFirstUnlock"])
        #expect(try stage.send(.unlock).decisions == ["delivered"])
    }

    @Test("A transfer that ends meanwhile waits for the end of the process, and then launches the app")
    func transfer() throws {
        var stage = try Self.ending([TransferTests.transfer("x", 2), TransferTests.transfer("y", 60)])
        let finished = try stage.advance(2)
        #expect(finished.decisions == ["finished"])
        #expect(finished.callbacks.isEmpty)
        #expect(try stage.complete().states == [.terminated, .background])
        #expect(stage.process()?.launchReason == .urlSession)
        try stage.complete()
        #expect(try stage.complete().callbacks == [.handleEventsForBackgroundURLSession])
    }

    @Test("A session of which more is under way wakes no one when the process has ended")
    func halfASession() throws {
        var stage = try Self.ending([TransferTests.transfer("x", 2), TransferTests.transfer("x", 60)])
        try stage.advance(2)
        try stage.complete()
        #expect(stage.state() == .notRunning)
        #expect(try stage.advance(58).callbacks == [.willFinishLaunching])
    }

    // MARK: What a process takes with it

    @Test("A task that runs fails with its process, for the reason of its end")
    func runningTask() throws {
        var stage = try RunningTaskTests.running()
        let records = try stage.send(.app("a", .crash(.badAccess, message: nil)))
        #expect(records.identifiedDecisions == ["t failed"])
        #expect(records.decisions == ["failed badAccess"])
    }

    // MARK: Transfers that were not told

    @Test("Events of a session whose launch costs the process its life are kept, and told at the next launch")
    func launchDies() throws {
        var stage = try TransferTests.stage([TransferTests.transfer("x", 100), TransferTests.transfer("x", 90)])
        try stage.send(.app("a", .terminate(.jetsam)))
        try stage.send(.allocateSystemMemory(4_500_000_000))
        let records = try stage.advance(100)
        #expect(records.exit?.reason == .memoryPressure)
        #expect(records.decisions == ["finished", "finished", "held processNotRunning"])
        #expect(records.callbacks.isEmpty)
        try stage.send(.freeSystemMemory(4_500_000_000))
        let told: [CallbackName] = [.urlSessionTaskDidComplete, .urlSessionTaskDidComplete]
        #expect(
            try stage.launch().callbacks
                == [.willFinishLaunching, .didFinishLaunching] + told + [.applicationDidBecomeActive]
        )
        try stage.send(.app("a", .terminate(.jetsam)))
        #expect(!(try stage.launch().callbacks.contains(.urlSessionTaskDidComplete)))
    }

    @Test("Cancelled transfers are told once, at the next launch by the user", arguments: AppLifecycle.allCases)
    func cancelled(lifecycle: AppLifecycle) throws {
        var stage = try TransferTests.stage(
            [TransferTests.transfer("x", 60), TransferTests.transfer("y", 90)],
            lifecycle
        )
        #expect(try stage.send(.app("a", .forceQuit)).decisions == ["cancelled forceQuit", "cancelled forceQuit"])
        try stage.send(.reboot)
        try stage.send(.unlock)
        let records = try stage.launch()
        let errors = records.compactMap { record in
            if case .callback(let call) = record.body, call.name == .urlSessionTaskDidComplete {
                call.arguments
            } else {
                nil
            }
        }
        #expect(errors.map(\.first) == [Value.Member("session", "x"), Value.Member("session", "y")])
        #expect(errors.allSatisfy { $0.last?.value["code"] == -999 })
        #expect(errors.allSatisfy { $0.last?.value["NSURLErrorBackgroundTaskCancelledReasonKey"] == 0 })
        #expect(
            records.callbacks.filter { $0 != .didDiscardSceneSessions }.prefix(4).suffix(3) == [.didFinishLaunching]
                + Array(repeating: .urlSessionTaskDidComplete, count: 2)
        )
        try stage.send(.app("a", .terminate(.jetsam)))
        #expect(!(try stage.launch().callbacks.contains(.urlSessionTaskDidComplete)))
    }

    @Test("An app that VoIP launched since is told when the user opens it")
    func cancelledAndLaunched() throws {
        var stage = try Stage()
        try stage.install(modes: ["voip"], .appDelegate, [.didReceiveIncomingPush: [.now(.reportIncomingCall)]])
        try stage.launch()
        try stage.act(TransferTests.transfer("x", 60))
        try stage.send(.app("a", .forceQuit))
        #expect(!(try stage.wake(.voipPush).callbacks.contains(.urlSessionTaskDidComplete)))
        #expect(try stage.launch().callbacks.filter { $0 == .urlSessionTaskDidComplete }.count == 1)
    }
}
