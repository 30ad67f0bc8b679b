import LifecycleKernel
import Testing

/// VoIP pushes, and the calls that are made of them.
@Suite struct VoIPTests {
    /// Where the app is when its push comes.
    enum Place: String, CaseIterable, Sendable { case suspended, dead, background, inFront }

    static func stage(
        _ place: Place,
        reports: Bool = true,
        _ profile: RuleProfile = .ios18,
        _ overrides: [String: Value] = [:],
        _ lifecycle: AppLifecycle = .appDelegate
    ) throws -> Stage {
        var stage = try Stage(profile, overrides)
        try stage.install(
            modes: ["voip"],
            lifecycle,
            reports ? [.didReceiveIncomingPush: [.now(.reportIncomingCall)]] : [:]
        )
        try stage.install("b")
        try stage.launch()
        switch place {
        case .inFront: break
        case .background: try stage.send(.home)
        case .suspended: try stage.leaveAndSuspend()
        case .dead: try stage.send(.app("a", .terminate(.jetsam)))
        }
        return stage
    }

    @Test("A call that is not reported ends the app wherever it is", arguments: Place.allCases)
    func notReported(place: Place) throws {
        var stage = try Self.stage(place, reports: false)
        #expect(try stage.wake(.voipPush).callbacks.last == .didReceiveIncomingPush)
        #expect(try stage.advance(4.999).exit == nil)
        let exit = try stage.advance(0.001).exit
        #expect(exit?.reason == .voipNotReported)
        #expect(exit?.code == 0xbaad_ca11)
    }

    @Test(
        "How an unreported call ends the app is a rule, and before iOS 13 it does not",
        arguments: [
            (RuleProfile.ios12, nil, nil), (.ios18, "code", .voipNotReported), (.ios18, "crash", .abnormal),
        ] as [(RuleProfile, String?, TerminationReason?)]
    )
    func rule(profile: RuleProfile, choice: String?, reason: TerminationReason?) throws {
        var stage = try Self.stage(
            .suspended,
            reports: false,
            profile,
            choice.map { ["voipNotReportedEnds": .string($0)] } ?? [:]
        )
        try stage.wake(.voipPush)
        let records = try stage.advance(30)
        #expect(records.exit?.reason == reason)
        #expect(stage.state() == (reason == nil ? .suspended : .notRunning))
    }

    @Test("A reported call holds the process until it ends", arguments: Place.allCases, AppLifecycle.allCases)
    func reported(place: Place, lifecycle: AppLifecycle) throws {
        var stage = try Self.stage(place, reports: true, .ios18, [:], lifecycle)
        let records = try stage.wake(.voipPush)
        #expect(records.decisions == ["delivered"])
        #expect(records.assertions.suffix(3) == ["voip acquired", "voip released", "voipCall acquired"])
        try stage.advance(600)
        #expect(stage.held() == [.voipCall])
        #expect(stage.refusal(of: .device(.incomingCall(.banner))) == .notPossibleNow)
        #expect(try stage.send(.declineCall).of("a").callbacks == [.providerPerformAction])
        #expect(stage.state() == (place == .inFront ? .active : .suspended))
    }

