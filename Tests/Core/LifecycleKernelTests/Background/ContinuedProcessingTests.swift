import LifecycleKernel
import TestKit
import Testing

/// Continued processing of iOS 26, and what iOS 26 asks of every request. Sources: facts 2.3, 6.2, 10.3.
@Suite struct ContinuedProcessingTests {
    static let pattern = "a.export.*"

    static func device(
        _ profile: RuleProfile = .ios26,
        rules overrides: [String: Value] = [:],
        permitted: [String]? = [pattern, "a.clean"],
        modes: [String] = [],
        registers: [String] = ["a.export.1"],
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws -> TestDevice {
        var device = try TestDevice(profile, overrides)
        var handlers = handlers
        handlers[.didFinishLaunching] = registers.map {
            .now(.registerTask(identifier: $0, hasExpirationHandler: true))
        }
        try device.install(modes: modes, tasks: permitted, .scenes, handlers)
        try device.launch()
        return device
    }

    static func submit(_ identifier: String = "a.export.1") -> Action {
        TaskRequestTests.submit(identifier, .continuedProcessing, after: 3_600)
    }

    @Test("A request submitted in front is launched at once, and holds the app when the user leaves")
    func startsInFront() throws {
        var device = try Self.device()
        #expect(try device.act(Self.submit()).decisions == ["accepted"])
        #expect(device.kernel.nextDeadline == device.kernel.now)
        let records = try device.advance(0)
        #expect(records.decisions == ["launched"])
        #expect(records.callbacks == [.launchHandler])
        #expect(device.state() == .active)
        try device.send(.home)
        try device.advance(60)
        #expect(device.held() == [.backgroundTaskScheduler])
        #expect(try device.act(.completeTask(success: true)).identifiedDecisions.contains("a.export.1 completed"))
        #expect(device.state() == .suspended)
    }

    @Test("A request submitted anywhere else is refused")
    func submittedElsewhere() throws {
        var device = try Self.device()
        try device.send(.home)
        #expect(try device.act(Self.submit()).decisions == ["refused notInForeground"])
        #expect(try device.advance(5).states == [.suspended])
    }

    /// Patterns of the Info.plist, identifiers, and whether the pattern permits the identifier.
    static let patterns: [(pattern: String, identifier: String, permits: Bool)] = [
        ("a.export.*", "a.export.1", true), ("a.export.*", "a.export.one.two", true),
        ("a.export.*", "a.export.", false),
        ("a.export.*", "a.export", false), ("a.export.*", "a.exports.1", false), ("a.*", "a.export", false),
        ("b.export.*", "b.export.1", false), ("*", "a.export.1", false), ("a.export.1", "a.export.1", true),
    ]

    @Test("A pattern of the bundle identifier and a context permits any suffix", arguments: patterns)
    func permits(row: (pattern: String, identifier: String, permits: Bool)) throws {
        var device = try TestDevice(.ios26)
        try device.install(
            modes: [],
            tasks: [row.pattern],
            .scenes,
            [.didFinishLaunching: [.now(.registerTask(identifier: row.identifier, hasExpirationHandler: true))]]
        )
        #expect(try device.launch().decisions == (row.permits ? [] : ["refused notPermitted"]))
    }

    @Test("A pattern permits no other kind of task, and none before iOS 26")
    func patternsOnly() throws {
        var device = try Self.device(modes: ["processing"])
        let processing = TaskRequestTests.submit("a.export.1", .processing)
        #expect(try device.act(processing).decisions == ["refused notPermitted"])
        var old = try Self.device(.ios18)
        #expect(old.history.decisions == ["refused notPermitted"])
        #expect(try old.act(Self.submit()).decisions == ["refused unavailable"])
    }

    /// Registrations after the launch, by which app, and whether each is an exception.
    static let late:
        [(profile: RuleProfile, modes: [String], identifier: String, kind: TaskRequest.Kind?, ends: Bool)] = [
            (.ios26, [], "a.clean", nil, false), (.ios26, ["fetch"], "a.clean", nil, true),
            (.ios26, ["processing"], "a.clean", nil, true), (.ios26, ["processing"], "a.export.2", nil, false),
            (.ios26, ["processing"], "a.clean", .continuedProcessing, false),
            (.ios26, [], "a.clean", .processing, true),
            (.ios26, [], "a.export.2", .appRefresh, true), (.ios18, [], "a.clean", .continuedProcessing, true),
        ]

    @Test("Only continued processing may be registered after the launch, and only on iOS 26", arguments: late.indices)
    func registeredLate(row: Int) throws {
        let row = Self.late[row]
        var device = try Self.device(row.profile, modes: row.modes, registers: [])
        let action = Action.registerTask(identifier: row.identifier, kind: row.kind, hasExpirationHandler: true)
        #expect(try device.act(action).exit?.reason == (row.ends ? .abnormal : nil))
    }

    @Test("From iOS 26 on, submitting without a registration ends the app before any other check")
    func unregistered() throws {
        for identifier in ["a.clean", "not.permitted"] {
            var device = try Self.device(modes: ["processing"])
            let records = try device.act(TaskRequestTests.submit(identifier, .processing))
            #expect(records.exit?.reason == .abnormal)
            #expect(records.verdicts.isEmpty)
        }
        var old = try Self.device(.ios18, modes: ["processing"])
        #expect(try old.act(TaskRequestTests.submit("a.clean", .processing)).decisions == ["accepted"])
    }

    @Test("As long as it reports progress it runs on: no limit is known")
    func noLimit() throws {
        var device = try Self.device()
        try device.act(Self.submit())
        try device.advance(0)
        for fraction in 1...60 {
            #expect(try device.advance(119).decisions.isEmpty)
            try device.act(.reportProgress(fraction: fraction))
        }
        #expect(device.held() == [.backgroundTaskScheduler])
        #expect(try device.advance(120).decisions.first == "expired noProgress")
    }

    @Test("Without a limit and without a time that it may stall nothing but an event ends it")
    func endless() throws {
        var device = try Self.device(
            rules: ["continuedProcessingStallSeconds": 0],
            [.taskExpirationHandler: [.now(.completeTask(success: false))]]
        )
        try device.act(Self.submit())
        #expect(try device.advance(36_000).decisions == ["launched"])
        try device.act(.reportProgress(fraction: 1))
        let expired = try device.wake(.expireTask("a.export.1"))
        #expect(expired.decisions == ["expired", "failed"])
        #expect(expired.verdicts.first?.detail == nil)
    }

    @Test("At a limit that a rule gives it expires like any other, whatever progress it reports")
    func expires() throws {
        var device = try Self.device(
            rules: ["continuedProcessingTaskLimitSeconds": 300],
            [.taskExpirationHandler: [.now(.completeTask(success: false))]]
        )
        try device.act(Self.submit())
        try device.advance(0)
        for fraction in [300, 600, 900] {
            #expect(try device.advance(90).decisions.isEmpty)
            try device.act(.reportProgress(fraction: fraction))
        }
        #expect(try device.advance(29.999).decisions.isEmpty)
        let records = try device.advance(0.001)
        #expect(records.decisions == ["expired", "failed"])
        #expect(
            records.verdicts.first?.detail?.description
                == "it has run for 300 s, as long as a continued processing task may"
        )
        #expect(device.history.findings.map(\.code) == [.endedOnlyByExpiration])
    }

