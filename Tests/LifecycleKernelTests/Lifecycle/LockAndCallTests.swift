import LifecycleKernel
import Testing

/// The lock, calls, power, and who returns afterwards.
@Suite struct LockAndCallTests {
    static let refusedWhileLocked: [Event] = [
        .device(.home), .device(.openAppSwitcher), .device(.closeAppSwitcher(select: nil)),
        .app("a", .launch(arguments: [])), .app("a", .continueActivity(activityType: "t", webpageURL: nil)),
        .app("a", .performShortcut(shortcutType: "s")),
        .app("a", .tapNotification(notificationID: nil, actionIdentifier: nil)), .app("a", .forceQuit),
        .app("a", .presentAlert), .app("a", .dismissAlert), .app("a", .presentShareSheet),
        .app("a", .dismissShareSheet), .app("a", .background), .app("a", .changePermission("camera")),
        .openURL("a://x", sourceApplication: nil, bundleID: "a"),
        .scene("a", .create(configuration: nil, userActivity: nil, placement: .splitView)),
        .scene("a", .activate(1, placement: .splitView)), .scene("a", .close(nil)), .scene("a", .background(1)),
    ]

    @Test("What the user would do with an app is refused on a locked device", arguments: refusedWhileLocked)
    func lockedRefuses(event: Event) throws {
        var stage = try Stage()
        try stage.install("a", .scenes)
        try stage.launch()
        try stage.send(.lock)
        #expect(stage.refusal(of: event) == .deviceLocked)
    }

    static let takenWhileLocked: [Event] = [
        .device(.present(.notificationCenter)), .device(.present(.controlCenter)), .device(.present(.siri)),
        .device(.incomingCall(.banner)), .device(.presentSystemAlert(.lowBattery)), .device(.reboot),
        .app("a", .crash(.abort, message: nil)), .app("a", .terminate(.jetsam)), .app("a", .suspend),
        .scene("a", .disconnect(1)), .push(RemoteNotification(bundleID: "a", payload: ["aps": ["alert": "x"]])),
    ]

    @Test("What the system does goes on while the device is locked", arguments: takenWhileLocked)
    func lockedTakes(event: Event) throws {
        var stage = try Stage()
        try stage.install("a", .scenes)
        try stage.launch()
        try stage.send(.lock)
        #expect(stage.refusal(of: event) == nil)
    }

    @Test("An app suspended since the lock hears of its data when it wakes, before it comes to the front")
    func suspendedHearsLater() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.send(.lock)
        try stage.advance(60)
        #expect(
            try stage.send(.unlock).callbacks == [
                .protectedDataDidBecomeAvailable, .applicationWillEnterForeground, .applicationDidBecomeActive,
            ]
        )
    }

    @Test("Who was suspended before the lock hears neither")
    func suspendedBeforeHearsNothing() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.send(.home)
        try stage.advance(60)
        #expect(try stage.send(.lock).callbacks.isEmpty)
        try stage.send(.unlock)
        #expect(try stage.launch().callbacks == [.applicationWillEnterForeground, .applicationDidBecomeActive])
    }

    @Test("The app in front returns after an unlock only if its process still lives")
    func killedWhileLocked() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.send(.lock)
        try stage.send(.app("a", .terminate(.jetsam)))
        #expect(try stage.send(.unlock).callbacks.isEmpty)
        #expect(stage.state() == .notRunning)
    }

    @Test("A banner changes nothing until it is answered")
    func bannerCall() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        #expect(try stage.send(.incomingCall(.banner)).callbacks.isEmpty)
        #expect(
            try stage.send(.answerCall).callbacks == [.applicationWillResignActive, .applicationDidEnterBackground]
        )
        #expect(
            try stage.send(.endCall).callbacks == [.applicationWillEnterForeground, .applicationDidBecomeActive]
        )
    }

    @Test("Whoever leaves the call's screen is not brought back when the call ends", arguments: [true, false])
    func leavingTheCall(opensApp: Bool) throws {
        var stage = try Stage()
        try stage.install("a")
        try stage.install("b")
        try stage.launch("a")
        try stage.send(.incomingCall(.fullScreen))
        try stage.send(.answerCall)
        if opensApp { try stage.launch("b") } else { try stage.send(.home) }
        #expect(try stage.send(.endCall).callbacks.isEmpty)
        #expect(stage.state("a") == .background)
    }

    @Test("A call that ends on a locked device brings nobody back before the unlock")
    func callEndsWhileLocked() throws {
        var stage = try Stage(passcode: false)
        try stage.install()
        try stage.launch()
        try stage.send(.incomingCall(.fullScreen))
        try stage.send(.answerCall)
        try stage.send(.lock)
        #expect(try stage.send(.endCall).callbacks.isEmpty)
        #expect(
            try stage.send(.unlock).callbacks == [.applicationWillEnterForeground, .applicationDidBecomeActive]
        )
    }

    @Test("After power off nothing but power on is possible; then the device is locked")
    func power() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        #expect(try stage.send(.powerOff).exit?.reason == .reboot)
        #expect(stage.refusal(of: .device(.home)) == .notPossibleNow)
        #expect(stage.refusal(of: .device(.unlock)) == .notPossibleNow)
        try stage.send(.powerOn)
        #expect(stage.refusal(of: .app("a", .launch(arguments: []))) == .deviceLocked)
        try stage.send(.unlock)
        try stage.launch()
        #expect(stage.state() == .active)
    }

    @Test("An upgrade changes the rules and keeps what the device overrides")
    func upgrade() throws {
        var stage = try Stage(.ios12, ["suspendDelaySeconds": 1])
        #expect(stage.device.rulebook.profile == .ios12)
        try stage.send(.upgradeOS(.ios26))
        #expect(stage.device.rulebook[.backgroundTaskAllowanceSeconds] == .milliseconds(30_000))
        #expect(stage.device.rulebook[.suspendDelaySeconds] == .milliseconds(1_000))
        #expect(stage.device.settings.profile == .ios26)
    }
}
