import LifecycleKernel
import TestKit
import Testing

/// How processes end, and which callbacks they get before.
@Suite struct EndingTests {
    @Test(
        "A termination by the system ends a suspended app without a callback, with its own reason",
        arguments: TerminationCause.allCases
    )
    func causes(cause: TerminationCause) throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.send(.home)
        try device.advance(60)
        let records = try device.send(.app("a", .terminate(cause)))
        let exit = try #require(records.exit)
        #expect(records.callbacks.isEmpty)
        #expect(exit.state == .suspended)
        #expect(device.kernel.app("a")?.lastExit == exit)
        #expect(device.kernel.process(101)?.state == .terminated)
    }

    @Test(
        "A running background app gets a callback only if the system ends it for disk space or for the cause `system`",
        arguments: TerminationCause.allCases
    )
    func told(cause: TerminationCause) throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.send(.home)
        let isTold = try device.send(.app("a", .terminate(cause))).callbacks == [.applicationWillTerminate]
        #expect(isTold == [.system, .diskSpace].contains(cause))
    }

    @Test("The app in front gets no callback", arguments: TerminationCause.allCases)
    func frontGetsNoCallback(cause: TerminationCause) throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        #expect(try device.send(.app("a", .terminate(cause))).callbacks.isEmpty)
        #expect(device.kernel.appsInFront.isEmpty)
    }

    @Test("An end writes the records process, exit, finding")
    func order() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.act(.edit(count: 1, scene: nil))
        let records = try device.send(.app("a", .crash(.badAccess, message: nil)))
        #expect(records.map(\.kind) == [.input, .process, .exit, .finding])
        #expect(records.exit?.metricKit == "cumulativeBadAccessExitCount")
    }

    @Test("An app that crashes in a handler ends there")
    func crashInHandler() throws {
        var device = try TestDevice()
        try device.install(
            "a",
            [.applicationDidEnterBackground: [.act(.crash(.abort), takes: 500), .act(.save(count: nil), takes: 0)]]
        )
        try device.launch()
        try device.send(.home)
        #expect(try device.advance(0.5).exit?.reason == .abnormal)
        #expect(try device.advance(60).isEmpty == false)
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("A process that hangs has its watchdog from the moment it should leave")
    func hangThenHome() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.act(.hang)
        try device.advance(600)
        #expect(device.state() == .active)
        try device.send(.home)
        #expect(try device.advance(9.9).exit == nil)
        #expect(try device.advance(0.1).exit?.reason == .appWatchdog)
    }

    @Test("A payload handler that never returns gets a watchdog at a force quit")
    func hangInUnwatchedHandler() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, driver: .attached)
        try device.launch()
        while device.process()?.callbackInFlight != nil { try device.complete() }
        try device.send(.openURL("a://x", sourceApplication: nil, bundleID: "a"))
        try device.send(.app("a", .forceQuit))
        #expect(try device.advance(5).exit?.reason == .appWatchdog)
    }

    @Test("A changed permission expires open tasks first, and makes no other callback")
    func permission() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true))
        try device.send(.home)
        let records = try device.send(.app("a", .changePermission("camera")))
        #expect(records.callbacks == [.expirationHandler])
        #expect(records.exit?.reason == .permissionChanged)
    }

    @Test("A second force quit is refused")
    func forceQuitTwice() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.send(.app("a", .forceQuit))
        #expect(device.refusal(of: .app("a", .forceQuit)) == .notPossibleNow)
        try device.launch()
        #expect(device.kernel.app("a")?.forceQuit == false)
    }

    @Test("An app that is terminating cannot be opened")
    func openWhileTerminating() throws {
        var device = try TestDevice()
        try device.install("a", [.applicationWillTerminate: [.act(.save(count: nil), takes: 3_000)]])
        try device.launch()
        try device.send(.app("a", .forceQuit))
        #expect(device.refusal(of: .app("a", .launch(arguments: []))) == .notPossibleNow)
        try device.advance(3)
        try device.launch()
        #expect(device.process()?.pid == 102)
    }

    @Test("A force quit during a launch still terminates the process in order")
    func forceQuitWhileLaunching() throws {
        var device = try TestDevice()
        try device.install("a", [.didFinishLaunching: [.act(.work(cpu: 0), takes: 2_000)]])
        try device.launch()
        try device.send(.app("a", .forceQuit))
        #expect(
            try device.advance(2).callbacks == [.applicationDidEnterBackground, .applicationWillTerminate]
        )
        #expect(device.kernel.app("a")?.lastExit?.reason == .userForceQuit)
    }

    @Test("The 1,001st background task ends the process")
    func tooManyTasks() throws {
        var device = try TestDevice(.ios18, ["maximumBackgroundTasks": 3])
        try device.install()
        try device.launch()
        for _ in 0..<3 { try device.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true)) }
        #expect(device.state() == .active)
        let exit = try device.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true)).exit
        #expect(exit?.reason == .tooManyBackgroundTasks)
        #expect(exit?.code == 0xbada_5e47)
    }

    @Test("A limited number of ended processes is kept")
    func history() throws {
        var device = try TestDevice()
        try device.install()
        for _ in 0..<80 {
            try device.launch()
            try device.send(.app("a", .crash(.abort, message: nil)))
        }
        #expect(device.kernel.processes.count == Device.endedProcessesKept)
        #expect(device.kernel.processes.last?.pid == 180)
        #expect(device.kernel.process(101) == nil)
        #expect(device.kernel.app("a")?.launchCount == 80)
    }

    /// What an app with scenes hears of a force quit: in front, and in the background.
    static let forceQuits: [(ForceQuitSceneOrder?, DeviceModel, front: [CallbackName], background: [CallbackName])] = [
        (
            nil, .iPhone,
            [.sceneWillResignActive, .sceneDidEnterBackground, .sceneDidDisconnect, .applicationWillTerminate],
            [.sceneDidDisconnect, .applicationWillTerminate]
        ),
        (
            .both, .iPad,
            [.sceneWillResignActive, .sceneDidEnterBackground, .sceneDidDisconnect, .applicationWillTerminate],
            [.sceneDidDisconnect, .applicationWillTerminate]
        ),
        (
            .enterBackground, .iPhone,
            [.sceneWillResignActive, .sceneDidEnterBackground, .applicationWillTerminate], [.applicationWillTerminate]
        ),
        (
            .enterBackground, .iPad,
            [.sceneWillResignActive, .sceneDidEnterBackground, .applicationWillTerminate], [.applicationWillTerminate]
        ),
        (
            .disconnect, .iPhone,
            [.sceneWillResignActive, .sceneDidDisconnect, .applicationWillTerminate],
            [.sceneDidDisconnect, .applicationWillTerminate]
        ),
        (
            nil, .iPad,
            [
                .sceneWillResignActive, .sceneDidDisconnect, .didDiscardSceneSessions, .applicationWillTerminate,
            ],
            [.sceneDidDisconnect, .didDiscardSceneSessions, .applicationWillTerminate]
        ),
    ]

    @Test("What scenes hear of a force quit is a rule; an iPad has its own order", arguments: forceQuits)
    func forceQuitOrder(
        order: ForceQuitSceneOrder?,
        model: DeviceModel,
        front: [CallbackName],
        background: [CallbackName]
    ) throws {
        for (isInFront, callbacks) in [(true, front), (false, background)] {
            var device = try TestDevice(
                .ios18,
                order.map { ["forceQuitSceneOrder": .string($0.rawValue)] } ?? [:],
                model: model
            )
            try device.install("a", .scenes)
            try device.launch()
            if !isInFront { try device.send(.home) }
            #expect(try device.send(.app("a", .forceQuit)).callbacks == callbacks)
            // Either this process hears of its discarded session, or the next one.
            let next = try device.launch().callbacks
            #expect(next.contains(.didDiscardSceneSessions) == !callbacks.contains(.didDiscardSceneSessions))
        }
    }

    @Test(
        "Which process hears of its discarded sessions is a rule, on every device and with every order",
        arguments: [DeviceModel.iPhone, .iPad],
        ForceQuitSceneOrder.allCases
    )
    func discardedSessions(model: DeviceModel, order: ForceQuitSceneOrder) throws {
        for report in DiscardedSessionsReport.allCases {
            let overrides: [String: Value] = [
                "forceQuitSceneOrder": .string(order.rawValue),
                "forceQuitReportsDiscardedSessions": .string(report.rawValue),
            ]
            var device = try TestDevice(.ios18, overrides, model: model)
            try device.install("a", .scenes)
            try device.launch()
            let last = try device.send(.app("a", .forceQuit)).callbacks.suffix(2)
            let isAtOnce = report == .beforeWillTerminate
            #expect(last.last == .applicationWillTerminate)
            #expect((last.first == .didDiscardSceneSessions) == isAtOnce)
            #expect(try device.launch().callbacks.contains(.didDiscardSceneSessions) == !isAtOnce)
        }
    }
}
