import LifecycleKernel
import TestKit
import Testing

/// Scenes on the display of a car, and on displays beside the device.
@Suite struct OtherDisplayTests {
    static func device(_ profile: RuleProfile = .ios18, _ overrides: [String: Value] = [:]) throws -> TestDevice {
        var device = try TestDevice(profile, overrides)
        try device.install("a", .scenes)
        try device.install("b", .scenes)
        return device
    }

    static let inCar = SceneEvent.create(
        configuration: nil,
        userActivity: nil,
        placement: .splitView,
        role: .carTemplateApplication
    )
    static let onDisplay = SceneEvent.create(
        configuration: nil,
        userActivity: nil,
        placement: .splitView,
        role: .windowExternalDisplayNonInteractive
    )

    @Test("An iPad has no CarPlay, and may have a display beside it")
    func noCarOfAnIPad() throws {
        var device = try TestDevice(.ios18, model: .iPad)
        try device.install("a", .scenes)
        try device.launch()
        do throws(Rejection) {
            try device.send(.scene("a", Self.inCar))
            Issue.record("a scene in a car was accepted")
        } catch {
            #expect(error.code == .invalidValue && error.field == "role")
            #expect(error.accepted == ["windowApplication", "windowExternalDisplayNonInteractive"])
        }
        try device.send(.scene("a", Self.onDisplay))
    }

