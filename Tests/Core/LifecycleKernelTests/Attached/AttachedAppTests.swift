import LifecycleKernel
import TestKit
import Testing

/// Apps whose callbacks a program outside completes: they are told what real code would be told.
@Suite struct AttachedAppTests {
    /// A device with an attached app.
    static func device(
        _ lifecycle: AppLifecycle = .appDelegate,
        modes: [String] = [],
        infoPlist: InfoPlist? = nil,
        behavior: [CallbackName: [AppBehavior.Entry]] = [:],
        implements: [CallbackName]? = nil,
        observes: [NotificationName]? = nil
    ) throws -> TestDevice {
        var device = try TestDevice()
        let manifest = AppManifest(
            bundleID: "a",
            lifecycle: lifecycle,
            driver: .attached,
            infoPlist: infoPlist ?? InfoPlist(backgroundModes: modes),
            behavior: AppBehavior(
                handlers: behavior.map { AppBehavior.Handler(name: $0.key, entries: $0.value) }
                    .sorted { $0.name.rawValue < $1.name.rawValue }
            ),
            delegateImplements: implements,
            observes: observes
        )
        try device.apply(.install(manifest))
        return device
    }

    // MARK: Notifications

    @Test(
        "Observers run when the notification is posted, in the state that it belongs to",
        arguments: AppLifecycle.allCases
    )
    func notifications(lifecycle: AppLifecycle) throws {
        var device = try Self.device(lifecycle, observes: NotificationName.allCases)
        try device.launch()
        #expect(try device.completeAll() == Self.launch(lifecycle))
        try device.send(.home)
        #expect(try device.completeAll() == Self.leaving(lifecycle))
        #expect(device.state() == .background)
    }

    private static func launch(_ lifecycle: AppLifecycle) -> [String] {
        switch lifecycle {
        case .appDelegate:
            [
                "UIScene.willConnectNotification inactive", "UIScene.willEnterForegroundNotification inactive",
                "application(_:willFinishLaunchingWithOptions:) inactive",
                "application(_:didFinishLaunchingWithOptions:) inactive",
                "UIApplication.didFinishLaunchingNotification inactive", "UIScene.didActivateNotification active",
                "applicationDidBecomeActive(_:) active", "UIApplication.didBecomeActiveNotification active",
            ]
        case .scenes:
            [
                "application(_:willFinishLaunchingWithOptions:) background",
                "application(_:didFinishLaunchingWithOptions:) background",
                "UIApplication.didFinishLaunchingNotification background",
                "application(_:configurationForConnecting:options:) background",
                "scene(_:willConnectTo:options:) background", "UIScene.willConnectNotification background",
                "sceneWillEnterForeground(_:) background", "UIScene.willEnterForegroundNotification background",
                "UIApplication.willEnterForegroundNotification background", "sceneDidBecomeActive(_:) active",
                "UIScene.didActivateNotification active", "UIApplication.didBecomeActiveNotification active",
            ]
        }
    }

    private static func leaving(_ lifecycle: AppLifecycle) -> [String] {
        switch lifecycle {
        case .appDelegate:
            [
                "UIScene.willDeactivateNotification active", "applicationWillResignActive(_:) active",
                "UIApplication.willResignActiveNotification active",
                "UIScene.didEnterBackgroundNotification background", "applicationDidEnterBackground(_:) background",
                "UIApplication.didEnterBackgroundNotification background",
            ]
        case .scenes:
            [
                "sceneWillResignActive(_:) active", "UIScene.willDeactivateNotification active",
                "UIApplication.willResignActiveNotification active", "sceneDidEnterBackground(_:) background",
                "UIScene.didEnterBackgroundNotification background",
                "UIApplication.didEnterBackgroundNotification background",
            ]
        }
    }

    @Test("An observer of willTerminate runs before the exit")
    func beforeTheExit() throws {
        var device = try Self.device(observes: NotificationName.allCases)
        try device.launch()
        try device.completeAll()
        try device.send(.app("a", .forceQuit))
        while device.process()?.callbackInFlight?.called != .notification(.willTerminate) {
            try #require(device.history.exit == nil)
            try device.complete()
        }
        #expect(try device.complete("a", [.save(count: nil)]).exit?.reason == .userForceQuit)
    }

