import LifecycleKernel
import TestKit
import Testing
import WireFormat

/// The steps of a launch before the delegate is called, where the app's code takes time in them.
@Suite struct LaunchStepTests {
    private static let steps: [CallbackName] = [.main, .applicationMain, .mainInterface]

    private static func slow(_ milliseconds: Milliseconds) -> [AppBehavior.Entry] {
        [.act(.work(cpu: milliseconds), takes: milliseconds)]
    }

    private static let handlers: [CallbackName: [AppBehavior.Entry]] = [
        .main: slow(1_000), .applicationMain: slow(2_000), .mainInterface: slow(500),
    ]

    @Test("They run before the launch methods, and the launch record says how long each takes")
    func order() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, Self.handlers)
        let launch = try #require(try device.launch().first { $0.kind == .process })
        #expect(
            launch.value["launchSteps"] == [
                ["name": "main", "tookSeconds": 1], ["name": "UIApplicationMain", "tookSeconds": 2],
                ["name": "mainInterface", "tookSeconds": .number(0.5)],
            ]
        )
        #expect(device.history.callbacks == [.main])
        try device.advance(3.4)
        #expect(device.history.callbacks == Self.steps)
        try device.advance(0.1)
        #expect(
            device.history.callbacks
                == Self.steps + [.willFinishLaunching, .didFinishLaunching, .applicationDidBecomeActive]
        )
    }

    @Test("What runs before main is a step of its own where the app declares it, and prewarming has done it")
    func beforeMain() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, [.preMain: Self.slow(3_000), .main: Self.slow(1_000)])
        let launch = try #require(try device.launch().first { $0.kind == .process })
        #expect(
            launch.value["launchSteps"] == [
                ["name": "preMain", "tookSeconds": 3], ["name": "main", "tookSeconds": 1],
                ["name": "UIApplicationMain", "tookSeconds": 0], ["name": "mainInterface", "tookSeconds": 0],
            ]
        )
        try device.advance(4)
        #expect(device.history.callbacks.prefix(3) == [.preMain, .main, .willFinishLaunching])
        try device.send(.app("a", .terminate(.jetsam)))
        try device.send(.app("a", .prewarm))
        #expect(try device.launch().callbacks.first == .willFinishLaunching)
        try device.install("b", .appDelegate, [.preMain: [.now(.hang)]])
        try device.launch("b")
        #expect(try device.advance(20).exit?.reason == .appWatchdog)
    }

    @Test("A step that is not declared is no callback and takes no time")
    func undeclared() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, [.mainInterface: Self.slow(500)])
        try device.launch()
        #expect(device.history.callbacks == [.mainInterface])
    }

    @Test("One that hangs takes no time that could be told")
    func hanging() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, [.main: Self.slow(1_000), .applicationMain: [.now(.hang)]])
        let launch = try #require(try device.launch().first { $0.kind == .process })
        #expect(
            launch.value["launchSteps"] == [
                ["name": "main", "tookSeconds": 1], ["name": "UIApplicationMain"],
                ["name": "mainInterface", "tookSeconds": 0],
            ]
        )
        try device.advance(20)
        #expect(device.history.exit?.reason == .appWatchdog)
    }

    @Test("What a prewarmed process has done is not done again: the launch is shorter")
    func prewarmed() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, Self.handlers)
        try device.send(.app("a", .prewarm))
        #expect(device.history.last?.value["launchSteps"] == [["name": "main", "tookSeconds": 1]])
        #expect(device.history.callbacks == [])
        try device.launch()
        try device.advance(2.5)
        #expect(device.history.callbacks.prefix(3) == [.applicationMain, .mainInterface, .willFinishLaunching])
    }

    @Test("An app whose main does more than take time is not prewarmed: its effects would be missing")
    func notPrewarmed() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, [.main: [.now(.crash(.abort))]])
        #expect(throws: Rejection.self) { try device.send(.app("a", .prewarm)) }
        let behavior = AppBehavior(handlers: [.init(name: .main, entries: [])])
        try device.apply(.install(AppManifest(bundleID: "b", driver: .attached, behavior: behavior)))
        #expect(throws: Rejection.self) { try device.send(.app("b", .prewarm)) }
    }

    @Test("The limit of the launch counts from the first step", arguments: steps, AppLifecycle.allCases)
    func watchdog(step: CallbackName, lifecycle: AppLifecycle) throws {
        var device = try TestDevice()
        try device.install("a", lifecycle, [step: Self.slow(30_000)])
        try device.launch()
        try device.advance(19.9)
        #expect(device.history.exit == nil)
        try device.advance(0.1)
        let exit = try #require(device.history.exit)
        #expect(exit.reason == .appWatchdog)
        #expect(exit.explanation.hasPrefix("process-launch watchdog transgression"))
        #expect(device.codes() == [.slowLaunch])
        #expect(!device.history.callbacks.contains(.willFinishLaunching))
    }

    @Test("An app that crashes in a step never reaches its delegate", arguments: steps)
    func crash(step: CallbackName) throws {
        var device = try TestDevice()
        try device.install("a", .scenes, [step: [.now(.crash(.abort))]])
        try device.launch()
        #expect(device.history.callbacks == [step])
        #expect(device.state() == .notRunning)
    }

    @Test("An attached app plays a step that it declares without entries, for as long as it takes")
    func attached() throws {
        var device = try TestDevice()
        let behavior = AppBehavior(handlers: [.init(name: .main, entries: [])])
        try device.apply(
            .install(AppManifest(bundleID: "a", lifecycle: .appDelegate, driver: .attached, behavior: behavior))
        )
        let launch = try #require(try device.launch().first { $0.kind == .process })
        #expect(
            launch.value["launchSteps"] == [
                ["name": "main"], ["name": "UIApplicationMain", "tookSeconds": 0],
                ["name": "mainInterface", "tookSeconds": 0],
            ]
        )
        #expect(device.history.callbacks == [.main])
        try device.advance(5)
        #expect(device.history.callbacks == [.main])
    }
}
