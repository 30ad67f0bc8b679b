import LifecycleKernel
import TestKit
import Testing

/// What an app does that is reported, and what a correct app does instead.
struct ConductCase: Sendable, CustomTestStringConvertible {
    typealias Life = @Sendable (inout TestDevice, AppLifecycle) throws -> Void

    let code: Finding.Code
    var about = ""
    var lifecycles = AppLifecycle.allCases
    /// It is reported once.
    let wrong: Life
    /// Nothing is reported.
    let right: Life

    var testDescription: String { about.isEmpty ? code.rawValue : "\(code.rawValue): \(about)" }

    /// Every case.
    static let all = data + handlers + tasks + memory + activities + screen + system

    // MARK: Data

    private static let data = [
        ConductCase(code: .dataLoss) { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.edit(count: 2, scene: nil))
            try device.send(.app("a", .crash(.abort, message: nil)))
        } right: { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.edit(count: 2, scene: nil))
            try device.act(.save(count: nil))
            try device.send(.app("a", .crash(.abort, message: nil)))
        },
        ConductCase(code: .dataAtRisk) { device, lifecycle in
            try device.install("a", lifecycle, [TestDevice.leaving(lifecycle): [.now(.save(count: 1))]])
            try device.launch()
            try device.act(.edit(count: 3, scene: nil))
            try device.leaveAndSuspend()
        } right: { device, lifecycle in
            try device.install("a", lifecycle, [TestDevice.leaving(lifecycle): [.now(.save(count: nil))]])
            try device.launch()
            try device.act(.edit(count: 3, scene: nil))
            try device.leaveAndSuspend()
        },
        ConductCase(code: .savesOnlyInWillTerminate, about: "seen") { device, lifecycle in
            try device.install("a", lifecycle, driver: .attached)
            try device.launchAttached()
            try device.act(.edit(count: 1, scene: nil))
            try device.send(.app("a", .forceQuit))
            while let pending = device.process()?.callbackInFlight {
                try device.complete("a", pending.name == .applicationWillTerminate ? [.save(count: nil)] : [])
            }
        } right: { device, lifecycle in
            try device.install("a", lifecycle, driver: .attached)
            try device.launchAttached()
            try device.act(.edit(count: 1, scene: nil))
            try device.send(.app("a", .forceQuit))
            while device.process()?.callbackInFlight != nil { try device.complete("a", [.save(count: nil)]) }
        },
    ]

    // MARK: Slow handlers

    private static let handlers = [
        slow(.slowDidEnterBackground, 5_001, 5_000, TestDevice.leaving),
        slow(.slowResignActive, 501, 500, TestDevice.resigning),
        slow(.slowLaunch, 401, 400) { _ in .didFinishLaunching },
        slow(.slowLaunch, 401, 400, lifecycles: [.scenes]) { _ in .sceneWillConnect },
        ConductCase(code: .slowDidEnterBackground, about: "killed in it") { device, lifecycle in
            try device.install("a", lifecycle, [TestDevice.leaving(lifecycle): [.now(.hang)]])
            try device.launch()
            try device.send(.home)
            try device.advance(10)
            try #require(device.history.exit?.reason == .appWatchdog)
        } right: { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.send(.home)
            try device.advance(10)
        },
        ConductCase(code: .slowLaunch, about: "killed in it") { device, lifecycle in
            try device.install("a", lifecycle, [.didFinishLaunching: [.now(.hang)]])
            try device.launch()
            try device.advance(20)
            try #require(device.history.exit?.reason == .appWatchdog)
        } right: { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.advance(20)
        },
        ConductCase(code: .mainThreadBlocked, about: "killed on becoming active") { device, lifecycle in
            try device.install("a", lifecycle, [TestDevice.activating(lifecycle): [.now(.hang)]])
            try device.launch()
            try device.advance(20)
            try #require(device.history.exit?.reason == .appWatchdog)
        } right: { device, lifecycle in
            let busy = [AppBehavior.Entry.act(.log(message: "shown"), takes: 9_000)]
            try device.install("a", lifecycle, [TestDevice.activating(lifecycle): busy])
            try device.launch()
            try device.advance(20)
        },
        ConductCase(code: .mainThreadBlocked, about: "code outside of any callback") { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.hang)
            try device.send(.home)
            try device.advance(10)
            try #require(device.history.exit?.reason == .appWatchdog)
        } right: { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.send(.home)
            try device.advance(10)
        },
        ConductCase(code: .completionHandlerMissing, about: "in the background") { device, lifecycle in
            try device.install(modes: ["remote-notification"], lifecycle)
            try device.push()
            try device.advance(30)
            try #require(device.history.exit?.reason == .backgroundFetchTimeout)
        } right: { device, lifecycle in
            try device.install(
                modes: ["remote-notification"],
                lifecycle,
                [.didReceiveRemoteNotification: [.now(.completeFetch(.newData))]]
            )
            try device.push()
            try device.advance(30)
        },
        ConductCase(code: .completionHandlerMissing, about: "in front") { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.push()
            try device.advance(30)
        } right: { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.push()
            try device.act(.completeFetch(.failed))
            try device.advance(30)
        },
    ]

    /// A handler that takes a little too long, and one that takes the longest time allowed.
    private static func slow(
        _ code: Finding.Code,
        _ tooLong: Milliseconds,
        _ longEnough: Milliseconds,
        lifecycles: [AppLifecycle] = AppLifecycle.allCases,
        _ name: @escaping @Sendable (AppLifecycle) -> CallbackName
    ) -> ConductCase {
        func life(_ takes: Milliseconds) -> Life {
            { device, lifecycle in
                try device.install("a", lifecycle, [name(lifecycle): [.act(.work(cpu: 0), takes: takes)]])
                try device.launch()
                try device.advance(1)
                try device.send(.home)
                try device.advance(20)
                try #require(device.state() == .suspended)
            }
        }
        return ConductCase(
            code: code,
            about: name(lifecycles[0]).rawValue,
            lifecycles: lifecycles,
            wrong: life(tooLong),
            right: life(longEnough)
        )
    }

    // MARK: Background tasks

    private static let endsTask = AppBehavior.Entry.now(.endBackgroundTask(name: "t"))

    private static let tasks = [
        ConductCase(code: .backgroundTaskLeaked) { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.begin()
            try device.send(.home)
            try device.advance(30)
            try #require(device.history.exit?.reason == .backgroundTaskAssertionTimeout)
        } right: { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.begin(endsAfter: 20_000)
            try device.send(.home)
            try device.advance(30)
        },
        ConductCase(code: .backgroundTaskLeaked, about: "too many") { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            for _ in 0..<1_001 { try device.begin() }
            try #require(device.history.exit?.reason == .tooManyBackgroundTasks)
        } right: { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            for _ in 0..<1_001 {
                try device.begin()
                try device.act(.endBackgroundTask(name: "t"))
            }
        },
        ConductCase(code: .backgroundTaskWithoutExpirationHandler) { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.begin(hasExpirationHandler: false)
        } right: { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.begin()
        },
        ConductCase(code: .backgroundTaskWithoutExpirationHandler, about: "of BGTaskScheduler") { device, lifecycle in
            try device.runTask(lifecycle, hasExpirationHandler: false)
        } right: { device, lifecycle in
            try device.runTask(lifecycle, hasExpirationHandler: true)
        },
        ConductCase(code: .expirationHandlerDoesNotEndTask) { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.begin()
            try device.send(.home)
            try device.advance(25)
        } right: { device, lifecycle in
            try device.install("a", lifecycle, [.expirationHandler: [endsTask]])
            try device.launch()
            // Two tasks with one name: each expiration handler ends the one begun first, and all are ended.
            try device.begin()
            try device.begin()
            try device.send(.home)
            try device.advance(30)
        },
        ConductCase(code: .endedOnlyByExpiration) { device, lifecycle in
            try device.install("a", lifecycle, [.expirationHandler: [endsTask]])
            try device.launch()
            try device.begin()
            try device.send(.home)
            try device.advance(30)
        } right: { device, lifecycle in
            try device.install("a", lifecycle, [.expirationHandler: [endsTask]])
            try device.launch()
            try device.begin(endsAfter: 8_000)
            try device.send(.home)
            try device.advance(30)
        },
        ConductCase(code: .endedOnlyByExpiration, about: "of BGTaskScheduler") { device, lifecycle in
            try device.runTask(lifecycle, hasExpirationHandler: true)
        } right: { device, lifecycle in
            try device.runTask(lifecycle, hasExpirationHandler: true, isCompleted: true)
        },
        ConductCase(code: .fileLockHeldAtSuspend) { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.holdFileLock)
            try device.send(.home)
            try device.advance(5)
            try #require(device.history.exit?.reason == .suspendedWithLockedFile)
        } right: { device, lifecycle in
            try device.install("a", lifecycle, [TestDevice.leaving(lifecycle): [.now(.releaseFileLock)]])
            try device.launch()
            try device.act(.holdFileLock)
            try device.leaveAndSuspend()
        },
        ConductCase(code: .fileLockHeldAtSuspend, about: "the system suspends it all the same") { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.holdFileLock)
            try device.send(.home)
            try device.send(.app("a", .suspend))
        } right: { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.send(.home)
            try device.send(.app("a", .suspend))
        },
    ]

    // MARK: Memory

    private static let memory = [
        ConductCase(code: .keptMemoryInBackground) { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.allocate(bytes: 200_000_000))
            // Memory freed while the app is in front does not count as freed on leaving.
            try device.act(.free(bytes: 1_000))
            try device.leaveAndSuspend()
        } right: { device, lifecycle in
            try device.install("a", lifecycle, [TestDevice.leaving(lifecycle): [.now(.free(bytes: 1_000))]])
            try device.launch()
            try device.act(.allocate(bytes: 200_000_000))
            try device.leaveAndSuspend()
        },
        ConductCase(code: .keptMemoryInBackground, about: "just as much as may be") { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.allocate(bytes: 200_000_001 - 83_886_080))
            try device.leaveAndSuspend()
        } right: { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.allocate(bytes: 200_000_000 - 83_886_080))
            try device.leaveAndSuspend()
        },
        ConductCase(code: .noResponseToMemoryWarning) { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.allocate(bytes: 1_000))
            try device.send(.memoryWarning)
        } right: { device, lifecycle in
            try device.install("a", lifecycle, [.didReceiveMemoryWarning: [.now(.free(bytes: 1))]])
            try device.launch()
            try device.act(.allocate(bytes: 1_000))
            try device.send(.memoryWarning)
        },
    ]

    // MARK: Activities

    private static let activities = [
        ConductCase(code: .workWhileInactive) { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            for activity in Activity.allCases { try device.act(.startActivity(name: activity.rawValue, activity)) }
            try device.send(.present(.controlCenter))
        } right: { device, lifecycle in
            let stops = Activity.allCases.map { AppBehavior.Entry.now(.stopActivity(name: $0.rawValue)) }
            try device.install("a", lifecycle, [TestDevice.resigning(lifecycle): stops])
            try device.launch()
            for activity in Activity.allCases { try device.act(.startActivity(name: activity.rawValue, activity)) }
            try device.send(.present(.controlCenter))
        },
        ConductCase(code: .gameResumedByItself) { device, lifecycle in
            try device.install("a", lifecycle, game(lifecycle, resumes: true))
            try device.launch()
            try device.act(.startActivity(name: "g", .game))
            try device.send(.present(.controlCenter))
            try device.send(.dismiss(.controlCenter))
        } right: { device, lifecycle in
            try device.install("a", lifecycle, game(lifecycle, resumes: false))
            try device.launch()
            try device.act(.startActivity(name: "g", .game))
            try device.send(.present(.controlCenter))
            try device.send(.dismiss(.controlCenter))
            try device.act(.startActivity(name: "g", .game))
        },
        ConductCase(code: .relianceOnTimerWhileSuspended) { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.send(.home)
            try device.act(.startActivity(name: "poll", .timer))
            try device.advance(5)
        } right: { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.send(.home)
            try device.act(.startActivity(name: "poll", .timer))
            try device.act(.stopActivity(name: "poll"))
            try device.advance(5)
        },
    ]

    /// A game that stops when it is deactivated, and starts again when it is activated or when the user asks.
    private static func game(
        _ lifecycle: AppLifecycle,
        resumes: Bool
    ) -> [CallbackName: [AppBehavior.Entry]] {
        var handlers = [TestDevice.resigning(lifecycle): [AppBehavior.Entry.now(.stopActivity(name: "g"))]]
        if resumes { handlers[TestDevice.activating(lifecycle)] = [.now(.startActivity(name: "g", .game))] }
        return handlers
    }

    // MARK: Windows and snapshots

    private static let screen = [
        ConductCase(code: .sensitiveContentInSnapshot) { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.showSensitiveContent)
            try device.send(.home)
        } right: { device, lifecycle in
            // The last handler before the snapshots are taken.
            try device.install("a", lifecycle, [TestDevice.leaving(lifecycle): [.now(.hideSensitiveContent)]])
            try device.launch()
            try device.act(.showSensitiveContent)
            try device.send(.home)
        },
        ConductCase(code: .sceneStateLost, about: "a window that was taken back", lifecycles: [.scenes]) { device, _ in
            try device.install("a", .scenes)
            try device.launch()
            try device.leaveAndSuspend()
            try device.send(.scene("a", .disconnect(1)))
            try device.launch()
        } right: { device, _ in
            try device.install("a", .scenes, [.stateRestorationActivity: [.returns(["activityType": "edit"])]])
            try device.launch()
            try device.leaveAndSuspend()
            try device.send(.scene("a", .disconnect(1)))
            try device.launch()
        },
    ]

    // MARK: Requests to the system

    private static let system = [
        ConductCase(code: .backgroundModeUnused) { device, lifecycle in
            try device.install(modes: ["audio", "external-accessory"], lifecycle)
            try device.launch()
            try device.send(.home)
        } right: { device, lifecycle in
            try device.install(modes: ["audio", "external-accessory"], lifecycle)
            try device.launch()
            try device.act(.playAudio)
            try device.send(.home)
        },
        ConductCase(code: .delegateMethodNeverCalled) { device, lifecycle in
            try device.install("a", lifecycle, [TestDevice.leaving(lifecycle.other): [.now(.log(message: "never"))]])
            try device.launch()
        } right: { device, lifecycle in
            try device.install("a", lifecycle, [TestDevice.leaving(lifecycle): [.now(.log(message: "called"))]])
            try device.launch()
        },
        ConductCase(code: .continuedTaskStalled, lifecycles: [.scenes]) { device, lifecycle in
            try device.continueProcessing(lifecycle, reportsProgress: false)
        } right: { device, lifecycle in
            try device.continueProcessing(lifecycle, reportsProgress: true)
        },
        ConductCase(code: .transferDelayed) { device, lifecycle in
            try device.transferTwice(lifecycle, together: false)
        } right: { device, lifecycle in
            try device.transferTwice(lifecycle, together: true)
        },
        ConductCase(code: .requestCutOff) { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(RequestTests.request(10))
            try device.leaveAndSuspend()
        } right: { device, lifecycle in
            try device.install("a", lifecycle, [.requestCompletionHandler: [.now(.endBackgroundTask(name: "t"))]])
            try device.launch()
            try device.begin()
            try device.act(RequestTests.request(10))
            try device.send(.home)
            try device.advance(10)
            try #require(device.state() == .suspended)
        },
        ConductCase(code: .excessiveProcessorUse) { device, lifecycle in
            try device.workInBackground(lifecycle, 2)
            try #require(device.history.exit?.reason == .cpuResourceLimit)
        } right: { device, lifecycle in
            try device.workInBackground(lifecycle, 1)
            try #require(device.history.exit == nil)
        },
        ConductCase(code: .fatalMistake, about: "memory") { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.allocate(bytes: .gibibytes(5)))
            try #require(device.history.exit?.reason == .memoryResourceLimit)
        } right: { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.allocate(bytes: .gibibytes(1)))
        },
        ConductCase(code: .fatalMistake, about: "a call") { device, lifecycle in
            try device.install(modes: ["voip"], lifecycle)
            try device.launch()
            try device.wake(.voipPush())
            try #require(device.history.exit?.reason == .abnormal)
        } right: { device, lifecycle in
            let reports: AppBehavior.Entry = .now(.reportIncomingCall)
            try device.install(modes: ["voip"], lifecycle, [.didReceiveIncomingPush: [reports]])
            try device.launch()
            try device.wake(.voipPush())
        },
        ConductCase(code: .fatalMistake, about: "a task") { device, lifecycle in
            try device.install("a", lifecycle)
            try device.launch()
            try device.act(.registerTask(identifier: "t", hasExpirationHandler: true))
            try #require(device.history.exit?.reason == .abnormal)
        } right: { device, lifecycle in
            let registers: AppBehavior.Entry = .now(.registerTask(identifier: "t", hasExpirationHandler: true))
            try device.install("a", lifecycle, [.didFinishLaunching: [registers]])
            try device.launch()
        },
        ConductCase(code: .contentHandlerNotCalled) { device, _ in
            try device.handleNotification([.act(.work(cpu: 1), takes: 40_000)], expiration: [])
        } right: { device, _ in
            try device.handleNotification([.act(.work(cpu: 1), takes: 40_000)], expiration: [.returns(.object([]))])
        },
        ConductCase(code: .extensionMemoryExceeded) { device, _ in
            try device.handleNotification([.now(.allocate(bytes: .mebibytes(19))), .returns(.object([]))])
        } right: { device, _ in
            try device.handleNotification([.now(.allocate(bytes: .mebibytes(18))), .returns(.object([]))])
        },
        ConductCase(code: .liveActivityOrphaned) { device, lifecycle in
            try device.install("a", lifecycle, infoPlist: .liveActivities)
            try device.launch()
            try device.act(.requestLiveActivity(identifier: "ride"))
            try device.send(.app("a", .forceQuit))
            try device.launch()
        } right: { device, lifecycle in
            let handlers = [CallbackName.didFinishLaunching: [AppBehavior.Entry.now(.observeLiveActivities)]]
            try device.install("a", lifecycle, infoPlist: .liveActivities, handlers)
            try device.launch()
            try device.act(.requestLiveActivity(identifier: "ride"))
            try device.send(.app("a", .forceQuit))
            try device.launch()
        },
        ConductCase(code: .locationSessionLost) { device, lifecycle in
            try device.install(modes: ["location"], lifecycle)
            try device.launch()
            try device.act(.startLocationSession(.alwaysService))
            try device.send(.app("a", .terminate(.jetsam)))
            try device.launch()
            try device.advance(5)
        } right: { device, lifecycle in
            let takes: AppBehavior.Entry = .now(.startLocationSession(.alwaysService))
            try device.install(modes: ["location"], lifecycle, [.didFinishLaunching: [takes]])
            try device.launch()
            try device.send(.app("a", .terminate(.jetsam)))
            try device.launch()
            try device.advance(5)
        },
        ConductCase(code: .wakeNotHeard) { device, lifecycle in
            try device.install(modes: [], lifecycle)
            try device.launch()
            try device.act(.registerWake(.healthKit))
            try device.send(.app("a", .terminate(.jetsam)))
            try device.wake(.systemWake(SystemWake(.healthKit)))
        } right: { device, lifecycle in
            try device.install(modes: [], lifecycle, [.didFinishLaunching: [.now(.registerWake(.healthKit))]])
            try device.launch()
            try device.send(.app("a", .terminate(.jetsam)))
            try device.wake(.systemWake(SystemWake(.healthKit)))
        },
        ConductCase(code: .silentPushBudgetExceeded) { device, lifecycle in
            try device.pushEveryTenMinutes(5, lifecycle)
        } right: { device, lifecycle in
            try device.pushEveryTenMinutes(3, lifecycle)
        },
        ConductCase(code: .pushTypeMismatch) { device, lifecycle in
            try device.sendBackgroundPush(priority: 10, lifecycle)
        } right: { device, lifecycle in
            try device.sendBackgroundPush(priority: 5, lifecycle)
        },
    ]
}