    @Test("Only the notifications that the app observes wait", arguments: AppLifecycle.allCases)
    func someObservers(lifecycle: AppLifecycle) throws {
        let some: [NotificationName] = [.didEnterBackground, .sceneDidActivate, .sceneWillEnterForeground]
        for observes in [[], some] {
            var device = try Self.device(lifecycle, observes: observes)
            let waits = { (called: String) in
                !called.hasPrefix("UI") || observes.contains { called.hasPrefix($0.rawValue + " ") }
            }
            try device.launch()
            #expect(try device.completeAll() == Self.launch(lifecycle).filter(waits))
            try device.send(.home)
            #expect(try device.completeAll() == Self.leaving(lifecycle).filter(waits))
            #expect(device.state() == .background)
        }
    }

    @Test("Observers at the end of a transition have the rest of its limit, also if nobody observes what precedes them")
    func restOfTheLimit() throws {
        for lifecycle in AppLifecycle.allCases {
            let left = lifecycle == .scenes ? CallbackName.sceneDidEnterBackground : .applicationDidEnterBackground
            var device = try Self.device(lifecycle, observes: [.didEnterBackground])
            try device.launch()
            try device.completeAll()
            try device.send(.home)
            while device.process()?.callbackInFlight?.called != .callback(left) { try device.complete() }
            let deadline = try #require(device.process()?.callbackInFlight?.deadline)
            try device.advance(4)
            try device.complete()
            #expect(device.process()?.callbackInFlight?.called == .notification(.didEnterBackground))
            #expect(device.process()?.callbackInFlight?.deadline == deadline)
            try device.complete()
            // The time of the next transition is its own.
            try device.advance(2)
            let opened = device.kernel.now
            try device.launch()
            let next = try #require(device.process()?.callbackInFlight)
            #expect(next.deadline == opened + 10_000)
        }
    }

    @Test("Who does not observe the warning has answered it when the delegate returns", arguments: [false, true])
    func unobservedWarning(frees: Bool) throws {
        var device = try Self.device(observes: [.didEnterBackground])
        try device.launch()
        try device.completeAll()
        try device.act(.allocate(bytes: .mebibytes(500)))
        try device.send(.device(.memoryWarning))
        try device.complete("a", frees ? [.free(bytes: .mebibytes(450))] : [])
        #expect(device.process()?.callbackInFlight == nil)
        #expect(device.history.findings.contains { $0.code == .noResponseToMemoryWarning } == !frees)
    }

    @Test("Callback and observers of a transition share its limit, and who exceeds it is ended")
    func sharedLimit() throws {
        var device = try Self.device(.scenes, observes: NotificationName.allCases)
        try device.launch()
        try device.completeAll()
        try device.send(.home)
        while device.process()?.callbackInFlight?.called != .callback(.sceneDidEnterBackground) {
            try device.complete()
        }
        let deadline = try #require(device.process()?.callbackInFlight?.deadline)
        try device.advance(4)
        try device.complete()
        for name in [NotificationName.sceneDidEnterBackground, .didEnterBackground] {
            let inFlight = try #require(device.process()?.callbackInFlight)
            #expect(inFlight.called == .notification(name))
            #expect(inFlight.deadline == deadline)
            if name == .sceneDidEnterBackground { try device.complete() }
        }
        let records = try device.apply(.advance(.to(deadline)))
        #expect(records.exit?.reason == .appWatchdog)
        #expect(records.findings.contains { $0.code == .slowDidEnterBackground })
    }

    @Test("Without scenes the observers of the scene begin the transition: what follows has the rest of their time")
    func sharedLimitWithoutScenes() throws {
        for implements in [nil, []] as [[CallbackName]?] {
            var device = try Self.device(implements: implements, observes: NotificationName.allCases)
            try device.launch()
            try device.completeAll()
            try device.send(.home)
            while device.process()?.callbackInFlight?.called != .notification(.sceneDidEnterBackground) {
                try device.complete()
            }
            let deadline = try #require(device.process()?.callbackInFlight?.deadline)
            #expect(deadline == device.kernel.now + 10_000)
            try device.advance(4)
            try device.complete()
            if implements == nil {
                #expect(device.process()?.callbackInFlight?.called == .callback(.applicationDidEnterBackground))
                #expect(device.process()?.callbackInFlight?.deadline == deadline)
                try device.advance(4)
                try device.complete()
            }
            #expect(device.process()?.callbackInFlight?.called == .notification(.didEnterBackground))
            #expect(device.process()?.callbackInFlight?.deadline == deadline)
            #expect(try device.apply(.advance(.to(deadline))).exit?.reason == .appWatchdog)
        }
    }

