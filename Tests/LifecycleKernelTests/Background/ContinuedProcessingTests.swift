import LifecycleKernel
import Testing

/// Continued processing of iOS 26, and what iOS 26 asks of every request. Sources: facts 2.3, 6.2, 10.3.
@Suite struct ContinuedProcessingTests {
    static let pattern = "a.export.*"

    static func stage(
        _ profile: RuleProfile = .ios26,
        permitted: [String]? = [pattern, "a.clean"],
        modes: [String] = [],
        registers: [String] = ["a.export.1"],
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws -> Stage {
        var stage = try Stage(profile)
        var handlers = handlers
        handlers[.didFinishLaunching] = registers.map {
            .now(.registerTask(identifier: $0, hasExpirationHandler: true))
        }
        try stage.install(modes: modes, tasks: permitted, .scenes, handlers)
        try stage.launch()
        return stage
    }

    static func submit(_ identifier: String = "a.export.1") -> Action {
        TaskRequestTests.submit(identifier, .continuedProcessing, after: 3_600)
    }

    @Test("Submitted in front it is launched as a decision due at once, and holds the app when the user leaves")
    func startsInFront() throws {
        var stage = try Self.stage()
        #expect(try stage.act(Self.submit()).decisions == ["accepted"])
        #expect(stage.device.nextDeadline == stage.device.now)
        let records = try stage.advance(0)
        #expect(records.decisions == ["launched"])
        #expect(records.callbacks == [.launchHandler])
        #expect(stage.state() == .active)
        try stage.send(.home)
        try stage.advance(60)
        #expect(stage.held() == [.backgroundTaskScheduler])
        #expect(try stage.act(.completeTask(success: true)).identifiedDecisions.contains("a.export.1 completed"))
        #expect(stage.state() == .suspended)
    }

    @Test("Submitted anywhere else it is refused")
    func submittedElsewhere() throws {
        var stage = try Self.stage()
        try stage.send(.home)
        #expect(try stage.act(Self.submit()).decisions == ["refused notInForeground"])
        #expect(try stage.advance(5).states == [.suspended])
    }

    /// Patterns of the Info.plist, identifiers, and whether the one permits the other.
    static let patterns: [(pattern: String, identifier: String, permits: Bool)] = [
        ("a.export.*", "a.export.1", true), ("a.export.*", "a.export.one.two", true),
        ("a.export.*", "a.export.", false),
        ("a.export.*", "a.export", false), ("a.export.*", "a.exports.1", false), ("a.*", "a.export", false),
        ("b.export.*", "b.export.1", false), ("*", "a.export.1", false), ("a.export.1", "a.export.1", true),
    ]

    @Test("A pattern of the bundle identifier and a context permits what follows it", arguments: patterns)
    func permits(row: (pattern: String, identifier: String, permits: Bool)) throws {
        var stage = try Stage(.ios26)
        try stage.install(
            modes: [],
            tasks: [row.pattern],
            .scenes,
            [.didFinishLaunching: [.now(.registerTask(identifier: row.identifier, hasExpirationHandler: true))]]
        )
        #expect(try stage.launch().decisions == (row.permits ? [] : ["refused notPermitted"]))
    }

    @Test("A pattern permits no other kind, and nothing before iOS 26")
    func patternsOnly() throws {
        var stage = try Self.stage(modes: ["processing"])
        let processing = TaskRequestTests.submit("a.export.1", .processing)
        #expect(try stage.act(processing).decisions == ["refused notPermitted"])
        var old = try Self.stage(.ios18)
        #expect(old.history.decisions == ["refused notPermitted"])
        #expect(try old.act(Self.submit()).decisions == ["refused unavailable"])
    }

    /// What is registered after the launch, by which app, and whether that is an exception.
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
        var stage = try Self.stage(row.profile, modes: row.modes, registers: [])
        let action = Action.registerTask(identifier: row.identifier, kind: row.kind, hasExpirationHandler: true)
        #expect(try stage.act(action).exit?.reason == (row.ends ? .abnormal : nil))
    }

    @Test("From iOS 26 on submitting without a registration ends the app before anything else is looked at")
    func unregistered() throws {
        for identifier in ["a.clean", "not.permitted"] {
            var stage = try Self.stage(modes: ["processing"])
            let records = try stage.act(TaskRequestTests.submit(identifier, .processing))
            #expect(records.exit?.reason == .abnormal)
            #expect(records.verdicts.isEmpty)
        }
        var old = try Self.stage(.ios18, modes: ["processing"])
        #expect(try old.act(TaskRequestTests.submit("a.clean", .processing)).decisions == ["accepted"])
    }

    @Test("At its limit it expires like any other")
    func expires() throws {
        var stage = try Self.stage([.taskExpirationHandler: [.now(.completeTask(success: false))]])
        try stage.act(Self.submit())
        try stage.advance(0)
        #expect(try stage.advance(299.999).decisions.isEmpty)
        #expect(try stage.advance(0.001).decisions == ["expired", "failed"])
    }
}

extension ContinuedProcessingTests {
    static func stage(_ handlers: [CallbackName: [AppBehavior.Entry]]) throws -> Stage {
        try stage(.ios26, handlers)
    }
}
