import LifecycleKernel
import TestKit
import Testing

/// Events for a process that is ending, and what ends with a process.
@Suite struct WhatEndsWithAProcessTests {
    /// An attached app in the background that the system has asked to end: it is in `applicationWillTerminate(_:)`.
    static func ending(_ actions: [Action] = []) throws -> TestDevice {
        var device = try TestDevice()
        try device.install(
            "a",
            driver: .attached,
            infoPlist: InfoPlist(backgroundModes: ["remote-notification", "voip", "fetch"])
        )
        try device.launch()
        for _ in 0..<3 { try device.complete() }
        for action in actions { try device.act(action) }
        try device.send(.home)
        for _ in 0..<2 { try device.complete() }
        try device.send(.app("a", .terminate(.system)))
        try #require(device.process()?.callbackInFlight?.name == .applicationWillTerminate)
        return device
    }

    static let wakes: [WakeEvent] = [
        .performFetch, .locationUpdate, .significantLocationChange, .region("home"), .bluetooth, .voipPush(),
    ]

    @Test("A process that is ending is not woken", arguments: wakes)
    func notWoken(event: WakeEvent) throws {
        let device = try Self.ending()
        #expect(device.refusal(of: .wake("a", event)) == .notPossibleNow)
        #expect(
            device.refusal(of: .app("a", .tapNotification(notificationID: nil, actionIdentifier: "x")))
                == .notPossibleNow
        )
    }

    @Test("A push waits for the end of the process, and then launches the app; a newer one replaces it")
    func push() throws {
        var device = try Self.ending()
        #expect(try device.push("one").decisions == ["held terminating"])
        #expect(try device.push("two").identifiedDecisions == ["one replaced", "two held"])
        #expect(try device.set(.setIdle(true)).verdicts.isEmpty)
        let records = try device.complete()
        #expect(records.exit?.reason == .system)
        #expect(records.identifiedDecisions == ["two delivered"])
        #expect(records.callbacks == [.willFinishLaunching])
        #expect(device.process()?.launchReason == .remoteNotification)
    }

    @Test("A push that waits for the end gets its verdict then")
    func judgedThen() throws {
        var device = try Self.ending()
        try device.push("one")
        try device.set(.setLowPowerMode(true))
        #expect(try device.complete().decisions == ["held lowPowerMode"])
        #expect(device.state() == .notRunning)
    }

    @Test("A push for an app that the user force-quits is dropped while it ends")
    func forceQuit() throws {
        var device = try TestDevice()
        try device.install("a", driver: .attached, infoPlist: InfoPlist(backgroundModes: ["remote-notification"]))
        try device.launch()
        for _ in 0..<3 { try device.complete() }
        try device.send(.app("a", .forceQuit))
        try #require(device.process()?.callbackInFlight != nil)
        #expect(try device.push().decisions == ["dropped forceQuit"])
    }

    @Test("A held push is dropped when the process has ended, not before")
    func heldBefore() throws {
        var device = try Self.ending()
        try device.push("one")
        // A restart ends it meanwhile: the push then waits for the first unlock.
        #expect(try device.send(.reboot).decisions == ["held beforeFirstUnlock"])
        #expect(try device.send(.unlock).decisions == ["delivered"])
    }

    @Test("The event of a transfer waits for the end of the process, and then launches the app")
    func transfer() throws {
        var device = try Self.ending([TransferTests.transfer("x", 2), TransferTests.transfer("y", 60)])
        let finished = try device.advance(2)
        #expect(finished.decisions == ["finished", "held terminating"])
        #expect(finished.callbacks.isEmpty)
        #expect(try device.complete().states == [.terminated, .background])
        #expect(device.process()?.launchReason == .urlSession)
        try device.complete()
        #expect(try device.complete().callbacks == [.handleEventsForBackgroundURLSession])
    }

    @Test("A session with unfinished transfers does not wake the app when the process has ended")
    func halfASession() throws {
        var device = try Self.ending([TransferTests.transfer("x", 2), TransferTests.transfer("x", 60)])
        try device.advance(2)
        try device.complete()
        #expect(device.state() == .notRunning)
        #expect(try device.advance(58).callbacks == [.willFinishLaunching])
    }

    // MARK: What ends with a process

    @Test("A running task fails when its process ends, with the reason of the end")
    func runningTask() throws {
        var device = try RunningTaskTests.running()
        let records = try device.send(.app("a", .crash(.badAccess, message: nil)))
        #expect(records.identifiedDecisions == ["t failed"])
        #expect(records.decisions == ["failed badAccess"])
    }

    // MARK: Transfers whose events were not delivered

    @Test("Events of a session are kept if the process ends during the launch, and delivered at the next launch")
    func launchDies() throws {
        var device = try TransferTests.device([TransferTests.transfer("x", 100), TransferTests.transfer("x", 90)])
        try device.send(.app("a", .terminate(.jetsam)))
        try device.send(.allocateSystemMemory(4_500_000_000))
        let records = try device.advance(100)
        #expect(records.exit?.reason == .memoryPressure)
        #expect(records.decisions == ["finished", "finished", "held processNotRunning"])
        #expect(records.callbacks.isEmpty)
        try device.send(.freeSystemMemory(4_500_000_000))
        let told: [CallbackName] = [.urlSessionTaskDidComplete, .urlSessionTaskDidComplete]
        #expect(
            try device.launch().callbacks
                == [.willFinishLaunching, .didFinishLaunching] + told + [.applicationDidBecomeActive]
        )
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(!(try device.launch().callbacks.contains(.urlSessionTaskDidComplete)))
    }

    /// The callbacks of a launch for a session with two transfers, each with how many events of transfers remain after a
    /// crash in it.
    static let crashes: [(CallbackName, Int)] = [
        (.willFinishLaunching, 2), (.didFinishLaunching, 2), (.handleEventsForBackgroundURLSession, 2),
        (.urlSessionTaskDidComplete, 1), (.urlSessionDidFinishEvents, 0),
    ]

    @Test(
        "The events that a process does not receive because it crashes are delivered at the next launch",
        arguments: crashes
    )
    func crash(at name: CallbackName, left: Int) throws {
        var device = try TransferTests.device([TransferTests.transfer("x", 100), TransferTests.transfer("x", 90)])
        let sound = try #require(device.kernel.app("a")).manifest
        try device.install("a", .appDelegate, [name: [.now(.crash(.abort))]])
        let records = try device.advance(100)
        #expect(records.exit?.reason == .abnormal)
        #expect(records.callbacks.last == name)
        #expect(records.decisions == ["finished", "finished"] + (left > 0 ? ["held processNotRunning"] : []))
        #expect(records.verdicts.last?.detail != nil || left == 0)
        try device.apply(.install(sound))
        #expect(try device.launch().callbacks.count { $0 == .urlSessionTaskDidComplete } == left)
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(!(try device.launch().callbacks.contains(.urlSessionTaskDidComplete)))
    }

    /// The callback of a launch for a download in which a process crashes, with what the next launch delivers.
    static let downloads: [(CallbackName, [CallbackName])] = [
        (.didFinishLaunching, [.urlSessionDidFinishDownloading, .urlSessionTaskDidComplete]),
        (.urlSessionDidFinishDownloading, [.urlSessionTaskDidComplete]), (.urlSessionTaskDidComplete, []),
    ]

    @Test("A download is handed over once, whatever process lives to receive it", arguments: downloads)
    func download(crash: CallbackName, delivered: [CallbackName]) throws {
        var device = try TransferTests.device([TransferTests.transfer("x", 100, .download)])
        let sound = try #require(device.kernel.app("a")).manifest
        try device.install("a", .appDelegate, [crash: [.now(.crash(.abort))]])
        #expect(try device.advance(100).exit?.reason == .abnormal)
        try device.apply(.install(sound))
        #expect(try device.launch().callbacks.filter { $0.receiver == .sessionDelegate } == delivered)
    }

    @Test("The events that wait for a slow launch are kept in order when the process ends")
    func waiting() throws {
        for how in [TerminationCause.jetsam, nil] {
            var device = try TransferTests.device(["x", "y", "x"].map { TransferTests.transfer($0, 100) })
            let sound = try #require(device.kernel.app("a")).manifest
            try device.install("a", .appDelegate, [.didFinishLaunching: [.act(.log(message: "slow"), takes: 5_000)]])
            #expect(try device.advance(100).decisions == ["finished", "finished", "finished"])
            let records = try device.send(.app("a", how.map(AppEvent.terminate) ?? .crash(.abort, message: nil)))
            #expect(records.identifiedDecisions == ["y held", "x held"])
            try device.apply(.install(sound))
            let delivered = try device.launch().compactMap { record -> Value? in
                guard case .callback(let call) = record.body, call.name == .urlSessionTaskDidComplete else {
                    return nil
                }
                return call.arguments.first?.value
            }
            #expect(
                delivered == ["x", "x", "y"],
                "session by session, in the order in which their first transfers ended"
            )
        }
    }

    @Test("No events are kept of an app that is removed")
    func removed() throws {
        var device = try TransferTests.device([TransferTests.transfer("x", 100)])
        try device.install("a", .appDelegate, [.didFinishLaunching: [.act(.log(message: "slow"), takes: 5_000)]])
        try device.advance(100)
        #expect(try device.apply(.uninstall("a")).decisions.isEmpty)
    }

    @Test("The events of cancelled transfers that a crash prevents are delivered at the next launch by the user")
    func crashBeforeCancelled() throws {
        var device = try TransferTests.device([TransferTests.transfer("x", 60), TransferTests.transfer("y", 90)])
        let sound = try #require(device.kernel.app("a")).manifest
        try device.send(.app("a", .forceQuit))
        try device.install("a", .appDelegate, [.urlSessionTaskDidComplete: [.now(.crash(.abort))]])
        let records = try device.launch()
        #expect(records.exit?.reason == .abnormal)
        #expect(records.identifiedDecisions == ["y held"])
        try device.apply(.install(sound))
        let delivered = try device.launch().compactMap { record -> [Value.Member]? in
            guard case .callback(let call) = record.body, call.name == .urlSessionTaskDidComplete else { return nil }
            return call.arguments
        }
        #expect(delivered.map { $0.first?.value } == ["y"])
        #expect(delivered.first?.last?.value["code"] == -999)
    }

    @Test(
        "The events of cancelled transfers are delivered once, at the next launch by the user",
        arguments: AppLifecycle.allCases
    )
    func cancelled(lifecycle: AppLifecycle) throws {
        var device = try TransferTests.device(
            [TransferTests.transfer("x", 60), TransferTests.transfer("y", 90)],
            lifecycle
        )
        #expect(try device.send(.app("a", .forceQuit)).decisions == ["cancelled forceQuit", "cancelled forceQuit"])
        try device.send(.reboot)
        try device.send(.unlock)
        let records = try device.launch()
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
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(!(try device.launch().callbacks.contains(.urlSessionTaskDidComplete)))
    }

    @Test("An app launched by VoIP since gets the events when the user opens it")
    func cancelledAndLaunched() throws {
        var device = try TestDevice()
        try device.install(modes: ["voip"], .appDelegate, [.didReceiveIncomingPush: [.now(.reportIncomingCall)]])
        try device.launch()
        try device.act(TransferTests.transfer("x", 60))
        try device.send(.app("a", .forceQuit))
        #expect(!(try device.wake(.voipPush()).callbacks.contains(.urlSessionTaskDidComplete)))
        #expect(try device.launch().callbacks.filter { $0 == .urlSessionTaskDidComplete }.count == 1)
    }
}