    @Test("The observers of the scene that UIKit makes at a launch have the limit of the launch")
    func launchLimit() throws {
        for (isShown, limit) in [(true, Milliseconds(20_000)), (false, 10_000)] {
            var device = try Self.device(modes: ["remote-notification"], observes: NotificationName.allCases)
            let end = device.kernel.now + limit
            if isShown { try device.launch() } else { try device.push() }
            for name in [NotificationName.sceneWillConnect] + (isShown ? [.sceneWillEnterForeground] : []) {
                #expect(device.process()?.callbackInFlight?.called == .notification(name))
                #expect(device.process()?.callbackInFlight?.deadline == end)
                try device.advance(1)
                try device.complete()
            }
            #expect(device.process()?.callbackInFlight?.called == .callback(.willFinishLaunching))
            #expect(device.process()?.callbackInFlight?.deadline == end)
        }
    }

    @Test("Memory that an observer frees is an answer to the warning", arguments: [false, true])
    func memoryWarning(frees: Bool) throws {
        var device = try Self.device(observes: NotificationName.allCases)
        try device.launch()
        try device.completeAll()
        try device.act(.allocate(bytes: .mebibytes(500)))
        try device.send(.device(.memoryWarning))
        try device.complete()
        #expect(device.process()?.callbackInFlight?.called == .notification(.didReceiveMemoryWarning))
        try device.complete("a", frees ? [.free(bytes: .mebibytes(450))] : [])
        #expect(device.history.findings.contains { $0.code == .noResponseToMemoryWarning } == !frees)
    }

    // MARK: Methods that the app does not implement

