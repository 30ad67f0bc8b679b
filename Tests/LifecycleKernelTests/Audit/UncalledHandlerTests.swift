import LifecycleKernel
import Testing

/// Code in methods that are never called is named, and nobody is advised to put it there.
@Suite struct UncalledHandlerTests {
    private static let save: [AppBehavior.Entry] = [.now(.save(count: nil))]

    @Test("The app says which of its handlers are never called, as its life cycle is", arguments: AppLifecycle.allCases)
    func named(lifecycle: AppLifecycle) throws {
        var stage = try Stage()
        let handlers = Dictionary(uniqueKeysWithValues: CallbackName.allCases.map { ($0, Self.save) })
        try stage.install("a", lifecycle, handlers)
        let app = try #require(stage.device.app("a"))
        #expect(app.behaviorNeverCalled == app.behaviorNeverCalled.sorted { $0.rawValue < $1.rawValue })
        #expect(Set(app.behaviorNeverCalled) == Set(CallbackName.allCases.filter { !$0.isCalled(in: lifecycle) }))
        #expect(app.behaviorNeverCalled.contains(Stage.leaving(lifecycle.other)))
        #expect(!app.behaviorNeverCalled.contains(Stage.leaving(lifecycle)))
    }

    @Test("An attached app plays itself: what is declared for it never runs, and is no fault of the app")
    func attached() throws {
        var stage = try Stage()
        let handlers = [CallbackName.sceneDidEnterBackground: Self.save, .stateRestorationActivity: []]
        try stage.install("a", .scenes, driver: .attached, handlers)
        #expect(stage.device.app("a")?.behaviorNeverCalled == [.sceneDidEnterBackground])
        try stage.launch()
        #expect(stage.codes() == [])
    }

    @Test("Each launch finds it, and points to the launch")
    func found() throws {
        var stage = try Stage()
        try stage.install("a", .scenes, [.applicationDidEnterBackground: Self.save, .openURL: Self.save])
        for _ in 0..<2 {
            let records = try stage.launch()
            let finding = try #require(records.findings.first)
            #expect(
                finding.detail == "never called, as the app has the scene life cycle: application(_:open:options:), "
                    + "applicationDidEnterBackground(_:)"
            )
            #expect(finding.evidence.compactMap(stage.record).map(\.kind) == [.process])
            try stage.send(.app("a", .terminate(.jetsam)))
        }
        #expect(stage.summary(.delegateMethodNeverCalled)?.count == 2)
    }

    @Test("The rules decide which life cycle there is", arguments: [RuleProfile.ios12, .ios18])
    func rules(profile: RuleProfile) throws {
        var stage = try Stage(profile)
        try stage.install("a", .scenes, [.sceneDidEnterBackground: Self.save])
        try stage.launch()
        #expect(stage.codes() == (profile == .ios12 ? [.delegateMethodNeverCalled] : []))
        #expect(
            stage.device.app("a")?.behaviorNeverCalled == (profile == .ios12 ? [.sceneDidEnterBackground] : [])
        )
    }

    @Test("An upgrade of the system changes which handlers are called")
    func upgrade() throws {
        var stage = try Stage(.ios12)
        try stage.install("a", .scenes, [.sceneDidEnterBackground: Self.save])
        try stage.send(.upgradeOS(.ios18))
        try stage.send(.unlock)
        #expect(stage.device.app("a")?.behaviorNeverCalled == [])
        try stage.launch()
        #expect(stage.codes() == [])
    }

    // MARK: Advice

    /// The advice about lost data.
    private func advice(_ stage: Stage, on code: Finding.Code = .dataLoss) throws -> String {
        let audit = try #require(stage.device.audit(of: "a"))
        let finding = try #require(audit.findings.first { $0.code == code })
        return audit.advice(on: finding)
    }

    /// An app that edits, leaves, and is killed in suspension.
    private func loss(
        _ lifecycle: AppLifecycle,
        _ handlers: [CallbackName: [AppBehavior.Entry]]
    ) throws -> Stage {
        var stage = try Stage()
        try stage.install("a", lifecycle, handlers)
        try stage.launch()
        try stage.act(.edit(count: 1, scene: nil))
        try stage.leaveAndSuspend()
        try stage.send(.app("a", .terminate(.jetsam)))
        return stage
    }

    @Test("It names the method that this app hears", arguments: AppLifecycle.allCases)
    func methodOfTheLifecycle(lifecycle: AppLifecycle) throws {
        let stage = try loss(lifecycle, [:])
        for code in [Finding.Code.dataLoss, .dataAtRisk] {
            let advice = try advice(stage, on: code)
            #expect(!advice.contains(Stage.leaving(lifecycle.other).rawValue))
            #expect(advice.hasPrefix("Save "))
        }
        #expect(try advice(stage).contains(Stage.leaving(lifecycle).rawValue))
    }

    @Test("Who saves where it is never called is told to move it", arguments: AppLifecycle.allCases)
    func savesInVain(lifecycle: AppLifecycle) throws {
        let wrong = Stage.leaving(lifecycle.other)
        let stage = try loss(lifecycle, [wrong: Self.save])
        for code in [Finding.Code.dataLoss, .dataAtRisk] {
            #expect(
                try advice(stage, on: code) == "Move the saving from \(wrong.rawValue), which this life cycle never "
                    + "calls, to \(Stage.leaving(lifecycle).rawValue)."
            )
        }
    }

    @Test("Who saves on leaving already is told to save again", arguments: AppLifecycle.allCases)
    func savesTooEarly(lifecycle: AppLifecycle) throws {
        let stage = try loss(lifecycle, [Stage.leaving(lifecycle): Self.save + [.now(.edit(count: 1, scene: nil))]])
        for code in [Finding.Code.dataLoss, .dataAtRisk] {
            #expect(try advice(stage, on: code).hasPrefix("Save again after the last change"))
        }
    }

    @Test("Who ended in front is not told to save on leaving", arguments: AppLifecycle.allCases, [false, true])
    func endedInFront(lifecycle: AppLifecycle, savesOnLeaving: Bool) throws {
        var stage = try Stage()
        var handlers: [CallbackName: [AppBehavior.Entry]] = [
            .didFinishLaunching: [.now(.edit(count: 1, scene: nil)), .act(.work(cpu: 30_000), takes: 30_000)]
        ]
        if savesOnLeaving { handlers[Stage.leaving(lifecycle)] = Self.save }
        try stage.install("a", lifecycle, handlers)
        try stage.launch()
        try stage.advance(21)
        try #require(stage.history.exit?.reason == .appWatchdog)
        #expect(try advice(stage).hasPrefix("Save as changes are made"))
    }
}
