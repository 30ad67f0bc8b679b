import LifecycleKernel
import Testing

/// Several windows of one app, and apps side by side.
@Suite struct WindowTests {
    /// An iPad with two windows of app `a` on screen.
    static func twoWindows() throws -> Stage {
        var stage = try Stage(model: .iPad)
        try stage.install("a", .scenes, multipleScenes: true)
        try stage.launch()
        try stage.send(.scene("a", .create(configuration: nil, userActivity: nil, placement: .splitView)))
        return stage
    }

    @Test("All windows resign in the order connected, then all enter the background")
    func homeWithTwoWindows() throws {
        var stage = try Self.twoWindows()
        let records = try stage.send(.home)
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

    @Test("A launch brings back the windows that were on screen")
    func returnWithTwoWindows() throws {
        var stage = try Self.twoWindows()
        try stage.send(.home)
        try stage.advance(60)
        let records = try stage.launch()
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

    @Test("A kill keeps the sessions: both windows connect again, without being configured anew")
    func relaunchWithTwoWindows() throws {
        var stage = try Self.twoWindows()
        try stage.send(.home)
        try stage.send(.app("a", .terminate(.jetsam)))
        let callbacks = try stage.launch().sceneCallbacks
        #expect(callbacks.filter { $0.hasPrefix("sceneWillConnect") } == ["sceneWillConnect 1", "sceneWillConnect 2"])
        #expect(!callbacks.contains { $0.hasPrefix("configurationForConnecting") })
    }

    @Test("A window closed while active resigns and enters the background before it disconnects")
    func closingAnActiveWindow() throws {
        var stage = try Self.twoWindows()
        let records = try stage.send(.scene("a", .close(2)))
        #expect(
            records.sceneCallbacks == [
                "sceneWillResignActive 2", "sceneDidEnterBackground 2", "sceneDidDisconnect 2",
                "didDiscardSceneSessions 0",
            ]
        )
        #expect(stage.state() == .active)
        #expect(!records.notifications.contains(.willResignActive))
    }

    @Test("Closing the last window is a force quit")
    func closingTheLastWindow() throws {
        var stage = try Self.twoWindows()
        try stage.send(.scene("a", .close(1)))
        #expect(try stage.send(.scene("a", .close(nil))).exit?.reason == .userForceQuit)
        #expect(stage.device.app("a")?.forceQuit == true)
    }

    @Test("A discarded number is not used again")
    func numbersAreNotUsedAgain() throws {
        var stage = try Self.twoWindows()
        try stage.send(.scene("a", .close(2)))
        try stage.send(.scene("a", .create(configuration: nil, userActivity: nil, placement: .splitView)))
        #expect(stage.process()?.scenes.map(\.number) == [1, 3])
    }

    @Test("A window of a suspended app is reclaimed in silence and connects again on return")
    func reclaimWhileSuspended() throws {
        var stage = try Self.twoWindows()
        try stage.send(.home)
        try stage.advance(60)
        let records = try stage.send(.scene("a", .disconnect(2)))
        #expect(records.callbacks.isEmpty && records.notifications.isEmpty)
        #expect(stage.process()?.scenes.map(\.number) == [1])
        #expect(try stage.launch().sceneCallbacks.contains("sceneWillConnect 2"))
    }

    @Test("A window of a suspended app that the user closes is told of when the app runs again")
    func closeWhileSuspended() throws {
        var stage = try Self.twoWindows()
        try stage.send(.home)
        try stage.advance(60)
        #expect(try stage.send(.scene("a", .close(2))).callbacks.isEmpty)
        #expect(
            try stage.launch().sceneCallbacks == [
                "didDiscardSceneSessions 0", "sceneWillEnterForeground 1", "sceneDidBecomeActive 1",
            ]
        )
    }

    @Test("A window closed while the app does not run is told of at the next launch, after did")
    func closeWhileNotRunning() throws {
        var stage = try Self.twoWindows()
        try stage.send(.app("a", .terminate(.jetsam)))
        try stage.send(.scene("a", .close(2)))
        #expect(
            Array(try stage.launch().sceneCallbacks.prefix(4)) == [
                "willFinishLaunching 0", "didFinishLaunching 0", "didDiscardSceneSessions 0", "sceneWillConnect 1",
            ]
        )
    }

    @Test("The system does not take back a window that is in front")
    func disconnectInFront() throws {
        let stage = try Self.twoWindows()
        #expect(stage.refusal(of: .scene("a", .disconnect(1))) == .notPossibleNow)
    }

    @Test("One window goes to the background while the other stays active")
    func backgroundOne() throws {
        var stage = try Self.twoWindows()
        let records = try stage.send(.scene("a", .background(1)))
        #expect(records.sceneCallbacks == ["sceneWillResignActive 1", "sceneDidEnterBackground 1"])
        #expect(stage.state() == .active)
        #expect(records.states.isEmpty)
    }

    @Test("Apps side by side are both active")
    func splitViewOfTwoApps() throws {
        var stage = try Self.twoWindows()
        try stage.install("b", .scenes, multipleScenes: true)
        try stage.send(.scene("b", .create(configuration: nil, userActivity: nil, placement: .splitView)))
        #expect(stage.state("a") == .active && stage.state("b") == .active)
        #expect(stage.device.appsInFront == ["a", "b"])
        try stage.send(.present(.controlCenter))
        #expect(stage.state("a") == .inactive && stage.state("b") == .inactive)
    }

    @Test("A window that the app asks for connects beside the others; what is impossible is a verdict")
    func requestedWindow() throws {
        var stage = try Self.twoWindows()
        #expect(
            try stage.act(.requestSceneSession(scene: nil, userActivity: "edit")).sceneCallbacks == [
                "configurationForConnecting 3", "sceneWillConnect 3", "sceneWillEnterForeground 3",
                "sceneDidBecomeActive 3",
            ]
        )
        #expect(
            try stage.act(.requestSceneSession(scene: 9, userActivity: nil)).verdicts.first?.reason == .unknownSession
        )
        try stage.send(.home)
        #expect(
            try stage.act(.requestSceneSession(scene: nil, userActivity: nil)).verdicts.first?.reason == .appNotInFront
        )
    }

    @Test("The app closes a window of its own")
    func destroyedWindow() throws {
        var stage = try Self.twoWindows()
        #expect(try stage.act(.destroySceneSession(scene: 1)).callbacks.last == .didDiscardSceneSessions)
        #expect(stage.process()?.scenes.map(\.number) == [2])
    }

    @Test("An app cannot fill the device with windows")
    func windowsAreLimited() throws {
        var stage = try Self.twoWindows()
        let create = Event.scene("a", .create(configuration: nil, userActivity: nil, placement: .splitView))
        for _ in 2..<32 { try stage.send(create) }
        #expect(stage.refusal(of: create) == .limitReached)
        #expect(
            try stage.act(.requestSceneSession(scene: nil, userActivity: nil)).verdicts.first?.reason == .tooManyScenes
        )
    }

    @Test("An app that asks for windows and closes them without end does not stop time")
    func endlessWindows() throws {
        var stage = try Stage(model: .iPad)
        try stage.install(
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
        try stage.launch()
        try stage.send(.scene("a", .create(configuration: nil, userActivity: nil, placement: .splitView)))
        try stage.advance(1)
        #expect(stage.device.now == .manualStart + 1_000)
    }
}
