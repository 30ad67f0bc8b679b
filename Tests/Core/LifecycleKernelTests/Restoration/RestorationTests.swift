import LifecycleKernel
import TestKit
import Testing

/// Preserving the interface of an app with an app delegate, and restoring it.
@Suite struct RestorationTests {
    static let asks: [CallbackName: [AppBehavior.Entry]] = [
        .shouldSaveApplicationState: [], .shouldRestoreApplicationState: [],
    ]
    static let saves: [CallbackName] = [
        .shouldSaveApplicationState, .encodeRestorableState, .willEncodeRestorableState,
    ]
    static let restores: [CallbackName] = [
        .shouldRestoreApplicationState, .viewControllerWithRestorationIdentifierPath, .decodeRestorableState,
        .applicationFinishedRestoringState, .didDecodeRestorableState,
    ]
    static let launches: [CallbackName] = [
        .willFinishLaunching, .didFinishLaunching, .applicationDidBecomeActive,
    ]

    /// An app that has left the screen.
    static func device(
        _ handlers: [CallbackName: [AppBehavior.Entry]] = asks,
        driver: Driver = .simulated
    ) throws -> TestDevice {
        var device = try TestDevice()
        try device.install("a", .appDelegate, driver: driver, handlers)
        try device.launch()
        // Slow handlers of the launch have returned by then.
        try device.advance(4)
        if driver == .simulated { try device.send(.home) }
        return device
    }

    /// An app that preserved its state and was killed.
    static func killed(_ handlers: [CallbackName: [AppBehavior.Entry]] = asks) throws -> TestDevice {
        var device = try device(handlers)
        try device.send(.app("a", .terminate(.jetsam)))
        return device
    }