    @Test("One that reports no progress expires, and only what goes forward counts")
    func stalls() throws {
        var device = try Self.device([.taskExpirationHandler: [.now(.completeTask(success: false))]])
        try device.act(Self.submit())
        try device.advance(0)
        try device.advance(100)
        try device.act(.reportProgress(identifier: "a.export.1", fraction: 500))
        try device.advance(100)
        try device.act(.reportProgress(fraction: 500))
        try device.act(.reportProgress(fraction: 400))
        #expect(try device.advance(19.999).decisions.isEmpty)
        let records = try device.advance(0.001)
        #expect(records.decisions == ["expired noProgress", "failed"])
        #expect(records.findings.map(\.code) == [.continuedTaskStalled])
    }

    @Test(
        "None expires within its first minute, however short the time is that it may stall; then that time counts",
        arguments: [
            (stall: 20, progressAt: nil, endsAt: 60), (stall: 20, progressAt: 10, endsAt: 60),
            (stall: 20, progressAt: 50, endsAt: 70), (stall: 90, progressAt: nil, endsAt: 90),
            (stall: 90, progressAt: 30, endsAt: 120),
        ] as [(stall: Int64, progressAt: Double?, endsAt: Double)]
    )
    func firstMinute(row: (stall: Int64, progressAt: Double?, endsAt: Double)) throws {
        var device = try TestDevice(.ios26, ["continuedProcessingStallSeconds": .integer(row.stall)])
        try device.install(
            modes: [],
            tasks: [Self.pattern],
            .scenes,
            [
                .didFinishLaunching: [.now(.registerTask(identifier: "a.export.1", hasExpirationHandler: true))],
                .taskExpirationHandler: [.now(.completeTask(success: false))],
            ]
        )
        try device.launch()
        try device.act(Self.submit())
        try device.advance(0)
        if let progressAt = row.progressAt {
            #expect(try device.advance(progressAt).decisions.isEmpty)
            try device.act(.reportProgress(fraction: 100))
        }
        #expect(try device.advance(row.endsAt - (row.progressAt ?? 0) - 0.001).decisions.isEmpty)
        #expect(try device.advance(0.001).decisions == ["expired noProgress", "failed"])
    }

