import LifecycleKernel
import Testing

/// How processes end, and what they hear of it.
@Suite struct EndingTests {
    @Test(
        "Each cause of the system ends a suspended app in silence, with its own record",
        arguments: TerminationCause.allCases
    )
    func causes(cause: TerminationCause) throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.send(.home)
        try stage.advance(60)
        let records = try stage.send(.app("a", .terminate(cause)))
        let exit = try #require(records.exit)
        #expect(records.callbacks.isEmpty)
        #expect(exit.state == .suspended)
        #expect(stage.device.app("a")?.lastExit == exit)
        #expect(stage.device.process(101)?.state == .terminated)
    }

    @Test(
        "Only for want of disk space or for its own reasons does the system tell a running background app",
        arguments: TerminationCause.allCases
    )
    func told(cause: TerminationCause) throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.send(.home)
        let isTold = try stage.send(.app("a", .terminate(cause))).callbacks == [.applicationWillTerminate]
        #expect(isTold == [.system, .diskSpace].contains(cause))
    }

    @Test("The front app is told nothing", arguments: TerminationCause.allCases)
    func frontIsNotTold(cause: TerminationCause) throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        #expect(try stage.send(.app("a", .terminate(cause))).callbacks.isEmpty)
        #expect(stage.device.appsInFront.isEmpty)
    }

    @Test("The records of an end: process, exit, finding")
    func order() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.act(.edit(count: 1, scene: nil))
        let records = try stage.send(.app("a", .crash(.badAccess, message: nil)))
        #expect(records.map(\.kind) == [.input, .process, .exit, .finding])
        #expect(records.exit?.metricKit == "cumulativeBadAccessExitCount")
    }

    @Test("An app that crashes in its handler ends there")
    func crashInHandler() throws {
        var stage = try Stage()
        try stage.install(
            "a",
            [.applicationDidEnterBackground: [.act(.crash(.abort), takes: 500), .act(.save(count: nil), takes: 0)]]
        )
        try stage.launch()
        try stage.send(.home)
        #expect(try stage.advance(0.5).exit?.reason == .abnormal)
        #expect(try stage.advance(60).isEmpty == false)
        #expect(stage.device.nextDeadline == nil)
    }

    @Test("A process that hangs is watched from the moment it should leave")
    func hangThenHome() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.act(.hang)
        try stage.advance(600)
        #expect(stage.state() == .active)
        try stage.send(.home)
        #expect(try stage.advance(9.9).exit == nil)
        #expect(try stage.advance(0.1).exit?.reason == .appWatchdog)
    }

    @Test("Nothing keeps a process from ending: a payload handler that never returns is watched at a force quit")
    func hangInUnwatchedHandler() throws {
        var stage = try Stage()
        try stage.install("a", .appDelegate, driver: .attached)
        try stage.launch()
        while stage.process()?.callbackInFlight != nil { try stage.complete() }
        try stage.send(.openURL("a://x", sourceApplication: nil, bundleID: "a"))
        try stage.send(.app("a", .forceQuit))
        #expect(try stage.advance(5).exit?.reason == .appWatchdog)
    }

    @Test("A changed permission lets open tasks expire first, and says nothing else")
    func permission() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true))
        try stage.send(.home)
        let records = try stage.send(.app("a", .changePermission("camera")))
        #expect(records.callbacks == [.expirationHandler])
        #expect(records.exit?.reason == .permissionChanged)
    }

    @Test("A second force quit has nothing to end")
    func forceQuitTwice() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.send(.app("a", .forceQuit))
        #expect(stage.refusal(of: .app("a", .forceQuit)) == .notPossibleNow)
        try stage.launch()
        #expect(stage.device.app("a")?.forceQuit == false)
    }

    @Test("While it terminates an app cannot be opened")
    func openWhileTerminating() throws {
        var stage = try Stage()
        try stage.install("a", [.applicationWillTerminate: [.act(.save(count: nil), takes: 3_000)]])
        try stage.launch()
        try stage.send(.app("a", .forceQuit))
        #expect(stage.refusal(of: .app("a", .launch(arguments: []))) == .notPossibleNow)
        try stage.advance(3)
        try stage.launch()
        #expect(stage.process()?.pid == 102)
    }

    @Test("Force quit in the middle of a launch still ends the process in order")
    func forceQuitWhileLaunching() throws {
        var stage = try Stage()
        try stage.install("a", [.didFinishLaunching: [.act(.work(cpu: 0), takes: 2_000)]])
        try stage.launch()
        try stage.send(.app("a", .forceQuit))
        #expect(
            try stage.advance(2).callbacks == [.applicationDidEnterBackground, .applicationWillTerminate]
        )
        #expect(stage.device.app("a")?.lastExit?.reason == .userForceQuit)
    }

    @Test("The thousand and first background task ends the process")
    func tooManyTasks() throws {
        var stage = try Stage(.ios18, ["maximumBackgroundTasks": 3])
        try stage.install()
        try stage.launch()
        for _ in 0..<3 { try stage.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true)) }
        #expect(stage.state() == .active)
        let exit = try stage.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true)).exit
        #expect(exit?.reason == .tooManyBackgroundTasks)
        #expect(exit?.code == 0xbada_5e47)
    }

    @Test("Ended processes are remembered, and not for ever")
    func history() throws {
        var stage = try Stage()
        try stage.install()
        for _ in 0..<80 {
            try stage.launch()
            try stage.send(.app("a", .crash(.abort, message: nil)))
        }
        #expect(stage.device.processes.count == Device.endedProcessesKept)
        #expect(stage.device.processes.last?.pid == 180)
        #expect(stage.device.process(101) == nil)
        #expect(stage.device.app("a")?.launchCount == 80)
    }
}