    @Test("What the delegate does not implement is not called, and its notifications are posted all the same")
    func notImplemented() throws {
        var device = try Self.device(implements: [.didFinishLaunching, .applicationDidEnterBackground])
        var records = try device.launch()
        #expect(records.callbacks == [.didFinishLaunching])
        records += try device.complete()
        records += try device.send(.home)
        #expect(records.callbacks == [.didFinishLaunching, .applicationDidEnterBackground])
        #expect(
            records.notifications == [
                .sceneWillConnect, .sceneWillEnterForeground, .didFinishLaunching, .sceneDidActivate, .didBecomeActive,
                .sceneWillDeactivate, .willResignActive, .sceneDidEnterBackground,
            ] && device.state() == .background
        )
    }

    @Test(
        "A push or a fetch whose method is missing is over at once",
        arguments: [CallbackName.didReceiveRemoteNotification, .performFetch],
        [false, true]
    )
    func withoutCompletion(name: CallbackName, isImplemented: Bool) throws {
        var device = try Self.device(
            modes: ["remote-notification", "fetch"],
            implements: [.applicationDidEnterBackground] + (isImplemented ? [name] : [])
        )
        try device.launch()
        try device.act(.registerForRemoteNotifications)
        try device.send(.home)
        try device.complete()
        try device.advance(5)
        try #require(device.state() == .suspended)
        let records = try name == .performFetch ? device.wake(.performFetch) : device.push()
        #expect(records.callbacks == (isImplemented ? [name] : []))
        #expect(device.state() == (isImplemented ? .background : .suspended))
        try device.advance(60)
        #expect((device.history.exit?.reason == .backgroundFetchTimeout) == isImplemented)
    }

    @Test("Interface is preserved only for an app that implements the methods for it", arguments: [false, true])
    func preservation(isImplemented: Bool) throws {
        var device = try Self.device(.scenes, implements: isImplemented ? [.stateRestorationActivity] : [])
        try device.launch()
        #expect(try device.send(.home).callbacks == (isImplemented ? [.stateRestorationActivity] : []))
    }

    @Test("A handler that the app has given to the system is called whatever its delegate implements")
    func handlers() throws {
        var device = try Self.device(implements: [])
        try device.launch()
        try device.act(.beginBackgroundTask(name: "t", endsAfter: nil, hasExpirationHandler: true))
        try device.send(.home)
        #expect(try device.advance(29).callbacks == [.expirationHandler])
    }

    // MARK: A behaviour beside

    @Test("A declared behaviour plays its callbacks, and the program outside the others")
    func behaviorBeside() throws {
        var device = try Self.device(behavior: [
            .willFinishLaunching: [.returns(true)],
            .applicationDidBecomeActive: [.act(.edit(count: 2, scene: nil), takes: 1_000)],
        ])
        #expect(device.kernel.app("a")?.behaviorNeverCalled == [])
        #expect(try device.launch().callbacks == [.willFinishLaunching, .didFinishLaunching])
        #expect(try device.complete().callbacks == [.applicationDidBecomeActive])
        #expect(try device.advance(1).contains { if case .returned = $0.body { true } else { false } })
        #expect(device.process()?.callbackInFlight == nil)
        #expect(device.kernel.app("a")?.unsavedChanges == 2)
    }

    // MARK: What an app completes

    @Test("A completion handler is named by its callback")
    func namedCompletion() throws {
        var device = try Self.device(modes: ["remote-notification"], implements: [.didReceiveRemoteNotification])
        try device.launch()
        try device.act(.registerForRemoteNotifications)
        try device.leaveAndSuspend()
        var callbacks: [SequenceNumber] = []
        for second in 0..<2 {
            try device.push("\(second)")
            callbacks.append(try #require(device.process()?.callbackInFlight?.sequence))
            try device.complete()
            try device.advance(10)
        }
        let ends = try device.assertionEnds()
        // The later one first: the assertion of the other stays, with its earlier end.
        try device.act(.completeFetch(.newData, callback: callbacks[1]))
        #expect(try device.assertionEnds() == [ends[0]])
        #expect(try device.act(.completeFetch(.newData, callback: callbacks[1])).decisions == ["refused unknownTask"])
        try device.act(.completeFetch(.newData, callback: callbacks[0]))
        #expect(device.state() == .suspended)
    }

    @Test("In a handler its own completion handler is called")
    func ownCompletion() throws {
        var device = try Self.device(modes: ["remote-notification"], implements: [.didReceiveRemoteNotification])
        try device.launch()
        try device.act(.registerForRemoteNotifications)
        try device.leaveAndSuspend()
        try device.push("1")
        try device.complete()
        try device.advance(10)
        let first = try device.assertionEnds()
        try device.push("2")
        try device.complete("a", [.completeFetch(.newData)])
        #expect(try device.assertionEnds() == first)
    }

    @Test("The events of a session are completed by its name")
    func namedSession() throws {
        var device = try Self.device(implements: [.handleEventsForBackgroundURLSession])
        try device.launch()
        for session in ["x", "y"] { try device.act(.startTransfer(identifier: session, bytes: 1, lasting: 20_000)) }
        try device.leaveAndSuspend()
        // Sessions that are done before the device is unlocked for the first time are told together.
        try device.send(.reboot)
        try device.advance(20)
        try device.send(.unlock)
        try device.completeAll()
        #expect(device.held() == [.urlSessionEvents, .urlSessionEvents])
        try device.act(.completeURLSessionEvents(identifier: "y"))
        #expect(device.held() == [.urlSessionEvents])
        #expect(try device.act(.completeURLSessionEvents(identifier: "y")).decisions == ["refused unknownTask"])
        try device.act(.completeURLSessionEvents(identifier: "x"))
        #expect(device.state() == .suspended)
    }

    @Test("A background task is ended by the number that its assertion has")
    func numberedTask() throws {
        var device = try Self.device(implements: [])
        try device.launch()
        var numbers: [AssertionID] = []
        for _ in 0..<2 {
            let records = try device.act(.beginBackgroundTask(name: "t", endsAfter: nil, hasExpirationHandler: true))
            numbers += records.compactMap { if case .assertion(let change) = $0.body { change.number } else { nil } }
        }
        try #require(numbers.count == 2 && numbers[0] != numbers[1])
        try device.act(.endBackgroundTask(name: nil, number: numbers[1]))
        #expect(device.process()?.assertions.map(\.number) == [numbers[0]])
        #expect(
            try device.act(.endBackgroundTask(name: nil, number: numbers[1])).decisions == ["refused unknownTask"]
        )
        try device.act(.endBackgroundTask(name: "t"))
        #expect(device.held() == [])
    }

    @Test("What is left of the background time is told with and without a task, and in the background only")
    func timeLeft() throws {
        var device = try Self.device(implements: [])
        try device.launch()
        #expect(device.process()?.backgroundTimeRemaining == nil)
        try device.send(.home)
        let all = try #require(device.process()?.backgroundTimeRemaining)
        try device.act(.beginBackgroundTask(name: "t", endsAfter: nil, hasExpirationHandler: true))
        try device.advance(10)
        #expect(device.process()?.backgroundTimeRemaining == all - 10_000)
    }

    // MARK: Scene configurations

    @Test(
        "The configuration that the app answers decides the class of the scene's delegate",
        arguments: [
            (nil, "First"), ("Player", "Second"), (["name": "Player"], "Second"),
            (["name": "Player", "delegateClass": "Third"], "Third"), (["delegateClass": "Third"], "Third"),
            ("Unknown", nil), (true, "First"),
        ] as [(Value?, String?)]
    )
    func delegateClass(answer: Value?, expected: String?) throws {
        let configurations: Value = [
            ["UISceneConfigurationName": "Default", "UISceneDelegateClassName": "First"],
            ["UISceneConfigurationName": "Player", "UISceneDelegateClassName": "Second"],
        ]
        let source: Value = [
            "UIApplicationSceneManifest": [
                "UISceneConfigurations": ["UIWindowSceneSessionRoleApplication": configurations]
            ]
        ]
        let infoPlist = InfoPlist(
            sceneManifest: SceneManifest(configurationNames: ["Default", "Player"]),
            source: source
        )
        var device = try Self.device(
            .scenes,
            infoPlist: infoPlist,
            implements: [.configurationForConnecting, .sceneDidBecomeActive]
        )
        try device.launch()
        try device.complete("a", returns: answer)
        #expect(device.process()?.callbackInFlight?.called == .callback(.sceneDidBecomeActive))
        #expect(device.process()?.callbackInFlight?.delegateClass == expected)
        #expect(device.process()?.scenes.map(\.delegateClass) == [expected])
    }
}

