import LifecycleKernel
import TestKit
import Testing

/// What code does without time passing or a further input has an end, wherever the code runs.
@Suite struct WorkBudgetTests {
    /// A place where code runs: what brings it to run, and the input or deadline in which it does.
    struct Place: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var lifecycle = AppLifecycle.appDelegate
        var handlers: [CallbackName: [AppBehavior.Entry]]
        var prepare: @Sendable (inout TestDevice) throws -> Void = { _ in }
        var run: @Sendable (inout TestDevice) throws -> [Record]

        init(
            _ handler: CallbackName,
            _ lifecycle: AppLifecycle = .appDelegate,
            prepare: @escaping @Sendable (inout TestDevice) throws -> Void = { try $0.launch() },
            run: @escaping @Sendable (inout TestDevice) throws -> [Record]
        ) {
            testDescription = handler.rawValue
            self.lifecycle = lifecycle
            handlers = [handler: [.now(.registerForRemoteNotifications)]]
            self.prepare = prepare
            self.run = run
        }
    }

    static let places: [Place] = [
        Place(.main, prepare: { _ in }, run: { try $0.launch() }),
        Place(.didFinishLaunching, prepare: { _ in }, run: { try $0.launch() }),
        Place(.sceneWillConnect, .scenes, prepare: { _ in }, run: { try $0.launch() }),
        Place(.applicationDidEnterBackground, run: { try $0.send(.home) }),
        Place(.sceneDidEnterBackground, .scenes, run: { try $0.send(.home) }),
        Place(.didReceiveMemoryWarning, run: { try $0.send(.memoryWarning) }),
        Place(.willPresentNotification, run: { try $0.alert(aps: [Value.Member("alert", "hi")]) }),
        Place(
            .didUpdateLocations,
            run: {
                try $0.act(.startLocation())
                return try $0.wake(.locationUpdate)
            }
        ),
        Place(
            .alarmHandler,
            run: {
                try $0.act(.setAlarm(.after(8_000)))
                return try $0.advance(8)
            }
        ),
        Place(
            .urlSessionTaskDidComplete,
            run: {
                try $0.act(.startTransfer(identifier: "x", bytes: 1, lasting: 8_000))
                return try $0.advance(8)
            }
        ),
        Place(
            .requestCompletionHandler,
            run: {
                try $0.act(.startRequest(identifier: "x", bytes: 1, lasting: 8_000))
                return try $0.advance(8)
            }
        ),
        Place(
            .expirationHandler,
            run: {
                try $0.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true))
                try $0.send(.home)
                return try $0.advance(40)
            }
        ),
        Place(.launchHandler, prepare: { try $0.launchAndSubmit() }, run: { try $0.wake(.launchTask("t")) }),
        Place(
            .taskExpirationHandler,
            prepare: {
                try $0.launchAndSubmit()
                try $0.wake(.launchTask("t"))
            },
            run: { try $0.wake(.expireTask("t")) }
        ),
        Place(.didRegisterForRemoteNotifications, run: { try $0.act(.registerForRemoteNotifications) }),
    ]

    /// What handlers do that call each other for ever: they write much, little, or nothing.
    static let loops: [[AppBehavior.Entry]] = [
        Array(repeating: .now(.log(message: String(repeating: "x", count: 900))), count: 990),
        Array(repeating: .now(.log(message: "x")), count: 990),
        Array(repeating: .now(.save(count: nil)), count: 990),
        [.returns(.string(String(repeating: "x", count: 1_000_000)))],
        [],
    ]

    @Test("A process whose handlers call each other for ever is ended, wherever they run", arguments: places)
    func cascade(place: Place) throws { try expectEnd(of: Self.loops[0], at: place) }

    @Test("Whatever they do", arguments: loops)
    func cascade(loop: [AppBehavior.Entry]) throws { try expectEnd(of: loop, at: Self.places[1]) }

    private func expectEnd(of loop: [AppBehavior.Entry], at place: Place) throws {
        var device = try TestDevice(.ios18, ["schedulerPolicy": "manual"])
        var handlers = place.handlers
        handlers[.didFinishLaunching, default: []].append(
            .now(.registerTask(identifier: "t", hasExpirationHandler: true))
        )
        handlers[.didRegisterForRemoteNotifications] = [.now(.registerForRemoteNotifications)] + loop
        try device.install(modes: ["location", "processing"], tasks: ["t"], place.lifecycle, handlers)
        try place.prepare(&device)
        let records = try place.run(&device)
        let exit = try #require(records.exit)
        #expect(exit.reason == .cpuResourceLimit)
        #expect(exit.explanation.hasSuffix("the main thread never became idle"))
        #expect(records.size <= WorkBudget.limit + WorkBudget.share)
        let before = device.kernel.now
        try device.advance(3_600)
        #expect(device.kernel.now - before == 3_600_000)
    }

    @Test("What the program of an attached app does in a callback counts as well")
    func attached() throws {
        var device = try AttachedAppTests.device(
            behavior: [.didRegisterForRemoteNotifications: [.now(.registerForRemoteNotifications)]]
        )
        try device.launch()
        var records: [Record] = []
        for _ in 0..<5 where device.process()?.callbackInFlight != nil {
            records = try device.complete(nil, Array(repeating: .registerForRemoteNotifications, count: 100))
        }
        #expect(records.exit?.reason == .cpuResourceLimit)
        #expect(records.size <= WorkBudget.limit + WorkBudget.share)
    }

    // MARK: Again and again

    @Test(
        "An app that is launched again at once is ended before its code runs, and time passes",
        arguments: [
            fetchAndExit,
            [.didFinishLaunching: [.now(.setAlarm(.after(0)))], .alarmHandler: [.now(.setAlarm(.after(0)))]],
        ] as [[CallbackName: [AppBehavior.Entry]]]
    )
    func launchLoop(handlers: [CallbackName: [AppBehavior.Entry]]) throws {
        var device = try TestDevice()
        try device.install(modes: ["fetch"], .appDelegate, handlers)
        try device.launch()
        try device.send(.home)
        try device.set(.setIdle(true))
        let start = device.kernel.now
        var records: [Record] = []
        for _ in 0..<12 { records += try device.advance(10) }
        #expect(device.kernel.now == start + 120_000)
        #expect(
            device.history.contains {
                if case .exit(let exit) = $0.body { exit.reason == .cpuResourceLimit } else { false }
            }
        )
        #expect(Set(records.map(\.time)).count < records.count)
    }

    @Test("An advance that goes on where another one stopped begins no new count")
    func goingOn() throws {
        var device = try TestDevice()
        try device.install(modes: ["fetch"], .appDelegate, Self.fetchAndExit)
        try device.launch()
        try device.send(.home)
        try device.set(.setIdle(true))
        var kernel = device.kernel
        let end = kernel.now + 1_000
        var advances = 0
        while kernel.now < end, advances < 1_000 {
            let limits = AdvanceLimits(deadlines: 100, records: 500)
            _ = try kernel.apply(.advance(.to(end)), at: kernel.now, within: limits)
            advances += 1
        }
        #expect(kernel.now == end)
        #expect(advances > 10)
    }

    /// What an app does that is launched for a fetch, and again at once, for ever.
    private static let fetchAndExit: [CallbackName: [AppBehavior.Entry]] = [
        .didFinishLaunching: [.now(.setMinimumBackgroundFetchInterval(0)), .now(.exit)]
    ]

    @Test("A notification service extension that does too much is ended, and its notifications are shown")
    func notificationService() throws {
        var device = try TestDevice(.ios18, ["pushesStoredPerApp": 100])
        let log = AppBehavior.Entry.now(.log(message: String(repeating: "x", count: 900)))
        try device.install(didReceive: Array(repeating: log, count: 990) + [.returns(["aps": ["alert": "changed"]])])
        try device.set(.setNetwork(.none))
        for number in 1...20 { try device.alert("\(number)") }
        let records = try device.set(.setNetwork(.wifi))
        #expect(records.exit?.reason == .cpuResourceLimit)
        #expect(records.verdicts.filter { $0.subject == .push && $0.decision == .shown }.count == 20)
        #expect(records.size <= WorkBudget.limitOfAll + 20 * WorkBudget.share)
        #expect(try device.alert("21").exit == nil)
    }

    // MARK: All together

    @Test("When all apps together have done too much, those that have done little may go on")
    func together() throws {
        var device = try TestDevice()
        let log = AppBehavior.Entry.now(.log(message: String(repeating: "x", count: 900)))
        let loop = [.now(.registerForRemoteNotifications)] + Array(repeating: log, count: 100)
        let apps = (0..<20).map { BundleID(rawValue: "app.\($0)") }
        for app in apps {
            let isLast = app == apps.last
            try device.install(
                AppManifest(
                    bundleID: app,
                    infoPlist: InfoPlist(backgroundModes: ["audio"]),
                    footprintBytes: 1_000,
                    behavior: AppBehavior([
                        .didReceiveMemoryWarning: isLast ? [log, log] : [.now(.registerForRemoteNotifications)],
                        .didRegisterForRemoteNotifications: loop,
                    ])
                )
            )
            try device.launch(app)
            try device.act(.playAudio, app)
        }
        let records = try device.send(.memoryWarning)
        let ends = records.compactMap { if case .exit(let exit) = $0.body { exit.explanation } else { nil } }
        #expect(ends.count == 19)
        #expect(Set(ends).count == 2)
        #expect(device.state(apps.last) == .active)
        #expect(records.filter { $0.bundleID == apps.last && $0.kind == .log }.count == 2)
        #expect(records.size <= WorkBudget.limitOfAll + 20 * WorkBudget.share)
        #expect(records.size > WorkBudget.limitOfAll)
    }

    // MARK: What may be done

    @Test("The largest behavior may do all that it can, each handler once")
    func largestBehavior() throws {
        var device = try TestDevice()
        let log = AppBehavior.Entry.now(.log(message: String(repeating: "x", count: 1_000)))
        try device.install("a", [.didFinishLaunching: Array(repeating: log, count: 1_000)])
        #expect(try device.launch().exit == nil)
    }

    @Test("A completion may list as much as its body may contain")
    func largestCompletion() throws {
        var device = try AttachedAppTests.device()
        try device.launch()
        let log = Action.log(message: String(repeating: "x", count: 1_000))
        let returns = Value.string(String(repeating: "x", count: 100_000))
        #expect(try device.complete(nil, Array(repeating: log, count: 1_000), returns: returns).exit == nil)
    }

    @Test("A thousand touches that waited for a slow handler are dispatched at once")
    func waitingTouches() throws {
        var device = try TestDevice()
        try device.install("a", [.didReceiveMemoryWarning: [.act(.work(cpu: 1), takes: 2_000)]])
        try device.launch()
        try device.send(.memoryWarning)
        for _ in 0..<998 { try device.send(.input("a", .touch(target: "view"))) }
        let records = try device.advance(2)
        #expect(records.count { $0.kind == .dispatch } == 998)
        #expect(records.exit == nil)
    }

    @Test("A hundred apps may do something on a memory warning")
    func manyApps() throws {
        var device = try TestDevice()
        let log = AppBehavior.Entry.now(.log(message: String(repeating: "x", count: 50)))
        for number in 0..<100 {
            let app = BundleID(rawValue: "app.\(number)")
            try device.install(
                AppManifest(
                    bundleID: app,
                    infoPlist: InfoPlist(backgroundModes: ["audio"]),
                    footprintBytes: 1_000,
                    behavior: AppBehavior([.didReceiveMemoryWarning: Array(repeating: log, count: 40)])
                )
            )
            try device.launch(app)
            try device.act(.playAudio, app)
        }
        let records = try device.send(.memoryWarning)
        #expect(records.count { $0.kind == .log } == 4_000)
        #expect(records.exit == nil)
    }

    @Test("Each input, and each instant, may do as much again")
    func again() throws {
        var device = try TestDevice()
        let log = AppBehavior.Entry.now(.log(message: String(repeating: "x", count: 900)))
        try device.install(
            "a",
            [
                .didReceiveMemoryWarning: Array(repeating: log, count: 490),
                .alarmHandler: [.now(.setAlarm(.after(1)))] + Array(repeating: log, count: 490),
            ]
        )
        try device.launch()
        for _ in 0..<10 { #expect(try device.send(.memoryWarning).exit == nil) }
        try device.act(.setAlarm(.after(1)))
        #expect(try device.advance(0.01).exit == nil)
    }
}

extension [Record] {
    /// The size of all but inputs.
    fileprivate var size: Int { reduce(0) { $0 + ($1.kind == .input ? 0 : $1.approximateSize) } }
}

extension TestDevice {
    /// Launches the app, which submits a request for the task `t`, and suspends it.
    fileprivate mutating func launchAndSubmit() throws {
        try launch()
        try act(.submitTaskRequest(TaskRequest(identifier: "t", kind: .processing)))
        try leaveAndSuspend()
        try set(.setIdle(true))
    }
}
