import TestKit
import Testing

@testable import LifecycleKernel

/// Leaving the screen and returning, in cases that no scenario has.
@Suite struct LeavingTests {
    @Test("The animation delays entering the background, counted from Home")
    func homeTransition() throws {
        var device = try TestDevice(.ios18, ["homeTransitionSeconds": .number(0.6)])
        try device.install()
        try device.launch()
        #expect(try device.send(.home).callbacks == [.applicationWillResignActive])
        #expect(try device.advance(0.599).isEmptyOfCallbacks)
        #expect(device.state() == .inactive)
        #expect(try device.advance(0.001).callbacks == [.applicationDidEnterBackground])
    }

    @Test("A slow resign handler delays the animation")
    func slowResignThenTransition() throws {
        var device = try TestDevice(.ios18, ["homeTransitionSeconds": .number(0.6)])
        try device.install("a", [.applicationWillResignActive: [.act(.save(count: nil), takes: 3_000)]])
        try device.launch()
        try device.send(.home)
        try device.advance(3)
        #expect(device.state() == .inactive)
        try device.advance(0.6)
        #expect(device.state() == .background)
    }

    @Test("Home while the app returns: willEnterForeground without didBecomeActive, never active to background")
    func homeDuringSlowReturn() throws {
        var device = try TestDevice()
        try device.install("a", [.applicationWillEnterForeground: [.act(.work(cpu: 0), takes: 2_000)]])
        try device.launch()
        try device.send(.home)
        try device.launch()
        try device.send(.home)
        let records = try device.advance(2)
        #expect(records.callbacks == [.applicationDidEnterBackground])
        #expect(records.states == [.inactive, .background])
    }

    @Test("A resignation that has begun completes, and then the app becomes active again")
    func returnDuringSlowResign() throws {
        var device = try TestDevice()
        try device.install("a", [.applicationWillResignActive: [.act(.work(cpu: 0), takes: 2_000)]])
        try device.launch()
        try device.send(.home)
        try device.launch()
        let records = try device.advance(2)
        #expect(records.callbacks == [.applicationDidBecomeActive])
        #expect(records.states == [.inactive, .active])
    }

    @Test("An app does not wait for another that is slow")
    func switchingDoesNotWait() throws {
        var device = try TestDevice()
        try device.install("a", [.applicationWillResignActive: [.act(.work(cpu: 0), takes: 2_000)]])
        try device.install("b")
        try device.launch("a")
        try device.launch("b")
        #expect(device.state("b") == .active)
        #expect(device.state("a") == .active)
        try device.advance(2)
        #expect(device.state("a") == .background)
    }

    @Test("Home on the home screen does nothing")
    func homeOnHomeScreen() throws {
        var device = try TestDevice()
        try device.install()
        #expect(try device.send(.home).count == 1)
    }

    @Test(
        "Leaving and opening close overlays; alerts and ringing calls stay",
        arguments: [Event.device(.home), .device(.lock), .app("b", .launch(arguments: []))]
    )
    func leavingClosesOverlays(leaving: Event) throws {
        var device = try TestDevice()
        try device.install("a")
        try device.install("b")
        try device.launch("a")
        let opening = [.openAppSwitcher] + Overlay.all.filter(\.closesOnLeaving).map(DeviceEvent.present)
        for event in opening { try device.send(event) }
        try device.send(.presentSystemAlert(.permission))
        try device.send(.incomingCall(.fullScreen))
        try device.send(leaving)
        for event in opening { #expect(device.refusal(of: .device(event)) != .notPossibleNow) }
        #expect(device.refusal(of: .device(.presentSystemAlert(.permission))) == .notPossibleNow)
        #expect(device.refusal(of: .device(.answerCall)) == nil)
    }

    @Test("The grace holds five seconds; only the first deactivation reason and the end of the last make callbacks")
    func reasonsAreASet() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        #expect(try device.send(.present(.siri)).callbacks == [.applicationWillResignActive])
        #expect(try device.send(.presentSystemAlert(.faceID)).callbacks.isEmpty)
        #expect(try device.send(.incomingCall(.fullScreen)).callbacks.isEmpty)
        #expect(device.process()?.deactivationReasons == ["siri", "systemAlert", "call"])
        #expect(try device.send(.declineCall).callbacks.isEmpty)
        #expect(try device.send(.dismiss(.siri)).callbacks.isEmpty)
        #expect(try device.send(.dismissSystemAlert).callbacks == [.applicationDidBecomeActive])
    }

    @Test("Purgeable memory is freed when the app leaves the screen and taken again when it returns")
    func purge() throws {
        var device = try TestDevice()
        try device.apply(
            .install(
                AppManifest(
                    bundleID: "a",
                    lifecycle: .appDelegate,
                    footprintBytes: 1_000,
                    purgeableBytes: 400,
                    behavior: AppBehavior([.applicationWillEnterForeground: [.act(.log(message: "back"), takes: 1_000)]]
                    )
                )
            )
        )
        try device.launch()
        try device.send(.home)
        #expect(device.process()?.footprintBytes == 600)
        try device.launch()
        #expect(device.process()?.callbackInFlight?.name == .applicationWillEnterForeground)
        #expect(device.process()?.footprintBytes == 600)
        #expect(try device.advance(1).callbacks == [.applicationDidBecomeActive])
        #expect(device.process()?.footprintBytes == 1_000)
    }

    @Test("Two snapshots are taken once the handler has returned, light and dark")
    func snapshots() throws {
        var device = try TestDevice()
        try device.install("a", [.applicationDidEnterBackground: [.act(.save(count: nil), takes: 1_000)]])
        try device.launch()
        #expect(!(try device.send(.home)).contains { $0.kind == .snapshot })
        let snapshots = try device.advance(1).filter { $0.kind == .snapshot }
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

extension TestDevice {
    /// Installs an app with an app delegate and handlers.
    mutating func install(_ app: BundleID, _ handlers: [CallbackName: [AppBehavior.Entry]]) throws(Rejection) {
        try install(app, .appDelegate, handlers)
    }
}
