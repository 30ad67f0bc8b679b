import LifecycleKernel
import TestKit
import Testing

/// VoIP pushes, and the calls that they report.
@Suite struct VoIPTests {
    /// The situation of the app when its push arrives.
    enum Place: String, CaseIterable, Sendable { case suspended, dead, background, inFront }

    static func device(
        _ place: Place,
        reports: Bool = true,
        _ profile: RuleProfile = .ios18,
        _ overrides: [String: Value] = [:],
        _ lifecycle: AppLifecycle = .appDelegate,
        reporting call: Action = .reportIncomingCall
    ) throws -> TestDevice {
        var device = try TestDevice(profile, overrides)
        try device.install(
            modes: ["voip"],
            lifecycle,
            reports ? [.didReceiveIncomingPush: [.now(call)]] : [:]
        )
        try device.install("b")
        try device.launch()
        switch place {
        case .inFront: break
        case .background: try device.send(.home)
        case .suspended: try device.leaveAndSuspend()
        case .dead: try device.send(.app("a", .terminate(.jetsam)))
        }
        return device
    }

    /// States of the app, and whether a debugger is attached, which keeps it from being suspended.
    static let places = Place.allCases.map { ($0, false) } + [(.dead, true), (.background, true), (.inFront, true)]

    @Test("A call that is not reported ends the app at once, in any state", arguments: places)
    func notReported(place: Place, hasDebugger: Bool) throws {
        var device = try Self.device(place, reports: false, .ios18, ["debuggerAttached": .bool(hasDebugger)])
        let records = try device.wake(.voipPush())
        #expect(records.callbacks.last == .didReceiveIncomingPush)
        #expect(records.exit?.reason == .abnormal)
        #expect(records.exit?.code == 6)
    }

    @Test("The report counts until the handler returns; a handler that takes too long ends with a code")
    func slowHandler() throws {
        let cases: [([AppBehavior.Entry], Double, TerminationReason?)] = [
            ([.act(.work(cpu: 1), takes: 4_999)], 4.999, .abnormal),
            ([.act(.work(cpu: 1), takes: 4_999), .now(.reportIncomingCall)], 4.999, nil),
            ([.act(.work(cpu: 1), takes: 5_001), .now(.reportIncomingCall)], 5, .voipNotReported),
            ([.now(.reportIncomingCall), .act(.work(cpu: 1), takes: 9_000)], 9, nil),
        ]
        for (entries, end, reason) in cases {
            var device = try TestDevice()
            try device.install(modes: ["voip"], .appDelegate, [.didReceiveIncomingPush: entries])
            try device.wake(.voipPush())
            #expect(try device.advance(end - 0.001).exit == nil)
            #expect(try device.advance(0.001).exit?.reason == reason)
        }
    }

    @Test("A push that comes while the handler of another runs is judged by its own handler")
    func twoPushes() throws {
        var device = try TestDevice()
        let slow: [AppBehavior.Entry] = [.now(.reportIncomingCall), .act(.work(cpu: 1), takes: 1_000)]
        try device.install(modes: ["voip"], .appDelegate, [.didReceiveIncomingPush: slow])
        try device.wake(.voipPush())
        try device.wake(.voipPush())
        let records = try device.advance(3)
        #expect(records.exit == nil)
        #expect(records.decisions == ["dropped callInProgress"])
    }

