import LifecycleKernel
import Testing

/// Launches in the background that connect a scene, where the rule says so.
@Suite struct BackgroundConnectionTests {
    static func stage(
        _ choice: String = "always",
        _ lifecycle: AppLifecycle = .scenes,
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [
            .didReceiveRemoteNotification: [.now(.completeFetch(.newData))]
        ]
    ) throws -> Stage {
        var stage = try Stage(.ios18, ["backgroundLaunchConnectsScene": .string(choice)])
        try stage.install(modes: ["remote-notification"], lifecycle, handlers)
        return stage
    }

    @Test(
        "A scene connects straight to the background, before the event's own callback",
        arguments: [
            ("always", AppLifecycle.scenes, [.configurationForConnecting, .sceneWillConnect]),
            ("never", .scenes, []), ("always", .appDelegate, []),
        ] as [(String, AppLifecycle, [CallbackName])]
    )
    func connects(choice: String, lifecycle: AppLifecycle, connection: [CallbackName]) throws {
        var stage = try Self.stage(choice, lifecycle)
        let records = try stage.push()
        #expect(
            records.callbacks == [.willFinishLaunching, .didFinishLaunching] + connection
                + [.didReceiveRemoteNotification]
        )
        #expect(records.assertions == ["remoteNotification acquired", "remoteNotification released"])
        #expect(records.states == [.background, .suspended])
        #expect(stage.process()?.scenes.map(\.state) == (connection.isEmpty ? [] : [.background]))
    }

    @Test("The user finds the scene connected")
    func openedAfterwards() throws {
        var stage = try Self.stage()
        try stage.push()
        #expect(try stage.launch().callbacks == [.sceneWillEnterForeground, .sceneDidBecomeActive])
        try stage.send(.home)
        try stage.send(.app("a", .terminate(.jetsam)))
        let again = try stage.push()
        #expect(!again.callbacks.contains(.configurationForConnecting))
        #expect(again.sceneCallbacks.contains("sceneWillConnect 1"))
    }

    @Test("A user who opens the app while it launches finds one scene")
    func openedMeanwhile() throws {
        for slow in [CallbackName.didFinishLaunching, .configurationForConnecting, .sceneWillConnect] {
            var stage = try Self.stage("always", .scenes, [slow: [.act(.work(cpu: 0), takes: 3_000)]])
            try stage.push()
            try stage.launch()
            try stage.advance(20)
            #expect(stage.state() == .active)
            #expect(stage.process()?.scenes.count == 1)
            #expect(stage.history.callbacks.filter { $0 == .sceneWillConnect }.count == 1)
        }
    }

    @Test("A launch that the user ends meanwhile connects nothing")
    func forceQuitMeanwhile() throws {
        var stage = try Self.stage("always", .scenes, [.didFinishLaunching: [.act(.work(cpu: 0), takes: 3_000)]])
        try stage.launch()
        try stage.send(.home)
        try stage.send(.app("a", .terminate(.jetsam)))
        let before = stage.history.count
        try stage.push()
        try stage.send(.app("a", .forceQuit))
        try stage.advance(20)
        #expect(stage.state() == .notRunning)
        #expect(!Array(stage.history[before...]).callbacks.contains(.sceneWillConnect))
    }

    @Test("A slow connection in the background has its own ten seconds")
    func watchdog() throws {
        var stage = try Self.stage("always", .scenes, [.sceneWillConnect: [.now(.hang)]])
        try stage.push()
        #expect(try stage.advance(9.999).exit == nil)
        #expect(try stage.advance(0.001).exit?.reason == .appWatchdog)
    }
}
