import Testing

@testable import LifecycleKernel

/// Leaving the screen and coming back, where the scenarios do not go.
@Suite struct LeavingTests {
    @Test("The animation delays the background, counted from Home")
    func homeTransition() throws {
        var stage = try Stage(.ios18, ["homeTransitionSeconds": .number(0.6)])
        try stage.install()
        try stage.launch()
        #expect(try stage.send(.home).callbacks == [.applicationWillResignActive])
        #expect(try stage.advance(0.599).isEmptyOfCallbacks)
        #expect(stage.state() == .inactive)
        #expect(try stage.advance(0.001).callbacks == [.applicationDidEnterBackground])
    }

    @Test("A slow resign handler pushes the animation back")
    func slowResignThenTransition() throws {
        var stage = try Stage(.ios18, ["homeTransitionSeconds": .number(0.6)])
        try stage.install("a", [.applicationWillResignActive: [.act(.save(count: nil), takes: 3_000)]])
        try stage.launch()
        try stage.send(.home)
        try stage.advance(3)
        #expect(stage.state() == .inactive)
        try stage.advance(0.6)
        #expect(stage.state() == .background)
    }

    @Test("Home while the app comes back: willEnterForeground without didBecomeActive, never active to background")
    func homeDuringSlowReturn() throws {
        var stage = try Stage()
        try stage.install("a", [.applicationWillEnterForeground: [.act(.work(cpu: 0), takes: 2_000)]])
        try stage.launch()
        try stage.send(.home)
        try stage.launch()
        try stage.send(.home)
        let records = try stage.advance(2)
        #expect(records.callbacks == [.applicationDidEnterBackground])
        #expect(records.states == [.inactive, .background])
    }

    @Test("A resign that was announced completes, and then the app becomes active again")
    func returnDuringSlowResign() throws {
        var stage = try Stage()
        try stage.install("a", [.applicationWillResignActive: [.act(.work(cpu: 0), takes: 2_000)]])
        try stage.launch()
        try stage.send(.home)
        try stage.launch()
        let records = try stage.advance(2)
        #expect(records.callbacks == [.applicationDidBecomeActive])
        #expect(records.states == [.inactive, .active])
    }

    @Test("The other app does not wait for a slow one")
    func switchingDoesNotWait() throws {
        var stage = try Stage()
        try stage.install("a", [.applicationWillResignActive: [.act(.work(cpu: 0), takes: 2_000)]])
        try stage.install("b")
        try stage.launch("a")
        try stage.launch("b")
        #expect(stage.state("b") == .active)
        #expect(stage.state("a") == .active)
        try stage.advance(2)
        #expect(stage.state("a") == .background)
    }

    @Test("Home on the home screen does nothing")
    func homeOnHomeScreen() throws {
        var stage = try Stage()
        try stage.install()
        #expect(try stage.send(.home).count == 1)
    }

    @Test(
        "Leaving and opening close what lies over the screen; alerts and ringing calls stay",
        arguments: [Event.device(.home), .device(.lock), .app("b", .launch(arguments: []))]
    )
    func leavingClosesOverlays(leaving: Event) throws {
        var stage = try Stage()
        try stage.install("a")
        try stage.install("b")
        try stage.launch("a")
        let opening = [.openAppSwitcher] + Overlay.all.filter(\.closesOnLeaving).map(DeviceEvent.present)
        for event in opening { try stage.send(event) }
        try stage.send(.presentSystemAlert(.permission))
        try stage.send(.incomingCall(.fullScreen))
        try stage.send(leaving)
        for event in opening { #expect(stage.refusal(of: .device(event)) != .notPossibleNow) }
        #expect(stage.refusal(of: .device(.presentSystemAlert(.permission))) == .notPossibleNow)
        #expect(stage.refusal(of: .device(.answerCall)) == nil)
    }

    @Test("The grace holds five seconds; the first reason in and the last one out are heard, nothing between")
    func reasonsAreASet() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        #expect(try stage.send(.present(.siri)).callbacks == [.applicationWillResignActive])
        #expect(try stage.send(.presentSystemAlert(.faceID)).callbacks.isEmpty)
        #expect(try stage.send(.incomingCall(.fullScreen)).callbacks.isEmpty)
        #expect(stage.process()?.deactivationReasons == ["siri", "systemAlert", "call"])
        #expect(try stage.send(.declineCall).callbacks.isEmpty)
        #expect(try stage.send(.dismiss(.siri)).callbacks.isEmpty)
        #expect(try stage.send(.dismissSystemAlert).callbacks == [.applicationDidBecomeActive])
    }

    @Test("Purgeable memory goes when the app leaves the screen and comes back with it")
    func purge() throws {
        var stage = try Stage()
        try stage.apply(
            .install(
                AppManifest(bundleID: "a", lifecycle: .appDelegate, footprintBytes: 1_000, purgeableBytes: 400)
            )
        )
        try stage.launch()
        try stage.send(.home)
        #expect(stage.process()?.footprintBytes == 600)
        try stage.launch()
        #expect(stage.process()?.footprintBytes == 1_000)
    }

    @Test("Two snapshots are taken once the handler has returned, light and dark")
    func snapshots() throws {
        var stage = try Stage()
        try stage.install("a", [.applicationDidEnterBackground: [.act(.save(count: nil), takes: 1_000)]])
        try stage.launch()
        #expect(!(try stage.send(.home)).contains { $0.kind == .snapshot })
        let snapshots = try stage.advance(1).filter { $0.kind == .snapshot }
        #expect(
            snapshots.map(\.body) == [
                .snapshot(.light, sensitiveContent: false), .snapshot(.dark, sensitiveContent: false),
            ]
        )
    }
}

extension [Record] {
    var isEmptyOfCallbacks: Bool { callbacks.isEmpty }
}

extension Stage {
    /// Installs an app with an app delegate and handlers.
    mutating func install(_ app: BundleID, _ handlers: [CallbackName: [AppBehavior.Entry]]) throws(Rejection) {
        try install(app, .appDelegate, handlers)
    }
}