    @Test("After repeated failures no more pushes come, until the app is installed anew")
    func blocked() throws {
        var device = try Self.device(.suspended, reports: false)
        for _ in 0..<5 { #expect(try device.wake(.voipPush()).decisions == ["delivered"]) }
        #expect(try device.wake(.voipPush()).decisions == ["dropped tooManyUnreportedCalls"])
        try device.launch()
        #expect(try device.wake(.voipPush()).decisions == ["dropped tooManyUnreportedCalls"])
        try device.apply(.uninstall("a"))
        try device.install(modes: ["voip"])
        #expect(try device.wake(.voipPush()).decisions == ["delivered"])
    }

    @Test(
        "How an unreported call ends the app is a rule; before iOS 13 it does not",
        arguments: [
            (RuleProfile.ios12, nil, nil), (.ios18, "code", .voipNotReported), (.ios18, "crash", .abnormal),
        ] as [(RuleProfile, String?, TerminationReason?)]
    )
    func rule(profile: RuleProfile, choice: String?, reason: TerminationReason?) throws {
        var device = try Self.device(
            .suspended,
            reports: false,
            profile,
            choice.map { ["voipNotReportedEnds": .string($0)] } ?? [:]
        )
        var records = try device.wake(.voipPush())
        #expect((records.exit == nil) == (reason != .abnormal))
        records += try device.advance(30)
        #expect(records.exit?.reason == reason)
        #expect(device.state() == (reason == nil ? .suspended : .notRunning))
    }

    @Test("A reported call holds the process until it ends", arguments: Place.allCases, AppLifecycle.allCases)
    func reported(place: Place, lifecycle: AppLifecycle) throws {
        var device = try Self.device(place, reports: true, .ios18, [:], lifecycle)
        let records = try device.wake(.voipPush())
        #expect(records.decisions == ["delivered"])
        #expect(records.assertions.suffix(3) == ["voip acquired", "voip released", "voipCall acquired"])
        try device.advance(600)
        #expect(device.held() == [.voipCall])
        #expect(device.refusal(of: .device(.incomingCall(.banner))) == .notPossibleNow)
        #expect(try device.send(.declineCall).of("a").callbacks == [.providerPerformAction])
        #expect(device.state() == (place == .inFront ? .active : .suspended))
    }

    @Test("The app gets callbacks when the call is answered and ended, and when its audio session starts and stops")
    func answered() throws {
        var device = try Self.device(.dead)
        try device.launch("b")
        let rings = try device.wake(.voipPush())
        #expect(rings.of("b").isEmpty)
        let answer = try device.send(.answerCall)
        #expect(
            answer.of("a").callbacks == [
                .providerPerformAction, .providerDidActivate, .applicationWillEnterForeground,
                .applicationDidBecomeActive,
            ]
        )
        #expect(answer.of("b").states == [.inactive, .background])
        try device.advance(3_600)
        #expect(device.held() == [.voipCall])
        #expect(device.state() == .active)
        let end = try device.send(.endCall)
        #expect(end.of("a").callbacks == [.providerPerformAction, .providerDidDeactivate])
        #expect(device.state() == .active)
        #expect(device.state("b") == .suspended)
    }

    @Test("A call answered on a locked phone leaves the app in the background, under the system's call screen")
    func answeredLocked() throws {
        var device = try Self.device(.dead)
        try device.launch("b")
        try device.send(.lock)
        try device.wake(.voipPush())
        let answer = try device.send(.answerCall)
        #expect(answer.of("a").callbacks == [.providerPerformAction, .providerDidActivate])
        #expect(device.state() == .background)
        try device.send(.unlock)
        #expect(device.state() == .background)
        #expect(device.state("b") != .active)
        let end = try device.send(.endCall)
        #expect(end.of("a").states == [.suspended])
        #expect(device.state("b") == .active)
    }

    @Test(
        "An app in front stays there, active, while its own call rings, is answered and ends",
        arguments: AppLifecycle.allCases
    )
    func answeredInFront(lifecycle: AppLifecycle) throws {
        var device = try Self.device(.inFront, reports: true, .ios18, [:], lifecycle)
        var records = try device.wake(.voipPush())
        #expect(records.callbacks == [.didReceiveIncomingPush])
        records += try device.send(.answerCall)
        #expect(records.callbacks.suffix(2) == [.providerPerformAction, .providerDidActivate])
        records += try device.advance(600)
        records += try device.send(.endCall)
        #expect(records.callbacks.suffix(2) == [.providerPerformAction, .providerDidDeactivate])
        #expect(records.states.isEmpty)
        #expect(device.state() == .active)
    }

    @Test(
        "A video call answered on a locked phone asks to unlock it, and opens its app then",
        arguments: Place.allCases,
        AppLifecycle.allCases
    )
    func videoLocked(place: Place, lifecycle: AppLifecycle) throws {
        var device = try Self.device(place, .ios18, [:], lifecycle, reporting: .reportIncomingVideoCall)
        if place != .inFront { try device.launch("b") }
        try device.send(.lock)
        try device.wake(.voipPush())
        #expect(try device.send(.answerCall).callbacks == [.providerPerformAction, .providerDidActivate])
        #expect(device.state() == .background)
        #expect(device.explains("unlocking the device opens it"))
        let unlock = try device.send(.unlock)
        #expect(unlock.of("a").states.last == .active)
        #expect(unlock.of("b").states.isEmpty)
        #expect(device.explains("unlocking the device opens it") == false)
        try device.send(.endCall)
        #expect(device.state() == .active)
        // It was opened once: a later lock and unlock are like any other.
        try device.send(.home)
        try device.send(.lock)
        #expect(try device.send(.unlock).of("a").states.isEmpty)
    }

