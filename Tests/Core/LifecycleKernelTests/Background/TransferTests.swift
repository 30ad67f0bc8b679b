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

    @Test("What describes a transfer is in its verdicts and callbacks, in a later process too")
    func descriptions() throws {
        let transfers: [Action] = [
            .startTransfer(identifier: "x", bytes: 1, lasting: 60_000, kind: .download, taskDescription: "long"),
            .startTransfer(identifier: "x", bytes: 1, lasting: 30_000, taskDescription: "short"),
        ]
        var device = try Self.device(transfers)
        try device.leaveAndSuspend()
        try device.send(.app("a", .terminate(.jetsam)))
        let records = try device.advance(60)
        let verdicts = records.compactMap { record -> String? in
            if case .verdict(let verdict) = record.body { verdict.taskDescription } else { nil }
        }
        #expect(verdicts == ["short", "long"])
        #expect(Self.descriptions(in: records) == ["short", "long", "long"])

        var quit = try Self.device(transfers)
        try quit.send(.app("a", .forceQuit))
        #expect(Self.descriptions(in: try quit.launch()) == ["long", "short"])
    }

    /// What the callbacks are told of the transfers that they are about.
    private static func descriptions(in records: [Record]) -> [Value] {
        records.flatMap { record -> [Value] in
            guard case .callback(let callback) = record.body else { return [] }
            return callback.arguments.filter { $0.name == "taskDescription" }.map(\.value)
        }
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
        #expect(records.identifiedDecisions == ["x finished", "x held", "y finished", "y held"])
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
        try device.act(.startLocation())
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

/// The resume rate limiter: each time the system wakes an app for its transfers it doubles the delay of those that the app
/// begins in the background. Source: facts 10.3.
@Suite struct TransferDelayTests {
    /// An app that was woken for the session `x`, and has completed its events.
    static func woken(
        _ profile: RuleProfile = .ios18,
        _ overrides: [String: Value] = [:],
        completes: Bool = true
    ) throws -> TestDevice {
        var device = try TestDevice(profile, overrides)
        let done: [AppBehavior.Entry] = completes ? [.now(.completeURLSessionEvents())] : []
        try device.install(modes: ["location"], .appDelegate, [.urlSessionDidFinishEvents: done])
        try device.launch()
        try device.act(.monitorSignificantLocationChanges)
        try device.act(TransferTests.transfer("x", 60))
        try device.leaveAndSuspend()
        try #require(try device.advance(55).callbacks == TransferTests.wakeCallbacks)
        return device
    }

    /// Begins a transfer in the background, in a process that is woken for a moment.
    static func transfer(_ session: String, _ seconds: Double, _ device: inout TestDevice) throws -> [Record] {
        try device.wake(.significantLocationChange)
        let records = try device.act(TransferTests.transfer(session, seconds))
        try device.send(.app("a", .suspend))
        return records
    }

    @Test("One after the other, each waits twice as long as the one before")
    func doubles() throws {
        var device = try TestDevice()
        let next = AppBehavior.Entry.now(TransferTests.transfer("x", 10))
        try device.install(
            modes: [],
            .appDelegate,
            [.urlSessionDidFinishEvents: [next, .now(.completeURLSessionEvents())]]
        )
        try device.launch()
        try device.act(TransferTests.transfer("x", 60))
        try device.leaveAndSuspend()
        let start = device.kernel.now + 55_000
        try device.advance(3_600)
        let finished = device.history.filter { record in
            if case .verdict(let verdict) = record.body { verdict.decision == .finished } else { false }
        }
        let seconds = finished.map { ($0.time - start).count / 1_000 }
        #expect(seconds == [0, 70, 200, 450, 940, 1_910])
        #expect(Set(device.history.findings.map(\.code)) == [.transferDelayed])
    }

    @Test("A transfer begun in the background is held, and starts when the delay is over")
    func held() throws {
        var device = try Self.woken(completes: false)
        let records = try device.act(TransferTests.transfer("y", 1))
        #expect(records.decisions == ["held resumeRateLimiter"])
        #expect(records.verdicts.first?.detail?.description.contains("starts at 2026-01-01T00:02:00.000Z") == true)
        let because = device.kernel.explain("a", within: .standard)?.because.map(\.description) ?? []
        #expect(because.last?.hasPrefix("1 of its transfers waits") == true)
        try device.act(.completeURLSessionEvents())
        #expect(try device.advance(59.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).identifiedDecisions == ["y started"])
        #expect(try device.advance(1).identifiedDecisions == ["y finished"])
    }

    @Test("One begun in front, or once the delay is over, starts at once")
    func atOnce() throws {
        var front = try Self.woken()
        try front.launch()
        #expect(try front.act(TransferTests.transfer("y", 1)).decisions == ["started"])
        var late = try Self.woken()
        try late.advance(60)
        #expect(try Self.transfer("y", 1, &late).decisions == ["started"])
    }

    @Test("When the user opens the app, what waits starts, and the next delay is the first again")
    func opened() throws {
        var device = try Self.woken(completes: false)
        try device.act(TransferTests.transfer("y", 5))
        try device.act(.completeURLSessionEvents())
        #expect(try device.launch().identifiedDecisions == ["y started"])
        try device.send(.home)
        #expect(try device.advance(5).identifiedDecisions == ["y finished"])
        #expect(device.history.decisions.filter { $0.hasPrefix("held") }.count == 1)
    }

    @Test("A launch by the user starts what waits as well")
    func launched() throws {
        var device = try Self.woken(completes: false)
        try device.act(TransferTests.transfer("y", 5))
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try device.launch().identifiedDecisions == ["y started"])
    }

    @Test(
        "A delay that passes unused is forgotten, one that a transfer has waited for is doubled",
        arguments: [(59.0, "00:04:00"), (61.0, "00:03:01")]
    )
    func unused(pause: Double, start: String) throws {
        var device = try Self.woken()
        try device.advance(pause)
        // Begun within the delay it waits for its end, and the app is woken then; else at once.
        let begun = try Self.transfer("y", 0, &device)
        #expect(begun.decisions == (pause < 60 ? ["held resumeRateLimiter"] : ["started"]))
        try device.advance(1)
        let held = try Self.transfer("z", 0, &device)
        #expect(held.verdicts.first?.detail?.description.contains("starts at 2026-01-01T\(start).000Z") == true)
    }

    @Test("What ends while the app runs does not raise it")
    func running() throws {
        var device = try TestDevice()
        try device.install(modes: ["location"])
        try device.launch()
        try device.act(.startLocation())
        try device.send(.home)
        for _ in 0..<5 {
            #expect(try device.act(TransferTests.transfer("x", 10)).decisions == ["started"])
            #expect(try device.advance(10).callbacks == [.urlSessionTaskDidComplete])
        }
    }

    @Test("Without a network at the end of the delay it starts, and waits for one")
    func network() throws {
        var device = try Self.woken(completes: false)
        try device.act(TransferTests.transfer("y", 5))
        try device.act(.completeURLSessionEvents())
        try device.set(.setNetwork(.none))
        #expect(try device.advance(100).identifiedDecisions == ["y started"])
        try device.set(.setNetwork(.wifi))
        #expect(try device.advance(5).identifiedDecisions == ["y finished"])
    }

    @Test("A force quit cancels what waits, an event ends it", arguments: [false, true])
    func ends(byEvent: Bool) throws {
        var device = try Self.woken(completes: false)
        try device.act(TransferTests.transfer("y", 5))
        try device.act(.completeURLSessionEvents())
        if byEvent {
            #expect(try device.wake(.finishTransfer("y")).identifiedDecisions == ["y finished"])
        } else {
            #expect(try device.send(.app("a", .forceQuit)).identifiedDecisions == ["y cancelled"])
        }
        #expect(try device.advance(600).identifiedDecisions.isEmpty)
    }

    @Test("A rule turns it off, and the profile of the articles does not have it")
    func off() throws {
        for device in [try Self.woken(.ios18, ["firstTransferDelaySeconds": 0]), try Self.woken(.documents)] {
            var device = device
            #expect(try Self.transfer("y", 1, &device).decisions == ["started"])
        }
    }
}
