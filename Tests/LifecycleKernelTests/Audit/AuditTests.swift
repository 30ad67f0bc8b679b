import LifecycleKernel
import Testing

/// What is remembered of findings, and what single ones mean.
@Suite struct AuditTests {
    @Test("An app that is not installed has no audit, and one that was never launched an empty one")
    func nothingToFind() throws {
        var stage = try Stage()
        #expect(stage.device.audit(of: "a") == nil)
        try stage.install()
        #expect(stage.device.audit(of: "a")?.findings == [])
    }

    @Test("A summary tells the first and the last time, how often, and what showed it last")
    func summaries() throws {
        var stage = try Stage()
        try stage.install()
        for _ in 0..<3 {
            try stage.launch()
            try stage.act(.edit(count: 1, scene: nil))
            try stage.send(.app("a", .crash(.abort, message: nil)))
            try stage.advance(60)
        }
        let records = stage.history.filter { if case .finding = $0.body { true } else { false } }
        let summary = try #require(stage.summary(.dataLoss))
        #expect(summary.count == 3)
        #expect(summary.firstSequence == records.first?.sequence)
        #expect(summary.firstSeen == .manualStart)
        #expect(summary.lastSequence == records.last?.sequence)
        #expect(summary.lastSeen == .manualStart + 120_000)
        #expect(summary.evidence == stage.history.findings.last?.evidence)
        #expect(summary.detail == "the process ended with 1 unsaved change")
    }

