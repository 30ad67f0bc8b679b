import LifecycleKernel
import TestKit
import Testing

/// Wake-ups by frameworks: HealthKit and others.
@Suite struct SystemWakeTests {
    /// A suspended app that registers for every reason while it is launched.
    static func device(
        _ profile: RuleProfile = .ios18,
        rules: [String: Value] = [:]
    ) throws -> TestDevice {
        var device = try TestDevice(profile, rules)
        let entries = SystemWake.Reason.allCases.map { AppBehavior.Entry.now(.registerWake($0)) }
        try device.install(modes: ["push-to-talk"], .appDelegate, [.didFinishLaunching: entries])
        try device.launch()
        try device.leaveAndSuspend()
        return device
    }

    struct Row: Sendable {
        var reason: SystemWake.Reason
        var callback: CallbackName
        /// How long it is held when the app does nothing; 0 where the return of what is called ends it.
        var holdsSeconds = 0.0
        var quit = "dropped forceQuit"
    }

    static let rows = [
        Row(reason: .healthKit, callback: .updateHandler, holdsSeconds: 30),
        Row(reason: .watchConnectivity, callback: .sessionDidReceiveMessage),
        Row(reason: .appIntent, callback: .performIntent, quit: "delivered"),
        Row(reason: .liveActivityToken, callback: .pushTokenUpdates),
        Row(reason: .pushToTalk, callback: .incomingPushResult),
        Row(reason: .locationMonitor, callback: .monitorEvents, holdsSeconds: 10, quit: "delivered"),
        Row(reason: .systemWake, callback: .systemWakeHandler),
    ]

    @Test("Each reason but HomeKit resumes and launches the app, and calls its own method", arguments: rows)
    func reasons(row: Row) throws {
        var device = try Self.device()
        #expect(try device.wake(.systemWake(SystemWake(row.reason))).callbacks == [row.callback])
        if row.holdsSeconds > 0 {
            #expect(try device.advance(row.holdsSeconds - 1).states == [])
            #expect(try device.advance(1).states == [.suspended])
        }
        #expect(device.state() == .suspended)
        try device.send(.app("a", .terminate(.jetsam)))
        let records = try device.wake(.systemWake(SystemWake(row.reason)))
        #expect(records.decisions == ["delivered"])
        #expect(records.callbacks.last == row.callback)
        try device.launch()
        try device.send(.app("a", .forceQuit))
        #expect(try device.wake(.systemWake(SystemWake(row.reason))).decisions == [row.quit])
    }

    static let rules: [(reason: SystemWake.Reason, rule: RuleKey)] = [
        (.healthKit, .healthKitLaunchesAfterForceQuit),
        (.liveActivityToken, .liveActivityTokenLaunchesAfterForceQuit),
        (.pushToTalk, .pushToTalkLaunchesAfterForceQuit),
    ]

    @Test("A rule says whether a force quit ends what sources disagree about", arguments: rules.indices)
    func afterForceQuit(number: Int) throws {
        let row = Self.rules[number]
        var device = try Self.device(rules: [row.rule.name: true])
        try device.launch()
        try device.send(.app("a", .forceQuit))
        #expect(try device.wake(.systemWake(SystemWake(row.reason))).decisions == ["delivered"])
    }

