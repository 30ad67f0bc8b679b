import LifecycleKernel
import TestKit
import Testing

/// The lock, calls and power, and which app returns afterwards.
@Suite struct LockAndCallTests {
    static let refusedWhileLocked: [Event] = [
        .device(.home), .device(.openAppSwitcher), .device(.closeAppSwitcher(select: nil)),
        .app("a", .launch(arguments: [])), .app("a", .continueActivity(activityType: "t", webpageURL: nil)),
        .app("a", .performShortcut(shortcutType: "s")),
        .app("a", .tapNotification(notificationID: nil, actionIdentifier: nil)), .app("a", .forceQuit),
        .app("a", .presentAlert), .app("a", .dismissAlert), .app("a", .presentShareSheet),
        .app("a", .dismissShareSheet), .app("a", .coverView(nil)), .app("a", .uncoverView(nil)), .app("a", .background),
        .app("a", .changePermission("camera")),
        .openURL("a://x", sourceApplication: nil, bundleID: "a"),
        .scene("a", .create(configuration: nil, userActivity: nil, placement: .splitView)),
        .scene("a", .activate(1, placement: .splitView)), .scene("a", .close(nil)), .scene("a", .background(1)),
    ]

    @Test("The events of a user who uses an app are refused on a locked device", arguments: refusedWhileLocked)
    func lockedRefuses(event: Event) throws {
        var device = try TestDevice()
        try device.install("a", .scenes)
        try device.launch()
        try device.send(.lock)
        #expect(device.refusal(of: event) == .deviceLocked)
    }

    static let takenWhileLocked: [Event] = [
        .device(.present(.notificationCenter)), .device(.present(.controlCenter)), .device(.present(.siri)),
        .device(.incomingCall(.banner)), .device(.presentSystemAlert(.lowBattery)), .device(.reboot),
        .app("a", .crash(.abort, message: nil)), .app("a", .terminate(.jetsam)), .app("a", .suspend),
        .scene("a", .disconnect(1)), .push(RemoteNotification(bundleID: "a", payload: ["aps": ["alert": "x"]])),
    ]

    @Test("The events of the system are accepted while the device is locked", arguments: takenWhileLocked)
    func lockedTakes(event: Event) throws {
        var device = try TestDevice()
        try device.install("a", .scenes)
        try device.launch()
        try device.send(.lock)
        #expect(device.refusal(of: event) == nil)
    }