    /// What keeps the phone from asking, or the app from being opened at the unlock.
    enum NotOpened: CaseIterable { case audio, rule, endedBefore, declined }

    @Test("Without an answered video call unlocking opens nothing", arguments: NotOpened.allCases)
    func videoNotOpened(case situation: NotOpened) throws {
        var device = try Self.device(
            .background,
            .ios18,
            ["videoCallAsksToUnlock": .bool(situation != .rule)],
            reporting: situation == .audio ? .reportIncomingCall : .reportIncomingVideoCall
        )
        try device.launch("b")
        try device.send(.lock)
        try device.wake(.voipPush())
        try device.send(situation == .declined ? .declineCall : .answerCall)
        if situation == .endedBefore { try device.send(.endCall) }
        try device.send(.unlock)
        #expect(device.state() == .background)
        // Only a call that still has the screen keeps the other app from it.
        let isCovered = situation == .audio || situation == .rule
        #expect((device.state("b") == .active) == !isCovered)
    }

    @Test("A locked phone's call stays below the system's screen after the unlock, until the user opens its app")
    func opensFromCallScreen() throws {
        var device = try Self.device(.suspended)
        try device.send(.lock)
        try device.wake(.voipPush())
        try device.send(.answerCall)
        try device.send(.unlock)
        #expect(device.state() == .background)
        #expect(try device.launch().callbacks.last == .applicationDidBecomeActive)
        try device.send(.endCall)
        #expect(device.state() == .active)
    }

    @Test("Opening the app from its call ends the effect of a force quit, and waits for a slow handler")
    func opensAfterHandler() throws {
        var device = try TestDevice()
        try device.install(
            modes: ["voip"],
            .scenes,
            [
                .didReceiveIncomingPush: [.now(.reportIncomingCall)],
                .providerPerformAction: [.act(.work(cpu: 1), takes: 500)],
            ]
        )
        try device.launch()
        try device.send(.app("a", .forceQuit))
        try device.wake(.voipPush())
        #expect(device.kernel.app("a")?.forceQuit == true)
        #expect(try device.send(.answerCall).callbacks == [.providerPerformAction])
        let records = try device.advance(0.5)
        #expect(records.callbacks.first == .providerDidActivate)
        #expect(records.callbacks.last == .sceneDidBecomeActive)
        #expect(device.kernel.app("a")?.forceQuit == false)
    }

    @Test("A reported call does not keep other apps from being suspended")
    func leavesOthersAlone() throws {
        var device = try Self.device(.dead)
        try device.install("c", modes: ["location"])
        try device.launch("c")
        try device.act(.startLocation(), "c")
        try device.send(.home)
        try device.advance(10)
        try device.wake(.voipPush())
        #expect(device.refusal(of: .app("c", .suspend)) == nil)
    }

    @Test("A restart ends the call with a verdict", arguments: [DeviceEvent.reboot, .powerOff, .upgradeOS(.ios26)])
    func restart(event: DeviceEvent) throws {
        var device = try Self.device(.suspended)
        try device.wake(.voipPush())
        #expect(try device.send(event).decisions == ["failed processNotRunning"])
        if event == .powerOff { try device.send(.powerOn) }
        #expect(device.refusal(of: .device(.answerCall)) == .notPossibleNow)
    }

    @Test("An app that returns to the screen when its call ends is not suspended meanwhile")
    func comesBackUnsuspended() throws {
        var device = try Self.device(.inFront)
        try device.send(.lock)
        try device.act(.reportIncomingCall)
        try device.act(.holdFileLock)
        try device.send(.answerCall)
        try device.send(.unlock)
        try device.advance(10)
        let records = try device.send(.endCall)
        #expect(records.exit == nil)
        #expect(!records.states.contains(.suspended))
        #expect(device.state() == .active)
    }

    @Test(
        "A call is shown full screen on a locked phone, and as a banner on an unlocked one",
        arguments: [true, false]
    )
    func style(isLocked: Bool) throws {
        var device = try Self.device(.dead)
        try device.launch("b")
        if isLocked { try device.send(.lock) }
        try device.wake(.voipPush())
        if isLocked { try device.send(.unlock) }
        #expect(device.state("b") == (isLocked ? .inactive : .active))
    }

