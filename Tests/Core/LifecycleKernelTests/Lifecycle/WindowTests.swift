import LifecycleKernel
import TestKit
import Testing

/// Several windows of one app, and apps side by side.
@Suite struct WindowTests {
    /// An iPad with two windows of app `a` on screen.
    static func twoWindows() throws -> TestDevice {
        var device = try TestDevice(model: .iPad)
        try device.install("a", .scenes, multipleScenes: true)
        try device.launch()
        try device.send(.scene("a", .create(configuration: nil, userActivity: nil, placement: .splitView)))
        return device
    }

    @Test("All windows resign in the order connected, then all enter the background")
    func homeWithTwoWindows() throws {
        var device = try Self.twoWindows()
        let records = try device.send(.home)
        #expect(
            records.sceneCallbacks == [
                "sceneWillResignActive 1", "sceneWillResignActive 2", "sceneDidEnterBackground 1",
                "sceneDidEnterBackground 2",
            ]
        )
        #expect(
            records.notifications == [
                .sceneWillDeactivate, .sceneWillDeactivate, .willResignActive, .sceneDidEnterBackground,
                .sceneDidEnterBackground, .didEnterBackground,
            ]
        )
    }

    @Test("A launch connects the windows that were on screen")
    func returnWithTwoWindows() throws {
        var device = try Self.twoWindows()
        try device.send(.home)
        try device.advance(60)
        let records = try device.launch()
        #expect(
            records.sceneCallbacks == [
                "sceneWillEnterForeground 1", "sceneWillEnterForeground 2", "sceneDidBecomeActive 1",
                "sceneDidBecomeActive 2",
            ]
        )
        #expect(
            records.notifications == [
                .sceneWillEnterForeground, .willEnterForeground, .sceneWillEnterForeground, .sceneDidActivate,
                .didBecomeActive, .sceneDidActivate,
            ]
        )
    }

    @Test("A kill keeps the sessions: both windows connect again, without a new configuration")
    func relaunchWithTwoWindows() throws {
        var device = try Self.twoWindows()
        try device.send(.home)
        try device.send(.app("a", .terminate(.jetsam)))
        let callbacks = try device.launch().sceneCallbacks
        #expect(callbacks.filter { $0.hasPrefix("sceneWillConnect") } == ["sceneWillConnect 1", "sceneWillConnect 2"])
        #expect(!callbacks.contains { $0.hasPrefix("configurationForConnecting") })
    }

    @Test("A window closed while active resigns and enters the background before it disconnects")
    func closingAnActiveWindow() throws {
        var device = try Self.twoWindows()
        let records = try device.send(.scene("a", .close(2)))
        #expect(
            records.sceneCallbacks == [
                "sceneWillResignActive 2", "sceneDidEnterBackground 2", "sceneDidDisconnect 2",
                "didDiscardSceneSessions 0",
            ]
        )
        #expect(device.state() == .active)
        #expect(!records.notifications.contains(.willResignActive))
    }

    @Test("Closing the last window is a force quit")
    func closingTheLastWindow() throws {
        var device = try Self.twoWindows()
        try device.send(.scene("a", .close(1)))
        #expect(try device.send(.scene("a", .close(nil))).exit?.reason == .userForceQuit)
        #expect(device.kernel.app("a")?.forceQuit == true)
    }

    @Test("The id of a discarded session is not used again")
    func numbersAreNotUsedAgain() throws {
        var device = try Self.twoWindows()
        try device.send(.scene("a", .close(2)))
        try device.send(.scene("a", .create(configuration: nil, userActivity: nil, placement: .splitView)))
        #expect(device.process()?.scenes.map(\.number) == [1, 3])
    }

    @Test("A window of a suspended app is reclaimed without a callback, and connects again when the app returns")
    func reclaimWhileSuspended() throws {
        var device = try Self.twoWindows()
        try device.send(.home)
        try device.advance(60)
        let records = try device.send(.scene("a", .disconnect(2)))
        #expect(records.callbacks.isEmpty && records.notifications.isEmpty)
        #expect(device.process()?.scenes.map(\.number) == [1])
        #expect(try device.launch().sceneCallbacks.contains("sceneWillConnect 2"))
    }

    @Test("A window that the user closes while the app is suspended is reported to the app when it runs again")
    func closeWhileSuspended() throws {
        var device = try Self.twoWindows()
        try device.send(.home)
        try device.advance(60)
        #expect(try device.send(.scene("a", .close(2))).callbacks.isEmpty)
        #expect(
            try device.launch().sceneCallbacks == [
                "didDiscardSceneSessions 0", "sceneWillEnterForeground 1", "sceneDidBecomeActive 1",
            ]
        )
    }

    @Test("A window closed while the app does not run is reported to it at the next launch, after didFinishLaunching")
    func closeWhileNotRunning() throws {
        var device = try Self.twoWindows()
        try device.send(.app("a", .terminate(.jetsam)))
        try device.send(.scene("a", .close(2)))
        #expect(
            Array(try device.launch().sceneCallbacks.prefix(4)) == [
                "willFinishLaunching 0", "didFinishLaunching 0", "didDiscardSceneSessions 0", "sceneWillConnect 1",
            ]
        )
    }

    @Test("The system does not reclaim a window that is in front")
    func disconnectInFront() throws {
        let device = try Self.twoWindows()
        #expect(device.refusal(of: .scene("a", .disconnect(1))) == .notPossibleNow)
    }

    @Test("One window goes to the background while the other stays active")
    func backgroundOne() throws {
        var device = try Self.twoWindows()
        let records = try device.send(.scene("a", .background(1)))
        #expect(records.sceneCallbacks == ["sceneWillResignActive 1", "sceneDidEnterBackground 1"])
        #expect(device.state() == .active)
        #expect(records.states.isEmpty)
    }

    @Test("Apps side by side are both active")
    func splitViewOfTwoApps() throws {
        var device = try Self.twoWindows()
        try device.install("b", .scenes, multipleScenes: true)
        try device.send(.scene("b", .create(configuration: nil, userActivity: nil, placement: .splitView)))
        #expect(device.state("a") == .active && device.state("b") == .active)
        #expect(device.kernel.appsInFront == ["a", "b"])
        try device.send(.present(.controlCenter))
        #expect(device.state("a") == .inactive && device.state("b") == .inactive)
    }

    @Test("A window that the app requests connects beside the others; a request that is impossible gets a verdict")
    func requestedWindow() throws {
        var device = try Self.twoWindows()
        #expect(
            try device.act(.requestSceneSession(scene: nil, userActivity: "edit")).sceneCallbacks == [
                "configurationForConnecting 3", "sceneWillConnect 3", "sceneWillEnterForeground 3",
                "sceneDidBecomeActive 3",
            ]
        )
        #expect(
            try device.act(.requestSceneSession(scene: 9, userActivity: nil)).verdicts.first?.reason == .unknownSession
        )
        try device.send(.home)
        #expect(
            try device.act(.requestSceneSession(scene: nil, userActivity: nil)).verdicts.first?.reason == .appNotInFront
        )
    }

    @Test("The app closes a window of its own")
    func destroyedWindow() throws {
        var device = try Self.twoWindows()
        #expect(try device.act(.destroySceneSession(scene: 1)).callbacks.last == .didDiscardSceneSessions)
        #expect(device.process()?.scenes.map(\.number) == [2])
    }

    @Test("The windows of an app have a limit")
    func windowsAreLimited() throws {
        var device = try Self.twoWindows()
        let create = Event.scene("a", .create(configuration: nil, userActivity: nil, placement: .splitView))
        for _ in 2..<32 { try device.send(create) }
        #expect(device.refusal(of: create) == .limitReached)
        #expect(
            try device.act(.requestSceneSession(scene: nil, userActivity: nil)).verdicts.first?.reason == .tooManyScenes
        )
    }

    @Test("An app that opens and closes windows endlessly does not stop time")
    func endlessWindows() throws {
        var device = try TestDevice(model: .iPad)
        try device.install(
            "a",
            .scenes,
            multipleScenes: true,
            [
                .didDiscardSceneSessions: [.act(.requestSceneSession(scene: nil, userActivity: nil), takes: 0)],
                .sceneDidBecomeActive: (1...40).map {
                    .act(.destroySceneSession(scene: SceneID(rawValue: $0 * 100)), takes: 0)
                },
                .sceneWillConnect: (1...999).map {
                    .act(.destroySceneSession(scene: SceneID(rawValue: $0 + 1)), takes: 0)
                },
            ]
        )
        try device.launch()
        try device.send(.scene("a", .create(configuration: nil, userActivity: nil, placement: .splitView)))
        try device.advance(1)
        #expect(device.kernel.now == .manualStart + 1_000)
    }
}