    @Test("Answered and ended: the app hears of both, and audio comes and goes")
    func answered() throws {
        var stage = try Self.stage(.dead)
        try stage.launch("b")
        let rings = try stage.wake(.voipPush)
        #expect(rings.of("b").isEmpty)
        let answer = try stage.send(.answerCall)
        #expect(
            answer.of("a").callbacks == [
                .providerPerformAction, .providerDidActivate, .applicationWillEnterForeground,
                .applicationDidBecomeActive,
            ]
        )
        #expect(answer.of("b").states == [.inactive, .background])
        try stage.advance(3_600)
        #expect(stage.held() == [.voipCall])
        #expect(stage.state() == .active)
        let end = try stage.send(.endCall)
        #expect(end.of("a").callbacks == [.providerPerformAction, .providerDidDeactivate])
        #expect(stage.state() == .active)
        #expect(stage.state("b") == .suspended)
    }

    @Test("Answered on a locked phone the app stays in the background, under the system's screen")
    func answeredLocked() throws {
        var stage = try Self.stage(.dead)
        try stage.launch("b")
        try stage.send(.lock)
        try stage.wake(.voipPush)
        let answer = try stage.send(.answerCall)
        #expect(answer.of("a").callbacks == [.providerPerformAction, .providerDidActivate])
        #expect(stage.state() == .background)
        try stage.send(.unlock)
        #expect(stage.state() == .background)
        #expect(stage.state("b") != .active)
        let end = try stage.send(.endCall)
        #expect(end.of("a").states == [.suspended])
        #expect(stage.state("b") == .active)
    }

    @Test("An app opened by its call lifts a force quit, and is opened after its slow handler")
    func opensAfterHandler() throws {
        var stage = try Stage()
        try stage.install(
            modes: ["voip"],
            .scenes,
            [
                .didReceiveIncomingPush: [.now(.reportIncomingCall)],
                .providerPerformAction: [.act(.work(cpu: 1), takes: 500)],
            ]
        )
        try stage.launch()
        try stage.send(.app("a", .forceQuit))
        try stage.wake(.voipPush)
        #expect(stage.device.app("a")?.forceQuit == true)
        #expect(try stage.send(.answerCall).callbacks == [.providerPerformAction])
        let records = try stage.advance(0.5)
        #expect(records.callbacks.first == .providerDidActivate)
        #expect(records.callbacks.last == .sceneDidBecomeActive)
        #expect(stage.device.app("a")?.forceQuit == false)
    }

    @Test("A reported call leaves nothing to do in other apps, which can be suspended")
    func leavesOthersAlone() throws {
        var stage = try Self.stage(.dead)
        try stage.install("c", modes: ["location"])
        try stage.launch("c")
        try stage.act(.startLocation, "c")
        try stage.send(.home)
        try stage.advance(10)
        try stage.wake(.voipPush)
        #expect(stage.refusal(of: .app("c", .suspend)) == nil)
    }

    @Test("A restart ends the call with its verdict", arguments: [DeviceEvent.reboot, .powerOff, .upgradeOS(.ios26)])
    func restart(event: DeviceEvent) throws {
        var stage = try Self.stage(.suspended)
        try stage.wake(.voipPush)
        #expect(try stage.send(event).decisions == ["failed processNotRunning"])
        if event == .powerOff { try stage.send(.powerOn) }
        #expect(stage.refusal(of: .device(.answerCall)) == .notPossibleNow)
    }

    @Test("An app that comes back to the screen when its call ends is not suspended on its way")
    func comesBackUnsuspended() throws {
        var stage = try Self.stage(.inFront)
        try stage.send(.lock)
        try stage.act(.reportIncomingCall)
        try stage.act(.holdFileLock)
        try stage.send(.answerCall)
        try stage.send(.unlock)
        try stage.advance(10)
        let records = try stage.send(.endCall)
        #expect(records.exit == nil)
        #expect(!records.states.contains(.suspended))
        #expect(stage.state() == .active)
    }

    @Test("On a locked phone the call takes the whole screen, on an unlocked one a banner", arguments: [true, false])
    func style(isLocked: Bool) throws {
        var stage = try Self.stage(.dead)
        try stage.launch("b")
        if isLocked { try stage.send(.lock) }
        try stage.wake(.voipPush)
        if isLocked { try stage.send(.unlock) }
        #expect(stage.state("b") == (isLocked ? .inactive : .active))
    }

    @Test("A second call counts as reported, and is dropped")
    func secondCall() throws {
        var stage = try Self.stage(.suspended)
        try stage.send(.incomingCall(.banner))
        let records = try stage.wake(.voipPush)
        #expect(records.decisions == ["delivered", "dropped callInProgress"])
        #expect(records.assertions == ["voip acquired", "voip released"])
        #expect(try stage.advance(60).exit == nil)
        #expect(try stage.send(.declineCall).of("a").callbacks.isEmpty)
    }

    @Test("A call ends with the process that reported it, ringing or answered", arguments: [true, false])
    func ownerDies(isAnswered: Bool) throws {
        var stage = try Self.stage(.suspended)
        try stage.launch("b")
        try stage.act(.playAudio, "b")
        try stage.send(.lock)
        try stage.wake(.voipPush)
        try stage.send(.unlock)
        if isAnswered { try stage.send(.answerCall) }
        let records = try stage.send(.app("a", .crash(.abort, message: nil)))
        #expect(records.of("a").decisions == ["failed processNotRunning"])
        if !isAnswered { #expect(records.of("b").notifications.contains(.audioInterruption)) }
        // The answered call had opened its app: what is left is the home screen.
        #expect(stage.state("b") == (isAnswered ? .background : .active))
        #expect(stage.refusal(of: .device(.endCall)) == .notPossibleNow)
        #expect(try stage.wake(.voipPush).decisions == ["delivered"])
    }

    @Test(
        "Whatever ends the process that reported a call, no call is left",
        arguments: [
            .uninstall("a"), .install(AppManifest(bundleID: "a")), .event(.app("a", .forceQuit)),
            .event(.app("a", .terminate(.system))), .event(.device(.changeLanguage("fr"))), .event(.device(.reboot)),
            .action("a", .exit),
        ] as [Input]
    )
    func everyEnd(input: Input) throws {
        var stage = try Self.stage(.background)
        try stage.wake(.voipPush)
        #expect(stage.refusal(of: .device(.answerCall)) == nil)
        try stage.apply(input)
        #expect(stage.refusal(of: .device(.answerCall)) == .notPossibleNow)
        #expect(stage.refusal(of: .device(.incomingCall(.banner))) == nil)
    }

    @Test(
        "A call may be reported without a push, but not without the mode",
        arguments: [
            ("voip", true, []), ("voip", false, []), ("audio", true, ["refused missingBackgroundMode"]),
            ("audio", false, []),
        ]
            as [(String, Bool, [String])]
    )
    func reportedWithoutPush(mode: String, isNeeded: Bool, decisions: [String]) throws {
        var stage = try Stage(.ios18, ["reportedCallNeedsBackgroundMode": .bool(isNeeded)])
        try stage.install(modes: [mode])
        try stage.launch()
        #expect(try stage.act(.reportIncomingCall).decisions == decisions)
        #expect((stage.refusal(of: .device(.answerCall)) == nil) == decisions.isEmpty)
    }

    @Test("Without a network no push comes")
    func noNetwork() throws {
        var stage = try Self.stage(.suspended)
        try stage.set(.setNetwork(.none))
        #expect(try stage.wake(.voipPush).decisions == ["dropped noNetwork"])
    }

    @Test("A force quit does not keep VoIP from launching the app, and stays")
    func forceQuit() throws {
        var stage = try Self.stage(.inFront)
        try stage.send(.app("a", .forceQuit))
        try stage.wake(.voipPush)
        #expect(stage.state() == .background)
        #expect(stage.device.app("a")?.forceQuit == true)
        #expect(stage.process()?.launchReason == .voip)
    }
}