    @Test("The audit outlives processes and updates, not an uninstall")
    func whatIsKept() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.act(.edit(count: 1, scene: nil))
        try stage.install()
        try #require(stage.history.exit?.reason == .appUpdate)
        try stage.send(.reboot)
        #expect(stage.codes() == [.dataLoss])
        try stage.apply(.uninstall("a"))
        try stage.install()
        #expect(stage.codes() == [])
    }

    @Test("Errors come first, then warnings, then notes")
    func order() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.act(.startActivity(name: "t", .timer))
        try stage.act(.edit(count: 1, scene: nil))
        try stage.leaveAndSuspend()
        try stage.send(.app("a", .terminate(.jetsam)))
        #expect(
            stage.codes() == [.dataLoss, .dataAtRisk, .workWhileInactive, .relianceOnTimerWhileSuspended]
        )
    }

    @Test("Every code has advice that names something of Apple's, and a source", arguments: Finding.Code.allCases)
    func advice(code: Finding.Code) {
        #expect(code.advice.hasSuffix("."))
        #expect(code.advice.count > 60)
        #expect(code.source.count > 10)
        let others = Finding.Code.allCases.filter { $0 != code }
        #expect(!others.contains { $0.advice == code.advice })
    }

    // MARK: What shows it

    @Test("Evidence of lost data: where it was changed, and the end")
    func evidenceOfLoss() throws {
        var stage = try Stage()
        try stage.install("a", .scenes, [.sceneDidBecomeActive: [.now(.edit(count: 1, scene: nil))]])
        try stage.launch()
        try stage.act(.edit(count: 1, scene: nil))
        try stage.send(.app("a", .crash(.abort, message: nil)))
        let shown = try #require(stage.summary(.dataLoss)).evidence.compactMap(stage.record)
        #expect(shown.map(\.kind) == [.callback, .exit])
        #expect(shown.callbacks == [.sceneDidBecomeActive])
    }

    @Test("Changes made after a save are what shows the loss, by the input that made them")
    func evidenceAfterSave() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.act(.edit(count: 1, scene: nil))
        try stage.act(.save(count: nil))
        let edit = try stage.act(.edit(count: 1, scene: nil))
        try stage.send(.app("a", .crash(.abort, message: nil)))
        #expect(stage.summary(.dataLoss)?.evidence.first == edit.first?.sequence)
    }

    @Test("Evidence of a leak: each task that was open, and the end")
    func evidenceOfLeak() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        for name in ["x", "y"] {
            try stage.act(.beginBackgroundTask(name: name, endsAfter: nil, hasExpirationHandler: true))
        }
        try stage.act(.endBackgroundTask(name: "x"))
        try stage.send(.home)
        try stage.advance(30)
        let shown = try #require(stage.summary(.backgroundTaskLeaked)).evidence.compactMap(stage.record)
        #expect(shown.assertions == ["backgroundTask acquired"])
        #expect(shown.exit?.reason == .backgroundTaskAssertionTimeout)
        #expect(shown.count == 2)
    }

    @Test("A leak of a thousand tasks points to a few of them")
    func evidenceIsBounded() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        for _ in 0..<1_001 {
            try stage.act(.beginBackgroundTask(name: "t", endsAfter: nil, hasExpirationHandler: true))
        }
        #expect(stage.summary(.backgroundTaskLeaked)?.evidence.count == 17)
    }

    @Test("A finding follows the record of what it is about, and after the end the exit")
    func orderOfRecords() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.act(.holdFileLock)
        try stage.act(.edit(count: 1, scene: nil))
        try stage.send(.home)
        let records = try stage.advance(5)
        #expect(Array(records.map(\.kind).suffix(4)) == [.process, .exit, .finding, .finding])
        #expect(records.findings.map(\.code) == [.dataLoss, .fileLockHeldAtSuspend])
    }

    @Test("Evidence of a snapshot that tells too much: what showed it, and both pictures")
    func evidenceOfSensitiveContent() throws {
        var stage = try Stage()
        try stage.install("a", .scenes, [.sceneDidBecomeActive: [.now(.showSensitiveContent)]])
        try stage.launch()
        try stage.send(.home)
        let shown = try #require(stage.summary(.sensitiveContentInSnapshot)).evidence.compactMap(stage.record)
        #expect(shown.map(\.kind) == [.callback, .snapshot, .snapshot])
        #expect(shown.callbacks == [.sceneDidBecomeActive])
    }

    @Test("Evidence of a lost window: when it was last active, what took it back, and what brought it back")
    func evidenceOfLostWindow() throws {
        var stage = try Stage()
        try stage.install("a", .scenes)
        try stage.launch()
        try stage.leaveAndSuspend()
        try stage.send(.scene("a", .disconnect(1)))
        try stage.launch()
        let shown = try #require(stage.summary(.sceneStateLost)).evidence.compactMap(stage.record)
        #expect(shown.map(\.kind) == [.scene, .input, .input])
    }

    // MARK: Single ones

    @Test("Data is at risk each time that the process is suspended with changes")
    func riskAgain() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.act(.edit(count: 1, scene: nil))
        try stage.leaveAndSuspend()
        try stage.launch()
        try stage.leaveAndSuspend()
        #expect(stage.summary(.dataAtRisk)?.count == 2)
    }

    @Test(
        "Saving in willTerminate alone is told of the behaviour, once changes were at risk",
        arguments: [false, true]
    )
    func savesTooLate(savesElsewhere: Bool) throws {
        var stage = try Stage()
        try stage.install("a", .appDelegate, [.applicationWillTerminate: [.now(.save(count: nil))]])
        try stage.launch()
        #expect(stage.codes() == [])
        try stage.act(.edit(count: 1, scene: nil))
        if savesElsewhere {
            try stage.act(.save(count: nil))
            try stage.act(.edit(count: 1, scene: nil))
        }
        try stage.leaveAndSuspend()
        #expect(stage.codes() == (savesElsewhere ? [.dataAtRisk] : [.dataAtRisk, .savesOnlyInWillTerminate]))
        #expect(stage.summary(.savesOnlyInWillTerminate)?.evidence != [])
    }

    @Test("A game frozen by suspension that goes on without being asked is found; one stopped on return is not")
    func frozenGame() throws {
        for stops in [false, true] {
            var stage = try Stage()
            try stage.install(
                "a",
                .appDelegate,
                stops ? [.applicationWillEnterForeground: [.now(.stopActivity(name: "g"))]] : [:]
            )
            try stage.launch()
            try stage.send(.home)
            try stage.act(.startActivity(name: "g", .game))
            try stage.advance(5)
            try stage.launch()
            #expect(stage.codes() == (stops ? [] : [.gameResumedByItself]))
        }
    }

    @Test("Work while inactive names what the app should have stopped, and nothing that may go on")
    func workNamed() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        for activity in Activity.allCases { try stage.act(.startActivity(name: activity.rawValue, activity)) }
        let records = try stage.send(.present(.controlCenter))
        let finding = try #require(records.findings.first)
        #expect(finding.code == .workWhileInactive)
        #expect(finding.detail.hasSuffix("went on: timer, animation, game, rendering"))
        #expect(finding.evidence.count == 5)
    }

    @Test(
        "An app that is at rest when it is warned of memory has nothing to free",
        arguments: [0, 150_000_000] as [ByteCount]
    )
    func warnedAtRest(extra: ByteCount) throws {
        var stage = try Stage()
        try stage.install("a", megabytes: 100)
        try stage.launch()
        if extra > 0 {
            try stage.act(.allocate(bytes: extra))
            try stage.act(.free(bytes: extra))
        }
        try stage.send(.memoryWarning)
        #expect(stage.codes() == [])
    }

    @Test("A large app that frees nothing when warned is found, and again with each warning")
    func warnedAgain() throws {
        var stage = try Stage()
        try stage.install("a", megabytes: 201)
        try stage.launch()
        try stage.send(.memoryWarning)
        try stage.send(.memoryWarning)
        #expect(stage.summary(.noResponseToMemoryWarning)?.count == 2)
    }

    @Test("An app woken in the background did not leave the screen with its memory")
    func wokenWithMuchMemory() throws {
        var stage = try Stage()
        let completes = [CallbackName.didReceiveRemoteNotification: [AppBehavior.Entry.now(.completeFetch(.noData))]]
        try stage.install("a", megabytes: 300, modes: ["remote-notification"], completes)
        try stage.push()
        try #require(stage.state() == .suspended)
        #expect(stage.codes() == [])
    }

    // MARK: Background modes

    /// How each mode is used.
    static let uses: [(mode: String, use: Action)] = [
        ("audio", .playAudio), ("location", .startLocation), ("voip", .reportIncomingCall),
        ("fetch", .setMinimumBackgroundFetchInterval(60_000)),
        ("processing", .submitTaskRequest(TaskRequest(identifier: "p", kind: .processing))),
        ("fetch", .submitTaskRequest(TaskRequest(identifier: "p", kind: .appRefresh))),
        ("bluetooth-central", .scanBluetooth(restoreIdentifier: nil)),
        ("bluetooth-peripheral", .advertiseBluetooth(restoreIdentifier: nil)),
        ("remote-notification", .registerForRemoteNotifications),
    ]

    @Test("A mode that was used is not reproached, whenever it was used", arguments: uses)
    func usedModes(mode: String, use: Action) throws {
        var stage = try Stage()
        try stage.install(modes: [mode], tasks: ["p"])
        try stage.launch()
        #expect(stage.codes() == [], "it was not in the background yet")
        try stage.send(.home)
        #expect(stage.summary(.backgroundModeUnused)?.detail == "declared and never used: \(mode)")
        try stage.act(use)
        #expect(stage.codes() == [])
    }

    @Test("What the system brings is use too")
    func wokenModes() throws {
        var stage = try Stage()
        try stage.install(modes: ["remote-notification", "voip", "fetch"])
        try stage.launch()
        try stage.send(.home)
        try stage.push()
        try stage.wake(.voipPush)
        try stage.wake(.performFetch)
        #expect(stage.codes() == [])
    }

    @Test("A background launch is a stay in the background; how often is counted")
    func stays() throws {
        var stage = try Stage()
        try stage.install(modes: ["audio", "remote-notification"])
        try stage.push()
        try stage.launch()
        try stage.send(.home)
        let summary = try #require(stage.summary(.backgroundModeUnused))
        #expect(summary.count == 2)
        #expect(summary.detail == "declared and never used: audio")
        #expect(summary.evidence.compactMap(stage.record).states == [.background])
    }

    @Test("An update that no longer declares the mode settles the matter")
    func modeRemoved() throws {
        var stage = try Stage()
        try stage.install(modes: ["audio"])
        try stage.launch()
        try stage.send(.home)
        try stage.install()
        #expect(stage.codes() == [])
    }

    // MARK: iOS 26

    @Test("Without scenes an app is found at each launch on iOS 26", arguments: RuleProfile.allCases)
    func scenesNotAdopted(profile: RuleProfile) throws {
        var stage = try Stage(profile)
        try stage.install("a", .appDelegate)
        try stage.install("b", nil)
        for _ in 0..<2 {
            try stage.launch()
            try stage.launch("b")
            try stage.send(.reboot)
            try stage.send(.unlock)
        }
        #expect(stage.summary(.sceneLifecycleNotAdopted)?.count == (profile == .ios26 ? 2 : nil))
        #expect(stage.codes("b") == [])
    }

    @Test("More silent pushes while one waits for the hour tell nothing new")
    func budgetOnce() throws {
        var stage = try Stage()
        try stage.install(modes: ["remote-notification"])
        for _ in 0..<8 { try stage.push() }
        #expect(stage.summary(.silentPushBudgetExceeded)?.count == 1)
    }
}