extension AppLifecycle {
    /// The other life cycle.
    var other: AppLifecycle { self == .scenes ? .appDelegate : .scenes }
}

extension TestDevice {
    fileprivate mutating func begin(endsAfter: Milliseconds? = nil, hasExpirationHandler: Bool = true) throws {
        try act(.beginBackgroundTask(name: "t", endsAfter: endsAfter, hasExpirationHandler: hasExpirationHandler))
    }

    /// Launches an attached app that returns from every callback at once.
    fileprivate mutating func launchAttached() throws {
        try launch()
        while process()?.callbackInFlight != nil { try complete() }
    }

    /// Launches a refresh task that only its expiration handler completes, if there is one, or the work itself does.
    fileprivate mutating func runTask(
        _ lifecycle: AppLifecycle,
        hasExpirationHandler: Bool,
        isCompleted: Bool = false
    ) throws {
        try install(
            modes: ["fetch"],
            tasks: ["r"],
            lifecycle,
            [
                .didFinishLaunching: [
                    .now(.registerTask(identifier: "r", hasExpirationHandler: hasExpirationHandler)),
                    .now(.submitTaskRequest(TaskRequest(identifier: "r", kind: .appRefresh))),
                ],
                .launchHandler: isCompleted ? [.act(.completeTask(success: true), takes: 4_000)] : [],
                .taskExpirationHandler: [.now(.completeTask(success: false))],
            ]
        )
        // At home, with the prompt policy, the task is launched as soon as time passes.
        try launch()
        try send(.home)
        try advance(36)
        try #require(history.decisions.contains("launched"))
    }

