import LifecycleKernel
import TestKit
import Testing

/// Transfers of background URL sessions: they continue in the system, which wakes the app when a session is complete.
@Suite struct TransferTests {
    static let wakeCallbacks: [CallbackName] = [
        .handleEventsForBackgroundURLSession, .urlSessionTaskDidComplete, .urlSessionDidFinishEvents,
    ]

    static func transfer(_ session: String = "x", _ seconds: Double, _ kind: TransferKind? = nil) -> Action {
        .startTransfer(identifier: session, bytes: 1_000, lasting: Milliseconds(Int64(seconds * 1_000)), kind: kind)
    }

    static func device(
        _ transfers: [Action],
        _ lifecycle: AppLifecycle = .appDelegate,
        completes: Bool = true
    ) throws -> TestDevice {
        var device = try TestDevice()
        let done: [AppBehavior.Entry] = completes ? [.now(.completeURLSessionEvents())] : []
        try device.install(modes: [], lifecycle, [.urlSessionDidFinishEvents: done])
        try device.launch()
        for action in transfers { try device.act(action) }
        return device
    }

    @Test(
        "No mode is needed to wake an app that is suspended or has no process",
        arguments: AppLifecycle.allCases,
        [false, true]
    )
    func wakes(lifecycle: AppLifecycle, isDead: Bool) throws {
        var device = try Self.device([Self.transfer("x", 60)], lifecycle)
        try device.leaveAndSuspend()
        if isDead { try device.send(.app("a", .terminate(.jetsam))) }
        let records = try device.advance(55)
        #expect(records.identifiedDecisions == ["x finished"])
        #expect(
            records.callbacks
                == (isDead ? [.willFinishLaunching, .didFinishLaunching] : []) + Self.wakeCallbacks
        )
        #expect(records.assertions == ["urlSessionEvents acquired", "urlSessionEvents released"])
        #expect(device.state() == .suspended)
    }

    @Test("A running app gets only the events of the session's delegate")
    func running() throws {
        var device = try Self.device([Self.transfer("x", 10)])
        let records = try device.advance(10)
        #expect(records.callbacks == [.urlSessionTaskDidComplete])
        #expect(records.assertions.isEmpty)
    }

    @Test("Without a network a transfer pauses, and resumes with the rest")
    func network() throws {
        var device = try Self.device([Self.transfer("x", 60)])
        try device.advance(20)
        try device.set(.setNetwork(.none))
        #expect(device.kernel.nextDeadline == nil)
        try device.advance(1_000)
        try device.set(.setNetwork(.cellular))
        #expect(device.kernel.nextDeadline == device.kernel.now + 40_000)
        try device.set(.setNetwork(.wifi))
        #expect(try device.advance(39.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).decisions == ["finished"])
    }

    @Test("A transfer that begins without a network waits for it")
    func beginsWithout() throws {
        var device = try Self.device([])
        try device.set(.setNetwork(.none))
        #expect(try device.act(Self.transfer("x", 10)).identifiedDecisions == ["x started"])
        #expect(device.kernel.nextDeadline == nil)
        try device.set(.setNetwork(.wifi))
        #expect(try device.advance(10).decisions == ["finished"])
    }

    @Test("On a device that is switched off a transfer pauses")
    func switchedOff() throws {
        var device = try Self.device([Self.transfer("x", 60)])
        try device.advance(20)
        try device.send(.powerOff)
        #expect(try device.advance(1_000).verdicts.isEmpty)
        try device.send(.powerOn)
        try device.send(.unlock)
        #expect(try device.advance(39.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).decisions == ["finished"])
    }

    @Test("The app is woken once for each session, when all its transfers are complete")
    func sessions() throws {
        var device = try Self.device([Self.transfer("x", 20), Self.transfer("x", 40), Self.transfer("y", 30)])
        try device.leaveAndSuspend()
        #expect(try device.advance(15).callbacks.isEmpty)
        #expect(try device.advance(10).callbacks == Self.wakeCallbacks)
        let records = try device.advance(10)
        #expect(
            records.callbacks == [
                .handleEventsForBackgroundURLSession, .urlSessionTaskDidComplete, .urlSessionTaskDidComplete,
                .urlSessionDidFinishEvents,
            ]
        )
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("An app that runs when its session is complete also gets the events of transfers that ended before")
    func returnsBetween() throws {
        var device = try Self.device([Self.transfer("x", 20), Self.transfer("x", 40)])
        try device.leaveAndSuspend()
        try device.advance(20)
        try device.launch()
        #expect(try device.advance(20).callbacks == [.urlSessionTaskDidComplete, .urlSessionTaskDidComplete])
        try device.send(.lock)
        #expect(!(try device.send(.unlock).callbacks.contains(.handleEventsForBackgroundURLSession)))
    }

    @Test("A transfer ends before the first unlock, and its event is delivered after it")
    func firstUnlock() throws {
        var device = try Self.device([Self.transfer("x", 60), Self.transfer("y", 60)])
        try device.send(.reboot)
        let records = try device.advance(60)
        #expect(records.identifiedDecisions == ["x finished", "y finished"])
        #expect(records.callbacks.isEmpty)
        let told = try device.send(.unlock)
        #expect(
            told.callbacks == [.willFinishLaunching, .didFinishLaunching] + Self.wakeCallbacks + Self.wakeCallbacks
        )
        #expect(device.process()?.launchReason == .urlSession)
    }

    @Test(
        "Transfers are cancelled with a verdict by an uninstall and a force quit",
        arguments: [
            ("forceQuit", "cancelled forceQuit"), ("uninstall", "cancelled appRemoved"),
        ]
    )
    func cancelled(how: String, expected: String) throws {
        var device = try Self.device([Self.transfer("x", 60), Self.transfer("y", 90)])
        let records = how == "forceQuit" ? try device.send(.app("a", .forceQuit)) : try device.apply(.uninstall("a"))
        #expect(records.decisions == [expected, expected])
        #expect(records.identifiedDecisions == ["x cancelled", "y cancelled"])
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("A crash, an update and a kill do not cancel transfers", arguments: ["crash", "update", "kill"])
    func survives(how: String) throws {
        var device = try Self.device([Self.transfer("x", 60)])
        switch how {
        case "crash": try device.send(.app("a", .crash(.abort, message: nil)))
        case "update": try device.apply(.install(try #require(device.kernel.app("a")).manifest))
        default: try device.send(.app("a", .terminate(.jetsam)))
        }
        #expect(try device.advance(60).callbacks == [.willFinishLaunching, .didFinishLaunching] + Self.wakeCallbacks)
    }

    @Test("A download is handed over before it is complete, in the order in which the transfers ended")
    func downloads() throws {
        var device = try Self.device([
            Self.transfer("x", 20, .download), Self.transfer("x", 10, .upload), Self.transfer("x", 30, .download),
        ])
        try device.leaveAndSuspend()
        let records = try device.advance(25)
        #expect(
            records.callbacks == [
                .handleEventsForBackgroundURLSession, .urlSessionTaskDidComplete, .urlSessionDidFinishDownloading,
                .urlSessionTaskDidComplete, .urlSessionDidFinishDownloading, .urlSessionTaskDidComplete,
                .urlSessionDidFinishEvents,
            ]
        )
    }

    @Test("A running app and one launched by the user hear of a download likewise", arguments: [false, true])
    func downloadsElsewhere(launched: Bool) throws {
        var device = try Self.device([Self.transfer("x", 10, .download)])
        if launched {
            try device.set(.setNetwork(.none))
            try device.send(.reboot)
            try device.set(.setNetwork(.wifi))
            try device.advance(10)
        }
        let records = launched ? try device.send(.unlock) : try device.advance(10)
        let heard = records.callbacks.filter { $0.receiver == .sessionDelegate }
        #expect(heard.prefix(2) == [.urlSessionDidFinishDownloading, .urlSessionTaskDidComplete])
    }

    @Test("A download that a force quit cancels is not handed over")
    func cancelledDownload() throws {
        var device = try Self.device([Self.transfer("x", 60, .download)])
        try device.send(.app("a", .forceQuit))
        let heard = try device.launch().callbacks.filter { $0.receiver == .sessionDelegate }
        #expect(heard == [.urlSessionTaskDidComplete])
    }

    @Test("A discretionary transfer needs Wi-Fi and power")
    func discretionary() throws {
        var device = try Self.device([
            .startTransfer(identifier: "x", bytes: 1, lasting: 60_000, isDiscretionary: true)
        ])
        #expect(try device.advance(100).decisions.isEmpty)
        try device.set(.setBattery(level: nil, isCharging: true))
        try device.advance(20)
        try device.set(.setNetwork(.cellular))
        #expect(try device.advance(100).decisions.isEmpty)
        try device.set(.setNetwork(.wifi))
        #expect(try device.advance(39.999).decisions.isEmpty)
        #expect(try device.advance(0.001).decisions == ["finished"])
    }

    @Test("Where a rule says so, what is begun in the background is discretionary", arguments: [false, true])
    func discretionaryInBackground(holds: Bool) throws {
        var device = try TestDevice(.ios18, ["backgroundTransfersAreDiscretionary": .bool(holds)])
        try device.install(modes: ["location"])
        try device.launch()
        try device.act(.startLocation)
        try device.send(.home)
        try device.act(Self.transfer("x", 10))
        #expect(try device.advance(10).decisions == (holds ? [] : ["finished"]))
    }

    @Test("Events that are never completed end the app")
    func neverCompleted() throws {
        var device = try Self.device([Self.transfer("x", 60)], completes: false)
        try device.leaveAndSuspend()
        try device.advance(55)
        #expect(device.held() == [.urlSessionEvents])
        #expect(try device.advance(29.999).exit == nil)
        let exit = try device.advance(0.001).exit
        #expect(exit?.reason == .backgroundURLSessionTimeout)
        #expect(exit?.code == 0x2182_bad3)
    }
}