    @Test("HomeKit calls an app in the foreground, and wakes none")
    func foregroundOnly() throws {
        var device = try Self.device()
        #expect(try device.wake(.systemWake(SystemWake(.homeKit))).decisions == ["dropped notInForeground"])
        try device.launch()
        #expect(try device.wake(.systemWake(SystemWake(.homeKit))).callbacks == [.accessoryDidUpdateValue])
        let assertions = device.kernel.processes.flatMap(\.assertions)
        #expect(assertions.isEmpty)
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try device.wake(.systemWake(SystemWake(.homeKit))).decisions == ["dropped notInForeground"])
    }

    static let newer: [(reason: SystemWake.Reason, version: String)] = [
        (.appIntent, "16"), (.liveActivityToken, "16.1"), (.pushToTalk, "16"), (.locationMonitor, "17"),
    ]

    @Test("What came later wakes no app on iOS 12, and the verdict says since when there is such a wake-up")
    func unavailable() throws {
        var device = try Self.device(.ios12)
        for (reason, version) in Self.newer {
            let verdicts = try device.wake(.systemWake(SystemWake(reason))).verdicts
            #expect(verdicts.map(\.reason) == [.unavailable] && verdicts.map(\.decision) == [.dropped])
            #expect(verdicts.first?.detail?.description == "iOS \(version) is the first version that has it")
        }
        try device.set(.setNetwork(.none))
        for (reason, _) in Self.newer {
            #expect(try device.wake(.systemWake(SystemWake(reason))).decisions == ["dropped unavailable"])
        }
        try device.set(.setNetwork(.wifi))
        for reason in [SystemWake.Reason.healthKit, .watchConnectivity, .systemWake] {
            #expect(try device.wake(.systemWake(SystemWake(reason))).decisions == ["delivered"])
        }
    }

    @Test("Every other profile has them", arguments: RuleProfile.allCases.filter { $0 != .ios12 })
    func available(profile: RuleProfile) throws {
        for (reason, _) in Self.newer {
            var device = try Self.device(profile)
            #expect(try device.wake(.systemWake(SystemWake(reason))).decisions == ["delivered"])
        }
    }

    @Test("A channel that is not created again by the end of the launch is torn down")
    func lostRegistration() throws {
        var device = try TestDevice()
        try device.install(modes: ["push-to-talk"], .appDelegate)
        try device.launch()
        try device.act(.registerWake(.pushToTalk))
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try device.wake(.systemWake(SystemWake(.pushToTalk))).decisions == ["delivered"])
        #expect(device.codes().contains(.wakeNotHeard))
        #expect(try device.wake(.systemWake(SystemWake(.pushToTalk))).decisions == ["dropped notMonitoring"])
    }

    @Test("An event overrides the defaults of its reason")
    func overrides() throws {
        var device = try Self.device()
        try device.launch()
        try device.send(.app("a", .forceQuit))
        let wake = SystemWake(
            .homeKit,
            handler: .performIntent,
            limit: 4_000,
            launches: true,
            survivesForceQuit: true
        )
        #expect(try device.wake(.systemWake(wake)).callbacks.last == .performIntent)
        #expect(device.state() == .suspended)
        let held = SystemWake(.healthKit, limit: 4_000, survivesForceQuit: true)
        #expect(try device.wake(.systemWake(held)).callbacks.last == .updateHandler)
        #expect(try device.advance(3).states == [] && device.advance(1).states == [.suspended])
    }

    @Test("An explanation says what may wake the app")
    func explanation() throws {
        var device = try TestDevice()
        try device.install(modes: ["push-to-talk"], .appDelegate)
        try device.launch()
        try device.act(.registerWake(.healthKit))
        try device.act(.registerWake(.pushToTalk))
        try device.send(.app("a", .terminate(.jetsam)))
        let because = device.kernel.explain("a", within: .standard)?.because.map(\.description) ?? []
        #expect(because.contains("it has registered for wake-ups by healthKit, pushToTalk"))
    }

    @Test("An app that never registered is not woken, and one that registers too late is not called")
    func registration() throws {
        var device = try TestDevice()
        try device.install(modes: [], .appDelegate, [.applicationDidBecomeActive: [.now(.registerWake(.healthKit))]])
        try device.launch()
        #expect(try device.wake(.systemWake(SystemWake(.watchConnectivity))).decisions == ["dropped notMonitoring"])
        try device.leaveAndSuspend()
        try device.send(.app("a", .terminate(.jetsam)))
        let records = try device.wake(.systemWake(SystemWake(.healthKit)))
        #expect(records.callbacks == [.willFinishLaunching, .didFinishLaunching])
        #expect(records.decisions == ["delivered"])
        #expect(device.codes().contains(.wakeNotHeard))
    }
}
