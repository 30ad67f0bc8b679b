import LifecycleKernel
import Testing

/// Background fetch by interval, and why the system refuses it.
@Suite struct FetchTests {
    /// The reasons to refuse, in the order in which they are looked at.
    enum Refusal: String, CaseIterable, Sendable {
        case missingBackgroundMode, replacedByBackgroundTasks, forceQuit, backgroundRefreshOff, lowPowerMode
        case beforeFirstUnlock
    }

    static func stage(
        _ refusals: [Refusal],
        _ profile: RuleProfile = .ios18,
        _ overrides: [String: Value] = [:]
    ) throws -> Stage {
        var stage = try Stage(profile, overrides)
        try stage.install(
            modes: refusals.contains(.missingBackgroundMode) ? [] : ["fetch"],
            tasks: refusals.contains(.replacedByBackgroundTasks) ? ["t"] : nil,
            .appDelegate,
            [.performFetch: [.now(.completeFetch(.newData))]]
        )
        try stage.launch()
        try stage.leaveAndSuspend()
        if refusals.contains(.forceQuit) { try stage.send(.app("a", .forceQuit)) }
        if refusals.contains(.backgroundRefreshOff) { try stage.set(.setBackgroundRefresh(false, bundleID: "a")) }
        if refusals.contains(.lowPowerMode) { try stage.set(.setLowPowerMode(true)) }
        if refusals.contains(.beforeFirstUnlock) { try stage.send(.reboot) }
        return stage
    }

    @Test(
        "Each reason refuses a fetch that the system is told to perform, and the earlier one is named",
        arguments: Refusal.allCases
    )
    func order(refusal: Refusal) throws {
        for other in Refusal.allCases.drop(while: { $0 != refusal }) {
            var stage = try Self.stage([refusal, other])
            let records = try stage.wake(.performFetch)
            #expect(records.decisions == ["refused \(refusal)"], "with \(other)")
            #expect(records.callbacks.isEmpty)
        }
    }

    @Test("Whether background tasks replace it depends on the system", arguments: RuleProfile.allCases)
    func replaced(profile: RuleProfile) throws {
        var stage = try Self.stage([.replacedByBackgroundTasks], profile)
        let isReplaced = profile == .ios18 || profile == .ios26
        #expect(
            try stage.wake(.performFetch).decisions == [isReplaced ? "refused replacedByBackgroundTasks" : "performed"]
        )
    }

    @Test(
        "By itself the system fetches when the interval is over, with a network, on a charger or an idle device",
        arguments: [true, false]
    )
    func interval(isCharging: Bool) throws {
        var stage = try Self.stage([])
        try stage.launch()
        try stage.act(.setMinimumBackgroundFetchInterval(600_000))
        try stage.leaveAndSuspend()
        #expect(try stage.advance(1_000).verdicts.isEmpty)
        try stage.set(.setNetwork(.none))
        try stage.set(isCharging ? .setBattery(level: nil, isCharging: true) : .setIdle(true))
        #expect(stage.device.nextDeadline == nil)
        try stage.set(.setNetwork(.cellular))
        #expect(stage.device.nextDeadline == stage.device.now)
        #expect(try stage.advance(0).callbacks == [.performFetch])
        #expect(stage.device.nextDeadline == stage.device.now + 600_000)
        #expect(try stage.advance(599.999).verdicts.isEmpty)
        #expect(try stage.advance(0.001).decisions == ["performed"])
    }

    @Test("Without an interval the system never fetches by itself")
    func never() throws {
        var stage = try Self.stage([])
        try stage.set(.setIdle(true))
        #expect(stage.device.nextDeadline == nil)
    }

    @Test("An interval of nothing fetches again and again, and lets time go on")
    func minimum() throws {
        var stage = try Self.stage([])
        try stage.launch()
        try stage.act(.setMinimumBackgroundFetchInterval(0))
        try stage.leaveAndSuspend()
        try stage.set(.setIdle(true))
        #expect(try stage.advance(60).callbacks == [.performFetch, .performFetch, .performFetch])
    }

    @Test("A fetch waits while the app is in front")
    func inFront() throws {
        var stage = try Self.stage([])
        try stage.launch()
        try stage.act(.setMinimumBackgroundFetchInterval(10_000))
        try stage.set(.setIdle(true))
        #expect(try stage.advance(100).verdicts.isEmpty)
        try stage.send(.home)
        #expect(try stage.advance(0).decisions == ["performed"])
    }

    @Test("The interval survives a kill, an update and a restart", arguments: ["kill", "update", "reboot"])
    func survives(what: String) throws {
        var stage = try Self.stage([])
        try stage.launch()
        try stage.act(.setMinimumBackgroundFetchInterval(600_000))
        switch what {
        case "kill": try stage.send(.app("a", .terminate(.jetsam)))
        case "update": try stage.apply(.install(try #require(stage.device.app("a")).manifest))
        default:
            try stage.send(.reboot)
            try stage.send(.unlock)
        }
        try stage.set(.setBattery(level: nil, isCharging: true))
        #expect(try stage.advance(600).callbacks == [.willFinishLaunching, .didFinishLaunching, .performFetch])
    }

    @Test("A manual scheduler never fetches by itself")
    func manual() throws {
        var stage = try Self.stage([], .ios18, ["schedulerPolicy": "manual"])
        try stage.launch()
        try stage.act(.setMinimumBackgroundFetchInterval(0))
        try stage.leaveAndSuspend()
        try stage.set(.setIdle(true))
        #expect(stage.device.nextDeadline == nil)
        #expect(try stage.wake(.performFetch).decisions == ["performed"])
    }

    @Test("A fetch that is never completed ends the app")
    func neverCompleted() throws {
        var stage = try Stage()
        try stage.install(modes: ["fetch"])
        try stage.launch()
        try stage.leaveAndSuspend()
        try stage.wake(.performFetch)
        #expect(try stage.advance(30).exit?.code == 0x2182_bad4)
    }
}
