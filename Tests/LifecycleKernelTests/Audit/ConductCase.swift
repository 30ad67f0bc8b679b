import LifecycleKernel
import Testing

/// How an app comes to a finding, and how a well-behaved one lives through the same.
struct ConductCase: Sendable, CustomTestStringConvertible {
    typealias Life = @Sendable (inout Stage, AppLifecycle) throws -> Void

    let code: Finding.Code
    var about = ""
    var lifecycles = AppLifecycle.allCases
    /// The app comes to the finding once.
    let wrong: Life
    /// It comes to no finding at all.
    let right: Life

    var testDescription: String { about.isEmpty ? code.rawValue : "\(code.rawValue): \(about)" }

    /// Every case.
    static let all = data + handlers + tasks + memory + activities + screen + system

    // MARK: Data

    private static let data = [
        ConductCase(code: .dataLoss) { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.act(.edit(count: 2, scene: nil))
            try stage.send(.app("a", .crash(.abort, message: nil)))
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.act(.edit(count: 2, scene: nil))
            try stage.act(.save(count: nil))
            try stage.send(.app("a", .crash(.abort, message: nil)))
        },
        ConductCase(code: .dataAtRisk) { stage, lifecycle in
            try stage.install("a", lifecycle, [Stage.leaving(lifecycle): [.now(.save(count: 1))]])
            try stage.launch()
            try stage.act(.edit(count: 3, scene: nil))
            try stage.leaveAndSuspend()
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle, [Stage.leaving(lifecycle): [.now(.save(count: nil))]])
            try stage.launch()
            try stage.act(.edit(count: 3, scene: nil))
            try stage.leaveAndSuspend()
        },
        ConductCase(code: .savesOnlyInWillTerminate, about: "seen") { stage, lifecycle in
            try stage.install("a", lifecycle, driver: .attached)
            try stage.launchAttached()
            try stage.act(.edit(count: 1, scene: nil))
            try stage.send(.app("a", .forceQuit))
            while let pending = stage.process()?.callbackInFlight {
                try stage.complete("a", pending.name == .applicationWillTerminate ? [.save(count: nil)] : [])
            }
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle, driver: .attached)
            try stage.launchAttached()
            try stage.act(.edit(count: 1, scene: nil))
            try stage.send(.app("a", .forceQuit))
            while stage.process()?.callbackInFlight != nil { try stage.complete("a", [.save(count: nil)]) }
        },
    ]

    // MARK: Handlers that take long

    private static let handlers = [
        slow(.slowDidEnterBackground, 5_001, 5_000, Stage.leaving),
        slow(.slowResignActive, 501, 500, Stage.resigning),
        slow(.slowLaunch, 401, 400) { _ in .didFinishLaunching },
        slow(.slowLaunch, 401, 400, lifecycles: [.scenes]) { _ in .sceneWillConnect },
        ConductCase(code: .slowDidEnterBackground, about: "killed in it") { stage, lifecycle in
            try stage.install("a", lifecycle, [Stage.leaving(lifecycle): [.now(.hang)]])
            try stage.launch()
            try stage.send(.home)
            try stage.advance(10)
            try #require(stage.history.exit?.reason == .appWatchdog)
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.send(.home)
            try stage.advance(10)
        },
        ConductCase(code: .slowLaunch, about: "killed in it") { stage, lifecycle in
            try stage.install("a", lifecycle, [.didFinishLaunching: [.now(.hang)]])
            try stage.launch()
            try stage.advance(20)
            try #require(stage.history.exit?.reason == .appWatchdog)
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.advance(20)
        },
        ConductCase(code: .completionHandlerMissing, about: "in the background") { stage, lifecycle in
            try stage.install(modes: ["remote-notification"], lifecycle)
            try stage.push()
            try stage.advance(30)
            try #require(stage.history.exit?.reason == .backgroundFetchTimeout)
        } right: { stage, lifecycle in
            try stage.install(
                modes: ["remote-notification"],
                lifecycle,
                [.didReceiveRemoteNotification: [.now(.completeFetch(.newData))]]
            )
            try stage.push()
            try stage.advance(30)
        },
        ConductCase(code: .completionHandlerMissing, about: "in front") { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.push()
            try stage.advance(30)
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.push()
            try stage.act(.completeFetch(.failed))
            try stage.advance(30)
        },
    ]

    /// A handler that takes a little too long, and one that takes just as long as it may.
    private static func slow(
        _ code: Finding.Code,
        _ tooLong: Milliseconds,
        _ longEnough: Milliseconds,
        lifecycles: [AppLifecycle] = AppLifecycle.allCases,
        _ name: @escaping @Sendable (AppLifecycle) -> CallbackName
    ) -> ConductCase {
        func life(_ takes: Milliseconds) -> Life {
            { stage, lifecycle in
                try stage.install("a", lifecycle, [name(lifecycle): [.act(.work(cpu: 0), takes: takes)]])
                try stage.launch()
                try stage.advance(1)
                try stage.send(.home)
                try stage.advance(20)
                try #require(stage.state() == .suspended)
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
        ConductCase(code: .backgroundTaskLeaked) { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.begin()
            try stage.send(.home)
            try stage.advance(30)
            try #require(stage.history.exit?.reason == .backgroundTaskAssertionTimeout)
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.begin(endsAfter: 20_000)
            try stage.send(.home)
            try stage.advance(30)
        },
        ConductCase(code: .backgroundTaskLeaked, about: "too many") { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            for _ in 0..<1_001 { try stage.begin() }
            try #require(stage.history.exit?.reason == .tooManyBackgroundTasks)
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            for _ in 0..<1_001 {
                try stage.begin()
                try stage.act(.endBackgroundTask(name: "t"))
            }
        },
        ConductCase(code: .backgroundTaskWithoutExpirationHandler) { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.begin(hasExpirationHandler: false)
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.begin()
        },
        ConductCase(code: .backgroundTaskWithoutExpirationHandler, about: "of BGTaskScheduler") { stage, lifecycle in
            try stage.runTask(lifecycle, hasExpirationHandler: false)
        } right: { stage, lifecycle in
            try stage.runTask(lifecycle, hasExpirationHandler: true)
        },
        ConductCase(code: .expirationHandlerDoesNotEndTask) { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.begin()
            try stage.send(.home)
            try stage.advance(25)
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle, [.expirationHandler: [endsTask]])
            try stage.launch()
            // Two of one name: each handler ends the one begun first, and all are ended.
            try stage.begin()
            try stage.begin()
            try stage.send(.home)
            try stage.advance(30)
        },
        ConductCase(code: .fileLockHeldAtSuspend) { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.act(.holdFileLock)
            try stage.send(.home)
            try stage.advance(5)
            try #require(stage.history.exit?.reason == .suspendedWithLockedFile)
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle, [Stage.leaving(lifecycle): [.now(.releaseFileLock)]])
            try stage.launch()
            try stage.act(.holdFileLock)
            try stage.leaveAndSuspend()
        },
        ConductCase(code: .fileLockHeldAtSuspend, about: "the system suspends it all the same") { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.act(.holdFileLock)
            try stage.send(.home)
            try stage.send(.app("a", .suspend))
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.send(.home)
            try stage.send(.app("a", .suspend))
        },
    ]

    // MARK: Memory

    private static let memory = [
        ConductCase(code: .keptMemoryInBackground) { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.act(.allocate(bytes: 200_000_000))
            // What is freed in front, with the app in use, is no answer to leaving.
            try stage.act(.free(bytes: 1_000))
            try stage.leaveAndSuspend()
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle, [Stage.leaving(lifecycle): [.now(.free(bytes: 1_000))]])
            try stage.launch()
            try stage.act(.allocate(bytes: 200_000_000))
            try stage.leaveAndSuspend()
        },
        ConductCase(code: .keptMemoryInBackground, about: "just as much as may be") { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.act(.allocate(bytes: 200_000_001 - 83_886_080))
            try stage.leaveAndSuspend()
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.act(.allocate(bytes: 200_000_000 - 83_886_080))
            try stage.leaveAndSuspend()
        },
        ConductCase(code: .noResponseToMemoryWarning) { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.act(.allocate(bytes: 1_000))
            try stage.send(.memoryWarning)
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle, [.didReceiveMemoryWarning: [.now(.free(bytes: 1))]])
            try stage.launch()
            try stage.act(.allocate(bytes: 1_000))
            try stage.send(.memoryWarning)
        },
    ]

    // MARK: Activities

    private static let activities = [
        ConductCase(code: .workWhileInactive) { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            for activity in Activity.allCases { try stage.act(.startActivity(name: activity.rawValue, activity)) }
            try stage.send(.present(.controlCenter))
        } right: { stage, lifecycle in
            let stops = Activity.allCases.map { AppBehavior.Entry.now(.stopActivity(name: $0.rawValue)) }
            try stage.install("a", lifecycle, [Stage.resigning(lifecycle): stops])
            try stage.launch()
            for activity in Activity.allCases { try stage.act(.startActivity(name: activity.rawValue, activity)) }
            try stage.send(.present(.controlCenter))
        },
        ConductCase(code: .gameResumedByItself) { stage, lifecycle in
            try stage.install("a", lifecycle, game(lifecycle, resumes: true))
            try stage.launch()
            try stage.act(.startActivity(name: "g", .game))
            try stage.send(.present(.controlCenter))
            try stage.send(.dismiss(.controlCenter))
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle, game(lifecycle, resumes: false))
            try stage.launch()
            try stage.act(.startActivity(name: "g", .game))
            try stage.send(.present(.controlCenter))
            try stage.send(.dismiss(.controlCenter))
            try stage.act(.startActivity(name: "g", .game))
        },
        ConductCase(code: .relianceOnTimerWhileSuspended) { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.send(.home)
            try stage.act(.startActivity(name: "poll", .timer))
            try stage.advance(5)
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.send(.home)
            try stage.act(.startActivity(name: "poll", .timer))
            try stage.act(.stopActivity(name: "poll"))
            try stage.advance(5)
        },
    ]

    /// A game that stops when it is deactivated; it goes on by itself, or waits.
    private static func game(
        _ lifecycle: AppLifecycle,
        resumes: Bool
    ) -> [CallbackName: [AppBehavior.Entry]] {
        var handlers = [Stage.resigning(lifecycle): [AppBehavior.Entry.now(.stopActivity(name: "g"))]]
        if resumes { handlers[Stage.activating(lifecycle)] = [.now(.startActivity(name: "g", .game))] }
        return handlers
    }

    // MARK: What windows show

    private static let screen = [
        ConductCase(code: .sensitiveContentInSnapshot) { stage, lifecycle in
            try stage.install("a", lifecycle)
            try stage.launch()
            try stage.act(.showSensitiveContent)
            try stage.send(.home)
        } right: { stage, lifecycle in
            // The last moment: the snapshots are taken when this handler has returned.
            try stage.install("a", lifecycle, [Stage.leaving(lifecycle): [.now(.hideSensitiveContent)]])
            try stage.launch()
            try stage.act(.showSensitiveContent)
            try stage.send(.home)
        },
        ConductCase(code: .sceneStateLost, about: "a window that was taken back", lifecycles: [.scenes]) { stage, _ in
            try stage.install("a", .scenes)
            try stage.launch()
            try stage.leaveAndSuspend()
            try stage.send(.scene("a", .disconnect(1)))
            try stage.launch()
        } right: { stage, _ in
            try stage.install("a", .scenes, [.stateRestorationActivity: [.returns(["activityType": "edit"])]])
            try stage.launch()
            try stage.leaveAndSuspend()
            try stage.send(.scene("a", .disconnect(1)))
            try stage.launch()
        },
    ]

    // MARK: What the system offers

    private static let system = [
        ConductCase(code: .backgroundModeUnused) { stage, lifecycle in
            try stage.install(modes: ["audio", "external-accessory"], lifecycle)
            try stage.launch()
            try stage.send(.home)
        } right: { stage, lifecycle in
            try stage.install(modes: ["audio", "external-accessory"], lifecycle)
            try stage.launch()
            try stage.act(.playAudio)
            try stage.send(.home)
        },
        ConductCase(code: .delegateMethodNeverCalled) { stage, lifecycle in
            try stage.install("a", lifecycle, [Stage.leaving(lifecycle.other): [.now(.log(message: "never"))]])
            try stage.launch()
        } right: { stage, lifecycle in
            try stage.install("a", lifecycle, [Stage.leaving(lifecycle): [.now(.log(message: "heard"))]])
            try stage.launch()
        },
        ConductCase(code: .silentPushBudgetExceeded) { stage, lifecycle in
            try stage.pushEveryTenMinutes(5, lifecycle)
        } right: { stage, lifecycle in
            try stage.pushEveryTenMinutes(3, lifecycle)
        },
    ]
}