    /// Runs a continued processing task for four minutes, which it completes in the end.
    fileprivate mutating func continueProcessing(_ lifecycle: AppLifecycle, reportsProgress: Bool) throws {
        self = try TestDevice(.ios26)
        try install(
            modes: [],
            tasks: ["a.x.1"],
            lifecycle,
            [
                .didFinishLaunching: [.now(.registerTask(identifier: "a.x.1", hasExpirationHandler: true))],
                .taskExpirationHandler: [.now(.completeTask(success: false))],
            ]
        )
        try launch()
        try act(.submitTaskRequest(TaskRequest(identifier: "a.x.1", kind: .continuedProcessing)))
        for _ in 0..<4 {
            try advance(60)
            if reportsProgress { try act(.reportProgress()) }
        }
        if reportsProgress { try act(.completeTask(success: true)) }
    }

    /// Makes two transfers: both at once, or the second when the first is done.
    fileprivate mutating func transferTwice(_ lifecycle: AppLifecycle, together: Bool) throws {
        let second = TransferTests.transfer("x", 10)
        let next: [AppBehavior.Entry] = together ? [] : [.now(second)]
        // The transfer must not be begun once more after the second.
        try install(modes: [], lifecycle, [.urlSessionDidFinishEvents: next + [.now(.completeURLSessionEvents())]])
        try launch()
        try act(TransferTests.transfer("x", 10))
        if together { try act(second) }
        try leaveAndSuspend()
        try advance(10)
        try #require(history.callbacks.contains(.urlSessionDidFinishEvents))
    }