    @Test("Progress without an amount counts, and without a task it is refused")
    func progress() throws {
        var device = try Self.device([.launchHandler: [.now(.reportProgress())]])
        #expect(try device.act(.reportProgress(fraction: 1)).decisions == ["refused unknownTask"])
        try device.act(Self.submit())
        try device.advance(0)
        for _ in 0..<2 {
            try device.advance(100)
            #expect(try device.act(.reportProgress()).decisions.isEmpty)
        }
        #expect(try device.act(.reportProgress(identifier: "none")).decisions == ["refused unknownTask"])
    }

    @Test("The user cancels one that runs: its expiration handler is called", arguments: [false, true])
    func cancelled(hasHandler: Bool) throws {
        var device = try TestDevice(.ios26)
        try device.install(
            modes: [],
            tasks: [Self.pattern],
            .scenes,
            [
                .didFinishLaunching: [.now(.registerTask(identifier: "a.export.1", hasExpirationHandler: hasHandler))],
                .taskExpirationHandler: [.now(.completeTask(success: false))],
            ]
        )
        try device.launch()
        #expect(device.refusal(of: .wake("a", .cancelTask("a.export.1"))) == .notPossibleNow)
        try device.act(Self.submit())
        try device.advance(0)
        let records = try device.wake(.cancelTask("a.export.1"))
        #expect(records.decisions == ["cancelled byTheUser", "failed"])
        #expect(records.callbacks == (hasHandler ? [.taskExpirationHandler] : []))
        #expect(device.state() == .active)
    }

    @Test("No more run at once than the system permits; others wait, or are refused", arguments: [false, true])
    func concurrent(fails: Bool) throws {
        let names = (1...4).map { "a.export.\($0)" }
        var device = try Self.device(registers: names)
        for name in names.dropLast() { try device.act(Self.submit(name)) }
        #expect(try device.advance(0).identifiedDecisions == names.dropLast().map { $0 + " launched" })
        let last = TaskRequest(identifier: names[3], kind: .continuedProcessing, strategy: fails ? .fail : .queue)
        let submitted = try device.act(.submitTaskRequest(last))
        #expect(submitted.decisions == (fails ? ["refused immediateRunIneligible"] : ["accepted"]))
        #expect(try device.advance(1).decisions.isEmpty)
        try device.act(.completeTask(identifier: names[0], success: true))
        #expect(try device.advance(0).identifiedDecisions == (fails ? [] : [names[3] + " launched"]))
    }

    @Test("With the strategy fail it is launched in the submission, or not at all")
    func fail() throws {
        var device = try Self.device()
        let request = TaskRequest(
            identifier: "a.export.1",
            kind: .continuedProcessing,
            requiresNetworkConnectivity: true,
            strategy: .fail
        )
        try device.set(.setNetwork(.none))
        #expect(try device.act(.submitTaskRequest(request)).decisions == ["refused immediateRunIneligible"])
        try device.set(.setNetwork(.wifi))
        #expect(try device.advance(10).decisions.isEmpty)
        let records = try device.act(.submitTaskRequest(request))
        #expect(records.decisions == ["accepted", "launched"])
        #expect(records.callbacks == [.launchHandler])
    }

    @Test("Swiped away, an app loses what waits and what runs")
    func swipedAway() throws {
        let names = (1...4).map { "a.export.\($0)" }
        var device = try Self.device(registers: names)
        for name in names { try device.act(Self.submit(name)) }
        try device.advance(0)
        let decisions = try device.send(.app("a", .forceQuit)).identifiedDecisions
        #expect(decisions.sorted() == names.dropLast().map { $0 + " failed" } + [names[3] + " cancelled"])
        #expect(try device.advance(600).decisions.isEmpty)
    }

    @Test("With the graphics processor it may render in the background, as long as it runs")
    func graphics() throws {
        let request = TaskRequest(identifier: "a.export.1", kind: .continuedProcessing, requiresGPU: true)
        var without = try Self.device()
        #expect(try without.act(.submitTaskRequest(request)).decisions == ["refused notPermitted"])

        var device = try TestDevice(.ios26)
        let entitlement = "com.apple.developer.background-tasks.continued-processing.gpu"
        try device.install(
            AppManifest(
                bundleID: "a",
                lifecycle: .scenes,
                infoPlist: InfoPlist(permittedTaskIdentifiers: [Self.pattern]),
                entitlements: Entitlements(source: .object([Value.Member(entitlement, true)])),
                behavior: AppBehavior([
                    .didFinishLaunching: [.now(.registerTask(identifier: "a.export.1", hasExpirationHandler: true))]
                ])
            )
        )
        try device.launch()
        try device.act(.submitTaskRequest(request))
        try device.advance(0)
        try device.act(.startActivity(name: "x", .rendering))
        #expect(try device.send(.home).exit == nil)
        #expect(try device.advance(60).exit == nil)
        #expect(try device.act(.completeTask(success: true)).exit?.reason == .backgroundRendering)
    }
}

extension ContinuedProcessingTests {
    static func device(_ handlers: [CallbackName: [AppBehavior.Entry]]) throws -> TestDevice {
        try device(.ios26, handlers)
    }
}
