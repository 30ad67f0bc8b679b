import LifecycleKernel
import TestKit
import Testing

/// How findings are counted, and single findings.
@Suite struct AuditTests {
    @Test("An app that is not installed has no audit, and one that was never launched an empty one")
    func nothingToFind() throws {
        var device = try TestDevice()
        #expect(device.kernel.audit(of: "a") == nil)
        try device.install()
        #expect(device.kernel.audit(of: "a")?.findings == [])
    }

    @Test("A summary has the first and the last time, the count, and the latest evidence")
    func summaries() throws {
        var device = try TestDevice()
        try device.install()
        for _ in 0..<3 {
            try device.launch()
            try device.act(.edit(count: 1, scene: nil))
            try device.send(.app("a", .crash(.abort, message: nil)))
            try device.advance(60)
        }
        let records = device.history.filter { if case .finding = $0.body { true } else { false } }
        let summary = try #require(device.summary(.dataLoss))
        #expect(summary.count == 3)
        #expect(summary.firstSequence == records.first?.sequence)
        #expect(summary.firstSeen == .manualStart)
        #expect(summary.lastSequence == records.last?.sequence)
        #expect(summary.lastSeen == .manualStart + 120_000)
        #expect(summary.evidence == device.history.findings.last?.evidence)
        #expect(summary.detail.description == "the process ended with 1 unsaved change")
    }

