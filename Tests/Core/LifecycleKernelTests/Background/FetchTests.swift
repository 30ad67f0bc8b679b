import TestKit
import Testing

@testable import LifecycleKernel

/// Background fetch by interval, and why the system refuses it.
@Suite struct FetchTests {
    /// The reasons for a refusal, in the order in which they are checked.
    enum Refusal: String, CaseIterable, Sendable {
        case missingBackgroundMode, replacedByBackgroundTasks, forceQuit, backgroundRefreshOff, lowPowerMode
        case beforeFirstUnlock
    }

    static func device(
        _ refusals: [Refusal],
        _ profile: RuleProfile = .ios18,
        _ overrides: [String: Value] = [:]
    ) throws -> TestDevice {
        var device = try TestDevice(profile, overrides)
        try device.install(
            modes: refusals.contains(.missingBackgroundMode) ? [] : ["fetch"],
            tasks: refusals.contains(.replacedByBackgroundTasks) ? ["t"] : nil,
            .appDelegate,
            [.performFetch: [.now(.completeFetch(.newData))]]
        )
        try device.launch()
        try device.leaveAndSuspend()
        if refusals.contains(.forceQuit) { try device.send(.app("a", .forceQuit)) }
        if refusals.contains(.backgroundRefreshOff) { try device.set(.setBackgroundRefresh(false, bundleID: "a")) }
        if refusals.contains(.lowPowerMode) { try device.set(.setLowPowerMode(true)) }
        if refusals.contains(.beforeFirstUnlock) { try device.send(.reboot) }
        return device
    }

    @Test(
        "Each reason refuses a fetch event, and of two reasons the earlier one is given",
        arguments: Refusal.allCases
    )
    func order(refusal: Refusal) throws {
        for other in Refusal.allCases.drop(while: { $0 != refusal }) {
            var device = try Self.device([refusal, other])
            let records = try device.wake(.performFetch)
            #expect(records.decisions == ["refused \(refusal)"], "with \(other)")
            #expect(records.callbacks.isEmpty)
        }
    }

