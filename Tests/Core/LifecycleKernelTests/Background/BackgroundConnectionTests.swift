import LifecycleKernel
import TestKit
import Testing

/// Launches in the background that connect a scene, where the rule says so.
@Suite struct BackgroundConnectionTests {
    static func device(
        _ choice: String = "always",
        _ lifecycle: AppLifecycle = .scenes,
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [
            .didReceiveRemoteNotification: [.now(.completeFetch(.newData))]
        ]
    ) throws -> TestDevice {
        var device = try TestDevice(.ios18, ["backgroundLaunchConnectsScene": .string(choice)])
        try device.install(modes: ["remote-notification"], lifecycle, handlers)
        return device
    }

    @Test(
        "A scene connects in the background, before the callback of the event",
        arguments: [
            ("always", AppLifecycle.scenes, [.configurationForConnecting, .sceneWillConnect]),
            ("never", .scenes, []), ("always", .appDelegate, []),
        ] as [(String, AppLifecycle, [CallbackName])]
    )
    func connects(choice: String, lifecycle: AppLifecycle, connection: [CallbackName]) throws {
        var device = try Self.device(choice, lifecycle)
        let records = try device.push()
        #expect(
            records.callbacks == [.willFinishLaunching, .didFinishLaunching] + connection
                + [.didReceiveRemoteNotification]
        )
        #expect(records.assertions == ["remoteNotification acquired", "remoteNotification released"])
        #expect(records.states == [.background, .suspended])
        #expect(device.process()?.scenes.map(\.state) == (connection.isEmpty ? [] : [.background]))
    }

    @Test("A launch by the user shows the scene that is connected already")
    func openedAfterwards() throws {
        var device = try Self.device()
        try device.push()
        #expect(try device.launch().callbacks == [.sceneWillEnterForeground, .sceneDidBecomeActive])
        try device.send(.home)
        try device.send(.app("a", .terminate(.jetsam)))
        let again = try device.push()
        #expect(!again.callbacks.contains(.configurationForConnecting))
        #expect(again.sceneCallbacks.contains("sceneWillConnect 1"))
    }

    @Test("An app that is opened during its background launch has one scene")
    func openedMeanwhile() throws {
        for slow in [CallbackName.didFinishLaunching, .configurationForConnecting, .sceneWillConnect] {
            var device = try Self.device("always", .scenes, [slow: [.act(.work(cpu: 0), takes: 3_000)]])
            try device.push()
            try device.launch()
            try device.advance(20)
            #expect(device.state() == .active)
            #expect(device.process()?.scenes.count == 1)
            #expect(device.history.callbacks.filter { $0 == .sceneWillConnect }.count == 1)
        }
    }

    @Test("A background launch ended by a force quit connects no scene")
    func forceQuitMeanwhile() throws {
        var device = try Self.device("always", .scenes, [.didFinishLaunching: [.act(.work(cpu: 0), takes: 3_000)]])
        try device.launch()
        try device.send(.home)
        try device.send(.app("a", .terminate(.jetsam)))
        let before = device.history.count
        try device.push()
        try device.send(.app("a", .forceQuit))
        try device.advance(20)
        #expect(device.state() == .notRunning)
        #expect(!Array(device.history[before...]).callbacks.contains(.sceneWillConnect))
    }

    @Test("A slow connection in the background has a limit of ten seconds")
    func watchdog() throws {
        var device = try Self.device("always", .scenes, [.sceneWillConnect: [.now(.hang)]])
        try device.push()
        #expect(try device.advance(9.999).exit == nil)
        #expect(try device.advance(0.001).exit?.reason == .appWatchdog)
    }
}