extension TestDevice {
    /// Completes callbacks until none is in flight.
    ///
    /// - Returns: What was completed, with the state of the app meanwhile.
    @discardableResult
    mutating func completeAll() throws -> [String] {
        var completed: [String] = []
        while let inFlight = process()?.callbackInFlight {
            let name =
                switch inFlight.called {
                case .callback(let name): name.rawValue
                case .notification(let name): name.rawValue
                }
            completed.append("\(name) \(inFlight.applicationState.rawValue)")
            try complete()
        }
        return completed
    }

    /// What is left of each assertion that the process holds.
    func assertionEnds() throws -> [Instant] {
        try #require(process()).assertions.map { kernel.now + (try #require($0.remaining)) }
    }
}

/// Explanations of attached apps foresee nothing that depends on the program that plays them.
@Suite struct AttachedExplanationTests {
    @Test("A callback in flight ends what is foreseen, and the watchdog is named that would end the process")
    func inFlight() throws {
        var device = try TestDevice()
        try device.install(driver: .attached)
        try device.launch()
        try device.completeAll()
        try device.send(.home)
        try device.complete()
        let explanation = try #require(device.kernel.explain("a", within: .standard))
        #expect(explanation.next.isEmpty && !explanation.isComplete)
        #expect(
            explanation.because.map(\.description).contains {
                $0.hasPrefix("the program that plays it has not completed this callback")
                    && $0.contains("a watchdog ends the process at ")
            }
        )
        try device.complete()
        let later = try #require(device.kernel.explain("a", within: .standard))
        #expect(later.isComplete && later.next.states == [.suspended])
    }

    @Test("What comes before its next callback is foreseen, and no kill after it")
    func nextCallback() throws {
        var device = try TestDevice()
        try device.install(driver: .attached)
        try device.launch()
        try device.completeAll()
        try device.act(.beginBackgroundTask(name: "t", endsAfter: nil, hasExpirationHandler: true))
        try device.send(.home)
        try device.completeAll()
        let explanation = try #require(device.kernel.explain("a", within: .standard))
        #expect(explanation.next.callbacks == [.expirationHandler])
        #expect(explanation.next.exit == nil && !explanation.isComplete)
    }

    @Test("A callback of another attached app is no reason to foresee less")
    func others() throws {
        var device = try TestDevice()
        try device.install("b", driver: .attached)
        try device.install("a", .scenes)
        try device.launch("b")
        try device.launch("a")
        try device.send(.home)
        let explanation = try #require(device.kernel.explain("a", within: .standard))
        #expect(explanation.next.states.contains(.suspended))
    }
}