    @Test("A second call counts as reported, and is dropped")
    func secondCall() throws {
        var device = try Self.device(.suspended)
        try device.send(.incomingCall(.banner))
        let records = try device.wake(.voipPush())
        #expect(records.decisions == ["delivered", "dropped callInProgress"])
        #expect(records.assertions == ["voip acquired", "voip released"])
        #expect(try device.advance(60).exit == nil)
        #expect(try device.send(.declineCall).of("a").callbacks.isEmpty)
    }

    @Test("A call ends with the process that reported it, ringing or answered", arguments: [true, false])
    func ownerDies(isAnswered: Bool) throws {
        var device = try Self.device(.suspended)
        try device.launch("b")
        try device.act(.playAudio, "b")
        try device.send(.lock)
        try device.wake(.voipPush())
        try device.send(.unlock)
        if isAnswered { try device.send(.answerCall) }
        let records = try device.send(.app("a", .crash(.abort, message: nil)))
        #expect(records.of("a").decisions == ["failed processNotRunning"])
        if !isAnswered { #expect(records.of("b").notifications.contains(.audioInterruption)) }
        // The answered call had opened its app, so the home screen is in front now.
        #expect(device.state("b") == (isAnswered ? .background : .active))
        #expect(device.refusal(of: .device(.endCall)) == .notPossibleNow)
        #expect(try device.wake(.voipPush()).decisions == ["delivered"])
    }

    @Test(
        "Every end of the process that reported a call ends the call",
        arguments: [
            .uninstall("a"), .install(AppManifest(bundleID: "a")), .event(.app("a", .forceQuit)),
            .event(.app("a", .terminate(.system))), .event(.device(.changeLanguage("fr"))), .event(.device(.reboot)),
            .action("a", .exit),
        ] as [Input]
    )
    func everyEnd(input: Input) throws {
        var device = try Self.device(.background)
        try device.wake(.voipPush())
        #expect(device.refusal(of: .device(.answerCall)) == nil)
        try device.apply(input)
        #expect(device.refusal(of: .device(.answerCall)) == .notPossibleNow)
        #expect(device.refusal(of: .device(.incomingCall(.banner))) == nil)
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
        var device = try TestDevice(.ios18, ["reportedCallNeedsBackgroundMode": .bool(isNeeded)])
        try device.install(modes: [mode])
        try device.launch()
        #expect(try device.act(.reportIncomingCall).decisions == decisions)
        #expect((device.refusal(of: .device(.answerCall)) == nil) == decisions.isEmpty)
    }

    @Test("Without a network no push arrives")
    func noNetwork() throws {
        var device = try Self.device(.suspended)
        try device.set(.setNetwork(.none))
        #expect(try device.wake(.voipPush()).decisions == ["dropped noNetwork"])
    }

    @Test("A VoIP push launches an app that was force-quit, and the effect of the force quit remains")
    func forceQuit() throws {
        var device = try Self.device(.inFront)
        try device.send(.app("a", .forceQuit))
        try device.wake(.voipPush())
        #expect(device.state() == .background)
        #expect(device.kernel.app("a")?.forceQuit == true)
        #expect(device.process()?.launchReason == .voip)
    }
}

extension TestDevice {
    /// Whether the explanation of the app has a sentence that contains a text.
    fileprivate func explains(_ text: String) -> Bool {
        kernel.explain(app, within: .standard)?.because.map(\.description).contains { $0.contains(text) } ?? false
    }

    @Test("A call ends with the process that reported it, also where that is killed by what another app is woken for")
    func killedByAWakeUp() throws {
        var device = try TestDevice()
        try device.install(modes: ["voip"], .appDelegate, [.didReceiveIncomingPush: [.now(.reportIncomingCall)]])
        try device.install(
            "b",
            modes: ["remote-notification"],
            .appDelegate,
            [
                .didFinishLaunching: [.now(.allocate(bytes: .mebibytes(1_000)))],
                .applicationWillTerminate: [.act(.save(count: nil), takes: 2_000)],
            ]
        )
        try device.launch("b")
        try device.act(.free(bytes: .mebibytes(1_000)), "b")
        try device.send(.home)
        try device.wake(.voipPush())
        try device.send(.allocateSystemMemory(.mebibytes(3_500)))
        try device.send(.app("b", .terminate(.system)))
        #expect(try device.push("p", "b").decisions == ["held terminating"])
        // The launch for the push takes the memory that the process with the call has.
        let records = try device.advance(2)
        #expect(records.of("a").exit?.reason == .memoryPressure)
        #expect(records.of("a").decisions == ["failed processNotRunning"])
        #expect(device.refusal(of: .device(.answerCall)) == .notPossibleNow)
    }
}