    /// Follows the location in the background, and works at so many things, each half of a core.
    fileprivate mutating func workInBackground(_ lifecycle: AppLifecycle, _ count: Int) throws {
        try install(modes: ["location"], lifecycle)
        try launch()
        try act(.startLocation())
        for number in 0..<count { try act(.startActivity(name: "q\(number)", .queue)) }
        try send(.home)
        try advance(120)
    }

    fileprivate mutating func pushEveryTenMinutes(_ count: Int, _ lifecycle: AppLifecycle) throws {
        try install(
            modes: ["remote-notification"],
            lifecycle,
            [.didReceiveRemoteNotification: [.now(.completeFetch(.newData))]]
        )
        for _ in 0..<count {
            try push()
            try advance(600)
        }
    }

    fileprivate mutating func sendBackgroundPush(priority: Int, _ lifecycle: AppLifecycle) throws {
        try install(
            modes: ["remote-notification"],
            lifecycle,
            [.didReceiveRemoteNotification: [.now(.completeFetch(.newData))]]
        )
        let payload: Value = ["aps": ["content-available": 1]]
        let push = RemoteNotification(bundleID: "a", payload: payload, pushType: .background, priority: priority)
        #expect(try send(.push(push)).callbacks.contains(.didReceiveRemoteNotification))
    }
}
