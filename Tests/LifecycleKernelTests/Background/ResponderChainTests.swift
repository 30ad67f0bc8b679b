import LifecycleKernel
import Testing

/// Events of the user on their way along the responder chain.
@Suite struct ResponderChainTests {
    static let responders = [
        Responder(name: "button", parent: "toolbar", handles: ["remoteControl"]),
        Responder(name: "toolbar", parent: "viewController"),
        Responder(name: "orphan", handles: ["touch"]),
        Responder(name: "deep", parent: "button"),
    ]
    static let end = ["window", "scene", "application", "appDelegate"]

    /// Targets, and who is asked when no one handles a touch.
    static let chains: [(target: String, asked: [String])] = [
        ("deep", ["deep", "button", "toolbar", "viewController"] + end),
        ("button", ["button", "toolbar", "viewController"] + end), ("view", ["view", "viewController"] + end),
        ("viewController", ["viewController"] + end), ("window", end),
        ("scene", ["scene", "application", "appDelegate"]),
        ("application", ["application", "appDelegate"]), ("appDelegate", ["appDelegate"]),
    ]

    static func stage(_ lifecycle: AppLifecycle, _ extra: [Responder] = []) throws -> Stage {
        var stage = try Stage()
        try stage.apply(
            .install(AppManifest(bundleID: "a", lifecycle: lifecycle, responders: responders + extra))
        )
        try stage.launch()
        return stage
    }

    static func dispatch(_ records: [Record]) -> Dispatch? {
        for case .dispatch(let dispatch) in records.map(\.body) { return dispatch }
        return nil
    }

    @Test(
        "The chain goes from the target to the app delegate, past the scene where there is one",
        arguments: chains,
        AppLifecycle.allCases
    )
    func chain(row: (target: String, asked: [String]), lifecycle: AppLifecycle) throws {
        var stage = try Self.stage(lifecycle)
        let dispatch = try #require(Self.dispatch(try stage.send(.input("a", .touch(target: row.target)))))
        #expect(dispatch.asked == (lifecycle == .scenes ? row.asked : row.asked.filter { $0 != "scene" }))
        #expect(dispatch.target == row.target)
        #expect(dispatch.handledBy == nil)
    }

    @Test("A responder without a parent hangs on the window")
    func orphan() throws {
        var stage = try Self.stage(.appDelegate)
        let dispatch = try #require(Self.dispatch(try stage.send(.input("a", .remoteControl(target: "orphan")))))
        #expect(dispatch.asked == ["orphan", "window", "application", "appDelegate"])
    }

    @Test("The first that handles this kind of event is the last that is asked")
    func handled() throws {
        var stage = try Self.stage(.scenes, [Responder(name: "window", handles: ["touch"])])
        let remote = try #require(Self.dispatch(try stage.send(.input("a", .remoteControl(target: "deep")))))
        #expect(remote.asked == ["deep", "button"])
        #expect(remote.handledBy == "button")
        let touch = try #require(Self.dispatch(try stage.send(.input("a", .touch(target: "deep")))))
        #expect(touch.asked == ["deep", "button", "toolbar", "viewController", "window"])
        #expect(touch.handledBy == "window")
    }

    @Test("While the app is not active no one is asked", arguments: AppLifecycle.allCases)
    func notActive(lifecycle: AppLifecycle) throws {
        var stage = try Self.stage(lifecycle)
        try stage.send(.present(.controlCenter))
        #expect(Self.dispatch(try stage.send(.input("a", .touch(target: "view"))))?.asked == [])
        try stage.send(.home)
        #expect(Self.dispatch(try stage.send(.input("a", .touch(target: "view"))))?.asked == [])
    }

    @Test("An event that waits for the main thread is asked about only if the app is still active then")
    func waits() throws {
        var stage = try Stage()
        try stage.install(
            "a",
            .appDelegate,
            [.applicationWillResignActive: [.act(.log(message: "slow"), takes: 2_000)]]
        )
        try stage.launch()
        try stage.send(.home)
        #expect(Self.dispatch(try stage.send(.input("a", .touch(target: "view")))) == nil)
        #expect(Self.dispatch(try stage.advance(2))?.asked == [])
    }

    @Test(
        "Remote control reaches the app that plays or was interrupted, wherever it is",
        arguments: AppLifecycle.allCases
    )
    func remoteControl(lifecycle: AppLifecycle) throws {
        var stage = try Stage()
        try stage.install(modes: ["audio"], lifecycle)
        try stage.launch()
        let asked = { (stage: inout Stage) throws in
            try #require(Self.dispatch(try stage.send(.input("a", .remoteControl(target: "application"))))).asked
        }
        try stage.act(.playAudio)
        try stage.send(.home)
        #expect(try asked(&stage) == ["application", "appDelegate"])
        try stage.send(.lock)
        try stage.send(.incomingCall(.fullScreen))
        #expect(try asked(&stage) == ["application", "appDelegate"])
        try stage.send(.declineCall)
        try stage.send(.unlock)
        #expect(Self.dispatch(try stage.send(.input("a", .touch(target: "application"))))?.asked == [])
        try stage.act(.beginBackgroundTask(name: "rest", endsAfter: nil, hasExpirationHandler: true))
        try stage.act(.stopAudio)
        #expect(try asked(&stage) == [])
    }

    @Test("A main thread that hangs comes to no event")
    func hangs() throws {
        var stage = try Self.stage(.appDelegate)
        try stage.act(.hang)
        try stage.send(.input("a", .touch(target: "view")))
        #expect(Self.dispatch(try stage.advance(60)) == nil)
    }

    @Test("A suspended or dead app gets none, and neither does a target that there is not")
    func refused() throws {
        var stage = try Self.stage(.appDelegate)
        #expect(stage.refusal(of: .input("a", .touch(target: "nobody"))) == .invalidValue)
        try stage.leaveAndSuspend()
        #expect(stage.refusal(of: .input("a", .touch(target: "view"))) == .processSuspended)
        try stage.send(.app("a", .terminate(.jetsam)))
        #expect(stage.refusal(of: .input("a", .touch(target: "view"))) == .processNotRunning)
    }

    @Test("A locked device takes remote control and no touch")
    func locked() throws {
        var stage = try Self.stage(.appDelegate)
        try stage.send(.lock)
        #expect(stage.refusal(of: .input("a", .touch(target: "view"))) == .deviceLocked)
        #expect(stage.refusal(of: .input("a", .remoteControl(target: "view"))) == nil)
    }
}