    @Test("A car launches an app on a locked phone with a scene of its own, and no window")
    func launchedByCar() throws {
        var device = try Self.device()
        try device.send(.lock)
        let records = try device.send(.scene("a", Self.inCar))
        #expect(
            records.callbacks == [
                .willFinishLaunching, .didFinishLaunching, .configurationForConnecting, .sceneWillConnect,
                .templateSceneDidConnect, .sceneWillEnterForeground, .sceneDidBecomeActive,
            ]
        )
        #expect(device.state() == .active)
        #expect(device.process()?.launchReason == .carPlay)
        #expect(device.process()?.scenes.map(\.otherRole) == [.carTemplateApplication])
        #expect(device.process()?.jetsamPriority == 100)
        #expect(device.kernel.appsInFront.isEmpty)
        try device.advance(3_600)
        #expect(device.state() == .active)
    }

    @Test("An app that hangs when the car connects is ended, and the finding names what it hung in")
    func hangsInCar() throws {
        var device = try TestDevice()
        try device.install("a", .scenes, [.templateSceneDidConnect: [.now(.hang)]])
        try device.launch()
        try device.act(.edit(count: 1, scene: nil))
        try device.send(.scene("a", Self.inCar))
        try device.advance(10)
        #expect(device.history.exit?.reason == .appWatchdog)
        #expect(device.codes() == [.dataLoss, .mainThreadBlocked])
        let finding = try #require(device.summary(.mainThreadBlocked))
        #expect(finding.detail.description.contains("templateApplicationScene(_:didConnect:)"))
    }

    @Test("The screen of the phone costs no energy while the app is in a car alone")
    func energyInCar() throws {
        var device = try Self.device()
        func screen() throws -> [Milliseconds] {
            let states = try #require(device.kernel.energy(of: "a")).states
            return [states[.active].time, states[.active].use.carDisplay]
        }
        func microjoules() throws -> Int64 {
            let report = try #require(device.kernel.energy(of: "a"))
            return report.model.microjoules(of: report.states[.active])
        }
        try device.send(.lock)
        try device.send(.scene("a", Self.inCar))
        try device.advance(60)
        #expect(try screen() == [60_000, 60_000])
        #expect(try microjoules() == 0)
        try device.send(.unlock)
        try device.launch()
        try device.advance(10)
        #expect(try screen() == [70_000, 60_000])
        let tenSeconds = try microjoules()
        #expect(tenSeconds > 0)
        try device.send(.home)
        try device.advance(30)
        #expect(try screen() == [100_000, 90_000])
        #expect(try microjoules() == tenSeconds)
        try device.send(.scene("a", .disconnect(1)))
        try device.launch()
        try device.advance(10)
        #expect(try screen() == [110_000, 90_000])
        #expect(try microjoules() == 2 * tenSeconds)
    }

    @Test("A window comes when the app is opened on the phone, and the lock does not concern the car's scene")
    func windowLater() throws {
        var device = try Self.device()
        try device.send(.lock)
        try device.send(.scene("a", Self.inCar))
        try device.send(.unlock)
        #expect(
            try device.launch().sceneCallbacks == [
                "configurationForConnecting 2", "sceneWillConnect 2", "sceneWillEnterForeground 2",
                "sceneDidBecomeActive 2",
            ]
        )
        let lock = try device.send(.lock)
        #expect(
            lock.sceneCallbacks == [
                "sceneWillResignActive 2", "sceneDidEnterBackground 2", "protectedDataWillBecomeUnavailable 0",
            ]
        )
        #expect(lock.notifications.contains(.willResignActive) == false)
        #expect(device.state() == .active)
    }

    @Test("Leaving the app in the car and opening another one there are like leaving and switching on the phone")
    func carSwitches() throws {
        var device = try Self.device()
        try device.send(.lock)
        try device.send(.scene("a", Self.inCar))
        let other = try device.send(.scene("b", Self.inCar))
        #expect(other.of("a").callbacks == [.sceneWillResignActive, .sceneDidEnterBackground])
        #expect(device.state("b") == .active)
        try device.advance(5)
        #expect(device.state() == .suspended)
        try device.send(.scene("a", .activate(1, placement: .splitView)))
        #expect(device.state() == .active)
        #expect(device.state("b") == .background)
        #expect(try device.send(.scene("a", .background(1))).callbacks.last == .sceneDidEnterBackground)
        try device.advance(5)
        #expect(device.state() == .suspended)
    }

    @Test("A car that is gone disconnects the scene after it has entered the background; its session stays")
    func carGone() throws {
        var device = try Self.device(.ios18, ["homeTransitionSeconds": 1])
        try device.send(.lock)
        try device.send(.scene("a", Self.inCar))
        #expect(
            try device.send(.scene("a", .disconnect(1))).callbacks == [
                .sceneWillResignActive, .sceneDidEnterBackground, .sceneDidDisconnect, .templateSceneDidDisconnect,
            ]
        )
        #expect(device.refusal(of: .scene("a", .disconnect(1))) == .notPossibleNow)
        let again = try device.send(.scene("a", Self.inCar))
        #expect(again.sceneCallbacks.first == "sceneWillConnect 1")
        try device.advance(60)
        #expect(device.state() == .active)
    }

    @Test("A display beside the phone enters the foreground with the app, and is never activated")
    func externalDisplay() throws {
        var device = try Self.device()
        try device.launch()
        let connected = try device.send(.scene("a", Self.onDisplay))
        #expect(
            connected.sceneCallbacks == [
                "configurationForConnecting 2", "sceneWillConnect 2", "sceneWillEnterForeground 2",
            ]
        )
        #expect(device.process()?.scenes.map(\.state) == [.foregroundActive, .foregroundInactive])
        let home = try device.send(.home).sceneCallbacks
        #expect(home == ["sceneWillResignActive 1", "sceneDidEnterBackground 1", "sceneDidEnterBackground 2"])
        let back = try device.launch().sceneCallbacks
        #expect(back == ["sceneWillEnterForeground 1", "sceneWillEnterForeground 2", "sceneDidBecomeActive 1"])
        #expect(
            try device.send(.scene("a", .disconnect(2))).sceneCallbacks == [
                "sceneDidEnterBackground 2", "sceneDidDisconnect 2",
            ]
        )
        #expect(device.state() == .active)
    }

    @Test("A force quit, a crash and a restart take the app from every display", arguments: [0, 1, 2])
    func ends(how: Int) throws {
        var device = try Self.device()
        try device.launch()
        try device.send(.scene("a", Self.onDisplay))
        try device.send(.scene("a", Self.inCar))
        #expect(device.kernel.appInCar == "a")
        switch how {
        case 0: try device.send(.forceQuit)
        case 1: try device.send(.crash(.abort, message: nil))
        default: try device.send(.reboot)
        }
        #expect(device.state() == .notRunning)
        #expect(device.kernel.appInCar == nil)
        if how == 2 { try device.send(.unlock) }
        try device.launch()
        #expect(device.process()?.scenes.map(\.otherRole) == [nil])
    }

    static let refusals: [(SceneEvent, AppLifecycle)] = [
        (inCar, .appDelegate), (onDisplay, .appDelegate), (onDisplay, .scenes),
    ]

    @Test("An app without scenes has none in a car, and a display needs an app in front", arguments: refusals)
    func refused(event: SceneEvent, lifecycle: AppLifecycle) throws {
        var device = try TestDevice()
        try device.install("a", lifecycle)
        #expect(device.refusal(of: .scene("a", event)) == .notPossibleNow)
    }

    @Test(
        "A scene in a car is not a window: it is not closed, covered, or shown twice, and is no reason for a force quit"
    )
    func noWindow() throws {
        var device = try Self.device()
        try device.launch()
        try device.send(.scene("a", Self.inCar))
        #expect(device.refusal(of: .scene("a", .close(2))) == .notPossibleNow)
        #expect(device.refusal(of: .scene("a", Self.inCar)) == .notPossibleNow)
        #expect(device.refusal(of: .app("a", .coverView(2))) == .unknownScene)
        #expect(device.refusal(of: .app("a", .coverView(nil))) == nil)
        #expect(try device.act(.requestSceneSession(scene: 2, userActivity: nil)).verdicts.first?.decision == .refused)
        // Its only window is closed: that is a force quit still.
        #expect(try device.send(.scene("a", .close(nil))).exit?.reason == .userForceQuit)
    }

    @Test("No car launches an app before the first unlock")
    func beforeFirstUnlock() throws {
        var device = try Self.device()
        try device.send(.reboot)
        #expect(device.refusal(of: .scene("a", Self.inCar)) == .notPossibleNow)
        try device.send(.unlock)
        #expect(device.refusal(of: .scene("a", Self.inCar)) == nil)
    }

    @Test("Connecting in a car counts towards the limit of the launch")
    func watched() throws {
        var device = try TestDevice()
        try device.install("a", .scenes, [.templateSceneDidConnect: [.act(.work(cpu: 1), takes: 60_000)]])
        try device.send(.lock)
        try device.send(.scene("a", Self.inCar))
        #expect(try device.advance(20).exit?.reason == .appWatchdog)
    }
}
