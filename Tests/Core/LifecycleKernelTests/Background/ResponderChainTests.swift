import LifecycleKernel
import TestKit
import Testing

/// Events of the user in the responder chain.
@Suite struct ResponderChainTests {
    static let responders = [
        Responder(name: "button", parent: "toolbar", handles: ["remoteControl"]),
        Responder(name: "toolbar", parent: "viewController"),
        Responder(name: "orphan", handles: ["touch"]),
        Responder(name: "deep", parent: "button"),
    ]
    static let end = ["window", "scene", "application", "appDelegate"]

    /// Targets, and the responders that are asked when none handles a touch.
    static let chains: [(target: String, asked: [String])] = [
        ("deep", ["deep", "button", "toolbar", "viewController"] + end),
        ("button", ["button", "toolbar", "viewController"] + end), ("view", ["view", "viewController"] + end),
        ("viewController", ["viewController"] + end), ("window", end),
        ("scene", ["scene", "application", "appDelegate"]),
        ("application", ["application", "appDelegate"]), ("appDelegate", ["appDelegate"]),
    ]

    static func device(_ lifecycle: AppLifecycle, _ extra: [Responder] = []) throws -> TestDevice {
        var device = try TestDevice()
        try device.apply(
            .install(AppManifest(bundleID: "a", lifecycle: lifecycle, responders: responders + extra))
        )
        try device.launch()
        return device
    }

    static func dispatch(_ records: [Record]) -> Dispatch? {
        for case .dispatch(let dispatch) in records.map(\.body) { return dispatch }
        return nil
    }

    @Test(
        "The chain goes from the target to the app delegate, through the scene if there is one",
        arguments: chains,
        AppLifecycle.allCases
    )
    func chain(row: (target: String, asked: [String]), lifecycle: AppLifecycle) throws {
        var device = try Self.device(lifecycle)
        let dispatch = try #require(Self.dispatch(try device.send(.input("a", .touch(target: row.target)))))
        #expect(dispatch.asked == (lifecycle == .scenes ? row.asked : row.asked.filter { $0 != "scene" }))
        #expect(dispatch.target == row.target)
        #expect(dispatch.handledBy == nil)
    }

    @Test("The parent of a responder without one is the window")
    func orphan() throws {
        var device = try Self.device(.appDelegate)
        let dispatch = try #require(Self.dispatch(try device.send(.input("a", .remoteControl(target: "orphan")))))
        #expect(dispatch.asked == ["orphan", "window", "application", "appDelegate"])
    }

    @Test("The first responder that handles the kind of event is the last that is asked")
    func handled() throws {
        var device = try Self.device(.scenes, [Responder(name: "window", handles: ["touch"])])
        let remote = try #require(Self.dispatch(try device.send(.input("a", .remoteControl(target: "deep")))))
        #expect(remote.asked == ["deep", "button"])
        #expect(remote.handledBy == "button")
        let touch = try #require(Self.dispatch(try device.send(.input("a", .touch(target: "deep")))))
        #expect(touch.asked == ["deep", "button", "toolbar", "viewController", "window"])
        #expect(touch.handledBy == "window")
    }

    @Test("While the app is not active, no responder is asked", arguments: AppLifecycle.allCases)
    func notActive(lifecycle: AppLifecycle) throws {
        var device = try Self.device(lifecycle)
        try device.send(.present(.controlCenter))
        let inactive = Self.dispatch(try device.send(.input("a", .touch(target: "view"))))
        #expect(inactive == Dispatch(target: "view", asked: [], reason: .notActive))
        try device.send(.home)
        #expect(Self.dispatch(try device.send(.input("a", .touch(target: "view")))) == inactive)
    }

    @Test("An event that waits for the main thread is dispatched only if the app is still active then")
    func waits() throws {
        var device = try TestDevice()
        try device.install(
            "a",
            .appDelegate,
            [.applicationWillResignActive: [.act(.log(message: "slow"), takes: 2_000)]]
        )
        try device.launch()
        try device.send(.home)
        #expect(Self.dispatch(try device.send(.input("a", .touch(target: "view")))) == nil)
        #expect(Self.dispatch(try device.advance(2))?.reason == .notActive)
    }

    @Test(
        "Remote control reaches the app that plays, was interrupted, or played last, in any state",
        arguments: AppLifecycle.allCases
    )
    func remoteControl(lifecycle: AppLifecycle) throws {
        var device = try TestDevice()
        try device.install(modes: ["audio"], lifecycle)
        try device.launch()
        let asked = { (device: inout TestDevice) throws in
            try #require(Self.dispatch(try device.send(.input("a", .remoteControl(target: "application"))))).asked
        }
        try device.act(.playAudio)
        try device.send(.home)
        #expect(try asked(&device) == ["application", "appDelegate"])
        try device.send(.lock)
        try device.send(.incomingCall(.fullScreen))
        #expect(try asked(&device) == ["application", "appDelegate"])
        try device.send(.declineCall)
        try device.send(.unlock)
        #expect(Self.dispatch(try device.send(.input("a", .touch(target: "application"))))?.asked == [])
        try device.act(.beginBackgroundTask(name: "rest", endsAfter: nil, hasExpirationHandler: true))
        try device.act(.stopAudio)
        #expect(try asked(&device) == ["application", "appDelegate"])
        // Another app plays since.
        try device.install("b", modes: ["audio"])
        try device.launch("b")
        try device.act(.playAudio, "b")
        let stopped = Self.dispatch(try device.send(.input("a", .remoteControl(target: "application"))))
        #expect(stopped == Dispatch(target: "application", asked: [], reason: .notPlaying))
    }