    @Test(
        "An app suspended since the lock is notified of protected data when it resumes, before it enters the foreground"
    )
    func notifiedWhenResumed() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.send(.lock)
        try device.advance(60)
        #expect(
            try device.send(.unlock).callbacks == [
                .protectedDataDidBecomeAvailable, .applicationWillEnterForeground, .applicationDidBecomeActive,
            ]
        )
    }

    @Test("Protected data is unavailable while a device with a passcode is locked", arguments: [true, false])
    func protectedData(passcode: Bool) throws {
        var device = try TestDevice(passcode: passcode)
        try device.install()
        try device.launch()
        let pid = try #require(device.process()?.pid)
        #expect(device.process()?.isProtectedDataAvailable == true)
        for event in [DeviceEvent.lock, .reboot, .upgradeOS(.ios26)] {
            try device.send(event)
            #expect(device.kernel.isProtectedDataAvailable == !passcode)
            #expect(device.kernel.isUnlockedSinceBoot == (event == .lock || !passcode))
            if event == .lock {
                #expect(device.process()?.isProtectedDataAvailable == !passcode)
                #expect(device.process()?.isUnlockedSinceBoot == true)
            }
            try device.send(.unlock)
            #expect(device.kernel.isProtectedDataAvailable && device.kernel.isUnlockedSinceBoot)
        }
        // It has ended.
        let ended = try #require(device.kernel.process(pid))
        #expect(ended.isProtectedDataAvailable == nil && ended.isUnlockedSinceBoot == nil)
    }

    @Test("A process that was launched on a locked device hears when protected data is available")
    func launchedWhileLocked() throws {
        var device = try TestDevice()
        try device.install(modes: ["remote-notification"])
        try device.send(.lock)
        try device.push()
        #expect(try device.send(.unlock).callbacks == [.protectedDataDidBecomeAvailable])
        #expect(try device.send(.lock).callbacks == [.protectedDataWillBecomeUnavailable])
    }

    @Test("An app that was suspended before the lock gets neither notification")
    func suspendedBefore() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.send(.home)
        try device.advance(60)
        #expect(try device.send(.lock).callbacks.isEmpty)
        try device.send(.unlock)
        #expect(try device.launch().callbacks == [.applicationWillEnterForeground, .applicationDidBecomeActive])
    }

    @Test("The app in front returns after an unlock only if its process still exists")
    func killedWhileLocked() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.send(.lock)
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try device.send(.unlock).callbacks.isEmpty)
        #expect(device.state() == .notRunning)
    }

    @Test("A banner changes nothing until it is answered")
    func bannerCall() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        #expect(try device.send(.incomingCall(.banner)).callbacks.isEmpty)
        #expect(
            try device.send(.answerCall).callbacks == [.applicationWillResignActive, .applicationDidEnterBackground]
        )
        #expect(
            try device.send(.endCall).callbacks == [.applicationWillEnterForeground, .applicationDidBecomeActive]
        )
    }

    @Test("A user who leaves the call's screen stays there when the call ends", arguments: [true, false])
    func leavingTheCall(opensApp: Bool) throws {
        var device = try TestDevice()
        try device.install("a")
        try device.install("b")
        try device.launch("a")
        try device.send(.incomingCall(.fullScreen))
        try device.send(.answerCall)
        if opensApp { try device.launch("b") } else { try device.send(.home) }
        #expect(try device.send(.endCall).callbacks.isEmpty)
        #expect(device.state("a") == .background)
    }

    @Test("After a call that ends on a locked device, the app returns at the unlock")
    func callEndsWhileLocked() throws {
        var device = try TestDevice(passcode: false)
        try device.install()
        try device.launch()
        try device.send(.incomingCall(.fullScreen))
        try device.send(.answerCall)
        try device.send(.lock)
        #expect(try device.send(.endCall).callbacks.isEmpty)
        #expect(
            try device.send(.unlock).callbacks == [.applicationWillEnterForeground, .applicationDidBecomeActive]
        )
    }

    @Test("After power off only power on is possible; then the device is locked")
    func power() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        #expect(try device.send(.powerOff).exit?.reason == .shutdown)
        #expect(device.refusal(of: .device(.home)) == .notPossibleNow)
        #expect(device.refusal(of: .device(.unlock)) == .notPossibleNow)
        try device.send(.powerOn)
        #expect(device.refusal(of: .app("a", .launch(arguments: []))) == .deviceLocked)
        try device.send(.unlock)
        try device.launch()
        #expect(device.state() == .active)
    }

    @Test("An upgrade changes the rules and keeps the device's overrides")
    func upgrade() throws {
        var device = try TestDevice(.ios12, ["suspendDelaySeconds": 1])
        #expect(device.kernel.rulebook.profile == .ios12)
        try device.send(.upgradeOS(.ios26))
        #expect(device.kernel.rulebook[.backgroundTaskAllowanceSeconds] == .milliseconds(30_000))
        #expect(device.kernel.rulebook[.suspendDelaySeconds] == .milliseconds(1_000))
        #expect(device.kernel.settings.profile == .ios26)
    }

    @Test("On an always-on display the side button activates once more, unless something else deactivates the app")
    func alwaysOnDisplay() throws {
        var device = try TestDevice(.ios18, ["lockReactivates": true], passcode: false)
        try device.install()
        try device.launch()
        #expect(
            try device.send(.lock).callbacks == [
                .applicationWillResignActive, .applicationDidBecomeActive, .applicationWillResignActive,
                .applicationDidEnterBackground,
            ]
        )
        try device.send(.unlock)
        try device.send(.presentSystemAlert(.other))
        #expect(try device.send(.lock).callbacks == [.applicationDidEnterBackground])
        try device.send(.unlock)
        #expect(device.process()?.deactivationReasons == ["systemAlert"])
        try device.send(.dismissSystemAlert)
        try device.send(.home)
        #expect(try device.send(.lock).callbacks.isEmpty)
    }

    @Test("An app that takes time to resign is not activated on an always-on display: it has left when it is done")
    func alwaysOnDisplaySlowly() throws {
        var device = try TestDevice(.ios18, ["lockReactivates": true], passcode: false)
        try device.install("a", [.applicationWillResignActive: [.act(.work(cpu: 1), takes: 500)]])
        try device.launch()
        #expect(try device.send(.lock).callbacks == [.applicationWillResignActive])
        #expect(try device.advance(1).callbacks == [.applicationDidEnterBackground])
    }
}