    @Test("The audit is kept when a process ends and after an update, and deleted by an uninstall")
    func whatIsKept() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.act(.edit(count: 1, scene: nil))
        try device.install()
        try #require(device.history.exit?.reason == .appUpdate)
        try device.send(.reboot)
        #expect(device.codes() == [.dataLoss])
        try device.apply(.uninstall("a"))
        try device.install()
        #expect(device.codes() == [])
    }

    @Test("Errors come first, then warnings, then notes")
    func order() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.act(.startActivity(name: "t", .timer))
        try device.act(.edit(count: 1, scene: nil))
        try device.leaveAndSuspend()
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(
            device.codes() == [.dataLoss, .dataAtRisk, .workWhileInactive, .relianceOnTimerWhileSuspended]
        )
    }

    @Test("Every code has advice that names an API of Apple, and a source", arguments: Finding.Code.allCases)
    func advice(code: Finding.Code) {
        #expect(code.advice.description.hasSuffix("."))
        #expect(code.advice.description.count > 60)
        #expect(code.source.count > 10)
        let others = Finding.Code.allCases.filter { $0 != code }
        #expect(!others.contains { $0.advice == code.advice })
    }

    @Test("Who saves on leaving and is swiped away on an iPad is not told to do so", arguments: [true, false])
    func forceQuitWithoutLeaving(isInFront: Bool) throws {
        var device = try TestDevice(.ios18, model: .iPad)
        try device.install("a", .scenes, [.sceneDidEnterBackground: [.now(.save(count: nil))]])
        try device.launch()
        if !isInFront { try device.send(.home) }
        try device.act(.edit(count: 1, scene: nil))
        try device.send(.app("a", .forceQuit))
        let audit = try #require(device.kernel.audit(of: "a"))
        let loss = try #require(audit.findings.first { $0.code == .dataLoss })
        #expect(
            audit.advice(on: loss).description.hasPrefix(isInFront ? "Save each change when it is made" : "Save again")
        )
    }

    // MARK: Evidence

    @Test("The evidence of lost data is the change and the exit")
    func evidenceOfLoss() throws {
        var device = try TestDevice()
        try device.install("a", .scenes, [.sceneDidBecomeActive: [.now(.edit(count: 1, scene: nil))]])
        try device.launch()
        try device.act(.edit(count: 1, scene: nil))
        try device.send(.app("a", .crash(.abort, message: nil)))
        let shown = try #require(device.summary(.dataLoss)).evidence.compactMap(device.record)
        #expect(shown.map(\.kind) == [.callback, .exit])
        #expect(shown.callbacks == [.sceneDidBecomeActive])
    }

    @Test("The evidence of lost data is the input of each change after the last save")
    func evidenceAfterSave() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.act(.edit(count: 1, scene: nil))
        try device.act(.save(count: nil))
        let edit = try device.act(.edit(count: 1, scene: nil))
        try device.send(.app("a", .crash(.abort, message: nil)))
        #expect(device.summary(.dataLoss)?.evidence.first == edit.first?.sequence)
    }

    @Test("The evidence of a leak is each task that was open, and the exit")
    func evidenceOfLeak() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        for name in ["x", "y"] {
            try device.act(.beginBackgroundTask(name: name, endsAfter: nil, hasExpirationHandler: true))
        }
        try device.act(.endBackgroundTask(name: "x"))
        try device.send(.home)
        try device.advance(30)
        let shown = try #require(device.summary(.backgroundTaskLeaked)).evidence.compactMap(device.record)
        #expect(shown.assertions == ["backgroundTask acquired"])
        #expect(shown.exit?.reason == .backgroundTaskAssertionTimeout)
        #expect(shown.count == 2)
    }

    @Test("The evidence of a leak of a thousand tasks is a few of them")
    func evidenceIsBounded() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        for _ in 0..<1_001 {
            try device.act(.beginBackgroundTask(name: "t", endsAfter: nil, hasExpirationHandler: true))
        }
        #expect(device.summary(.backgroundTaskLeaked)?.evidence.count == 17)
    }

    @Test("A finding comes after the record that it is about, and after an end the exit comes next")
    func orderOfRecords() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.act(.holdFileLock)
        try device.act(.edit(count: 1, scene: nil))
        try device.send(.home)
        let records = try device.advance(5)
        #expect(Array(records.map(\.kind).suffix(4)) == [.process, .exit, .finding, .finding])
        #expect(records.findings.map(\.code) == [.dataLoss, .fileLockHeldAtSuspend])
    }

    @Test("The evidence of sensitive content in a snapshot is the action that showed it, and both snapshots")
    func evidenceOfSensitiveContent() throws {
        var device = try TestDevice()
        try device.install("a", .scenes, [.sceneDidBecomeActive: [.now(.showSensitiveContent)]])
        try device.launch()
        try device.send(.home)
        let shown = try #require(device.summary(.sensitiveContentInSnapshot)).evidence.compactMap(device.record)
        #expect(shown.map(\.kind) == [.callback, .snapshot, .snapshot])
        #expect(shown.callbacks == [.sceneDidBecomeActive])
    }

    @Test("The evidence of a lost window is when it was last active, what disconnected it, and what connected it again")
    func evidenceOfLostWindow() throws {
        var device = try TestDevice()
        try device.install("a", .scenes)
        try device.launch()
        try device.leaveAndSuspend()
        try device.send(.scene("a", .disconnect(1)))
        try device.launch()
        let shown = try #require(device.summary(.sceneStateLost)).evidence.compactMap(device.record)
        #expect(shown.map(\.kind) == [.scene, .input, .input])
    }

    // MARK: Single findings

    @Test("Data is at risk each time the process is suspended with unsaved changes")
    func riskAgain() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.act(.edit(count: 1, scene: nil))
        try device.leaveAndSuspend()
        try device.launch()
        try device.leaveAndSuspend()
        #expect(device.summary(.dataAtRisk)?.count == 2)
    }

    @Test(
        "Saving only in willTerminate is reported once unsaved changes were at risk",
        arguments: [false, true]
    )
    func savesTooLate(savesElsewhere: Bool) throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, [.applicationWillTerminate: [.now(.save(count: nil))]])
        try device.launch()
        #expect(device.codes() == [])
        try device.act(.edit(count: 1, scene: nil))
        if savesElsewhere {
            try device.act(.save(count: nil))
            try device.act(.edit(count: 1, scene: nil))
        }
        try device.leaveAndSuspend()
        #expect(device.codes() == (savesElsewhere ? [.dataAtRisk] : [.dataAtRisk, .savesOnlyInWillTerminate]))
        #expect(device.summary(.savesOnlyInWillTerminate)?.evidence != [])
    }

    @Test("A game that continues by itself after a suspension is reported; one that the app stops on return is not")
    func frozenGame() throws {
        for stops in [false, true] {
            var device = try TestDevice()
            try device.install(
                "a",
                .appDelegate,
                stops ? [.applicationWillEnterForeground: [.now(.stopActivity(name: "g"))]] : [:]
            )
            try device.launch()
            try device.send(.home)
            try device.act(.startActivity(name: "g", .game))
            try device.advance(5)
            try device.launch()
            #expect(device.codes() == (stops ? [] : [.gameResumedByItself]))
        }
    }

    @Test("Work while inactive is reported only for activities that the app should have stopped")
    func workNamed() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        for activity in Activity.allCases { try device.act(.startActivity(name: activity.rawValue, activity)) }
        let records = try device.send(.present(.controlCenter))
        let finding = try #require(records.findings.first)
        #expect(finding.code == .workWhileInactive)
        #expect(finding.detail.description.hasSuffix("went on: timer, animation, game, rendering"))
        #expect(finding.evidence.count == 5)
    }

    @Test(
        "A small app, or one that has freed its memory before, is not reported for a memory warning",
        arguments: [0, 150_000_000] as [ByteCount]
    )
    func warnedAtRest(extra: ByteCount) throws {
        var device = try TestDevice()
        try device.install("a", megabytes: 100)
        try device.launch()
        if extra > 0 {
            try device.act(.allocate(bytes: extra))
            try device.act(.free(bytes: extra))
        }
        try device.send(.memoryWarning)
        #expect(device.codes() == [])
    }

    @Test("A large app that frees nothing is reported at each memory warning")
    func warnedAgain() throws {
        var device = try TestDevice()
        try device.install("a", megabytes: 201)
        try device.launch()
        try device.send(.memoryWarning)
        try device.send(.memoryWarning)
        #expect(device.summary(.noResponseToMemoryWarning)?.count == 2)
    }

    @Test("An app that is woken in the background is not reported for its memory on leaving the screen")
    func wokenWithMuchMemory() throws {
        var device = try TestDevice()
        let completes = [CallbackName.didReceiveRemoteNotification: [AppBehavior.Entry.now(.completeFetch(.noData))]]
        try device.install("a", megabytes: 300, modes: ["remote-notification"], completes)
        try device.push()
        try #require(device.state() == .suspended)
        #expect(device.codes() == [])
    }

    // MARK: Background modes

    /// How each mode is used.
    static let uses: [(mode: String, use: Action)] = [
        ("audio", .playAudio), ("location", .startLocation()), ("voip", .reportIncomingCall),
        ("fetch", .setMinimumBackgroundFetchInterval(60_000)),
        ("processing", .submitTaskRequest(TaskRequest(identifier: "p", kind: .processing))),
        ("fetch", .submitTaskRequest(TaskRequest(identifier: "p", kind: .appRefresh))),
        ("bluetooth-central", .scanBluetooth(restoreIdentifier: nil)),
        ("bluetooth-peripheral", .advertiseBluetooth(restoreIdentifier: nil)),
        ("remote-notification", .registerForRemoteNotifications),
    ]

    @Test("A mode that was used at any time is not reported", arguments: uses)
    func usedModes(mode: String, use: Action) throws {
        var device = try TestDevice()
        try device.install(modes: [mode], tasks: ["p"])
        try device.launch()
        #expect(device.codes() == [], "it was not in the background yet")
        try device.send(.home)
        #expect(device.summary(.backgroundModeUnused)?.detail.description == "declared and never used: \(mode)")
        try device.act(use)
        #expect(device.codes() == [])
    }

    @Test("A delivery by the system counts as use of a mode")
    func wokenModes() throws {
        var device = try TestDevice()
        try device.install(
            modes: ["remote-notification", "voip", "fetch"],
            .appDelegate,
            [.didReceiveIncomingPush: [.now(.reportIncomingCall)]]
        )
        try device.launch()
        try device.send(.home)
        try device.push()
        try device.wake(.voipPush())
        try device.wake(.performFetch)
        #expect(device.codes() == [])
    }

    @Test("A background launch counts as a stay in the background")
    func stays() throws {
        var device = try TestDevice()
        try device.install(modes: ["audio", "remote-notification"])
        try device.push()
        try device.launch()
        try device.send(.home)
        let summary = try #require(device.summary(.backgroundModeUnused))
        #expect(summary.count == 2)
        #expect(summary.detail.description == "declared and never used: audio")
        #expect(summary.evidence.compactMap(device.record).states == [.background])
    }

    @Test("An update that no longer declares the mode ends the finding")
    func modeRemoved() throws {
        var device = try TestDevice()
        try device.install(modes: ["audio"])
        try device.launch()
        try device.send(.home)
        try device.install()
        #expect(device.codes() == [])
    }

    // MARK: iOS 26

    @Test("An app without scenes is reported at each launch on iOS 26 and later", arguments: RuleProfile.allCases)
    func scenesNotAdopted(profile: RuleProfile) throws {
        var device = try TestDevice(profile)
        try device.install("a", .appDelegate)
        try device.install("b", nil)
        for _ in 0..<2 {
            try device.launch()
            try device.launch("b")
            try device.send(.reboot)
            try device.send(.unlock)
        }
        let isFound = profile.base == .ios26
        #expect(device.summary(.sceneLifecycleNotAdopted)?.count == (isFound ? 2 : nil))
        #expect(device.codes("b") == [])
    }

    @Test("Further silent pushes while one is throttled are not reported")
    func budgetOnce() throws {
        var device = try TestDevice()
        try device.install(modes: ["remote-notification"])
        for _ in 0..<8 { try device.push() }
        #expect(device.summary(.silentPushBudgetExceeded)?.count == 1)
    }
}

