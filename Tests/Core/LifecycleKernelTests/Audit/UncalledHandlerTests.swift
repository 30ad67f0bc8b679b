import LifecycleKernel
import TestKit
import Testing

/// Handlers that are never called are reported, and no advice names such a handler.
@Suite struct UncalledHandlerTests {
    private static let save: [AppBehavior.Entry] = [.now(.save(count: nil))]

    @Test("Handlers of the other life cycle are reported as never called", arguments: AppLifecycle.allCases)
    func named(lifecycle: AppLifecycle) throws {
        var device = try TestDevice()
        // With it, an app could not have the life cycle of the app delegate.
        let names = CallbackName.allCases.filter { lifecycle == .scenes || $0 != .configurationForConnecting }
        let handlers = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.save) })
        try device.install("a", lifecycle, handlers)
        let app = try #require(device.kernel.app("a"))
        #expect(app.behaviorNeverCalled == app.behaviorNeverCalled.sorted { $0.rawValue < $1.rawValue })
        let undeclared = Set(Self.undeclared.flatMap(\.names))
        #expect(
            Set(app.behaviorNeverCalled)
                == Set(names.filter { !$0.isCalled(in: lifecycle) || undeclared.contains($0) })
        )
        #expect(app.behaviorNeverCalled.contains(TestDevice.leaving(lifecycle.other)))
        #expect(!app.behaviorNeverCalled.contains(TestDevice.leaving(lifecycle)))
    }

    @Test("A method that the delegate does not implement is never called, whatever is declared for it")
    func notImplemented() throws {
        var device = try TestDevice()
        let behavior = AppBehavior(handlers: [
            .init(name: .applicationDidBecomeActive, entries: Self.save),
            .init(name: .applicationDidEnterBackground, entries: Self.save),
        ])
        let implemented = [CallbackName.applicationDidEnterBackground]
        let manifest = AppManifest(
            bundleID: "a",
            lifecycle: .appDelegate,
            behavior: behavior,
            delegateImplements: implemented
        )
        try device.apply(.install(manifest))
        #expect(device.kernel.app("a")?.behaviorNeverCalled == [.applicationDidBecomeActive])
        #expect(try device.launch().callbacks == [])
    }

    /// What an Info.plist has to declare for methods to be called, and which these are.
    private static let undeclared: [(plist: InfoPlist, missing: String, names: [CallbackName])] = [
        (InfoPlist(backgroundModes: ["fetch"]), "fetch in UIBackgroundModes", [.performFetch]),
        (InfoPlist(backgroundModes: ["voip"]), "voip in UIBackgroundModes", [.didReceiveIncomingPush]),
        (
            InfoPlist(backgroundModes: ["bluetooth-central"]), "bluetooth-central in UIBackgroundModes",
            [.centralManagerWillRestoreState]
        ),
        (
            InfoPlist(backgroundModes: ["bluetooth-peripheral"]), "bluetooth-peripheral in UIBackgroundModes",
            [.peripheralManagerWillRestoreState]
        ),
        (
            InfoPlist(backgroundModes: ["push-to-talk"]), "push-to-talk in UIBackgroundModes", [.incomingPushResult]
        ),
        (
            InfoPlist(backgroundModes: ["fetch"], permittedTaskIdentifiers: ["a.refresh"]),
            "an identifier in BGTaskSchedulerPermittedIdentifiers", [.launchHandler, .taskExpirationHandler]
        ),
    ]

    @Test("A handler is never called where the Info.plist lacks what it needs, and is where it does not")
    func undeclared() throws {
        for (plist, missing, names) in Self.undeclared {
            for name in names {
                for infoPlist in [InfoPlist(), plist] {
                    var device = try TestDevice()
                    let behavior = AppBehavior(handlers: [.init(name: name, entries: Self.save)])
                    try device.apply(.install(AppManifest(bundleID: "a", infoPlist: infoPlist, behavior: behavior)))
                    let isDeclared = infoPlist == plist
                    #expect(device.kernel.app("a")?.behaviorNeverCalled == (isDeclared ? [] : [name]))
                    let finding = try device.launch().findings.first { $0.code == .delegateMethodNeverCalled }
                    #expect(
                        finding?.detail.description
                            == (isDeclared ? nil : "never called, without \(missing): \(name.rawValue)")
                    )
                }
            }
        }
    }

    @Test("What the Info.plist declares turns another handler off, or is not there on an older system")
    func obstacles() {
        let rulebook = { (profile: RuleProfile) in Rulebook(profile) }
        let refresh = InfoPlist(backgroundModes: ["fetch"], permittedTaskIdentifiers: ["a.refresh"])
        #expect(
            refresh.obstacle(to: .performFetch, under: rulebook(.ios18))
                == "with BGTaskSchedulerPermittedIdentifiers, which turns background fetch off"
        )
        #expect(refresh.obstacle(to: .performFetch, under: rulebook(.ios12)) == nil)
        #expect(refresh.obstacle(to: .launchHandler, under: rulebook(.ios18)) == nil)
        #expect(
            refresh.obstacle(to: .launchHandler, under: rulebook(.ios12)) == "without BGTaskScheduler on this system"
        )
        let undeclared = InfoPlist(permittedTaskIdentifiers: ["a.refresh"])
        #expect(
            undeclared.obstacle(to: .launchHandler, under: rulebook(.ios18))
                == "without fetch or processing in UIBackgroundModes"
        )
        // Continued processing needs no mode.
        #expect(undeclared.obstacle(to: .launchHandler, under: rulebook(.ios26)) == nil)
        let processing = InfoPlist(backgroundModes: ["processing"], permittedTaskIdentifiers: ["a.refresh"])
        #expect(processing.obstacle(to: .taskExpirationHandler, under: rulebook(.ios18)) == nil)
    }

    @Test("It is reported at each launch, with the launch as its evidence")
    func found() throws {
        var device = try TestDevice()
        try device.install("a", .scenes, [.applicationDidEnterBackground: Self.save, .openURL: Self.save])
        for _ in 0..<2 {
            let records = try device.launch()
            let finding = try #require(records.findings.first)
            #expect(
                finding.detail.description
                    == "never called, because the app has the scene life cycle: application(_:open:options:), "
                    + "applicationDidEnterBackground(_:)"
            )
            #expect(finding.evidence.compactMap(device.record).map(\.kind) == [.process])
            try device.send(.app("a", .terminate(.jetsam)))
        }
        #expect(device.summary(.delegateMethodNeverCalled)?.count == 2)
    }

    @Test("A method whose counterpart of this life cycle has code is for other versions of the system")
    func counterparts() throws {
        var device = try TestDevice()
        let handlers: [CallbackName] = [.openURL, .sceneOpenURLContexts, .applicationDidEnterBackground]
        try device.install("a", .scenes, Dictionary(uniqueKeysWithValues: handlers.map { ($0, Self.save) }))
        #expect(
            try device.launch().findings.map(\.detail.description) == [
                "never called, because the app has the scene life cycle: applicationDidEnterBackground(_:)"
            ]
        )
        #expect(device.kernel.app("a")?.behaviorNeverCalled == [.openURL, .applicationDidEnterBackground])
        for profile in [RuleProfile.ios12, .ios18] {
            var device = try TestDevice(profile)
            let leaving = AppLifecycle.allCases.map { (TestDevice.leaving($0), Self.save) }
            try device.install("a", .scenes, Dictionary(uniqueKeysWithValues: leaving))
            try device.launch()
            #expect(device.codes() == [])
        }
    }

    @Test("The rules decide which life cycle applies", arguments: [RuleProfile.ios12, .ios18])
    func rules(profile: RuleProfile) throws {
        var device = try TestDevice(profile)
        try device.install("a", .scenes, [.sceneDidEnterBackground: Self.save])
        try device.launch()
        #expect(device.codes() == (profile == .ios12 ? [.delegateMethodNeverCalled] : []))
        #expect(
            device.kernel.app("a")?.behaviorNeverCalled == (profile == .ios12 ? [.sceneDidEnterBackground] : [])
        )
    }

    @Test("An upgrade of the system changes which handlers are called")
    func upgrade() throws {
        var device = try TestDevice(.ios12)
        try device.install("a", .scenes, [.sceneDidEnterBackground: Self.save])
        try device.send(.upgradeOS(.ios18))
        try device.send(.unlock)
        #expect(device.kernel.app("a")?.behaviorNeverCalled == [])
        try device.launch()
        #expect(device.codes() == [])
    }

    // MARK: Advice

    /// The advice about lost data.
    private func advice(_ device: TestDevice, on code: Finding.Code = .dataLoss) throws -> String {
        let audit = try #require(device.kernel.audit(of: "a"))
        let finding = try #require(audit.findings.first { $0.code == code })
        return audit.advice(on: finding).description
    }

    /// An app that edits, leaves, and is killed in suspension.
    private func loss(
        _ lifecycle: AppLifecycle,
        _ handlers: [CallbackName: [AppBehavior.Entry]]
    ) throws -> TestDevice {
        var device = try TestDevice()
        try device.install("a", lifecycle, handlers)
        try device.launch()
        try device.act(.edit(count: 1, scene: nil))
        try device.leaveAndSuspend()
        try device.send(.app("a", .terminate(.jetsam)))
        return device
    }

    @Test("Advice names the method that is called on this app", arguments: AppLifecycle.allCases)
    func methodOfTheLifecycle(lifecycle: AppLifecycle) throws {
        let device = try loss(lifecycle, [:])
        for code in [Finding.Code.dataLoss, .dataAtRisk] {
            let advice = try advice(device, on: code)
            #expect(!advice.contains(TestDevice.leaving(lifecycle.other).rawValue))
            #expect(advice.hasPrefix("Save "))
        }
        #expect(try advice(device).contains(TestDevice.leaving(lifecycle).rawValue))
    }

    @Test("An app that saves in a method that is never called is advised to move it", arguments: AppLifecycle.allCases)
    func savesInVain(lifecycle: AppLifecycle) throws {
        let wrong = TestDevice.leaving(lifecycle.other)
        let device = try loss(lifecycle, [wrong: Self.save])
        for code in [Finding.Code.dataLoss, .dataAtRisk] {
            #expect(
                try advice(device, on: code) == "Move the saving from \(wrong.rawValue), which this life cycle never "
                    + "calls, to \(TestDevice.leaving(lifecycle).rawValue)."
            )
        }
    }

    @Test("An app that saves on leaving is advised to save again", arguments: AppLifecycle.allCases)
    func savesTooEarly(lifecycle: AppLifecycle) throws {
        let device = try loss(
            lifecycle,
            [TestDevice.leaving(lifecycle): Self.save + [.now(.edit(count: 1, scene: nil))]]
        )
        for code in [Finding.Code.dataLoss, .dataAtRisk] {
            #expect(try advice(device, on: code).hasPrefix("Save again after the last change"))
        }
    }

    @Test(
        "An app that ended in front is not advised to save on leaving",
        arguments: AppLifecycle.allCases,
        [false, true]
    )
    func endedInFront(lifecycle: AppLifecycle, savesOnLeaving: Bool) throws {
        var device = try TestDevice()
        var handlers: [CallbackName: [AppBehavior.Entry]] = [
            .didFinishLaunching: [.now(.edit(count: 1, scene: nil)), .act(.work(cpu: 30_000), takes: 30_000)]
        ]
        if savesOnLeaving { handlers[TestDevice.leaving(lifecycle)] = Self.save }
        try device.install("a", lifecycle, handlers)
        try device.launch()
        try device.advance(21)
        try #require(device.history.exit?.reason == .appWatchdog)
        #expect(try advice(device).hasPrefix("Save each change when it is made"))
    }
}