    @Test("State is preserved when the background handler has returned and the snapshots are taken")
    func preservation() throws {
        let kinds = try Self.device().history.suffix(16).compactMap { record -> String? in
            switch record.body {
            case .callback(let callback): callback.name.rawValue
            case .snapshot: "snapshot"
            default: nil
            }
        }
        #expect(
            kinds == ["applicationWillResignActive(_:)", "applicationDidEnterBackground(_:)", "snapshot", "snapshot"]
                + Self.saves.map(\.rawValue)
        )
    }

    @Test("A killed app is restored between willFinishLaunching and didFinishLaunching")
    func restoration() throws {
        var device = try Self.killed()
        let callbacks = try device.launch().callbacks
        #expect(callbacks == [.willFinishLaunching] + Self.restores + Self.launches.dropFirst())
        #expect(try device.send(.home).verdicts.isEmpty)
    }

    @Test(
        "Methods that an app does not declare or answers with false are left out",
        arguments: [
            ([:], [], []), ([.shouldSaveApplicationState: []], saves, []),
            ([.shouldRestoreApplicationState: []], [], []),
            (
                [.shouldSaveApplicationState: [.returns(false)], .shouldRestoreApplicationState: []],
                [.shouldSaveApplicationState], []
            ),
            (
                [.shouldSaveApplicationState: [.returns(true)], .shouldRestoreApplicationState: [.returns(false)]],
                saves, [.shouldRestoreApplicationState]
            ),
        ] as [([CallbackName: [AppBehavior.Entry]], [CallbackName], [CallbackName])]
    )
    func optIn(handlers: [CallbackName: [AppBehavior.Entry]], saved: [CallbackName], restored: [CallbackName]) throws {
        var device = try Self.killed(handlers)
        #expect(device.history.callbacks.filter(Self.saves.contains) == saved)
        #expect(try device.launch().callbacks.filter(Self.restores.contains) == restored)
    }

    @Test("A launch in the background restores nothing, and keeps the state for the launch by the user")
    func backgroundLaunch() throws {
        var device = try TestDevice()
        try device.install(modes: ["remote-notification"], .appDelegate, Self.asks)
        try device.launch()
        try device.send(.home)
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try device.push().callbacks.filter(Self.restores.contains).isEmpty)
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try device.launch().callbacks.filter(Self.restores.contains) == Self.restores)
    }

    @Test(
        "A force quit deletes the preserved state with a verdict, and preserves nothing itself",
        arguments: [true, false]
    )
    func forceQuit(inFront: Bool) throws {
        var device = try Self.device()
        if inFront { try device.launch() }
        let records = try device.send(.app("a", .forceQuit))
        #expect(records.decisions == ["dropped forceQuit"])
        #expect(records.verdicts.map(\.subject) == [.stateRestoration])
        #expect(records.callbacks.filter(Self.saves.contains).isEmpty)
        #expect(try device.launch().callbacks == Self.launches)
    }

    @Test(
        "A crash during the launch deletes the preserved state; a kill or a crash afterwards does not",
        arguments: [
            (CallbackName.decodeRestorableState, AppEvent.crash(.abort, message: nil), false),
            (.willFinishLaunching, .crash(.badAccess, message: nil), false),
            (.didFinishLaunching, .terminate(.jetsam), true),
            (.applicationDidBecomeActive, .crash(.abort, message: nil), true),
        ]
    )
    func crashAtLaunch(slow: CallbackName, end: AppEvent, isKept: Bool) throws {
        var device = try Self.killed(Self.asks.merging([slow: [.act(.work(cpu: 0), takes: 4_000)]]) { $1 })
        try device.launch()
        #expect(device.process()?.callbackInFlight?.name == slow)
        let records = try device.send(.app("a", end))
        #expect(records.decisions == (isKept ? [] : ["dropped crashAtLaunch"]))
        let restored = try device.launch().callbacks.contains(.shouldRestoreApplicationState)
        #expect(restored == isKept)
    }

    @Test("Restoring counts for the launch watchdog, which deletes the preserved state")
    func watchdog() throws {
        var device = try Self.killed(Self.asks.merging([.decodeRestorableState: [.now(.hang)]]) { $1 })
        try device.launch()
        let records = try device.advance(20)
        #expect(records.exit?.reason == .appWatchdog)
        #expect(records.decisions == ["dropped crashAtLaunch"])
    }

    @Test("Preserving counts for the limit of entering the background")
    func slowPreservation() throws {
        var device = try Self.device(Self.asks.merging([.encodeRestorableState: [.now(.hang)]]) { $1 })
        #expect(device.process()?.callbackInFlight?.name == .encodeRestorableState)
        #expect(try device.advance(9.999).exit == nil)
        #expect(try device.advance(0.001).exit?.reason == .appWatchdog)
        #expect(try !device.launch().callbacks.contains(.shouldRestoreApplicationState))
    }

    @Test("An update keeps the preserved state, with the version that preserved it")
    func update() throws {
        var device = try Self.killed()
        try device.apply(
            .install(
                AppManifest(
                    bundleID: "a",
                    version: "2.0",
                    lifecycle: .appDelegate,
                    behavior: AppBehavior(handlers: [
                        AppBehavior.Handler(name: .shouldRestoreApplicationState, entries: []),
                        AppBehavior.Handler(name: .shouldSaveApplicationState, entries: []),
                    ])
                )
            )
        )
        #expect(try versions(device.launch()) == ["1.0", "1.0", "1.0", "1.0"])
        try device.send(.home)
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try versions(device.launch()) == ["2.0", "2.0", "2.0", "2.0"])
    }

    private func versions(_ records: [Record]) -> [Value] {
        records.compactMap { record in
            guard case .callback(let callback) = record.body else { return nil }
            return callback.arguments.first { $0.name == "stateRestorationBundleVersionKey" }?.value
        }
    }

    @Test("An uninstall deletes the preserved state with a verdict")
    func uninstall() throws {
        var device = try Self.killed()
        #expect(try device.apply(.uninstall("a")).decisions == ["dropped appRemoved"])
    }

    @Test("An app that exits instead of being suspended preserves its state first")
    func exitsOnSuspend() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, infoPlist: InfoPlist(exitsOnSuspend: true), Self.asks)
        try device.launch()
        let left = try device.send(.home)
        #expect(left.callbacks.suffix(4) == Self.saves + [.applicationWillTerminate])
        #expect(try device.launch().callbacks.contains(.didDecodeRestorableState))
    }

    @Test("An attached app answers in its completion", arguments: [true, false])
    func attached(answer: Bool) throws {
        var device = try Self.device(driver: .attached)
        while device.process()?.callbackInFlight != nil { try device.complete() }
        try device.send(.home)
        while let pending = device.process()?.callbackInFlight {
            try device.complete(returns: pending.name == .shouldSaveApplicationState ? .bool(answer) : nil)
        }
        let callbacks = device.history.callbacks.filter(Self.saves.contains)
        #expect(callbacks == (answer ? Self.saves : [.shouldSaveApplicationState]))
    }

    @Test("State preserved during a force quit is discarded")
    func forceQuitWhilePreserving() throws {
        var device = try Self.device(
            Self.asks.merging([.encodeRestorableState: [.act(.work(cpu: 0), takes: 2_000)]]) { $1 }
        )
        try device.send(.app("a", .forceQuit))
        try device.advance(2)
        #expect(device.state() == .notRunning)
        #expect(try device.launch().callbacks == Self.launches)
    }
}