    @Test("Whether background tasks replace it depends on the system", arguments: RuleProfile.allCases)
    func replaced(profile: RuleProfile) throws {
        var device = try Self.device([.replacedByBackgroundTasks], profile)
        let isReplaced = profile.base == .ios18 || profile.base == .ios26
        #expect(
            try device.wake(.performFetch).decisions == [isReplaced ? "refused replacedByBackgroundTasks" : "performed"]
        )
    }

    @Test(
        "The scheduler fetches when the interval is over, with a network, on a charger or an idle device",
        arguments: [true, false]
    )
    func interval(isCharging: Bool) throws {
        var device = try Self.device([])
        try device.launch()
        try device.act(.setMinimumBackgroundFetchInterval(600_000))
        try device.leaveAndSuspend()
        #expect(try device.advance(1_000).verdicts.isEmpty)
        try device.set(.setNetwork(.none))
        try device.set(isCharging ? .setBattery(level: nil, isCharging: true) : .setIdle(true))
        #expect(device.kernel.nextDeadline == nil)
        try device.set(.setNetwork(.cellular))
        #expect(device.kernel.nextDeadline == device.kernel.now)
        #expect(try device.advance(0).callbacks == [.performFetch])
        #expect(device.kernel.nextDeadline == device.kernel.now + 600_000)
        #expect(try device.advance(599.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).decisions == ["performed"])
    }

    @Test("Without an interval the scheduler never fetches")
    func never() throws {
        var device = try Self.device([])
        try device.set(.setIdle(true))
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("An interval of never ends what the app has set before")
    func neverAgain() throws {
        var device = try Self.device([])
        try device.launch()
        try device.act(.setMinimumBackgroundFetchInterval(600_000))
        try device.act(.setMinimumBackgroundFetchInterval(nil))
        try device.leaveAndSuspend()
        try device.set(.setIdle(true))
        #expect(device.kernel.nextDeadline == nil)
        #expect(try device.wake(.performFetch).decisions == ["performed"])
        #expect(try device.advance(3_600).callbacks.isEmpty)
    }

    @Test("An interval of 0 fetches repeatedly, and time advances")
    func minimum() throws {
        var device = try Self.device([])
        try device.launch()
        try device.act(.setMinimumBackgroundFetchInterval(0))
        try device.leaveAndSuspend()
        try device.set(.setIdle(true))
        #expect(try device.advance(60).callbacks == [.performFetch, .performFetch, .performFetch])
    }

    @Test("A fetch waits while the app is in front")
    func inFront() throws {
        var device = try Self.device([])
        try device.launch()
        try device.act(.setMinimumBackgroundFetchInterval(10_000))
        try device.set(.setIdle(true))
        #expect(try device.advance(100).verdicts.isEmpty)
        try device.send(.home)
        #expect(try device.advance(0).decisions == ["performed"])
    }

    @Test("The interval is kept over a kill, an update and a restart", arguments: ["kill", "update", "reboot"])
    func survives(what: String) throws {
        var device = try Self.device([])
        try device.launch()
        try device.act(.setMinimumBackgroundFetchInterval(600_000))
        switch what {
        case "kill": try device.send(.app("a", .terminate(.jetsam)))
        case "update": try device.apply(.install(try #require(device.kernel.app("a")).manifest))
        default:
            try device.send(.reboot)
            try device.send(.unlock)
        }
        try device.set(.setBattery(level: nil, isCharging: true))
        #expect(try device.advance(600).callbacks == [.willFinishLaunching, .didFinishLaunching, .performFetch])
    }

    @Test("A manual scheduler never fetches")
    func manual() throws {
        var device = try Self.device([], .ios18, ["schedulerPolicy": "manual"])
        try device.launch()
        try device.act(.setMinimumBackgroundFetchInterval(0))
        try device.leaveAndSuspend()
        try device.set(.setIdle(true))
        #expect(device.kernel.nextDeadline == nil)
        #expect(try device.wake(.performFetch).decisions == ["performed"])
    }

    @Test("A fetch that is never completed ends the app")
    func neverCompleted() throws {
        var device = try TestDevice()
        try device.install(modes: ["fetch"])
        try device.launch()
        try device.leaveAndSuspend()
        try device.wake(.performFetch)
        #expect(try device.advance(30).exit?.code == 0x2182_bad4)
    }
}

/// Which apps may fetch in the background (`docs/rules.md`): the first condition that applies decides.
@Suite struct FetchPolicyTests {
    struct Row: Sendable {
        var reason: Verdict.Reason?
        var change: @Sendable (inout FetchPolicy.Facts) -> Void

        init(_ reason: Verdict.Reason?, _ change: @escaping @Sendable (inout FetchPolicy.Facts) -> Void) {
            self.reason = reason
            self.change = change
        }
    }

    /// In the order of the table: each row is decided before those that follow it.
    static let rows = [
        Row(.missingBackgroundMode) { $0.declaresMode = false },
        Row(.replacedByBackgroundTasks) { $0.usesBackgroundTasks = true },
        Row(.forceQuit) { $0.isForceQuit = true },
        Row(.backgroundRefreshOff) { $0.isRefreshOn = false },
        Row(.lowPowerMode) { $0.isLowPowerMode = true },
        Row(.beforeFirstUnlock) { $0.mayLaunch = false },
        Row(nil) { _ in },
    ]

    @Test("A condition that applies alone decides", arguments: rows.indices)
    func alone(index: Int) {
        var facts = FetchPolicy.Facts()
        Self.rows[index].change(&facts)
        #expect(FetchPolicy.refusal(facts) == Self.rows[index].reason)
    }

    @Test("Of several conditions the first decides", arguments: rows.indices)
    func first(index: Int) {
        var facts = FetchPolicy.Facts()
        for row in Self.rows[index...] { row.change(&facts) }
        #expect(FetchPolicy.refusal(facts) == Self.rows[index].reason)
    }
}