extension AppLifecycle {
    /// The one that this one is not.
    var other: AppLifecycle { self == .scenes ? .appDelegate : .scenes }
}

extension Stage {
    fileprivate mutating func begin(endsAfter: Milliseconds? = nil, hasExpirationHandler: Bool = true) throws {
        try act(.beginBackgroundTask(name: "t", endsAfter: endsAfter, hasExpirationHandler: hasExpirationHandler))
    }

    /// Launches an attached app that returns from every callback at once.
    fileprivate mutating func launchAttached() throws {
        try launch()
        while process()?.callbackInFlight != nil { try complete() }
    }

    /// Lets a refresh task of an app that never completes it run out of time; the handler completes it, if there is one.
    fileprivate mutating func runTask(_ lifecycle: AppLifecycle, hasExpirationHandler: Bool) throws {
        try install(
            modes: ["fetch"],
            tasks: ["r"],
            lifecycle,
            [
                .didFinishLaunching: [
                    .now(.registerTask(identifier: "r", hasExpirationHandler: hasExpirationHandler)),
                    .now(.submitTaskRequest(TaskRequest(identifier: "r", kind: .appRefresh))),
                ],
                .taskExpirationHandler: [.now(.completeTask(success: false))],
            ]
        )
        // At home, with the prompt policy, the task is launched as soon as time passes.
        try launch()
        try send(.home)
        try advance(36)
        try #require(history.decisions.contains("launched"))
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
}