/// What the audit finds.
extension TestDevice {
    /// The findings of an app.
    func audit(_ app: BundleID = "a") -> [FindingSummary] { kernel.audit(of: app)?.findings ?? [] }

    /// The codes of the findings, the most severe first.
    func codes(_ app: BundleID = "a") -> [Finding.Code] { audit(app).map(\.code) }

    func summary(_ code: Finding.Code, _ app: BundleID = "a") -> FindingSummary? {
        audit(app).first { $0.code == code }
    }

    /// The record of a sequence number.
    func record(_ sequence: SequenceNumber) -> Record? { history.first { $0.sequence == sequence } }

    /// The handlers of leaving the screen and of coming back, as the app's life cycle names them.
    static func leaving(_ lifecycle: AppLifecycle) -> CallbackName {
        lifecycle == .scenes ? .sceneDidEnterBackground : .applicationDidEnterBackground
    }

    static func resigning(_ lifecycle: AppLifecycle) -> CallbackName {
        lifecycle == .scenes ? .sceneWillResignActive : .applicationWillResignActive
    }

    static func activating(_ lifecycle: AppLifecycle) -> CallbackName {
        lifecycle == .scenes ? .sceneDidBecomeActive : .applicationDidBecomeActive
    }
}

extension [Record] {
    /// The findings, in order.
    var findings: [Finding] { compactMap { if case .finding(let finding) = $0.body { finding } else { nil } } }
}