    /// An app with two buttons that present alerts. The first also handles remote control.
    private static func deviceWithAlert(_ profile: RuleProfile) throws -> TestDevice {
        var device = try TestDevice(profile)
        let button = Responder(
            name: "delete",
            handles: ["remoteControl"],
            elementType: .button,
            alert: Responder.Alert(title: "Delete?", buttons: ["Cancel", "Delete"])
        )
        let help = Responder(name: "help", alert: Responder.Alert(title: "No help", buttons: ["OK"]))
        let responders = [button, help, Responder(name: "title")]
        try device.apply(.install(AppManifest(bundleID: "a", lifecycle: .appDelegate, responders: responders)))
        try device.launch()
        return device
    }

    @Test("The responder that handles a touch presents its alert, and the app stays active")
    func alert() throws {
        var device = try Self.deviceWithAlert(.ios18)
        try device.send(.input("a", .touch(target: "title")))
        #expect(device.kernel.overlayStatuses.isEmpty)
        for _ in 0..<2 {
            let records = try device.send(.input("a", .touch(target: "delete")))
            #expect(records.map(\.kind) == [.input, .dispatch])
            #expect(device.kernel.overlayStatuses.map(\.name) == ["ownAlert"])
        }
        #expect(try device.send(.app("a", .dismissAlert)).map(\.kind) == [.input])
        #expect(device.kernel.overlayStatuses.isEmpty)
        #expect(device.refusal(of: .app("a", .dismissAlert)) == .notPossibleNow)
    }

    @Test("A process knows which responder presented the alert that it shows")
    func alertPresenter() throws {
        var device = try Self.deviceWithAlert(.ios18)
        func presenter() -> String? { device.kernel.processes.last?.alertPresenter }
        let remote = Self.dispatch(try device.send(.input("a", .remoteControl(target: "delete"))))
        #expect(remote?.handledBy == "delete" && presenter() == nil && device.kernel.overlayStatuses.isEmpty)
        try device.send(.input("a", .touch(target: "help")))
        #expect(presenter() == "help")
        // A responder below the alert handles a touch that names it, but presents no other alert.
        let below = Self.dispatch(try device.send(.input("a", .touch(target: "delete"))))
        #expect(below?.handledBy == "delete" && presenter() == "help")
        try device.send(.app("a", .dismissAlert))
        #expect(presenter() == nil)
        try device.send(.app("a", .presentAlert))
        try device.send(.input("a", .touch(target: "delete")))
        #expect(presenter() == nil)
    }

    @Test("In the world of the documents, the alert that a touch presents deactivates the app")
    func alertInDocuments() throws {
        var device = try Self.deviceWithAlert(.documents)
        let presented = try device.send(.input("a", .touch(target: "delete")))
        #expect(presented.callbacks == [.applicationWillResignActive])
        #expect(try device.send(.app("a", .dismissAlert)).callbacks == [.applicationDidBecomeActive])
    }

    @Test("A main thread that hangs handles no event")
    func hangs() throws {
        var device = try Self.device(.appDelegate)
        try device.act(.hang)
        try device.send(.input("a", .touch(target: "view")))
        #expect(Self.dispatch(try device.advance(60)) == nil)
    }

    @Test("A suspended app, an app without a process and an unknown target get no event")
    func refused() throws {
        var device = try Self.device(.appDelegate)
        #expect(device.refusal(of: .input("a", .touch(target: "nobody"))) == .invalidValue)
        try device.leaveAndSuspend()
        #expect(device.refusal(of: .input("a", .touch(target: "view"))) == .processSuspended)
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(device.refusal(of: .input("a", .touch(target: "view"))) == .processNotRunning)
    }

    @Test("On a locked device no touch is dispatched, as long as the app runs", arguments: AppLifecycle.allCases)
    func locked(lifecycle: AppLifecycle) throws {
        var device = try Self.device(lifecycle)
        try device.send(.lock)
        let locked = Self.dispatch(try device.send(.input("a", .touch(target: "view"))))
        #expect(locked == Dispatch(target: "view", asked: [], reason: .deviceLocked))
        #expect(device.refusal(of: .input("a", .remoteControl(target: "view"))) == nil)
        try device.advance(60)
        #expect(device.refusal(of: .input("a", .touch(target: "view"))) == .processSuspended)
    }
}
